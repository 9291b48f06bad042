/* SPDX-License-Identifier: BSD-3-Clause */
/* A tape: expressions lowered to straight-line code over an array of slots. Inputs come
 * first, then constants, then temporaries, whose slots are reused. Both back ends, the
 * interpreter and generated code, run the operations in this order and round after each
 * one. Most tapes have few slots, so that their numbers are kept in 16 bits. */
#ifndef EXPR_TAPE_H
#define EXPR_TAPE_H
#include <stdint.h>
#include "routine.h"

typedef enum tape_op {
#define OPERATION(arity, code, ...) TAPE_##code,
#include "tape_op.def"
} tape_op;

/* The number of arguments of an operation. */
extern const unsigned char tape_arities[];
static inline int tape_arity(tape_op op) {
    return tape_arities[op];
}

/* Operations that are repeated `count` times with other slots: operation j of `body` in
 * round k is number first + k body + j. Slots of operands change by the same amount from
 * round to round. */
typedef struct tape_loop {
    int first, body, count;
    int is_parallel; /* no round reads what another one gives */
} tape_loop;

typedef struct tape {
    int inputs;    /* slots 0 .. inputs-1 are set by the caller */
    int constants; /* the next slots, set once by tape_prepare */
    int slots;     /* all */
    int length, outputs;
    int together; /* 1 + the slot of output 0, where the others follow it; 0: they do not
                   */
    int operands;
    int once;          /* the first operations depend on fixed inputs alone: their values
                          stay in their slots */
    int once_operands; /* of these */
    int loops;         /* those that are known */
    const tape_loop *loop;                /* [loops], in their order */
    const double *constant;               /* [constants] */
    const unsigned char *op;              /* [length] */
    const void *operand;                  /* [operands + outputs], see tape_operand */
    const lookup *const *lookup;          /* of each TAPE_LOOKUP in turn */
    const routine_output *const *routine; /* of each TAPE_ROUTINE; its arguments are in
                                             slots one after the other, from that of its
                                             operand on, with room for its work */
} tape;

enum { NARROW_SLOTS = 1 << 16 };

/* Slots are numbered by uint32_t instead of uint16_t. */
static inline int tape_is_wide(const tape *t) {
    return t->slots > NARROW_SLOTS;
}

/* For each operation in turn, the slot of its result, then those of its arguments. */
static inline int tape_operand(const tape *t, int i) {
    if (tape_is_wide(t))
        return (int)((const uint32_t *)t->operand)[i];
    return ((const uint16_t *)t->operand)[i];
}
/* The slot of output k. */
static inline int tape_output(const tape *t, int k) {
    return tape_operand(t, t->operands + k);
}

/* Where a leaf is found: its number among the inputs, or ~k where it is the value of root
 * k, which is an earlier one than those that read it. It must not use the graph. */
typedef int (*tape_input)(void *data, const expr_node *leaf);

/* The nodes that expressions reach, arguments first: found once where the leaves among
 * them are looked at before they are lowered. It holds until the graph walks again. */
typedef struct tape_nodes {
    int count;
    expr *at;  /* [count] */
    long walk; /* of the graph */
} tape_nodes;
tape_nodes tape_order(graph *g, arena *a, int count, const expr *root);
/* As expr_visit_leaves does. */
void tape_visit_leaves(const graph *g, const tape_nodes *nodes, expr_visit leaf,
                       void *data);

/* What is to be lowered. */
typedef struct tape_request {
    int inputs, variables; /* inputs from `variables` on are fixed from run to run */
    tape_input input;
    void *data;
    int count;
    const expr *root;        /* [count]; EXPR_ZERO gives the constant 0 */
    const tape_nodes *nodes; /* of these; NULL: they are to be found */
} tape_request;

/* Lives in arena a. */
const tape *tape_make(graph *g, arena *a, const tape_request *q);

/* Lowers the expressions root[0..count-1], all inputs being variable. */
const tape *tape_lower(graph *g, arena *a, int inputs, tape_input input, void *data,
                       int count, const expr *root);

/* Above so many nodes, tape_cuts may find cuts. */
enum { PIECE_NODES = 4096 };

/* Where to cut a long list of roots, so that each piece makes a tape of some thousand
 * nodes: piece k has the roots from first[k] up to first[k + 1]. What two pieces need is
 * computed in both; where that is too much, all is one piece. nodes: how many there are,
 * of which so many leaves. Lives in arena a. */
typedef struct tape_pieces {
    int count;
    const int *first; /* [count + 1] */
} tape_pieces;
tape_pieces tape_cuts(graph *g, arena *a, int nodes, int leaves, int count,
                      const expr *root);

#endif
