/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions and conditional expressions: made, and folded where arguments are constant,
 * to the value that running them would give. */
#include "graph.h"
#include <math.h>

/* Returns the value of a function, of other operators none. */
double op_value(expr_op op, double x, double y) {
    switch (op) {
#define UNARY(code, name, result, shape, value, ...)                                     \
    case OP_##code:                                                                      \
        return value;
#define BINARY(code, name, result, shape, value, ...)                                    \
    case OP_##code:                                                                      \
        return value;
#include "op.def"
#undef UNARY
#undef BINARY
    case OP_NUMBER:
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER:
    case OP_SUM:
    case OP_PRODUCT:
    case OP_IF:
    case OP_LOOKUP:
    case OP_ROUTINE:
    case OP_COUNT:
        break;
    }
    return NAN;
}

const char *expr_op_name(expr_op op) {
    static const char *const name_of[OP_COUNT + 1] = {
        [OP_NUMBER] = "number", [OP_TIME] = "time",
        [OP_JET] = "variable",  [OP_PARAMETER] = "parameter",
        [OP_SUM] = "+",         [OP_PRODUCT] = "*",
        [OP_IF] = "if",         [OP_LOOKUP] = "table",
        [OP_ROUTINE] = "while",
#define UNARY(code, name, ...) [OP_##code] = name,
#define BINARY(code, name, ...) [OP_##code] = name,
#include "op.def"
#undef UNARY
#undef BINARY
        [OP_COUNT] = "?"};
    return name_of[op];
}

expr_shape expr_op_shape(expr_op op) {
    static const unsigned char shape_of[OP_COUNT] = {
#define UNARY(code, name, result, shape, ...) [OP_##code] = SHAPE_##shape,
#define BINARY(code, name, result, shape, ...) [OP_##code] = SHAPE_##shape,
#include "op.def"
#undef UNARY
#undef BINARY
    };
    return (expr_shape)shape_of[op];
}

/* An argument: closed products matter within products only. */
static expr expr_call_argument(graph *g, expr e) {
    return e == EXPR_ZERO ? expr_number(g, 0) : product_open(g, e);
}

expr call_make(graph *g, expr_op function, const expr *arg) {
    int count = op_arguments[function];
    assert(count == 1 || count == 2);
    int constants = 0;
    double v[2] = {0, 0};
    expr a[2];
    for (int i = 0; i < count; i++) {
        a[i] = expr_call_argument(g, arg[i]);
        const expr_node *n = expr_get(g, a[i]);
        if (n->op == OP_NUMBER) {
            v[i] = n->value;
            constants++;
        }
    }
    if (constants == count)
        return expr_number(g, op_value(function, v[0], v[1]));
    return graph_intern(g, &(expr_node){.op = function, .count = count, .arg = a});
}

expr expr_call(graph *g, expr_op function, const expr *arg) {
    assert(function > OP_ROUTINE && function < OP_COUNT);
    if (function == OP_POW)
        return expr_pow(g, expr_call_argument(g, arg[0]), expr_call_argument(g, arg[1]));
    return call_make(g, function, arg);
}

/* Folds the value of constants, as call_make does. */
expr expr_lookup(graph *g, const lookup *l, expr x, expr y) {
    expr a[2];
    a[0] = expr_call_argument(g, x);
    a[1] = expr_call_argument(g, y);
    const expr_node *u = expr_get(g, a[0]);
    const expr_node *v = expr_get(g, a[1]);
    if (u->op == OP_NUMBER && v->op == OP_NUMBER)
        return expr_number(g, lookup_value(l, u->value, v->value));
    expr_node n = {.op = OP_LOOKUP, .count = 2, .lookup = l, .arg = a};
    return graph_intern(g, &n);
}

expr expr_if(graph *g, expr condition, expr then, expr otherwise) {
    if (then == otherwise)
        return then;
    if (node_is(g, condition, OP_NUMBER))
        return expr_get(g, condition)->value != 0 ? then : otherwise;
    expr a[3] = {expr_call_argument(g, condition), expr_call_argument(g, then),
                 expr_call_argument(g, otherwise)};
    return graph_intern(g, &(expr_node){.op = OP_IF, .count = 3, .arg = a});
}
