/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes and events.
 *
 * The conditions of `if` and the guards of equations, all over frozen switches and
 * discrete variables, have one truth value each: together they are the mode. In a mode
 * the equations hold no comparison any more; it is completed like any other system, once,
 * and kept.
 *
 * At an event the switches that crossed change, discrete equations and when clauses
 * follow, the state is made consistent with the mode that results, and all is looked at
 * again until nothing changes. */
#include "hybrid_state.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "alias.h"
#include "involution.h"
#include "signal.h"
#include "trivial.h"

enum { MOST_ROUNDS = 100 }; /* of an event iteration */
enum { MOST_SWEEPS = 100 }; /* of an instant with pre as it is */

/* --- the point --- */

static void use_point(hybrid *h, mode *m) {
    h->now = m;
    h->u = m->lowered->start;
    h->z = m->lowered->top;
}

/* The present point is the one that states are carried over from. */
static void keep_left(hybrid *h) {
    const completion *c = h->now->lowered->completion;
    h->left = h->now;
    memcpy(h->left->left_u, h->u, sizeof *h->u * (size_t)c->coordinates);
    if (c->unknowns) memcpy(h->left->left_z, h->z, sizeof *h->z * (size_t)c->unknowns);
}

static left_kind left_value(void *data, int v, int order, double *value) {
    hybrid *h = data;
    hybrid present = *h;
    h->now = h->left;
    h->u = h->left->left_u;
    h->z = h->left->left_z;
    left_kind kind = hybrid_jet(h, v, order, value);
    h->now = present.now;
    h->u = present.u;
    h->z = present.z;
    return kind;
}

static left_kind present_value(void *data, int v, int order, double *value) {
    return hybrid_jet(data, v, order, value);
}

/* Parameters have changed: all programs of the mode take them over. */
static void load_values(mode *m) {
    lowered_load_parameters(m->lowered);
    program_load(m->lowered, &m->lowered->functions);
    program_load(m->lowered, &m->rates);
}

/* How far a point that is singular alone is stepped over, as a share of the run: an Euler
 * step of this length errs by its square. */
static const double STEP_OVER[] = {1e-9, 1e-7};

static double span_of(const hybrid *h) {
    double span = h->system->span > 0 ? h->system->span : 1;
    return h->system->is_backward ? -span : span;
}

static int step_over(hybrid *h, mode *m, const left_side *left) {
    for (int k = 0; k < 2; k++)
        if (initial_ahead(m->lowered, left, STEP_OVER[k] * span_of(h))) {
            h->t = m->lowered->start[0];
            return 1;
        }
    return 0;
}

/* Makes the point consistent with the mode of the present values. Where it is undefined
 * or singular (u*v/(u + v) when both are set to 0) but regular just ahead, the run goes
 * on from there. */
static void move_to(hybrid *h, mode *m, int fresh) {
    left_side left = {h->t, left_value, h, h->is_set, h->set};
    int is_changed = fresh;
    for (int v = 0; v < h->system->variables.count; v++) is_changed |= h->is_set[v];
    load_values(m);
    restart_kind found = initial_try_restart(m->lowered, &left);
    int is_singular = found == RESTART_NOWHERE || (found == RESTART_FOUND && is_changed &&
                                                   !verify_clearly_regular(m->lowered));
    int is_over = is_singular && step_over(h, m, &left);
    if (!is_over && (is_singular || found == RESTART_JUMPS))
        initial_restart(m->lowered, &left);
    use_point(h, m);
    h->is_measured = 0;
    memset(h->is_set, 0, (size_t)h->system->variables.count);
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
}

/* Has anything changed that the equations of the present mode hold? */
static int is_stale(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        if (h->feeds[p] && h->loaded[p] != *hybrid_value(h, p)) return 1;
    return 0;
}

/* Without a reinit that has fired, the mode may have no point: then it waits for that. */
static int must_wait(hybrid *h, mode *m) {
    left_side left = {h->t, left_value, h, h->is_set, h->set};
    if (h->is_starting || !hybrid_is_setting(h)) return 0;
    load_values(m);
    return initial_try_restart(m->lowered, &left) != RESTART_FOUND;
}

int hybrid_follow_mode(hybrid *h) {
    int fresh;
    mode *m = hybrid_find_mode(h, &fresh);
    if (m == h->now && !is_stale(h)) {
        load_values(m);
        return 0;
    }
    if (h->is_waiting) return 0;
    h->is_waiting = must_wait(h, m);
    if (h->is_waiting) return 0;
    if (m != h->now) hybrid_doubt_switches(h);
    move_to(h, m, fresh);
    if (fresh) verify_start(m->lowered);
    return 1;
}

/* --- points near by --- */

/* The present point is kept, and put back. */
typedef struct kept_point {
    arena *own;
    double *u, *z;
} kept_point;

static kept_point keep_point(const hybrid *h) {
    const lowered *w = h->now->lowered;
    const completion *c = w->completion;
    arena *own = arena_child(h->system->arena);
    kept_point p = {own, ARENA_ARRAY(own, double, c->coordinates + 1),
                    ARENA_ARRAY(own, double, c->unknowns + 1)};
    memcpy(p.u, w->start, sizeof *p.u * (size_t)c->coordinates);
    if (c->unknowns) memcpy(p.z, w->top, sizeof *p.z * (size_t)c->unknowns);
    return p;
}

static void put_back(const hybrid *h, const kept_point *p) {
    lowered *w = h->now->lowered;
    const completion *c = w->completion;
    memcpy(w->start, p->u, sizeof *p->u * (size_t)c->coordinates);
    if (c->unknowns) memcpy(w->top, p->z, sizeof *p->z * (size_t)c->unknowns);
}

/* A few units in the last place, up or down at random. */
static double shaken(hybrid *h, double value) {
    const double few = 4 * DBL_EPSILON;
    h->shake = h->shake * 1664525u + 1013904223u;
    return value * (h->shake >> 31 ? 1 + few : 1 - few);
}

static left_kind shaken_value(void *data, int v, int order, double *value) {
    left_kind kind = hybrid_jet(data, v, order, value);
    *value = shaken(data, *value);
    return kind;
}

enum { SHAKES = 2 };

void hybrid_measure_noise(hybrid *h) {
    lowered *w = h->now->lowered;
    int count = h->crossings->list.count;
    kept_point p = keep_point(h);
    double *f = ARENA_ARRAY(p.own, double, count + 1);
    for (int i = 0; i < SHAKES; i++) {
        left_side left = {shaken(h, h->t), shaken_value, h, h->is_set, h->set};
        if (initial_try_restart(w, &left) == RESTART_FOUND) {
            program_run(w, &w->functions, w->start, w->top, f);
            for (int k = 0; k < count; k++) {
                double move = fabs(f[k] - h->functions[k]);
                h->now->noise[k] = i ? fmax(h->now->noise[k], move) : move;
            }
        }
        put_back(h, &p);
    }
    lowered_keep_invariants(w, w->start);
    arena_free(p.own);
}

/* The functions at the end of so many steps of the implicit Euler method. */
static int take_steps(hybrid *h, double ahead, int steps, double *f) {
    lowered *w = h->now->lowered;
    for (int i = 0; i < steps; i++) {
        left_side here = {w->start[0], present_value, h, h->is_set, h->set};
        if (!initial_ahead(w, &here, ahead / steps)) return 0;
    }
    program_run(w, &w->functions, w->start, w->top, f);
    return 1;
}

enum { COLUMNS = 4 };

/* Extrapolates the results of 1, 2, ... steps to steps of no length, by Aitken and
 * Neville, in place; *last: the result of one order less. */
static double extrapolate(double *t, double *last) {
    for (int k = 1; k < COLUMNS; k++) {
        *last = t[COLUMNS - 1];
        for (int j = COLUMNS - 1; j >= k; j--)
            t[j] += (t[j] - t[j - 1]) / ((double)(j + 1) / (j + 1 - k) - 1);
    }
    return t[COLUMNS - 1];
}

int hybrid_look_ahead(hybrid *h, double ahead, double *f, double *error) {
    int count = h->crossings->list.count, found = 1;
    double forward = h->system->is_backward ? -ahead : ahead;
    kept_point p = keep_point(h);
    double *all = ARENA_ARRAY(p.own, double, COLUMNS *count + 1);
    for (int n = 0; n < COLUMNS && found; n++) {
        found = take_steps(h, forward, n + 1, all + n * count);
        put_back(h, &p);
    }
    for (int k = 0; k < count && found; k++) {
        double t[COLUMNS], last;
        for (int n = 0; n < COLUMNS; n++) t[n] = all[n * count + k];
        f[k] = extrapolate(t, &last);
        error[k] = fabs(f[k] - last);
    }
    lowered_keep_invariants(h->now->lowered, h->now->lowered->start);
    arena_free(p.own);
    return found;
}

/* --- the iteration --- */

static _Noreturn void refuse_to_settle(hybrid *h, int rounds) {
    hybrid_check_weights(h);
    fail(h->system->context, INVO_E_INCONSISTENT, nowhere,
         "t = %.10g: the event does not settle after %d rounds; %s keeps changing", h->t,
         rounds, *h->unquiet ? h->unquiet : "a discrete variable");
}

/* All that holds at this instant, with pre as it is: discrete equations and when clauses,
 * the mode and a point in it, relations; until nothing changes any more. */
static void solve_instant(hybrid *h) {
    load_values(h->now);
    hybrid_follow_switches(h);
    for (h->sweep = 0; h->sweep < MOST_SWEEPS; h->sweep++) {
        int changed = hybrid_solve_discrete(h);
        changed |= hybrid_follow_mode(h);
        changed |= hybrid_follow_switches(h);
        if (!changed) {
            h->sweep = 0;
            return;
        }
        if (h->sweep >= PATIENCE && hybrid_solve_loop(h)) h->sweep = AFTER_LOOP - 1;
    }
    refuse_to_settle(h, MOST_SWEEPS);
}

/* Does the rate of crossing k hold a variable that is to be set? */
static int sets_rate(const hybrid *h, int k) {
    for (int v = 0; v < h->system->variables.count; v++)
        if (h->is_set[v] && hybrid_rate_holds(h, k, v)) return 1;
    return 0;
}

/* States are set when all else at this instant is known [MLS36, 8.3.6]. */
static int set_states(hybrid *h) {
    int fresh;
    if (!hybrid_act(h)) return 0;
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].guards == GUARD_ASKED)
            h->switches[k].guards = sets_rate(h, k) ? GUARD_SETS_RATE : GUARD_NONE;
    hybrid_lift_off(h);
    mode *m = hybrid_find_mode(h, &fresh);
    hybrid_doubt_switches(h);
    hybrid_reset_switches(h);
    move_to(h, m, fresh);
    if (h->is_waiting) verify_start(m->lowered);
    h->is_waiting = 0;
    keep_left(h);
    return 1;
}

/* Rounds until pre(v) = v for all v [MLS36, 8.6]. Then the solution leaves the boundaries
 * that it is on; those that it was on before an event it leaves in every round, for there
 * round-off alone decides. */
static void settle(hybrid *h, int is_start) {
    for (h->round = 0; h->round < MOST_ROUNDS; h->round++) {
        solve_instant(h);
        hybrid_remember_conditions(h);
        int changed = set_states(h);
        changed |= hybrid_silence(h);
        changed |= hybrid_shift_pre(h);
        hybrid_release_switches(h);
        int may_leave = !h->is_ending && (!changed || !is_start);
        if (may_leave) changed |= hybrid_leave_boundaries(h, !changed);
        if (changed) continue;
        hybrid_widen_slacks(h);
        hybrid_tell_sliding(h);
        h->round = 0;
        return;
    }
    refuse_to_settle(h, MOST_ROUNDS);
}

/* --- the waist --- */

typedef struct happening {
    hybrid *h;
    const double *u, *z;
    const char *crossed;
    int pile; /* of events, that ends here; -1: none does */
} happening;

/* At the limit of a pile of events, every relation is literal; the model may have a mode
 * in which the solution stays there. */
static void take_rest(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    hybrid_set_limit(h, e->pile);
    keep_left(h);
    hybrid_set_pre(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        h->switches[k].anchor = NAN;
        h->switches[k].is_crossed = h->switches[k].has_crossed = 0;
    }
    settle(h, 0);
    move_to(h, h->now, 0);
    if (!hybrid_stays_on_boundaries(h, e->pile / 2))
        fail(context, INVO_E_LIMIT, nowhere, "the solution leaves the limit");
}

/* Goes on in a mode of rest, or throws. */
static void end_pile(hybrid *h, happening *e) {
    invo_context *context = h->system->context;
    size_t said = context->message_size;
    double from = h->t;
    invo_status status = protect(context, take_rest, e);
    if (!status) {
        diagnose(
            context, SEVERITY_NOTE, INVO_OK, nowhere,
            "t = %.10g: the events of %s pile up before t = %.10g; from there on the "
            "model rests",
            from, h->crossings->list.at[e->pile / 2].text, h->t);
        return;
    }
    if (status != INVO_E_MEMORY) forget_errors(context, said);
    hybrid_refuse_pile(h, e->pile);
}

/* All is as before the event, at its point. */
static void begin_event(const happening *e) {
    hybrid *h = e->h;
    const completion *c = h->now->lowered->completion;
    lowered *w = h->now->lowered;
    memcpy(w->start, e->u, sizeof *e->u * (size_t)c->coordinates);
    if (c->unknowns) memcpy(w->top, e->z, sizeof *e->z * (size_t)c->unknowns);
    use_point(h, h->now);
    h->t = e->u[0];
    h->sweep = h->round = 0;
    keep_left(h);
    hybrid_set_pre(h);
    hybrid_anchor_switches(h);
}

static void let_happen(invo_context *context, void *argument) {
    happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    begin_event(e);
    hybrid_strike(h, h->t);
    signals_follow(h->system, h->t);
    hybrid_count_repeats(h, e->crossed);
    hybrid_flip_crossed(h, e->crossed);
    e->pile = hybrid_watch_piles(h);
    if (e->pile >= 0)
        end_pile(h, e);
    else
        settle(h, 0);
}

/* After a failure: which mode it was in. */
static void note_mode(hybrid *h) {
    const char *list = "";
    for (int k = 0; k < h->crossings->conditions.count && k < 12; k++) {
        const parameter *p =
            &h->system->parameters.at[h->crossings->conditions.at[k].parameter];
        const char *truth = hybrid_is_sliding_code(p->value) ? "sliding along "
                            : p->value                       ? ""
                                                             : "not ";
        list = arena_print(h->system->arena, "%s%s%s%s", list, k ? ", " : "", truth,
                           p->name);
    }
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "this is the mode at t = %.10g: %s", h->t, *list ? list : "the only one");
}

static void tell_mode(invo_context *context, void *argument) {
    (void)context;
    note_mode(argument);
}

/* What an event changes beside the point. */
static void keep_values(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->kept[p] = *hybrid_value(h, p);
    memcpy(h->kept_was, h->all_was, (size_t)h->was_count);
    memcpy(h->kept_switches, h->switches,
           sizeof *h->switches * (size_t)h->crossings->list.count);
    memcpy(h->kept_tick, h->tick, sizeof *h->tick * (size_t)h->system->clocks.count);
    memcpy(h->kept_next, h->next, sizeof *h->next * (size_t)h->system->clocks.count);
}

static void put_back_values(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        *hybrid_value(h, p) = h->kept[p];
    memcpy(h->all_was, h->kept_was, (size_t)h->was_count);
    memcpy(h->switches, h->kept_switches,
           sizeof *h->switches * (size_t)h->crossings->list.count);
    memcpy(h->tick, h->kept_tick, sizeof *h->tick * (size_t)h->system->clocks.count);
    memcpy(h->next, h->kept_next, sizeof *h->next * (size_t)h->system->clocks.count);
}

/* What changes at a bend of a table: its line, and what pre and delays keep. */
static int may_change(const hybrid *h, int p) {
    const dae *s = h->system;
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        if (p == f->parameter || p == f->offset || p == f->slope) return 1;
    }
    return s->parameters.at[p].kind == PARAMETER_PRE;
}

/* Was it a bend of a table, where nothing else happens? */
static int is_bend(hybrid *h, const char *crossed) {
    const dae *s = h->system;
    if (s->signals.count == 0 || signals_jump(s, h->t, h->kept)) return 0;
    for (int e = 0; e < hybrid_function_count(h); e++)
        if (crossed[e]) return 0;
    for (int k = 0; k < s->clocks.count; k++)
        if (h->tick[k] != h->kept_tick[k]) return 0;
    for (int p = 0; p < s->parameters.count; p++)
        if (h->kept[p] != *hybrid_value(h, p) && !may_change(h, p)) return 0;
    return 1;
}

static int happen(void *self, const double *u, const double *z, const char *crossed,
                  invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, crossed, -1};
    size_t said = h->system->context->message_size;
    mode *before = h->now;
    keep_values(h);
    invo_status status = protect(h->system->context, let_happen, &e);
    /* What slides or piles up has no better point with literal relations. */
    int is_final =
        status == INVO_E_STEP || status == INVO_E_LIMIT || hybrid_any_slides(h);
    if (status && status != INVO_E_MEMORY && !is_final) {
        mode *failed = h->now;
        h->now = before;
        if (hybrid_free_relations(h, u, z)) {
            forget_errors(h->system->context, said);
            put_back_values(h);
            status = protect(h->system->context, let_happen, &e);
        } else {
            h->now = failed;
        }
    }
    if (status && status != INVO_E_MEMORY) protect(h->system->context, tell_mode, h);
    *to = (invo_transition){&h->now->lowered->system, h->terminate, h->message, 0};
    to->is_bend = !status && h->now == before && is_bend(h, crossed);
    return (int)status;
}

/* Round-off about zero is zero, and zero is not beyond: what stays on a boundary makes no
 * events. */
static double distance_from(double f, double slack) {
    return fabs(f) <= slack ? slack : f + slack;
}

/* What is solved for errs by more than the function's own terms tell: its band stays. One
 * that had no value when bands were taken, as sin(1/time) at 0, has none. */
static double slack_of(const hybrid *h, int k, int is_bare) {
    if (!isfinite(h->slack[k])) return 0;
    return is_bare && !h->now->of_tops[k] ? 0 : h->slack[k];
}

static void run_events(lowered *w, const double *u, const double *z, int is_bare,
                       double *g) {
    hybrid *h = w->hybrid;
    program_run(w, &w->functions, u, z, h->functions);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k], value = *hybrid_value(h, c->parameter);
        double slack = slack_of(h, k, is_bare);
        if (h->literal[k]) {
            g[e++] = 1; /* its kink is among the others */
            continue;
        }
        if (h->switches[k].slides && !h->switches[k].leads) {
            g[e++] = 1; /* the first with its surface tells */
            continue;
        }
        if (c->kind == CROSSING_RELATION) {
            int is_positive = value != 0 || h->switches[k].slides;
            g[e++] = distance_from(is_positive ? f : -f, slack);
            continue;
        }
        g[e++] = distance_from(f - value, slack);
        g[e++] = distance_from(value + 1 - f, slack);
    }
    program_run(w, &w->kinks, u, z, g + hybrid_function_count(h));
}

static void event_functions(void *self, const double *u, const double *z, double *g) {
    run_events(self, u, z, 0, g);
}

static void event_sides(void *self, const double *u, const double *z, double *g) {
    run_events(self, u, z, 1, g);
}

/* A function that leaves its boundary clearly, after an event there, is known to
 * round-off in its way, however large the errors of the point are: a ball may bounce by
 * less than the tolerance. That ends when it is far out of their band. */
static const double FAR_OUT = 100;

static void narrow_bands(hybrid *h, const double *u, const double *z, double *band) {
    lowered *w = h->now->lowered;
    program_run(w, &w->functions, u, z, h->functions);
    h->any_leaving = 0;
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        hybrid_switch *s = &h->switches[k];
        int count = h->crossings->list.at[k].kind == CROSSING_FLOOR ? 2 : 1;
        s->is_leaving = s->is_leaving && fabs(h->functions[k]) <= FAR_OUT * band[e];
        h->any_leaving |= s->is_leaving;
        for (int i = 0; i < count; i++, e++)
            if (s->is_leaving) band[e] = h->slack[k];
    }
}

static int has_errors(const lowered *w, const double *errors) {
    for (int k = 0; k < w->system.coordinates + w->system.tops; k++)
        if (errors[k] > 0) return 1;
    return 0;
}

static void event_bands(void *self, const double *u, const double *z,
                        const double *errors, double *band) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    program_run_errors(w, &w->functions, u, z, errors, h->functions);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        double own = fmax(h->functions[k], h->slack[k]);
        band[e++] = own;
        if (h->crossings->list.at[k].kind == CROSSING_FLOOR) band[e++] = own;
    }
    if (h->any_leaving && has_errors(w, errors)) narrow_bands(h, u, z, band);
    program_run_errors(w, &w->kinks, u, z, errors, band + hybrid_function_count(h));
}

static double next_instant(void *self, double t) {
    const hybrid *h = ((lowered *)self)->hybrid;
    return fmin(signals_next(h->system, t), hybrid_next_tick(h, t));
}

/* An assertion is told when it fails, not again as long as it goes on failing. */
static void check_all(invo_context *context, void *argument) {
    hybrid *h = argument;
    (void)context;
    for (int k = 0; k < h->system->asserts.count; k++) {
        const action *a = &h->system->asserts.at[k];
        int fails = hybrid_holds(h, a->guard) && hybrid_evaluate(h, a->value) == 0;
        if (fails && !h->failing[k]) hybrid_check_assertion(h, a);
        h->failing[k] = (char)fails;
    }
}

static int check(void *self, const double *u, const double *z) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    if (h->system->asserts.count == 0) return 0;
    double *before_u = h->u, *before_z = h->z;
    h->u = (double *)u, h->z = (double *)z, h->t = u[0];
    invo_status status = protect(h->system->context, check_all, h);
    h->u = before_u, h->z = before_z;
    return (int)status;
}

/* The present mode, completed anew around the present point. */
static void let_renew(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    h->u = (double *)e->u, h->z = (double *)e->z, h->t = e->u[0];
    keep_left(h);
    mode *old = h->now, *m = hybrid_new_mode(h);
    h->modes.count--;
    for (int k = 0; k < h->modes.count; k++)
        if (h->modes.at[k] == old) h->modes.at[k] = m;
    h->indexed = -1;
    move_to(h, m, 0);
    load_values(m);
}

static int renew(void *self, const double *u, const double *z, invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, NULL, -1};
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
    settle(e->h, 0);
}

static int finish(void *self, const double *u, const double *z, invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, NULL, -1};
    *to = (invo_transition){0};
    if (!hybrid_asks_end(h)) return 0;
    invo_status status = protect(h->system->context, let_end, &e);
    *to = (invo_transition){&h->now->lowered->system, h->terminate, h->message, 0};
    return (int)status;
}

/* A floor changes at its value from below; from above it is there already. */
static void event_reached(void *self, const double *u, const double *z, char *crossed) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    program_run(w, &w->functions, u, z, h->functions);
    memset(crossed, 0, (size_t)w->system.events);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k], value = *hybrid_value(h, c->parameter);
        if (c->kind == CROSSING_RELATION) {
            int is_zero =
                !h->literal[k] && !h->switches[k].slides && fabs(f) <= h->slack[k];
            crossed[e++] = is_zero && (value != 0) != c->closed;
            continue;
        }
        crossed[e + 1] = !h->literal[k] && fabs(f - (value + 1)) <= h->slack[k];
        e += 2;
    }
}

void hybrid_add_events(hybrid *h, lowered *w) {
    int count = hybrid_function_count(h), kinks = w->kinks.outputs;
    invo_event *event = ARENA_ARRAY(h->system->arena, invo_event, count + kinks + 1);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        event[e++] = (invo_event){c->text, "", 0};
        if (c->kind == CROSSING_FLOOR) event[e++] = (invo_event){c->text, "", 0};
    }
    for (int k = 0; k < kinks; k++) event[count + k] = w->kink[k];
    w->system.events = count + kinks, w->system.event = event;
    w->system.event_functions = event_functions;
    w->system.event_sides = event_sides;
    w->system.event_bands = event_bands;
    w->system.next_instant = next_instant;
    w->system.happen = happen;
    if (h->system->asserts.count) w->system.check = check;
    w->system.event_reached = event_reached;
    w->system.finish = finish;
    if (w->completion->system->is_local) w->system.renew = renew;
}

/* --- the start --- */

static void allocate_conditions(hybrid *h) {
    const dae *s = h->system;
    int branches = 0, count = 0;
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
    h->unquiet = "";
}

static expr note_leaf(void *data, graph *g, expr leaf) {
    hybrid *h = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op == OP_PARAMETER) h->feeds[n->variable] = 1;
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
    h->system = s, h->crossings = c, h->how = how;
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
        if (p->kind == PARAMETER_SWITCH) f->missing = -2;
        return p->value;
    }
    if (leaf->op != OP_JET) return h->t;
    if (leaf->order > 0) f->missing = -2;
    int v = leaf->variable, other = f->missing != -1 && f->missing != v;
    if (!f->known[v]) f->missing = other ? -2 : v;
    return h->guess[v];
}

/* A variable that is the only one not known in an equation that is linear in it. */
static int guess_from(guessing *f, const equation *e) {
    graph *g = f->h->system->graph;
    f->missing = -1;
    double residual = expr_evaluate(g, e->residual, guess_leaf, f);
    if (f->missing < 0) return 0;
    int v = f->missing;
    expr jet = expr_jet(g, v, 0), slope = expr_partial(g, e->residual, jet);
    expr_leaves leaves = expr_depends(g, slope);
    for (int k = 0; k < leaves.count; k++)
        if (leaves.at[k] == jet) return 0;
    double value = -residual / expr_evaluate(g, slope, guess_leaf, f);
    if (!isfinite(value)) return 0;
    f->h->guess[v] = value, f->known[v] = 1;
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
    for (int changed = 1, round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = 0;
        for (int k = 0; k < s->equations.count; k++)
            if (s->equations.at[k].kind == EQUATION_PLAIN &&
                s->equations.at[k].guard == NO_EXPR)
                changed |= guess_from(&f, &s->equations.at[k]);
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
    load_values(m);
    if (context->message_size == h->noted) forget_notes(context, h->said);
    h->said = context->message_size;
    initial_point(m->lowered, h->t);
    h->noted = context->message_size;
    use_point(h, m);
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
    if (fresh) verify_start(m->lowered);
}

/* Is the initial point one of other discrete values than the present ones? */
static int has_other_values(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++) {
        double now = *hybrid_value(h, p), then = h->loaded[p];
        double near = hybrid_same(h) * fmax(fabs(now), fabs(then));
        if (h->feeds[p] && !(fabs(now - then) <= near)) return 1;
    }
    return 0;
}

/* Discrete values, mode and initial point depend on each other: taken in turn until they
 * agree. */
static void settle_start(hybrid *h) {
    int is_tried = 0; /* all at once */
    for (h->sweep = 0; h->sweep < MOST_ROUNDS; h->sweep++) {
        int changed = hybrid_solve_first(h);
        changed |= has_other_values(h);
        hybrid_follow_start(h);
        changed |= hybrid_follow_switches(h);
        int is_settled = !changed && h->sweep > 0;
        if (is_settled && (is_tried || hybrid_has_first_values(h))) {
            h->sweep = 0;
            return;
        }
        if (!is_settled && h->sweep < PATIENCE) continue;
        int is_solved = !is_tried && hybrid_solve_first_jointly(h);
        if (is_solved || hybrid_solve_loop(h)) h->sweep = AFTER_LOOP - 1;
        is_tried = 1;
    }
    refuse_to_settle(h, MOST_ROUNDS);
}

/* The point of the initial problem is a point to go on from. */
static void take_start(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
    memcpy(h->initial, h->loaded,
           sizeof *h->loaded * (size_t)h->system->parameters.count);
    keep_left(h);
}

const double *hybrid_initial_values(const hybrid *h) { return h->initial; }

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
    set_states(h);
    hybrid_silence(h);
    hybrid_shift_pre(h);
    h->is_starting = 0;
    hybrid_strike(h, t);
    settle(h, 1);
    load_values(h->now);
    hybrid_keep_columns(h);
    return h->now->lowered;
}
