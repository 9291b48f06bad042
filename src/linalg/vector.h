/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors of doubles. */
#ifndef LINALG_VECTOR_H
#define LINALG_VECTOR_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* Whether all components are finite: one added to the exponent of another number goes
 * over to its sign. */
static inline int vector_is_finite(int n, const double *x) {
    static const uint64_t SIZE = UINT64_MAX >> 1;
    static const uint64_t ONE = UINT64_C(1) << 52;
    uint64_t any = 0;
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        any |= (bits & SIZE) + ONE;
    }
    return !(any >> 63);
}

/* The number of the first component that is not finite; -1: all are. */
static inline int vector_first_infinite(int n, const double *x) {
    if (vector_is_finite(n, x))
        return -1;
    int i = 0;
    while (isfinite(x[i]))
        i++;
    return i;
}

#endif
