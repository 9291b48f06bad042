/* SPDX-License-Identifier: BSD-3-Clause */
/* Triggers of a system as events of it. For every trigger with the function f one knows
 * on which side of zero the solution is. Where the change to the other side counts, the
 * event function is f with the sign of that side. Where it does not, as for a ball that
 * rises through the level at which it counts when falling, steps still end there, at a
 * kink, so that the way back is not missed when both lie within one step.
 *
 * f is known by its values alone: its gradient comes from differences, at the start of
 * every step, and with it the round-off of f. What lies within the tolerances about zero
 * is not noise, as the last bounces of a ball are. */
#include "trigger.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "forward.h"

/* A function within this many eps of its terms does not tell on which side of zero it is:
 * points are on the constraints to a few units of round-off. */
static const double ROUND_OFF = 32 * DBL_EPSILON;

/* A function that was this many times as far from zero where its event was located is
 * zero: times are rounded, too. */
static const double LOCATED = 4;

/* Forward differences: the square root of the round-off. */
static const double DIFFERENCE = 1.4901161193847656e-08; /* 2^-26 */

/* A function that comes this many times as far from zero as round-off has left it. */
static const double LEAVES = 8;

/* A rate of change below this share of its terms has no sign. */
static const double CLEAR_RATE = 1e-6;

/* Where the sides of the functions are to be found again. */
typedef enum occasion { ON_THE_WAY, AT_START, AFTER_EVENT } occasion;

typedef struct triggered {
    forwarding forwarding; /* first */
    invo_system system;    /* the given one with the events */
    invo_context *context;
    const invo_trigger *trigger;
    int count, first;  /* triggers; events of the given system, which come before them */
    double sense;      /* 1, or -1: the run goes back in time */
    invo_event *event; /* [first + 2 count]: given, triggers, and their silent kinks */
    double *start;     /* [n]: from where the run continues */
    double *slope, *beside, *at; /* [n]: the last: where gradients are known ... */
    int is_known;                /* ... if they are */
    double *gradient;            /* [count, n] */
    double *slack;               /* [count]: what round-off makes of the function */
    double *located; /* [count]: what the function was where its last event is; 0: none */
    int *side;       /* [count]: 1 or -1 */
    int *rate;       /* [count]: sign of its rate there, before the handler was called */
    char *happened;  /* [count]: in the last event */
    char *stays;     /* [count]: since then, the function was zero but for round-off */
    int halted;      /* a trigger whose handler stopped it at zero, in vain; -1: none */
    occasion occasion;
} triggered;

static double trigger_value_of(const triggered *w, int k, const double *u) {
    assert(k >= 0 && k < w->count);
    const invo_trigger *t = &w->trigger[k];
    return t->function(t->self ? t->self : w->forwarding.given->self, u);
}

static int trigger_sign_of(double x) {
    return (x > 0) - (x < 0);
}

/* Does a change to that side count? */
static int counts(const triggered *w, int k, int side) {
    assert(side == 1 || side == -1 || side == 0);
    int direction = w->trigger[k].direction;
    return direction == 0 || trigger_sign_of(direction) == side;
}

/* Does nothing happen when the function leaves the side where it is? */
static int is_silent(const triggered *w, int k) {
    return !counts(w, k, -w->side[k]);
}

/* --- gradients --- */

static double nominal_of(const triggered *w, int j) {
    assert(j >= 0 && j < w->system.coordinates);
    return w->system.coordinate ? w->system.coordinate[j].nominal : 1;
}

/* 0 where the function has no values beside u. */
static double partial(triggered *w, int k, const double *u, double f, int j) {
    double width = DIFFERENCE * fmax(fabs(u[j]), nominal_of(w, j));
    for (int way = 1; way >= -1; way -= 2) {
        w->beside[j] = u[j] + way * width;
        double slope = (trigger_value_of(w, k, w->beside) - f) / (w->beside[j] - u[j]);
        w->beside[j] = u[j];
        if (isfinite(slope))
            return slope;
    }
    return 0;
}

/* Gradients and round-off at u, once for each point. */
static void trigger_differentiate(triggered *w, const double *u) {
    const int n = w->system.coordinates;
    const size_t size = sizeof *u * (size_t)n;
    if (w->is_known && memcmp(w->at, u, size) == 0)
        return;
    memcpy(w->at, u, size);
    memcpy(w->beside, u, size);
    w->is_known = 1;
    for (int k = 0; k < w->count; k++) {
        double f = trigger_value_of(w, k, u);
        double terms = 0;
        double *gradient = w->gradient + k * n;
        for (int j = 0; j < n; j++) {
            gradient[j] = partial(w, k, u, f, j);
            terms += fabs(gradient[j]) * fmax(fabs(u[j]), nominal_of(w, j));
        }
        w->slack[k] = ROUND_OFF * terms;
    }
}

/* The direction at u, as the run goes, into w->slope; returns whether there is one. */
static int find_slope(triggered *w, const double *u, const double *z) {
    const invo_system *s = w->forwarding.given;
    if (s->direction && s->direction(s->self, u, w->slope))
        return 0;
    w->slope[0] = 1;
    for (int i = 1; i < s->coordinates && !s->direction; i++)
        w->slope[i] = invo_slot_value(s->coordinates, u, z, s->coordinate[i].derivative);
    for (int i = 0; i < s->coordinates; i++)
        w->slope[i] *= w->sense;
    return 1;
}

/* The sign of the rate of change of function k along w->slope; 0: it has none. */
static int sign_of_rate(const triggered *w, int k) {
    const int n = w->system.coordinates;
    const double *gradient = w->gradient + k * n;
    double rate = 0;
    double size = 0;
    for (int j = 0; j < n; j++) {
        rate += gradient[j] * w->slope[j];
        size += fabs(gradient[j] * w->slope[j]);
    }
    return fabs(rate) > CLEAR_RATE * size ? trigger_sign_of(rate) : 0;
}

/* The side to which function k goes from zero: the sign of its rate, or else of its
 * second derivative, as the direction a little ahead shows it; 0: it stays, or is not
 * known. */
static int trigger_side_ahead(triggered *w, int k, const double *u, const double *z) {
    const invo_system *s = w->forwarding.given;
    const int n = s->coordinates;
    double length = INFINITY;
    int sign = find_slope(w, u, z) ? sign_of_rate(w, k) : 0;
    if (sign || !s->direction)
        return sign;
    for (int j = 0; j < n; j++)
        length = fmin(length, DIFFERENCE * fmax(fabs(u[j]), nominal_of(w, j)) /
                                  fabs(w->slope[j]));
    for (int j = 0; j < n; j++)
        w->beside[j] = u[j] + length * w->slope[j];
    sign = find_slope(w, w->beside, z) ? sign_of_rate(w, k) : 0;
    memcpy(w->beside, u, sizeof *u * (size_t)n);
    return sign;
}

/* --- sides --- */

/* 0 where round-off does not tell. */
static int clear_side(const triggered *w, int k, double f) {
    return fabs(f) > w->slack[k] ? trigger_sign_of(f) : 0;
}

/* A function that is zero at the start has an event where it goes on to a side that
 * counts. */
static int side_at_start(const triggered *w, int k, int clear, int ahead) {
    if (clear)
        return clear;
    if (w->trigger[k].direction)
        return -trigger_sign_of(w->trigger[k].direction);
    return ahead ? -ahead : 1;
}

/* After an event a function that brought it is where the handler has put it, or goes. One
 * that others moved across zero has an event of its own, at once: its side stays. */
static int side_after_event(const triggered *w, int k, int clear, int ahead) {
    int before = w->side[k];
    int now = clear ? clear : ahead;
    if (w->happened[k])
        return now ? now : before;
    return now == -before && is_silent(w, k) ? now : before;
}

/* Has the handler stopped the motion at zero, without a place to rest? Then the solution
 * goes on to where the handler would not have it. */
static int is_halted_in_vain(triggered *w, int k, int clear, const double *u,
                             const double *z) {
    if (!w->happened[k] || clear || w->rate[k] != w->side[k])
        return 0;
    int stops = find_slope(w, u, z) && sign_of_rate(w, k) == 0;
    return stops && trigger_side_ahead(w, k, u, z) == w->side[k];
}

static void trigger_find_sides(triggered *w, const double *u, const double *z) {
    for (int k = 0; k < w->count; k++) {
        double f = trigger_value_of(w, k, u);
        double noise = LOCATED * fabs(w->located[k]);
        if (fabs(f) <= noise)
            w->slack[k] = fmax(w->slack[k], noise);
        int clear = clear_side(w, k, f);
        int ahead = clear ? clear : trigger_side_ahead(w, k, u, z);
        if (w->occasion == AFTER_EVENT && is_halted_in_vain(w, k, clear, u, z))
            w->halted = k;
        w->stays[k] = w->happened[k] && !clear;
        w->side[k] = w->occasion == AT_START ? side_at_start(w, k, clear, ahead)
                                             : side_after_event(w, k, clear, ahead);
    }
    w->occasion = ON_THE_WAY;
}

/* A function that has come to the side from which changes count is looked at from now on.
 */
static void leave_silence(triggered *w, int k, double f, const double *u,
                          const double *z) {
    int now = clear_side(w, k, f);
    if (now == 0) { /* the step has ended at the kink */
        trigger_differentiate(w, u);
        now = find_slope(w, u, z) ? sign_of_rate(w, k) : 0;
    }
    if (now == -w->side[k])
        w->side[k] = now;
}

/* --- functions of the system --- */

/* Round-off about zero is zero, and zero is not beyond. */
static double trigger_distance_from(double f, double slack) {
    return fabs(f) <= slack ? slack : f + slack;
}

static void add_functions(triggered *w, const double *u, int is_bare, double *g) {
    double *own = g + w->first;
    double *kink = own + w->count;
    for (int k = 0; k < w->count; k++) {
        double f = trigger_value_of(w, k, u);
        if (w->side[k] * f > LEAVES * w->slack[k])
            w->stays[k] = 0;
        int silent = is_silent(w, k);
        own[k] =
            silent ? 1 : trigger_distance_from(w->side[k] * f, is_bare ? 0 : w->slack[k]);
        kink[k] = silent ? f : 1;
    }
}

static void trigger_event_functions(void *self, const double *u, const double *z,
                                    double *g) {
    triggered *w = self;
    const invo_system *s = w->forwarding.given;
    if (s->events.count)
        s->events.functions(s->self, u, z, g);
    add_functions(w, u, 0, g);
}

static void trigger_event_sides(void *self, const double *u, const double *z, double *g) {
    triggered *w = self;
    const invo_system *s = w->forwarding.given;
    if (s->events.count && s->events.sides)
        s->events.sides(s->self, u, z, g);
    else if (s->events.count)
        s->events.functions(s->self, u, z, g);
    add_functions(w, u, 1, g);
}

/* Called at the start of every step, before the functions are. */
static void trigger_event_bands(void *self, const double *u, const double *z,
                                const double *errors, double *band) {
    triggered *w = self;
    const invo_system *s = w->forwarding.given;
    for (int k = 0; k < w->first; k++)
        band[k] = 0;
    if (s->events.count && s->events.bands)
        s->events.bands(s->self, u, z, errors, band);
    trigger_differentiate(w, u);
    if (w->occasion != ON_THE_WAY)
        trigger_find_sides(w, u, z);
    for (int k = 0; k < w->count; k++)
        band[w->first + k] = band[w->first + w->count + k] = w->slack[k];
}

/* At every accepted point. */
static int trigger_check(void *self, const double *u, const double *z) {
    triggered *w = self;
    const invo_system *s = w->forwarding.given;
    int status = s->process.check ? s->process.check(s->self, u, z) : 0;
    if (w->halted >= 0)
        return report(
            w->context, INVO_E_CONTINUE, u[0],
            "t = %.10g: the handler of the event '%s' stopped the motion where the "
            "function is zero, but the direction leads beyond that point. Let the "
            "handler end the run, or switch the direction to one that rests there",
            w->start[0], w->trigger[w->halted].name);
    for (int k = 0; k < w->count && !status; k++) {
        double f = trigger_value_of(w, k, u);
        if (!isfinite(f))
            return report(
                w->context, INVO_E_DOMAIN, u[0],
                "t = %.10g: the function of the event '%s' is %g there, so its zeros "
                "cannot be found. Return a finite value along the whole solution",
                u[0], w->trigger[k].name, f);
        if (is_silent(w, k))
            leave_silence(w, k, f, u, z);
    }
    return status;
}

/* What a handler must leave behind. */
static invo_status examine_point(const triggered *w, int k, double t) {
    assert(k >= 0 && k < w->count);
    const invo_coordinate *name = w->system.coordinate;
    if (w->start[0] != t)
        return report(w->context, INVO_E_CONTINUE, t,
                      "t = %.10g: the handler of the event '%s' has set the time, u[0], "
                      "to %.10g. It may change every coordinate except the time",
                      t, w->trigger[k].name, w->start[0]);
    for (int i = 1; i < w->system.coordinates; i++)
        if (!isfinite(w->start[i]))
            return report(w->context, INVO_E_DOMAIN, t,
                          "t = %.10g: the handler of the event '%s' has set u[%d]%s%s to "
                          "%g. It must leave finite values",
                          t, w->trigger[k].name, i, name ? ", " : "",
                          name ? name[i].name : "", w->start[i]);
    return INVO_OK;
}

/* An event that follows one of the same trigger, while the function has not left zero, is
 * none of a motion: a ball whose bounces have become as small as round-off. */
static invo_status examine_pile(const triggered *w, double t, const char *crossed) {
    for (int k = 0; k < w->count; k++)
        if (crossed[w->first + k] && w->stays[k])
            return report(
                w->context, INVO_E_LIMIT, t,
                "t = %.10g: the event '%s' repeats while its function is zero up to "
                "round-off: events pile up there. Let the handler end the run when the "
                "motion becomes slow, or switch the direction to one that rests",
                t, w->trigger[k].name);
    return INVO_OK;
}

/* What is known of the functions before handlers are called. */
static void note_rates(triggered *w, const double *u, const double *z,
                       const char *crossed) {
    trigger_differentiate(w, u);
    int has_slope = find_slope(w, u, z);
    for (int k = 0; k < w->count; k++) {
        w->happened[k] = crossed[w->first + k];
        w->located[k] = w->happened[k] ? trigger_value_of(w, k, u) : 0;
        w->rate[k] = has_slope ? sign_of_rate(w, k) : 0;
    }
}

/* Handlers see what those before them in the list have changed. */
static int trigger_happen(void *self, const double *u, const double *z,
                          const char *crossed, invo_transition *to) {
    triggered *w = self;
    TRY(examine_pile(w, u[0], crossed));
    memcpy(w->start, u, sizeof *u * (size_t)w->system.coordinates);
    note_rates(w, u, z, crossed);
    *to = (invo_transition){.system = &w->system};
    for (int k = 0; k < w->count; k++) {
        const invo_trigger *t = &w->trigger[k];
        if (!w->happened[k])
            continue;
        w->side[k] = -w->side[k];
        if (!t->handler)
            continue;
        void *own = t->self ? t->self : w->forwarding.given->self;
        if (t->handler(own, w->start, w->side[k])) {
            to->terminate = 1;
            to->message = t->name;
        }
        TRY(examine_point(w, k, u[0]));
    }
    w->is_known = 0; /* what the functions depend on may be different, too */
    w->occasion = AFTER_EVENT;
    return INVO_OK;
}

static int trigger_extend(void *self, unsigned what);

/* The given system with the triggers. */
static void compose(triggered *w) {
    const invo_system *s = w->forwarding.given;
    invo_system *to = &w->system;
    forward_system(s, to);
    to->self = w;
    to->start = w->start;
    to->process.extend = s->process.extend ? trigger_extend : NULL;
    to->events.count = w->first + 2 * w->count;
    to->events.at = w->event;
    to->events.without_tops = s->events.count == 0 || s->events.without_tops;
    to->events.functions = trigger_event_functions;
    to->events.sides = trigger_event_sides;
    to->events.bands = trigger_event_bands;
    to->process.happen = trigger_happen;
    to->process.check = trigger_check;
}

static int trigger_extend(void *self, unsigned what) {
    triggered *w = self;
    const invo_system *s = w->forwarding.given;
    int status = s->process.extend(s->self, what);
    compose(w);
    return status;
}

static void list_events(triggered *w) {
    const invo_system *s = w->forwarding.given;
    for (int k = 0; k < w->first; k++)
        w->event[k] = s->events.at[k];
    for (int k = 0; k < w->count; k++) {
        invo_event *own = &w->event[w->first + k];
        *own = (invo_event){w->trigger[k].name, "", 0};
        own[w->count] = (invo_event){w->trigger[k].name, "", 1};
    }
}

static void trigger_take_memory(triggered *w, double *doubles) {
    const size_t n = (size_t)w->forwarding.given->coordinates;
    const size_t count = (size_t)w->count;
    w->start = doubles;
    w->slope = w->start + n;
    w->beside = w->slope + n;
    w->at = w->beside + n;
    w->gradient = w->at + n;
    w->slack = w->gradient + count * n;
    w->located = w->slack + count;
    w->event = (invo_event *)(w->located + count);
    w->side = (int *)(w->event + w->first + 2 * w->count);
    w->rate = w->side + count;
    w->happened = (char *)(w->rate + count);
    w->stays = w->happened + count;
}

/* Runs the system through a forwarding one that has an event and a silent kink for
 * each trigger. One block of memory holds the arrays of all triggers. */
invo_status trigger_run(invo_context *c, const invo_system *s, const plan *p,
                        invo_result **r) {
    assert(!trigger_refuse(s) && s->triggers > 0);
    triggered w = {.forwarding = {s},
                   .context = c,
                   .trigger = s->trigger,
                   .count = s->triggers,
                   .first = s->events.count,
                   .sense = p->stop < s->start[0] ? -1 : 1,
                   .halted = -1,
                   .occasion = AT_START};
    const size_t n = (size_t)s->coordinates;
    const size_t count = (size_t)s->triggers;
    const size_t events = (size_t)s->events.count + 2 * count;
    double *memory =
        memory_alloc(c, sizeof(double) * (4 * n + count * n + 2 * count) +
                            sizeof(invo_event) * events + (2 * sizeof(int) + 2) * count);
    if (!memory)
        return INVO_E_MEMORY;
    trigger_take_memory(&w, memory);
    memcpy(w.start, s->start, sizeof *w.start * n);
    for (int k = 0; k < w.count; k++)
        w.side[k] = 1;
    list_events(&w);
    compose(&w);
    invo_status status = solve(c, &w.system, p, r);
    free(memory);
    return status;
}

const char *trigger_refuse(const invo_system *s) {
    if (s->triggers < 0)
        return "triggers must be at least 0";
    if (s->triggers == 0)
        return NULL;
    if (!s->trigger)
        return "trigger is not given";
    if (s->process.happen || s->process.renew)
        return "events must be given as triggers or by happen and renew, not both";
    for (int k = 0; k < s->triggers; k++) {
        if (!s->trigger[k].name)
            return "a trigger has no name";
        if (!s->trigger[k].function)
            return "a trigger has no function";
    }
    for (int k = 0; k < s->events.count; k++)
        if (!s->events.at[k].is_kink)
            return "an event that is not a kink needs happen";
    return NULL;
}
