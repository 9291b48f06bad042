/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions: a hash-consed graph. Equal expressions are the same node, so a node number
 * is a value. Leaves are numbers, time, jet coordinates (the l-th derivative of unknown
 * j) and parameters.
 *
 * Sums and products have a normal form: a sum is c0 + sum c_i t_i, a product is c prod
 * b_i^k_i with integer k_i, terms and factors sorted by node number. Like terms are
 * collected where that leaves every value as it is, infinities, NaN, signed zeros and
 * domain errors included (only roundings may differ): 2x + 3x is 5x, but 3x - x keeps
 * both terms (x = inf), x * x^-1 stays (x = 0), 0 * x stays, x + 0 stays (x = -0), x - 0
 * is x. Structure is another matter: a term whose coefficients add up to zero (to
 * rounding: 0.1x + 0.2x - 0.3x) counts as absent in expr_depends and in derivatives. */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H
#include "circle.h"
#include "lookup.h"

typedef int expr;
#define EXPR_ZERO (-1) /* structurally zero: the derivative of what does not depend */

typedef enum expr_op {
    OP_NUMBER, /* value */
    OP_TIME,
    OP_JET,       /* variable, order */
    OP_PARAMETER, /* variable: the parameter's number */
    OP_SUM, /* value (the constant c0; -0.0 when there is none), coefficient[], arg[] */
    OP_PRODUCT, /* value (the coefficient), coefficient[] (the exponents), arg[] */
    OP_IF,      /* arg: condition, then, else */
    OP_LOOKUP,  /* lookup; arg: x, y (see lookup_kind; 0 where it has no second one) */
    OP_ROUTINE, /* routine; arg: its inputs */
#define UNARY(code, ...) OP_##code,
#define BINARY(code, ...) OP_##code,
#include "op.def"
#undef UNARY
#undef BINARY
    OP_COUNT
} expr_op;

/* Where a function is not smooth, or is so only on a small scale: a column of op.def.
 * What is not in op.def (leaves, sums, products, if) is SHAPE_SMOOTH. */
typedef enum expr_shape {
    SHAPE_SMOOTH,
    SHAPE_STEP,   /* a front where x is nearest to zero (INVO_FRONT_STEP): tanh */
    SHAPE_EXP,    /* a front where x is zero or largest (INVO_FRONT_EXP): exp */
    SHAPE_POWER,  /* a front where |x| is least (INVO_FRONT_POWER): x^y */
    SHAPE_ROOT,   /* the same, with a slope like 1/sqrt(x) at zero: sqrt */
    SHAPE_EDGE,   /* a slope like 1/sqrt(d) at a distance d from its domain's end: asin */
    SHAPE_KINK,   /* at x = 0: abs */
    SHAPE_CHOICE, /* a kink at x = y: min, max */
    SHAPE_SIGN,   /* a jump at x = 0 without an event */
    SHAPE_FLOOR,  /* jumps to integers, from below: events */
    SHAPE_CEIL,   /* jumps to integers, from above: events */
    SHAPE_QUOTIENT,  /* trunc(x / y): events */
    SHAPE_REMAINDER, /* x - q y where q is the floor or trunc of x / y */
    SHAPE_RELATION,  /* a jump at x = y: an event */
    SHAPE_EQUALITY,  /* true for an instant, if x and y are continuous */
    SHAPE_LOGIC      /* jumps where its arguments do */
} expr_shape;

/* What a node holds, put together for whoever asks: the graph keeps less. */
typedef struct expr_node {
    expr_op op;
    int count;           /* of arguments */
    int variable, order; /* OP_JET; OP_PARAMETER uses variable */
    int closed; /* OP_PRODUCT: a factor that larger products do not take apart (see
                   diff.c) */
    double value;
    const lookup *lookup;                 /* OP_LOOKUP */
    const struct routine_output *routine; /* OP_ROUTINE (routine.h) */
    const expr *arg;                      /* [count] */
    const double
        *coefficient; /* [count]: of a sum's terms, or a product's exponents (integers) */
} expr_node;

typedef struct graph graph;
typedef struct routine routine;
graph *graph_new(arena *a);
arena *graph_arena(graph *g);
expr_node expr_node_of(const graph *g, expr e);
/* The same as a pointer, valid to the end of the enclosing block; the arrays that it
 * points to stay as long as the graph. */
#define expr_get(g, e) ((const expr_node *)(expr_node[1]){expr_node_of((g), (e))})
/* Gives back what serves to make expressions; it comes back when the next one is made. No
 * list of expr_depends may be held. */
void graph_rest(graph *g);
int graph_count(const graph *g); /* arguments have smaller numbers than their node */
/* Has no node ever had a kink, a jump, a condition, a table or a loop? Then whoever looks
 * for these in expressions finds none. */
int graph_is_smooth(const graph *g);
/* graph_rest, without what was made since there were `count` nodes: nothing may refer to
 * it. */
void graph_rest_at(graph *g, int count);
/* The same for a while: graph_hide hides what was made since there were `count` nodes,
 * and graph_show brings it back, with its numbers, and forgets what was made in between,
 * which nothing may refer to then. That returns 0, and does nothing, where tables or
 * loops were added. */
typedef struct hidden_nodes hidden_nodes;
hidden_nodes *graph_set_aside(graph *g, arena *a, int count);
void graph_hide(hidden_nodes *h);
void graph_drop_hidden(hidden_nodes *h); /* graph_show, then graph_rest_at */
int graph_show(hidden_nodes *h);

/* Construction. Nothing here fails but for memory. EXPR_ZERO is accepted by neg, add,
 * sub, mul, div (as dividend) and if (as a branch, where it means 0), and returned where
 * structure gives it. */
expr expr_number(graph *g, double value);
expr expr_time(graph *g);
expr expr_jet(graph *g, int variable, int order);
expr expr_parameter(graph *g, int parameter);
expr expr_neg(graph *g, expr a);
expr expr_add(graph *g, expr a, expr b);
expr expr_sub(graph *g, expr a, expr b);
expr expr_mul(graph *g, expr a, expr b);
expr expr_div(graph *g, expr a, expr b);
expr expr_pow(graph *g, expr a, expr b);
expr expr_if(graph *g, expr condition, expr then, expr otherwise);
expr expr_call(graph *g, expr_op function, const expr *arg); /* any op of op.def */
/* sum of c[i] * term[i], in time linear (but for sorting) in count; use it for long sums,
 * as repeated expr_add makes every partial sum a node. expr_product likewise. */
expr expr_sum(graph *g, int count, const double *c, const expr *term);
expr expr_product(graph *g, int count, const expr *factor);
/* The same value; as a factor of larger products it is evaluated by itself first. */
expr expr_whole(graph *g, expr e);

/* A table of the model: data that live as long as the graph; equal tables are told apart.
 * The call with these arguments; y: EXPR_ZERO where the kind has no second one. */
const lookup *graph_add_lookup(graph *g, lookup_data *data);
expr expr_lookup(graph *g, const lookup *l, expr x, expr y);

/* The output of a loop at these arguments, as many as it has inputs; EXPR_ZERO where it
 * is a derivative that vanishes (routine.h makes them). */
expr expr_routine(graph *g, const struct routine_output *o, const expr *arg);

int graph_has_routines(const graph *g); /* any loop at all */
/* "the 'while' ... did not end", of the first loop of the graph that did not; NULL: all
 * have ended so far. */
const char *graph_trouble(const graph *g, char *text, size_t size);

/* Derivatives, exact; EXPR_ZERO where e does not depend. Repeated total derivatives share
 * their parts: the k-th adds a number of nodes linear in k. A function without a
 * derivative (floor, relations) is constant between its jumps. */
expr expr_total(graph *g, expr e); /* along the solution: y^(l) gives y^(l+1) */
expr expr_partial(graph *g, expr e, expr leaf); /* by one leaf, all others held fixed */
void expr_partials(graph *g, expr e, int count, const expr *leaf,
                   expr *slope); /* by one leaf after the other, in one walk */

/* Structure. A leaf counts where its net coefficient is not zero; followed through the
 * nested sums of the two sides of an equation, too. Leaves in conditions and in functions
 * without a derivative count: the value depends on them, though expr_partial is
 * EXPR_ZERO. */
typedef struct expr_leaves {
    const expr *at; /* leaves of kind OP_JET and OP_TIME, sorted by (variable, order);
                       time first */
    int count;
} expr_leaves;
expr_leaves expr_depends(graph *g, expr e);
/* Is any expression of the graph 0 times something, which then counts in no structure? */
int expr_any_dead(const graph *g);
int expr_is_constant(graph *g, expr e);         /* no leaf counts: parameters alone */
int expr_holds(graph *g, expr e, expr leaf);    /* the leaf counts */
void expr_forget(graph *g, expr_leaves leaves); /* gives back the list that came last,
                                                   unless it is kept with the graph */

/* The degree of e as a polynomial in its leaves, leaf(data, node) giving theirs: 0 for
 * what counts as a constant; -1: it is not a polynomial, or not known to be one. An upper
 * bound: what cancels is counted. */
typedef int (*expr_leaf_degree)(void *data, const expr_node *leaf);
int expr_degree(graph *g, expr e, expr_leaf_degree leaf, void *data);

/* slope[k] = the derivative by by.at[k], leaves that come in the order of expr_depends.
 * The gradient of a long sum takes time in proportion to its terms, not to its square. */
void expr_gradient(graph *g, expr e, expr_leaves by, expr *slope);

/* Calls visit(data, leaf) once for each leaf that the expressions root[0..count-1] reach,
 * parameters included, in the order in which they are met, in one walk over all of them.
 * It must not use the graph. Returns the number of nodes. */
typedef void (*expr_visit)(void *data, const expr_node *leaf);
int expr_visit_leaves(graph *g, int count, const expr *root, expr_visit visit,
                      void *data);
/* Calls visit(data, node) once for each node with arguments, in the same order. */
void expr_visit_inner(graph *g, int count, const expr *root, expr_visit visit,
                      void *data);

/* Does the value of e need the leaf, whatever its conditions decide? What is in a branch
 * of an if, or is given to a loop, may not be needed. */
int expr_needs(graph *g, expr e, expr leaf);

/* Replaces leaves: map(data, g, leaf) gives the new expression, or the leaf itself, or
 * EXPR_ZERO. It may use the graph, substitution included. */
typedef expr (*expr_map)(void *data, graph *g, expr leaf);
expr expr_substitute(graph *g, expr e, expr_map map, void *data);

/* Rewrites nodes from the leaves upwards, but not inside noEvent(...): rule(data, node)
 * returns the replacement of a node whose arguments are rewritten already, or the node
 * itself. */
typedef expr (*expr_rule)(void *data, graph *g, expr node);
expr expr_rewrite(graph *g, expr e, expr_rule rule, void *data);
/* The same, inside noEvent(...), too. */
expr expr_rewrite_all(graph *g, expr e, expr_rule rule, void *data);

/* Text that reads back as the same expression, in Modelica's syntax; numbers with 17
 * digits where fewer don't round-trip. Closed factors are put in parentheses; they read
 * back as equal in value. Text of more than 16 million characters is cut with " ...". */
typedef struct expr_names {
    const char *(*variable)(void *data, int variable, int order); /* "x", "der(x)", "v" */
    const char *(*parameter)(void *data, int parameter);
    void *data;
} expr_names;
const char *expr_print(graph *g, expr e,
                       const expr_names *names); /* in the graph's arena */
/* The same, cut behind about `most` characters. */
const char *expr_print_some(graph *g, expr e, const expr_names *n, int most);

/* Number of operations and leaves of e as text would show them, shared parts again and
 * again; no more than `most`. */
int expr_size(const graph *g, expr e, int most);

/* Name of an op as users write it: "sin", "+", "if". */
const char *expr_op_name(expr_op op);
expr_shape expr_op_shape(expr_op op);

/* Value of one expression; leaf(data, node) gives the leaves, and may evaluate other
 * expressions of this graph. For constants, parameter values and tests; repeated
 * evaluation goes through a tape, which gives the same bits. */
typedef double (*expr_leaf_value)(void *data, const expr_node *leaf);
double expr_evaluate(graph *g, expr e, expr_leaf_value leaf, void *data);

#endif
