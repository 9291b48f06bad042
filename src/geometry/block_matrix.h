/* SPDX-License-Identifier: BSD-3-Clause */
/* The matrix [[W + sum mu d2phi, B'], [B, 0]] of Newton's iteration for the nearest point
 * ([TAN05] (4.2)), sparse: over all coordinates and all rows of phi. Coordinates that are
 * held fixed and rows that are left out have a 1 on the diagonal and nothing else, so
 * that the pattern stays the same. For rows of phi that takes room on the diagonal, which
 * misleads the choice of pivots: four times the operations on a chain of 50. So there are
 * two of them. The second one has that room, is used where rows are dependent, and has a
 * little below zero on the diagonal for those that are kept: then it is regular. */
#ifndef GEOMETRY_BLOCK_MATRIX_H
#define GEOMETRY_BLOCK_MATRIX_H
#include "../linalg/factor.h"
#include "lagrangian.h"

typedef struct block_matrix {
    int first; /* row of phi from which on there is room on the diagonal */
    invo_pattern pattern;
    sparse_lu *lu;
    double *value, *right; /* [entries], [size] */
    int *diagonal;         /* [size]: where each of these stands in value ... */
    int *upper, *lower;    /* ... [entries of d2phi]: above and below the diagonal */
    int *row, *column;     /* ... [entries of B]: in B and in B' */
} block_matrix;

/* Both, or NULL where a dense matrix is as good, or the system gives no second
 * differentials. */
invo_status block_matrix_new(const invo_system *s, invo_context *c, block_matrix *to[2]);
void block_matrix_free(block_matrix *a); /* NULL is fine */

/* Factors one of them from what l has evaluated and measured, and tells in *used which;
 * solves for a step x: [l->n], y: [l->m], given as right sides, in place. Return 0, or
 * what sparse_lu_factor returns. */
int block_matrix_factor(block_matrix *const a[2], const lagrangian *l, int *used);
int block_matrix_solve(block_matrix *a, const lagrangian *l, double *x, double *y);

#endif
