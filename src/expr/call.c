/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions and conditional expressions: made, and folded where arguments are constant,
 * to the value that running them would give. */
#include "graph.h"
#include <math.h>

int op_arity(expr_op op) {
    switch (op) {
#define UNARY(code, ...)                                                                 \
    case OP_##code:                                                                      \
        return 1;
#define BINARY(code, ...)                                                                \
    case OP_##code:                                                                      \
        return 2;
#include "op.def"
#undef UNARY
#undef BINARY
    default:
        return 0;
    }
}

double op_value(expr_op op, double x, double y) {
    switch (op) {
#define UNARY(code, name, value, ...)                                                    \
    case OP_##code:                                                                      \
        return value;
#define BINARY(code, name, value, ...)                                                   \
    case OP_##code:                                                                      \
        return value;
#include "op.def"
#undef UNARY
#undef BINARY
    default:
        return NAN;
    }
}

const char *expr_op_name(expr_op op) {
    switch (op) {
#define UNARY(code, name, ...)                                                           \
    case OP_##code:                                                                      \
        return name;
#define BINARY(code, name, ...)                                                          \
    case OP_##code:                                                                      \
        return name;
#include "op.def"
#undef UNARY
#undef BINARY
    case OP_NUMBER:
        return "number";
    case OP_TIME:
        return "time";
    case OP_JET:
        return "variable";
    case OP_PARAMETER:
        return "parameter";
    case OP_SUM:
        return "+";
    case OP_PRODUCT:
        return "*";
    case OP_IF:
        return "if";
    case OP_COUNT:
        break;
    }
    return "?";
}

/* An argument: closed products matter within products only. */
static expr expr_call_argument(graph *g, expr e) {
    return e == EXPR_ZERO ? expr_number(g, 0) : product_open(g, e);
}

expr call_make(graph *g, expr_op function, const expr *arg) {
    int count = op_arity(function);
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
    if (function == OP_POW)
        return expr_pow(g, expr_call_argument(g, arg[0]), expr_call_argument(g, arg[1]));
    return call_make(g, function, arg);
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
