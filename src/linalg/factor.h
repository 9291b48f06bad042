/* SPDX-License-Identifier: BSD-3-Clause */
/* A square matrix of fixed pattern that is factored again and again: scalar, dense or
 * sparse inside, of real or complex numbers. Which one is decided here, once for all. */
#ifndef LINALG_FACTOR_H
#define LINALG_FACTOR_H
#include "shelf.h"
#include "sparse.h"

/* What the matrix is used for, and so where dense factors end to be the faster ones. */
typedef enum factor_use {
    FACTOR_POINT,    /* LU at every point, for one right side or a few */
    FACTOR_BORDERED, /* the same; the last row and the first column are full */
    FACTOR_NEAREST,  /* LU of the block matrix of the nearest point */
    FACTOR_NORMAL,   /* LDL' of the normal space (saddle.h) */
    FACTOR_STAGES,   /* LU of implicit stages, for many right sides */
    FACTOR_COMPLEX   /* the same in complex numbers */
} factor_use;

/* May sparse factors of a matrix with so many rows and entries pay? Only then is it worth
 * an analysis, which tells the operations of one factorization, and so whether they do.
 */
int factor_may_pay(factor_use use, int rows, int entries);
int factor_pays(factor_use use, int rows, double operations);

typedef struct matrix_factor matrix_factor;

/* The form of its factors; by itself the one that pays. */
typedef enum factor_form { FACTOR_BY_ITSELF, FACTOR_DENSE, FACTOR_SPARSE } factor_form;

/* The pattern is borrowed. NULL: no memory. */
matrix_factor *factor_new(const invo_pattern *p, factor_use use, factor_form form);
/* Factors, real or complex, of another matrix with the pattern of a real one: they try
 * its pivots first. */
matrix_factor *factor_new_beside(const matrix_factor *real, int is_complex);
void factor_free(matrix_factor *f); /* NULL is fine */
/* The same as factor_new(p, FACTOR_POINT, FACTOR_BY_ITSELF), where factor_leave has left
 * one of the last run if that can be: it is as new. */
matrix_factor *factor_take(invo_shelf *shelf, const invo_pattern *p);
void factor_leave(invo_shelf *shelf, matrix_factor *f);
/* Begins anew; returns whether it is as new, with no order that values have chosen. */
int factor_rests(matrix_factor *f);
int factor_is_dense(const matrix_factor *f);

/* Factors the matrix of these entries, its rows equilibrated by powers of two; they are
 * borrowed until the next update. Complex numbers are pairs of doubles. Returns 0, j + 1
 * if column j has no pivot (also where the matrix is not finite), or SPARSE_NO_MEMORY:
 * sparse factors allocate where pivots must be chosen anew. */
int factor_update(matrix_factor *f, const double *value);

/* Solves in place; `refine` asks for a step of iterative refinement, of real matrices.
 * Returns as factor_update. */
int factor_solve(matrix_factor *f, double *b, int refine);

/* Of a real matrix, its rows with a largest entry in [1, 2), or of the scalar as it is:
 * the smallest pivot, and the sign of the determinant. */
double factor_smallest(const matrix_factor *f);
int factor_sign(const matrix_factor *f);
/* How many entries the factors have. */
long factor_entries(const matrix_factor *f);

#endif
