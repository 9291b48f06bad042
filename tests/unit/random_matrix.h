/* SPDX-License-Identifier: BSD-3-Clause */
/* Random sparse matrices by rows, for the tests of sparse linear algebra. */
#ifndef TESTS_RANDOM_MATRIX_H
#define TESTS_RANDOM_MATRIX_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "involute_system.h"

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

static int below(int n) {
    return (int)((uniform() + 1) / 2 * n);
}

typedef struct matrix {
    invo_pattern pattern;
    int *start, *column;
    double *value;
} matrix;

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Appends columns first..last-1 of a row, sorted, each once. */
static int add_row(matrix *m, int row, int count) {
    int *c = m->column + m->start[row], kept = 0;
    qsort(c, (size_t)count, sizeof *c, by_number);
    for (int k = 0; k < count; k++)
        if (!kept || c[kept - 1] != c[k])
            c[kept++] = c[k];
    m->start[row + 1] = m->start[row] + kept;
    return kept;
}

/* Rows of at most `most` entries, in columns near the place of the row, one in eight
 * anywhere; column `row` is always among them if there is one. */
static matrix random_matrix(int rows, int columns, int most) {
    matrix m = {.start = calloc((size_t)rows + 1, sizeof(int)),
                .column = malloc(sizeof(int) * (size_t)rows * (size_t)(most + 1)),
                .value = malloc(sizeof(double) * (size_t)rows * (size_t)(most + 1))};
    for (int i = 0; i < rows; i++) {
        int near_by = (int)((double)i * columns / rows);
        for (int k = 0; k < most; k++) {
            int j = below(8) ? near_by + below(2 * most) - most : below(columns);
            m.column[m.start[i] + k] = j < 0 ? 0 : j >= columns ? columns - 1 : j;
        }
        m.column[m.start[i]] = i < columns ? i : near_by;
        add_row(&m, i, most);
    }
    for (int k = 0; k < m.start[rows]; k++)
        m.value[k] = uniform();
    m.pattern = (invo_pattern){rows, columns, m.start, m.column};
    return m;
}

static void matrix_free(matrix *m) {
    free(m->start), free(m->column), free(m->value);
}

#endif
