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

/* The switch of function > 0, >= 0 or of its floor, shared by all who ask for the same.
 */
static expr new_crossing(extraction *x, crossing_kind kind, int closed, expr function,
                         expr shown) {
    for (int k = 0; k < x->found->list.count; k++) {
        const crossing *c = &x->found->list.at[k];
        if (c->kind == kind && c->closed == closed && c->function == function)
            return expr_parameter(x->s->graph, c->parameter);
    }
    const char *text = system_text(x->s, shown);
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

/* a op b as a switch; equality of continuous values is none: it holds for an instant. */
static expr crossings_relation(extraction *x, expr node, const expr_node *n) {
    expr a = n->arg[0];
    expr b = n->arg[1];
    switch (n->op) {
    case OP_GT:
        return new_crossing(x, CROSSING_RELATION, 0, crossings_difference(x, a, b), node);
    case OP_GE:
        return new_crossing(x, CROSSING_RELATION, 1, crossings_difference(x, a, b), node);
    case OP_LT:
        return new_crossing(x, CROSSING_RELATION, 0, crossings_difference(x, b, a), node);
    case OP_LE:
        return new_crossing(x, CROSSING_RELATION, 1, crossings_difference(x, b, a), node);
    default:
        return node;
    }
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
    mode_condition c = {crossings_new_parameter(x, system_text(x->s, condition)),
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

/* a - q b with the frozen quotient q */
static expr remainder_of(extraction *x, expr node, const expr_node *n) {
    graph *g = x->s->graph;
    expr a = n->arg[0];
    expr b = n->arg[1];
    expr quotient = expr_div(g, a, b);
    expr q = n->op == OP_MOD ? floor_of(x, quotient, node) : truncated(x, quotient, node);
    return crossings_difference(x, a, expr_mul(g, q, b));
}

static expr crossings_sign_of(extraction *x, expr e, expr shown) {
    graph *g = x->s->graph;
    expr above = positive(x, e, 0, shown);
    expr below = positive(x, expr_neg(g, e), 0, shown);
    expr minus = expr_number(g, -1);
    expr others = crossings_choose(x, below, minus, expr_number(g, 0));
    return crossings_choose(x, above, expr_number(g, 1), others);
}

static expr with_jump(extraction *x, expr node, const expr_node *n) {
    graph *g = x->s->graph;
    expr a = n->arg[0];
    expr b = n->count > 1 ? n->arg[1] : a;
    switch (n->op) {
    case OP_SIGN:
        return x->splits_signs ? crossings_sign_of(x, a, node) : node;
    case OP_ABS: /* literal in every mode: their kinks end a step, nothing happens there
                  */
    case OP_MIN:
    case OP_MAX:
        return node;
    case OP_FLOOR:
    case OP_INTEGER:
        return floor_of(x, a, node);
    case OP_CEIL:
        return expr_neg(g, floor_of(x, expr_neg(g, a), node));
    case OP_DIV:
        return truncated(x, expr_div(g, a, b), node);
    case OP_MOD:
    case OP_REM:
        return remainder_of(x, node, n);
    default:
        return crossings_relation(x, node, n);
    }
}

/* Jumps become switches; the conditions of `if` become leaves of the mode. */
static expr freeze(void *data, graph *g, expr node) {
    extraction *x = data;
    expr_node n = *expr_get(g, node);
    if (n.op >= OP_ABS && n.op != OP_NOT && n.op != OP_ATAN2 && n.op != OP_POW &&
        n.op != OP_AND && n.op != OP_OR && n.op != OP_NOEVENT && is_continuous(x, node)) {
        node = with_jump(x, node, &n);
        n = *expr_get(g, node);
    }
    if (n.op != OP_IF)
        return node;
    return expr_if(g, mode_leaf(x, n.arg[0]), n.arg[1], n.arg[2]);
}

static expr rewritten(extraction *x, expr e) {
    return e == NO_EXPR ? e : expr_rewrite(x->s->graph, e, freeze, x);
}

static expr guard_leaf(extraction *x, expr guard) {
    if (guard == NO_EXPR)
        return guard;
    return mode_leaf(x, rewritten(x, guard));
}

static void rewrite_whens(extraction *x) {
    for (int w = 0; w < x->s->whens.count; w++) {
        when_clause *clause = &x->s->whens.at[w];
        for (int b = 0; b < clause->branches.count; b++) {
            when_branch *branch = &clause->branches.at[b];
            for (int k = 0; k < branch->conditions.count; k++)
                branch->conditions.at[k] = rewritten(x, branch->conditions.at[k]);
        }
    }
}

crossings *crossings_extract(dae *s) {
    crossings *found = arena_alloc(s->arena, sizeof *found);
    extraction x = {s, found, 0, 0};
    for (int k = 0; k < s->equations.count; k++) {
        equation *e = &s->equations.at[k];
        e->residual = rewritten(&x, e->residual);
        e->guard = guard_leaf(&x, e->guard);
    }
    for (int k = 0; k < s->first_values.count; k++) {
        equation *e = &s->first_values.at[k].instead;
        if (!s->first_values.at[k].is_either)
            continue;
        e->residual = rewritten(&x, e->residual);
        e->guard = guard_leaf(&x, e->guard);
    }
    x.is_discrete = 1;
    for (int k = 0; k < s->discrete.count; k++) {
        discrete_equation *d = &s->discrete.at[k];
        d->value = rewritten(&x, d->value);
        d->guard = rewritten(&x, d->guard);
    }
    for (int k = 0; k < s->first_values.count; k++) {
        discrete_start *i = &s->first_values.at[k];
        i->left = rewritten(&x, i->left);
        i->right = rewritten(&x, i->right);
        i->guard = rewritten(&x, i->guard);
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
        s->equations.at[k].residual = rewritten(&x, found->whole[k]);
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
           s->clocks.count || s->signals.count || s->asserts.count;
}

double crossing_value(const crossing *c, double function) {
    if (c->kind == CROSSING_FLOOR)
        return floor(function);
    return c->closed ? function >= 0 : function > 0;
}
