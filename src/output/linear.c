/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear systems and steady states for people. */
#include <math.h>
#include <string.h>
#include "../base/context.h"
#include "text.h"

enum { LARGEST_SHOWN = 12, MOST_POLES = 40, MOST_VALUES = 60, NAME_WIDTH = 40 };

static void linear_names(FILE *out, const char *title, int count,
                         const char *const *name) {
    fprintf(out, "%-10s", title);
    for (int k = 0; k < count; k++)
        fprintf(out, "%s%s", k ? ", " : " ", name[k]);
    fprintf(out, count ? "\n" : " none\n");
}

static void linear_matrix(FILE *out, const char *title, int rows, int columns,
                          const double *a) {
    if (!rows || !columns)
        return;
    if (rows > LARGEST_SHOWN || columns > LARGEST_SHOWN) {
        fprintf(out, "\n%s: %d by %d; --json prints it\n", title, rows, columns);
        return;
    }
    for (int i = 0; i < rows; i++) {
        fprintf(out, i ? "   " : "\n%s =", title);
        for (int j = 0; j < columns; j++)
            fprintf(out, " %13.6g", a[i + (size_t)j * (size_t)rows]);
        fprintf(out, "\n");
    }
}

/* With its damping and frequency where it is one of a pair. */
static void linear_pole(FILE *out, double re, double im) {
    const double size = hypot(re, im);
    if (im == 0)
        fprintf(out, "  %.6g\n", re);
    else
        fprintf(out, "  %.6g %c %.6gi   frequency %.6g rad/s, damping %.4g\n", re,
                im < 0 ? '-' : '+', fabs(im), size, 0.0 - re / size);
}

static void linear_poles(FILE *out, const invo_linear *l) {
    if (!l->states)
        return;
    fprintf(out, "\npoles\n");
    for (int k = 0; k < l->states && k < MOST_POLES; k++)
        linear_pole(out, l->pole_re[k], l->pole_im[k]);
    if (l->states > MOST_POLES)
        fprintf(out, "  ... %d in all\n", l->states);
}

static void linear_values(FILE *out, int count, const char *const *name,
                          const double *value) {
    int width = 4;
    for (int k = 0; k < count && k < MOST_VALUES; k++)
        width = text_widen(width, name[k], NAME_WIDTH);
    for (int k = 0; k < count && k < MOST_VALUES; k++) {
        fprintf(out, "  ");
        text_cut(out, name[k], width);
        fprintf(out, "  %.10g\n", value[k]);
    }
    if (count > MOST_VALUES)
        fprintf(out, "  ... %d in all; --json prints them\n", count);
}

invo_status invo_linear_summary(invo_context *c, const invo_linear *linear,
                                const invo_model *m, char **text) {
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    const invo_linear *l = linear;
    if (!out)
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    fprintf(out, "%s: linear at t = %.10g\n\n", m ? invo_model_name(m) : "model", l->t);
    linear_names(out, "states", l->states, l->state);
    linear_names(out, "inputs", l->inputs, l->input);
    linear_names(out, "outputs", l->outputs, l->output);
    linear_matrix(out, "A", l->states, l->states, l->a);
    linear_matrix(out, "B", l->states, l->inputs, l->b);
    linear_matrix(out, "C", l->outputs, l->states, l->c);
    linear_matrix(out, "D", l->outputs, l->inputs, l->d);
    linear_poles(out, l);
    if (l->rate > 1e-8)
        fprintf(out,
                "\nThe solution moves there (rates up to %.3g): this is the system "
                "along it, not at rest.\n",
                l->rate);
    return text_end(c, out, text);
}

invo_status invo_steady_summary(invo_context *c, const invo_steady *steady,
                                const invo_model *m, char **text) {
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    if (!out)
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    fprintf(out, "%s: steady state, all equations within %.2g units of round-off\n\n",
            m ? invo_model_name(m) : "model", steady->units);
    linear_values(out, steady->columns, steady->column, steady->point);
    if (steady->free)
        fprintf(out,
                "\nIt is not isolated: it is one of a family with %d free dimension%s, "
                "near the start values.\n",
                steady->free, text_plural(steady->free));
    if (steady->depends_on_time)
        fprintf(out, "\nThe equations depend on time, which is held at %.10g.\n",
                steady->t);
    return text_end(c, out, text);
}
