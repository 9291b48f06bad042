/* SPDX-License-Identifier: BSD-3-Clause */
/* Why steps have fallen to zero, as far as the solution itself tells: it grows without
 * bound or runs into a point where its derivative does, a coordinate is too small to be
 * seen by the error norm, or the span has no digits left for steps. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "run.h"

static double sense_of(const run *v) {
    return v->o.stop < v->o.start ? -1 : 1;
}

static const char *name_of(const run *v, int i) {
    return v->s->coordinate ? v->s->coordinate[i].name : "a coordinate";
}

/* --- poles --- */

/* Steps near a pole are a share of the distance to it. A coordinate that changes by this
 * share of itself within so many of the shortest steps is at its end. */
static const double CHANGES = 0.01, WITHIN = 1000;
/* Sizes below this share of nominal are no measure. */
static const double LEAST = 1e-3;
/* The derivative of a coordinate that goes to zero must have grown by this factor. */
static const double STEEP = 1e4;

/* What grows to a pole does so over many steps; what has just passed zero was as large a
 * step ago, and is small for that reason alone. */
static double relative_rate(const run *v, int i) {
    assert(i > 0 && i < v->n);
    double size = fmax(fabs(v->u[i]), LEAST * coordinate_nominal(v->s, i));
    return fabs(v->v[i]) / fmax(size, v->collapse.recent[i]);
}

static int is_growing(const run *v, int i) {
    return v->u[i] * v->v[i] * sense_of(v) > 0;
}

/* The coordinate that grows fastest beside its own size, if it does so at least at this
 * rate; 0: none. */
static int fastest(const run *v, double rate) {
    int best = 0;
    for (int i = 1; i < v->n; i++)
        if (is_growing(v, i) && relative_rate(v, i) > rate) {
            best = i;
            rate = relative_rate(v, i);
        }
    return best;
}

/* One that goes to zero with a derivative that grows: x' = -1/x. */
static int vanishing(const run *v, double rate) {
    const double span = fabs(v->u[0] - v->s->start[0]);
    for (int i = 1; i < v->n; i++) {
        double size = fmax(fabs(v->s->start[i]), LEAST * coordinate_nominal(v->s, i));
        if (is_growing(v, i) || !(fabs(v->v[i]) > rate * fabs(v->u[i])))
            continue;
        if (fabs(v->v[i]) * span > STEEP * size)
            return i;
    }
    return 0;
}

/* What a pole takes; a --min-step of the user's own ends runs before that. */
static double rate_of_poles(const run *v) {
    double least = run_least_step(v);
    return v->o.min_step < least ? CHANGES / (WITHIN * least) : INFINITY;
}

int collapse_is_pole(const run *v) {
    const double rate = rate_of_poles(v);
    return !v->engine->by_length && (fastest(v, rate) || vanishing(v, rate));
}

static double blur(const run *v) {
    return run_blur(v, v->u[0]);
}

size_t collapse_write_pole(const run *v, int i, char *text, size_t size) {
    assert(i > 0 && i < v->n && size > 0);
    const double t = v->u[0];
    int digits = (int)lround(log10(fabs(t) / fmax(blur(v), DBL_EPSILON * fabs(t))));
    if (digits > 10)
        digits = 10;
    if (digits < 3 || t == 0)
        digits = 3;
    return message_append(text, size, 0,
                          "%s grows without bound near t = %.*g (it is %.6g, its "
                          "derivative %.3g)",
                          name_of(v, i), digits, t, v->u[i],
                          v->engine->by_length ? v->v[i] / v->v[0] : v->v[i]);
}

double collapse_safe_time(const run *v) {
    return v->u[0] - sense_of(v) * blur(v);
}

void collapse_forget_rows(run *v) {
    result_cut(v->result, collapse_safe_time(v), sense_of(v), v->collapse.safe);
}

static int explain_pole(run *v, char *text, size_t size) {
    const double rate = rate_of_poles(v);
    int i = fastest(v, rate);
    if (i) {
        collapse_write_pole(v, i, text, size);
        collapse_forget_rows(v);
        return 1;
    }
    i = vanishing(v, rate);
    if (!i || v->trouble == INVO_E_DOMAIN)
        return 0; /* the equation tells more */
    message_append(text, size, 0,
                   "%s goes to zero with a derivative that grows without bound (%s is "
                   "%.3g, its derivative %.3g): the solution ends there",
                   name_of(v, i), name_of(v, i), v->u[i], v->v[i]);
    collapse_forget_rows(v);
    return 1;
}

invo_status collapse_at_stop(run *v) {
    char text[300];
    static const double SHORT = 1e-3; /* beside the mean step: steps have fallen */
    const double mean = fabs(v->u[0] - v->o.start) / (double)v->result->statistics.steps;
    if (v->engine->by_length || v->u[0] != v->o.stop || !(blur(v) > 0))
        return INVO_OK;
    if (v->event.last == v->u[0])
        return INVO_OK; /* and what it made small is no pole */
    int i = fastest(v, 1 / fmin(blur(v), SHORT * mean));
    if (!i)
        return INVO_OK;
    collapse_write_pole(v, i, text, sizeof text);
    collapse_forget_rows(v);
    v->result->stopped_by = "singular";
    return report(v->context, INVO_E_STEP, v->u[0],
                  "t = %.10g: %s; the tolerance does not determine the solution there. "
                  "Stop before it",
                  v->u[0], text);
}

/* --- the rest --- */

int collapse_is_near_stop(const run *v) {
    const double left =
        fmax(fabs(v->o.stop - v->u[0]), DBL_EPSILON * fabs(v->o.stop)) / fabs(v->v[0]);
    for (int i = 1; i < v->n; i++) {
        double size = fmax(fabs(v->u[i]), LEAST * coordinate_nominal(v->s, i));
        if (!(fabs(v->v[i]) * left <= v->o.rtol * size))
            return 0;
    }
    return 1;
}

static int is_at_stop(const run *v) {
    const double left = fabs(v->o.stop - v->u[0]);
    return !v->engine->by_length && left <= 10 * WITHIN * run_least_step(v) &&
           collapse_is_near_stop(v);
}

int collapse_ends(run *v) {
    if (!is_at_stop(v) || run_direction(v, v->u, v->v, 1))
        return 0;
    const invo_result *r = v->result;
    return (r->rows && *result_at(r, r->rows - 1) == v->u[0]) ||
           record_row(v, v->u) == INVO_OK;
}

void collapse_note(run *v, double h) {
    assert(h != 0);
    size_t width = (size_t)v->result->columns + 1;
    double *last = v->collapse.safe + width; /* the end of the step before */
    if (fabs(h) > blur(v))
        memcpy(v->collapse.safe, last, width * sizeof *last);
    memcpy(last, v->result->final, width * sizeof *last);
    v->collapse.seen += fabs(h);
    const int was_set = v->event.restarted; /* an event may have made it small just now */
    const double *nominal = v->engine->metric.nominal;
    for (int i = 1; i < v->n; i++) {
        const double size = fabs(v->u[i]);
        const double faded = COLLAPSE_FADES * v->collapse.recent[i];
        v->collapse.recent[i] = size > faded ? size : faded;
        if (size < v->o.atol * nominal[i] && (size != 0 || v->v[i] != 0) && !was_set)
            v->collapse.hidden[i] += fabs(h);
    }
}

/* The absolute tolerance hides a coordinate that is smaller for this share of the time,
 * but not at rest. */
static const double MOSTLY = 0.5, OFTEN = 0.1;

static int is_hidden(const run *v, int i, double share) {
    assert(i > 0 && i < v->n);
    return !v->engine->metric.ignored[i] &&
           v->collapse.hidden[i] > share * v->collapse.seen;
}

static int explain_hidden(const run *v, double share, char *text, size_t size) {
    enum { MOST = 4 };
    size_t used = 0;
    int count = 0;
    text[0] = 0;
    for (int i = 1; i < v->n && v->o.atol > 0; i++)
        if (is_hidden(v, i, share) && count++ < MOST)
            used =
                message_append(text, size, used, "%s%s", used ? ", " : "", name_of(v, i));
    if (count == 0)
        return 0;
    if (count > MOST)
        used = message_append(text, size, used, ", ...");
    message_append(text, size, used,
                   " stayed below the absolute tolerance of %.3g for a long time; there "
                   "the error control accepts errors as large as the values",
                   v->o.atol);
    return count;
}

/* The step that the solution asks for here; the run's span is not asked. */
static double natural_step(run *v) {
    metric_error_scale(&v->engine->metric, v->s, v->u, v->u, v->scale);
    v->now.from = v->u;
    v->now.from_slope = v->v;
    return fabs(controller_first_step(&v->engine->field, v->u, v->v, v->scale,
                                      v->engine->stepper.kind->order(&v->engine->stepper),
                                      sense_of(v) * DBL_MAX, v->o.max_step, 0, v->point));
}

static int explain_span(run *v, char *text, size_t size) {
    if (v->u[0] != v->o.start || v->o.min_step > 0)
        return 0;
    double h = natural_step(v);
    double least = run_least_step(v);
    if (!(h < least))
        return 0;
    message_append(
        text, size, 0,
        "the time span from %.10g to %.10g is too long for the steps of about %.2g that "
        "the solution needs: the shortest step that double precision resolves is %.2g",
        v->o.start, v->o.stop, h, least);
    return 1;
}

/* What grows without a pole may outgrow the numbers. */
static int explain_overflow(const run *v, char *text, size_t size) {
    static const double HUGE_VALUE =
        1e290; /* its next step, or a square, is not finite */
    for (int i = 1; i < v->n; i++) {
        if (!(fabs(v->u[i]) > HUGE_VALUE))
            continue;
        message_append(text, size, 0,
                       "%s has grown to %.3g, near the largest representable number",
                       name_of(v, i), v->u[i]);
        return 1;
    }
    return 0;
}

/* A pole of a coordinate that was not seen before is one of its errors. */
static double share_of_hidden(const run *v) {
    int i = fastest(v, rate_of_poles(v));
    return i && is_hidden(v, i, OFTEN) ? OFTEN : MOSTLY;
}

static const char ADVICE_ON_HIDDEN[] =
    "Give their typical size (nominal = ...) in the model, or a smaller --atol";

const char *collapse_blames(const run *v, double h, char *text, size_t size) {
    static const double FALLEN = 1e-3; /* of the mean */
    const double mean = v->collapse.seen / (double)v->result->statistics.steps;
    if (v->engine->by_length || !(fabs(h) < FALLEN * mean))
        return NULL;
    return explain_hidden(v, MOSTLY, text, size) ? ADVICE_ON_HIDDEN : NULL;
}

const char *collapse_explain(run *v, char *text, size_t size) {
    const double share = share_of_hidden(v);
    if (explain_span(v, text, size))
        return "Use a stop time closer to the start";
    if (v->engine->by_length)
        return NULL;
    if (explain_overflow(v, text, size))
        return "Stop earlier, or use its logarithm as the unknown";
    if (share == MOSTLY && explain_pole(v, text, size))
        return "Stop before it";
    if (v->trouble && v->trouble != INVO_E_NEWTON)
        return NULL;
    if (explain_hidden(v, share, text, size))
        return "Give their typical size (nominal = ...) in the model, or a smaller "
               "--atol";
    return NULL;
}

void collapse_begin(run *v) {
    for (int i = 0; i < v->n; i++)
        v->collapse.hidden[i] = v->collapse.recent[i] = 0;
    v->collapse.seen = 0;
}

/* Was it never above the absolute tolerance? */
static int is_unseen(const run *v, int i) {
    const double bound = v->o.atol * coordinate_nominal(v->s, i);
    return !(v->collapse.hidden[i] < v->collapse.seen || fabs(v->s->start[i]) >= bound);
}

static int are_all_unseen(const run *v) {
    for (int i = 1; i < v->n; i++)
        if (!v->engine->metric.ignored[i] && !is_unseen(v, i))
            return 0;
    return 1;
}

/* Coordinates of which it is asked, and the share of another one that counts. */
enum { MOST_ASKED = 16 };
static const double COUNTS = 1e-3;

/* Does a coordinate that was never seen move one that was, over the time of the run, by
 * what counts? Without it the rate there would be another one. */
static int unseen_moves_seen(run *v, int i) {
    double *without = v->point;
    double *rate = v->scale;
    copy(without, v->u, v->n);
    without[i] = 0;
    copy(rate, v->v, v->n);
    if (run_direction(v, without, rate, 0))
        return 0;
    for (int j = 1; j < v->n; j++) {
        const double moved = fabs(rate[j] - v->v[j]) * v->collapse.seen;
        if (!v->engine->metric.ignored[j] && !is_unseen(v, j) &&
            moved > COUNTS * v->collapse.recent[j])
            return 1;
    }
    return 0;
}

static int some_unseen_counts(run *v) {
    int asked = 0;
    int counts = 0;
    for (int i = 1; i < v->n && asked < MOST_ASKED && !counts; i++) {
        if (v->engine->metric.ignored[i] || !is_unseen(v, i) || v->u[i] == 0)
            continue;
        asked++;
        counts = unseen_moves_seen(v, i);
    }
    if (asked)
        (void)run_direction(v, v->u, v->scale, 0); /* z as it was */
    return counts;
}

void collapse_close(run *v, invo_status status) {
    char text[300];
    if (status || v->engine->by_length || !(v->collapse.seen > 0))
        return;
    if (!are_all_unseen(v) && !some_unseen_counts(v))
        return;
    if (explain_hidden(v, MOSTLY, text, sizeof text))
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere, "%s. %s", text,
                 ADVICE_ON_HIDDEN);
}
