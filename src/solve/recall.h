/* SPDX-License-Identifier: BSD-3-Clause */
/* Delays: every accepted step is recorded, and no step reads what is not. */
#ifndef SOLVE_RECALL_H
#define SOLVE_RECALL_H
#include "engine.h"

typedef struct run run;

/* Refuses what systems with delays cannot have; E_ARGUMENT. */
invo_status recall_check(invo_context *c, const invo_system *s, const plan *p);
/* The longest step from the current point; INFINITY: there are no delays. */
double recall_longest(const run *v);
/* At the current point: is the shortest delay long enough for a step? */
invo_status recall_examine(run *v);
/* An observer of steps. */
invo_status recall_step(run *v, const step *d);
/* The step ends at a kink. */
invo_status recall_kink(run *v);

#endif
