/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run looks at between the events of a hybrid system: the functions of its
 * crossings, how far they may be off, clocks, assertions. */
#include <math.h>
#include <string.h>
#include "hybrid_state.h"
#include "signal.h"

/* Round-off about zero is zero, and zero is not beyond: what stays on a boundary makes no
 * events. */
static double hybrid_functions_distance_from(double f, double slack) {
    return fabs(f) <= slack ? slack : f + slack;
}

/* What is solved for errs by more than the function's own terms tell: its band stays. One
 * that had no value when bands were taken, as sin(1/time) at 0, has none. */
static double slack_of(const hybrid *h, int k, int is_bare) {
    if (!isfinite(h->slack[k]))
        return 0;
    return is_bare && !h->now->of_tops[k] ? 0 : h->slack[k];
}

static void run_events(lowered *w, const double *u, const double *z, int is_bare,
                       double *g) {
    hybrid *h = w->hybrid;
    program_run(w, &w->functions, u, z, h->functions);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k];
        double value = *hybrid_value(h, c->parameter);
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
            g[e++] = hybrid_functions_distance_from(is_positive ? f : -f, slack);
            continue;
        }
        g[e++] = hybrid_functions_distance_from(f - value, slack);
        g[e++] = hybrid_functions_distance_from(value + 1 - f, slack);
    }
    program_run(w, &w->kinks, u, z, g + hybrid_function_count(h));
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
            if (s->is_leaving)
                band[e] = h->slack[k];
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
    program_run_errors(w, &w->functions, u, z, errors, h->functions);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        double own = fmax(h->functions[k], h->slack[k]);
        band[e++] = own;
        if (h->crossings->list.at[k].kind == CROSSING_FLOOR)
            band[e++] = own;
    }
    if (h->any_leaving && has_errors(w, errors))
        narrow_bands(h, u, z, band);
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
        int fails = hybrid_is_violated(h, a, h->assert_sizes[k]);
        if (fails && !h->failing[k])
            hybrid_fail_assertion(h, a);
        h->failing[k] = (char)fails;
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
    hybrid *h = w->hybrid;
    program_run(w, &w->functions, u, z, h->functions);
    memset(crossed, 0, (size_t)w->system.events);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k];
        double value = *hybrid_value(h, c->parameter);
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

void hybrid_add_functions(hybrid *h, lowered *w) {
    int count = hybrid_function_count(h);
    int kinks = w->kinks.outputs;
    invo_event *event = ARENA_ARRAY(h->system->arena, invo_event, count + kinks + 1);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        event[e++] = (invo_event){c->text, "", 0};
        if (c->kind == CROSSING_FLOOR)
            event[e++] = (invo_event){c->text, "", 0};
    }
    for (int k = 0; k < kinks; k++)
        event[count + k] = w->kink[k];
    w->system.events = count + kinks;
    w->system.event = event;
    w->system.event_functions = hybrid_functions_event_functions;
    w->system.event_sides = hybrid_functions_event_sides;
    w->system.event_bands = hybrid_functions_event_bands;
    w->system.next_instant = next_instant;
    if (h->system->asserts.count)
        w->system.check = hybrid_functions_check;
    w->system.event_reached = event_reached;
}
