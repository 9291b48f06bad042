/* SPDX-License-Identifier: BSD-3-Clause */
/* A solution at rest where it would not stay. */
#ifndef SOLVE_REST_H
#define SOLVE_REST_H
#include "../base/context.h"

struct run;

/* At the end of a run: a note where the solution rests on an equilibrium that
 * disturbances grow from. */
void rest_close(struct run *v, invo_status status);

#endif
