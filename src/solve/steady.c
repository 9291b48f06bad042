/* SPDX-License-Identifier: BSD-3-Clause */
/* Constant steps have no error estimate, but both ends of a step and their directions
 * tell whether it follows the solution at all. Along the increment D = q - p the field
 * grows by rho = <h (w - v), D> / <D, D> in a step, whatever the method; increments that
 * grow faster than that, step after step, are errors that the method amplifies (for
 * x' = lambda x, D grows by R(h lambda), and rho = h lambda). Explicit methods
 * have bounded regions of stability, and h |lambda| is |h (w - v)| / |D|. Third, a
 * retraction that moves a coordinate nearly as far as the step itself takes that back.
 * Last, an explicit method beyond its edge need not diverge: where the field bends, it
 * ends in cycles, chaos or fixed points of its own (rk4 on x' = x (1 - x) with
 * h > 2.785). A solution that is followed has rho = log(|D| / |D before|) on
 * average, and |D| of the size h |v + w| / 2; in cycles the field damps, and increments
 * do not fall; at fixed points directions lead on, and increments are zero.
 *
 * Errors of size are none of its business: rk4 with two steps in an oscillation passes,
 * with one it does not. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "run.h"

/* Coordinates are measured by their largest size, or by this share of nominal; increments
 * below SMALLEST of that are round-off. */
static const double LEAST_SIZE = 1e-3, SMALLEST = 1e-8;
/* Errors amplified by this factor in consecutive steps, the largest of them aside unless
 * it is beyond the edge of stability: where a velocity passes zero, one step may tell
 * anything. */
static const double AMPLIFIED = 1e3;
/* So many steps beyond the edge of stability, none followed by so many calm ones. */
enum { HITS = 10, CALM_STEPS = 6 };
/* Blocks of steps are judged as a whole: the mean rate of damping in them (larger rates
 * count as LARGEST), and what a motion that fades falls by. */
enum { BLOCK = 32 };
static const double DAMPED = 1, LARGEST = 10, FADED = 0.5;
/* The share of the way that directions ask for; what misses more is not followed. */
static const double MOST_MISSED = 0.5;
/* The share of a coordinate's steps that retractions move it by, over the last ten or so
 * (good runs have a tenth of it), and how far it must go in these, in its own size, to
 * count. */
static const double MOST_MOVED = 0.4, FADING = 0.9, SLOW = 1e-2;
enum { ENOUGH = 8 };
/* It passes where a motion turns round; so many steps in a row, or this share, do not. */
enum { IN_A_ROW = 12 };
static const double ALL_MOVED = 0.8;

static void begin_block(run *v) {
    steady *s = &v->steady;
    s->block = 0;
    s->damped = s->grown = s->way[0] = s->way[1] = 0;
    for (int i = 0; i < v->n; i++)
        s->missed[i] = 0;
}

void steady_reset(run *v) {
    steady *s = &v->steady;
    *s = (steady){s->before, s->size, s->steps, s->backs, .missed = s->missed};
    for (int i = 0; i < v->n; i++)
        s->size[i] = s->steps[i] = s->backs[i] = 0;
    begin_block(v);
}

/* Of a coordinate, by the largest value it has had. */
static double steady_weight_of(const run *v, int i) {
    assert(i > 0 && i < v->n);
    return 1 / fmax(v->steady.size[i], LEAST_SIZE * coordinate_nominal(v->s, i));
}

/* Constraints determine it: what the method made of it was a guess. */
static int is_computed(const run *v, int i) {
    return v->engine->metric.ignored[i] ||
           (v->s->top.algebraic && v->s->top.algebraic[i]);
}

void steady_retracted(run *v, const double *p) {
    const double *from = v->engine->retraction.from;
    const double *u = v->u;
    steady *s = &v->steady;
    s->share = 0;
    if (v->engine->retraction.kind->computes)
        return;
    for (int i = 1; i < v->n; i++) {
        double size = s->steps[i] = FADING * s->steps[i] + fabs(from[i] - u[i]);
        double back = s->backs[i] = FADING * s->backs[i] + fabs(p[i] - from[i]);
        if (is_computed(v, i) || size * steady_weight_of(v, i) < SLOW)
            continue;
        if (back > s->share * size) {
            s->share = back / size;
            s->coordinate = i;
        }
    }
}

/* The increment of the last step; before the first, what its direction foresees. */
static double length_before(const run *v, const step *d) {
    double sum = 0;
    for (int i = 1; i < v->n; i++) {
        double x = v->steady.count ? v->steady.before[i] : d->h * d->v[i];
        sum += x * x * steady_weight_of(v, i) * steady_weight_of(v, i);
    }
    return fmax(sqrt(sum), SMALLEST);
}

/* Length of the increment; the rate rho and |h lambda| along it. */
static double steady_measure(const run *v, const step *d, double *rate,
                             double *stiffness) {
    assert(d->has_w && d->h != 0);
    double length = 0;
    double along = 0;
    double change = 0;
    for (int i = 1; i < v->n; i++) {
        double w = steady_weight_of(v, i);
        double x = (d->q[i] - d->p[i]) * w;
        double y = d->h * (d->w[i] - d->v[i]) * w;
        length += x * x;
        along += x * y;
        change += y * y;
    }
    length = fmax(sqrt(length), SMALLEST);
    *rate = along / (length * length);
    *stiffness = sqrt(change) / length;
    return length;
}

/* Beyond the edge of stability. */
static int is_beyond(const run *v, double stiffness) {
    return v->engine->stepper.kind == &rk_explicit &&
           stiffness > v->engine->method->stages + 1;
}

/* Adds the logarithm of what an increment grew by beyond the field. Damping that is
 * weaker than the field's is none. */
static void add_growth(steady *s, double growth, double rate, int is_sure) {
    double excess = growth < 0 ? fmin(0, growth - rate) : growth - fmax(0, rate);
    s->sum += excess;
    if (!is_sure)
        s->largest = fmax(s->largest, excess);
    if (!(s->sum > 0))
        s->sum = s->largest = 0;
}

static void add_hit(steady *s, int is_hit) {
    if (is_hit) {
        s->hits++;
        s->calm = 0;
    } else if (++s->calm >= CALM_STEPS)
        s->hits = 0;
}

/* Adds a step to the present block; directions ask for the mean of both ends. */
static void add_to_block(run *v, const step *d, double growth, double rate) {
    assert(v->steady.block < BLOCK);
    steady *s = &v->steady;
    double sum = 0;
    for (int i = 1; i < v->n; i++) {
        double asked = d->h * (d->v[i] + d->w[i]) / 2;
        double x = asked * steady_weight_of(v, i);
        s->missed[i] += asked - (d->q[i] - d->p[i]);
        sum += x * x;
    }
    s->way[s->block >= BLOCK / 2] += sqrt(sum);
    s->damped -= fmax(-LARGEST, fmin(LARGEST, rate));
    s->grown += growth;
    s->block++;
}

static double length_missed(const run *v) {
    double sum = 0;
    for (int i = 1; i < v->n; i++) {
        double x = v->steady.missed[i] * steady_weight_of(v, i);
        sum += x * x;
    }
    return sqrt(sum);
}

/* The run ends, but where a paper made its steps so. */
static invo_status end_or_note(run *v, const char *what) {
    invo_result *r = v->result;
    if (v->o.like == LIKE_NONE) {
        r->stopped_by = "stability";
        return report(v->context, INVO_E_STEP, v->u[0], "t = %.10g: %s", v->u[0], what);
    }
    if (isnan(r->unsteady))
        r->unsteady = v->u[0];
    return INVO_OK;
}

static invo_status judge_stability(run *v, const step *d) {
    const steady *s = &v->steady;
    char what[400];
    char size[60] = "";
    const int beyond = s->hits >= HITS;
    if (!beyond && !(s->sum - s->largest > log(AMPLIFIED)))
        return INVO_OK;
    if (s->stiffness > 1 && s->stiffness < 1e6)
        snprintf(size, sizeof size, " (h |lambda| is about %.3g)", s->stiffness);
    snprintf(what, sizeof what,
             "constant steps of %.6g are not stable with %s: they %s%s. Use a smaller "
             "--step, adaptive steps (no --step), or an implicit method such as radau",
             fabs(d->h), v->engine->method->name,
             beyond ? "lie outside its region of stability"
                    : "amplify errors more than a thousandfold",
             size);
    return end_or_note(v, what);
}

/* At the end of a block. */
static invo_status judge_block(run *v, const step *d) {
    const steady *s = &v->steady;
    char what[400];
    if (s->block < BLOCK)
        return INVO_OK;
    const double way = s->way[0] + s->way[1];
    const int stands = way > SLOW * BLOCK && s->way[1] > FADED * s->way[0] &&
                       length_missed(v) > MOST_MISSED * way;
    const int circles = s->damped > DAMPED * BLOCK && s->grown > log(FADED);
    begin_block(v);
    if (v->engine->stepper.kind != &rk_explicit || (!stands && !circles))
        return INVO_OK;
    snprintf(what, sizeof what,
             "constant steps of %.6g are not stable with %s: %s. Use a smaller --step, "
             "adaptive steps (no --step), or an implicit method such as radau",
             fabs(d->h), v->engine->method->name,
             stands ? "the equations predict motion, but the steps do not advance"
                    : "the equations damp the motion, but the steps sustain it");
    return end_or_note(v, what);
}

static invo_status judge_retraction(run *v, const step *d) {
    const steady *s = &v->steady;
    char what[400];
    if (s->moved < IN_A_ROW && !(s->share > ALL_MOVED))
        return INVO_OK;
    if (s->count < ENOUGH)
        return INVO_OK;
    snprintf(what, sizeof what,
             "the retraction undoes the constant steps of %.6g: it moves %s by %.0f %% "
             "of a step. Use a smaller --step, adaptive steps (no --step), or a --method "
             "of higher order",
             fabs(d->h),
             v->s->coordinate ? v->s->coordinate[s->coordinate].name
                              : "a "
                                "coordinate",
             100 * s->share);
    return end_or_note(v, what);
}

/* Adds a constant step to what is known of growth, stiffness and retractions, and
 * judges the steps so far by each of them. */
invo_status steady_examine(run *v, const step *d) {
    steady *s = &v->steady;
    double rate, stiffness;
    for (int i = 1; i < v->n; i++)
        s->size[i] = fmax(s->size[i], fmax(fabs(d->p[i]), fabs(d->q[i])));
    double length = steady_measure(v, d, &rate, &stiffness);
    double before = length_before(v, d);
    if (!v->engine->by_length) {
        int beyond = is_beyond(v, stiffness);
        add_growth(s, log(length / before), s->count ? (rate + s->rate) / 2 : rate,
                   beyond && s->hits > 0);
        add_hit(s, beyond);
        add_to_block(v, d, log(length / before), rate);
    }
    for (int i = 0; i < v->n; i++)
        s->before[i] = d->q[i] - d->p[i];
    s->rate = rate;
    s->stiffness = stiffness;
    s->count++;
    s->moved = s->share > MOST_MOVED ? s->moved + 1 : 0;
    TRY(judge_stability(v, d));
    TRY(judge_block(v, d));
    return judge_retraction(v, d);
}

void steady_lay_out(steady *s, size_t n, pool *p) {
    s->before = pool_doubles(p, n);
    s->size = pool_doubles(p, n);
    s->steps = pool_doubles(p, n);
    s->backs = pool_doubles(p, n);
    s->missed = pool_doubles(p, n);
}
