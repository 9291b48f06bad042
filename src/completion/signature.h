/* SPDX-License-Identifier: BSD-3-Clause */
/* The signature matrix and what follows from it alone: a highest-value transversal, the
 * canonical offsets and the block triangular order of the top equations ([Pryce01]). */
#ifndef COMPLETION_SIGNATURE_H
#define COMPLETION_SIGNATURE_H
#include "../base/arena.h"

/* sigma[k] = highest order of unknown column[k] in row i, for k = start[i] ..
 * start[i+1]-1. */
typedef struct signature {
    int rows, columns;
    const int *start, *column, *sigma;
    const int *burden; /* [rows] or NULL: of equal rows, which to leave out rather; less
                          than 2^20 */
} signature;

/* row_of[columns]: the row that each column is assigned to in a transversal of highest
 * value; column_of[rows] its inverse; -1 where there is none. Returns the number of
 * columns without row. */
int signature_assign(const signature *s, arena *a, int *row_of, int *column_of);

/* The smallest c >= 0 and d with d_j - c_i >= sigma_ij on the assigned rows, equality on
 * the transversal. c of a row without column is 0. */
void signature_offsets(const signature *s, arena *a, const int *row_of, int *c, int *d);

/* Strongly connected blocks of the system Jacobian (entries with d_j - c_i = sigma_ij) in
 * the order in which they can be solved. block[b] .. block[b+1]-1 are positions in
 * `order`, a permutation of the columns. Returns the number of blocks. block: [columns +
 * 1], order: [columns] */
int signature_blocks(const signature *s, arena *a, const int *row_of, const int *c,
                     const int *d, int *block, int *order);

#endif
