/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes in long double: the same operations with the functions of that type, which
 * <tgmath.h> finds by the type of the argument. */
#include "long_interpreter.h"
#include <assert.h>
#include <math.h>
#include <tgmath.h>

#define circle_at(x) circle_at_long(x)
#define lookup_value(look, x, y) lookup_value_long(look, x, y)
#define routine_of_tape(own, from) routine_value_long(own, from)

/* Argument i of an operation, the first one where it has fewer. */
#define ARGUMENT(i, arity) slot[tape_operand(t, at + ((i) > (arity) ? 1 : (i)))]

/* Runs the operations in their order, each rounded to long double. */
void tape_run_long(const tape *t, long double *slot, long double *out) {
    assert(t->inputs + t->constants <= t->slots);
    int at = 0;
    const lookup *const *next = t->lookup;
    const routine_output *const *call = t->routine;
    for (int k = 0; k < t->constants; k++)
        slot[t->inputs + k] = t->constant[k];
    for (int i = 0; i < t->length; i++)
        switch ((tape_op)t->op[i]) {
#define OPERATION(arity, code, value, ...)                                               \
    case TAPE_##code: {                                                                  \
        long double *from = &ARGUMENT(1, arity);                                         \
        const long double x = *from;                                                     \
        const long double y = ARGUMENT(2, arity);                                        \
        const long double z = ARGUMENT(3, arity);                                        \
        const lookup *look = TAPE_##code == TAPE_LOOKUP ? *next++ : NULL;                \
        const routine_output *own = TAPE_##code == TAPE_ROUTINE ? *call++ : NULL;        \
        (void)look;                                                                      \
        (void)own;                                                                       \
        (void)x;                                                                         \
        (void)y;                                                                         \
        (void)z;                                                                         \
        slot[tape_operand(t, at)] = value;                                               \
        at += 1 + arity;                                                                 \
        break;                                                                           \
    }
#include "../expr/tape_op.def"
        }
    for (int k = 0; k < t->outputs; k++)
        out[k] = slot[tape_output(t, k)];
}
