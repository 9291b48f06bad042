/* SPDX-License-Identifier: BSD-3-Clause */
/* Inside the expression graph: what the files of this folder share. */
#ifndef EXPR_GRAPH_H
#define EXPR_GRAPH_H
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include "routine.h"

/* c * node in a sum under construction, node^c in a product. */
typedef struct part {
    expr node;
    double c;
    int merged; /* c is the sum of several */
} part;

/* A node on a walk, and what the walk finds out about it. */
typedef struct visit {
    expr node, result;
    double value, size;
} visit;

typedef struct mark {
    int index;  /* in visits, or in a node_list, of whoever set it last */
    expr total; /* 2 + total derivative; 0: not known yet */
} mark;

/* The derivative of a node by a leaf (memo.c). */
typedef struct memo_slope {
    expr of; /* 1 + node; 0: the bucket is free */
    expr leaf, slope;
} memo_slope;

typedef struct slope_memo {
    memo_slope *at; /* [buckets] */
    unsigned buckets, count;
    arena *arena;
} slope_memo;

/* The numbers of a sum or product: its value and coefficients. Many have the same. */
typedef struct pattern {
    double value;
    int count;
    double coefficient[];
} pattern;

/* A table of numbers by the hash of what they stand for. Half of the hash is kept, so
 * that hardly anything else is looked up: in large graphs each look at a node waits for
 * memory. */
typedef struct hash_table {
    int *number;      /* [buckets]: 1 + number, 0 where free */
    uint16_t *tag;    /* [buckets] */
    unsigned buckets; /* a power of two, more than 4/3 of the numbers */
    arena *arena;     /* of the table alone */
} hash_table;

/* A number that was asked for lately. */
typedef struct known_number {
    uint64_t bits;
    int number; /* 1 + node, 0: none */
} known_number;

enum { KNOWN_NUMBER_BITS = 5 };

/* Nodes are kept as words, one after the other in pieces of memory that do not move: op,
 * and what belongs to it (graph.c). */
struct graph {
    arena *arena;
    graph *home; /* which has the tables and routines: itself, but for those of routines
                  */
    LIST(unsigned) places; /* one per node: number of the piece and place in it */
    LIST(int *) pieces;
    unsigned used, room; /* words in the last piece */
    LIST(const pattern *) patterns;
    LIST(const lookup *) lookups; /* the tables and their derivatives */
    LIST(const routine_output *) routines;
    arena *tables;    /* of marks and hash tables; NULL: the graph is at rest */
    LIST(mark) marks; /* one per node */
    hash_table nodes, by_numbers;
    known_number numbers[1 << KNOWN_NUMBER_BITS];
    slope_memo slopes;
    LIST(expr_leaves) known_leaves;
    int leaves_kept;    /* in these lists, with one for each list */
    arena *leaves;      /* lists that expr_depends has given */
    LIST(int) words;    /* scratch: the node that is being made */
    LIST(expr) reached; /* scratch of a walk */
    /* Scratch, each a stack: the caller that pushes remembers the height and restores it.
     */
    LIST(part) terms;
    LIST(part) factors;
    LIST(visit) visits;
    int is_rough; /* not graph_is_smooth */
    int dead;     /* is any node, so far, 0 times something? */
    long walks;   /* so far: each takes the indices of marks */
};

enum {
    NODE_CLOSED = 1 << 8, /* beside the op in a node's first word, and above it ... */
    NODE_SHIFT = 9, /* ... the order of a jet, the number of a lookup or routine, or that
                       of the pattern of a sum or product; where that is too large, it is
                       in the next word */
    NODE_MOST = (1 << (32 - NODE_SHIFT)) - 1,
    PIECE_BITS = 14, /* of a word's place within its piece */
    PIECE = 1 << PIECE_BITS
};

static inline const int *node_words(const graph *g, expr e) {
    assert(e >= 0 && e < g->places.count);
    unsigned at = g->places.at[e];
    return g->pieces.at[at >> PIECE_BITS] + (at & (PIECE - 1));
}

static inline expr_op words_op(const int *word) {
    return (expr_op)(*word & (NODE_CLOSED - 1));
}

static inline int words_number(const int *word) {
    int number = (int)((unsigned)*word >> NODE_SHIFT);
    return number < NODE_MOST ? number : word[1];
}

static inline int node_is(const graph *g, expr e, expr_op op) {
    return words_op(node_words(g, e)) == op;
}

/* Where the arguments of a sum or product begin, or the variable of a jet. */
static inline int words_first(const int *word) {
    return (unsigned)*word >> NODE_SHIFT < NODE_MOST ? 1 : 2;
}

static inline int op_has_pattern(expr_op op) {
    return op == OP_SUM || op == OP_PRODUCT;
}

/* The arguments of a node alone: most walks need nothing else. */
extern const unsigned char op_arguments[OP_COUNT]; /* of ops without a pattern */
static inline const expr *node_arguments(const graph *g, expr e, int *count) {
    const int *word = node_words(g, e);
    expr_op op = words_op(word);
    if (op_has_pattern(op)) {
        *count = g->patterns.at[words_number(word)]->count;
        return word + words_first(word);
    }
    if (op == OP_ROUTINE) {
        *count = g->home->routines.at[words_number(word)]->of->inputs;
        return word + words_first(word);
    }
    *count = op_arguments[op];
    return word + 1;
}

/* Puts a node together from its words and its pattern. */
static inline expr_node node_read(const graph *g, expr e) {
    const int *word = node_words(g, e);
    const expr_op op = words_op(word);
    if (op_has_pattern(op)) {
        const pattern *p = g->patterns.at[words_number(word)];
        return (expr_node){.op = op,
                           .closed = (*word & NODE_CLOSED) != 0,
                           .count = p->count,
                           .value = p->value,
                           .coefficient = p->coefficient,
                           .arg = word + words_first(word)};
    }
    if (op == OP_NUMBER) {
        double value;
        memcpy(&value, word + 1, sizeof value);
        return (expr_node){.op = op, .value = value};
    }
    if (op == OP_JET || op == OP_PARAMETER)
        return (expr_node){
            .op = op, .variable = word[words_first(word)], .order = words_number(word)};
    if (op == OP_LOOKUP)
        return (expr_node){.op = op,
                           .count = op_arguments[op],
                           .lookup = g->home->lookups.at[words_number(word)],
                           .arg = word + 1};
    if (op == OP_ROUTINE) {
        const routine_output *o = g->home->routines.at[words_number(word)];
        return (expr_node){.op = op,
                           .count = o->of->inputs,
                           .routine = o,
                           .arg = word + words_first(word)};
    }
    return (expr_node){.op = op, .count = op_arguments[op], .arg = word + 1};
}

/* In this folder, what is not asked for of a node is not read. */
#undef expr_get
#define expr_get(g, e) ((const expr_node *)(expr_node[1]){node_read((g), (e))})

static inline int node_is_leaf(const graph *g, expr e) { /* time, jet or parameter */
    expr_op op = words_op(node_words(g, e));
    return op == OP_TIME || op == OP_JET || op == OP_PARAMETER;
}

/* graph.c. The node with these contents; arrays are copied if it is new. */
expr graph_intern(graph *g, const expr_node *node);
void graph_wake(graph *g);            /* after graph_rest */
graph *graph_new_inside(graph *home); /* of a routine */
int op_is_leaf(expr_op op);           /* time, jet or parameter */

/* walk.c. The nodes that root[0..count-1] reach, in depth-first order: arguments first,
 * and what belongs to one root together. In arena a; marks[node].index finds a node. */
typedef LIST(expr) node_list;
node_list graph_order(graph *g, arena *a, int count, const expr *root);
/* The same for the first *count roots alone, fewer where these reach `most` nodes. */
node_list graph_order_some(graph *g, arena *a, int most, int *count, const expr *root);

/* The nodes that root[0..count-1] reach, in ascending order, so arguments first:
 * g->visits.at[base .. end-1]; marks[node].index finds a node there. */
typedef struct walk {
    int base, end;
} walk;
typedef enum walk_range {
    WALK_ALL,
    WALK_UNDERIVED,
    WALK_EVENTS /* not into noEvent(...) */
} walk_range;
walk walk_begin(graph *g, int count, const expr *root, walk_range range);
void walk_index(graph *g, walk w); /* sets the index again, after other walks */
static inline visit *walk_visit(graph *g, expr node) {
    assert(g->marks.at[node].index < g->visits.count);
    visit *v = &g->visits.at[g->marks.at[node].index];
    assert(v->node == node);
    return v;
}
void walk_end(graph *g, walk w);

/* sum.c. Term by term; sums may be nested in time, last begun first ended. By value:
 * every special value is kept. By structure: what cancels is dropped, see expr.h. */
typedef enum sum_kind { SUM_BY_VALUE, SUM_BY_STRUCTURE } sum_kind;
typedef struct sum {
    graph *graph;
    sum_kind kind;
    int base;        /* of its parts in graph->terms */
    int given;       /* something was pushed */
    double constant; /* -0.0: none */
    double size;     /* sum of |constants| */
} sum;
sum sum_begin(graph *g, sum_kind kind);
void sum_push(sum *s, double c, expr e);
expr sum_end(sum *s);
int coefficient_vanishes(double net, double size); /* size: what net is the sum of */
int sum_first(const expr_node *sum); /* the term that evaluation starts with */
int is_no_constant(double c0);

/* product.c */
typedef enum product_kind { PRODUCT_FLAT, PRODUCT_CLOSE } product_kind;
typedef struct product {
    graph *graph;
    int base;           /* of its parts in graph->factors */
    int zero;           /* a factor is structurally zero */
    double over, under; /* constants, the divisor apart: x / 3 stays a division */
} product;
product product_begin(graph *g);
/* times e^k; PRODUCT_CLOSE: as one factor, where e is a product itself */
void product_push(product *p, expr e, double k, product_kind kind);
expr product_end(product *p);
expr product_open(graph *g, expr e); /* e itself, or the same product not closed */
/* *c * e as *c * (the result), with the coefficient of a product moved to *c */
expr product_pull(graph *g, expr e, double *c);
int product_is_settled(graph *g, expr e, double c); /* pulled once more, c stays */
/* Constants that could not be folded into the coefficient are multiplied and divided one
 * by one at the end: with each other they overflow, which 1e200 * (1e200 * x) at 0 does
 * not. */
int product_is_odd(const graph *g, const expr_node *n);
double power_value(double base, double exponent); /* exponent: an integer > 0 */

/* memo.c. What was found before; true: it is there. */
int memo_find_slope(const graph *g, expr e, expr leaf, expr *slope);
void memo_keep_slope(graph *g, expr e, expr leaf, expr slope);
int memo_find_leaves(const graph *g, expr e, expr_leaves *leaves);
/* Room for the leaves of e, which are kept where the memory is not full. */
expr *memo_keep_leaves(graph *g, expr e, int count);
void memo_forget(graph *g); /* the tables are gone */

/* diff.c. The partial derivatives of one expression by several leaves, one after the
 * other; walk_end ends it. Other walks may come between: walk_index then. */
walk partials_begin(graph *g, expr e);
expr partials_by(graph *g, walk w, expr leaf);

/* substitute.c. A node of `from` with these arguments, in another graph. */
expr node_rebuild(graph *to, const graph *from, const expr_node *n, const expr *arg);

/* routine_make.c. The derivative by an input. */
const routine *routine_by(const routine *r, int input);

/* call.c */
expr call_make(graph *g, expr_op function, const expr *arg); /* no powers collected */
double op_value(expr_op op, double x, double y);

#endif
