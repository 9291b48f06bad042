/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes to numbers: the interpreter, and the running error bound. */
#ifndef EVALUATE_INTERPRETER_H
#define EVALUATE_INTERPRETER_H
#include "../expr/tape.h"

/* Writes the constants into slot[]; once before the first run. slot: [tape->slots] */
void tape_prepare(const tape *t, double *slot);

/* One operation. */
double tape_operate(tape_op op, double x, double y, double z);

/* Runs the code on slot[], whose inputs the caller has set; the outputs are then in
 * slot[t->output[k]]. */
void tape_execute(const tape *t, double *slot);
/* The same, and out: [outputs]. */
void tape_run(const tape *t, double *slot, double *out);

/* The same, and bound[i] in units of eps: an estimate of how far round-off alone may move
 * out[i] (DESIGN, the ledger). error: [slots], its inputs set by the caller to the size
 * of each input, e = max(|u|, 1e-3 nominal); those of constants are filled in here. */
void tape_run_bound(const tape *t, double *slot, double *error, double *out,
                    double *bound);
void tape_execute_bound(const tape *t, double *slot, double *error);

#endif
