/* SPDX-License-Identifier: BSD-3-Clause */
/* The start of a hybrid system: its memory, guesses before there is a point, and the
 * initial problem [MLS36, 8.6]. */
#include <math.h>
#include <string.h>
#include "hybrid_state.h"
#include "signal.h"

static void allocate_conditions(hybrid *h) {
    const dae *s = h->system;
    int branches = 0;
    int count = 0;
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, branches++)
            count += s->whens.at[w].branches.at[b].conditions.count;
    h->was_count = count;
    h->was = ARENA_ARRAY(s->arena, char *, branches + 1);
    h->all_was = ARENA_ARRAY(s->arena, char, count + 1);
    h->kept_was = ARENA_ARRAY(s->arena, char, count + 1);
    char *at = h->all_was;
    for (int w = 0, n = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, n++) {
            h->was[n] = at;
            at += s->whens.at[w].branches.at[b].conditions.count;
        }
}

static void allocate_crossings(hybrid *h) {
    arena *a = h->system->arena;
    int count = h->crossings->list.count + 1;
    h->slack = ARENA_ARRAY(a, double, count);
    h->sides = ARENA_ARRAY(a, signed char, count);
    h->switches = ARENA_ARRAY(a, hybrid_switch, count);
    h->kept_switches = ARENA_ARRAY(a, hybrid_switch, count);
    h->piles = ARENA_ARRAY(a, pile, 2 * count);
    h->rates = ARENA_ARRAY(a, double, count);
    h->rate_sizes = ARENA_ARRAY(a, double, count);
    h->literal = ARENA_ARRAY(a, char, count);
    h->repeats = ARENA_ARRAY(a, int, count);
    h->struck = ARENA_ARRAY(a, double, count);
    h->functions = ARENA_ARRAY(a, double, count);
    h->sizes = ARENA_ARRAY(a, double, count);
    h->ahead = ARENA_ARRAY(a, double, HYBRID_LOOKS *count);
    h->ahead_error = ARENA_ARRAY(a, double, HYBRID_LOOKS *count);
    for (int k = 0; k < count; k++) {
        h->struck[k] = -INFINITY;
        h->switches[k].anchor = NAN;
        h->piles[2 * k] = (pile){.last = NAN, .interval = NAN, .factor = NAN};
        h->piles[2 * k + 1] = h->piles[2 * k];
    }
}

static void allocate_memory(hybrid *h) {
    const dae *s = h->system;
    int parameters = s->parameters.count + 1;
    int variables = s->variables.count + h->crossings->list.count + 1; /* and weights */
    int count = h->crossings->conditions.count + 1;
    allocate_conditions(h);
    allocate_crossings(h);
    h->next = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->tick = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->near_tick = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->kept_next = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->kept_tick = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->is_set = ARENA_ARRAY(s->arena, char, variables);
    h->set = ARENA_ARRAY(s->arena, double, variables);
    h->state_order = ARENA_ARRAY(s->arena, int, variables);
    h->fired = ARENA_ARRAY(s->arena, const when_branch *, s->whens.count + 1);
    h->condition = ARENA_ARRAY(s->arena, expr, count);
    h->is_free = ARENA_ARRAY(s->arena, char, count);
    h->kept = ARENA_ARRAY(s->arena, double, parameters);
    h->before = ARENA_ARRAY(s->arena, double, parameters);
    h->loaded = ARENA_ARRAY(s->arena, double, parameters);
    h->initial = ARENA_ARRAY(s->arena, double, parameters);
    h->candidate = ARENA_ARRAY(s->arena, double, parameters);
    h->assigned = ARENA_ARRAY(s->arena, char, parameters);
    h->feeds = ARENA_ARRAY(s->arena, char, parameters);
    h->failing = ARENA_ARRAY(s->arena, char, s->asserts.count + 1);
    h->assert_sizes = ARENA_ARRAY(s->arena, double *, s->asserts.count + 1);
    for (int k = 0; k < s->asserts.count; k++)
        h->assert_sizes[k] = hybrid_assertion_sizes(h, &s->asserts.at[k]);
    h->unquiet = "";
}

static expr note_leaf(void *data, graph *g, expr leaf) {
    hybrid *h = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op == OP_PARAMETER)
        h->feeds[n->variable] = 1;
    if (n->op == OP_JET && n->order > h->state_order[n->variable])
        h->state_order[n->variable] = n->order;
    return leaf;
}

/* What the equations hold, whatever the mode: parameters, and the derivatives that make
 * what is below them a state. */
static void read_equations(hybrid *h) {
    const dae *s = h->system;
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_PLAIN)
            expr_substitute(s->graph, s->equations.at[k].residual, note_leaf, h);
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++) {
            const when_branch *one = &s->whens.at[w].branches.at[b];
            for (int k = 0; k < one->actions.count; k++)
                if (one->actions.at[k].kind == ACTION_ASSIGN)
                    h->assigned[one->actions.at[k].target] = 1;
        }
}

hybrid *hybrid_new(dae *s, crossings *c, lowering how) {
    hybrid *h = arena_alloc(s->arena, sizeof *h);
    h->system = s;
    h->crossings = c;
    h->how = how;
    allocate_memory(h);
    read_equations(h);
    hybrid_find_first_values(h);
    return h;
}

/* --- guesses before there is a point --- */

typedef struct guessing {
    hybrid *h;
    char *known; /* [variables] */
    int missing; /* the variable that is not known, or -1: none; -2: several */
} guessing;

static double guess_leaf(void *data, const expr_node *leaf) {
    guessing *f = data;
    const hybrid *h = f->h;
    if (leaf->op == OP_PARAMETER) {
        const parameter *p = &h->system->parameters.at[leaf->variable];
        if (p->kind == PARAMETER_SWITCH)
            f->missing = -2;
        return p->value;
    }
    if (leaf->op != OP_JET)
        return h->t;
    if (leaf->order > 0)
        f->missing = -2;
    int v = leaf->variable;
    int other = f->missing != -1 && f->missing != v;
    if (!f->known[v])
        f->missing = other ? -2 : v;
    return h->guess[v];
}

/* A variable that is the only one not known in an equation that is linear in it. */
static int hybrid_start_guess_from(guessing *f, const equation *e) {
    graph *g = f->h->system->graph;
    f->missing = -1;
    double residual = expr_evaluate(g, e->residual, guess_leaf, f);
    if (f->missing < 0)
        return 0;
    int v = f->missing;
    expr jet = expr_jet(g, v, 0);
    expr slope = expr_partial(g, e->residual, jet);
    expr_leaves leaves = expr_depends(g, slope);
    for (int k = 0; k < leaves.count; k++)
        if (leaves.at[k] == jet)
            return 0;
    double value = -residual / expr_evaluate(g, slope, guess_leaf, f);
    if (!isfinite(value))
        return 0;
    f->h->guess[v] = value;
    f->known[v] = 1;
    return 1;
}

/* Start values and, where there are none, what the formulas make of them. */
static void guess_values(hybrid *h) {
    dae *s = h->system;
    guessing f = {h, ARENA_ARRAY(s->arena, char, s->variables.count + 1), -1};
    h->guess = ARENA_ARRAY(s->arena, double, s->variables.count + 1);
    for (int v = 0; v < s->variables.count; v++) {
        h->guess[v] = parameter_value(s, s->variables.at[v].start, 0);
        f.known[v] = s->variables.at[v].start != NO_EXPR;
    }
    for (int changed = 1, round = 0; changed && round < HYBRID_ROUNDS; round++) {
        changed = 0;
        for (int k = 0; k < s->equations.count; k++)
            if (s->equations.at[k].kind == EQUATION_PLAIN &&
                s->equations.at[k].guard == NO_EXPR)
                changed |= hybrid_start_guess_from(&f, &s->equations.at[k]);
    }
}

/* Switches from the start values, before there is a point. */
static void guess_switches(hybrid *h) {
    guess_values(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = hybrid_evaluate(h, c->function);
        *hybrid_value(h, c->parameter) = isnan(f) ? 0 : crossing_value(c, f);
    }
}

/* Notes of the last initial point are forgotten with it. */
void hybrid_follow_start(hybrid *h) {
    invo_context *context = h->system->context;
    int fresh;
    mode *m = hybrid_find_mode(h, &fresh);
    hybrid_load_values(m);
    if (context->message_size == h->noted)
        forget_notes(context, h->said);
    h->said = context->message_size;
    initial_point(m->lowered, h->t);
    h->noted = context->message_size;
    hybrid_use_point(h, m);
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
    if (fresh)
        verify_start(m->lowered);
}

/* Is the initial point one of other discrete values than the present ones? */
static int has_other_values(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++) {
        double now = *hybrid_value(h, p);
        double then = h->loaded[p];
        double near = hybrid_same(h) * fmax(fabs(now), fabs(then));
        if (h->feeds[p] && !(fabs(now - then) <= near))
            return 1;
    }
    return 0;
}

/* Discrete values, mode and initial point depend on each other: taken in turn until they
 * agree. */
static void settle_start(hybrid *h) {
    int is_tried = 0; /* all at once */
    for (h->sweep = 0; h->sweep < HYBRID_ROUNDS; h->sweep++) {
        int changed = hybrid_solve_first(h);
        changed |= has_other_values(h);
        hybrid_follow_start(h);
        changed |= hybrid_follow_switches(h);
        int is_settled = !changed && h->sweep > 0;
        if (is_settled && (is_tried || hybrid_has_first_values(h))) {
            h->sweep = 0;
            return;
        }
        if (!is_settled && h->sweep < PATIENCE)
            continue;
        int is_solved = !is_tried && hybrid_solve_first_jointly(h);
        if (is_solved || hybrid_solve_loop(h))
            h->sweep = AFTER_LOOP - 1;
        is_tried = 1;
    }
    hybrid_refuse_to_settle(h, HYBRID_ROUNDS);
}

/* The point of the initial problem is a point to go on from. */
static void take_start(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
    memcpy(h->initial, h->loaded,
           sizeof *h->loaded * (size_t)h->system->parameters.count);
    hybrid_keep_left(h);
}

const double *hybrid_initial_values(const hybrid *h) {
    return h->initial;
}

lowered *hybrid_start(hybrid *h, double t) {
    h->t = t;
    h->is_starting = 1;
    hybrid_set_pre(h);
    hybrid_set_clocks(h, t);
    signals_follow(h->system, t);
    hybrid_strike(h, t);
    guess_switches(h);
    settle_start(h);
    hybrid_check_first_values(h);
    take_start(h);
    hybrid_remember_conditions(h);
    hybrid_note_true_conditions(h);
    hybrid_set_states(h);
    hybrid_silence(h);
    hybrid_shift_pre(h);
    h->is_starting = 0;
    hybrid_strike(h, t);
    hybrid_settle(h, 1);
    hybrid_load_values(h->now);
    hybrid_keep_columns(h);
    return h->now->lowered;
}
