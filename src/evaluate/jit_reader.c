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
        int argument[3];
        next[at] = upcoming[result];
        upcoming[result] = NEVER;
        for (int k = 0; k < arity; k++) {
            argument[k] = tape_operand(t, at + 1 + k);
            next[at + 1 + k] = upcoming[argument[k]];
        }
        for (int k = 0; k < arity; k++)
            upcoming[argument[k]] = i;
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

/* The number of an argument in the group; it is added where it is new. -1: there is no
 * room, or an operation of the group makes it. */
static int circle_lane(circle_group *g, const int *made, int slot) {
    for (int k = 0; k < g->arguments; k++)
        if (g->slot[k] == slot)
            return k;
    for (int k = 0; k < g->operations; k++)
        if (made[k] == slot)
            return -1;
    if (g->arguments == JIT_CIRCLE_ARGUMENTS)
        return -1;
    g->slot[g->arguments] = slot;
    return g->arguments++;
}

/* Is it there already? */
static int circle_is_twice(const circle_group *g, int lane, int is_cos) {
    for (int k = 0; k < g->operations; k++)
        if (g->lane[k] == lane && g->is_cos[k] == is_cos)
            return 1;
    return 0;
}

/* Does the result take the place of something that the group needs? */
static int circle_is_taken(const circle_group *g, const int *made, int result) {
    for (int k = 0; k < g->arguments; k++)
        if (g->slot[k] == result)
            return 1;
    for (int k = 0; k < g->operations; k++)
        if (made[k] == result)
            return 1;
    return 0;
}

circle_group jit_circle_group(const tape *t, const operation *o) {
    circle_group g = {0};
    int made[JIT_CIRCLE_OPERATIONS];
    int at = o->at;
    for (int i = o->number; i < t->length && g.operations < JIT_CIRCLE_OPERATIONS; i++) {
        const tape_op op = (tape_op)t->op[i];
        if (op != TAPE_SIN && op != TAPE_COS)
            break;
        const int result = tape_operand(t, at);
        const int lane = circle_lane(&g, made, tape_operand(t, at + 1));
        if (lane < 0 || circle_is_twice(&g, lane, op == TAPE_COS) ||
            circle_is_taken(&g, made, result))
            break;
        made[g.operations] = result;
        g.lane[g.operations] = lane;
        g.is_cos[g.operations++] = op == TAPE_COS;
        at += 2;
    }
    return g;
}
