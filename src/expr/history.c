/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces of the past, and their values. The piece is found by bisection. */
#include "history.h"
#include <assert.h>
#include <math.h>
#include <string.h>

void history_reset(history *h, arena *a, double first, double span) {
    memset(h, 0, sizeof *h);
    h->first = first;
    h->span = span;
    h->oldest = 1;
    h->arena = a;
}

long history_newest(const history *h) {
    return h->oldest + h->opened.count - 1;
}

static const history_stretch *stretch_at(const history *h, long stretch) {
    long k = stretch - h->oldest;
    if (k < 0 || k >= h->opened.count)
        return NULL;
    return &h->opened.at[k];
}

double history_begin(const history *h, long stretch) {
    const history_stretch *s = stretch_at(h, stretch);
    return s ? s->begin : -INFINITY;
}

double history_end(const history *h, long stretch) {
    const history_stretch *next = stretch_at(h, stretch + 1);
    return next ? next->begin : INFINITY;
}

int history_generation(const history *h, long stretch) {
    const history_stretch *s = stretch_at(h, stretch);
    return s ? s->generation : 0;
}

double history_known(const history *h) {
    return h->pieces.count ? h->pieces.at[h->pieces.count - 1].to : -INFINITY;
}

void history_open(history *h, double t, int generation) {
    history_stretch s = {t, generation};
    LIST_PUSH(h->arena, h->opened, s);
}

/* Drops what ended more than a span ago, when it is half of all: each piece is moved a
 * few times at most. The last piece of what is dropped stays, as times are rounded. */
static void drop_old(history *h) {
    enum { FEW = 64 };
    const double end = history_known(h) - h->span;
    const int half = h->pieces.count / 2;
    if (half < FEW || h->pieces.at[half].to >= end)
        return;
    h->pieces.count -= half;
    memmove(h->pieces.at, h->pieces.at + half,
            sizeof *h->pieces.at * (size_t)h->pieces.count);
    const int gone = (int)(h->pieces.at[0].stretch - h->oldest);
    if (gone <= 0)
        return;
    h->oldest += gone;
    h->opened.count -= gone;
    memmove(h->opened.at, h->opened.at + gone,
            sizeof *h->opened.at * (size_t)h->opened.count);
}

void history_push(history *h, history_piece p) {
    assert(p.degree >= 0 && p.degree < HISTORY_TERMS);
    p.stretch = history_newest(h);
    LIST_PUSH(h->arena, h->pieces, p);
    drop_old(h);
}

/* k (k - 1) ... (k - order + 1) */
static double falling_power(int k, int order) {
    double product = 1;
    for (int i = 0; i < order; i++)
        product *= k - i;
    return product;
}

/* A derivative of a polynomial. */
static double piece_value(const history_piece *p, int order, double t) {
    const double half = (p->to - p->from) / 2;
    const double s = (t - p->from) / half - 1;
    double v = 0;
    for (int k = p->degree; k >= order; k--)
        v = v * s + falling_power(k, order) * p->c[k];
    return v / pow(half, order);
}

/* What the Taylor series about t, from order `lowest` to the fourth, of two pieces differ
 * by at a time d from there. Higher orders are noise of the interpolation. */
static double series_difference(const history_piece *p, const history_piece *q, double t,
                                double d, int lowest) {
    enum { HIGHEST = 4 };
    double sum = 0;
    double power = pow(d, lowest);
    for (int k = 2; k <= lowest; k++)
        power /= k;
    for (int order = lowest; order <= HIGHEST; order++) {
        sum += fabs(piece_value(q, order, t) - piece_value(p, order, t)) * power;
        power *= d / (order + 1);
    }
    return sum;
}

int history_join(history *h, int lowest, double allowed) {
    static const double SHORT = 0.25; /* share of both pieces */
    const int last = h->pieces.count - 1;
    if (last < 1 || h->opened.count < 2)
        return 0;
    const history_piece *p = &h->pieces.at[last - 1];
    history_piece *q = &h->pieces.at[last];
    if (p->stretch != q->stretch - 1 || q->stretch != history_newest(h))
        return 0;
    const double d = SHORT * fmin(p->to - p->from, q->to - q->from);
    if (!(series_difference(p, q, q->from, d, lowest) <= allowed))
        return 0;
    q->stretch--;
    h->opened.count--;
    return 1;
}

/* Does piece p come after time t of the stretch? */
static int is_after(const history_piece *p, double t, long stretch) {
    return p->stretch == stretch ? p->from > t : p->stretch > stretch;
}

/* The piece of the stretch that holds t, or the nearest one; NULL: it has none. */
static const history_piece *find_piece(const history *h, double t, long stretch) {
    int low = 0;
    int high = h->pieces.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (is_after(&h->pieces.at[middle], t, stretch))
            high = middle;
        else
            low = middle + 1;
    }
    if (low > 0 && h->pieces.at[low - 1].stretch == stretch)
        return &h->pieces.at[low - 1];
    if (low < h->pieces.count && h->pieces.at[low].stretch == stretch)
        return &h->pieces.at[low];
    return NULL;
}

#define REAL double
#define HISTORY history_value
#include "history_value.def"

#define REAL long double
#define HISTORY history_value_long
#include "history_value.def"

#define REAL quad
#define HISTORY history_value_quad
#include "history_value.def"

double history_size(const history *h, int order, double t, double stretch) {
    const history_piece *p = find_piece(h, t, (long)stretch);
    if (!p)
        return order == 0 ? fabs(h->first) : 0;
    if (p->degree == 0)
        return order == 0 ? fabs(p->c[0]) : 0;
    const double half = (p->to - p->from) / 2;
    const double s = fabs((t - p->from) / half - 1);
    double size = 0;
    for (int k = p->degree; k >= order; k--)
        size = size * s + falling_power(k, order) * fabs(p->c[k]);
    return size / pow(half, order);
}

/* --- interpolation --- */

/* Divided differences in place: node[k] may be equal in pairs at both ends, where `slope`
 * has the derivative. */
static void divide_differences(int count, const double *node, const double *slope,
                               double *v) {
    for (int order = 1; order < count; order++)
        for (int k = count - 1; k >= order; k--) {
            double width = node[k] - node[k - order];
            if (width == 0)
                v[k] = slope[k > 1];
            else
                v[k] = (v[k] - v[k - 1]) / width;
        }
}

int history_fit(int count, const double *s, const double *value, const double *slope,
                double *c) {
    double node[HISTORY_TERMS];
    double v[HISTORY_TERMS];
    int n = 0;
    assert(count >= 2 && count + 2 <= HISTORY_TERMS);
    for (int k = 0; k < count; k++) {
        int is_end = k == 0 || k == count - 1;
        for (int copies = slope && is_end ? 2 : 1; copies > 0; copies--) {
            node[n] = s[k];
            v[n++] = value[k];
        }
    }
    divide_differences(n, node, slope, v);
    memset(c, 0, sizeof *c * HISTORY_TERMS);
    for (int k = n - 1; k >= 0; k--) { /* c = c (s - node) + v */
        for (int i = n - 1; i > 0; i--)
            c[i] = c[i - 1] - node[k] * c[i];
        c[0] = v[k] - node[k] * c[0];
    }
    return n - 1;
}
