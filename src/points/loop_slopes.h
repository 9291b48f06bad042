/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of loops that a run relies on, compared with differences at a point. */
#ifndef POINTS_LOOP_SLOPES_H
#define POINTS_LOOP_SLOPES_H
#include "../lowering/lower.h"

/* Fails with E_MODEL where the passes of a loop give another derivative than differences
 * of its values at x ([slots]) do, in a constraint, which is differentiated, or in a top
 * equation that is solved for what the loop depends on. Formulas of which nobody needs a
 * derivative are not looked at. */
void loop_slopes_check(lowered *w, const double *x);

/* The same in some conditions, which are solved for all that they depend on. */
void loop_slopes_check_rows(lowered *w, int rows, const condition *row, const double *x);

#endif
