/* SPDX-License-Identifier: BSD-3-Clause */
/* Points of a manifold at which the solution rests. */
#ifndef ANALYSIS_EQUILIBRIUM_H
#define ANALYSIS_EQUILIBRIUM_H
#include "linear.h"

typedef struct equilibrium {
    double units; /* largest residual, in units of round-off */
    int free;     /* dimensions of the family of points of rest that it is one of */
    int is_timed; /* equations depend on time, which is held */
    int row;      /* the equation with that residual: a constraint, or constraints + i */
} equilibrium;

/* The equations of rest: all constraints but invariants and all top equations, every
 * derivative of a coordinate being zero. */
typedef struct rest_problem rest_problem;
rest_problem *rest_problem_new(lowered *w, arena *a);
/* Sets the rates in x: [slots] to zero; returns how far x is from rest, in sizes of the
 * terms of the equations. */
double rest_problem_distance(rest_problem *p, double *x);
/* Newton's iteration from x, which becomes the point of rest. Returns whether it was
 * found; if not, `found` tells how near it came. */
int rest_problem_solve(rest_problem *p, double *x, equilibrium *found);

#endif
