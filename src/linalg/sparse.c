/* SPDX-License-Identifier: BSD-3-Clause */
/* Products with sparse matrices by rows. */
#include "sparse.h"
#include <string.h>

void sparse_multiply(const invo_pattern *p, const double *value, const double *x,
                     double *y) {
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            sum += value[k] * x[p->column[k]];
        y[i] = sum;
    }
}

void sparse_multiply_transposed(const invo_pattern *p, const double *value,
                                const double *x, double *y) {
    memset(y, 0, sizeof *y * (size_t)p->columns);
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            y[p->column[k]] += value[k] * x[i];
}
