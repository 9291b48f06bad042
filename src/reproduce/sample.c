/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves and surfaces given by formulas: the formulas become a model, whose time is u. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "draw.h"

enum { MOST_TEXT = 4000 };

/* Returns the number of formulas, each an unknown w1, w2, ... of the model. */
static int sample_write_model(const char *text, int length, double v, char *model) {
    int count = 0;
    int used = snprintf(model, MOST_TEXT,
                        "model Formula\n  Real u = time;\n  parameter Real v = "
                        "%.17g;\n",
                        v);
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, ';', (size_t)(end - text));
        if (!stop)
            stop = end;
        used += snprintf(model + used, (size_t)(MOST_TEXT - used), "  Real w%d = %.*s;\n",
                         ++count, (int)(stop - text), text);
        if (used >= MOST_TEXT - 100)
            return 0;
        text = stop + 1;
    }
    snprintf(model + used, (size_t)(MOST_TEXT - used), "end Formula;\n");
    return count;
}

static int sample_take(const invo_result *r, int count, long points, double *value) {
    assert(count > 0 && points > 0);
    if (invo_result_rows(r) != points)
        return 0;
    for (int k = 0; k < count; k++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", k + 1);
        int column = measure_column(r, name);
        if (column < 0)
            return 0;
        for (long i = 0; i < points; i++)
            value[k * points + i] = invo_result_row(r, i)[column];
    }
    return 1;
}

/* Runs the model of the formulas from low to high; its rows are the values. */
int draw_sample(const char *text, int length, const sampling *s, int most, double *value,
                char *problem, size_t size) {
    assert(s->points > 1 && most > 0);
    char model[MOST_TEXT];
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    int count = sample_write_model(text, length, s->v, model);
    invo_status status = INVO_E_ARGUMENT;
    invo_options_init(&o);
    o.start = s->low;
    o.stop = s->high;
    o.points = s->points - 1;
    if (c && count >= 1 && count <= most)
        status = invo_model_parse(c, "formula", model, strlen(model), &m);
    if (!status)
        status = invo_model_run(m, &o, &r);
    const char *message = c ? invo_context_message(c) : "out of memory";
    if (status || !sample_take(r, count, s->points, value)) {
        snprintf(problem, size, "formulas '%.*s': %s", length, text, message);
        count = 0;
    }
    if (r)
        invo_result_free(r);
    if (m)
        invo_model_free(m);
    if (c)
        invo_context_free(c);
    return count;
}
