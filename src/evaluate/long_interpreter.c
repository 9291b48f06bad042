/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes in long double: the same operations with the functions of that type, which
 * <tgmath.h> finds by the type of the argument. */
#include "long_interpreter.h"
#include <math.h>
#include <tgmath.h>

/* Returns the value of one operation. */
static long double operate(tape_op op, long double x, long double y, long double z) {
    switch (op) {
    case TAPE_COPY:
        return x;
    case TAPE_NEG:
        return -x;
    case TAPE_ADD:
        return x + y;
    case TAPE_SUB:
        return x - y;
    case TAPE_MUL:
        return x * y;
    case TAPE_DIVIDE:
        return x / y;
    case TAPE_MULADD:
        return x * y + z;
    case TAPE_SELECT:
        return x != 0 ? y : z;
#define UNARY(code, name, result, shape, value, ...)                                     \
    case TAPE_##code:                                                                    \
        return value;
#define BINARY(code, name, result, shape, value, ...)                                    \
    case TAPE_##code:                                                                    \
        return value;
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    }
    return NAN;
}

void tape_run_long(const tape *t, long double *slot, long double *out) {
    int at = 0;
    for (int k = 0; k < t->constants; k++)
        slot[t->inputs + k] = t->constant[k];
    for (int i = 0; i < t->length; i++) {
        tape_op op = (tape_op)t->op[i];
        int count = tape_arity(op);
        long double x[3] = {0, 0, 0};
        for (int k = 0; k < count; k++)
            x[k] = slot[tape_operand(t, at + 1 + k)];
        slot[tape_operand(t, at)] = operate(op, x[0], x[1], x[2]);
        at += 1 + count;
    }
    for (int k = 0; k < t->outputs; k++)
        out[k] = slot[tape_output(t, k)];
}
