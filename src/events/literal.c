/* SPDX-License-Identifier: BSD-3-Clause */
/* Relations that cross zero again and again at the same place: near rest the flow of `if
 * dp > 0 then sqrt(dp) else -sqrt(-dp)` is noise about zero, and neither of its modes has
 * a step there. Where such a relation decides nothing but values in equations, it is
 * evaluated as it is from then on, like the relations in noEvent; its kink stays. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/leaves.h"

/* So many events within this share of the run are one place. */
enum { FEW_REPEATS = 2, MANY_REPEATS = 40 };
static const double SAME_PLACE = 1e-6;

typedef struct leaf_search {
    int parameter, found;
} leaf_search;

static double literal_search_leaf(void *data, const expr_node *leaf) {
    leaf_search *q = data;
    q->found |= leaf->op == OP_PARAMETER && leaf->variable == q->parameter;
    return 0;
}

static int holds_parameter(hybrid *h, expr e, int p) {
    leaf_search q = {p, 0};
    if (e != NO_EXPR && e != EXPR_ZERO)
        expr_evaluate(h->system->graph, e, literal_search_leaf, &q);
    return q.found;
}

static int action_holds(hybrid *h, const action *a, int p) {
    return holds_parameter(h, a->guard, p) ||
           (a->kind != ACTION_TERMINATE && holds_parameter(h, a->value, p));
}

static int branch_holds(hybrid *h, const when_branch *b, int p) {
    int found = 0;
    for (int k = 0; k < b->conditions.count; k++)
        found |= holds_parameter(h, b->conditions.at[k], p);
    for (int k = 0; k < b->actions.count; k++)
        found |= action_holds(h, &b->actions.at[k], p);
    return found;
}

/* Does anything discrete, or which equations there are, depend on the parameter? */
static int decides(hybrid *h, int p) {
    const dae *s = h->system;
    int found = 0;
    for (int k = 0; k < s->equations.count; k++)
        found |= holds_parameter(h, s->equations.at[k].guard, p);
    for (int k = 0; k < s->discrete.count; k++)
        found |= holds_parameter(h, s->discrete.at[k].value, p) ||
                 holds_parameter(h, s->discrete.at[k].guard, p);
    for (int k = 0; k < s->asserts.count; k++)
        found |= action_holds(h, &s->asserts.at[k], p);
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++)
            found |= branch_holds(h, &s->whens.at[w].branches.at[b], p);
    return found;
}

static int may_be_literal(hybrid *h, const crossing *c) {
    if (c->kind != CROSSING_RELATION || decides(h, c->parameter))
        return 0;
    for (int k = 0; k < h->crossings->conditions.count; k++) {
        const mode_condition *m = &h->crossings->conditions.at[k];
        if (holds_parameter(h, m->condition, c->parameter) && decides(h, m->parameter))
            return 0;
    }
    return 1;
}

/* Is every condition with this relation evaluated as it is? Else nobody would follow the
 * relation. */
static int is_free_everywhere(hybrid *h, const crossing *c) {
    for (int k = 0; k < h->crossings->conditions.count; k++)
        if (holds_parameter(h, h->crossings->conditions.at[k].condition, c->parameter) &&
            hybrid_literal_condition(h, k) == NO_EXPR)
            return 0;
    return 1;
}

/* Takes back what was freed and is not free everywhere, which may bind others again;
 * freed: [crossings]. Returns whether any is left. */
static int keep_free(hybrid *h, const char *freed) {
    int changed = 1;
    int any = 0;
    while (changed) {
        changed = any = 0;
        for (int k = 0; k < h->crossings->list.count; k++) {
            if (!freed[k] || !h->literals.at[k].is_literal)
                continue;
            int is_free = is_free_everywhere(h, &h->crossings->list.at[k]);
            h->literals.at[k].is_literal = (char)is_free;
            changed |= !is_free;
            any |= is_free;
        }
    }
    return any;
}

/* Where solutions may slide, events may pile up at a point from which on they do. */
static int is_often(const hybrid *h, int k) {
    return h->literals.at[k].repeats >=
           (h->system->follows_sliding ? MANY_REPEATS : FEW_REPEATS);
}

void hybrid_count_repeats(hybrid *h, const char *crossed) {
    double near = SAME_PLACE * fmax(fabs(h->t), h->system->span);
    for (int k = 0, e = 0; crossed && k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        int fired = crossed[e++];
        if (c->kind == CROSSING_FLOOR)
            fired |= crossed[e++];
        if (!fired)
            continue;
        int again = fabs(h->t - h->literals.at[k].struck) <= near;
        h->literals.at[k].repeats = again ? h->literals.at[k].repeats + 1 : 0;
        h->literals.at[k].struck = h->t;
        if (h->literals.at[k].is_literal || !is_often(h, k) || !may_be_literal(h, c))
            continue;
        h->literals.at[k].is_literal = 1;
        h->literals.at[k].is_literal = (char)is_free_everywhere(h, c);
    }
}

/* In units of round-off of the function: what may be on the wrong side at a point near an
 * event. */
static const double CLOSE = 1e6;

int hybrid_free_relations(hybrid *h, const double *u, const double *z) {
    assert(h->now && u);
    const lowered *w = h->now->lowered;
    arena *own = arena_child(h->system->arena);
    char *freed = ARENA_ARRAY(own, char, h->crossings->list.count + 1);
    program_run_bound(w, &w->functions, u, z, h->switches.f, h->switches.size);
    for (int k = 0; k < h->crossings->list.count; k++) {
        double near =
            CLOSE * fmax(h->switches.at[k].at.slack, DBL_EPSILON * h->switches.size[k]);
        if (h->literals.at[k].is_literal || !(fabs(h->switches.f[k]) <= near))
            continue;
        if (!may_be_literal(h, &h->crossings->list.at[k]))
            continue;
        h->literals.at[k].is_literal = freed[k] = 1;
    }
    int any = keep_free(h, freed);
    arena_free(own);
    return any;
}

static int is_algebraic(void *data, const expr_node *leaf) {
    const hybrid *h = data;
    return leaf->op == OP_JET && leaf->order >= h->state_order[leaf->variable];
}

int hybrid_free_solved(hybrid *h) {
    assert(h->now);
    arena *own = arena_child(h->system->arena);
    char *freed = ARENA_ARRAY(own, char, h->switches.count + 1);
    EACH_SWITCH(h, s) {
        if (*s->is_literal || s->slides)
            continue;
        if (!leaves_depend(h->system->graph, s->of->function, is_algebraic, h))
            continue;
        if (!may_be_literal(h, s->of))
            continue;
        *s->is_literal = freed[s->number] = 1;
    }
    int any = keep_free(h, freed);
    arena_free(own);
    return any;
}

typedef struct literal_map {
    hybrid *h;
    int others; /* parameters that are no literal relations */
} literal_map;

static expr literal_leaf(void *data, graph *g, expr leaf) {
    literal_map *m = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.op != OP_PARAMETER)
        return leaf;
    for (int k = 0; k < m->h->crossings->list.count; k++) {
        const crossing *c = &m->h->crossings->list.at[k];
        if (c->parameter != n.variable || !m->h->literals.at[k].is_literal)
            continue;
        expr side[2] = {c->function, expr_number(g, 0)};
        return expr_call(g, c->closed ? OP_GE : OP_GT, side);
    }
    m->others++;
    return leaf;
}

expr hybrid_literal_condition(hybrid *h, int number) {
    assert(number >= 0 && number < h->crossings->conditions.count);
    literal_map m = {h, 0};
    int any = 0;
    for (int k = 0; k < h->crossings->list.count; k++)
        any |= h->literals.at[k].is_literal;
    if (!any)
        return NO_EXPR;
    expr e =
        expr_substitute(h->system->graph, h->crossings->conditions.at[number].condition,
                        literal_leaf, &m);
    return m.others ? NO_EXPR : e;
}
