/* SPDX-License-Identifier: BSD-3-Clause */
/* Eigenvalues of a real matrix. Nothing here allocates. */
#ifndef LINALG_EIGEN_H
#define LINALG_EIGEN_H

/* The eigenvalues of a: [n, n], column-major, which is destroyed: re, im: [n]. Complex
 * ones come in pairs, that with im > 0 first. Sorted by decreasing re, then by decreasing
 * im. Returns 0, or the number of eigenvalues that were not found where the iteration
 * does not converge; a must be finite. */
int eigenvalues(int n, double *a, double *re, double *im);

#endif
