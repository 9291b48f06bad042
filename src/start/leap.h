/* SPDX-License-Identifier: BSD-3-Clause */
/* Algebraic equations with kinks whose solution ends at one of these. */
#ifndef START_LEAP_H
#define START_LEAP_H
#include "initial.h"

/* Offers invo_process.leap where the equations have kinks. */
void leap_add(lowered *w);

/* Continues at another solution of the algebraic equations, with the states as they are,
 * where the one at (u, z) ends at a kink: fills w->start and w->top a little later, and
 * reports the jump. 0: the solution does not end there, or there is not exactly one
 * other. */
int leap_try(lowered *w, const double *u, const double *z);

#endif
