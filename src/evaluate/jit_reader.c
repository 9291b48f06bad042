/* SPDX-License-Identifier: BSD-3-Clause */
/* Who reads a value next, found from the end of the tape. */
#include "jit_reader.h"

void jit_find_readers(const tape *t, int *next, int *upcoming) {
    int at = t->operands;
    for (int k = 0; k < t->slots; k++)
        upcoming[k] = NEVER;
    for (int k = 0; k < t->outputs; k++)
        upcoming[tape_output(t, k)] = AT_END;
    for (int i = t->length - 1; i >= t->once; i--) {
        int arity = tape_arity((tape_op)t->op[i]);
        at -= 1 + arity;
        int result = tape_operand(t, at);
        next[at] = upcoming[result];
        upcoming[result] = NEVER;
        for (int k = 1; k <= arity; k++)
            next[at + k] = upcoming[tape_operand(t, at + k)];
        for (int k = 1; k <= arity; k++)
            upcoming[tape_operand(t, at + k)] = i;
    }
}

int jit_is_pair(const tape *t, const operation *o) {
    if (o->number + 1 >= t->length)
        return 0;
    const tape_op op = (tape_op)t->op[o->number];
    const tape_op next = (tape_op)t->op[o->number + 1];
    const int are_both =
        (op == TAPE_SIN && next == TAPE_COS) || (op == TAPE_COS && next == TAPE_SIN);
    const int from = tape_operand(t, o->at + 1);
    return are_both && tape_operand(t, o->at) != from &&
           tape_operand(t, o->at + 3) == from &&
           tape_operand(t, o->at) != tape_operand(t, o->at + 2);
}
