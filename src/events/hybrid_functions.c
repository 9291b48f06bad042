/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run evaluates between the events of a hybrid system: the functions of its
 * crossings, how far they may be off, clocks, assertions. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"
#include "../system/delay.h"
#include "../system/signal.h"

/* Round-off about zero is zero, and zero is not beyond: what stays on a boundary makes no
 * events. */
static double hybrid_functions_distance_from(double f, double slack) {
    return fabs(f) <= slack ? slack : f + slack;
}

/* What is solved for errs by more than the function's own terms show: its band stays. One
 * that had no value when bands were taken, as sin(1/time) at 0, has none. */
static double slack_of(const hybrid *h, const hybrid_switch *s, int is_bare) {
    int is_none = !isfinite(s->at.slack) || (is_bare && !switch_function(h, s)->of_tops);
    return is_none ? 0 : s->at.slack;
}

/* The event functions of a switch, f being its function: a literal one has its kink among
 * the others, and of those that slide the first with a surface counts. */
static void switch_distances(const hybrid_switch *s, double f, double slack, double *g) {
    g += s->event;
    if (*s->is_literal || (s->slides && !s->leads)) {
        g[0] = 1;
        return;
    }
    if (switch_is_relation(s)) {
        int is_positive = *s->value != 0 || s->slides;
        g[0] = hybrid_functions_distance_from(is_positive ? f : -f, slack);
        return;
    }
    g[0] = hybrid_functions_distance_from(f - *s->value, slack);
    g[1] = hybrid_functions_distance_from(*s->value + 1 - f, slack);
}

/* The functions of all switches at (u, z). */
static const double *run_switches(const lowered *w, const double *u, const double *z) {
    double *f = w->hybrid->switches.f;
    program_run(w, &w->functions, u, z, f);
    return f;
}

static void run_events(const lowered *w, const double *u, const double *z, int is_bare,
                       double *g) {
    const hybrid *h = w->hybrid;
    const double *f = run_switches(w, u, z);
    EACH_SWITCH(h, s)
        switch_distances(s, f[s->number], slack_of(h, s, is_bare), g);
    program_run(w, &w->kinks, u, z, g + h->switches.events);
}

static void hybrid_functions_event_functions(void *self, const double *u, const double *z,
                                             double *g) {
    run_events(self, u, z, 0, g);
}

static void hybrid_functions_event_sides(void *self, const double *u, const double *z,
                                         double *g) {
    run_events(self, u, z, 1, g);
}

/* A function that leaves its boundary clearly, after an event there, is known to
 * round-off in its way, however large the errors of the point are: a ball may bounce by
 * less than the tolerance. That ends when it is far out of their band. */
static const double FAR_OUT = 100;

static void set_band(const hybrid_switch *s, double size, double *band) {
    band[s->event] = size;
    if (!switch_is_relation(s))
        band[s->event + 1] = size;
}

static void narrow_bands(hybrid *h, const double *u, const double *z, double *band) {
    const double *f = run_switches(h->now->lowered, u, z);
    h->progress.any_leaving = 0;
    EACH_SWITCH(h, s) {
        s->is_leaving = s->is_leaving && fabs(f[s->number]) <= FAR_OUT * band[s->event];
        h->progress.any_leaving |= s->is_leaving;
        if (s->is_leaving)
            set_band(s, s->at.slack, band);
    }
}

static int has_errors(const lowered *w, const double *errors) {
    for (int k = 0; k < w->system.coordinates + w->system.tops; k++)
        if (errors[k] > 0)
            return 1;
    return 0;
}

static void hybrid_functions_event_bands(void *self, const double *u, const double *z,
                                         const double *errors, double *band) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    double *error = h->switches.f;
    program_run_errors(w, &w->functions, u, z, errors, error);
    EACH_SWITCH(h, s)
        set_band(s, fmax(error[s->number], s->at.slack), band);
    if (h->progress.any_leaving && has_errors(w, errors))
        narrow_bands(h, u, z, band);
    program_run_errors(w, &w->kinks, u, z, errors, band + h->switches.events);
}

static double next_instant(void *self, double t) {
    const hybrid *h = ((lowered *)self)->hybrid;
    const double tabled = fmin(signals_next(h->system, t), delays_next(h->system, t));
    const double due = h->due > t ? h->due : INFINITY;
    return fmin(fmin(tabled, due), hybrid_next_tick(h, t));
}

/* An assertion is reported when it fails, and not again while it keeps failing. */
static void check_all(invo_context *context, void *argument) {
    hybrid *h = argument;
    (void)context;
    for (int k = 0; k < h->system->asserts.count; k++) {
        const action *a = &h->system->asserts.at[k];
        assertion_state *s = &h->assertion[k];
        int fails = !a->is_initial && hybrid_is_violated(h, a, s->sizes);
        if (fails && !s->fails)
            hybrid_fail_assertion(h, a);
        s->fails = fails;
    }
}

static int hybrid_functions_check(void *self, const double *u, const double *z) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    if (h->system->asserts.count == 0)
        return 0;
    double *before_u = h->u;
    double *before_z = h->z;
    h->u = (double *)u;
    h->z = (double *)z;
    h->t = u[0];
    invo_status status = protect(h->system->context, check_all, h);
    h->u = before_u;
    h->z = before_z;
    return (int)status;
}

/* A floor changes at its value from below; from above it is there already. */
static void event_reached(void *self, const double *u, const double *z, char *crossed) {
    lowered *w = self;
    const double *f = run_switches(w, u, z);
    memset(crossed, 0, (size_t)w->system.events.count);
    EACH_SWITCH(w->hybrid, s) {
        int is_relation = switch_is_relation(s);
        double off = f[s->number] - (is_relation ? 0 : *s->value + 1);
        int is_there = fabs(off) <= s->at.slack && !*s->is_literal;
        if (is_relation)
            is_there = is_there && !s->slides && (*s->value != 0) != s->of->closed;
        crossed[s->event + !is_relation] = (char)is_there;
    }
}

/* What events change: parameters, discrete variables included, and where invariants
 * stand. */
static void hybrid_functions_keep(void *self, double *state) {
    const lowered *w = self;
    const int invariants = w->system.invariants;
    hybrid_read_values(w->hybrid, state);
    for (int k = 0; k < invariants; k++)
        state[w->hybrid->system->parameters.count + k] = w->invariant[k];
}

static void hybrid_functions_restore(void *self, const double *state) {
    lowered *w = self;
    const int invariants = w->system.invariants;
    hybrid_write_values(w->hybrid, state);
    for (int k = 0; k < invariants; k++)
        w->invariant[k] = state[w->hybrid->system->parameters.count + k];
    lowered_load_parameters(w);
}

void hybrid_add_functions(hybrid *h, lowered *w) {
    int count = h->switches.events;
    assert(count >= h->switches.count);
    int kinks = w->kinks.outputs;
    invo_event *event = ARENA_ARRAY(h->system->arena, invo_event, count + kinks + 1);
    EACH_SWITCH(h, s) {
        event[s->event] = (invo_event){s->of->text, "", 0};
        if (!switch_is_relation(s))
            event[s->event + 1] = event[s->event];
    }
    for (int k = 0; k < kinks; k++)
        event[count + k] = w->kink[k];
    w->system.events.count = count + kinks;
    w->system.events.at = event;
    w->system.events.functions = hybrid_functions_event_functions;
    w->system.events.sides = hybrid_functions_event_sides;
    w->system.events.bands = hybrid_functions_event_bands;
    w->system.events.next_instant = next_instant;
    if (h->system->asserts.count)
        w->system.process.check = hybrid_functions_check;
    w->system.events.reached = event_reached;
    w->system.process.state_size = h->system->parameters.count + w->system.invariants;
    w->system.process.keep = hybrid_functions_keep;
    w->system.process.restore = hybrid_functions_restore;
}
