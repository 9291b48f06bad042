/* SPDX-License-Identifier: BSD-3-Clause */
/* A tape: expressions lowered to straight-line code over an array of slots. Inputs come
 * first, then constants, then temporaries, whose slots are reused. Both back ends, the
 * interpreter and generated code, run the operations in this order and round after each
 * one. */
#ifndef EXPR_TAPE_H
#define EXPR_TAPE_H
#include "expr.h"

typedef enum tape_op {
    TAPE_COPY,   /* x */
    TAPE_NEG,    /* -x */
    TAPE_ADD,    /* x + y */
    TAPE_SUB,    /* x - y */
    TAPE_MUL,    /* x * y */
    TAPE_DIVIDE, /* x / y */
    TAPE_MULADD, /* x * y + z, rounded twice */
    TAPE_SELECT, /* x ? y : z */
#define UNARY(code, name, value, slope) TAPE_##code,
#define BINARY(code, name, value, slope_x, slope_y) TAPE_##code,
#include "op.def"
#undef UNARY
#undef BINARY
} tape_op;

/* The number of arguments of an operation. */
int tape_arity(tape_op op);

typedef struct tape {
    int inputs;    /* slots 0 .. inputs-1 are set by the caller */
    int constants; /* the next slots, set once by tape_prepare */
    int slots;     /* all */
    int length, outputs;
    const double *constant;  /* [constants] */
    const unsigned char *op; /* [length] */
    const int *operand;      /* for each operation in turn: the slot of its result, then
                                those of its arguments */
    int operands;
    const int *output; /* [outputs]: slot of each output */
} tape;

/* Where a leaf is found among the inputs; -1 if it is not an input (a caller's mistake).
 * It must not use the graph. */
typedef int (*tape_input)(void *data, const expr_node *leaf);

/* Lowers the expressions root[0..count-1] (EXPR_ZERO gives the constant 0). Lives in
 * arena a. */
const tape *tape_lower(graph *g, arena *a, int inputs, tape_input input, void *data,
                       int count, const expr *root);

#endif
