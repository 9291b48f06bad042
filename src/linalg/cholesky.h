/* SPDX-License-Identifier: BSD-3-Clause */
/* Factors of definite matrices, dense and column-major. Nothing here allocates. */
#ifndef LINALG_CHOLESKY_H
#define LINALG_CHOLESKY_H

/* L L' = a in place, of which only the lower triangle is read and written. Returns 0, or
 * j + 1 if pivot j is not positive (also where a is not finite): then a is not positive
 * definite. */
int cholesky_factor(int n, double *a);
void cholesky_solve(int n, const double *a, double *b);
/* A lower bound of the condition number, from the pivots. */
double cholesky_condition(int n, const double *a);

#endif
