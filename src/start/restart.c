/* SPDX-License-Identifier: BSD-3-Clause */
/* Consistent values after an event: states stay, what is set is set, the rest follows. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "../system/leaves.h"
#include "carry.h"
#include "follow.h"
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

int restart_set_through(const completion *c, const left_side *left, int v,
                        double *value) {
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
        int slot = starting_slot(s, restart_set_through(c, s->left, v, &value));
        initial_give(s, slot, value);
        s->fixed[slot] = 1;
    }
}

/* States that moved by no more than this share are where they were. */
static const double SAME_STATE = 1e-12;

static int restart_has_stayed(const starting *s) {
    for (int k = 1; k < s->slots; k++) {
        double size = fmax(fabs(s->guess[k]), s->w->nominal[k]);
        if (s->given[k] && !(fabs(s->x[k] - s->guess[k]) <= SAME_STATE * size))
            return 0;
    }
    return 1;
}

/* Solves stage by stage with states that may move by their round-off: more rows than
 * unknowns can leave a few units too many where they are held. */
static int solve_beside_guess(starting *s) {
    int conditions_held = s->initial.count;
    fix_values(s, 0);
    starting_begin(s);
    s->initial.count = 0;
    if (starting_solve_stages(s) && restart_has_stayed(s))
        return 1;
    s->initial.count = conditions_held;
    fix_values(s, 1);
    return 0;
}

/* Solves at the guess; where constraints do not let the states be there, near it. All
 * stages at once are the last resort: they cost most. */
static int solve_near_guess(starting *s) {
    starting_begin(s);
    if (starting_solve_stages(s) || solve_beside_guess(s))
        return 1;
    starting_begin(s);
    if (starting_solve(s))
        return 1;
    fix_values(s, 0);
    starting_begin(s);
    s->initial.count = 0;
    return starting_solve(s);
}

static int has_moved(const starting *s, int slot, double before) {
    double size = fmax(fabs(before), s->w->nominal[slot]);
    return !(fabs(s->x[slot] - before) <= RESTART_LARGEST_JUMP * size);
}

/* The first written state from `first` on that has moved although nothing is set; -1:
 * none has. */
static int moved_state(const starting *s, int first, state_jump *jump) {
    int count = s->c->written->variables.count;
    for (int v = 0; v < count; v++)
        if (s->left->set[v].is_set)
            return -1;
    for (int v = first; v < count; v++) {
        int slot = starting_slot(s, v);
        if (s->left->value(s->left->data, v, 0, &jump->before) != LEFT_CONTINUOUS)
            continue;
        if (!has_moved(s, slot, jump->before))
            continue;
        jump->variable = v;
        jump->after = s->x[slot];
        return v;
    }
    return -1;
}

/* Are all states that have moved given by constraints, before the event and now? */
static int all_are_given(const starting *s, const char *given) {
    state_jump one;
    for (int v = moved_state(s, 0, &one); v >= 0; v = moved_state(s, v + 1, &one))
        if (!s->left->is_given(s->left->data, v) || !follow_gives(s->w, given, v))
            return 0;
    return 1;
}

/* Solves again where constraints prescribe states that jump: all others stay. Returns
 * whether the others have a reason to stay. */
static int solve_following(starting *s) {
    if (!s->left->is_given)
        return 0;
    const completion *c = s->c;
    char *given = follow_given(s->w, s->x);
    char *jumps = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
    if (!all_are_given(s, given))
        return 0;
    fix_values(s, 1);
    for (int k = 1; k < c->coordinates; k++)
        s->fixed[k] = (char)(s->fixed[k] && !given[k]);
    starting_begin(s);
    if (!starting_solve(s) || !all_are_given(s, given))
        return 0;
    for (int k = 1; k < c->coordinates; k++) {
        jumps[k] = (char)has_moved(s, k, s->guess[k]);
        if (jumps[k] && !given[k])
            return 0;
    }
    return follow_spares_free(s->w, given, jumps);
}

/* Finds the point after an event. Where there is no such point, or a state would have to
 * jump that no reinit sets, it throws or returns which. */
static restart_kind initial_restart_or(lowered *w, const left_side *left, int throws) {
    assert(left && left->value && left->set);
    if (carry_restart(w, left))
        return RESTART_FOUND;
    completion *c = w->completion;
    state_jump jump;
    size_t said = c->system->context->message_size;
    arena *own = completion_borrow(c);
    starting s = restart_new(w, left);
    restart_kind kind = RESTART_NOWHERE;
    fix_values(&s, 1);
    if (solve_near_guess(&s))
        kind = moved_state(&s, 0, &jump) >= 0 ? RESTART_JUMPS : RESTART_FOUND;
    if (kind == RESTART_JUMPS && solve_following(&s)) {
        kind = RESTART_FOLLOWS;
        *left->jump = jump;
    }
    if (kind == RESTART_FOUND || kind == RESTART_FOLLOWS)
        starting_keep(&s);
    else
        forget_notes(c->system->context, said);
    if (kind == RESTART_NOWHERE && throws)
        starting_fail(&s);
    if (kind == RESTART_JUMPS && throws)
        fail(c->system->context, INVO_E_INCONSISTENT, nowhere,
             "t = %.10g: the constraints that hold after the event contradict the state: "
             "%s would have to jump from %.6g to %.6g; set it with reinit(...)",
             left->t, c->written->variables.at[jump.variable].name, jump.before,
             jump.after);
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

/* Has a state left the value that its rate gave it, because constraints do not let it be
 * there? Where values are set, others may follow these. */
static int is_displaced(const starting *s) {
    int count = s->c->written->variables.count;
    double before;
    for (int v = 0; v < count; v++)
        if (s->left->set[v].is_set)
            return 0;
    for (int v = 0; v < count; v++) {
        int slot = starting_slot(s, v);
        int is_state = s->left->value(s->left->data, v, 0, &before) == LEFT_CONTINUOUS;
        if (is_state && s->given[slot] && has_moved(s, slot, s->guess[slot]))
            return 1;
    }
    return 0;
}

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
    int growing = 0;
    double last = INFINITY;
    for (int round = 0; round < MOST_ROUNDS_AHEAD && !settled; round++) {
        double moved = move_ahead(&s, base, ahead);
        growing = moved > last ? growing + 1 : 0;
        last = moved;
        if (growing == MOST_GROWING_AHEAD || !solve_near_guess(&s))
            break;
        settled = round > 0 && moved <= RESTART_SETTLED;
    }
    settled = settled && !is_displaced(&s);
    if (settled)
        starting_keep(&s);
    else
        forget_notes(c->system->context, said);
    completion_release(c, own);
    return settled && verify_regular(w);
}

int initial_further(lowered *w, const left_side *left, double ahead) {
    int found = carry_ahead(w, left, ahead);
    return found >= 0 ? found : initial_ahead(w, left, ahead);
}
