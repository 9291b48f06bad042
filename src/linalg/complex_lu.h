/* SPDX-License-Identifier: BSD-3-Clause */
/* Dense LU of complex matrices with partial pivoting, column-major. Complex numbers are
 * pairs (real, imaginary) of doubles. Nothing here allocates. */
#ifndef LINALG_COMPLEX_LU_H
#define LINALG_COMPLEX_LU_H

/* In place; a: [2, n, n], rows of the same size. Returns 0, or j + 1 if column j has no
 * pivot. */
int complex_lu_factor(int n, double *a, int *pivot);
/* In place. b: [2, n] */
void complex_lu_solve(int n, const double *a, const int *pivot, double *b);

#endif
