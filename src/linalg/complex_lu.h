/* SPDX-License-Identifier: BSD-3-Clause */
/* LU of a complex square matrix with a fixed pattern: dense below a size, else sparse.
 * Complex numbers are pairs (real, imaginary) of doubles. */
#ifndef LINALG_COMPLEX_LU_H
#define LINALG_COMPLEX_LU_H
#include "involute_system.h"

typedef struct complex_lu complex_lu;

/* The pattern is borrowed. NULL: no memory. */
complex_lu *complex_lu_new(const invo_pattern *p, int dense);
void complex_lu_free(complex_lu *f); /* NULL is fine */

/* Factors the matrix with these entries, its rows equilibrated. value: [2 entries].
 * Returns as sparse_lu_factor. */
int complex_lu_factor(complex_lu *f, const double *value);
/* Solves in place. b: [2 n] */
void complex_lu_solve(complex_lu *f, double *b);

#endif
