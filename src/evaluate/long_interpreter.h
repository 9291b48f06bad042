/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes in more than double precision, where the machine has it, for residuals that
 * double precision cannot distinguish from round-off. */
#ifndef EVALUATE_LONG_INTERPRETER_H
#define EVALUATE_LONG_INTERPRETER_H
#include "../expr/tape.h"

/* Runs the code on slot[], whose inputs the caller has set. slot: [slots], out: [outputs]
 */
void tape_run_long(const tape *t, long double *slot, long double *out);

#endif
