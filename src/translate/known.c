/* SPDX-License-Identifier: BSD-3-Clause */
/* Which expressions have a value when the model is read? */
#include "translate.h"
#include <assert.h>
#include <limits.h>
#include <math.h>

enum { LONGEST_CHAIN = 1000 }; /* of parameters that depend on each other */

typedef struct search {
    translation *t;
    evaluation how;
    int unknown, depth;
} search;

static int may_use(translation *t, const symbol *s, evaluation how) {
    if (s->kind == SYMBOL_CONSTANT)
        return 1;
    if (s->kind != SYMBOL_PARAMETER || how == EVALUATE_CONSTANTS)
        return 0;
    if (how == EVALUATE_SIZES || s->evaluated)
        return 1;
    const ast_declaration *d = symbol_top(s)->declaration;
    return d->final || annotation_flag(t, &d->annotation, "Evaluate", 0);
}

/* Evaluates a parameter by its binding, and notes that it cannot be set any longer. */
static double evaluate_leaf_value(void *data, const expr_node *leaf) {
    search *s = data;
    translation *t = s->t;
    int p = leaf->variable;
    symbol *of = leaf->op == OP_PARAMETER ? t->of_parameter.at[p] : NULL;
    if (!of || !may_use(t, of, s->how) || s->depth > LONGEST_CHAIN) {
        s->unknown = 1;
        return 0;
    }
    define_symbol(t, of);
    const parameter *q = parameter_at(t, p);
    if (!q->is_set && q->binding == NO_EXPR)
        s->unknown = 1;
    if (of->kind == SYMBOL_PARAMETER && q->kind != PARAMETER_CONSTANT)
        of->evaluated = 1;
    if (q->is_set || s->unknown)
        return q->value;
    s->depth++;
    double x = expr_evaluate(t->graph, q->binding, evaluate_leaf_value, s);
    s->depth--;
    return x;
}

int expr_is_known(translation *t, expr e, evaluation how, double *number) {
    const expr_node *n = expr_get(t->graph, e);
    if (n->op == OP_NUMBER) {
        *number = n->value;
        return 1;
    }
    search s = {t, how, 0, 0};
    double x = expr_evaluate(t->graph, e, evaluate_leaf_value, &s);
    if (!s.unknown)
        *number = x;
    return !s.unknown;
}

int value_is_known(translation *t, const value *v, evaluation how, double *number) {
    if (is_bad(v) || v->type.kind == TYPE_STRING || v->rank || is_record(v))
        return 0;
    level most = how == EVALUATE_CONSTANTS ? LEVEL_CONSTANT : LEVEL_PARAMETER;
    if (v->level > most && expr_get(t->graph, v->e)->op != OP_NUMBER)
        return 0;
    return expr_is_known(t, v->e, how, number);
}

int value_is_constant(translation *t, const value *v, double *number) {
    return value_is_known(t, v, EVALUATE_CONSTANTS, number);
}

const char *change_text(translation *t, const value *v) {
    if (!v->changing)
        return "";
    return arena_print(t->arena, ", but '%.80s' changes with time", v->changing);
}

int value_integer(translation *t, const value *v, place where, const char *what,
                  int *number) {
    double x = 0;
    if (is_bad(v))
        return 0;
    if (v->rank || (v->type.kind != TYPE_INTEGER && v->type.kind != TYPE_ENUMERATION &&
                    v->type.kind != TYPE_BOOLEAN))
        return semantic_error(t, where, "%s must be Integer, found %s%s", what,
                              v->rank ? "an array of " : "", type_name(t, v->type));
    if (!value_is_known(t, v, EVALUATE_SIZES, &x))
        return semantic_error(t, where,
                              "%s must be known when the model is read: a constant or a "
                              "parameter with a value%s",
                              what, change_text(t, v));
    if (!(fabs(x) <= INT_MAX / 2))
        return semantic_error(t, where, "%s is %g: too large", what, x);
    *number = (int)x + (v->type.kind == TYPE_BOOLEAN);
    return 1;
}
