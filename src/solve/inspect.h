/* SPDX-License-Identifier: BSD-3-Clause */
/* Output points beyond double precision: the options verify and certify (inspect.c). */
#ifndef SOLVE_INSPECT_H
#define SOLVE_INSPECT_H
#include "engine.h"

typedef struct inspection {
    double *exact, *residual, *unit; /* [rows of the ledger] */
} inspection;

typedef struct run run;

void inspect_lay_out(inspection *i, const invo_system *s, const plan *o, pool *p);
/* E_ARGUMENT where the options ask for what the system or the build does not have. */
invo_status inspect_check(invo_context *c, const invo_system *s, const plan *o);
/* Does a row of output need its point? */
int inspect_is_asked(const run *v);
/* Examines the last row of the result, which is at u and the last z. */
invo_status inspect_row(run *v, const double *u);
/* The last row of the result is no point that was examined. */
invo_status inspect_skip(run *v);
/* At the end of a run: what was found in all, with a warning where something is not as it
 * should be. */
void inspect_close(run *v, invo_status status);

#endif
