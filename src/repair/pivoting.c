/* SPDX-License-Identifier: BSD-3-Clause */
#include "pivoting.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>

void pivoting_equilibrate(int rows, int columns, double *a, int passes) {
    assert(rows >= 0 && columns >= 0 && passes >= 0);
    for (int pass = 0; pass < passes; pass++) {
        int by_column = pass % 2;
        int count = by_column ? columns : rows;
        int length = by_column ? rows : columns;
        size_t step = by_column ? (size_t)columns : 1;
        for (int i = 0; i < count; i++) {
            double *x = a + (size_t)i * (by_column ? 1 : (size_t)columns);
            double most = 0;
            for (int j = 0; j < length; j++)
                most = fmax(most, fabs(x[(size_t)j * step]));
            for (int j = 0; j < length && most > 0; j++)
                x[(size_t)j * step] /= most;
        }
    }
}

/* Sets the entries below a pivot to 0, so that their round-off is no pivot later. */
int pivoting_eliminate(int rows, int columns, double *a, pivot_range range, int most,
                       double least) {
    assert(range.row >= 0 && range.row + most <= rows);
    assert(0 <= range.first && range.first <= range.last && range.last <= columns);
    const size_t width = (size_t)columns;
    for (int k = 0; k < most; k++) {
        double *p = a + (size_t)(range.row + k) * width;
        double *q = NULL; /* the row of the pivot */
        int column = 0;
        double largest = least;
        for (int i = range.row + k; i < rows; i++)
            for (int j = range.first; j < range.last; j++)
                if (fabs(a[(size_t)i * width + (size_t)j]) > largest) {
                    q = a + (size_t)i * width;
                    column = j;
                    largest = fabs(q[j]);
                }
        if (!q)
            return k;
        for (int j = 0; j < columns && p != q; j++) {
            double kept = p[j];
            p[j] = q[j];
            q[j] = kept;
        }
        for (int i = range.row + k + 1; i < rows; i++) {
            double *r = a + (size_t)i * width;
            double f = r[column] / p[column];
            for (int j = 0; j < columns && f != 0; j++)
                r[j] -= f * p[j];
            r[column] = 0;
        }
    }
    return most;
}
