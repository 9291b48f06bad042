/* SPDX-License-Identifier: BSD-3-Clause */
/* LU of a small matrix without pivoting, real or complex, by loops whose length the
 * compiler knows. Where the order of the pivots serves, it gives the bits of fixed_lu.h
 * for a matrix that is full. */
#ifndef LINALG_SMALL_LU_H
#define LINALG_SMALL_LU_H

enum { SMALL_LU_MOST = 6 };

/* a: [width, n, n] by rows, 1 <= n <= SMALL_LU_MOST, complex numbers as pairs; receives
 * the factors, with inverse pivots on the diagonal. Returns 0 where a pivot is zero or
 * not finite, or where products are more than `growth` times as large as the entries of
 * their row. */
int small_lu_factor(int n, double *a, double growth);
int small_lu_factor_complex(int n, double *a, double growth);
/* x = A^-1 x */
void small_lu_solve(int n, const double *a, double *x);
void small_lu_solve_complex(int n, const double *a, double *x);

#endif
