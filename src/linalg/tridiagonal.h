/* SPDX-License-Identifier: BSD-3-Clause */
/* LU of a tridiagonal matrix without pivoting, real or complex: what discretised
 * equations in one dimension lead to. */
#ifndef LINALG_TRIDIAGONAL_H
#define LINALG_TRIDIAGONAL_H

typedef struct tridiagonal {
    int n;
    const int *below, *middle, *above; /* [n]: entries of the matrix; -1: 0 */
    double *l, *u, *inverse;           /* [n]: factors, complex numbers as pairs */
} tridiagonal;

/* Factors the matrix of these entries. Returns 0 where a pivot is zero or not finite, or
 * where products are more than `growth` times as large as the entries of their row. */
int tridiagonal_factor(const tridiagonal *t, const double *value, double growth);
int tridiagonal_factor_complex(const tridiagonal *t, const double *value, double growth);
/* x = A^-1 x */
void tridiagonal_solve(const tridiagonal *t, double *x);
void tridiagonal_solve_complex(const tridiagonal *t, double *x);

#endif
