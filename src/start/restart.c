/* SPDX-License-Identifier: BSD-3-Clause */
/* Consistent values after an event: states stay, what is set is set, the rest follows. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "../system/leaves.h"
#include "starting.h"

static void initial_give(starting *s, int slot, double value) {
    s->guess[slot] = value;
    s->given[slot] = 1;
}

/* What a multiple of another variable is off by. */
static double restart_offset_of(const completion *c, const binding *b) {
    return b->offset == EXPR_ZERO ? 0 : parameter_value(c->system, b->offset, 0);
}

/* Written states keep their values, whatever they are names of in this mode. */
static void carry_states(starting *s) {
    completion *c = s->c;
    const left_side *left = s->left;
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        double value;
        if (b && b->variable < 0)
            continue; /* a constraint gives it: check_states */
        double offset = b ? restart_offset_of(c, b) : 0;
        const alias *a = &c->alias[b ? b->variable : v];
        for (int l = 0; left->value(left->data, v, l, &value) == LEFT_CONTINUOUS; l++) {
            if (a->order + l > c->unknown[a->unknown].d)
                break;
            int slot = completion_jet_slot(c, a->unknown, a->order + l);
            if (!b)
                initial_give(s, slot, value);
            else if (!s->given[slot])
                initial_give(s, slot, (value - (l ? 0 : offset)) / b->factor);
        }
    }
}

static int restart_is_open(void *data, const expr_node *leaf) {
    const starting *s = data;
    int slot = completion_slot(s->c, leaf);
    return slot < 0 || !s->given[slot];
}

/* A written state that this mode computes from others (x from der(y) = x + z, where y is
 * differentiated twice) is a condition on these, unless all of them are given. */
static void hold_bound_states(starting *s) {
    completion *c = s->c;
    graph *g = c->system->graph;
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        double value;
        if (!b || b->variable >= 0)
            continue;
        if (s->left->value(s->left->data, v, 0, &value) != LEFT_CONTINUOUS)
            continue;
        expr f = alias_substitute(c->system, c->alias, b->value);
        if (!leaves_depend(g, f, restart_is_open, s))
            continue;
        condition row = {expr_sub(g, f, expr_number(g, value)), b->equation, 0};
        if (completion_stage(c, row.f) > NO_STAGE)
            LIST_PUSH(c->arena, s->initial, row);
    }
    s->equations = s->initial.count;
}

/* What the left side of an event gives: states stay, the rest is a guess. */
static starting restart_new(lowered *w, const left_side *left) {
    starting s = starting_new(w, left);
    const completion *c = w->completion;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l <= c->unknown[j].d; l++) {
            double *guess = &s.guess[completion_jet_slot(c, j, l)];
            int v = c->unknown[j].variable;
            if (left->value(left->data, v, l, guess) == LEFT_UNKNOWN)
                *guess = 0;
        }
    initial_give(&s, 0, left->t);
    carry_states(&s);
    hold_bound_states(&s);
    return s;
}

/* The variable that is set when an event sets v, which may be a multiple of it. */
static int set_through(completion *c, const left_side *left, int v, double *value) {
    const binding *b = completion_binding(c, v);
    if (!b || b->variable < 0 || left->set[b->variable].is_set)
        return v;
    *value = (*value - restart_offset_of(c, b)) / b->factor;
    return b->variable;
}

/* fixed: what an event sets, and with `all` whatever is continuous. */
static void fix_values(starting *s, int all) {
    completion *c = s->c;
    for (int k = 0; k < s->slots; k++)
        s->fixed[k] = all && s->given[k];
    for (int v = 0; v < c->written->variables.count; v++) {
        if (!s->left->set[v].is_set)
            continue;
        double value = s->left->set[v].value;
        int slot = starting_slot(s, set_through(c, s->left, v, &value));
        initial_give(s, slot, value);
        s->fixed[slot] = 1;
    }
}

/* Solves at the guess; where constraints do not let the states be there, near it. */
static int solve_near_guess(starting *s) {
    starting_begin(s);
    if (starting_solve(s))
        return 1;
    fix_values(s, 0);
    starting_begin(s);
    s->initial.count = 0;
    return starting_solve(s);
}

/* A continuous value that moves by more than this share was not consistent before. */
static const double LARGEST_JUMP = 1e-6;

/* The written state that has moved although nothing is set; -1: none has. */
static int moved_state(const starting *s, double *before, double *after) {
    int count = s->c->written->variables.count;
    for (int v = 0; v < count; v++)
        if (s->left->set[v].is_set)
            return -1;
    for (int v = 0; v < count; v++) {
        int slot = starting_slot(s, v);
        if (s->left->value(s->left->data, v, 0, before) != LEFT_CONTINUOUS)
            continue;
        double size = fmax(fabs(*before), s->w->nominal[slot]);
        *after = s->x[slot];
        if (fabs(*after - *before) > LARGEST_JUMP * size)
            return v;
    }
    return -1;
}

/* Finds the point after an event. Where there is no such point, or a state would have to
 * jump that no reinit sets, it throws or returns which. */
static restart_kind initial_restart_or(lowered *w, const left_side *left, int throws) {
    assert(left && left->value && left->set);
    completion *c = w->completion;
    double before, after;
    arena *own = completion_borrow(c);
    starting s = restart_new(w, left);
    restart_kind kind = RESTART_FOUND;
    fix_values(&s, 1);
    int found = solve_near_guess(&s);
    int moved = found ? moved_state(&s, &before, &after) : -1;
    if (!found)
        kind = RESTART_NOWHERE;
    else if (moved >= 0)
        kind = RESTART_JUMPS;
    else
        starting_keep(&s);
    if (!found && throws)
        starting_fail(&s);
    if (moved >= 0 && throws)
        fail(c->system->context, INVO_E_INCONSISTENT, nowhere,
             "t = %.10g: the constraints that hold after the event contradict the state: "
             "%s would have to jump from %.6g to %.6g; set it with reinit(...)",
             left->t, c->written->variables.at[moved].name, before, after);
    completion_release(c, own);
    return kind;
}

void initial_restart(lowered *w, const left_side *left) {
    initial_restart_or(w, left, 1);
}

restart_kind initial_try_restart(lowered *w, const left_side *left) {
    return initial_restart_or(w, left, 0);
}

/* --- beyond a singular point --- */

enum { MOST_ROUNDS_AHEAD = 20 };

/* Puts what is continuous `ahead` of time beyond base, by its rates in s->x, which are
 * zero where they are not known. Returns the largest move against the last place, as a
 * share of the way. */
static double move_ahead(starting *s, const double *base, double ahead) {
    const completion *c = s->c;
    double most = 0;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++) {
            int slot = completion_jet_slot(c, j, l);
            double rate = s->x[completion_jet_slot(c, j, l + 1)];
            if (!s->given[slot] || !isfinite(rate))
                continue;
            double moved = base[slot] + ahead * rate;
            double size = fmax(fabs(moved), ahead * s->w->nominal[slot]);
            most = fmax(most, fabs(moved - s->guess[slot]) / size);
            s->guess[slot] = moved;
        }
    return most;
}

/* Rates that are the same to this share of the way are known. */
static const double SETTLED = 1e-10;

/* Takes a step of the implicit Euler method: states move by the rates that hold at its
 * end, found in turn. */
int initial_ahead(lowered *w, const left_side *left, double ahead) {
    assert(left && isfinite(ahead));
    completion *c = w->completion;
    size_t said = c->system->context->message_size;
    arena *own = completion_borrow(c);
    starting s = restart_new(w, left);
    s.is_near = 1;
    fix_values(&s, 1);
    starting_begin(&s);
    double *base = ARENA_ARRAY(c->arena, double, s.slots);
    starting_copy(&s, base, s.guess);
    s.guess[0] = left->t + ahead;
    ahead = s.guess[0] - left->t; /* as it is rounded */
    int settled = 0;
    for (int round = 0; round < MOST_ROUNDS_AHEAD && !settled; round++) {
        double moved = move_ahead(&s, base, ahead);
        if (!solve_near_guess(&s))
            break;
        settled = round > 0 && moved <= SETTLED;
    }
    if (settled)
        starting_keep(&s);
    else
        forget_notes(c->system->context, said);
    completion_release(c, own);
    return settled && verify_regular(w);
}
