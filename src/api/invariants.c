/* SPDX-License-Identifier: BSD-3-Clause */
/* Conserved quantities at the boundary. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../main_path/main_path.h"

enum { HIGHEST_DEGREE = 8 };

invo_status invo_model_find_invariants(invo_model *m, const invo_options *o,
                                       const invo_search *s) {
    context_reset(m->context);
    TRY(options_check(m->context, o));
    if (!finder_is_there())
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "a search for invariants needs quadruple precision, which this "
                      "build lacks; build it with glibc 2.26 or later");
    if (s->degree < 0 || s->degree > HIGHEST_DEGREE)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "the degree of a search is %d; it must be from 1 to %d, or 0 for "
                      "the default",
                      s->degree, HIGHEST_DEGREE);
    const plan p = plan_new(o);
    return main_path_find(m, &p, s);
}

int invo_model_found(const invo_model *m, int k, invo_found *f) {
    if (!m->finding || k < 0 || k >= m->finding->count)
        return 0;
    const found_quantity *q = &m->finding->at[k];
    *f = (invo_found){q->text,    q->degree,   q->is_generic, q->only_for, q->level,
                      q->numbers, q->has_time, q->has_angle,  q->residual, q->proof};
    return 1;
}

int invo_model_searched(const invo_model *m, invo_searched *s) {
    const finding *f = m->finding;
    if (!f)
        return 0;
    *s = (invo_searched){f->degree,    f->generators, f->products, f->most,
                         f->is_sparse, f->on_level,   f->searched, f->stopped};
    return 1;
}

/* A text between the quotes of a string of Modelica. */
static void write_within_quotes(FILE *f, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', f);
        putc(*text, f);
    }
}

/* The quantities as a class of annotations; angles are left out, for they jump, and what
 * holds on one level alone. */
invo_status invo_model_found_text(invo_model *m, char **text) {
    size_t size = 0;
    *text = NULL;
    FILE *f = open_memstream(text, &size);
    if (!f)
        return report(m->context, INVO_E_MEMORY, NAN, "out of memory");
    invo_found q;
    const char *separator = "";
    fputs("model Found \"Conserved quantities of ", f);
    write_within_quotes(f, invo_model_name(m));
    fputs("\"\n  annotation(__involute(invariants = {", f);
    for (int k = 0, number = 1; invo_model_found(m, k, &q); k++) {
        if (q.has_angle || *q.level)
            continue;
        fprintf(f, "%s\n    invariant(name = \"I%d\", expr = %s)", separator, number++,
                q.expr);
        separator = ",";
    }
    fputs("}));\nend Found;\n", f);
    if (fclose(f) == 0)
        return INVO_OK;
    free(*text);
    *text = NULL;
    return report(m->context, INVO_E_MEMORY, NAN, "out of memory");
}
