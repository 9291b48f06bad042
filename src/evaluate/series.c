/* SPDX-License-Identifier: BSD-3-Clause */
/* The recurrences of Taylor coefficients: Leibniz's rule for products, and for each
 * function the differential equation that it satisfies ([HNW93] I.8). */
#include "series.h"
#include <assert.h>
#include <math.h>

double *series_of(const series *s, int row) {
    assert(row >= 0 && row < s->rows);
    return s->coefficient + (size_t)row * ((size_t)s->most + 1);
}

/* sum of a[j] b[m - j], j = 1 .. m - 1 */
static double convolve(int m, const double *restrict a, const double *restrict b) {
    double sum = 0;
    for (int j = 1; j < m; j++)
        sum += a[j] * b[m - j];
    return sum;
}

/* sum of j a[j] b[m - j], j = 1 .. m - 1: of a' b */
static double convolve_slope(int m, const double *restrict a, const double *restrict b) {
    double sum = 0;
    for (int j = 1; j < m; j++)
        sum += j * a[j] * b[m - j];
    return sum;
}

/* sum of (p j - (m - j)) x[j] v[m - j], j = 1 .. m - 1 */
static double convolve_power(int m, double p, const double *x, const double *v) {
    double sum = 0;
    for (int j = 1; j < m; j++)
        sum += (p * j - (m - j)) * x[j] * v[m - j];
    return sum;
}

/* Sums the products of known coefficients in one row: what coefficient `number` has
 * without those that are still to be found. */
static double tail_of(const series *s, const series_row *r, int number, int m) {
    const double *x = series_of(s, r->x);
    const double *y = series_of(s, r->y);
    const double *v = series_of(s, number);
    const double *w = r->w < 0 ? NULL : series_of(s, r->w);
    switch (r->kind) {
    case SERIES_PRODUCT:
        return s->row[r->x].varies && s->row[r->y].varies ? convolve(m, x, y) : 0;
    case SERIES_QUOTIENT:
        return s->row[r->y].varies ? -convolve(m, y, v) / y[0] : 0;
    case SERIES_INTEGRAL:
        return r->factor * convolve_slope(m, x, w) / m;
    case SERIES_RATIO:
        return -convolve_slope(m, v, w) / (m * w[0]);
    case SERIES_ROOT:
        return -convolve(m, v, v) / (2 * v[0]);
    case SERIES_POWER:
        return convolve_power(m, y[0], x, v) / (m * x[0]);
    case SERIES_ANGLE:
        return (convolve_slope(m, x, y) - convolve_slope(m, y, x) -
                convolve_slope(m, v, w)) /
               (m * w[0]);
    case SERIES_LOOKUP: {
        double tail = w ? convolve_slope(m, x, w) : 0;
        if (r->w_y >= 0)
            tail += convolve_slope(m, y, series_of(s, r->w_y));
        return tail / m;
    }
    case SERIES_INPUT:
    case SERIES_CHOICE:
    case SERIES_LINEAR:
        break;
    }
    return 0;
}

void series_tails(series *s, int k) {
    assert(k >= -s->deepest && k <= s->most - s->deepest);
    for (int i = 0; i < s->lives; i++) {
        series_row *r = &s->row[s->live[i]];
        int m = k + r->ahead;
        if (m >= 1 && r->varies && r->kind > SERIES_LINEAR)
            r->tail = tail_of(s, r, s->live[i], m);
    }
}

/* A slope without use may not be finite: 0 times it must stay out. */
static void keep_slopes(const series *s, series_row *r, const double *f) {
    const int argument[3] = {r->x, r->y, r->z};
    r->arguments = 0;
    for (int a = 0; a < 3; a++) {
        if (f[a] == 0 || !s->row[argument[a]].varies)
            continue;
        r->from[r->arguments] = (size_t)argument[a] * ((size_t)s->most + 1);
        r->slope[r->arguments++] = f[a];
    }
}

/* Returns coefficient 0 and keeps the slopes there. */
static double begin_row(const series *s, series_row *r) {
    double x = series_of(s, r->x)[0];
    double y = series_of(s, r->y)[0];
    double z = series_of(s, r->z)[0];
    double v = tape_operate(r->op, r->look, x, y, z);
    double f[3];
    tape_slopes(r->op, r->look, x, y, z, v, f);
    if (r->kind == SERIES_CHOICE && f[1] != 0)
        f[0] = 0;
    keep_slopes(s, r, f);
    return v;
}

static double series_follow(const series *s, const series_row *r, int m) {
    double v = r->kind > SERIES_LINEAR ? r->tail : 0;
    for (int a = 0; a < r->arguments; a++)
        v += r->slope[a] * s->coefficient[r->from[a] + (size_t)m];
    return v;
}

static void finish_rows(series *s, int k, int count, const int *list, double *out) {
    assert(k >= -s->deepest && k <= s->most - s->deepest);
    const size_t stride = (size_t)s->most + 1;
    for (int i = 0; i < count; i++) {
        series_row *r = &s->row[list[i]];
        int m = k + r->ahead;
        assert(m <= s->most);
        if (m >= 1 && r->varies)
            s->coefficient[(size_t)list[i] * stride + (size_t)m] = series_follow(s, r, m);
        else if (m == 0)
            s->coefficient[(size_t)list[i] * stride] = begin_row(s, r);
    }
    for (int i = 0; out && i < s->outputs; i++) {
        int m = k + s->ahead[i];
        out[i] = m < 0 ? 0 : series_of(s, s->output[i])[m];
    }
}

void series_finish(series *s, int k, double *out) {
    finish_rows(s, k, s->lives, s->live, out);
}

void series_settle(series *s, int k, double *out) {
    finish_rows(s, k, s->settled, s->settle, out);
}
