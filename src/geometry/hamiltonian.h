/* SPDX-License-Identifier: BSD-3-Clause */
/* One of the declared invariants as a function H of all coordinates beside time, with
 * gradient and Hessian, for methods that work with a convex or concave one. */
#ifndef GEOMETRY_HAMILTONIAN_H
#define GEOMETRY_HAMILTONIAN_H
#include "manifold.h"

typedef struct hamiltonian {
    manifold *manifold;
    int row;                  /* of phi: H less its value at the start */
    int sign;                 /* of the Hessian: 1 convex, -1 concave */
    double *phi, *mu;         /* [m] */
    double *entry;            /* of d phi */
    double *curvature;        /* of the triangle of second differentials */
    double *gradient, *above; /* [n]: scratch */
    double *shifted;          /* [n] */
    double *hessian;          /* [n-1, n-1] */
} hamiltonian;

void hamiltonian_lay_out(hamiltonian *h, manifold *m, pool *p);

/* Takes the invariant whose Hessian at u is definite, of several the best conditioned
 * one. Returns 0 where there is none. The manifold must have a Jacobian. */
int hamiltonian_choose(hamiltonian *h, const double *u);

/* H - H(start), gradient: [n] (0 for time), hessian: [n-1, n-1] or NULL. E_DOMAIN where
 * one of them is not finite. */
invo_status hamiltonian_at(hamiltonian *h, const double *u, double *value,
                           double *gradient, double *hessian);

#endif
