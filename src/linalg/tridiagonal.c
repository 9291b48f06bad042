/* SPDX-License-Identifier: BSD-3-Clause */
/* Each row needs the one above it alone, so that what it needs is at hand. */
#include "tridiagonal.h"
#include <math.h>
#include "../base/number.h"

static double tridiagonal_entry(const double *value, int k) {
    return k < 0 ? 0 : value[k];
}

int tridiagonal_factor(const tridiagonal *t, const double *value, double growth) {
    double u = 0;
    double inverse = 0;
    double most = 0; /* of the row above */
    for (int i = 0; i < t->n; i++) {
        const double below = tridiagonal_entry(value, t->below[i]);
        const double middle = tridiagonal_entry(value, t->middle[i]);
        const double above = tridiagonal_entry(value, t->above[i]);
        const double largest = larger(larger(fabs(below), fabs(middle)), fabs(above));
        const double l = below * inverse;
        const double pivot = middle - l * u;
        if (!(fabs(l) * most <= growth * largest) || pivot == 0)
            return 0;
        inverse = 1 / pivot;
        u = above;
        most = larger(fabs(pivot), fabs(u));
        t->l[i] = l;
        t->u[i] = u;
        t->inverse[i] = inverse;
        if (!isfinite(inverse) || !isfinite(most))
            return 0;
    }
    return 1;
}

typedef struct tridiagonal_number {
    double re, im;
} tridiagonal_number;

static tridiagonal_number tridiagonal_pair(const double *value, int k) {
    if (k < 0)
        return (tridiagonal_number){0, 0};
    return (tridiagonal_number){value[2 * k], value[2 * k + 1]};
}

static tridiagonal_number tridiagonal_times(tridiagonal_number x, tridiagonal_number y) {
    return (tridiagonal_number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static double tridiagonal_size(tridiagonal_number x) {
    return fabs(x.re) + fabs(x.im);
}

static void tridiagonal_put(double *to, int i, tridiagonal_number x) {
    to[2 * i] = x.re;
    to[2 * i + 1] = x.im;
}

int tridiagonal_factor_complex(const tridiagonal *t, const double *value, double growth) {
    tridiagonal_number u = {0, 0};
    tridiagonal_number inverse = {0, 0};
    double most = 0;
    for (int i = 0; i < t->n; i++) {
        const tridiagonal_number below = tridiagonal_pair(value, t->below[i]);
        const tridiagonal_number middle = tridiagonal_pair(value, t->middle[i]);
        const tridiagonal_number above = tridiagonal_pair(value, t->above[i]);
        const double largest =
            larger(larger(tridiagonal_size(below), tridiagonal_size(middle)),
                   tridiagonal_size(above));
        const tridiagonal_number l = tridiagonal_times(below, inverse);
        const tridiagonal_number lu = tridiagonal_times(l, u);
        const tridiagonal_number pivot = {middle.re - lu.re, middle.im - lu.im};
        const double square = 1 / (pivot.re * pivot.re + pivot.im * pivot.im);
        if (!(tridiagonal_size(l) * most <= growth * largest))
            return 0;
        inverse = (tridiagonal_number){pivot.re * square, -pivot.im * square};
        u = above;
        most = larger(tridiagonal_size(pivot), tridiagonal_size(u));
        tridiagonal_put(t->l, i, l);
        tridiagonal_put(t->u, i, u);
        tridiagonal_put(t->inverse, i, inverse);
        if (!isfinite(square) || square == 0 || !isfinite(most))
            return 0;
    }
    return 1;
}

void tridiagonal_solve(const tridiagonal *t, double *x) {
    double last = 0;
    for (int i = 0; i < t->n; i++)
        x[i] = last = x[i] - t->l[i] * last;
    last = 0;
    for (int i = t->n - 1; i >= 0; i--)
        x[i] = last = (x[i] - t->u[i] * last) * t->inverse[i];
}

void tridiagonal_solve_complex(const tridiagonal *t, double *x) {
    tridiagonal_number last = {0, 0};
    for (int i = 0; i < t->n; i++) {
        const tridiagonal_number product =
            tridiagonal_times(tridiagonal_pair(t->l, i), last);
        last = (tridiagonal_number){x[2 * i] - product.re, x[2 * i + 1] - product.im};
        tridiagonal_put(x, i, last);
    }
    last = (tridiagonal_number){0, 0};
    for (int i = t->n - 1; i >= 0; i--) {
        const tridiagonal_number product =
            tridiagonal_times(tridiagonal_pair(t->u, i), last);
        const tridiagonal_number rest = {x[2 * i] - product.re,
                                         x[2 * i + 1] - product.im};
        last = tridiagonal_times(rest, tridiagonal_pair(t->inverse, i));
        tridiagonal_put(x, i, last);
    }
}
