/* SPDX-License-Identifier: BSD-3-Clause */
/* What the texts for people have in common. */
#include "text.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/context.h"

const char *text_plural(int n) {
    return n == 1 ? "" : "s";
}

void text_structure(FILE *out, const invo_structure *s) {
    fprintf(out,
            "structure  %d equation%s, %d unknown%s; index %d, %d degree%s of freedom\n",
            s->equations, text_plural(s->equations), s->unknowns,
            text_plural(s->unknowns), s->index, s->dof, text_plural(s->dof));
    fprintf(out,
            "           %d coordinate%s with time, %d constraint%s, %d invariant%s\n",
            s->coordinates, text_plural(s->coordinates), s->constraints,
            text_plural(s->constraints), s->invariants, text_plural(s->invariants));
}

/* The column width that shows every text up to `most` characters. */
int text_widen(int width, const char *text, int most) {
    assert(width >= 0 && most > 0);
    int n = (int)strlen(text ? text : "");
    if (n > most)
        n = most;
    return n > width ? n : width;
}

void text_cut(FILE *out, const char *text, int width) {
    assert(text && width > 3);
    int n = (int)strlen(text);
    if (n > width)
        fprintf(out, "%.*s...", width - 3, text);
    else
        fprintf(out, "%-*s", width, text);
}

invo_status text_end(invo_context *c, FILE *out, char **text) {
    assert(text);
    int failed = !out || ferror(out);
    if (out && fclose(out))
        failed = 1;
    if (!failed)
        return INVO_OK;
    free(*text);
    *text = NULL;
    return report(c, INVO_E_MEMORY, NAN, "out of memory for the summary");
}
