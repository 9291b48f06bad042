/* SPDX-License-Identifier: BSD-3-Clause */
/* The start of a hybrid system: its memory, guesses before there is a point, and the
 * initial problem [MLS36, 8.6]. */
#include <assert.h>
#include <math.h>
#include "hybrid_state.h"
#include "recorded.h"
#include "../start/guess.h"
#include "../system/delay.h"
#include "../system/signal.h"

/* Makes room for all that events change; hybrid_array marks what a trial puts back. */
static void allocate_memory(hybrid *h) {
    const dae *s = h->system;
    arena *a = s->arena;
    int count = h->crossings->list.count;
    int variables = s->variables.count + count; /* and weights */
    int choices = h->crossings->conditions.count;
    h->parameter = hybrid_array(h, sizeof *h->parameter, s->parameters.count);
    h->clock = hybrid_array(h, sizeof *h->clock, s->clocks.count);
    h->set = hybrid_array(h, sizeof *h->set, variables);
    h->fired = hybrid_array(h, sizeof *h->fired, s->whens.count);
    hybrid_list_branches(h);
    hybrid_make_switches(h);
    h->piles = hybrid_new_piles(h);
    h->literals.condition = ARENA_ARRAY(a, expr, choices + 1);
    h->modes.is_free = ARENA_ARRAY(a, char, choices + 1);
    h->recorded = recorded_new(a, s->delays.count);
    h->initial = ARENA_ARRAY(a, double, s->parameters.count + 1);
    h->state_order = ARENA_ARRAY(a, int, variables + 1);
    h->assertion = ARENA_ARRAY(a, assertion_state, s->asserts.count + 1);
    for (int k = 0; k < s->asserts.count; k++)
        h->assertion[k].sizes = hybrid_assertion_sizes(h, &s->asserts.at[k]);
    h->progress.unquiet = "";
}

static expr note_leaf(void *data, graph *g, expr leaf) {
    hybrid *h = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op == OP_PARAMETER)
        h->parameter[n->variable].feeds = 1;
    if (n->op == OP_JET && n->order > h->state_order[n->variable])
        h->state_order[n->variable] = n->order;
    return leaf;
}

/* Marks what no equation gives, a parameter that initial equations determine: like a
 * variable that no 'when' assigns, it keeps its value. */
static void mark_kept(hybrid *h) {
    const dae *s = h->system;
    for (int p = 0; p < s->parameters.count; p++)
        h->parameter[p].assigned |= s->parameters.at[p].kind == PARAMETER_DISCRETE;
    for (int k = 0; k < s->discrete.count; k++)
        h->parameter[s->discrete.at[k].parameter].assigned = 0;
}

/* What the equations hold, whatever the mode: parameters, and the derivatives that make
 * what is below them a state. */
static void read_equations(hybrid *h) {
    const dae *s = h->system;
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_PLAIN)
            expr_substitute(s->graph, s->equations.at[k].residual, note_leaf, h);
    for (int b = 0; b < h->branches.count; b++) {
        const when_branch *one = h->branches.at[b].of;
        for (int k = 0; k < one->actions.count; k++)
            if (one->actions.at[k].kind == ACTION_ASSIGN)
                h->parameter[one->actions.at[k].target].assigned = 1;
    }
    mark_kept(h);
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

/* Values and switches before there is a point. */
static void take_guesses(hybrid *h, const guesses *g) {
    h->guess = g->value;
    EACH_SWITCH(h, s)
        *s->value = g->parameter[s->of->parameter];
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
    hybrid_note_loaded(h);
    if (fresh)
        verify_start(m->lowered);
}

/* Is the initial point one of other discrete values than the present ones? */
static int has_other_values(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        if (h->parameter[p].feeds &&
            hybrid_differ(h, *hybrid_value(h, p), h->parameter[p].loaded))
            return 1;
    return 0;
}

/* Discrete values, mode and initial point depend on each other: taken in turn until they
 * agree. */
static void settle_start(hybrid *h) {
    int is_tried = 0; /* all at once */
    for (h->progress.sweep = 0; h->progress.sweep < HYBRID_ROUNDS; h->progress.sweep++) {
        int changed = hybrid_solve_first(h);
        changed |= has_other_values(h);
        hybrid_follow_start(h);
        changed |= hybrid_follow_switches(h);
        int is_settled = !changed && h->progress.sweep > 0;
        if (is_settled && (is_tried || hybrid_has_first_values(h))) {
            h->progress.sweep = 0;
            return;
        }
        if (!is_settled && h->progress.sweep < PATIENCE)
            continue;
        int is_solved = !is_tried && hybrid_solve_first_jointly(h);
        if (is_solved || hybrid_solve_loop(h))
            h->progress.sweep = AFTER_LOOP - 1;
        is_tried = 1;
    }
    hybrid_refuse_to_settle(h, HYBRID_ROUNDS);
}

static void run_settling(invo_context *context, void *argument) {
    (void)context;
    settle_start(argument);
}

/* Begins with the guesses, as if nothing had happened before. Modes are forgotten: one
 * that was refused is to be verified again. */
static void begin_with(hybrid *h, const double *values, const guesses *g) {
    hybrid_write_values(h, values);
    h->modes.all.count = 0;
    h->modes.indexed = -1;
    h->now = NULL;
    h->u = h->z = NULL;
    take_guesses(h, g);
}

enum { SIDES = 3 };

/* The mode of the guesses may be one that no point has, or a singular one, where guesses
 * are at the boundary of conditions: then those beside it are tried. The message is that
 * of the guesses themselves. */
static void find_start(hybrid *h) {
    static const int side[SIDES] = {0, 1, -1};
    arena *own = arena_child(h->system->arena);
    double *values = ARENA_ARRAY(own, double, h->system->parameters.count + 1);
    guesses g[SIDES];
    hybrid_read_values(h, values);
    int found = 0;
    for (int k = 0; k < SIDES && !found; k++) {
        g[k] = guess_values(h->system, h->crossings, h->t, side[k]);
        if (k && !guess_differs(h->crossings, &g[k], &g[0]))
            continue;
        begin_with(h, values, &g[k]);
        found = hybrid_attempt(h, run_settling, h);
    }
    if (!found) {
        begin_with(h, values, &g[0]);
        settle_start(h);
    }
    arena_free(own);
}

/* The point of the initial problem is a point to go on from. */
static void take_start(hybrid *h) {
    hybrid_note_loaded(h);
    hybrid_read_values(h, h->initial);
    hybrid_keep_left(h);
}

const double *hybrid_solve_initial(hybrid *h, double t) {
    assert(isfinite(t) && !h->now);
    h->t = t;
    h->due = INFINITY;
    h->is_starting = 1;
    hybrid_set_pre(h);
    hybrid_set_clocks(h, t);
    signals_follow(h->system, t);
    delays_begin(h->system, t);
    hybrid_strike(h, t);
    find_start(h);
    hybrid_check_first_values(h);
    take_start(h);
    return h->initial;
}

static void check_initial(hybrid *h) {
    for (int k = 0; k < h->system->asserts.count; k++) {
        const action *a = &h->system->asserts.at[k];
        if (a->is_initial && hybrid_is_violated(h, a, NULL))
            hybrid_fail_assertion(h, a);
    }
}

/* The first event iteration, in which relations stay literal until all else is quiet. */
lowered *hybrid_begin(hybrid *h) {
    const double t = h->t;
    assert(h->now && h->is_starting);
    check_initial(h);
    recorded_take_first(h);
    hybrid_remember_conditions(h);
    hybrid_note_true_conditions(h);
    hybrid_set_states(h);
    hybrid_silence(h);
    hybrid_shift_pre(h);
    h->is_starting = 0;
    hybrid_strike(h, t);
    hybrid_settle(h, 1);
    hybrid_enrich(h);
    hybrid_load_values(h->now);
    recorded_open(h, 0);
    hybrid_keep_columns(h);
    const event_progress *p = &h->progress;
    h->now->lowered->system.process.farewell = p->terminate ? p->message : NULL;
    return h->now->lowered;
}
