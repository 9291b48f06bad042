/* SPDX-License-Identifier: BSD-3-Clause */
/* A consistent initial point, and the checks that are made there. */
#ifndef STRUCTURE_INITIAL_H
#define STRUCTURE_INITIAL_H
#include "conditions.h"

/* Fills w->start and w->top at time t: fixed start values and initial equations hold
 * exactly, the rest is found stage by stage (lowest derivatives first), nearest to the
 * guesses. Notes what was chosen. Throws E_INCONSISTENT, E_SINGULAR. */
void initial_point(lowered *w, double t);

/* Moves extra equations that follow from the others, by rank at the start and near by, to
 * the redundant ones; returns how many. The completion must then be lowered again. */
int verify_drop_redundant(lowered *w);

/* Throws E_SINGULAR where the system Jacobian is singular at the start, E_INCONSISTENT
 * where a declared invariant or constraint is not tangent to the solutions there or at
 * random points of the manifold near by. */
void verify_start(lowered *w);

#endif
