/* SPDX-License-Identifier: BSD-3-Clause */
/* Slopes of many conditions as a sparse matrix: square solves, steps of least norm and
 * ranks, as linalg/dense.h has them for few. */
#ifndef LOWERING_SLOPES_H
#define LOWERING_SLOPES_H
#include "../base/arena.h"
#include "../linalg/saddle.h"

typedef struct sparse_slopes {
    arena *arena;
    invo_pattern pattern;
    int *place;      /* [entries]: position of each given entry in the pattern */
    double *value;   /* in the order of the pattern */
    double *length;  /* [rows] */
    double *nu;      /* [rows] */
    saddle *saddle;  /* NULL: not needed yet */
    int is_factored; /* the saddle is that of the values */
} sparse_slopes;

/* The matrix with these entries, of which several may fall together. */
sparse_slopes *slopes_new(arena *a, int rows, int columns, int entries, const int *row,
                          const int *column);

/* A square one for slopes_solve_square alone, whose values the caller puts in place. */
sparse_slopes *slopes_of(arena *a, const invo_pattern *p);

/* Sets all entries to the sums of those given: value[k] in the order of slopes_new. */
void slopes_load(sparse_slopes *s, int entries, const double *value);

/* x: [rows], from b to the solution; returns the rank, by pivots above `least` in rows of
 * size 1: if it is less than the number of rows, there is no solution. Square only. */
int slopes_solve_square(sparse_slopes *s, double least, const double *b, double *x);

/* x: [columns] of least norm among those that minimise |A x - b|, rows of length 1. */
void slopes_solve_least(sparse_slopes *s, const double *b, double *x);

/* Returns the rank; deficiencies above MOST_NULL are not distinguished. */
int slopes_rank(sparse_slopes *s);

#endif
