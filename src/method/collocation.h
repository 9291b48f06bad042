/* SPDX-License-Identifier: BSD-3-Clause */
/* The coefficients of a collocation method, as collocation.def lists them. A first stage
 * at the start of the step is explicit and stands beside the s implicit ones. */
#ifndef METHOD_COLLOCATION_H
#define METHOD_COLLOCATION_H

enum { MOST_STAGES = 7, MOST_PAIRS = 3 };

typedef struct collocation {
    int stages; /* s: the implicit ones */
    int order;
    int explicit_first; /* there is a stage at the start: weights a0, b0 */
    const double *c;    /* [s] */
    const double *a;    /* [s, s] by rows */
    const double *a0;   /* [s], or NULL */
    const double *b;    /* [s] */
    double b0;
    int real;                 /* real eigenvalues of a^-1: 1 or 0; the others are pairs */
    const double *eigenvalue; /* [s]: the real one, then (real, imaginary) of each pair */
    const double *t;          /* [s, s]: a^-1 = t (eigenvalues) t^-1, in real numbers */
    const double *inverse;    /* [s, s]: t^-1 */
    const double *e; /* [s]: e (U - p) + h f(p)/eigenvalue[0] estimates the error; NULL */
} collocation;

#define COLLOCATION(name, ...) extern const collocation name;
#include "collocation.def"
#undef COLLOCATION

/* The weights at x of the values at `count` distinct nodes, in the polynomial through
 * them. weight: [count] */
void collocation_weights(int count, const double *node, double x, double *weight);

#endif
