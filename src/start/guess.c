/* SPDX-License-Identifier: BSD-3-Clause */
/* A variable that is the only one not known in an equation that is linear in it becomes
 * known. Comparisons and conditions become known with all that they hold: n = {1, 0, 0}
 * decides if length(n) < 1e-10 before anything is solved, whatever a start value says.
 */
#include "guess.h"
#include <assert.h>
#include <math.h>
#include "../base/number.h"
#include "../system/leaves.h"

typedef struct guessing {
    dae *s;
    const crossings *c;
    double t;
    int beside;
    guesses at;
    char *knows;           /* [variables] */
    char *knows_parameter; /* [parameters] */
    expr_leaves *leaves;   /* [equations]: copies */
    char *is_used;         /* [equations] */
} guessing;

static double guess_leaf(void *data, const expr_node *leaf) {
    const guessing *f = data;
    if (leaf->op == OP_PARAMETER)
        return f->at.parameter[leaf->variable];
    if (leaf->op != OP_JET)
        return f->t;
    return leaf->order == 0 ? f->at.value[leaf->variable] : 0;
}

static double guess_evaluate(guessing *f, expr e) {
    return expr_evaluate(f->s->graph, e, guess_leaf, f);
}

/* Is the value of this leaf not known yet? */
static int guess_is_open(void *data, const expr_node *leaf) {
    const guessing *f = data;
    if (leaf->op == OP_PARAMETER)
        return !f->knows_parameter[leaf->variable];
    return leaf->op == OP_JET && (leaf->order > 0 || !f->knows[leaf->variable]);
}

static int guess_knows(guessing *f, expr e) {
    return !leaves_any(f->s->graph, e, guess_is_open, f);
}

/* The only variable of equation k that is not known; -1: none, or several. */
static int guess_open_variable(const guessing *f, int k) {
    int open = -1;
    for (int n = 0; n < f->leaves[k].count; n++) {
        const expr_node *leaf = expr_get(f->s->graph, f->leaves[k].at[n]);
        if (!guess_is_open((void *)f, leaf))
            continue;
        if (leaf->op != OP_JET || leaf->order > 0 || open >= 0)
            return -1;
        open = leaf->variable;
    }
    return open;
}

static int guess_is_value_of(void *data, const expr_node *leaf) {
    const int *v = data;
    return leaf->op == OP_JET && leaf->variable == *v && leaf->order == 0;
}

static int guess_is_switch(void *data, const expr_node *leaf) {
    const guessing *f = data;
    return leaf->op == OP_PARAMETER && !f->knows_parameter[leaf->variable];
}

/* Does equation k hold, as far as is known? */
static int guess_holds(guessing *f, const equation *e) {
    if (e->kind != EQUATION_PLAIN ||
        leaves_any(f->s->graph, e->residual, guess_is_switch, f))
        return 0;
    return e->guard == NO_EXPR ||
           (guess_knows(f, e->guard) && guess_evaluate(f, e->guard) != 0);
}

static int guess_from_equation(guessing *f, int k) {
    graph *g = f->s->graph;
    const equation *e = &f->s->equations.at[k];
    int v = guess_open_variable(f, k);
    if (v < 0 || !guess_holds(f, e))
        return 0;
    f->is_used[k] = 1;
    expr slope = expr_partial(g, e->residual, expr_jet(g, v, 0));
    if (leaves_depend(g, slope, guess_is_value_of, &v))
        return 0;
    f->at.value[v] = 0;
    double value = 0 - guess_evaluate(f, e->residual) / guess_evaluate(f, slope);
    if (!isfinite(value))
        return 0;
    f->at.value[v] = value;
    f->knows[v] = 1;
    return 1;
}

static void guess_set_crossing(guessing *f, const crossing *c) {
    double value = guess_evaluate(f, c->function);
    f->at.parameter[c->parameter] = isnan(value) ? 0 : crossing_value(c, value);
}

static void guess_set_condition(guessing *f, const mode_condition *c) {
    f->at.parameter[c->parameter] = guess_evaluate(f, c->condition) != 0;
}

/* Comparisons and conditions of what is known. */
static int guess_follow_switches(guessing *f) {
    int changed = 0;
    for (int k = 0; k < f->c->list.count; k++) {
        const crossing *c = &f->c->list.at[k];
        if (f->knows_parameter[c->parameter] || !guess_knows(f, c->function))
            continue;
        guess_set_crossing(f, c);
        f->knows_parameter[c->parameter] = 1;
        changed = 1;
    }
    for (int k = 0; k < f->c->conditions.count; k++) {
        const mode_condition *c = &f->c->conditions.at[k];
        if (f->knows_parameter[c->parameter] || !guess_knows(f, c->condition))
            continue;
        guess_set_condition(f, c);
        f->knows_parameter[c->parameter] = 1;
        changed = 1;
    }
    return changed;
}

/* Formulas as far as they go: each round makes something known, or is the last. */
static void guess_follow(guessing *f) {
    for (int changed = 1; changed;) {
        changed = guess_follow_switches(f);
        for (int k = 0; k < f->s->equations.count; k++)
            if (!f->is_used[k])
                changed |= guess_from_equation(f, k);
    }
}

/* So many nominal sizes is beside zero. */
static const double BESIDE = 1e-3;

/* A value beside zero, which depends on the name alone. */
static double guess_beside(const guessing *f, const variable *x) {
    uint32_t h = HASH_BEGIN;
    for (const char *c = x->name; *c; c++)
        h = hash_more(h, (unsigned char)*c);
    double nominal = parameter_value(f->s, x->nominal, 1);
    return f->beside * BESIDE * nominal * (1 + (h >> 8) / 16777216.0);
}

/* Takes start values as known: those that are fixed, or all. */
static void guess_take_starts(guessing *f, int all) {
    for (int v = 0; v < f->s->variables.count; v++) {
        const variable *x = &f->s->variables.at[v];
        double start = parameter_value(f->s, x->start, 0);
        if (f->knows[v] || (!all && !x->fixed) || (x->start == NO_EXPR && !x->fixed))
            continue;
        if (!isfinite(start) || (f->beside && start == 0 && !x->fixed))
            continue;
        f->at.value[v] = start;
        f->knows[v] = 1;
    }
}

/* Puts what a comparison holds beside zero, where it is still open, and follows the
 * formulas. */
static void guess_put_beside(guessing *f, expr function) {
    graph *g = f->s->graph;
    expr_leaves leaves = expr_depends(g, function);
    int count = leaves.count;
    const expr *leaf = arena_keep(f->s->arena, leaves.at, sizeof *leaves.at, count);
    expr_forget(g, leaves);
    for (int n = 0; n < count; n++) {
        const expr_node *node = expr_get(g, leaf[n]);
        int v = node->variable;
        if (node->op != OP_JET || node->order > 0 || f->knows[v])
            continue;
        f->at.value[v] = guess_beside(f, &f->s->variables.at[v]);
        f->knows[v] = 1;
        guess_follow(f);
    }
}

/* The same for all comparisons that are open. */
static void guess_all_beside(guessing *f) {
    for (int k = 0; k < f->c->list.count; k++)
        if (!f->knows_parameter[f->c->list.at[k].parameter])
            guess_put_beside(f, f->c->list.at[k].function);
}

enum { MOST_ROUNDS = 20 };

/* What is still open, from guesses: conditions in each other's comparisons may need
 * several rounds. */
static void guess_all_switches(guessing *f) {
    const crossings *c = f->c;
    for (int round = 0, changed = 1; changed && round < MOST_ROUNDS; round++) {
        changed = 0;
        for (int k = 0; k < c->list.count + c->conditions.count; k++) {
            int is_crossing = k < c->list.count;
            int other = k - c->list.count;
            int p =
                is_crossing ? c->list.at[k].parameter : c->conditions.at[other].parameter;
            double before = f->at.parameter[p];
            if (f->knows_parameter[p])
                continue;
            if (is_crossing)
                guess_set_crossing(f, &c->list.at[k]);
            else
                guess_set_condition(f, &c->conditions.at[other]);
            changed |= f->at.parameter[p] != before;
        }
    }
}

static guessing guess_begin(dae *s, const crossings *c, double t, int beside) {
    arena *a = s->arena;
    guessing f = {.s = s, .c = c, .t = t, .beside = beside};
    f.at.value = ARENA_ARRAY(a, double, s->variables.count + 1);
    f.at.parameter = ARENA_ARRAY(a, double, s->parameters.count + 1);
    f.knows = ARENA_ARRAY(a, char, s->variables.count + 1);
    f.knows_parameter = ARENA_ARRAY(a, char, s->parameters.count + 1);
    f.leaves = ARENA_ARRAY(a, expr_leaves, s->equations.count + 1);
    f.is_used = ARENA_ARRAY(a, char, s->equations.count + 1);
    for (int p = 0; p < s->parameters.count; p++) {
        f.at.parameter[p] = s->parameters.at[p].value;
        f.knows_parameter[p] = 1;
    }
    for (int k = 0; k < c->list.count; k++)
        f.knows_parameter[c->list.at[k].parameter] = 0;
    for (int k = 0; k < c->conditions.count; k++)
        f.knows_parameter[c->conditions.at[k].parameter] = 0;
    for (int k = 0; k < s->equations.count; k++) {
        expr_leaves leaves = expr_depends(s->graph, s->equations.at[k].residual);
        f.leaves[k] = leaves;
        f.leaves[k].at = arena_keep(a, leaves.at, sizeof *leaves.at, leaves.count);
        expr_forget(s->graph, leaves);
    }
    return f;
}

int guess_differs(const crossings *c, const guesses *a, const guesses *b) {
    for (int k = 0; k < c->list.count; k++) {
        int p = c->list.at[k].parameter;
        if (a->parameter[p] != b->parameter[p])
            return 1;
    }
    return 0;
}

/* Fixed values and formulas first, then start values: one of a variable that a formula
 * gives counts less than the formula. Then formulas that guessed conditions choose. */
guesses guess_values(dae *s, const crossings *c, double t, int beside) {
    assert(s && c && isfinite(t));
    guessing f = guess_begin(s, c, t, beside);
    for (int all = 0; all < 2; all++) {
        guess_take_starts(&f, all);
        guess_follow(&f);
    }
    if (beside)
        guess_all_beside(&f);
    guess_all_switches(&f);
    return f.at;
}
