/* SPDX-License-Identifier: BSD-3-Clause */
/* Running error bounds as operations of tapes, by the formulas of tape_op.def. There an
 * argument without error carries none over, however steep the function; here a product of
 * zero and infinity is not a number, and whoever runs the tape asks the interpreter. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "interpreter.h"
#include "merge.h"

/* An operation with its value, and the errors of its arguments. */
typedef struct bounded {
    merge *m;
    tape_op op;
    const int *x, *e; /* [arity]: values */
    int v;
} bounded;

enum { NO_BOUND = -1 };

static int bound_size(const bounded *b, int x) {
    return merge_operate(b->m, TAPE_ABS, x, -1, -1);
}

static int bound_sum(const bounded *b, int x, int y) {
    return merge_sum(b->m, x, y);
}

/* Arguments without error carry none. */
static int bound_carry(const bounded *b, int slope, int error) {
    if (error == merge_number(b->m, 0))
        return error;
    return merge_operate(b->m, TAPE_MUL, bound_size(b, slope), error, -1);
}

/* What an error adds that the arguments have, and rounding. */
static int bound_round(const bounded *b, int carried) {
    return bound_sum(b, carried, bound_size(b, b->v));
}

static int bound_product(const bounded *b) {
    const int first = bound_carry(b, b->x[0], b->e[1]);
    return bound_sum(b, first, bound_carry(b, b->x[1], b->e[0]));
}

static int bound_product_sum(const bounded *b) {
    const int product = merge_operate(b->m, TAPE_MUL, b->x[0], b->x[1], -1);
    const int rounded = bound_sum(b, bound_product(b), bound_size(b, product));
    return bound_sum(b, rounded, b->e[2]);
}

static int bound_quotient(const bounded *b) {
    const int carried = bound_sum(b, b->e[0], bound_carry(b, b->v, b->e[1]));
    return merge_operate(b->m, TAPE_DIVIDE, carried, bound_size(b, b->x[1]), -1);
}

/* Where the slope is infinite, the root of the error bounds what it changes. */
static int bound_root(const bounded *b) {
    const int half = merge_number(b->m, 0.5);
    const int slope = bound_size(b, merge_operate(b->m, TAPE_DIVIDE, half, b->v, -1));
    const int eps = merge_number(b->m, DBL_EPSILON);
    const int error = merge_operate(b->m, TAPE_MUL, eps, b->e[0], -1);
    const int root = merge_operate(b->m, TAPE_SQRT, error, -1, -1);
    const int steepest =
        merge_operate(b->m, TAPE_DIVIDE, merge_number(b->m, 2), root, -1);
    return bound_carry(b, merge_operate(b->m, TAPE_MIN, slope, steepest, -1), b->e[0]);
}

static int bound_along(const bounded *b, tape_op slope) {
    return bound_carry(b, merge_operate(b->m, slope, b->x[0], -1, -1), b->e[0]);
}

/* The error of the value; NO_BOUND: there is no formula here. */
static int bound_of(const bounded *b) {
    switch ((int)b->op) {
    case TAPE_COPY:
    case TAPE_NEG:
        return b->e[0];
    case TAPE_NOEVENT:
    case TAPE_ABS:
        return bound_round(b, b->e[0]);
    case TAPE_ADD:
    case TAPE_SUB:
        return bound_round(b, bound_sum(b, b->e[0], b->e[1]));
    case TAPE_MUL:
        return bound_round(b, bound_product(b));
    case TAPE_MULADD:
        return bound_round(b, bound_product_sum(b));
    case TAPE_DIVIDE:
        return bound_round(b, bound_quotient(b));
    case TAPE_SQRT:
        return bound_round(b, bound_root(b));
    case TAPE_SIN:
        return bound_round(b, bound_along(b, TAPE_COS));
    case TAPE_COS:
        return bound_round(b, bound_along(b, TAPE_SIN));
    case TAPE_EXP:
        return bound_round(b, bound_carry(b, b->v, b->e[0]));
    case TAPE_SELECT:
        return merge_operate(b->m, TAPE_SELECT, b->x[0], b->e[1], b->e[2]);
    default:
        return NO_BOUND;
    }
}

int merge_tape_bound(merge *m, const tape *t, const int *in, const int *in_error,
                     int *out, int *out_error) {
    assert(!t->routine);
    arena *scratch = merge_scratch(m);
    int *slot = ARENA_ROOM(scratch, int, t->slots + 1);
    int *error = ARENA_ROOM(scratch, int, t->slots + 1);
    int at = 0;
    int is_known = 1;
    for (int k = 0; k < t->inputs; k++) {
        slot[k] = in[k];
        error[k] = in_error[k];
    }
    for (int k = 0; k < t->constants; k++) {
        slot[t->inputs + k] = merge_number(m, t->constant[k]);
        error[t->inputs + k] = merge_number(m, tape_constant_error(t->constant[k]));
    }
    for (int i = 0; i < t->length && is_known; i++) {
        const tape_op op = (tape_op)t->op[i];
        const int arity = tape_arity(op);
        int x[3] = {-1, -1, -1};
        int e[3] = {-1, -1, -1};
        for (int k = 0; k < arity; k++) {
            x[k] = slot[tape_operand(t, at + 1 + k)];
            e[k] = error[tape_operand(t, at + 1 + k)];
        }
        is_known = op != TAPE_LOOKUP;
        if (!is_known)
            break;
        const int v = merge_operate(m, op, x[0], x[1], x[2]);
        const bounded b = {m, op, x, e, v};
        const int bound = bound_of(&b);
        slot[tape_operand(t, at)] = v;
        error[tape_operand(t, at)] = bound;
        is_known = bound != NO_BOUND;
        at += 1 + arity;
    }
    for (int k = 0; k < t->outputs && is_known; k++) {
        out[k] = slot[tape_output(t, k)];
        out_error[k] = error[tape_output(t, k)];
    }
    arena_free(scratch);
    return is_known;
}
