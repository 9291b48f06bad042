/* SPDX-License-Identifier: BSD-3-Clause */
/* Small dense linear algebra, column-major: a[i + j*rows]. Nothing here allocates. */
#ifndef LINALG_DENSE_H
#define LINALG_DENSE_H
#include <stddef.h>
#include "vector.h"

/* LU with partial pivoting of the row-equilibrated matrix, in place. scale: [n] receives
 * the row scales. Returns 0, or j + 1 if column j has no nonzero pivot (also where a is
 * not finite). */
int lu_factor(int n, double *a, int *pivot, double *scale);
/* The same of a matrix whose rows are equilibrated. */
int lu_eliminate(int n, double *a, int *pivot);
void lu_solve(int n, const double *a, const int *pivot, const double *scale, double *b);
/* The same with the transposed matrix. */
void lu_solve_transposed(int n, const double *a, const int *pivot, const double *scale,
                         double *b);
/* The least singular value of what lu_factor has factored, by inverse iteration: from
 * above, near enough to judge by. work: [n] */
double lu_least_singular_value(int n, const double *a, const int *pivot,
                               const double *scale, double *work);

/* The Householder vector of x in place; returns beta, *alpha is the image. */
double householder(int n, double *x, double *alpha);
void householder_reflect(int n, const double *v, double beta, double *x);

/* x of least norm among those that minimise |a x - b|; a: [rows, columns] is destroyed,
 * b: [rows] too. Singular directions are those whose pivot is below tolerance times the
 * largest. Returns the rank. work: [least_squares_work(rows, columns)] */
int least_squares(int rows, int columns, double *a, double *b, double *x,
                  double tolerance, double *work);
size_t least_squares_work(int rows, int columns); /* in doubles */

#endif
