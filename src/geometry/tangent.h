/* SPDX-License-Identifier: BSD-3-Clause */
/* The tangent space of the manifold at a point, in the metric of a retraction that takes
 * all constraints at once: projections onto it, and how the manifold bends. */
#ifndef GEOMETRY_TANGENT_H
#define GEOMETRY_TANGENT_H
#include "retraction.h"

typedef struct tangent {
    retraction *r;   /* whose normal space is used */
    double *hessian; /* [entries of the hessian] */
    double *residual, *move;
} tangent;

void tangent_lay_out(tangent *t, retraction *r, pool *p);

/* Factors the normal space at p, which the next retraction overwrites. */
invo_status tangent_take(tangent *t, const double *p);

/* x becomes its tangential part; a: [m], or NULL, the multipliers of the normal one,
 * W^-1 B'a. */
void tangent_project(tangent *t, double *x, double *a);

/* y = W^-1 (sum of a_i d2 phi_i) v at p. The system must have a hessian. */
void tangent_curve(tangent *t, const double *p, const double *a, const double *v,
                   double *y);

#endif
