/* SPDX-License-Identifier: BSD-3-Clause */
/* States carried over an event to a system in which they are all its coordinates: nothing
 * is left but to solve for the top unknowns. Most events are of this kind. */
#ifndef START_CARRY_H
#define START_CARRY_H
#include "initial.h"

/* Fills in the start of w like initial_restart. Returns 0 where that has more to decide:
 * the start is as it was. */
int carry_restart(lowered *w, const left_side *left);

/* Moves the start of w `ahead` in time like initial_ahead, where the left side is this
 * start itself. Returns 1, or 0 where there is none that is regular, or -1 where
 * initial_ahead has more to decide: the start is as it was in both cases. */
int carry_ahead(lowered *w, const left_side *left, double ahead);

#endif
