/* SPDX-License-Identifier: BSD-3-Clause */
/* Equilibration of rows by powers of two, which rounds nothing. */
#ifndef LINALG_ROW_SCALE_H
#define LINALG_ROW_SCALE_H
#include "../base/number.h"
#include "sparse.h"

/* The power of two that brings the largest entry of row i into [1, 2), 0 where the row is
 * zero or not finite; width: doubles of a number, 1 or 2. */
static inline double sparse_row_scale(const invo_pattern *p, int width,
                                      const double *value, int i) {
    double largest = 0;
    EACH_ENTRY(k, p, i) {
        const double *x = value + width * k;
        largest = larger(largest, width == 1 ? fabs(*x) : fabs(x[0]) + fabs(x[1]));
    }
    return power_of_two(largest);
}

#endif
