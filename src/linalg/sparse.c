/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse matrices by rows: their columns, sizes and products. */
#include "sparse.h"
#include "vector.h"

void sparse_begin(int rows, int *start) {
    for (int i = 0; i < rows; i++)
        start[i + 1] += start[i];
}

void sparse_rewind(int rows, int *start) {
    memmove(start + 1, start, sizeof *start * (size_t)rows);
    start[0] = 0;
}

int sparse_compare(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

void sparse_transpose(const invo_pattern *p, int *start, int *row, int *from) {
    for (int k = 0; k < p->start[p->rows]; k++)
        start[p->column[k] + 1]++;
    sparse_begin(p->columns, start);
    for (int i = 0; i < p->rows; i++)
        EACH_ENTRY(k, p, i) {
            int to = start[p->column[k]]++;
            row[to] = i;
            from[to] = k;
        }
    sparse_rewind(p->columns, start);
}

void sparse_multiply(const invo_pattern *p, const double *value, const double *x,
                     double *y) {
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        EACH_ENTRY(k, p, i)
            sum += value[k] * x[p->column[k]];
        y[i] = sum;
    }
}

void sparse_multiply_transposed(const invo_pattern *p, const double *value,
                                const double *x, double *y) {
    vector_zero(p->columns, y);
    for (int i = 0; i < p->rows; i++)
        EACH_ENTRY(k, p, i)
            y[p->column[k]] += value[k] * x[i];
}
