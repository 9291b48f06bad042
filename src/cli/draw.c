/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "y vy": a dot for each crossing of the sections of the last run. */
static int scatter(figure *f, const item_line *line, const measured *m) {
    const char *at = line->text, *end = at + line->length;
    char x[ITEM_WORD], y[ITEM_WORD];
    item_word(&at, end, x, sizeof x), item_word(&at, end, y, sizeof y);
    int a = measure_column(m->result, x), b = measure_column(m->result, y);
    if (a < 0 || b < 0) return 0;
    size_t width = (size_t)invo_result_columns(m->result) + 1;
    double *p = calloc((size_t)(2 * m->crossings + 1), sizeof *p), *q = p + m->crossings;
    if (!p) return 1;
    for (long i = 0; i < m->crossings; i++) {
        const double *row = m->crossing + (size_t)i * width;
        p[i] = row[a], q[i] = row[b];
    }
    figure_add_points(f, m->crossings, p, q, x, y, 1);
    free(p);
    return 1;
}

/* "y,der(y)": the error over what was swept, both as powers of ten. */
static int errors(figure *f, const item_line *line, const measured *run, int runs,
                  const reference *r) {
    double x[ITEM_RUNS], y[ITEM_RUNS];
    const char *at = line->text, *why = "";
    char names[ITEM_WORD], label[ITEM_WORD + 20];
    item_word(&at, at + line->length, names, sizeof names);
    for (int k = 0; k < runs; k++) {
        x[k] = log10(run[k].swept);
        y[k] = log10(measure_error(&run[k], names, r, &why));
    }
    snprintf(label, sizeof label, "log10 error %s", names);
    figure_add_points(f, runs, x, y, "log10 of what is swept", label, 0);
    return !*why;
}

/* A number, or the value of a column in row i. */
static int value_of(const invo_result *r, long i, const char *word, double *x) {
    char *end;
    *x = strtod(word, &end);
    if (!*end) return 1;
    int column = measure_column(r, word);
    if (column >= 0) *x = invo_result_row(r, i)[column];
    return column >= 0;
}

static long row_at(const invo_result *r, double t) {
    long best = 0;
    for (long i = 1; i < invo_result_rows(r); i++)
        if (fabs(invo_result_row(r, i)[0] - t) < fabs(invo_result_row(r, best)[0] - t))
            best = i;
    return best;
}

/* The corners "0 0 x1 y1 2 0", in the row of output nearest to t. */
static int shape(figure *f, const invo_result *r, double t, const char *at,
                 const char *end) {
    enum { MOST_CORNERS = 40 };
    double x[MOST_CORNERS], y[MOST_CORNERS];
    char word[ITEM_WORD], label[40];
    int corners = 0;
    long row = row_at(r, t);
    while (corners < MOST_CORNERS && item_word(&at, end, word, sizeof word)) {
        if (!value_of(r, row, word, &x[corners])) return 0;
        if (!item_word(&at, end, word, sizeof word)) return 0;
        if (!value_of(r, row, word, &y[corners++])) return 0;
    }
    snprintf(label, sizeof label, "t = %.4g", invo_result_row(r, row)[0]);
    figure_add_points(f, corners, x, y, "x", label, 0);
    return 1;
}

/* "0 0.5 1 : 0 0 x1 y1 2 0": a shape for each time. */
static int shapes(figure *f, const item_line *line, const invo_result *r) {
    const char *at = line->text, *end = at + line->length;
    const char *corners = memchr(at, ':', (size_t)line->length);
    char word[ITEM_WORD];
    if (!corners) return 0;
    while (item_word(&at, end, word, sizeof word) && strcmp(word, ":") != 0)
        if (!shape(f, r, strtod(word, NULL), corners + 1, end)) return 0;
    return 1;
}

/* "time": how far each step went along the curve, over where it began. */
static int lengths(figure *f, const item_line *line, const invo_result *r) {
    const char *at = line->text;
    char over[ITEM_WORD];
    item_word(&at, at + line->length, over, sizeof over);
    int a = measure_column(r, over), s = measure_column(r, "s");
    long count = invo_result_rows(r) - 1;
    if (a < 0 || s < 0 || count < 1) return 0;
    double *p = calloc((size_t)(2 * count), sizeof *p), *q = p + count;
    if (!p) return 1;
    for (long i = 0; i < count; i++) {
        const double *from = invo_result_row(r, i), *to = invo_result_row(r, i + 1);
        p[i] = from[a], q[i] = to[s] - from[s];
    }
    figure_add_points(f, count, p, q, over, "length of step", 0);
    free(p);
    return 1;
}

/* The size of the deviation of a column in row i, from its start or from another run, as
 * a power of ten. None at all is drawn as 1e-17, below what round-off leaves. */
static double deviation(const invo_result *r, const invo_result *from, long i, int a,
                        int b) {
    double start = from ? invo_result_row(from, i)[b] : invo_result_row(r, 0)[a];
    return log10(fmax(fabs(invo_result_row(r, i)[a] - start), 1e-17));
}

static int deviation_curve(figure *f, const invo_result *r, const invo_result *from,
                           const char *name) {
    int a = measure_column(r, name), b = from ? measure_column(from, name) : a;
    long rows = invo_result_rows(r);
    char label[ITEM_WORD + 60];
    if (a < 0 || b < 0 || (from && invo_result_rows(from) != rows)) return 0;
    double *t = calloc((size_t)(2 * rows + 1), sizeof *t), *y = t + rows;
    if (!t) return 1;
    for (long i = 0; i < rows; i++)
        t[i] = invo_result_row(r, i)[0], y[i] = deviation(r, from, i, a, b);
    snprintf(label, sizeof label, "log10 error %s, %.30s", name,
             invo_result_settings(r)->method);
    figure_add_points(f, rows, t, y, "time", label, 0);
    free(t);
    return 1;
}

/* "H M", from the start, or "u w : MODEL OPTIONS", from a run with the same output times.
 */
static int deviations(figure *f, const item_line *line, const invo_result *r) {
    const char *at = line->text, *end = at + line->length,
               *colon = memchr(at, ':', (size_t)line->length);
    char word[ITEM_WORD];
    measured from = {0};
    int good = 1;
    if (colon) {
        from = measure_run(colon + 1, (int)(end - colon - 1), NULL, NULL);
        good = !from.status, end = colon;
    }
    while (good && item_word(&at, end, word, sizeof word))
        good = deviation_curve(f, r, from.result, word);
    if (colon) measure_free(&from);
    return good;
}

int draw(figure *f, const item_line *line, const measured *run, int runs,
         const reference *r) {
    if (runs == 0 || !run[runs - 1].result) return 0;
    if (line->kind == LINE_SCATTER) return scatter(f, line, &run[runs - 1]);
    if (line->kind == LINE_ERRORS) return errors(f, line, run, runs, r);
    if (line->kind == LINE_LENGTHS) return lengths(f, line, run[runs - 1].result);
    if (line->kind == LINE_DEVIATIONS) return deviations(f, line, run[runs - 1].result);
    return shapes(f, line, run[runs - 1].result);
}
