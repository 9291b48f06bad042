/* SPDX-License-Identifier: BSD-3-Clause */
/* Landing on a given t within a step by arclength: the step is bracketed between turns,
 * where t is monotone. At a vertical tangent t - T has a triple root, so that nothing
 * here relies on its slope. */
#include <float.h>
#include <math.h>
#include "../method/one_step.h"
#include "solver.h"

enum { MOST_TRIALS = 80 };

/* The next time that the run must meet exactly, from t0 on to t1; NaN: none of them. */
static double wanted(const solver *v, double t0, double t1) {
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

/* A bracketed secant: halves where an end stays for too long (Illinois). */
typedef struct bracket {
    double low, high, f_low, f_high;
    int side;
} bracket;

static double next_trial(const bracket *b) {
    double x = b->high - b->f_high * (b->high - b->low) / (b->f_high - b->f_low);
    return x > b->low && x < b->high ? x : b->low + (b->high - b->low) / 2;
}

static void land_narrow(bracket *b, double x, double f) {
    if ((f < 0) == (b->f_high < 0)) {
        b->high = x;
        b->f_high = f;
        if (b->side == 1)
            b->f_low /= 2;
        b->side = 1;
    } else {
        b->low = x;
        b->f_low = f;
        if (b->side == -1)
            b->f_high /= 2;
        b->side = -1;
    }
}

static double ulps_of(double t) {
    return 2 * DBL_EPSILON * fmax(fabs(t), DBL_MIN);
}

/* Ends of steps are no better than the test that ends Newton's iteration: as a function
 * of their length t then has jumps, and what is searched may not be there. */
double land_nearness(const solver *v, double t) {
    const retraction_settings *s = &v->retraction.settings;
    return s->rule == RULE_ROUND_OFF ? ulps_of(t) : fmax(ulps_of(t), s->tolerance);
}

/* Where the cubic through both ends of the step has the time t: it costs nothing. */
static double first_trial(const solver *v, const step *d, double t, bracket b) {
    enum { ENOUGH = 40 }; /* halves are enough for what the cubic is worth */
    double low = b.low;
    double high = b.high;
    double seen;
    for (int k = 0; k < ENOUGH; k++) {
        double x = low + (high - low) / 2;
        one_step_between(&v->stepper, d, 1, x, 0, NULL, &seen);
        if ((seen - t < 0) == (b.f_low < 0))
            low = x;
        else
            high = x;
    }
    return low;
}

/* The next trial by Newton's iteration; where t hardly moves, or that left the bracket or
 * did not help, by the bracket alone. */
static double land_refine(const solver *v, const step *d, const bracket *b, double x,
                          double f, double before) {
    static const double HELPS = 0.1;
    double slope = d->h * v->arc.slope[0];
    double next = x - f / slope;
    if (fabs(f) < HELPS * before && next > b->low && next < b->high)
        return next;
    return next_trial(b);
}

/* The length of the step that ends at t, between shares low and high of it. */
static invo_status find_length(solver *v, const step *d, double t, bracket b,
                               double *theta) {
    double x = first_trial(v, d, t, b);
    double before = INFINITY;
    *theta = b.high;
    for (int k = 0; k < MOST_TRIALS && b.high - b.low > DBL_EPSILON; k++) {
        if (k % 8 == 7 || !(x > b.low && x < b.high))
            x = b.low + (b.high - b.low) / 2;
        TRY(arclength_try(v, d, x));
        double f = v->arc.point[0] - t;
        *theta = x;
        if (fabs(f) <= land_nearness(v, t))
            return INVO_OK;
        land_narrow(&b, x, f);
        x = land_refine(v, d, &b, x, f, before);
        before = fabs(f);
    }
    return INVO_OK;
}

invo_status land(solver *v, step *d, double *landed) {
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
            TRY(find_length(v, d, t, (bracket){low, high, t0 - t, t1 - t, 0}, &theta));
        v->arc.turns = k;
        for (int i = 0; i < k; i++)
            v->arc.turn[i].theta /= theta;
        d->h *= theta;
        return INVO_OK;
    }
    return INVO_OK;
}

/* t of the retracted interpolant */
static invo_status time_at(solver *v, const step *d, double theta, double *t) {
    v->stepper.kind->interpolate(&v->stepper, d, v->n, theta, v->point);
    TRY(retract(&v->retraction, v->point));
    *t = v->point[0];
    return INVO_OK;
}

/* The bare interpolant first: it costs nothing and is off by less than the tolerance. */
static double land_guess(solver *v, const step *d, double t, double low, double high) {
    bracket b = {low, high, 0, 0, 0};
    v->stepper.kind->interpolate(&v->stepper, d, v->n, low, v->point);
    b.f_low = v->point[0] - t;
    v->stepper.kind->interpolate(&v->stepper, d, v->n, high, v->point);
    b.f_high = v->point[0] - t;
    if (b.f_low * b.f_high >= 0)
        return fabs(b.f_low) < fabs(b.f_high) ? low : high;
    for (int k = 0; k < MOST_TRIALS && b.high - b.low > DBL_EPSILON; k++) {
        double x = k % 8 == 7 ? b.low + (b.high - b.low) / 2 : next_trial(&b);
        v->stepper.kind->interpolate(&v->stepper, d, v->n, x, v->point);
        double f = v->point[0] - t;
        if (fabs(f) <= ulps_of(t))
            return x;
        land_narrow(&b, x, f);
    }
    return b.low + (b.high - b.low) / 2;
}

invo_status land_between(solver *v, const step *d, double t, double low, double high,
                         double *theta) {
    bracket b = {low, high, 0, 0, 0};
    double seen;
    *theta = land_guess(v, d, t, low, high);
    TRY(time_at(v, d, *theta, &seen));
    if (fabs(seen - t) <= land_nearness(v, t))
        return INVO_OK;
    TRY(time_at(v, d, low, &b.f_low));
    TRY(time_at(v, d, high, &b.f_high));
    b.f_low -= t;
    b.f_high -= t;
    if (b.f_low * b.f_high > 0)
        return INVO_OK; /* next to a turn: as near as it gets */
    if (*theta > low && *theta < high)
        land_narrow(&b, *theta, seen - t);
    for (int k = 0; k < MOST_TRIALS && b.high - b.low > DBL_EPSILON; k++) {
        *theta = k % 8 == 7 ? b.low + (b.high - b.low) / 2 : next_trial(&b);
        TRY(time_at(v, d, *theta, &seen));
        if (fabs(seen - t) <= land_nearness(v, t))
            return INVO_OK;
        land_narrow(&b, *theta, seen - t);
    }
    return INVO_OK;
}
