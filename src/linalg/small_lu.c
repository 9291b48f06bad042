/* SPDX-License-Identifier: BSD-3-Clause */
/* Each function is written once for n rows and compiled for every n. */
#include "small_lu.h"
#include <assert.h>
#include <math.h>
#include "../base/number.h"

#define INLINE static inline __attribute__((always_inline))

/* Calls `does` with the number of rows as a constant; `got` receives what it returns. */
#define SMALL_CASE(k, got, does, ...)                                                    \
    case k:                                                                              \
        got does(k, __VA_ARGS__);                                                        \
        break;
#define FOR_SMALL(n, got, does, ...)                                                     \
    switch (n) {                                                                         \
        SMALL_CASE(1, got, does, __VA_ARGS__)                                            \
        SMALL_CASE(2, got, does, __VA_ARGS__)                                            \
        SMALL_CASE(3, got, does, __VA_ARGS__)                                            \
        SMALL_CASE(4, got, does, __VA_ARGS__)                                            \
        SMALL_CASE(5, got, does, __VA_ARGS__)                                            \
        SMALL_CASE(6, got, does, __VA_ARGS__)                                            \
    }

INLINE int small_lu_factor_by(int n, double *restrict a, double growth) {
    double most[SMALL_LU_MOST];
    for (int i = 0; i < n; i++) {
        double *restrict row = a + i * n;
        double largest = 0;
        double grown = 0;
        for (int j = 0; j < n; j++)
            largest = larger(largest, fabs(row[j]));
        for (int k = 0; k < i; k++) {
            const double l = row[k] * a[k * n + k];
            row[k] = l;
            grown = larger(grown, fabs(l) * most[k]);
            for (int j = k + 1; j < n; j++)
                row[j] -= l * a[k * n + j];
        }
        const double inverse = 1 / row[i];
        double size = fabs(row[i]);
        for (int j = i + 1; j < n; j++)
            size = larger(size, fabs(row[j]));
        if (!isfinite(inverse) || !isfinite(row[i]) || !(grown <= growth * largest))
            return 0;
        most[i] = size;
        row[i] = inverse;
    }
    return 1;
}

int small_lu_factor(int n, double *a, double growth) {
    int done = 0;
    assert(n >= 1 && n <= SMALL_LU_MOST);
    FOR_SMALL(n, done =, small_lu_factor_by, a, growth)
    return done;
}

INLINE double small_lu_size(const double *x) {
    return fabs(x[0]) + fabs(x[1]);
}

/* x -= y z */
INLINE void small_lu_subtract(double *restrict x, const double *restrict y,
                              const double *restrict z) {
    const double re = y[0] * z[0] - y[1] * z[1];
    const double im = y[0] * z[1] + y[1] * z[0];
    x[0] -= re;
    x[1] -= im;
}

/* x *= y */
INLINE void small_lu_scale(double *restrict x, const double *restrict y) {
    const double re = x[0] * y[0] - x[1] * y[1];
    x[1] = x[0] * y[1] + x[1] * y[0];
    x[0] = re;
}

/* Puts the inverse of a pivot in its place; returns 0 where there is none. */
INLINE int small_lu_invert(double *x) {
    const double square = 1 / (x[0] * x[0] + x[1] * x[1]);
    const int is_good = isfinite(square) && isfinite(small_lu_size(x)) && square != 0;
    x[0] *= square;
    x[1] *= -square;
    return is_good;
}

INLINE int small_lu_factor_complex_by(int n, double *restrict a, double growth) {
    double most[SMALL_LU_MOST];
    for (int i = 0; i < n; i++) {
        double *restrict row = a + 2 * i * n;
        double largest = 0;
        double grown = 0;
        for (int j = 0; j < n; j++)
            largest = larger(largest, small_lu_size(row + 2 * j));
        for (int k = 0; k < i; k++) {
            const double *above = a + 2 * k * n;
            small_lu_scale(row + 2 * k, above + 2 * k);
            grown = larger(grown, small_lu_size(row + 2 * k) * most[k]);
            for (int j = k + 1; j < n; j++)
                small_lu_subtract(row + 2 * j, row + 2 * k, above + 2 * j);
        }
        most[i] = 0;
        for (int j = i; j < n; j++)
            most[i] = larger(most[i], small_lu_size(row + 2 * j));
        if (!small_lu_invert(row + 2 * i) || !(grown <= growth * largest))
            return 0;
    }
    return 1;
}

int small_lu_factor_complex(int n, double *a, double growth) {
    int done = 0;
    assert(n >= 1 && n <= SMALL_LU_MOST);
    FOR_SMALL(n, done =, small_lu_factor_complex_by, a, growth)
    return done;
}

INLINE void small_lu_solve_by(int n, const double *restrict a, double *restrict x) {
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++)
            x[i] -= a[i * n + k] * x[k];
    for (int i = n - 1; i >= 0; i--) { /* what was found last comes last */
        for (int k = n - 1; k > i; k--)
            x[i] -= a[i * n + k] * x[k];
        x[i] *= a[i * n + i];
    }
}

void small_lu_solve(int n, const double *a, double *x) {
    assert(n >= 1 && n <= SMALL_LU_MOST);
    FOR_SMALL(n, , small_lu_solve_by, a, x)
}

INLINE void small_lu_solve_complex_by(int n, const double *restrict a,
                                      double *restrict x) {
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++)
            small_lu_subtract(x + 2 * i, a + 2 * (i * n + k), x + 2 * k);
    for (int i = n - 1; i >= 0; i--) {
        for (int k = n - 1; k > i; k--)
            small_lu_subtract(x + 2 * i, a + 2 * (i * n + k), x + 2 * k);
        small_lu_scale(x + 2 * i, a + 2 * (i * n + i));
    }
}

void small_lu_solve_complex(int n, const double *a, double *x) {
    assert(n >= 1 && n <= SMALL_LU_MOST);
    FOR_SMALL(n, , small_lu_solve_complex_by, a, x)
}
