/* SPDX-License-Identifier: BSD-3-Clause */
/* Products are written out, since C's complex multiplication looks for infinities on the
 * way. */
#include "complex_lu.h"
#include <math.h>
#include <stddef.h>

static double complex_lu_size_of(const double *x) {
    return fabs(x[0]) + fabs(x[1]);
}

/* x = x / y */
static void complex_lu_divide(double *x, const double *y) {
    double square = y[0] * y[0] + y[1] * y[1];
    double re = (x[0] * y[0] + x[1] * y[1]) / square;
    x[1] = (x[1] * y[0] - x[0] * y[1]) / square;
    x[0] = re;
}

/* y -= factor * x, vectors of length n */
static void complex_lu_subtract(int n, const double *factor, const double *restrict x,
                                double *restrict y) {
    const double a = factor[0];
    const double b = factor[1];
    for (int i = 0; i < n; i++) {
        y[2 * i] -= a * x[2 * i] - b * x[2 * i + 1];
        y[2 * i + 1] -= a * x[2 * i + 1] + b * x[2 * i];
    }
}

static void complex_lu_swap(double *x, double *y) {
    double re = x[0];
    double im = x[1];
    x[0] = y[0];
    x[1] = y[1];
    y[0] = re;
    y[1] = im;
}

/* Eliminates column by column; sizes are |re| + |im|. */
int complex_lu_factor(int n, double *a, int *pivot) {
    for (int j = 0; j < n; j++) {
        double *column = a + 2 * (size_t)j * n;
        int best = j;
        for (int i = j + 1; i < n; i++)
            if (complex_lu_size_of(column + 2 * i) >
                complex_lu_size_of(column + 2 * best))
                best = i;
        pivot[j] = best;
        if (!(complex_lu_size_of(column + 2 * best) > 0))
            return j + 1;
        for (int k = 0; best != j && k < n; k++)
            complex_lu_swap(a + 2 * (j + (size_t)k * n), a + 2 * (best + (size_t)k * n));
        for (int i = j + 1; i < n; i++)
            complex_lu_divide(column + 2 * i, column + 2 * j);
        for (int k = j + 1; k < n; k++) {
            double *target = a + 2 * (size_t)k * n;
            if (complex_lu_size_of(target + 2 * j) != 0)
                complex_lu_subtract(n - j - 1, target + 2 * j, column + 2 * (j + 1),
                                    target + 2 * (j + 1));
        }
    }
    return 0;
}

void complex_lu_solve(int n, const double *a, const int *pivot, double *b) {
    for (int j = 0; j < n; j++)
        if (pivot[j] != j)
            complex_lu_swap(b + 2 * j, b + 2 * pivot[j]);
    for (int j = 0; j < n; j++)
        complex_lu_subtract(n - j - 1, b + 2 * j, a + 2 * (j + 1 + (size_t)j * n),
                            b + 2 * (j + 1));
    for (int j = n - 1; j >= 0; j--) {
        const double *column = a + 2 * (size_t)j * n;
        complex_lu_divide(b + 2 * j, column + 2 * j);
        complex_lu_subtract(j, b + 2 * j, column, b);
    }
}
