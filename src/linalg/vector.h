/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors of doubles. */
#ifndef LINALG_VECTOR_H
#define LINALG_VECTOR_H
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "wide.h"

static inline double dot(int n, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static inline double vector_length(int n, const double *x) {
    return sqrt(dot(n, x, x));
}

/* y = x; they may overlap */
static inline void vector_copy(int n, const double *x, double *y) {
    memmove(y, x, sizeof *y * (size_t)n);
}

static inline void vector_zero(int n, double *x) {
    memset(x, 0, sizeof *x * (size_t)n);
}

/* y = a x */
static inline void vector_multiple(int n, double a, const double *restrict x,
                                   double *restrict y) {
    for (int i = 0; i < n; i++)
        y[i] = a * x[i];
}

/* y += a x */
static inline void vector_add(int n, double a, const double *restrict x,
                              double *restrict y) {
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* x = p + h v, which may be p */
static inline void vector_move(int n, const double *p, double h, const double *v,
                               double *x) {
    for (int i = 0; i < n; i++)
        x[i] = p[i] + h * v[i];
}

/* |(w_1 x_1, ...)| */
static inline double vector_weigh(int n, const double *w, const double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double part = w[i] * x[i];
        sum += part * part;
    }
    return sqrt(sum);
}

/* x = a x */
static inline void vector_scale(int n, double a, double *x) {
    for (int i = 0; i < n; i++)
        x[i] *= a;
}

/* Exchanges x and y, whose components are `stride` apart. */
static inline void vector_swap(int n, int stride, double *x, double *y) {
    for (size_t i = 0; n-- > 0; i += stride) {
        double kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

/* x / |x|, as far as it has a length; returns that */
static inline double vector_normalize(int n, double *x) {
    double length = vector_length(n, x);
    for (int i = 0; i < n && length > 0; i++)
        x[i] /= length;
    return length;
}

/* Are all components finite? Two at a time: the difference of a number that is finite
 * from itself is 0. */
typedef double vector_pair __attribute__((vector_size(16)));
static inline int vector_all_finite(int n, const double *x) {
    if (n >= WIDE_LEAST)
        return wide_all_finite(n, x);
    vector_pair sum[2] = {{0, 0}, {0, 0}};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        vector_pair p[2];
        memcpy(p, x + i, sizeof p);
        sum[0] += p[0] - p[0];
        sum[1] += p[1] - p[1];
    }
    for (; i < n; i++)
        sum[0][0] += x[i] - x[i];
    sum[0] += sum[1];
    return sum[0][0] + sum[0][1] == 0;
}

/* Are all components at most so large, and numbers? */
typedef long long vector_mask __attribute__((vector_size(16)));
static inline int vector_all_below(int n, const double *x, double most) {
    if (n >= WIDE_LEAST)
        return wide_all_below(n, x, most);
    const vector_pair bound = {most, most};
    vector_mask holds = {-1, -1};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        vector_pair p[2];
        memcpy(p, x + i, sizeof p);
        holds &= (p[0] <= bound) & (p[1] <= bound);
    }
    for (; i < n; i++)
        holds[0] &= -(long long)(x[i] <= most);
    return (holds[0] & holds[1]) != 0;
}

/* The number of the first component that is not finite; -1: all are. */
static inline int vector_first_infinite(int n, const double *x) {
    if (vector_all_finite(n, x))
        return -1;
    int i = 0;
    while (isfinite(x[i]))
        i++;
    return i;
}

#endif
