/* SPDX-License-Identifier: BSD-3-Clause */
/* Fronts within a step. Estimates see the stages of their own step; what happens between
 * them and is over again, a pulse or two saturations that cancel, is invisible to them.
 * The arguments of the functions that make such fronts are smooth, though: they are
 * sampled along the step, and where one passes the range in which its function changes,
 * the direction is looked at there. Five directions give the height of a pulse and of a
 * jump; what these would add to the error decides whether the step ends before the front
 * and goes through it in steps of its width. Arguments cost little, directions are asked
 * for only where a front is passed. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "../method/one_step.h"
#include "locate.h"
#include "run.h"

/* Unevenly, so that no period hides between them. */
enum { SAMPLES = FRONT_SAMPLES, CHECKS = FRONT_CHECKS };
enum { INNER = INVO_LANES }; /* samples between the ends, side by side */
_Static_assert(SAMPLES == INNER + 2, "all between the ends at once");
static const double front_at[SAMPLES] = {0, 0.06, 0.29, 0.58, 0.83, 1};
/* Points between which the polynomial is followed: closer at both ends, since a step may
 * begin or end beside a front. */
enum { FRONT_INNER = 48, FRONT_CLOSE = 6, FRONT_GRID = FRONT_INNER + 2 * FRONT_CLOSE };
enum { MOST_SECANTS = 60, MOST_SECTIONS = 60 };

static double grid_at(int j) {
    static const double close[FRONT_CLOSE] = {0, 1e-6, 1e-5, 1e-4, 1e-3, 5e-3};
    if (j < FRONT_CLOSE)
        return close[j];
    if (j > FRONT_GRID - FRONT_CLOSE)
        return 1 - close[FRONT_GRID - j];
    return (j - FRONT_CLOSE + 1.0) / (FRONT_INNER + 2);
}

/* Fronts wider than this share of the step lie open to the stages of every method; by
 * arclength these crowd where the direction is steep. */
static const double FRONT_WIDE = 0.12, FRONT_WIDE_BY_LENGTH = 0.3;
/* An argument that changes by less within the step makes a wide front, and so does the
 * base of a power that changes by a smaller factor. */
static const double LEAST_CHANGE = 4, LEAST_FACTOR = 4;
/* Directions are compared at these distances from the middle of the front, in widths; the
 * step ends at the first side of it. */
static const double FRONT_SIDE = 4, FRONT_OUTSIDE = 12;
/* What a jump inside a step adds to its error, as a share of h times the jump: the
 * weights of stages differ from the share of the step that they stand for. */
static const double JUMP_SHARE = 0.1;
/* The area of a pulse, as a share of height times the distance of its sides. */
static const double PULSE_SHARE = 0.5;
/* The first step into a front, in widths of it. */
static const double FRONT_ENTRY = 2;

void front_lay_out(front_room *f, const invo_system *s, pool *p) {
    const size_t fronts = (size_t)s->fronts.count;
    f->sample = pool_doubles(p, SAMPLES * fronts);
    f->check = pool_doubles(p, CHECKS * fronts);
    f->argument = pool_doubles(p, fronts);
    if (fronts == 0)
        return;
    f->slope = pool_doubles(p, FRONT_POINTS * (size_t)s->coordinates);
    f->inside = pool_doubles(p, INNER * (size_t)s->coordinates);
    f->top = pool_doubles(p, (size_t)s->tops);
}

/* The point at theta. The cubic through both ends takes their slopes, which mean little
 * where the system is stiff: implicit methods have their stages. */
static void front_point(run *v, const step *d, double theta) {
    const stepper_class *k = v->engine->stepper.kind;
    if (k->needs & NEEDS_JACOBIAN && !v->engine->stepper.hermite)
        k->interpolate(&v->engine->stepper, d, v->n, theta, v->point);
    else
        run_glance(v, d, theta, v->point);
}

/* The direction at v->point, whose z then belong to it. */
static invo_status front_direction(run *v, const step *d, double *slope) {
    copy(slope, d->w, v->n);
    return run_direction(v, v->point, slope, 0);
}

int front_is_plain(const invo_system *s) {
    for (int k = 0; k < s->fronts.count; k++)
        if (s->fronts.at[k].uses_tops)
            return 0;
    return 1;
}

/* All arguments at theta. */
static invo_status front_arguments(run *v, const step *d, double theta, double *a) {
    assert(theta >= 0 && theta <= 1);
    front_point(v, d, theta);
    if (!front_is_plain(v->s))
        TRY(front_direction(v, d, v->slope));
    v->s->fronts.arguments(v->s->self, v->point, v->engine->direction.z, a);
    return INVO_OK;
}

/* One argument along the step: its samples, and the polynomial through them in Newton's
 * form. */
typedef struct front_course {
    int front;
    invo_front_kind kind;
    double y[SAMPLES], c[SAMPLES];
} front_course;

static double course_value(const front_course *f, double theta) {
    double value = f->c[SAMPLES - 1];
    for (int i = SAMPLES - 2; i >= 0; i--)
        value = value * (theta - front_at[i]) + f->c[i];
    return value;
}

static void course_fit(front_course *f) {
    memcpy(f->c, f->y, sizeof f->c);
    for (int j = 1; j < SAMPLES; j++)
        for (int i = SAMPLES - 1; i >= j; i--)
            f->c[i] = (f->c[i] - f->c[i - 1]) / (front_at[i] - front_at[i - j]);
}

/* First and second derivative, by differences within the polynomial. */
static void course_slopes(const front_course *f, double theta, double *first,
                          double *second) {
    static const double NEARBY = 1e-3;
    const double low = course_value(f, theta - NEARBY);
    const double here = course_value(f, theta);
    const double high = course_value(f, theta + NEARBY);
    *first = (high - low) / (2 * NEARBY);
    *second = (high - 2 * here + low) / (NEARBY * NEARBY);
}

/* Can a front of this argument, of which there are samples, be narrow? Most are ruled out
 * by these. */
static int front_is_calm(const run *v, int front) {
    const int fronts = v->s->fronts.count;
    const double *sample = v->front.sample + front;
    double least = *sample;
    double most = *sample;
    double small = fabs(*sample);
    double large = small;
    for (int i = 0; i < SAMPLES; i++) {
        const double y = sample[i * fronts];
        if (!isfinite(y))
            return 1; /* the method's own matter */
        least = y < least ? y : least;
        most = y > most ? y : most;
        small = fabs(y) < small ? fabs(y) : small;
        large = fabs(y) > large ? fabs(y) : large;
    }
    if (v->s->fronts.at[front].kind == INVO_FRONT_POWER)
        return large < LEAST_FACTOR * small;
    return most - least < LEAST_CHANGE;
}

/* Between the samples, where the polynomial is compared with the argument itself. A
 * difference by more than this share of the range shows that the argument does more
 * within the step than the samples tell: sines over more than one period do. */
static const double check_at[CHECKS] = {0.15, 0.43, 0.71, 0.92};
static const double FRONT_SURPRISE = 0.03;
/* Exponentials below this are zero. */
static const double EXP_NOTHING = -700;

/* Is the step too long to tell where the argument passes its front? check: [CHECKS] */
static int course_is_surprising(const front_course *f, const double *check) {
    double least = f->y[0];
    double most = f->y[0];
    for (int i = 0; i < SAMPLES; i++) {
        least = fmin(least, f->y[i]);
        most = fmax(most, f->y[i]);
    }
    for (int i = 0; i < CHECKS; i++) {
        least = fmin(least, check[i]);
        most = fmax(most, check[i]);
    }
    const double range = most - least;
    if (f->kind == INVO_FRONT_EXP && most + range < EXP_NOTHING)
        return 0;
    if (f->kind == INVO_FRONT_STEP && (least > range || -most > range))
        return 0;
    for (int i = 0; i < CHECKS; i++)
        if (fabs(check[i] - course_value(f, check_at[i])) > FRONT_SURPRISE * range)
            return 1;
    return 0;
}

/* The middle of a front in the step, and its width there. */
typedef struct front_place {
    double theta, width;
} front_place;

/* One argument at theta. */
static invo_status course_at(run *v, const step *d, const front_course *f, double theta,
                             double *value) {
    TRY(front_arguments(v, d, theta, v->front.argument));
    *value = v->front.argument[f->front];
    return INVO_OK;
}

/* Narrows a change of sign in [low, high], where the argument is left and right, down to
 * a part of the front. */
static invo_status find_zero(run *v, const step *d, const front_course *f, double low,
                             double left, double high, double right, front_place *at) {
    assert(low <= high);
    assert((left < 0) != (right < 0) || left == 0 || right == 0);
    bracket zero = {low, high, left, right, DBL_EPSILON, 4, MOST_SECANTS, 0, 0};
    double first, second, theta;
    double here = INFINITY;
    at->theta = (low + high) / 2;
    while (fabs(here) >= 0.5 && bracket_next(&zero, &theta)) {
        TRY(course_at(v, d, f, theta, &here));
        bracket_narrow(&zero, theta, here);
        at->theta = theta;
    }
    course_slopes(f, at->theta, &first, &second);
    at->width = 1 / fabs(first);
    return INVO_OK;
}

/* By how much an argument must differ from its extreme value for the function to change.
 */
static double course_bend(const front_course *f, double extreme) {
    if (f->kind == INVO_FRONT_EXP)
        return 1;
    return f->kind == INVO_FRONT_STEP ? fmax(1, fabs(extreme)) : fabs(extreme);
}

/* Goes to the lowest point of sign * argument near the j-th point of the grid, by golden
 * sections, until the bracket is narrower than the front. NaN: there is none. */
static invo_status find_extreme(run *v, const step *d, const front_course *f, double sign,
                                int j, front_place *at) {
    *at = (front_place){NAN, NAN};
    valley low = {{grid_at(j - 1), grid_at(j), grid_at(j + 1)}, {0}, 0};
    double *x = low.x;
    double *y = low.y;
    double here;
    double theta;
    for (int i = 0; i < 3; i++) {
        TRY(course_at(v, d, f, x[i], &here));
        y[i] = sign * here;
    }
    /* The polynomial may be off: on along the grid, down to where the argument turns. */
    while (y[1] > fmin(y[0], y[2])) {
        const int side = y[0] < y[2] ? 0 : 2;
        j += side - 1;
        if (j < 1 || j >= FRONT_GRID)
            return INVO_OK;
        const int away = 2 - side;
        const int next = side ? j + 1 : j - 1;
        x[away] = x[1];
        y[away] = y[1];
        x[1] = x[side];
        y[1] = y[side];
        x[side] = grid_at(next);
        TRY(course_at(v, d, f, x[side], &here));
        y[side] = sign * here;
    }
    for (int i = 0; i < MOST_SECTIONS && isfinite(y[0] + y[1] + y[2]); i++) {
        const double rise = fmax(y[0], y[2]) - y[1];
        if (rise < course_bend(f, y[1]) || !valley_section(&low, &theta))
            break;
        TRY(course_at(v, d, f, theta, &here));
        valley_narrow(&low, theta, sign * here);
    }
    const double rise = fmax(y[0], y[2]) - y[1];
    at->theta = x[1];
    at->width = (x[2] - x[0]) / 2 * sqrt(course_bend(f, y[1]) / rise);
    return INVO_OK;
}

/* By arclength a direction has length 1 however high a pulse is: what it does in the time
 * that the step takes for its way counts. */
static void front_by_time(const run *v, const step *d, double *slope) {
    static const double LEAST_RATE = 1e-8; /* beside a vertical tangent */
    const double rate = fmax(fabs(slope[0]), LEAST_RATE);
    const double factor = fabs((d->q[0] - d->p[0]) / d->h) / rate;
    for (int i = 0; i < v->n; i++)
        slope[i] *= factor;
}

/* The directions around a front. */
typedef struct front_sides {
    double at[FRONT_POINTS];
} front_sides;

static invo_status look_around(run *v, const step *d, const front_place *p,
                               front_sides *s) {
    const double off[FRONT_POINTS] = {-FRONT_OUTSIDE, -FRONT_SIDE, 0, FRONT_SIDE,
                                      FRONT_OUTSIDE};
    for (int i = 0; i < FRONT_POINTS; i++) {
        s->at[i] = fmin(1, fmax(0, p->theta + off[i] * p->width));
        front_point(v, d, s->at[i]);
        TRY(front_direction(v, d, v->front.slope + i * v->n));
        if (v->engine->by_length)
            front_by_time(v, d, v->front.slope + i * v->n);
    }
    return INVO_OK;
}

/* The rise from point a to point b that a straight line through a and b continues over
 * `far`. */
static double front_rise(const front_sides *s, const double *slope, int n, int a, int b,
                         double far) {
    const double way = s->at[b] - s->at[a];
    return way > 0 ? (slope[b * n] - slope[a * n]) * (far / way) : 0;
}

/* What the front would add to the error of the step, by coordinate, into error. */
static void front_error(const run *v, const step *d, const front_sides *s,
                        double *error) {
    const int n = v->n;
    const double across = s->at[3] - s->at[1];
    /* At an end of the step one side alone tells how the direction changes anyway. */
    const int sides = (s->at[1] > s->at[0]) + (s->at[4] > s->at[3]);
    error[0] = 0;
    for (int i = 1; i < n; i++) {
        const double *slope = v->front.slope + i;
        const double before = front_rise(s, slope, n, 0, 1, across);
        const double after = front_rise(s, slope, n, 3, 4, across);
        const double jump = slope[3 * n] - slope[n] - (before + after) / fmax(sides, 1);
        const double line = slope[n] + front_rise(s, slope, n, 1, 3, s->at[2] - s->at[1]);
        const double pulse = slope[2 * n] - line;
        error[i] =
            fabs(d->h) * (JUMP_SHARE * fabs(jump) + PULSE_SHARE * across * fabs(pulse));
    }
}

/* Is the front at p narrow, and more than the tolerance allows? Then *theta is where the
 * step should end. */
static invo_status front_weigh(run *v, const step *d, const front_place *p, double *theta,
                               int *passed) {
    front_sides s;
    *passed = 0;
    const double wide = v->engine->by_length ? FRONT_WIDE_BY_LENGTH : FRONT_WIDE;
    if (!(p->width < wide) || !(p->theta >= 0))
        return INVO_OK;
    const double before = p->theta - (FRONT_SIDE + 1) * p->width;
    const double entry = FRONT_ENTRY * p->width;
    const double end = before > entry ? before : entry;
    if (!(end * fabs(d->h) > run_least_step(v)))
        return INVO_OK;
    *passed = v->front.is_asked_far;
    if (*passed)
        return INVO_OK;
    TRY(look_around(v, d, p, &s));
    front_error(v, d, &s, v->front.slope);
    if (!(run_norm(v, v->front.slope) > 1))
        return INVO_OK;
    *theta = end;
    *passed = 1;
    return INVO_OK;
}

/* Is the argument extreme at the j-th point of the grid, in the way that makes a front?
 * Returns the sign with which it is lowest there; 0: it is not. */
static double extreme_sign(const front_course *f, double before, double here,
                           double after) {
    /* The polynomial may fall below zero where a base comes near it. */
    const double side = f->kind == INVO_FRONT_POWER ? f->y[0] : here;
    const double sign = f->kind == INVO_FRONT_EXP || side < 0 ? -1 : 1;
    const int lowest = sign * here <= sign * before && sign * here < sign * after;
    return lowest ? sign : 0;
}

/* Points of the grid by which the polynomial may be off. */
enum { MOST_OFF = 4 };

/* The polynomial is zero between two points of the grid. The argument itself may be zero
 * beside them, or only come near. */
static invo_status look_at_zero(run *v, const step *d, const front_course *f, int j,
                                double *theta, int *passed) {
    front_place p;
    double left, right;
    int low = j - 1;
    int high = j;
    TRY(course_at(v, d, f, grid_at(low), &left));
    TRY(course_at(v, d, f, grid_at(high), &right));
    const int lowest = fabs(right) < fabs(left) ? high : low;
    for (int i = 0; i < MOST_OFF && (left < 0) == (right < 0); i++) {
        if (low > 0)
            TRY(course_at(v, d, f, grid_at(--low), &left));
        if (high < FRONT_GRID)
            TRY(course_at(v, d, f, grid_at(++high), &right));
    }
    if ((left < 0) != (right < 0)) {
        TRY(find_zero(v, d, f, grid_at(low), left, grid_at(high), right, &p));
        return front_weigh(v, d, &p, theta, passed);
    }
    if (f->kind == INVO_FRONT_EXP || lowest == 0 || lowest == FRONT_GRID)
        return INVO_OK;
    TRY(find_extreme(v, d, f, left < 0 ? -1 : 1, lowest, &p));
    return front_weigh(v, d, &p, theta, passed);
}

/* The flank of a front at an end of the step, 0 or 1, where the argument is extreme.
 * Estimates of pairs see both ends; the halves of a step may have no stage there, and
 * constant steps no estimate. */
static invo_status front_look_at_end(run *v, const step *d, const front_course *f,
                                     int end, double *theta, int *passed) {
    const double inside = course_value(f, grid_at(end ? FRONT_GRID - 1 : 1));
    const double here = f->y[end ? SAMPLES - 1 : 0];
    const double bend = course_bend(f, here);
    double first, second;
    if (isnan(v->o.step) && !v->engine->doubling)
        return INVO_OK;
    /* Exponentials act in sums with a constant too: there zero is their middle. */
    if (f->kind == INVO_FRONT_EXP ? here < EXP_NOTHING
                                  : extreme_sign(f, inside, here, inside) == 0)
        return INVO_OK;
    course_slopes(f, end, &first, &second);
    const double width = fmin(bend / fabs(first), sqrt(2 * bend / fabs(second)));
    return front_weigh(v, d, &(front_place){end, width}, theta, passed);
}

/* All fronts of one argument, from the start of the step until one is passed. */
static invo_status front_follow(run *v, const step *d, front_course *f, double *theta,
                                int *passed) {
    double before, here, after;
    before = here = course_value(f, 0);
    TRY(front_look_at_end(v, d, f, 0, theta, passed));
    for (int j = 1; j <= FRONT_GRID && !*passed; j++, before = here, here = after) {
        front_place p;
        after = course_value(f, grid_at(j));
        const double sign = j > 1 ? extreme_sign(f, before, here, after) : 0;
        if (sign != 0) {
            TRY(find_extreme(v, d, f, sign, j - 1, &p));
            TRY(front_weigh(v, d, &p, theta, passed));
        }
        if (!*passed && f->kind != INVO_FRONT_POWER && (here < 0) != (after < 0))
            TRY(look_at_zero(v, d, f, j, theta, passed));
    }
    return *passed ? INVO_OK : front_look_at_end(v, d, f, 1, theta, passed);
}

/* Arguments between the samples; asked for only where one of them may pass a front. */
static invo_status look_between(run *v, const step *d) {
    for (int i = 0; i < CHECKS; i++)
        TRY(front_arguments(v, d, check_at[i], v->front.check + i * v->s->fronts.count));
    return INVO_OK;
}

/* One argument: ends the step at its first front, or halves it. */
static invo_status examine(run *v, const step *d, front_course *f, double *theta,
                           int *passed) {
    double check[CHECKS];
    course_fit(f);
    for (int i = 0; i < CHECKS; i++)
        check[i] = v->front.check[i * v->s->fronts.count + f->front];
    if (!course_is_surprising(f, check))
        return front_follow(v, d, f, theta, passed);
    *theta = 0.5;
    *passed = 1;
    return INVO_OK;
}

/* One argument, of which there are samples. */
static front_course course_of(const run *v, int front) {
    front_course f = {.front = front, .kind = v->s->fronts.at[front].kind};
    for (int i = 0; i < SAMPLES; i++)
        f.y[i] = v->front.sample[i * v->s->fronts.count + front];
    return f;
}

/* Examines the arguments whose samples are not calm. The step is to end at the first
 * front that its stages may have missed. */
static invo_status front_examine(run *v, const step *d, double *theta, int *passed) {
    int checked = 0;
    for (int k = 0; k < v->s->fronts.count; k++) {
        if (front_is_calm(v, k))
            continue;
        front_course f = course_of(v, k);
        double end = INFINITY;
        int stopped = 0;
        if (!checked)
            TRY(look_between(v, d));
        checked = 1;
        TRY(examine(v, d, &f, &end, &stopped));
        if (stopped) {
            *theta = fmin(*theta, end);
            *passed = 1;
        }
    }
    return INVO_OK;
}

static invo_status front_search(run *v, const step *d, double *theta, int *passed) {
    const int fronts = v->s->fronts.count;
    for (int i = 1; i < SAMPLES - 1; i++)
        TRY(front_arguments(v, d, front_at[i], v->front.sample + i * fronts));
    return front_examine(v, d, theta, passed);
}

/* The samples at both ends; z at q is the one of the direction. */
static void front_sample_ends(run *v, const step *d) {
    const invo_fronts *f = &v->s->fronts;
    f->arguments(v->s->self, d->p, v->top_before, v->front.sample);
    f->arguments(v->s->self, d->q, v->engine->direction.z,
                 v->front.sample + (SAMPLES - 1) * f->count);
}

/* Is no argument such that it has to be examined? */
static int front_all_are_calm(const run *v) {
    for (int k = 0; k < v->s->fronts.count; k++)
        if (!front_is_calm(v, k))
            return 0;
    return 1;
}

/* Do arguments alone show that no front is passed? */
static int front_is_certain(run *v, const step *d) {
    double theta = 1;
    int passed = 0;
    v->front.is_asked_far = 1;
    const invo_status status = front_examine(v, d, &theta, &passed);
    v->front.is_asked_far = 0;
    return !status && !passed;
}

int front_is_far(run *v, const step *d) {
    const invo_fronts *f = &v->s->fronts;
    const int count = f->coordinate ? f->coordinates : v->n;
    if (f->count == 0)
        return 1;
    front_sample_ends(v, d);
    for (int k = 0; k < count; k++) {
        const int j = f->coordinate ? f->coordinate[k] : k;
        const step one = {
            .p = d->p + j, .v = d->v + j, .h = d->h, .q = d->q + j, .w = d->w + j};
        interpolant_lanes(&one, 1, front_at + 1, 0, NULL, v->front.inside + k * INNER);
    }
    for (int i = 1; i < SAMPLES - 1; i++) {
        for (int k = 0; k < count; k++)
            v->point[f->coordinate ? f->coordinate[k] : k] =
                v->front.inside[k * INNER + i - 1];
        one_step_time(&v->engine->stepper, d, front_at[i], v->point);
        f->arguments(v->s->self, v->point, NULL, v->front.sample + i * f->count);
    }
    /* series have an interpolant of their own */
    return v->engine->stepper.kind->is_dense_free ? front_all_are_calm(v)
                                                  : front_is_certain(v, d);
}

/* Within this distance of its zero a saturating function is active; there an error that
 * the tolerances allow must not move its argument further than this. */
static const double FRONT_ACTIVE = 5, FRONT_MOVE = 0.1;

/* May an error move the argument of this front too far? By arclength t errs, too, and
 * pulses in t are as narrow as steps are. */
static int front_counts(const run *v, int front) {
    const invo_front_kind kind = v->s->fronts.at[front].kind;
    return kind == INVO_FRONT_STEP || (v->engine->by_length && kind == INVO_FRONT_EXP);
}

static int front_some_count(const run *v) {
    for (int k = 0; k < v->s->fronts.count; k++)
        if (front_counts(v, k))
            return 1;
    return 0;
}

/* Compares the arguments of active fronts at the end of the step with those at the end
 * plus its error estimate. */
double front_error_move(run *v, const step *d) {
    const invo_system *s = v->s;
    const int fronts = s->fronts.count;
    double *at = v->front.sample;
    double *beside = at + fronts;
    double largest = 0;
    if (!front_some_count(v))
        return 0;
    for (int i = 0; i < v->n; i++) { /* round-off is no error that a step can mend */
        const double error = i || v->engine->by_length ? d->error[0][i] : 0;
        const double least = 100 * DBL_EPSILON * fabs(d->q[i]);
        v->point[i] = fabs(error) > least ? d->q[i] + error : d->q[i];
    }
    s->fronts.arguments(s->self, d->q, v->engine->direction.z, at);
    s->fronts.arguments(s->self, v->point, v->engine->direction.z, beside);
    for (int k = 0; k < fronts; k++)
        if (front_counts(v, k) && fabs(at[k]) < FRONT_ACTIVE)
            largest = fmax(largest, fabs(beside[k] - at[k]));
    return largest / FRONT_MOVE;
}

int front_is_passed(run *v, const step *d, double *theta) {
    assert(d->has_w);
    const invo_system *s = v->s;
    int passed = 0;
    *theta = 1;
    if (s->fronts.count == 0)
        return 0;
    front_sample_ends(v, d);
    copy(v->front.top, v->engine->direction.z, s->tops);
    metric_error_scale(&v->engine->metric, s, d->p, d->q, v->scale);
    /* Where a point between has no direction, the method's own estimate stands alone. */
    if (front_search(v, d, theta, &passed))
        passed = 0;
    copy(v->engine->direction.z, v->front.top, s->tops);
    return passed;
}

void front_tell(run *v, const step *d) {
    double theta;
    if (v->front.is_told || v->o.like != LIKE_NONE)
        return;
    if (!front_is_passed(v, d, &theta))
        return;
    v->front.is_told = 1;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: within a constant step of %.6g an exponential, a tanh or a power "
             "of the model changes between the stages by more than the tolerance %.3g; "
             "this may happen again. Use a smaller --step, or omit --step: adaptive "
             "steps detect such changes",
             d->p[0], fabs(d->h), v->o.rtol);
}
