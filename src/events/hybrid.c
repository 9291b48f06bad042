/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes and events.
 *
 * The conditions of `if` and the guards of equations, all over frozen switches and
 * discrete variables, have one truth value each: together they are the mode. In a mode
 * the equations contain no comparisons; it is completed like any other system, once,
 * and kept.
 *
 * At an event the switches that crossed change, discrete equations and when clauses
 * follow, the state is made consistent with the mode that results, and all is
 * evaluated again until nothing changes. */
#include "hybrid_state.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "recorded.h"
#include "../system/delay.h"
#include "../start/leap.h"
#include "../system/join.h"
#include "../system/signal.h"

enum {
    MOST_SWEEPS = 100,  /* of an instant with pre as it is */
    CIRCLING_SWEEP = 20 /* relations that still change go round in a circle */
};

/* --- the iteration --- */

_Noreturn void hybrid_refuse_to_settle(hybrid *h, int rounds) {
    hybrid_check_weights(h);
    fail(h->system->context, INVO_E_INCONSISTENT, nowhere,
         "t = %.10g: the event does not settle after %d rounds; %s keeps changing", h->t,
         rounds, *h->progress.unquiet ? h->progress.unquiet : "a discrete variable");
}

/* All that holds at this instant, with pre as it is: discrete equations and when clauses,
 * the mode and a point in it, relations; until nothing changes. begun: [switches], their
 * values before; returns whether it settles. */
static int settle_instant(hybrid *h, const double *begun) {
    int sweeps = 0;
    hybrid_load_values(h->now);
    hybrid_follow_switches(h);
    for (h->progress.sweep = 0; h->progress.sweep < MOST_SWEEPS; h->progress.sweep++) {
        if (++sweeps == CIRCLING_SWEEP && hybrid_search_relations(h, begun))
            return 1;
        int changed = hybrid_solve_discrete(h);
        changed |= hybrid_follow_mode(h);
        changed |= hybrid_follow_switches(h);
        if (!changed)
            return 1;
        if (h->progress.sweep >= PATIENCE && hybrid_solve_loop(h))
            h->progress.sweep = AFTER_LOOP - 1;
    }
    return 0;
}

static void solve_instant(hybrid *h) {
    arena *own = arena_child(h->system->arena);
    double *begun = ARENA_ARRAY(own, double, h->switches.count + 1);
    EACH_SWITCH(h, s)
        begun[s->number] = *s->value;
    int is_settled = settle_instant(h, begun);
    arena_free(own);
    if (!is_settled)
        hybrid_refuse_to_settle(h, MOST_SWEEPS);
    h->progress.sweep = 0;
}

/* Does the rate of crossing k hold a variable that is to be set? */
static int sets_rate(const hybrid *h, int k) {
    for (int v = 0; v < h->system->variables.count; v++)
        if (h->set[v].is_set && hybrid_rate_holds(h, k, v))
            return 1;
    return 0;
}

/* States are set when all else at this instant is known [MLS36, 8.3.6]. */
int hybrid_set_states(hybrid *h) {
    int fresh;
    if (!hybrid_act(h))
        return 0;
    EACH_SWITCH(h, s)
        if (s->guards == GUARD_ASKED)
            s->guards = sets_rate(h, s->number) ? GUARD_SETS_RATE : GUARD_NONE;
    hybrid_lift_off(h);
    mode *m = hybrid_find_mode(h, &fresh);
    hybrid_doubt_switches(h);
    hybrid_reset_switches(h);
    hybrid_move_to(h, m, fresh);
    if (h->progress.is_waiting)
        verify_start(m->lowered);
    h->progress.is_waiting = 0;
    h->has_set_states = 1;
    hybrid_keep_left(h);
    return 1;
}

int hybrid_has_set_states(const hybrid *h) {
    return h->has_set_states;
}

/* One round; returns whether anything has changed. */
static int run_round(hybrid *h) {
    solve_instant(h);
    hybrid_remember_conditions(h);
    int changed = hybrid_set_states(h);
    changed |= hybrid_silence(h);
    changed |= hybrid_shift_pre(h);
    hybrid_release_switches(h);
    return changed;
}

void hybrid_run_rounds(hybrid *h) {
    for (h->progress.round = 0; h->progress.round < HYBRID_ROUNDS; h->progress.round++)
        if (!run_round(h))
            return;
    hybrid_refuse_to_settle(h, HYBRID_ROUNDS);
}

/* Rounds until pre(v) = v for all v [MLS36, 8.6]. Then the solution leaves the boundaries
 * that it is on; those that it was on before an event it leaves in every round, for there
 * round-off alone decides. */
void hybrid_settle(hybrid *h, int is_start) {
    assert(h->now);
    for (h->progress.round = 0; h->progress.round < HYBRID_ROUNDS; h->progress.round++) {
        int changed = run_round(h);
        int may_leave = !h->is_ending && (!changed || !is_start);
        if (may_leave)
            changed |= hybrid_leave_boundaries(h, !changed);
        if (changed)
            continue;
        hybrid_widen_slacks(h);
        hybrid_tell_sliding(h);
        h->progress.round = 0;
        return;
    }
    hybrid_refuse_to_settle(h, HYBRID_ROUNDS);
}

/* --- the waist --- */

typedef struct happening {
    hybrid *h;
    const double *u, *z;
    const char *crossed;
    int pile;        /* of events, that ends here; -1: none does */
    int has_ticked;  /* a sample is due */
    int reads_other; /* delays read another stretch of the past, ... */
    int generation;  /* ... behind a breaking point of this generation */
    int is_again;    /* after a failure, with relations that are literal */
    int is_bend;     /* of a table, and nothing else happens */
    snapshot kept;   /* all as it was before */
} happening;

/* At the limit of a pile of events, every relation is literal; the model may have a mode
 * in which the solution stays there. */
static void take_rest(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    hybrid_set_limit(h, e->pile);
    hybrid_keep_left(h);
    hybrid_set_pre(h);
    EACH_SWITCH(h, s) {
        s->anchor = NAN;
        s->is_crossed = s->has_crossed = 0;
    }
    h->is_at_limit = 1;
    hybrid_settle(h, 0);
    hybrid_move_to(h, h->now, 0);
    if (!hybrid_stays_on_boundaries(h, e->pile / 2))
        fail(context, INVO_E_LIMIT, nowhere, "the solution leaves the limit");
}

/* Continues in a mode of rest, or throws. */
static void end_pile(hybrid *h, happening *e) {
    assert(e->pile >= 0 && e->pile < 2 * h->switches.count);
    double from = h->t;
    int rests = hybrid_attempt(h, take_rest, e);
    h->is_at_limit = 0;
    if (!rests)
        hybrid_refuse_pile(h, e->pile);
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.10g: the events of %s pile up before t = %.10g; the model is at "
             "rest from then on",
             from, h->switches.at[e->pile / 2].of->text, h->t);
}

/* All is as before the event, at its point. */
static void begin_event(const happening *e) {
    hybrid *h = e->h;
    assert(h->now && e->u);
    lowered *w = h->now->lowered;
    memcpy(w->start, e->u, sizeof *e->u * (size_t)w->completion->coordinates);
    if (w->completion->unknowns)
        memcpy(w->top, e->z, sizeof *e->z * (size_t)w->completion->unknowns);
    hybrid_use_point(h, h->now);
    h->t = e->u[0];
    h->progress.sweep = h->progress.round = h->progress.terminate = 0;
    hybrid_keep_left(h);
    hybrid_set_pre(h);
    hybrid_anchor_switches(h);
}

/* Has a switch crossed that is not one by which delays leave a stretch of the past? */
static int crosses_in_model(const happening *e) {
    const hybrid *h = e->h;
    EACH_SWITCH(h, s)
        if (switch_has_event(s, e->crossed) && !s->is_of_delay)
            return 1;
    return 0;
}

/* How many delays have smoothed what happens: all of them where nothing does but that a
 * delay was looked at. */
static int generation_of(const happening *e) {
    const hybrid *h = e->h;
    if (e->has_ticked || crosses_in_model(e) || signals_changed(h->system, e->kept.value))
        return RECORDED_AFTER_SLOPE;
    return e->reads_other ? e->generation + 1 : RECORDED_SMOOTH;
}

/* A time that jumps at the event is another one to read. What is smooth enough after the
 * event continues its history. */
static void remember(happening *e) {
    hybrid *h = e->h;
    int generation = 0;
    for (int round = 0; recorded_follow(h, &generation); round++) {
        if (round >= HYBRID_ROUNDS)
            hybrid_refuse_to_settle(h, HYBRID_ROUNDS);
        hybrid_settle(h, 0);
    }
    recorded_open(h, generation_of(e));
}

enum { MOST_CONDITIONS = 12 }; /* that a message lists */

/* After a failure: which mode it was in. */
static void note_mode(invo_context *context, void *argument) {
    hybrid *h = argument;
    arena *a = h->system->arena;
    const char *list = "";
    int count = h->crossings->conditions.count;
    for (int k = 0; k < count && k < MOST_CONDITIONS; k++) {
        const parameter *p =
            &h->system->parameters.at[h->crossings->conditions.at[k].parameter];
        const char *truth = p->value ? "" : "not ";
        if (hybrid_is_sliding_code(p->value))
            truth = "sliding along ";
        list = text_join(a, list, ", ", arena_print(a, "%s%s", truth, p->name));
    }
    diagnose(context, SEVERITY_NOTE, INVO_OK, nowhere,
             "this is the mode at t = %.10g: %s", h->t, *list ? list : "the only one");
}

/* What changes at a bend of a table: its line, and what pre and delays keep. */
static int may_change(const hybrid *h, int p) {
    const dae *s = h->system;
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        if (p == f->parameter || p == f->offset || p == f->slope)
            return 1;
    }
    return s->parameters.at[p].kind == PARAMETER_PRE || delays_own(s, p);
}

/* Was it a bend of a table, where nothing else happens? */
static int is_bend(const happening *e) {
    const hybrid *h = e->h;
    const dae *s = h->system;
    const double *kept = e->kept.value;
    if (h->now != e->kept.now || e->has_ticked)
        return 0;
    if (s->signals.count + s->delays.count == 0)
        return 0;
    if (signals_changed(s, kept) && signals_jump(s, h->t, kept))
        return 0;
    if (delays_jump(s, h->t, kept))
        return 0;
    if (crosses_in_model(e))
        return 0;
    for (int p = 0; p < s->parameters.count; p++)
        if (kept[p] != *hybrid_value(h, p) && !may_change(h, p))
            return 0;
    return 1;
}

static void let_happen(invo_context *context, void *argument) {
    happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    if (e->is_again)
        hybrid_put_back(h, &e->kept);
    else
        e->kept = hybrid_keep(h);
    begin_event(e);
    e->has_ticked = hybrid_strike(h, h->t);
    signals_follow(h->system, h->t);
    e->reads_other = recorded_follow(h, &e->generation);
    hybrid_count_repeats(h, e->crossed);
    hybrid_flip_crossed(h, e->crossed);
    e->pile = hybrid_watch_piles(h);
    if (e->pile >= 0)
        end_pile(h, e);
    else
        hybrid_settle(h, 0);
    remember(e);
    e->is_bend = is_bend(e);
    hybrid_enrich(h);
}

static invo_transition transition_to(const hybrid *h) {
    const event_progress *p = &h->progress;
    return (invo_transition){&h->now->lowered->system, p->terminate, p->message, 0};
}

static void free_relations(invo_context *context, void *argument) {
    happening *e = argument;
    (void)context;
    e->is_again = hybrid_free_relations(e->h, e->u, e->z);
}

/* Where the event leads to a point without values, it is tried again with relations that
 * are literal. What slides or piles up has no better point with these. */
static invo_status happen_or_free(happening *e) {
    hybrid *h = e->h;
    invo_context *context = h->system->context;
    size_t said = context->message_size;
    mode *before = h->now;
    invo_status status = protect(context, let_happen, e);
    int is_final = !status || status == INVO_E_MEMORY || status == INVO_E_STEP ||
                   status == INVO_E_LIMIT || hybrid_any_slides(h);
    if (is_final)
        return status;
    mode *failed = h->now;
    h->now = before;
    protect(context, free_relations, e);
    h->now = failed;
    if (!e->is_again)
        return status;
    forget_errors(context, said);
    return protect(context, let_happen, e);
}

static int hybrid_happen(void *self, const double *u, const double *z,
                         const char *crossed, invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {.h = h, .u = u, .z = z, .crossed = crossed};
    invo_status status = happen_or_free(&e);
    if (status && status != INVO_E_MEMORY)
        protect(h->system->context, note_mode, h);
    *to = transition_to(h);
    to->is_bend = !status && e.is_bend;
    arena_free(e.kept.own);
    return (int)status;
}

/* Lets happen what happens where nothing crosses, at the start of the present mode. */
static int happen_at_start(hybrid *h, invo_transition *to) {
    lowered *w = h->now->lowered;
    const completion *c = w->completion;
    arena *own = arena_child(h->system->arena);
    double *x = ARENA_ARRAY(own, double, completion_slots(c) + 1);
    char *none = ARENA_ARRAY(own, char, h->switches.events + w->kinks.outputs + 1);
    point_read(w, x);
    int status = hybrid_happen(w, x, x + c->coordinates, none, to);
    arena_free(own);
    return status;
}

/* Continues with all relations literal that may be: their pieces count, too. */
static int free_solved(hybrid *h, const double *u, const double *z, invo_transition *to) {
    lowered *w = h->now->lowered;
    const completion *c = w->completion;
    if (!hybrid_free_solved(h))
        return 0;
    memcpy(w->start, u, sizeof *u * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(w->top, z, sizeof *z * (size_t)c->unknowns);
    return !happen_at_start(h, to);
}

typedef struct hybrid_leap_call {
    lowered *w;
    const double *u, *z;
    invo_transition *to;
    int status;
} hybrid_leap_call;

/* Lets algebraic unknowns jump, and everything happen that follows from that. */
static void let_hybrid_leap(invo_context *context, void *argument) {
    hybrid_leap_call *call = argument;
    hybrid *h = call->w->hybrid;
    (void)context;
    call->status = 0;
    if (leap_try(call->w, call->u, call->z)) {
        call->status = happen_at_start(h, call->to);
        return;
    }
    if (!free_solved(h, call->u, call->z, call->to)) {
        call->status = 1;
        return;
    }
    lowered *w = h->now->lowered;
    if (leap_try(w, w->start, w->top))
        call->status = happen_at_start(h, call->to);
}

static int hybrid_leap(void *self, const double *u, const double *z,
                       invo_transition *to) {
    lowered *w = self;
    hybrid_leap_call call = {w, u, z, to, 1};
    *to = (invo_transition){0};
    invo_status status = protect(w->completion->system->context, let_hybrid_leap, &call);
    return status ? (int)status : call.status;
}

/* Completes the present mode again, around the present point. */
static void let_renew(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    h->u = (double *)e->u;
    h->z = (double *)e->z;
    h->t = e->u[0];
    hybrid_keep_left(h);
    mode *old = h->now;
    mode *m = hybrid_new_mode(h);
    h->modes.all.count--;
    for (int k = 0; k < h->modes.all.count; k++)
        if (h->modes.all.at[k] == old)
            h->modes.all.at[k] = m;
    h->modes.indexed = -1;
    hybrid_move_to(h, m, 0);
    hybrid_load_values(m);
}

static int hybrid_renew(void *self, const double *u, const double *z,
                        invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {.h = h, .u = u, .z = z};
    invo_status status = protect(h->system->context, let_renew, &e);
    *to = (invo_transition){&h->now->lowered->system, 0, NULL, 0};
    return (int)status;
}

static void let_end(invo_context *context, void *argument) {
    const happening *e = argument;
    (void)context;
    begin_event(e);
    hybrid_end(e->h);
    e->h->is_ending = 1;
    hybrid_settle(e->h, 0);
}

static int hybrid_finish(void *self, const double *u, const double *z,
                         invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {.h = h, .u = u, .z = z};
    *to = (invo_transition){0};
    if (!hybrid_asks_end(h))
        return 0;
    invo_status status = protect(h->system->context, let_end, &e);
    *to = transition_to(h);
    return (int)status;
}

void hybrid_add_events(hybrid *h, lowered *w) {
    hybrid_add_functions(h, w);
    recorded_add(h, w);
    w->system.process.happen = hybrid_happen;
    w->system.process.finish = hybrid_finish;
    if (w->kinks.outputs > 0)
        w->system.process.leap = hybrid_leap;
    if (w->completion->system->is_local)
        w->system.process.renew = hybrid_renew;
}
