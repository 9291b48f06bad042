/* SPDX-License-Identifier: BSD-3-Clause */
/* The integration of a completed system from its start to a stop time. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H
#include "../method/stepper.h"
#include "../plan/plan.h"
#include "result.h"

/* p: as plan_new makes it. *r is set even where the integration fails on its
 * way, with what was computed so far. */
invo_status solve(invo_context *c, const invo_system *s, const plan *p, invo_result **r);

#endif
