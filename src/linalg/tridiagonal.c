/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows are eliminated from both ends toward the one in the middle. Each needs the one
 * before it alone, so that what it needs is at hand, and a processor waits for two rows
 * at once. Row i of the upper half has l = below / pivot above, u = above; of the lower
 * half the other way round; the row in the middle has both quotients, in l and u. */
#include "tridiagonal.h"
#include <math.h>
#include "../base/number.h"

/* A half as far as it is eliminated: the entry of its last row that the next one meets,
 * its inverse pivot, and its largest entry. */
typedef struct tridiagonal_half {
    double u, inverse, most;
} tridiagonal_half;

typedef struct tridiagonal_number {
    double re, im;
} tridiagonal_number;

typedef struct tridiagonal_complex_half {
    tridiagonal_number u, inverse;
    double most;
} tridiagonal_complex_half;

static inline double tridiagonal_entry(const double *value, int k) {
    return k < 0 ? 0 : value[k];
}

/* How many rows the lower half has; the upper one has as many, or one more. */
static inline int tridiagonal_lower(const tridiagonal *t) {
    return t->n - 1 - t->n / 2;
}

/* Eliminates row i; `before` lists the entries toward the row before it, `next` those
 * toward the next one. */
static inline int tridiagonal_row(const tridiagonal *t, const double *value,
                                  double growth, int i, const int *before,
                                  const int *next, tridiagonal_half *h) {
    const double from = tridiagonal_entry(value, before[i]);
    const double middle = tridiagonal_entry(value, t->middle[i]);
    const double to = tridiagonal_entry(value, next[i]);
    const double largest = larger(larger(fabs(from), fabs(middle)), fabs(to));
    const double l = from * h->inverse;
    const double pivot = middle - l * h->u;
    const int is_small = fabs(l) * h->most <= growth * largest;
    h->inverse = 1 / pivot;
    h->u = to;
    h->most = larger(fabs(pivot), fabs(to));
    t->l[i] = l;
    t->u[i] = to;
    t->inverse[i] = h->inverse;
    return is_small && isfinite(h->inverse) && isfinite(h->most);
}

static int tridiagonal_middle(const tridiagonal *t, const double *value, double growth,
                              tridiagonal_half up, tridiagonal_half down) {
    const int i = t->n / 2;
    const double below = tridiagonal_entry(value, t->below[i]);
    const double middle = tridiagonal_entry(value, t->middle[i]);
    const double above = tridiagonal_entry(value, t->above[i]);
    const double largest = larger(larger(fabs(below), fabs(middle)), fabs(above));
    const double first = below * up.inverse;
    const double last = above * down.inverse;
    const double pivot = middle - first * up.u - last * down.u;
    const double grown = larger(fabs(first) * up.most, fabs(last) * down.most);
    t->l[i] = first;
    t->u[i] = last;
    t->inverse[i] = 1 / pivot;
    return grown <= growth * largest && isfinite(t->inverse[i]) && isfinite(pivot);
}

int tridiagonal_factor(const tridiagonal *t, const double *value, double growth) {
    const int end = t->n - 1;
    tridiagonal_half up = {0, 0, 0};
    tridiagonal_half down = {0, 0, 0};
    for (int i = 0; i < t->n / 2; i++) {
        if (!tridiagonal_row(t, value, growth, i, t->below, t->above, &up))
            return 0;
        if (i < tridiagonal_lower(t) &&
            !tridiagonal_row(t, value, growth, end - i, t->above, t->below, &down))
            return 0;
    }
    return tridiagonal_middle(t, value, growth, up, down);
}

static inline tridiagonal_number tridiagonal_pair(const double *value, int k) {
    if (k < 0)
        return (tridiagonal_number){0, 0};
    return (tridiagonal_number){value[2 * k], value[2 * k + 1]};
}

static inline tridiagonal_number tridiagonal_times(tridiagonal_number x,
                                                   tridiagonal_number y) {
    return (tridiagonal_number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static inline tridiagonal_number tridiagonal_minus(tridiagonal_number x,
                                                   tridiagonal_number y) {
    return (tridiagonal_number){x.re - y.re, x.im - y.im};
}

/* The inverse; not finite where there is none. */
static inline tridiagonal_number tridiagonal_inverse(tridiagonal_number x) {
    const double square = 1 / (x.re * x.re + x.im * x.im);
    if (square == 0)
        return (tridiagonal_number){INFINITY, 0};
    return (tridiagonal_number){x.re * square, -x.im * square};
}

static inline double tridiagonal_size(tridiagonal_number x) {
    return fabs(x.re) + fabs(x.im);
}

static inline void tridiagonal_put(double *to, int i, tridiagonal_number x) {
    to[2 * i] = x.re;
    to[2 * i + 1] = x.im;
}

static inline int tridiagonal_complex_row(const tridiagonal *t, const double *value,
                                          double growth, int i, const int *before,
                                          const int *next, tridiagonal_complex_half *h) {
    const tridiagonal_number from = tridiagonal_pair(value, before[i]);
    const tridiagonal_number middle = tridiagonal_pair(value, t->middle[i]);
    const tridiagonal_number to = tridiagonal_pair(value, next[i]);
    const double largest = larger(
        larger(tridiagonal_size(from), tridiagonal_size(middle)), tridiagonal_size(to));
    const tridiagonal_number l = tridiagonal_times(from, h->inverse);
    const tridiagonal_number pivot =
        tridiagonal_minus(middle, tridiagonal_times(l, h->u));
    const int is_small = tridiagonal_size(l) * h->most <= growth * largest;
    h->inverse = tridiagonal_inverse(pivot);
    h->u = to;
    h->most = larger(tridiagonal_size(pivot), tridiagonal_size(to));
    tridiagonal_put(t->l, i, l);
    tridiagonal_put(t->u, i, to);
    tridiagonal_put(t->inverse, i, h->inverse);
    return is_small && isfinite(tridiagonal_size(h->inverse)) && isfinite(h->most);
}

static int tridiagonal_complex_middle(const tridiagonal *t, const double *value,
                                      double growth, tridiagonal_complex_half up,
                                      tridiagonal_complex_half down) {
    const int i = t->n / 2;
    const tridiagonal_number below = tridiagonal_pair(value, t->below[i]);
    const tridiagonal_number middle = tridiagonal_pair(value, t->middle[i]);
    const tridiagonal_number above = tridiagonal_pair(value, t->above[i]);
    const double largest =
        larger(larger(tridiagonal_size(below), tridiagonal_size(middle)),
               tridiagonal_size(above));
    const tridiagonal_number first = tridiagonal_times(below, up.inverse);
    const tridiagonal_number last = tridiagonal_times(above, down.inverse);
    const tridiagonal_number half =
        tridiagonal_minus(middle, tridiagonal_times(first, up.u));
    const tridiagonal_number pivot =
        tridiagonal_minus(half, tridiagonal_times(last, down.u));
    const tridiagonal_number inverse = tridiagonal_inverse(pivot);
    const double grown =
        larger(tridiagonal_size(first) * up.most, tridiagonal_size(last) * down.most);
    tridiagonal_put(t->l, i, first);
    tridiagonal_put(t->u, i, last);
    tridiagonal_put(t->inverse, i, inverse);
    return grown <= growth * largest && isfinite(tridiagonal_size(inverse)) &&
           isfinite(tridiagonal_size(pivot));
}

int tridiagonal_factor_complex(const tridiagonal *t, const double *value, double growth) {
    const int end = t->n - 1;
    tridiagonal_complex_half up = {{0, 0}, {0, 0}, 0};
    tridiagonal_complex_half down = up;
    for (int i = 0; i < t->n / 2; i++) {
        if (!tridiagonal_complex_row(t, value, growth, i, t->below, t->above, &up))
            return 0;
        if (i < tridiagonal_lower(t) &&
            !tridiagonal_complex_row(t, value, growth, end - i, t->above, t->below,
                                     &down))
            return 0;
    }
    return tridiagonal_complex_middle(t, value, growth, up, down);
}

void tridiagonal_solve(const tridiagonal *t, double *x) {
    const int middle = t->n / 2;
    const int lower = tridiagonal_lower(t);
    double *end = x + t->n - 1;
    const double *end_l = t->l + t->n - 1;
    double up = 0;
    double down = 0;
    for (int i = 0; i < lower; i++) {
        x[i] = up = x[i] - t->l[i] * up;
        end[-i] = down = end[-i] - end_l[-i] * down;
    }
    for (int i = lower; i < middle; i++)
        x[i] = up = x[i] - t->l[i] * up;
    const double rest = x[middle] - t->l[middle] * up - t->u[middle] * down;
    up = down = x[middle] = rest * t->inverse[middle];
    for (int k = 1; k <= lower; k++) {
        const int i = middle - k;
        const int j = middle + k;
        x[i] = up = (x[i] - t->u[i] * up) * t->inverse[i];
        x[j] = down = (x[j] - t->u[j] * down) * t->inverse[j];
    }
    for (int i = middle - lower - 1; i >= 0; i--)
        x[i] = up = (x[i] - t->u[i] * up) * t->inverse[i];
}

/* x_i - a_i y */
static inline tridiagonal_number tridiagonal_subtract(const double *x, const double *a,
                                                      int i, tridiagonal_number y) {
    return tridiagonal_minus(tridiagonal_pair(x, i),
                             tridiagonal_times(tridiagonal_pair(a, i), y));
}

/* x_i = inverse_i (x_i - u_i y) */
static inline tridiagonal_number tridiagonal_back(const tridiagonal *t, double *x, int i,
                                                  tridiagonal_number y) {
    const tridiagonal_number rest = tridiagonal_subtract(x, t->u, i, y);
    const tridiagonal_number z = tridiagonal_times(rest, tridiagonal_pair(t->inverse, i));
    tridiagonal_put(x, i, z);
    return z;
}

void tridiagonal_solve_complex(const tridiagonal *t, double *x) {
    const int middle = t->n / 2;
    const int lower = tridiagonal_lower(t);
    const int end = t->n - 1;
    tridiagonal_number up = {0, 0};
    tridiagonal_number down = {0, 0};
    for (int i = 0; i < middle; i++) {
        up = tridiagonal_subtract(x, t->l, i, up);
        tridiagonal_put(x, i, up);
        if (i >= lower)
            continue;
        down = tridiagonal_subtract(x, t->l, end - i, down);
        tridiagonal_put(x, end - i, down);
    }
    up = tridiagonal_subtract(x, t->l, middle, up);
    tridiagonal_put(x, middle, up);
    up = down = tridiagonal_back(t, x, middle, down);
    for (int k = 1; k <= middle; k++) {
        up = tridiagonal_back(t, x, middle - k, up);
        if (k <= lower)
            down = tridiagonal_back(t, x, middle + k, down);
    }
}
