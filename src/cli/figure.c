/* SPDX-License-Identifier: BSD-3-Clause */
#include "figure.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "items.h"

enum { MOST_CURVES = 12, WIDTH = 640, HEIGHT = 420, LEFT = 70, BOTTOM = 50, MARGIN = 20 };

typedef struct curve {
    long points;
    double *x, *y;
    char label[120];
    int is_dots;
} curve;

struct figure {
    int count;
    curve curve[MOST_CURVES];
    char x_name[60];
};

figure *figure_new(void) { return calloc(1, sizeof(figure)); }
int figure_is_empty(const figure *f) { return f->count == 0; }

void figure_free(figure *f) {
    for (int k = 0; f && k < f->count; k++) free(f->curve[k].x);
    free(f);
}

/* An empty curve with room for `rows` points; NULL: there is none. */
static curve *next_curve(figure *f, long rows, const char *x, const char *y) {
    if (f->count == MOST_CURVES) return NULL;
    curve *c = &f->curve[f->count];
    c->x = calloc((size_t)(2 * rows + 1), sizeof *c->x);
    if (!c->x) return NULL;
    c->y = c->x + rows;
    snprintf(c->label, sizeof c->label, "%.100s", y);
    snprintf(f->x_name, sizeof f->x_name, "%.50s", x);
    f->count++;
    return c;
}

static void add_point(curve *c, double x, double y) {
    if (c && isfinite(x) && isfinite(y)) c->x[c->points] = x, c->y[c->points++] = y;
}

int figure_add(figure *f, const invo_result *r, const char *x, const char *y) {
    int a = measure_column(r, x), b = measure_column(r, y);
    if (a < 0 || b < 0) return 0;
    curve *c = next_curve(f, invo_result_rows(r), x, y);
    for (long i = 0; i < invo_result_rows(r); i++)
        add_point(c, invo_result_row(r, i)[a], invo_result_row(r, i)[b]);
    return 1;
}

int figure_add_dots(figure *f, const measured *m, const char *x, const char *y) {
    int a = measure_column(m->result, x), b = measure_column(m->result, y);
    const crossings *k = m->crossed;
    if (a < 0 || b < 0 || !k) return 0;
    curve *c = next_curve(f, k->count, x, y);
    for (long i = 0; i < k->count; i++) {
        const double *row = k->row + i * (k->columns + 1);
        add_point(c, row[a], row[b]);
    }
    if (c) c->is_dots = 1;
    return 1;
}

int figure_add_outline(figure *f, const invo_result *r, const char *names, int length) {
    const char *end = names + length;
    char time[ITEM_WORD], x[ITEM_WORD], y[ITEM_WORD], label[ITEM_WORD + 8];
    if (!item_word(&names, end, time, sizeof time)) return 0;
    snprintf(label, sizeof label, "t = %s", time);
    curve *c = next_curve(f, length, "x", label); /* more names than that it cannot be */
    while (item_word(&names, end, x, sizeof x) && item_word(&names, end, y, sizeof y)) {
        int a = measure_column(r, x), b = measure_column(r, y);
        if (a < 0 || b < 0) return 0;
        add_point(c, measure_at(r, atof(time), a), measure_at(r, atof(time), b));
    }
    return 1;
}

typedef struct axis {
    double low, high, step;
} axis;

/* A range with round ends: steps of 1, 2 or 5 times a power of ten. */
static axis round_axis(double low, double high) {
    if (!(high > low)) low -= 0.5, high += 0.5;
    double raw = (high - low) / 6, power = pow(10, floor(log10(raw))), m = raw / power;
    axis a = {.step = (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * power};
    a.low = a.step * floor(low / a.step + 1e-9);
    a.high = a.step * ceil(high / a.step - 1e-9);
    return a;
}

static axis range_of(const figure *f, int vertical) {
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < f->count; k++)
        for (long i = 0; i < f->curve[k].points; i++) {
            double p = vertical ? f->curve[k].y[i] : f->curve[k].x[i];
            low = fmin(low, p), high = fmax(high, p);
        }
    return isfinite(low) ? round_axis(low, high) : round_axis(0, 1);
}

static double across(const axis *a, double x) {
    return LEFT + (WIDTH - LEFT - MARGIN) * (x - a->low) / (a->high - a->low);
}
static double up(const axis *a, double y) {
    return HEIGHT - BOTTOM -
           (HEIGHT - BOTTOM - 2 * MARGIN) * (y - a->low) / (a->high - a->low);
}

static double tick(const axis *a, int k) {
    double x = a->low + k * a->step;
    return fabs(x) < 1e-9 * a->step ? 0 : x;
}

static void write_axes(FILE *out, const axis *x, const axis *y) {
    for (int k = 0; tick(x, k) <= x->high + 1e-9 * x->step; k++)
        fprintf(out,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#ddd'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
                across(x, tick(x, k)), up(y, y->low), across(x, tick(x, k)),
                up(y, y->high), across(x, tick(x, k)), HEIGHT - BOTTOM + 18, tick(x, k));
    for (int k = 0; tick(y, k) <= y->high + 1e-9 * y->step; k++)
        fprintf(out,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#ddd'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                across(x, x->low), up(y, tick(y, k)), across(x, x->high),
                up(y, tick(y, k)), LEFT - 6, up(y, tick(y, k)) + 4, tick(y, k));
}

static void write_curve(FILE *out, const curve *c, int k, const axis *x, const axis *y) {
    static const char *const color[] = {"#1f4e8c", "#b3462b", "#3a7d44",
                                        "#7b4fa3", "#8a6d1f", "#444444"};
    fprintf(out, "<g stroke='%s'>", color[k % 6]);
    for (long i = 0; c->is_dots && i < c->points; i++)
        fprintf(out, "<circle cx='%.1f' cy='%.1f' r='1'/>", across(x, c->x[i]),
                up(y, c->y[i]));
    fprintf(out, "<polyline fill='none' stroke-width='1.3' points='");
    for (long i = 0; !c->is_dots && i < c->points; i++)
        fprintf(out, "%.1f,%.1f ", across(x, c->x[i]), up(y, c->y[i]));
    fprintf(out, "'/></g>\n<text x='%d' y='%d' fill='%s'>%s</text>\n", LEFT + 10 + 90 * k,
            2 * MARGIN - 6, color[k % 6], c->label);
}

int figure_write(const figure *f, const char *title, const char *path) {
    axis x = range_of(f, 0), y = range_of(f, 1);
    FILE *out = fopen(path, "w");
    if (!out) return 0;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "font-family='sans-serif' font-size='12'>\n"
            "<title>%s</title>\n<rect width='100%%' height='100%%' fill='white'/>\n",
            WIDTH, HEIGHT, title);
    write_axes(out, &x, &y);
    for (int k = 0; k < f->count; k++) write_curve(out, &f->curve[k], k, &x, &y);
    fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n</svg>\n",
            (WIDTH + LEFT) / 2, HEIGHT - 10, f->x_name);
    return fclose(out) == 0;
}
