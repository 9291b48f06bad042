/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes of a system with events, and the values that expressions have in them. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"
#include "../completion/alias.h"
#include "hybrid_state.h"
#include "../repair/involution.h"
#include "../system/leaves.h"
#include "../completion/trivial.h"

static double mode_leaf_value(void *data, const expr_node *leaf);

/* A derivative of what replaces an eliminated variable. */
static expr bound_jet(const completion *c, int v, int order) {
    expr e = completion_binding(c, v)->value;
    for (int l = 0; l < order; l++)
        e = expr_total(c->system->graph, e);
    return e;
}

static double mode_bound_value(hybrid *h, int v, int order) {
    const completion *c = h->now->lowered->completion;
    const alias *a = &c->alias[v];
    /* What is eliminated is its own top unknown, but not where first-order form makes
     * its derivative a coordinate. */
    if (order == 0 && a->order == 0 && c->unknown[a->unknown].d == 0)
        return h->z[a->unknown];
    expr e = bound_jet(c, v, order);
    return e == EXPR_ZERO ? 0 : expr_evaluate(c->system->graph, e, mode_leaf_value, h);
}

static int is_bound(const hybrid *h, int v) {
    return h->u && h->now && completion_binding(h->now->lowered->completion, v);
}

/* Before there is a point: start values, or what formulas make of them. */
static double guessed_value(hybrid *h, int v, int order) {
    if (order > 0)
        return 0;
    if (h->guess)
        return h->guess[v];
    return parameter_value(h->system, h->system->variables.at[v].start, 0);
}

/* In the present point, NaN where it has none. */
static double mode_jet_value(hybrid *h, int v, int order) {
    if (is_bound(h, v))
        return mode_bound_value(h, v, order);
    return point_jet(h->now->lowered->completion, h->u, h->z, v, order);
}

left_kind hybrid_jet(hybrid *h, int v, int order, double *value) {
    assert(v >= 0 && order >= 0);
    *value = 0;
    /* Completion has variables of its own, of which neither point nor model knows. */
    if (v >= h->system->variables.count)
        return LEFT_UNKNOWN;
    if (!h->now || !h->u) {
        *value = guessed_value(h, v, order);
        return LEFT_MAY_JUMP;
    }
    *value = mode_jet_value(h, v, order);
    if (isnan(*value))
        return LEFT_UNKNOWN;
    return order < h->state_order[v] ? LEFT_CONTINUOUS : LEFT_MAY_JUMP;
}

double hybrid_weight(hybrid *h, int k) {
    assert(h->now && k >= 0 && k < h->switches.count);
    return mode_jet_value(h, h->now->function[k].weight, 0);
}

static int mode_is_weight(const hybrid *h, int v) {
    return h->now && h->u && v >= h->system->variables.count &&
           v < h->now->system.variables.count;
}

static double mode_leaf_value(void *data, const expr_node *leaf) {
    hybrid *h = data;
    double value = h->t;
    if (leaf->op == OP_PARAMETER)
        return *hybrid_value(h, leaf->variable);
    if (leaf->op == OP_JET && mode_is_weight(h, leaf->variable))
        return mode_jet_value(h, leaf->variable, leaf->order);
    if (leaf->op == OP_JET && is_bound(h, leaf->variable))
        return mode_bound_value(h, leaf->variable, leaf->order);
    if (leaf->op == OP_JET)
        hybrid_jet(h, leaf->variable, leaf->order, &value);
    return value;
}

double hybrid_evaluate(hybrid *h, expr e) {
    return expr_evaluate(h->system->graph, e, mode_leaf_value, h);
}

typedef struct sized_leaves {
    hybrid *h;
    double size;
} sized_leaves;

static double sized_leaf(void *data, const expr_node *leaf) {
    sized_leaves *all = data;
    double value = mode_leaf_value(all->h, leaf);
    all->size = fmax(all->size, fabs(value));
    return value;
}

double hybrid_evaluate_size(hybrid *h, expr e, double *size) {
    sized_leaves all = {h, 0};
    double value = expr_evaluate(h->system->graph, e, sized_leaf, &all);
    *size = fmax(all.size, fabs(value));
    return value;
}

int hybrid_holds(hybrid *h, expr guard) {
    return guard == NO_EXPR || hybrid_evaluate(h, guard) != 0;
}

/* --- modes --- */

/* A literal condition has no truth value of its own in the mode. */
static const double LITERAL = 2;

static expr mode_fold_condition(void *data, graph *g, expr leaf) {
    const hybrid *h = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op != OP_PARAMETER)
        return leaf;
    for (int k = 0; k < h->crossings->conditions.count; k++) {
        const mode_condition *c = &h->crossings->conditions.at[k];
        if (c->parameter != n->variable)
            continue;
        double value = h->system->parameters.at[c->parameter].value;
        if (value == LITERAL)
            return h->literals.condition[k];
        return h->modes.keeps_free && hybrid_is_free(h, n) ? leaf : expr_number(g, value);
    }
    return leaf;
}

/* The equations of the mode: those whose guard holds, with all conditions known. */
static void specialise(hybrid *h, mode *m) {
    const dae *s = h->written;
    m->system = *s;
    m->system.shown.at = h->modes.shown.at;
    m->system.shown.count = m->system.shown.capacity = h->modes.shown.count;
    memset(&m->system.equations, 0, sizeof m->system.equations);
    hybrid_add_weights(h, m);
    for (int k = 0; k < s->equations.count; k++) {
        equation e = s->equations.at[k];
        if (e.guard != NO_EXPR && !hybrid_holds(h, e.guard))
            continue;
        e.residual = hybrid_blend(h, m, e.residual);
        e.residual = expr_substitute(s->graph, e.residual, mode_fold_condition, h);
        e.guard = NO_EXPR;
        if (e.residual == EXPR_ZERO)
            e.residual = expr_number(s->graph, 0);
        LIST_PUSH(s->arena, m->system.equations, e);
    }
    hybrid_add_surfaces(h, m);
}

/* An expression of the model, with sliding blended in, by what the mode solves for. */
static expr mode_reduce(hybrid *h, const mode *m, expr f) {
    completion *c = m->lowered->completion;
    f = expr_substitute(c->system->graph, f, mode_fold_condition, h);
    return alias_substitute(c->system, c->alias, trivial_substitute_function(c, f));
}

static expr mode_function_of(hybrid *h, const mode *m, expr f) {
    return mode_reduce(h, m, hybrid_blend(h, m, f));
}

/* The function of crossing k in this mode. */
static expr function_in(hybrid *h, const mode *m, int k) {
    if (m->function[k].weight >= 0)
        return mode_reduce(h, m, hybrid_end_of_sliding(h, m, k));
    return mode_function_of(h, m, h->crossings->list.at[k].function);
}

static int mode_is_zero(graph *g, expr e);

static int is_zero_product(graph *g, const expr_node *n) {
    for (int k = 0; k < n->count; k++)
        if (n->coefficient[k] > 0 && mode_is_zero(g, n->arg[k]))
            return 1;
    return n->value == 0;
}

/* Like terms are neighbours: v - v. */
static int is_zero_sum(graph *g, const expr_node *n) {
    if (n->value != 0)
        return 0;
    for (int k = 0; k < n->count;) {
        expr term = n->arg[k];
        double factor = 0;
        for (; k < n->count && n->arg[k] == term; k++)
            factor += n->coefficient[k];
        if (factor != 0 && !mode_is_zero(g, term))
            return 0;
    }
    return 1;
}

/* Is e zero, whatever its leaves and parameters are? */
static int mode_is_zero(graph *g, expr e) {
    if (e == EXPR_ZERO)
        return 1;
    const expr_node *n = expr_get(g, e);
    if (n->op == OP_NUMBER)
        return n->value == 0;
    if (n->op == OP_PRODUCT)
        return is_zero_product(g, n);
    return n->op == OP_SUM && is_zero_sum(g, n);
}

/* Is top unknown j a block of its own? */
static int is_scalar(const completion *c, int j) {
    for (int b = 0; b < c->blocks; b++)
        if (c->order[c->block[b]] == j)
            return c->block[b + 1] - c->block[b] == 1;
    return 0;
}

/* What the equation of a scalar block gives its unknown, up to the slope, which is not
 * zero where there is a solution; else the unknown itself. With `linear`, only where the
 * slope does not depend on the unknown. */
static expr scalar_solution(completion *c, graph *g, expr leaf, int linear) {
    int slot = completion_slot(c, expr_get(g, leaf));
    int j = slot - c->coordinates;
    if (slot < c->coordinates || !is_scalar(c, j))
        return leaf;
    expr slope = completion_top_slope(c, c->unknown[j].row, j);
    if (linear && expr_partial(g, slope, leaf) != EXPR_ZERO)
        return leaf;
    int *own = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    expr solution = completion_solution(c, j, own);
    return solution == NO_EXPR ? leaf : solution;
}

static expr any_solution(void *data, graph *g, expr leaf) {
    return scalar_solution(data, g, leaf, 0);
}

static expr linear_solution(void *data, graph *g, expr leaf) {
    return scalar_solution(data, g, leaf, 1);
}

/* Formulas of more leaves, or formulas in formulas deeper than this, are taken as they
 * are. */
enum { FEW_LEAVES = 8, FEW_FORMULAS = 4 };

/* f with the solutions of top unknowns in their places, until `is_done`. */
static expr with_formulas(completion *c, expr f, expr_map solution,
                          int (*is_done)(completion *, expr)) {
    graph *g = c->system->graph;
    arena *own = completion_borrow(c);
    for (int k = 0; k < FEW_FORMULAS && !is_done(c, f); k++) {
        expr_leaves leaves = expr_depends(g, f);
        int is_few = leaves.count > 0 && leaves.count <= FEW_LEAVES;
        expr_forget(g, leaves);
        if (!is_few)
            break;
        f = expr_substitute(g, f, solution, c);
    }
    completion_release(c, own);
    return f;
}

static int is_zero_in(completion *c, expr e) {
    return mode_is_zero(c->system->graph, e);
}

/* Do the equations imply that this rate is zero at every point: that of i > 0 where
 * L*der(i) = x - v and x = v? */
static int is_resting(completion *c, expr rate) {
    return is_zero_in(c, with_formulas(c, rate, any_solution, is_zero_in));
}

static int is_top(void *data, const expr_node *leaf) {
    const completion *c = data;
    int slot = completion_slot(c, leaf);
    return slot >= c->coordinates || slot < 0;
}

static int holds_no_tops(completion *c, expr e) {
    return !leaves_depend(c->system->graph, e, is_top, c);
}

/* Function f by coordinates alone: h - s where s = sin(time); or NO_EXPR. */
static expr explicit_function(completion *c, expr f) {
    f = with_formulas(c, f, linear_solution, holds_no_tops);
    return holds_no_tops(c, f) ? f : NO_EXPR;
}

/* Lowers the functions and their rates of change; those of top unknowns have one that is
 * known only where these have formulas. */
static void mode_lower_functions(hybrid *h, mode *m) {
    lowered *w = m->lowered;
    completion *c = w->completion;
    graph *g = c->system->graph;
    int count = h->switches.count;
    expr *function = ARENA_ARRAY(c->arena, expr, count + 1);
    expr *rate = ARENA_ARRAY(c->arena, expr, count + 1);
    for (int k = 0; k < count; k++)
        function[k] = function_in(h, m, k);
    w->functions = program_new(w, count, function);
    w->system.events.without_tops = !program_reads_tops(&w->kinks);
    for (int k = 0; k < count; k++) {
        mode_function *f = &m->function[k];
        f->of_tops = !holds_no_tops(c, function[k]);
        if (f->of_tops)
            w->system.events.without_tops = 0;
        expr known = f->of_tops ? explicit_function(c, function[k]) : function[k];
        f->has_rate = known != NO_EXPR;
        f->rate = rate[k] = f->has_rate ? expr_total(g, known) : EXPR_ZERO;
        f->rests = rate[k] != EXPR_ZERO && is_resting(c, rate[k]);
    }
    m->rates = program_new(w, count, rate);
}

/* Lowers what is delayed, its rate of change, as far as that is known, and the times that
 * delays read. */
static void mode_lower_delays(hybrid *h, mode *m) {
    lowered *w = m->lowered;
    completion *c = w->completion;
    graph *g = c->system->graph;
    const int count = h->system->delays.count;
    if (count == 0)
        return;
    expr *root = ARENA_ARRAY(c->arena, expr, 3 * count + 1);
    m->has_rate = ARENA_ARRAY(c->arena, char, count + 1);
    for (int k = 0; k < count; k++) {
        const delay *d = &h->system->delays.at[k];
        expr value = mode_function_of(h, m, d->value);
        expr time = mode_function_of(h, m, d->time);
        expr known = holds_no_tops(c, value) ? value : explicit_function(c, value);
        m->has_rate[k] = known != NO_EXPR && d->discrete < 0;
        root[k] = value;
        root[count + k] = m->has_rate[k] ? expr_total(g, known) : EXPR_ZERO;
        root[2 * count + k] = expr_sub(g, expr_time(g), time);
    }
    m->delays = program_new(w, 3 * count, root);
}

typedef struct jet_place {
    const completion *c;
    const alias *of;
} jet_place;

/* Is the leaf a name of this derivative? */
static int is_at(void *data, const expr_node *leaf) {
    const jet_place *p = data;
    if (leaf->op != OP_JET)
        return 0;
    const alias *a = &p->c->alias[leaf->variable];
    return a->unknown == p->of->unknown && a->order + leaf->order == p->of->order;
}

int hybrid_rate_holds(const hybrid *h, int k, int v) {
    assert(h->now && k >= 0 && k < h->switches.count);
    const completion *c = h->now->lowered->completion;
    jet_place p = {c, &c->alias[v]};
    return leaves_depend(c->system->graph, h->now->function[k].rate, is_at, &p);
}

/* What the point before the event gives for the new mode. */
static double known_value(void *data, int v, int order) {
    double value;
    return hybrid_jet(data, v, order, &value) == LEFT_UNKNOWN ? NAN : value;
}

typedef struct mode_work {
    hybrid *h;
    mode *m;
} mode_work;

static void involve_mode(invo_context *context, void *argument) {
    const mode_work *w = argument;
    const surroundings here = {w->h->t, known_value, w->h, 0};
    (void)context;
    w->m->lowered = w->m->is_common ? involve_plain(&w->m->system, w->h->how, here)
                                    : involve(&w->m->system, w->h->how, here);
}

/* Of derivatives that results show, only those up to this order. */
static void show_up_to(const hybrid *h, mode *m, int order) {
    memset(&m->system.shown, 0, sizeof m->system.shown);
    for (int k = 0; k < h->modes.shown.count; k++)
        if (h->modes.shown.at[k].order <= order)
            LIST_PUSH(h->system->arena, m->system.shown, h->modes.shown.at[k]);
}

/* Derivatives that results show may be more than the equations of this mode determine:
 * then it has to do without. */
static void complete_mode(hybrid *h, mode *m) {
    mode_work w = {h, m};
    for (int order = 1; m->system.shown.count; order--) {
        if (hybrid_attempt(h, involve_mode, &w))
            return;
        show_up_to(h, m, order);
    }
    involve_mode(h->system->context, &w);
}

void hybrid_complete_mode(hybrid *h, mode *m) {
    complete_mode(h, m);
    if (!m->lowered)
        return;
    m->lowered->hybrid = h;
    mode_lower_functions(h, m);
    mode_lower_delays(h, m);
    m->left =
        ARENA_ARRAY(h->system->arena, double, completion_slots(m->lowered->completion));
    hybrid_add_columns(h, m);
    hybrid_add_events(h, m->lowered);
}

mode *hybrid_build_mode(hybrid *h) {
    arena *a = h->system->arena;
    mode *m = arena_alloc(a, sizeof *m);
    int count = h->crossings->conditions.count;
    m->key = ARENA_ARRAY(a, double, count + 1);
    for (int k = 0; k < count; k++)
        m->key[k] = *hybrid_condition(h, k);
    m->function = ARENA_ARRAY(a, mode_function, h->switches.count + 1);
    specialise(h, m);
    m->is_common = h->modes.keeps_free;
    hybrid_complete_mode(h, m);
    return m->lowered ? m : NULL;
}

mode *hybrid_new_mode(hybrid *h) {
    mode *m = hybrid_build_mode(h);
    LIST_PUSH(h->system->arena, h->modes.all, m);
    return m;
}

static int fits(hybrid *h, const mode *m) {
    for (int k = 0; k < h->crossings->conditions.count; k++) {
        double value = *hybrid_condition(h, k);
        int is_literal = value == LITERAL || m->key[k] == LITERAL;
        int is_any = m->is_common && h->modes.is_free[k] && !is_literal;
        if (m->key[k] != value && !is_any)
            return 0;
    }
    return 1;
}

/* So many modes one by one, before one is searched for that serves many. */
enum { FEW_MODES = 4 };

static uint32_t hash_value(uint32_t hash, double value) {
    uint64_t bits;
    value += 0.0; /* -0 is 0 */
    memcpy(&bits, &value, sizeof bits);
    return hash_more(hash_more(hash, (uint32_t)bits), (uint32_t)(bits >> 32));
}

/* The list of the modes with this key; NULL: with the present values. */
static mode **home_of(hybrid *h, const double *key) {
    uint32_t hash = HASH_BEGIN;
    for (int k = 0; k < h->crossings->conditions.count; k++)
        hash = hash_value(hash, key ? key[k] : *hybrid_condition(h, k));
    hash ^= hash >> 15;
    return &h->modes.bucket[hash % (uint32_t)h->modes.buckets];
}

/* Puts all modes into their lists; the last ones come first in these. */
static void index_modes(hybrid *h) {
    mode_table *t = &h->modes;
    if (t->buckets < t->all.count || !t->buckets) {
        t->buckets = 2 * t->all.count + 1;
        t->bucket = ARENA_ARRAY(h->system->arena, mode *, t->buckets);
    }
    memset((void *)t->bucket, 0, sizeof(mode *) * (size_t)t->buckets);
    t->common = NULL;
    for (int i = 0; i < t->all.count; i++) {
        mode *m = t->all.at[i];
        mode **home = m->is_common ? &t->common : home_of(h, m->key);
        m->next = *home;
        *home = m;
    }
    t->indexed = t->all.count;
}

static mode *find_in(hybrid *h, mode *list) {
    while (list && !fits(h, list))
        list = list->next;
    return list;
}

/* Common ones first: to stay in one saves a change of system. */
static mode *find_known(hybrid *h) {
    if (!h->modes.buckets || h->modes.indexed != h->modes.all.count)
        index_modes(h);
    mode *m = find_in(h, h->modes.common);
    return m ? m : find_in(h, *home_of(h, NULL));
}

/* Returns the mode of the present values; *fresh is whether it is a new one. */
mode *hybrid_find_mode(hybrid *h, int *fresh) {
    for (int k = 0; k < h->crossings->conditions.count; k++) {
        expr literal = hybrid_literal_condition(h, k);
        h->literals.condition[k] = literal;
        *hybrid_condition(h, k) =
            literal != NO_EXPR
                ? LITERAL
                : hybrid_evaluate(h, h->crossings->conditions.at[k].condition) != 0;
    }
    hybrid_slide_conditions(h);
    mode *m = find_known(h);
    *fresh = !m;
    if (m)
        return m;
    if (h->modes.all.count >= FEW_MODES)
        m = hybrid_new_common(h);
    if (!m)
        return hybrid_new_mode(h);
    LIST_PUSH(h->system->arena, h->modes.all, m);
    return m;
}
