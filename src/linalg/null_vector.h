/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of a wide dense matrix with one column more than rows, D: [m, m + 1], rows
 * of length 1, column-major. Each function writes a vector of length 1 near `guess`
 * ([m + 1], length 1) into x. Nothing here allocates. border.h and null_sphere.h have the
 * same by patterns. */
#ifndef LINALG_NULL_VECTOR_H
#define LINALG_NULL_VECTOR_H
#include <stddef.h>

size_t null_vector_work(int m); /* in doubles */

/* Householder QR of D'; the last column of Q. */
void null_qr(int m, const double *d, const double *guess, double *x, double *work);

/* The singular vectors of D' span all but x. */
void null_svd(int m, const double *d, const double *guess, double *x, double *work);

#endif
