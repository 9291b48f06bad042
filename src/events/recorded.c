/* SPDX-License-Identifier: BSD-3-Clause */
/* The histories of delays.
 *
 * A step is recorded as polynomials through the solution at a few points of it, each
 * brought onto the constraints, and through the slopes at both ends where these are
 * known: then the history has a continuous derivative, as constraints that hold it need.
 * Where a polynomial misses the solution between its points, the piece is halved.
 *
 * Breaking points: where the quantity or its slope jumps, a new stretch begins, whatever
 * has caused it. Where both are continuous, a higher derivative may jump. A delay that
 * reads such a point makes an event, behind which the solution is smoother by one
 * derivative as a rule; after RECORDED_SMOOTH of these it is followed no longer. */
#include "recorded.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/delay.h"

/* Shares of the size: jumps below are round-off, of values and of slopes. */
static const double SAME_VALUE = 1e-11, SAME_SLOPE = 1e-7;

enum { NODES = 6, CHECKS = 2, LOOKS = NODES + CHECKS };
/* In -1 ... 1: the nodes of a polynomial of degree 7 whose slopes at the ends are known,
 * and then where it is compared. */
static const double look_at[LOOKS] = {-1, -0.65, -0.22, 0.22, 0.65, 1, 0.43, -0.8};

/* A polynomial may miss the solution by so much of the tolerance. */
static const double SHARE = 0.1;
/* Share of a step before its end, for the rate at which the past is read. */
static const double BEFORE_END = 1e-3;
/* Halves of halves of a step: beyond that, there is a jump inside. */
enum { DEEPEST = 12 };

struct recorded_room {
    double *out;   /* [3, delays]: of one look */
    double *value; /* [LOOKS, delays] */
    double *rate;  /* [2, delays]: at both ends */
    double *c;     /* [delays, HISTORY_TERMS] */
    int *degree;   /* [delays] */
};

struct recorded_room *recorded_new(arena *a, int count) {
    struct recorded_room *q = arena_alloc(a, sizeof *q);
    q->out = ARENA_ARRAY(a, double, 3 * count + 1);
    q->value = ARENA_ARRAY(a, double, LOOKS *count + 1);
    q->rate = ARENA_ARRAY(a, double, 2 * count + 1);
    q->c = ARENA_ARRAY(a, double, HISTORY_TERMS *count + 1);
    q->degree = ARENA_ARRAY(a, int, count + 1);
    return q;
}

static double evaluate_in(void *data, expr e) {
    return hybrid_evaluate(data, e);
}

static delay *delay_at(const hybrid *h, int k) {
    return &h->system->delays.at[k];
}

static void push_constant(const delay *d, double t, double value) {
    history_piece p = {.from = t, .to = t, .c = {value}};
    history_push(delay_history(d), p);
}

void recorded_take_first(hybrid *h) {
    for (int k = 0; k < h->system->delays.count; k++) {
        const delay *d = delay_at(h, k);
        if (d->discrete >= 0)
            delay_history(d)->first = hybrid_evaluate(h, d->value);
    }
}

int recorded_follow(hybrid *h, int *generation) {
    if (h->system->delays.count == 0)
        return 0;
    h->due = INFINITY;
    return delays_follow(h->system, h->t, evaluate_in, h, generation);
}

/* --- breaking points --- */

/* Does the quantity jump, or its slope? */
static int recorded_jumps(const hybrid *h, int k, double value, double rate) {
    const delay *d = delay_at(h, k);
    const history *past = delay_history(d);
    const double stretch = (double)history_newest(past);
    double before = history_value(past, 0, h->t, stretch);
    double jump = fabs(value - before);
    double first = h->system->parameters.at[d->first].value;
    double size = fabs(value) + fabs(before) + fabs(first);
    if (!(jump <= SAME_VALUE * size))
        return 1;
    if (!h->now->has_rate[k])
        return 0;
    before = history_value(past, 1, h->t, stretch);
    return !(fabs(rate - before) <= SAME_SLOPE * (fabs(rate) + fabs(before)));
}

/* Where events pile up, or a step leaps to an event, nothing is recorded: a straight line
 * is. */
static void bridge(const history *past, double t, double value, history_piece *p) {
    const double from = history_known(past);
    const double before = history_value(past, 0, from, (double)history_newest(past));
    *p = (history_piece){.from = from,
                         .to = t,
                         .degree = 1,
                         .c = {(before + value) / 2, (value - before) / 2}};
}

static void open_continuous(hybrid *h, int k, int generation, double value, double rate) {
    history *past = delay_history(delay_at(h, k));
    const double known = history_known(past);
    history_piece p;
    value -= h->system->parameters.at[delay_at(h, k)->first].value;
    if (h->t - known > 64 * DBL_EPSILON * fabs(h->t) && known > -INFINITY) {
        bridge(past, h->t, value, &p);
        history_push(past, p);
    }
    if (history_newest(past) > 0 && generation > 0 && recorded_jumps(h, k, value, rate))
        generation = 0;
    if (generation < RECORDED_SMOOTH)
        history_open(past, h->t, generation);
}

static void open_discrete(const hybrid *h, int k, double value) {
    const delay *d = delay_at(h, k);
    history *past = delay_history(d);
    const long newest = history_newest(past);
    if (newest > 0 && history_value(past, 0, 0, (double)newest) == value)
        return;
    history_open(past, h->t, 0);
    push_constant(d, h->t, value);
}

void recorded_open(hybrid *h, int generation) {
    const int count = h->system->delays.count;
    if (count == 0)
        return;
    const mode *m = h->now;
    const double *now = h->recorded->out;
    program_run(m->lowered, &m->delays, h->u, h->z, h->recorded->out);
    for (int k = 0; k < count; k++)
        if (delay_at(h, k)->discrete >= 0)
            open_discrete(h, k, now[k]);
        else
            open_continuous(h, k, generation, now[k], now[count + k]);
    if (!delays_bound(h->system))
        return;
    hybrid_load_values(h->now);
    hybrid_run_functions(h);
    hybrid_widen_slacks(h);
}

/* --- recording a step --- */

typedef struct recording {
    hybrid *h;
    const struct recorded_room *room;
    const invo_recording *r;
    invo_status status;
} recording;

static _Noreturn void fail_time(const recording *q, int k, double t, double time) {
    const delay *d = delay_at(q->h, k);
    fail(q->h->system->context, INVO_E_CONTINUE, d->where,
         "t = %.10g: the delay time of %s is %.10g, which is not between 0 and its "
         "longest delay time %g",
         t, d->text, time, d->longest);
}

/* A step that reads so much beyond a stretch has missed an event, as a share of the
 * longest time. */
static const double MISSED = 1e-6;

static int leaves_stretch(const hybrid *h, const delay *d, double x) {
    const double begin = h->system->parameters.at[d->begin].value;
    const double end = h->system->parameters.at[d->end].value;
    return x > end + MISSED * d->longest || x < begin - MISSED * d->longest;
}

/* A variable time must be in its range, and read what was recorded before this step, in
 * one stretch. */
static int reads_known(const recording *q, double t, const double *x) {
    static const double ABOVE = 1 + 1e-9;
    for (int k = 0; k < q->h->system->delays.count; k++) {
        const delay *d = delay_at(q->h, k);
        const double time = t - x[k];
        if (d->begin < 0)
            continue;
        if (!(time >= 0 && time <= ABOVE * d->longest))
            fail_time(q, k, t, time);
        if (x[k] > q->r->from + 64 * DBL_EPSILON * fabs(q->r->from))
            return 0;
        if (leaves_stretch(q->h, d, x[k]))
            return 0;
    }
    return 1;
}

/* The values, rates and times of delays at time t: [3, delays]. */
static int read_times(recording *q, double t, double *out) {
    const mode *m = q->h->now;
    const double *u;
    const double *z;
    q->status = (invo_status)q->r->look(q->r->data, t, &u, &z);
    if (q->status)
        return 0;
    program_run(m->lowered, &m->delays, u, z, out);
    return 1;
}

/* Number i of the looks at a piece. */
static int look_once(recording *q, double from, double to, int i) {
    const int count = q->h->system->delays.count;
    const double t = i == 0           ? from
                     : i == NODES - 1 ? to
                                      : from + (to - from) * (1 + look_at[i]) / 2;
    if (!read_times(q, t, q->room->out))
        return 0;
    if (!reads_known(q, t, q->room->out + 2 * count)) {
        q->status = INVO_E_STEP;
        return 0;
    }
    for (int k = 0; k < count; k++) {
        const int first = delay_at(q->h, k)->first;
        q->room->value[i * count + k] =
            q->room->out[k] - q->h->system->parameters.at[first].value;
        if (i == 0 || i == NODES - 1)
            q->room->rate[(i > 0) * count + k] = q->room->out[count + k];
    }
    return 1;
}

static void fit_piece(recording *q, double from, double to, int k) {
    const int count = q->h->system->delays.count;
    const double half = (to - from) / 2;
    double value[NODES];
    double slope[2] = {half * q->room->rate[k], half * q->room->rate[count + k]};
    for (int i = 0; i < NODES; i++)
        value[i] = q->room->value[i * count + k];
    q->room->degree[k] =
        history_fit(NODES, look_at, value, q->h->now->has_rate[k] ? slope : NULL,
                    q->room->c + k * HISTORY_TERMS);
}

/* What the polynomials of delay k may be off: by the tolerance of the run, of the nominal
 * size at least. */
static double allowed_error(const recording *q, int k) {
    const delay *d = delay_at(q->h, k);
    return q->r->rtol * fmax(delay_history(d)->size, d->nominal) + q->r->atol;
}

/* The same for pieces of this depth: the first ones are as good as their own size asks
 * for. What is noise at that size is not halved for ever. */
static double allowed_misfit(const recording *q, int k, int depth) {
    enum { FINE = 2 };
    const double size = delay_history(delay_at(q->h, k))->size;
    return SHARE * (depth < FINE ? q->r->rtol * size : allowed_error(q, k));
}

/* Notes how large the quantity is in the piece. */
static void note_size(const recording *q, int k) {
    const delay *d = delay_at(q->h, k);
    const double first = q->h->system->parameters.at[d->first].value;
    double *size = &delay_history(d)->size;
    for (int i = 0; i < LOOKS; i++) {
        double value = q->room->value[i * q->h->system->delays.count + k];
        *size = fmax(*size, fabs(first + value));
    }
}

/* Does polynomial k hold between its nodes, within its share of the tolerance? */
static int fits_between(const recording *q, int k, double allowed) {
    const int count = q->h->system->delays.count;
    const double *c = q->room->c + k * HISTORY_TERMS;
    for (int i = NODES; i < LOOKS; i++) {
        double v = 0;
        for (int j = q->room->degree[k]; j >= 0; j--)
            v = v * look_at[i] + c[j];
        double value = q->room->value[i * count + k];
        if (!(fabs(v - value) <= allowed))
            return 0;
    }
    return 1;
}

/* The first piece behind an event shows whether the event matters to delay k. */
static void join_smooth(const recording *q, int k) {
    const hybrid *h = q->h;
    const delay *d = delay_at(h, k);
    history *past = delay_history(d);
    const long newest = history_newest(past);
    if (history_generation(past, newest) == 0)
        return;
    const int lowest = h->now->has_rate[k] ? 2 : 1;
    const int is_joined = history_join(past, lowest, allowed_error(q, k));
    assert(!is_joined || h->system->parameters.at[d->stretch].value < (double)newest);
    (void)is_joined;
}

static void keep_piece(const recording *q, double from, double to, int k) {
    history_piece p = {.from = from, .to = to, .degree = q->room->degree[k]};
    for (int j = 0; j < HISTORY_TERMS; j++)
        p.c[j] = q->room->c[k * HISTORY_TERMS + j];
    history_push(delay_history(delay_at(q->h, k)), p);
    join_smooth(q, k);
}

/* Records from one time to another, in halves where that is too long. */
static void record_piece(recording *q, double from, double to, int depth) {
    const int count = q->h->system->delays.count;
    int fits = 1;
    for (int i = 0; i < LOOKS; i++)
        if (!look_once(q, from, to, i))
            return;
    for (int k = 0; k < count; k++) {
        if (delay_at(q->h, k)->discrete >= 0)
            continue;
        note_size(q, k);
        fit_piece(q, from, to, k);
        fits &= fits_between(q, k, allowed_misfit(q, k, depth));
    }
    const double middle = from + (to - from) / 2;
    if (!fits && depth < DEEPEST && middle > from && middle < to) {
        record_piece(q, from, middle, depth + 1);
        if (!q->status)
            record_piece(q, middle, to, depth + 1);
        return;
    }
    for (int k = 0; k < count; k++)
        if (delay_at(q->h, k)->discrete < 0)
            keep_piece(q, from, to, k);
}

/* An event that begins so near to a breaking point, as a share of the longest time, may
 * be lost in the noise of its function: it comes by time. */
static const double AT_HAND = 1e-4;

/* When delay k comes to the end of its stretch, by what it read at the end of the step
 * and a little before; INFINITY: that is not at hand. */
static double instant_of(const recording *q, int k, const double *x, const double *near) {
    const hybrid *h = q->h;
    const delay *d = delay_at(h, k);
    const double t = q->r->to;
    const double tiny = 16 * DBL_EPSILON * fabs(t);
    const double rate = (x[k] - near[k]) / ((t - q->r->from) * BEFORE_END);
    const double gap[] = {h->system->parameters.at[d->end].value - x[k],
                          x[k] - h->system->parameters.at[d->begin].value};
    const double left = rate < 0 ? gap[1] : gap[0];
    if (left > AT_HAND * d->longest)
        return INFINITY;
    return t + fmax(left > 0 ? left / fabs(rate) : 0, tiny);
}

/* Takes back what a step has recorded that is not accepted. */
static void forget_after(hybrid *h, double t) {
    for (int k = 0; k < h->system->delays.count; k++) {
        history *past = delay_history(delay_at(h, k));
        while (delay_at(h, k)->discrete < 0 && past->pieces.count > 0 &&
               past->pieces.at[past->pieces.count - 1].from >= t)
            past->pieces.count--;
    }
}

static int needs_looks(const hybrid *h) {
    for (int k = 0; k < h->system->delays.count; k++)
        if (delay_at(h, k)->discrete < 0 || delay_at(h, k)->begin >= 0)
            return 1;
    return 0;
}

/* Sets the next breaking point of variable times, where it is at hand. */
static void set_due(recording *q) {
    hybrid *h = q->h;
    const int count = h->system->delays.count;
    const double t = q->r->to;
    const double before = t - BEFORE_END * (t - q->r->from);
    double *x = q->room->value;
    double *near = q->room->out;
    h->due = INFINITY;
    if (!read_times(q, t, x) || !read_times(q, before, near))
        return;
    for (int k = 0; k < count; k++)
        if (delay_at(h, k)->begin >= 0)
            h->due = fmin(h->due, instant_of(q, k, x + 2 * count, near + 2 * count));
}

static int has_variable(const hybrid *h) {
    for (int k = 0; k < h->system->delays.count; k++)
        if (delay_at(h, k)->begin >= 0)
            return 1;
    return 0;
}

static void run_recording(invo_context *context, void *argument) {
    recording *q = argument;
    (void)context;
    record_piece(q, q->r->from, q->r->to, 0);
    if (q->status || !has_variable(q->h))
        return;
    if (delays_bound(q->h->system))
        hybrid_load_values(q->h->now);
    set_due(q);
}

static int recorded_record(void *self, const invo_recording *r) {
    hybrid *h = ((lowered *)self)->hybrid;
    recording q = {.h = h, .room = h->recorded, .r = r};
    if (!needs_looks(h) || !(r->to > r->from))
        return 0;
    invo_status status = protect(h->system->context, run_recording, &q);
    if (!status)
        status = q.status;
    if (status)
        forget_after(h, r->from);
    return (int)status;
}

static double recorded_reach(void *self, const double *u, const double *z, int *which) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    const mode *m = h->now;
    const int count = h->system->delays.count;
    double longest = INFINITY;
    double *out = NULL;
    for (int k = 0; k < count; k++) {
        double time = delay_at(h, k)->constant;
        if (isnan(time) && !out) {
            out = h->recorded->out;
            program_run(m->lowered, &m->delays, u, z, out);
        }
        if (isnan(time))
            time = u[0] - out[2 * count + k];
        if (time < longest) {
            longest = time;
            *which = k;
        }
    }
    return longest;
}

typedef struct kink_call {
    const hybrid *h;
    double t;
} kink_call;

/* A kink is no event: only times that are constant make one of it later. */
static void open_bends(invo_context *context, void *argument) {
    const kink_call *call = argument;
    (void)context;
    for (int k = 0; k < call->h->system->delays.count; k++) {
        const delay *d = delay_at(call->h, k);
        if (d->discrete < 0 && d->begin < 0)
            history_open(delay_history(d), call->t, 1);
    }
}

static int recorded_bend(void *self, double t) {
    kink_call call = {((lowered *)self)->hybrid, t};
    return (int)protect(call.h->system->context, open_bends, &call);
}

/* "delay(x, 1) (model.mo:7)" */
static const char *recorded_name(arena *a, const delay *d) {
    enum { LONGEST = 300 };
    char line[LONGEST] = "";
    if (!d->where.file)
        return d->text;
    place_print(line, sizeof line, d->where);
    return arena_print(a, "%s (%s)", d->text, line);
}

void recorded_add(hybrid *h, lowered *w) {
    arena *a = h->system->arena;
    const int count = h->system->delays.count;
    if (count == 0)
        return;
    const char **text = ARENA_ARRAY(a, const char *, count);
    for (int k = 0; k < count; k++)
        text[k] = recorded_name(a, delay_at(h, k));
    w->system.series = (invo_series){0}; /* pieces have none */
    w->system.delays =
        (invo_delays){count, text, recorded_reach, recorded_record, recorded_bend};
}
