/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of a wide matrix with one column more than rows, D: [m, m + 1], by products
 * with it and its transpose alone: nothing is factored, nor written out. D is given by
 * pattern and entries, its rows have length 1. Nothing here allocates. */
#ifndef LINALG_NULL_SPHERE_H
#define LINALG_NULL_SPHERE_H
#include "sparse.h"

size_t null_sphere_work(int m); /* in doubles */

/* Minimises |D x| on the sphere by conjugate gradients ([TAN05] Algorithm 5.2, with the
 * direction recomputed after a restart), from `guess` ([m + 1], length 1). Returns the
 * number of iterations, its negative where they did not converge. */
int null_sphere(const invo_pattern *d, const double *value, const double *guess,
                double *x, double *work);

/* Improves x by conjugate gradients on the residual of D x = 0, each row judged beside
 * its own terms; for vectors found without a factor at hand. Returns iterations. */
int null_polish(const invo_pattern *d, const double *value, double *x, double *work);

#endif
