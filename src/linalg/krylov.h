/* SPDX-License-Identifier: BSD-3-Clause */
/* Iterative solvers for symmetric matrices that are known by their products alone.
 * Nothing here allocates. */
#ifndef LINALG_KRYLOV_H
#define LINALG_KRYLOV_H
#include <stddef.h>

typedef struct linear_map {
    int n;
    void *self;
    void (*multiply)(void *self, const double *x, double *y); /* y = A x */
} linear_map;

/* Solve A x = b from x = 0 until |b - A x| <= tolerance |b| as estimated by the
 * recurrence, `most` iterations at most, and return how many it took. *residual: |b - A
 * x| as they see it at the end. */

/* A positive semidefinite of size about 1, b in its range. work: [3 n] */
int conjugate_gradients(const linear_map *a, const double *b, double *x, double tolerance,
                        int most, double *residual, double *work);

/* A symmetric, b in its range. work: [4 n] */
int symmlq(const linear_map *a, const double *b, double *x, double tolerance, int most,
           double *residual, double *work);

#endif
