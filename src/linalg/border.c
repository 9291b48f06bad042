/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors by factors of the bordered matrix. */
#include "border.h"
#include <stdlib.h>
#include <string.h>
#include "vector.h"

struct border {
    invo_pattern pattern; /* of [D; guess'] */
    double *value;
    matrix_factor *factor;
};

/* Appends a full row to the pattern. */
border *border_new(const invo_pattern *d, factor_form form) {
    size_t n = d->columns;
    size_t inner = d->start[d->rows];
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
    b->factor = factor_new(&b->pattern, FACTOR_BORDERED, form);
    if (b->factor)
        return b;
    border_free(b);
    return NULL;
}

void border_free(border *b) {
    if (b)
        factor_free(b->factor);
    free(b);
}

int border_is_dense(const border *b) {
    return factor_is_dense(b->factor);
}

long border_entries(const border *b) {
    return factor_entries(b->factor);
}

int border_solve(border *b, const double *value, const double *guess, int refine,
                 double *x, int *sign) {
    const int n = b->pattern.rows;
    const int inner = b->pattern.start[n - 1];
    vector_copy(inner, value, b->value);
    vector_copy(n, guess, b->value + inner);
    int bad = factor_update(b->factor, b->value);
    vector_zero(n, x);
    x[n - 1] = 1;
    if (!bad)
        bad = factor_solve(b->factor, x, refine);
    if (bad)
        return bad;
    *sign = factor_sign(b->factor); /* of the pivots that the solution was found with */
    vector_normalize(n, x);
    return 0;
}
