/* SPDX-License-Identifier: BSD-3-Clause */
/* The integration of a completed system from its start to a stop time. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H
#include "../method/stepper.h"
#include "result.h"

#define SOLVE_RTOL 1e-6             /* where none is given */
#define SOLVE_CONSTRAINT_BOUND 4    /* units of round-off that a constraint may be off */
#define SOLVE_LARGEST_BY_LENGTH 500 /* coordinates of implicit methods by arclength */
#define SOLVE_TAYLOR_BELOW 1e-9     /* where method auto may try series */

/* o: checked, as options_check does. *r is set even where the integration fails on its
 * way, with what was computed so far. */
invo_status solve(invo_context *c, const invo_system *s, const invo_options *o,
                  invo_result **r);

#endif
