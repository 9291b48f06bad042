/* SPDX-License-Identifier: BSD-3-Clause */
/* LU of a sparse matrix in an order of rows and columns that is given: numbers alone, one
 * row after the other, real or complex. What the order costs in accuracy is watched: the
 * products that make a row may not be many times larger than the row itself. */
#ifndef LINALG_FIXED_LU_H
#define LINALG_FIXED_LU_H
#include "sparse.h"

/* A matrix in block upper triangular form: the blocks on the diagonal are factored, what
 * is right of them stays as it is. */
typedef struct fixed_order {
    const int *row, *column; /* [n]: which row and column of A comes k-th */
    int blocks;
    const int *begin; /* [blocks + 1]: of the blocks */
} fixed_order;

typedef struct fixed_lu fixed_lu;

/* width: doubles of a number, 1 or 2. The pattern is borrowed, the order is not; NULL:
 * one block as A stands, or in an order for little fill where it is small. most: entries
 * that the factors may have; 0: any number. NULL: no memory, or too many entries
 * (*is_full). */
fixed_lu *fixed_lu_new(const invo_pattern *p, int width, const fixed_order *o, long most,
                       int *is_full);
/* Factors in the order of others, for numbers of another width. NULL: no memory. */
fixed_lu *fixed_lu_like(const fixed_lu *f, int width);
void fixed_lu_free(fixed_lu *f); /* NULL is fine */

/* Factors the matrix of these entries. Returns 0 where a pivot is zero or not finite, or
 * where `checks` and the order no longer serves. */
int fixed_lu_factor(fixed_lu *f, const double *value, int checks);
/* b = A^-1 b */
void fixed_lu_solve(fixed_lu *f, double *b);

#endif
