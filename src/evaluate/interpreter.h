/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes to numbers: the interpreter, and the running error bound. */
#ifndef EVALUATE_INTERPRETER_H
#define EVALUATE_INTERPRETER_H
#include <string.h>
#include "../expr/tape.h"

/* Writes the constants into slot[]; once before the first run. slot: [tape->slots] */
void tape_prepare(const tape *t, double *slot);

/* One operation; look: the table of a TAPE_LOOKUP. */
double tape_operate(tape_op op, const lookup *look, double x, double y, double z);
/* The slopes of op at x, y, z by its arguments, v being its value; 0 for arguments that
 * it does not have. f: [3] */
void tape_slopes(tape_op op, const lookup *look, double x, double y, double z, double v,
                 double *f);

/* Runs the code on slot[], whose inputs the caller has set; tape_read and tape_scatter
 * then give the outputs. */
void tape_execute(const tape *t, double *slot);
/* What depends on fixed inputs alone, after these are set, and what is left then. */
void tape_execute_once(const tape *t, double *slot);
void tape_execute_rest(const tape *t, double *slot);
/* The same, and out: [outputs]. */
void tape_run(const tape *t, double *slot, double *out);

/* The same, and bound[i] in units of eps: an estimate of how far round-off alone may move
 * out[i] (docs/design.md, 5). error: [slots], its inputs set by the caller to the size
 * of each input, e = max(|u|, 1e-3 nominal); those of constants are filled in here. */
void tape_run_bound(const tape *t, double *slot, double *error, double *out,
                    double *bound);
void tape_execute_bound(const tape *t, double *slot, double *error);
/* The error of a constant in units of eps: its size, or 0 where it is exact: a whole
 * number, or one of few binary digits, as 2.5. What rounding made has so few digits in
 * one of 2^26 cases. */
double tape_constant_error(double value);

/* Outputs first .. first + count - 1, or what else is kept in their slots. out: [count]
 */
static inline void tape_read(const tape *t, const double *slot, int first, int count,
                             double *out) {
    if (t->together) {
        memcpy(out, slot + t->together - 1 + first, sizeof *out * (size_t)count);
    } else if (tape_is_wide(t)) {
        for (int k = 0; k < count; k++)
            out[k] = slot[tape_output(t, first + k)];
    } else {
        const uint16_t *from = (const uint16_t *)t->operand + t->operands + first;
        for (int k = 0; k < count; k++)
            out[k] = slot[from[k]];
    }
}
/* All of them, to out[target[k]]. */
void tape_scatter(const tape *t, const double *slot, const int *target, double *out);

#endif
