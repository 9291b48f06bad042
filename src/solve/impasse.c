/* SPDX-License-Identifier: BSD-3-Clause */
/* Impasse points within a step by arclength, where dt/ds vanishes: it changes its sign at
 * a fold and only touches zero at a vertical tangent. And points where the solution is no
 * longer one curve, which is something else: sigma goes to zero there, and det[D; V]
 * changes its sign at every jump over one and never at folds. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "locate.h"
#include "run.h"

enum { MOST_TRIALS = 100 };

/* dt/ds below this is zero: at a vertical tangent it is of the order of the square of the
 * error in its place. */
static const double VERTICAL = 1e-7;
/* A minimum of the parabola through the ends that is lower than this share of them is
 * looked at. */
static const double SUSPECT = 0.6;
/* So is a minimum within or next to the step where dt/ds is below this share of its
 * largest value. */
static const double SMALL = 0.1, MARGIN = 0.2;

/* dt/ds at theta, by a trial step. */
static invo_status tau_at(run *v, const step *d, double theta, double *tau) {
    TRY(arclength_try(v, d, theta));
    *tau = v->arc.slope[0];
    return INVO_OK;
}

static void add_turn(run *v, double theta, double t, int folds) {
    assert(v->arc.turns < MOST_TURNS);
    if (v->arc.turns < MOST_TURNS)
        v->arc.turn[v->arc.turns++] = (turn){theta, t, folds};
}

/* dt/ds changes its sign between low and high. */
static invo_status find_fold(run *v, const step *d, double low, double f_low, double high,
                             double f_high) {
    assert(low < high && (f_low < 0) != (f_high < 0));
    static const double ZERO = 1e-14;
    bracket b = {.low = low, .high = high, .f_low = f_low, .f_high = f_high};
    double theta = high;
    double t = d->q[0];
    double tau = INFINITY;
    b.least = 4 * DBL_EPSILON;
    b.most = MOST_TRIALS;
    while (!(fabs(tau) < ZERO) && bracket_next(&b, &theta)) {
        TRY(tau_at(v, d, theta, &tau));
        t = v->arc.point[0];
        bracket_narrow(&b, theta, tau);
    }
    add_turn(v, theta, t, 1);
    return INVO_OK;
}

/* The least dt/ds, in the sense `sense`, or one that is negative; v->arc.point is there.
 */
static invo_status find_least(run *v, const step *d, double sense, double *theta,
                              double *least) {
    static const double NARROW = 1e-9;
    valley low = valley_begin(0, sense * d->v[0], 0.5, 1, sense * d->w[0]);
    double tau;
    *theta = low.x[1];
    do {
        TRY(tau_at(v, d, *theta, &tau));
        valley_narrow(&low, *theta, sense * tau);
    } while (low.y[1] >= 0 && low.x[2] - low.x[0] > NARROW &&
             valley_section(&low, theta));
    *theta = low.x[1];
    *least = low.y[1];
    return arclength_try(v, d, *theta);
}

/* May sense * dt/ds come down to zero within the step? By the parabola a + c1 x + c2 x^2
 * with the right ends and mean; where dt/ds is small already, its place alone tells: the
 * mean is as good as the step, which may not be good enough. */
static int is_suspect(const run *v, const step *d, double sense) {
    double a = sense * d->v[0];
    double b = sense * d->w[0];
    double end = fmin(a, b);
    double mean = sense * (d->q[0] - d->p[0]) / d->h;
    double c2 = 3 * (a + b - 2 * mean);
    double c1 = b - a - c2;
    double x = -c1 / (2 * c2);
    if (!(c2 > 0 && x > -MARGIN && x < 1 + MARGIN))
        return 0;
    return a + x * (c1 + x * c2) < SUSPECT * end || end < SMALL * v->arc.flattest;
}

/* An end of a step at the very point: told apart when dt/ds is clear again. */
static int impasse_is_clear(double tau) {
    return fabs(tau) > VERTICAL;
}

/* Finds where dt/ds vanishes in the step: a change of sign is a fold, a least value of
 * zero a vertical tangent, a negative one two folds. The sign that counts is that of the
 * beginning, or before it: the step may be done again, shorter, and end elsewhere. */
invo_status impasse_find(run *v, const step *d, int *trials) {
    assert(v->engine->by_length && d->has_w);
    double a = d->v[0];
    double b = d->w[0];
    double theta = 0;
    double least = 0;
    *trials = v->arc.turns = 0;
    if (!v->engine->by_kernel)
        return INVO_OK; /* 1/|V| is never zero */
    v->arc.flattest = fmax(v->arc.flattest, fmax(fabs(a), fabs(b)));
    if (impasse_is_clear(a))
        v->arc.side = a < 0 ? -1 : 1;
    if (!impasse_is_clear(b))
        return INVO_OK; /* left to the next step */
    const double sense = v->arc.side;
    if (!impasse_is_clear(a)) {
        add_turn(v, 0, d->p[0], b * sense < 0);
        return INVO_OK;
    }
    if (b * sense < 0) {
        *trials = 1;
        return find_fold(v, d, 0, a, 1, b);
    }
    if (!is_suspect(v, d, sense))
        return INVO_OK;
    *trials = 1;
    TRY(find_least(v, d, sense, &theta, &least));
    if (least > VERTICAL)
        return INVO_OK;
    if (least > -VERTICAL * VERTICAL) {
        add_turn(v, theta, v->arc.point[0], 0);
        return INVO_OK;
    }
    TRY(find_fold(v, d, 0, a, theta, sense * least));
    return find_fold(v, d, theta, sense * least, 1, b);
}

/* Loss of one-dimensionality. */

/* sigma below this, and below three steps, is an approach. */
static const double NEAR = 1e-2, STEPS = 3;
/* It must have fallen to this share: sigma can be small for reasons of scale. */
static const double FALLEN = 0.1;
/* sigma is of the order of the distance: no further must the point be. */
static const double REACH = 10;
/* The solution meets the point when sigma is below this share of the root of the
 * tolerance: passing by, it keeps a distance of about its power 0.4. */
static const double MET = 0.1;
/* A change of sign where sigma stays above this, or has not fallen, is a step that was
 * too long. */
static const double REAL = 1e-3;

static int has_fallen(const run *v, double sigma) {
    return v->arc.largest == 0 || sigma < FALLEN * v->arc.largest;
}

static int solve_impasse_is_near(const run *v, double sigma, double h) {
    return sigma < NEAR && sigma < STEPS * h && has_fallen(v, sigma);
}

/* sigma at u, where the direction was found last: well where it may be near zero. */
static double sigma_at(run *v, const double *u, double h) {
    static const double UNSURE = 0.5; /* the estimate is rarely twice too large */
    double about = regularity_estimate(&v->engine->regularity, u);
    int matters = solve_impasse_is_near(v, UNSURE * about, h) &&
                  regularity_is_exact(&v->engine->regularity);
    return matters ? regularity_sigma(&v->engine->regularity, u) : about;
}

/* sigma with the sign of det[D; V], beside that at the beginning of the step, at theta of
 * it; -INFINITY where there is none. It is smooth where the solution passes through a
 * point where sigma vanishes. */
static double signed_sigma(run *v, const step *d, double theta) {
    if (arclength_try(v, d, theta))
        return -INFINITY;
    int sign = kernel_sign(&v->engine->kernel);
    double sigma = regularity_estimate(&v->engine->regularity, v->arc.point);
    if (sign == v->arc.sign)
        return sigma;
    return sign ? -sigma : -INFINITY;
}

/* Where in the step the sign changes; the point goes to v->arc.point. sigma: at the end
 * of the step. By halves until sigma has become small at both ends, then by secants;
 * where it does not become small it jumps, as trials do that are too long. */
static double find_flip(run *v, const step *d, double sigma) {
    enum { MOST_FLIPS = 50 };
    static const double SHARP = 1e-14;
    static const double SHARE = 0.01;
    static const double ZERO = 1e-14;
    bracket b = {0, 1, v->arc.sigma, -sigma, .most = MOST_FLIPS};
    const double small = SHARE * fmax(v->arc.sigma, sigma);
    double theta;
    for (;;) {
        const int is_small = b.f_low < small && b.f_high > -small;
        b.halving = is_small ? 4 : 1;
        b.least = is_small ? SHARP : 0;
        if (!bracket_next(&b, &theta))
            break;
        double f = signed_sigma(v, d, theta);
        bracket_narrow(&b, theta, f);
        if (f >= 0 && f < ZERO)
            return b.low;
    }
    if (b.low == 0 || arclength_try(v, d, b.low)) {
        copy(v->arc.point, d->p, v->n);
        copy(v->arc.slope, d->v, v->n);
    }
    return b.low;
}

/* Is there a point near u where the solution is no longer one curve? Large systems are
 * not searched for it: there sigma alone must tell. *t is its time. */
static int is_located(run *v, const double *u, const double *slope, double sigma,
                      double *t) {
    regularity *r = &v->engine->regularity;
    if (!regularity_is_exact(r)) {
        *t = u[0];
        return sigma < MET * sqrt(v->o.rtol);
    }
    if (!regularity_locate(r, u, slope, REACH * sigma))
        return 0;
    *t = r->point[0];
    return 1;
}

long impasse_known(const run *v, double t) {
    long count =
        v->result->impasses < RESULT_IMPASSES ? v->result->impasses : RESULT_IMPASSES;
    for (long k = 0; k < count; k++) {
        const invo_result_impasse_row *r = &v->result->impasse[k];
        if (!strcmp(r->kind, "singular") && fabs(r->t - t) < 1e-4 * (1 + fabs(t)))
            return k;
    }
    return -1;
}

/* Comes near such a point: said once, with the least distance. */
static void note_approach(run *v, double t, double sigma) {
    long known = impasse_known(v, t);
    if (known < 0)
        result_impasse(v->result, "singular", t, v->arc.column < 0 ? NAN : v->arc.s,
                       sigma);
    else
        v->result->impasse[known].sigma = fmin(v->result->impasse[known].sigma, sigma);
}

/* The sign has changed within the step: at a point where the solution is no longer one
 * curve, or because the step is too long. */
static invo_status examine_flip(run *v, step *d, double sigma, double *h, int *good) {
    double theta = find_flip(v, d, sigma);
    double t;
    double there = sigma_at(v, v->arc.point, INFINITY);
    int is_real = there < REAL && has_fallen(v, there) &&
                  is_located(v, v->arc.point, v->arc.slope, there, &t);
    if (is_real && !(theta > 1e-6))
        return message_lost(v, v->arc.point, v->arc.slope, there);
    if (is_real) { /* up to that point the step is good */
        v->arc.sigma = there;
        v->arc.lost = 1;
        d->h *= theta;
        return INVO_OK;
    }
    *good = 0;
    *h = fmax(theta, 0.1) * 0.5 * d->h;
    return INVO_OK;
}

/* Compares sigma and the sign of det[D; V] at the end of the step with those before. A
 * sign that flips is examined; a small sigma is located. */
invo_status regularity_watch(run *v, step *d, double *h, int *good) {
    assert(v->engine->by_length && *h != 0);
    *good = 1;
    if (!v->engine->by_kernel)
        return INVO_OK;
    /* Runs of the papers take their steps as they are. */
    const int judged = isnan(v->o.step) && v->o.like == LIKE_NONE;
    const int astray = v->arc.sign && v->arc.astray && judged;
    int sign = kernel_sign(&v->engine->kernel);
    double sigma = sigma_at(v, d->q, d->h);
    double t;
    v->arc.flipped = v->arc.sign && sign != v->arc.sign;
    if (v->arc.flipped)
        return examine_flip(v, d, sigma, h, good);
    if (astray) { /* and back again: round a sharp bend some stages went backward */
        *good = 0;
        *h = 0.5 * d->h;
        return INVO_OK;
    }
    v->arc.sign = sign;
    v->arc.sigma = sigma;
    v->arc.largest = fmax(v->arc.largest, isfinite(sigma) ? sigma : 0);
    if (!solve_impasse_is_near(v, sigma, d->h))
        return INVO_OK;
    if (!is_located(v, d->q, d->w, sigma, &t))
        return INVO_OK;
    v->arc.lost =
        regularity_is_exact(&v->engine->regularity) && sigma < MET * sqrt(v->o.rtol);
    if (!v->arc.lost)
        note_approach(v, t, sigma);
    return INVO_OK;
}
