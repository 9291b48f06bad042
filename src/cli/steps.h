/* SPDX-License-Identifier: BSD-3-Clause */
/* --steps-output FILE: the accepted steps of a run. */
#ifndef CLI_STEPS_H
#define CLI_STEPS_H
#include "cli.h"

/* Writes a step as a row: time, step, order, and the largest residual of each kind of
 * row in units of round-off (NaN: none). Returns an invo_status. */
int steps_write(invo_output *file, const invo_step_info *step);

#endif
