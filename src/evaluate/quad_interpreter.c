/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes in quadruple precision: the same operations with the functions of that type.
 */
#include "quad_interpreter.h"
#include <assert.h>
#include "../base/quad_names.h"

#define circle_at(x) circle_at_quad(x)
#define lookup_value(look, x, y) lookup_value_quad(look, x, y)
#define routine_of_tape(own, from) routine_value_quad(own, from)

/* Argument i of an operation, the first one where it has fewer. */
#define ARGUMENT(i, arity) slot[tape_operand(t, at + ((i) > (arity) ? 1 : (i)))]

/* Runs the operations in their order, each rounded to 113 bits. */
void tape_run_quad(const tape *t, quad *slot, quad *out) {
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
        quad *from = &ARGUMENT(1, arity);                                                \
        const quad x = *from;                                                            \
        const quad y = ARGUMENT(2, arity);                                               \
        const quad z = ARGUMENT(3, arity);                                               \
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
