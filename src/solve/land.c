/* SPDX-License-Identifier: BSD-3-Clause */
/* Landing on a given t within a step by arclength: the step is bracketed between turns,
 * where t is monotone. At a vertical tangent t - T has a triple root, so that nothing
 * here relies on its slope. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "../method/one_step.h"
#include "locate.h"
#include "run.h"

enum { MOST_TRIALS = 80 };

/* The next time that the run must meet exactly, from t0 on to t1; NaN: none of them. */
static double wanted(const run *v, double t0, double t1) {
    double way = t1 > t0 ? 1 : -1;
    double instant = NAN;
    double best = NAN;
    int back = !isfinite(v->o.length) && (v->o.start - t0) * (v->o.stop - v->o.start) < 0;
    if (way > 0)
        instant = event_next_instant(v, t0);
    const double time[] = {v->o.stop, back ? v->o.start : NAN, instant};
    for (int k = 0; k < 3; k++) {
        double t = time[k];
        if (!((t - t0) * way > 0 && (t1 - t) * way >= 0))
            continue;
        if (isnan(best) || (best - t) * way > 0)
            best = t;
    }
    return best;
}

/* Where t, which is t0 and t1 at the ends, has the value `at`. */
static bracket land_bracket(double low, double t0, double high, double t1, double at) {
    assert(low <= high);
    return (bracket){low, high, t0 - at, t1 - at, DBL_EPSILON, 0, MOST_TRIALS, 0, 0};
}

static double ulps_of(double t) {
    return 2 * DBL_EPSILON * fmax(fabs(t), DBL_MIN);
}

/* Ends of steps are no better than the test that ends Newton's iteration: as a function
 * of their length t then has jumps, and what is searched may not be there. */
double land_nearness(const run *v, double t) {
    const retraction_settings *s = &v->engine->retraction.settings;
    return s->rule == RULE_ROUND_OFF ? ulps_of(t) : fmax(ulps_of(t), s->tolerance);
}

/* Where the cubic through both ends of the step has the time t: it costs nothing. */
static double first_trial(const run *v, const step *d, double t, bracket b) {
    enum { ENOUGH = 40 }; /* halves are enough for what the cubic is worth */
    double x;
    double seen;
    b.halving = 1;
    b.most = ENOUGH;
    while (bracket_next(&b, &x)) {
        one_step_between(&v->engine->stepper, d, 1, x, 0, NULL, &seen);
        bracket_narrow(&b, x, seen - t);
    }
    return b.low;
}

/* The length of the step that ends at t, between shares low and high of it: by Newton's
 * iteration; where t hardly moves, or that left the bracket or did not help, by the
 * bracket alone. */
static invo_status find_length(run *v, const step *d, double t, bracket b,
                               double *theta) {
    static const double HELPS = 0.1;
    double next = first_trial(v, d, t, b);
    double before = INFINITY;
    double x;
    *theta = b.high;
    while (bracket_next(&b, &x)) {
        const int is_free = b.looks % 8 != 0 && next > b.low && next < b.high;
        *theta = is_free ? next : x;
        TRY(arclength_try(v, d, *theta));
        double f = v->arc.point[0] - t;
        if (fabs(f) <= land_nearness(v, t))
            return INVO_OK;
        bracket_narrow(&b, *theta, f);
        next = NAN;
        if (fabs(f) < HELPS * before)
            next = *theta - f / (d->h * v->arc.slope[0]);
        before = fabs(f);
    }
    return INVO_OK;
}

/* Searches the parts of the step between turns for the first requested time, and
 * shortens the step to end there. */
invo_status land(run *v, step *d, double *landed) {
    assert(v->engine->by_length);
    double low = 0;
    double t0 = d->p[0];
    double theta = 1;
    *landed = NAN;
    for (int k = 0; k <= v->arc.turns; k++) {
        int last = k == v->arc.turns;
        double high = last ? 1 : v->arc.turn[k].theta;
        double t1 = last ? d->q[0] : v->arc.turn[k].t;
        double t = wanted(v, t0, t1);
        if (isnan(t)) {
            low = high;
            t0 = t1;
            continue;
        }
        *landed = t;
        if (t1 == t)
            theta = high;
        else
            TRY(find_length(v, d, t, land_bracket(low, t0, high, t1, t), &theta));
        v->arc.turns = k;
        for (int i = 0; i < k; i++)
            v->arc.turn[i].theta /= theta;
        d->h *= theta;
        return INVO_OK;
    }
    return INVO_OK;
}

/* t of the bare interpolant: it costs nothing and is off by less than the tolerance. */
static double bare_time(run *v, const step *d, double theta) {
    (void)run_interpolate(v, d, theta); /* which is prepared */
    return v->point[0];
}

/* t of the retracted interpolant */
static invo_status time_at(run *v, const step *d, double theta, double *t) {
    (void)bare_time(v, d, theta);
    TRY(retract(&v->engine->retraction, v->point));
    *t = v->point[0];
    return INVO_OK;
}

static double land_guess(run *v, const step *d, double t, double low, double high) {
    const double t0 = bare_time(v, d, low);
    const double t1 = bare_time(v, d, high);
    bracket b = land_bracket(low, t0, high, t1, t);
    double x;
    if (b.f_low * b.f_high >= 0)
        return fabs(b.f_low) < fabs(b.f_high) ? low : high;
    while (bracket_next(&b, &x)) {
        double f = bare_time(v, d, x) - t;
        if (fabs(f) <= ulps_of(t))
            return x;
        bracket_narrow(&b, x, f);
    }
    return b.low + (b.high - b.low) / 2;
}

invo_status land_between(run *v, const step *d, double t, double low, double high,
                         double *theta) {
    assert(low <= high && low >= 0 && high <= 1);
    double t0, t1, seen;
    *theta = land_guess(v, d, t, low, high);
    TRY(time_at(v, d, *theta, &seen));
    if (fabs(seen - t) <= land_nearness(v, t))
        return INVO_OK;
    TRY(time_at(v, d, low, &t0));
    TRY(time_at(v, d, high, &t1));
    bracket b = land_bracket(low, t0, high, t1, t);
    if (b.f_low * b.f_high > 0)
        return INVO_OK; /* next to a turn: as near as it gets */
    if (*theta > low && *theta < high)
        bracket_narrow(&b, *theta, seen - t);
    while (fabs(seen - t) > land_nearness(v, t) && bracket_next(&b, theta)) {
        TRY(time_at(v, d, *theta, &seen));
        bracket_narrow(&b, *theta, seen - t);
    }
    return INVO_OK;
}
