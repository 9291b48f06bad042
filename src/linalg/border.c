/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors by sparse factors of the bordered matrix. */
#include "border.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dense.h"

struct border {
    invo_pattern pattern; /* of [D; guess'] */
    double *value;
    sparse_lu *lu;
};

border *border_new(const invo_pattern *d) {
    size_t n = (size_t)d->columns;
    size_t inner = (size_t)d->start[d->rows];
    size_t entries = inner + n;
    border *b =
        calloc(1, sizeof *b + sizeof(double) * entries + sizeof(int) * (n + 1 + entries));
    if (!b)
        return NULL;
    b->value = (double *)(b + 1);
    int *start = (int *)(b->value + entries);
    int *column = start + n + 1;
    memcpy(start, d->start, sizeof *start * n);
    memcpy(column, d->column, sizeof *column * inner);
    start[n] = (int)entries;
    for (size_t j = 0; j < n; j++)
        column[inner + j] = (int)j;
    b->pattern = (invo_pattern){(int)n, (int)n, start, column};
    b->lu = sparse_lu_new_bordered(&b->pattern);
    if (b->lu)
        return b;
    border_free(b);
    return NULL;
}

void border_free(border *b) {
    if (b)
        sparse_lu_free(b->lu);
    free(b);
}

double border_operations(const border *b) {
    return sparse_lu_operations(b->lu);
}

long border_entries(const border *b) {
    return sparse_lu_entries(b->lu);
}

static int border_factor(border *b, const double *value, const double *row) {
    size_t n = (size_t)b->pattern.rows;
    size_t inner = (size_t)b->pattern.start[n - 1];
    memcpy(b->value, value, sizeof *value * inner);
    memcpy(b->value + inner, row, sizeof *row * n);
    return sparse_lu_factor(b->lu, b->value);
}

int border_solve(border *b, const double *value, const double *guess, int refine,
                 double *x, int *sign) {
    const int n = b->pattern.rows;
    int bad = border_factor(b, value, guess);
    memset(x, 0, sizeof *x * (size_t)n);
    x[n - 1] = 1;
    if (!bad)
        bad = sparse_lu_solve(b->lu, x, refine);
    if (bad)
        return bad;
    *sign = sparse_lu_sign(b->lu); /* of the pivots that the solution was found with */
    double length = sqrt(dot(n, x, x));
    for (int j = 0; j < n; j++)
        x[j] /= length;
    return 0;
}
