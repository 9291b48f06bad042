/* SPDX-License-Identifier: BSD-3-Clause */
/* Rewriting of comparisons and of functions with jumps. */
#include "crossings.h"
#include <math.h>

typedef struct extraction {
    dae *s;
    crossings *found;
    int is_discrete; /* conditions are values there, and no part of the mode */
    int splits_signs;
} extraction;

/* A new parameter; `text` is its name in messages. */
static int crossings_new_parameter(extraction *x, const char *text) {
    parameter p = {
        .name = text, .kind = PARAMETER_SWITCH, .binding = NO_EXPR, .is_set = 1};
    LIST_PUSH(x->s->arena, x->s->parameters, p);
    return x->s->parameters.count - 1;
}

/* The switch of function > 0, >= 0 or of its floor, shared by all that need the same. */
static expr new_crossing(extraction *x, crossing_kind kind, int closed, expr function,
                         expr shown) {
    for (int k = 0; k < x->found->list.count; k++) {
        const crossing *c = &x->found->list.at[k];
        if (c->kind == kind && c->closed == closed && c->function == function)
            return expr_parameter(x->s->graph, c->parameter);
    }
    const char *text = system_name_of(x->s, shown);
    crossing c = {kind, crossings_new_parameter(x, text), closed, function, text};
    LIST_PUSH(x->s->arena, x->found->list, c);
    return expr_parameter(x->s->graph, c.parameter);
}

static int is_continuous(extraction *x, expr e) {
    return expr_depends(x->s->graph, e).count > 0;
}

static expr crossings_difference(extraction *x, expr a, expr b) {
    expr d = expr_sub(x->s->graph, a, b);
    return d == EXPR_ZERO ? expr_number(x->s->graph, 0) : d;
}

/* a > b, a >= b, a < b, a <= b as a switch. */
static expr crossings_relation(extraction *x, expr node, const expr_node *n) {
    int is_less = n->op == OP_LT || n->op == OP_LE;
    int closed = n->op == OP_GE || n->op == OP_LE;
    expr d = crossings_difference(x, n->arg[is_less], n->arg[!is_less]);
    return new_crossing(x, CROSSING_RELATION, closed, d, node);
}

static expr positive(extraction *x, expr e, int closed, expr shown) {
    return new_crossing(x, CROSSING_RELATION, closed, e, shown);
}

static expr floor_of(extraction *x, expr e, expr shown) {
    return new_crossing(x, CROSSING_FLOOR, 0, e, shown);
}

/* A condition over parameters alone becomes one of the mode's. */
static expr mode_leaf(extraction *x, expr condition) {
    graph *g = x->s->graph;
    if (expr_get(g, condition)->op == OP_NUMBER || is_continuous(x, condition) ||
        x->is_discrete)
        return condition;
    for (int k = 0; k < x->found->conditions.count; k++)
        if (x->found->conditions.at[k].condition == condition ||
            expr_parameter(g, x->found->conditions.at[k].parameter) == condition)
            return expr_parameter(g, x->found->conditions.at[k].parameter);
    mode_condition c = {crossings_new_parameter(x, system_name_of(x->s, condition)),
                        condition};
    LIST_PUSH(x->s->arena, x->found->conditions, c);
    return expr_parameter(g, c.parameter);
}

static expr crossings_choose(extraction *x, expr condition, expr then, expr otherwise) {
    return expr_if(x->s->graph, mode_leaf(x, condition), then, otherwise);
}

/* trunc(q): floor above zero, ceil below */
static expr truncated(extraction *x, expr q, expr shown) {
    graph *g = x->s->graph;
    expr below = expr_neg(g, floor_of(x, expr_neg(g, q), shown));
    expr above = floor_of(x, q, shown);
    expr is_above = positive(x, q, 1, shown);
    return crossings_choose(x, is_above, above, below);
}

static expr quotient(extraction *x, expr node, const expr_node *n) {
    return truncated(x, expr_div(x->s->graph, n->arg[0], n->arg[1]), node);
}

/* a - q b with the frozen quotient q */
static expr remainder_of(extraction *x, expr node, const expr_node *n) {
    graph *g = x->s->graph;
    expr q = expr_div(g, n->arg[0], n->arg[1]);
    q = n->op == OP_MOD ? floor_of(x, q, node) : truncated(x, q, node);
    return crossings_difference(x, n->arg[0], expr_mul(g, q, n->arg[1]));
}

static expr crossings_sign(extraction *x, expr node, const expr_node *n) {
    graph *g = x->s->graph;
    if (!x->splits_signs)
        return node;
    expr above = positive(x, n->arg[0], 0, node);
    expr below = positive(x, expr_neg(g, n->arg[0]), 0, node);
    expr minus = expr_number(g, -1);
    expr others = crossings_choose(x, below, minus, expr_number(g, 0));
    return crossings_choose(x, above, expr_number(g, 1), others);
}

static expr crossings_floor(extraction *x, expr node, const expr_node *n) {
    return floor_of(x, n->arg[0], node);
}

static expr crossings_ceil(extraction *x, expr node, const expr_node *n) {
    graph *g = x->s->graph;
    return expr_neg(g, floor_of(x, expr_neg(g, n->arg[0]), node));
}

typedef expr jump_rule(extraction *x, expr node, const expr_node *n);

/* Returns the rule that makes switches of the jumps of an operation; NULL: it has no
 * jumps. abs, min and max are literal in every mode: their kinks end a step, nothing
 * happens there. Equality of continuous values holds for an instant. */
static jump_rule *rule_of(expr_op op) {
    switch (expr_op_shape(op)) {
    case SHAPE_RELATION:
        return crossings_relation;
    case SHAPE_SIGN:
        return crossings_sign;
    case SHAPE_FLOOR:
        return crossings_floor;
    case SHAPE_CEIL:
        return crossings_ceil;
    case SHAPE_QUOTIENT:
        return quotient;
    case SHAPE_REMAINDER:
        return remainder_of;
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        return NULL;
    }
    return NULL;
}

/* Jumps become switches; the conditions of `if` become leaves of the mode. */
static expr freeze(void *data, graph *g, expr node) {
    extraction *x = data;
    expr_node n = *expr_get(g, node);
    jump_rule *rule = rule_of(n.op);
    if (rule && is_continuous(x, node)) {
        node = rule(x, node, &n);
        n = *expr_get(g, node);
    }
    if (n.op != OP_IF)
        return node;
    return expr_if(g, mode_leaf(x, n.arg[0]), n.arg[1], n.arg[2]);
}

static void crossings_rewrite(extraction *x, expr *e) {
    if (*e != NO_EXPR && !graph_is_smooth(x->s->graph))
        *e = expr_rewrite(x->s->graph, *e, freeze, x);
}

static void rewrite_equation(extraction *x, equation *e) {
    crossings_rewrite(x, &e->residual);
    crossings_rewrite(x, &e->guard);
    if (e->guard != NO_EXPR)
        e->guard = mode_leaf(x, e->guard);
}

static void rewrite_whens(extraction *x) {
    for (int w = 0; w < x->s->whens.count; w++) {
        when_clause *clause = &x->s->whens.at[w];
        for (int b = 0; b < clause->branches.count; b++) {
            when_branch *branch = &clause->branches.at[b];
            for (int k = 0; k < branch->conditions.count; k++)
                crossings_rewrite(x, &branch->conditions.at[k]);
        }
    }
}

/* Rewrites equations first: the conditions in them are the mode; those of what is
 * discrete are values. */
crossings *crossings_extract(dae *s) {
    crossings *found = arena_alloc(s->arena, sizeof *found);
    extraction x = {s, found, 0, 0};
    for (int k = 0; k < s->equations.count; k++)
        rewrite_equation(&x, &s->equations.at[k]);
    for (int k = 0; k < s->first_values.count; k++)
        if (s->first_values.at[k].is_either)
            rewrite_equation(&x, &s->first_values.at[k].instead);
    for (int k = 0; k < s->delays.count; k++) {
        crossings_rewrite(&x, &s->delays.at[k].value);
        crossings_rewrite(&x, &s->delays.at[k].time);
    }
    x.is_discrete = 1;
    for (int k = 0; k < s->discrete.count; k++) {
        discrete_equation *d = &s->discrete.at[k];
        crossings_rewrite(&x, &d->value);
        crossings_rewrite(&x, &d->guard);
    }
    for (int k = 0; k < s->first_values.count; k++) {
        discrete_start *i = &s->first_values.at[k];
        crossings_rewrite(&x, &i->left);
        crossings_rewrite(&x, &i->right);
        crossings_rewrite(&x, &i->guard);
    }
    rewrite_whens(&x);
    return found;
}

static void split_signs(dae *s, crossings *found) {
    extraction x = {s, found, 0, 1};
    found->whole = ARENA_ARRAY(s->arena, expr, s->equations.count + 1);
    found->whole_list = found->list.count;
    found->whole_conditions = found->conditions.count;
    for (int k = 0; k < s->equations.count; k++) {
        found->whole[k] = s->equations.at[k].residual;
        crossings_rewrite(&x, &s->equations.at[k].residual);
    }
}

static void join_signs(dae *s, crossings *found) {
    for (int k = 0; k < s->equations.count; k++)
        s->equations.at[k].residual = found->whole[k];
    found->list.count = found->whole_list;
    found->conditions.count = found->whole_conditions;
    found->whole = NULL;
}

void crossings_split_signs(dae *s, crossings *found) {
    if (s->follows_sliding && !found->whole)
        split_signs(s, found);
    if (!s->follows_sliding && found->whole)
        join_signs(s, found);
}

int dae_is_hybrid(const dae *s, const crossings *c) {
    return c->list.count || c->conditions.count || s->whens.count || s->discrete.count ||
           s->first_values.count || s->clocks.count || s->signals.count ||
           s->delays.count || s->asserts.count;
}

double crossing_value(const crossing *c, double function) {
    if (c->kind == CROSSING_FLOOR)
        return floor(function);
    return c->closed ? function >= 0 : function > 0;
}
