/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: located on the retracted interpolant, so that the event point lies on the
 * manifold and on the event surface to round-off. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "../method/one_step.h"
#include "locate.h"
#include "run.h"

enum { MOST_EVALUATIONS = 200, MOST_IN_A_BURST = 200 };

/* Events within this share of a step happen together. */
static const double AT_ONCE = 1e-9;

/* The first look for them is so far from the event, and each other one so much farther.
 */
static const double FEW_ULPS = 4, WIDER = 16;

/* Events closer to each other than this share of the time scale count as one burst. */
static const double BURST = 1e-9;

/* A change of sign inside the band of noise is none. */
static int has_crossed(const run *v, const double *g, int k) {
    assert(k >= 0 && k < v->s->events.count);
    return g[k] < 0 && v->event.armed[k];
}

static int is_crossed(const run *v, const double *g) {
    for (int k = 0; k < v->s->events.count; k++)
        if (has_crossed(v, g, k))
            return 1;
    return 0;
}

/* A number held between two others. */
static double held(double x, double least, double most) {
    return fmin(fmax(x, least), most);
}

/* Where f is among the kinks of function k: 1 + how many are below it; -i: at number i,
 * within round-off. */
static double side_of(const run *v, int k, double f) {
    const double last = v->s->events.at[k].is_kink - 1;
    double nearest = held(round(f), 0, last);
    if (fabs(f - nearest) <= v->event.slack[k])
        return -nearest;
    return 2 + held(floor(f), -1, last);
}

/* How far f is from the kink beside the start, negative beyond it; of several kinks that
 * is the next one above, if there is one. */
static double distance_inside(const run *v, int k, double f) {
    const int kinks = v->s->events.at[k].is_kink;
    const double above = v->event.side[k] - 1;
    if (above < kinks)
        return above - f;
    return kinks == 1 ? f : 1;
}

/* The distance to the kink beside the start of the step, positive on the side where it
 * began. A start on a kink itself takes the side on which the function is seen first. */
static double kink_distance(run *v, int k, double f) {
    assert(v->s->events.at[k].is_kink);
    const double slack = v->event.slack[k];
    const double at = -v->event.side[k];
    if (at >= 0 && fabs(f - at) <= slack)
        return slack;
    if (at >= 0)
        v->event.side[k] = f > at ? at + 2 : at + 1;
    double distance = distance_inside(v, k, f);
    return fabs(distance) <= slack ? slack : distance + slack;
}

/* Evaluates the event functions; one that is marked as bare without its band of
 * round-off. */
static void functions(run *v, const double *u, const double *z, double *g) {
    v->s->events.functions(v->s->self, u, z, g);
    if (v->event.any_bare)
        v->s->events.sides(v->s->self, u, z, v->event.g_bare);
    for (int k = 0; k < v->s->events.count && v->event.any_bare; k++)
        if (v->event.bare[k])
            g[k] = v->event.g_bare[k];
    for (int k = 0; k < v->s->events.count; k++)
        if (v->s->events.at[k].is_kink)
            g[k] = kink_distance(v, k, g[k]);
}

/* A function within this many eps of its terms does not tell on which side of zero it is.
 */
static const double ROUND_OFF = 8;

/* Bands of noise at the start of the step, and the sides of kinks. */
static void event_begin_step(run *v, const step *d) {
    const invo_system *s = v->s;
    const int adaptive = isnan(v->o.step);
    memset(v->event.errors, 0, sizeof *v->event.errors * (size_t)(v->n + s->tops));
    memset(v->event.band, 0, sizeof *v->event.band * (size_t)s->events.count);
    memset(v->event.slack, 0, sizeof *v->event.slack * (size_t)s->events.count);
    if (s->events.bands)
        s->events.bands(s->self, d->p, v->top_before, v->event.errors, v->event.slack);
    for (int k = 0; k < s->events.count; k++)
        v->event.band[k] = v->event.slack[k] *= ROUND_OFF;
    if (s->events.bands && adaptive) {
        metric_error_scale(&v->engine->metric, s, d->p, d->q, v->scale);
        for (int i = 1; i < v->n; i++) {
            double own = v->o.rtol * fabs(d->p[i]) + v->o.atol * coordinate_nominal(s, i);
            v->event.errors[i] = v->scale[i] > 0 ? 1 / v->scale[i] : own;
        }
        for (int j = 0; j < s->tops; j++)
            v->event.errors[v->n + j] = v->o.rtol * fabs(v->top_before[j]) + v->o.atol;
        s->events.bands(s->self, d->p, v->top_before, v->event.errors, v->event.band);
    }
    s->events.functions(s->self, d->p, v->top_before, v->event.g_start);
    for (int k = 0; k < s->events.count; k++) {
        double f = v->event.g_start[k];
        if (!s->events.at[k].is_kink)
            continue;
        v->event.side[k] = side_of(v, k, f);
        v->event.g_start[k] = kink_distance(v, k, f);
    }
}

/* Which functions count: those that began outside their band of noise, or leave it on the
 * other side. */
static void arm(run *v) {
    for (int k = 0; k < v->s->events.count; k++) {
        double least = v->event.g_high[k];
        for (int p = 0; p < EVENT_PROBES; p++)
            least = fmin(least, v->event.g_probe[p * v->s->events.count + k]);
        v->event.armed[k] =
            !(v->event.g_start[k] <= v->event.band[k]) || least < -v->event.band[k];
    }
}

invo_status run_make_dense(run *v, const step *d) {
    if (!v->now.dense_ready)
        TRY(chooser_make_dense(v, d));
    v->now.dense_ready = 1;
    return INVO_OK;
}

invo_status run_interpolate(run *v, const step *d, double theta) {
    assert(theta >= 0 && theta <= 1);
    const stepper *s = &v->engine->stepper;
    TRY(run_make_dense(v, d));
    s->kind->interpolate(s, d, v->n, theta, v->point);
    return INVO_OK;
}

invo_status run_direction_near(run *v, const double *near) {
    copy(v->slope, near, v->n);
    return run_direction(v, v->point, v->slope, 0);
}

invo_status run_look(run *v, const step *d, double theta) {
    assert(theta >= 0 && theta <= 1);
    TRY(run_interpolate(v, d, theta));
    TRY(retract(&v->engine->retraction, v->point));
    return run_direction_near(v, d->w);
}

/* The event functions at theta, too. */
static invo_status event_look(run *v, const step *d, double theta) {
    TRY(run_look(v, d, theta));
    functions(v, v->point, v->engine->direction.z, v->event.g);
    return INVO_OK;
}

static void keep_event(run *v, const double *u, const double *slope, const double *z) {
    copy(v->event.point, u, v->n);
    copy(v->event.slope, slope, v->n);
    copy(v->event.top, z, v->s->tops);
}

/* The earliest root that the secants of the crossed functions give. */
static double event_secant(const run *v, const enclosure *e) {
    double first = e->high;
    for (int k = 0; k < v->s->events.count; k++) {
        double a = v->event.g_low[k];
        double b = v->event.g_high[k];
        if (!has_crossed(v, v->event.g_high, k))
            continue;
        double root = a > 0 ? e->low + (e->high - e->low) * (a / (a - b)) : e->low;
        first = fmin(first, root);
    }
    return first;
}

/* Keeps what the functions are at one end or the other. */
static void keep_functions(run *v, int crossed) {
    copy(crossed ? v->event.g_high : v->event.g_low, v->event.g, v->s->events.count);
}

/* Moves one end of the search to theta, where the functions are v->event.g; returns
 * whether an event has crossed there. */
static int event_enclose(run *v, enclosure *e, double theta) {
    const int crossed = is_crossed(v, v->event.g);
    keep_functions(v, crossed);
    *(crossed ? &e->high : &e->low) = theta;
    return crossed;
}

/* A function that is clearly positive at the lower end of the search (u, z), and clearly
 * negative at the upper, is located where it is zero: its band of round-off would shift
 * the event by as much time as the function needs to leave it, which is long where it
 * passes zero slowly. */
static void bare_functions(run *v, const double *u, const double *z) {
    const invo_system *s = v->s;
    v->event.any_bare = 0;
    if (!s->events.sides)
        return;
    s->events.sides(s->self, u, z, v->event.g_bare);
    for (int k = 0; k < s->events.count; k++) {
        double band = v->event.g_low[k] - v->event.g_bare[k];
        v->event.bare[k] = !s->events.at[k].is_kink &&
                           has_crossed(v, v->event.g_high, k) &&
                           v->event.g_bare[k] > band;
        if (v->event.bare[k])
            v->event.g_low[k] = v->event.g_bare[k];
        v->event.any_bare |= v->event.bare[k];
    }
}

/* Narrows [low, *end], with an event in it, down to neighbouring times. */
static invo_status event_narrow(run *v, const step *d, double low, double *end) {
    assert(low >= 0 && low <= *end && *end <= 1);
    double least = fmax(2 * DBL_EPSILON * fabs(d->p[0]) / fabs(d->h), DBL_EPSILON);
    enclosure e = {low, *end, least, .most = MOST_EVALUATIONS};
    double theta;
    while (enclosure_next(&e, event_secant(v, &e), &theta)) {
        TRY(event_look(v, d, theta));
        if (event_enclose(v, &e, theta))
            keep_event(v, v->point, v->slope, v->engine->direction.z);
        else
            copy(v->event.before, v->slope, v->n);
    }
    *end = e.high;
    return INVO_OK;
}

void run_glance(run *v, const step *d, double theta, double *point) {
    assert(theta >= 0 && theta <= 1);
    assert(point != d->p && point != d->q);
    const stepper_class *k = v->engine->stepper.kind;
    if (k->is_dense_free && !v->engine->stepper.hermite)
        k->interpolate(&v->engine->stepper, d, v->n, theta, point);
    else
        one_step_interpolate(&v->engine->stepper, d, v->n, theta, point);
}

/* The event functions there, with the top unknowns that belong to the point: one
 * direction, and near enough to see where a function goes. */
static invo_status look_nearby(run *v, const step *d, double theta, double *g) {
    run_glance(v, d, theta, v->point);
    if (!v->s->events.without_tops)
        TRY(run_direction_near(v, d->w));
    functions(v, v->point, v->engine->direction.z, g);
    return INVO_OK;
}

/* Unevenly, so that no period hides between them. */
enum { PROBES = EVENT_PROBES };
static const double probe_at[PROBES + 2] = {0, 0.06, 0.29, 0.58, 0.83, 1};

/* The k-th function at the ends of the step and at the probes between. */
static void samples(const run *v, int k, double *y) {
    y[0] = v->event.g_start[k];
    y[PROBES + 1] = v->event.g_high[k];
    for (int p = 0; p < PROBES; p++)
        y[p + 1] = v->event.g_probe[p * v->s->events.count + k];
}

static double least_of(const double *y) {
    double least = y[0];
    for (int p = 1; p < PROBES + 2; p++)
        least = fmin(least, y[p]);
    return least;
}

static double most_of(const double *y) {
    double most = y[0];
    for (int p = 1; p < PROBES + 2; p++)
        most = fmax(most, y[p]);
    return most;
}

/* A sample that misses what the others say by more than this share of their range shows
 * that the function does more within the step than they can tell. */
static const double SURPRISE = 0.1;
/* Steps by series are the longest, and done again for little: their terms are there. */
static const double SURPRISE_IN_SERIES = 0.01;

/* What the samples weigh at s in Lagrange's polynomial through them, but the one that is
 * left out (-1: none). */
static void weigh_samples(int left_out, double s, double *weight) {
    for (int i = 0; i < PROBES + 2; i++) {
        weight[i] = i == left_out ? 0 : 1;
        for (int j = 0; j < PROBES + 2; j++)
            if (j != i && j != left_out)
                weight[i] *= (s - probe_at[j]) / (probe_at[i] - probe_at[j]);
    }
}

static double weighed(const double *y, const double *weight) {
    double sum = 0;
    for (int i = 0; i < PROBES + 2; i++)
        sum += y[i] * weight[i];
    return sum;
}

/* The polynomial through all samples. */
static double through(const double *y, double s) {
    double weight[PROBES + 2];
    weigh_samples(-1, s, weight);
    return weighed(y, weight);
}

/* What the others say about each probe: the same in every step. */
static const event_weights *weigh_others(run *v) {
    event_weights *w = &v->event.others;
    for (int p = 1; p <= PROBES && !w->is_known; p++)
        weigh_samples(p, probe_at[p], w->of[p]);
    w->is_known = 1;
    return w;
}

/* A function that is larger than its variation by this factor is far from zero. */
static const double FAR = 10;

/* Does a sample surprise the others, in a function that is not far from zero, by more
 * than noise? */
static int is_surprising(const double *y, const event_weights *others, double share,
                         double band) {
    double range = most_of(y) - least_of(y);
    if (least_of(y) > FAR * range)
        return 0;
    for (int p = 1; p <= PROBES; p++)
        if (fabs(y[p] - weighed(y, others->of[p])) >
            share * range + 1e-9 * fabs(most_of(y)) + band)
            return 1;
    return 0;
}

/* A dip is looked at where it comes down to this share of the lowest sample, or between
 * samples to this share of their range: they lie on cubics, which may be off by as much.
 */
static const double SHALLOW = 0.2, NEARBY = 0.02;

enum { GRID = 32, SECTIONS = 10 };

/* The lowest point of the polynomial through the samples around the i-th point of the
 * grid, where it is lowest. */
static double lowest(const double *y, int i, int first) {
    const double grid[] = {fmax(i - 1, first) / GRID, (double)i / GRID,
                           fmin(i + 1, GRID) / GRID};
    valley low = {{grid[0], grid[1], grid[2]}, {0}, 0};
    double theta;
    for (int k = 0; k < 3; k++)
        low.y[k] = through(y, low.x[k]);
    for (int k = 0; k < SECTIONS && valley_section(&low, &theta); k++)
        valley_narrow(&low, theta, through(y, theta));
    return low.x[1];
}

/* Where a function between positive samples may come down to zero; 0: nowhere. The first
 * and the last bit of the step may hold a dip, but the first one not where the function
 * is in its band of noise: there it follows an event that is over. */
static double find_dip(const double *y, double band) {
    const int first = y[0] > band ? 0 : 1;
    double least = INFINITY;
    int best = first;
    /* The polynomial leaves the range of the samples by less than three times of it. */
    if (least_of(y) > FAR * (most_of(y) - least_of(y)))
        return 0;
    for (int i = first; i <= GRID; i++) {
        double g = through(y, (double)i / GRID);
        if (g < least) {
            least = g;
            best = i;
        }
    }
    if (!(least < INFINITY))
        return 0; /* samples without values */
    const double where = lowest(y, best, first);
    double low = SHALLOW * least_of(y);
    if (where < 1)
        low = fmax(low, NEARBY * (most_of(y) - least_of(y)));
    return through(y, where) < low ? where : 0;
}

/* Goes down function k on the interpolant itself. If it becomes negative, that point is
 * the upper end of the search for the event. */
static invo_status event_go_down(run *v, const step *d, int k, double *theta,
                                 int *crossed) {
    assert(k >= 0 && k < v->s->events.count);
    valley down = valley_begin(0, v->event.g_start[k], *theta, 1, v->event.g_high[k]);
    do {
        TRY(event_look(v, d, *theta));
        *crossed = is_crossed(v, v->event.g);
    } while (!*crossed && valley_descend(&down, theta, v->event.g[k]));
    if (!*crossed)
        return INVO_OK;
    copy(v->event.g_high, v->event.g, v->s->events.count);
    keep_event(v, v->point, v->slope, v->engine->direction.z);
    return INVO_OK;
}

/* A probe is negative: is the interpolant there? Then it is the end of the search. */
static invo_status confirm(run *v, const step *d, double theta, int *crossed) {
    TRY(event_look(v, d, theta));
    *crossed = is_crossed(v, v->event.g);
    if (!*crossed)
        return INVO_OK;
    copy(v->event.g_high, v->event.g, v->s->events.count);
    keep_event(v, v->point, v->slope, v->engine->direction.z);
    return INVO_OK;
}

/* Samples the functions inside the step; v->event.too_long is set where they do more than
 * the samples can tell. */
static invo_status probe(run *v, const step *d) {
    double y[PROBES + 2];
    double share = v->engine->stepper.kind == &taylor ? SURPRISE_IN_SERIES : SURPRISE;
    event_begin_step(v, d);
    for (int p = 0; p < PROBES; p++)
        TRY(look_nearby(v, d, probe_at[p + 1],
                        v->event.g_probe + p * v->s->events.count));
    functions(v, d->q, v->top, v->event.g_high);
    arm(v);
    const event_weights *others = weigh_others(v);
    for (int k = 0; k < v->s->events.count; k++) {
        samples(v, k, y);
        v->event.too_long |= is_surprising(y, others, share, v->event.band[k]);
    }
    return INVO_OK;
}

/* The first sample after an event is the upper end of the search for it; where no sample
 * shows one, a dip between them may. */
static invo_status find_end(run *v, const step *d, double *high, int *crossed) {
    double y[PROBES + 2];
    for (int p = 0; p < PROBES && !*crossed; p++)
        if (is_crossed(v, v->event.g_probe + p * v->s->events.count))
            TRY(confirm(v, d, *high = probe_at[p + 1], crossed));
    if (*crossed)
        return INVO_OK;
    *high = 1;
    if ((*crossed = is_crossed(v, v->event.g_high))) {
        keep_event(v, d->q, d->w, v->top);
        return INVO_OK;
    }
    for (int k = 0; k < v->s->events.count && !*crossed; k++) {
        samples(v, k, y);
        if (!v->event.armed[k])
            continue;
        *high = find_dip(y, v->event.band[k]);
        if (*high > 0)
            TRY(event_go_down(v, d, k, high, crossed));
    }
    return INVO_OK;
}

/* The lower end of the search: the last sample before the upper one, where nothing has
 * crossed on the interpolant either; else the start of the step. */
static invo_status find_begin(run *v, const step *d, double high, double *low) {
    assert(high > 0 && high <= 1);
    *low = 0;
    for (int p = 1; p <= PROBES && probe_at[p] < high; p++)
        *low = probe_at[p];
    if (*low > 0) {
        TRY(event_look(v, d, *low));
        if (is_crossed(v, v->event.g))
            *low = 0;
    }
    const int is_start = *low == 0;
    copy(v->event.g_low, is_start ? v->event.g_start : v->event.g, v->s->events.count);
    copy(v->event.before, is_start ? d->v : v->slope, v->n);
    if (is_start)
        bare_functions(v, d->p, v->top_before);
    else
        bare_functions(v, v->point, v->engine->direction.z);
    return INVO_OK;
}

static int count_crossed(const run *v, const double *g) {
    int count = 0;
    for (int k = 0; k < v->s->events.count; k++)
        count += has_crossed(v, g, k);
    return count;
}

/* Events that round-off alone tells apart happen together, at the first point that shows
 * them all. */
static invo_status event_take_company(run *v, const step *d, double theta) {
    assert(theta > 0 && theta <= 1);
    double share = FEW_ULPS * DBL_EPSILON;
    if (v->s->events.count < 2 || theta * (1 + AT_ONCE) >= 1)
        return INVO_OK;
    TRY(event_look(v, d, theta * (1 + AT_ONCE)));
    const int all = count_crossed(v, v->event.g);
    if (all <= count_crossed(v, v->event.g_high))
        return INVO_OK;
    TRY(event_look(v, d, theta * (1 + share)));
    while (count_crossed(v, v->event.g) < all && share < AT_ONCE) {
        share = fmin(WIDER * share, AT_ONCE);
        TRY(event_look(v, d, theta * (1 + share)));
    }
    copy(v->event.g_high, v->event.g, v->s->events.count);
    keep_event(v, v->point, v->slope, v->engine->direction.z);
    return INVO_OK;
}

/* Instants within so many ulps of the stop time, or of the start, are there. */
static const double AT_STOP = 4;

double event_next_instant(const run *v, double t) {
    double stop = v->o.stop;
    double size = fmax(fabs(stop), fabs(v->o.start));
    double next =
        v->s->events.next_instant ? v->s->events.next_instant(v->s->self, t) : INFINITY;
    int is_there = t < stop && fabs(next - stop) <= AT_STOP * DBL_EPSILON * size;
    return is_there ? stop : next;
}

static int is_instant(const run *v, double t0, double t) {
    return event_next_instant(v, t0) <= t;
}

/* At the stop time the event of a function that has come down to zero is there, though
 * nobody will see it cross. */
static int reaches_at_stop(run *v, const step *d) {
    int any = 0;
    if (d->q[0] != v->o.stop || !v->s->events.reached || !v->s->events.count)
        return 0;
    v->s->events.reached(v->s->self, d->q, v->top, v->event.crossed);
    for (int k = 0; k < v->s->events.count; k++) {
        v->event.crossed[k] = (char)(v->event.crossed[k] && v->event.armed[k]);
        any |= v->event.crossed[k];
    }
    return any;
}

/* Steps shorter than this share of the run are as they are. */
static const double SHORT_ENOUGH = 1e-8;

int event_may_shorten(const run *v, const step *d) {
    return isnan(v->o.step) && fabs(d->h) > SHORT_ENOUGH * fabs(v->o.stop - v->o.start);
}

/* Finds the first event of the step: probes the functions inside it, finds the first
 * interval with a change of sign, narrows it, and takes other events at the same place
 * along. Events by time alone lie at the end of a step. */
invo_status event_find(run *v, const step *d, int *found) {
    assert(d->has_w && d->h != 0);
    const invo_system *s = v->s;
    *found = 0;
    v->event.too_long = 0;
    v->event.theta = 1;
    if (!s->process.happen && !s->events.count)
        return INVO_OK;
    memset(v->event.crossed, 0, (size_t)s->events.count);
    int crossed = 0;
    double high = 1;
    if (s->events.count)
        TRY(probe(v, d));
    if (v->event.too_long && event_may_shorten(v, d))
        return INVO_OK;
    TRY(find_end(v, d, &high, &crossed));
    if (!crossed) {
        *found = is_instant(v, d->p[0], d->q[0]);
        *found |= reaches_at_stop(v, d);
        if (*found)
            keep_event(v, d->q, d->w, v->top);
        return INVO_OK;
    }
    double low;
    TRY(find_begin(v, d, high, &low));
    invo_status status = event_narrow(v, d, low, &high);
    if (!status)
        status = event_take_company(v, d, v->event.theta = high);
    v->event.any_bare = 0;
    TRY(status);
    copy(v->engine->direction.z, v->event.top, s->tops);
    TRY(ledger_examine(v, v->event.point, v->event.slope, POINT_OF_RUN));
    ledger_record(v);
    for (int k = 0; k < s->events.count; k++)
        v->event.crossed[k] = (char)has_crossed(v, v->event.g_high, k);
    *found = 1;
    return INVO_OK;
}

static int event_has_any_but_kinks(const run *v) {
    for (int k = 0; k < v->s->events.count; k++)
        if (!v->s->events.at[k].is_kink)
            return 1;
    return 0;
}

int event_is_missed(run *v, const step *d, int *has_direction) {
    if (!event_has_any_but_kinks(v) || !event_may_shorten(v, d))
        return 0;
    if (!v->s->events.without_tops && !*has_direction) {
        if (run_direction_near(v, d->w))
            return 0;
        *has_direction = 1;
    }
    functions(v, v->point, v->engine->direction.z, v->event.g);
    for (int k = 0; k < v->s->events.count; k++)
        if (!v->s->events.at[k].is_kink && v->event.armed[k] &&
            v->event.g[k] < -v->event.band[k])
            return 1;
    return 0;
}

int event_holds_kink(const run *v, const step *d) {
    int any = 0;
    for (int k = 0; k < v->s->events.count; k++)
        any |= v->event.crossed[k] && v->s->events.at[k].is_kink;
    return any && !is_instant(v, d->p[0], v->event.point[0]);
}

int event_is_kink(const run *v, const step *d) {
    assert(v->event.theta > 0 && v->event.theta <= 1);
    for (int k = 0; k < v->s->events.count; k++)
        if (v->event.crossed[k] && !v->s->events.at[k].is_kink)
            return 0;
    return event_holds_kink(v, d);
}

int event_has_kink(run *v, const step *d) {
    int any = 0;
    if (!v->s->events.count)
        return 0;
    event_begin_step(v, d);
    functions(v, d->q, v->engine->direction.z, v->event.g);
    for (int k = 0; k < v->s->events.count; k++)
        any |= v->s->events.at[k].is_kink && v->event.g[k] < 0;
    return any;
}

int event_is_near_kink(run *v) {
    enum { FEW = 10 };
    step ahead = {.p = v->u, .v = v->v, .h = FEW * v->attempts.last_step, .q = v->u};
    int any = 0;
    for (int k = 0; k < v->s->events.count; k++)
        any |= v->s->events.at[k].is_kink;
    if (!any || v->engine->by_length)
        return 0;
    event_begin_step(v, &ahead);
    for (int i = 0; i < v->n; i++)
        v->point[i] = v->u[i] + ahead.h * v->v[i];
    functions(v, v->point, v->top_before, v->event.g);
    for (int k = 0; k < v->s->events.count; k++)
        if (v->s->events.at[k].is_kink && v->event.g_start[k] <= v->event.band[k])
            return 1;
    return 0;
}

int event_jumps(run *v, const double *before, const double *after, double h) {
    for (int i = 0; i < v->n; i++)
        v->error[0][i] = h * (after[i] - before[i]);
    return !(controller_norm(v->n, v->error[0], v->scale) <= 1);
}

/* A stage beyond the kink has a weight of a tenth, wherever it is. */
int event_bends(run *v, const step *d) {
    return event_jumps(v, v->event.before, d->w, d->h);
}

/* --- ahead of a step that was not good --- */

/* The event functions near the solution at theta: on the parabola to the end of the step
 * where it has one, else on its tangent. */
static void event_look_ahead(run *v, const step *d, double theta, int bends) {
    for (int i = 0; i < v->n; i++) {
        double straight = d->h * d->v[i];
        double bend = d->q[i] - d->p[i] - straight;
        v->point[i] = d->p[i] + theta * (straight + (bends ? theta * bend : 0));
    }
    /* Where it has no direction, top unknowns that do not matter may be missing. */
    if (!v->s->events.without_tops)
        (void)run_direction_near(v, d->v);
    functions(v, v->point, v->engine->direction.z, v->event.g);
}

/* Noise is no reason to look for an event, but outside the domain it is one. */
static int lies_beyond(const run *v, int k) {
    int literal = v->s->events.at[k].is_kink || !v->trouble;
    int in_noise = v->event.g_start[k] <= v->event.band[k] && literal;
    return v->event.g[k] < (in_noise ? -v->event.band[k] : 0);
}

/* The functions that show an event there are those to look for. */
static int arm_ahead(run *v) {
    int any = 0;
    for (int k = 0; k < v->s->events.count; k++) {
        v->event.armed[k] = (char)lies_beyond(v, k);
        any |= v->event.armed[k];
    }
    return any;
}

int event_is_beyond(run *v, const step *d) {
    if (!v->s->events.count)
        return 0;
    event_begin_step(v, d);
    functions(v, d->q, v->engine->direction.z, v->event.g);
    for (int k = 0; k < v->s->events.count; k++)
        if (!v->s->events.at[k].is_kink && v->event.g[k] < -v->event.band[k])
            return 1;
    return 0;
}

/* Looks along a step that failed, on its straight line or its bend, for the first
 * change of sign, and encloses it by secants. Nothing is retracted: the place is an
 * estimate. */
double event_ahead(run *v, const step *d) {
    enum { SAMPLES = 3, LOOKS = 15 };
    double low = 0;
    double high = 1;
    int bends = !v->trouble;
    int found = 0;
    if (!v->s->events.count)
        return 1;
    for (int i = 0; i < v->n; i++)
        bends &= isfinite(d->q[i]) != 0;
    event_begin_step(v, d);
    copy(v->event.g_low, v->event.g_start, v->s->events.count);
    for (int k = 1; k <= SAMPLES && !found; k++) {
        high = (double)k / SAMPLES;
        event_look_ahead(v, d, high, bends);
        found = arm_ahead(v);
        if (!found)
            low = high;
        keep_functions(v, found);
    }
    if (!found)
        return 1;
    event_look_ahead(v, d, low, bends);
    bare_functions(v, v->point, v->engine->direction.z);
    enclosure e = {low, high, DBL_EPSILON, .most = LOOKS};
    double theta;
    while (enclosure_next(&e, event_secant(v, &e), &theta)) {
        event_look_ahead(v, d, theta, bends);
        event_enclose(v, &e, theta);
    }
    v->event.any_bare = 0;
    return e.high;
}

/* Close to an event beyond which the equations have no value: the straight line leads
 * there if it errs by no more than this share of the tolerance. */
static const double STRAIGHT = 0.1;

/* Brings the point of a leap onto the constraints, with the top unknowns and the
 * direction there if it has any; else those before it are kept. Returns whether its rows
 * hold, and the event is still there: along a tangent every constraint is left. */
static int settle_leap(run *v) {
    if (retract(&v->engine->retraction, v->point))
        return 0;
    copy(v->event.point, v->point, v->n);
    int is_defined = run_direction(v, v->point, v->slope, 0) == INVO_OK;
    functions(v, v->point, v->engine->direction.z, v->event.g);
    if (!arm_ahead(v))
        return 0;
    if (!is_defined)
        return 1;
    if (ledger_examine(v, v->point, v->slope, POINT_OF_RUN))
        return 0;
    keep_event(v, v->point, v->slope, v->engine->direction.z);
    return 1;
}

/* Moves the event point just beyond theta along the straight line, if that is straight
 * enough, and marks the events that are passed. Returns whether one of them is an
 * event and not a kink. */
static int make_leap(run *v, const step *d, double theta) {
    assert(theta >= 0 && theta <= 1);
    const double before = 0.9;
    const double beyond = 1 + 1.0 / 1024;
    const int bends = 0;
    event_look_ahead(v, d, before * theta, bends);
    if (run_direction_near(v, d->v))
        memset(v->slope, 0, sizeof *v->slope * (size_t)v->n); /* all of it may be wrong */
    if (event_jumps(v, d->v, v->slope, theta * d->h / STRAIGHT))
        return 0;
    copy(v->event.top, v->engine->direction.z, v->s->tops);
    event_look_ahead(v, d, beyond * theta, bends);
    if (!arm_ahead(v) || v->point[0] == d->p[0])
        return 0;
    copy(v->event.slope, d->v, v->n);
    copy(v->event.before, d->v, v->n);
    if (!settle_leap(v))
        return 0;
    int events = 0;
    for (int k = 0; k < v->s->events.count; k++) {
        v->event.crossed[k] = v->event.armed[k];
        events += v->event.crossed[k] && !v->s->events.at[k].is_kink;
    }
    v->event.theta = beyond * theta;
    return events > 0;
}

/* Its functions are those by which event_ahead has located it. */
int event_leap(run *v, const step *d, double theta) {
    for (int k = 0; k < v->s->events.count; k++)
        v->event.any_bare |= v->event.bare[k];
    int leaps = make_leap(v, d, theta);
    v->event.any_bare = 0;
    return leaps;
}

/* Events of one look at --max-event-rate: fewer may follow each other at once. */
enum { RATE_EVENTS = 100 };

/* Compares so many events with the time that they took. */
static invo_status watch_rate(run *v, const char *name) {
    const double taken = fabs(v->u[0] - v->event.counted_from);
    if (v->event.counted++ % RATE_EVENTS != 0)
        return INVO_OK;
    const int is_first = v->event.counted == 1;
    v->event.counted_from = v->u[0];
    if (is_first || RATE_EVENTS <= v->o.max_event_rate * taken)
        return INVO_OK;
    v->result->stopped_by = "max-event-rate";
    return report(v->context, INVO_E_LIMIT, v->u[0],
                  "t = %.10g: the last %d events occurred within %.3g of time, more than "
                  "%g per unit of time, the limit of --max-event-rate (last event: %s)",
                  v->u[0], RATE_EVENTS, taken, v->o.max_event_rate, name);
}

/* Events without progress are no longer motion: chattering, or a Zeno point. */
static invo_status watch_bursts(run *v, const char *name) {
    double t = v->u[0];
    double scale = fmax(fabs(t), fabs(v->o.stop - v->o.start));
    v->event.burst = fabs(t - v->event.last) <= BURST * scale ? v->event.burst + 1 : 0;
    v->event.last = t;
    TRY(watch_rate(v, name));
    return v->event.burst < MOST_IN_A_BURST ? INVO_OK : event_pile_up(v, name);
}

invo_status event_burst(run *v) {
    const char *name = "";
    for (int k = 0; k < v->s->events.count; k++)
        if (v->event.crossed[k])
            name = v->s->events.at[k].name;
    return watch_bursts(v, name);
}

invo_status event_pile_up(run *v, const char *name) {
    assert(name && v->event.burst > 0);
    double t = v->u[0];
    double scale = fmax(fabs(t), fabs(v->o.stop - v->o.start));
    if (slide_is_reason(v))
        return v->context->status;
    v->result->stopped_by = "event";
    return report(v->context, INVO_E_LIMIT, t,
                  "t = %.10g: %d events occur within %.3g of time (last event: %s): the "
                  "model chatters, or its events pile up. Add a state of rest or a "
                  "hysteresis to the model; where the two sides differ by less than the "
                  "tolerance of their variables, lower --rtol",
                  t, v->event.burst, BURST * scale, name);
}

/* Every function that crossed, or "time". */
static invo_status record_names(run *v, const char **name) {
    int any = 0;
    for (int k = 0; k < v->s->events.count; k++) {
        if (!v->event.crossed[k] || v->s->events.at[k].is_kink)
            continue;
        *name = v->s->events.at[k].name;
        any = 1;
        TRY(result_event(v->context, v->result, *name, v->u[0], v->o.event_list));
    }
    if (any)
        return INVO_OK;
    *name = "time";
    return result_event(v->context, v->result, *name, v->u[0], v->o.event_list);
}

/* Point and direction before the event; the caller frees them. */
static double *keep_before(const run *v) {
    size_t n = (size_t)v->n;
    double *kept = memory_alloc(v->context, sizeof *kept * 2 * n);
    if (!kept)
        return NULL;
    memcpy(kept, v->u, sizeof *kept * n);
    memcpy(kept + n, v->event.before, sizeof *kept * n);
    return kept;
}

/* Would a step of the usual size notice the event? */
static int has_jumped(run *v, const double *before) {
    double h = fabs(v->event.usual_step);
    metric_error_scale(&v->engine->metric, v->s, v->u, v->u, v->scale);
    if (event_jumps(v, before, v->u, 1))
        return 1;
    return event_jumps(v, before + v->n, v->v, h);
}

/* Continues in the system that follows the event. */
static invo_status event_go_on(run *v, const invo_transition *to) {
    assert(to->system);
    v->event.ended = to->terminate;
    if (to->terminate)
        v->event.farewell = to->message;
    if (v->arc.automatic)
        arclength_leave(v);
    if (to->system != v->s)
        TRY(run_switch(v, to->system));
    v->trouble = run_begin(v, POINT_OF_RUN);
    if (v->trouble)
        return message_trouble(v, v->u[0], 0, 0);
    v->event.restarted = 1;
    TRY(record_after_event(v, to->is_bend));
    if (!v->s->process.check)
        return INVO_OK;
    return chronicle_check(v->o.chronicle, v->context, v->s, v->u,
                           v->engine->direction.z);
}

/* Lets the system change at the event and continues from the state that it returns;
 * records whether point or direction have jumped. */
invo_status event_happen(run *v) {
    invo_transition to = {0};
    const char *name = "";
    watch_end(v);
    TRY(record_names(v, &name));
    TRY(watch_bursts(v, name));
    double *before = keep_before(v);
    if (!before)
        return INVO_E_MEMORY;
    int n = v->n;
    invo_status status = chronicle_happen(v->o.chronicle, v->s, v->u,
                                          v->engine->direction.z, v->event.crossed, &to);
    if (status) {
        v->context->t = v->u[0];
        v->result->stopped_by = status == INVO_E_STEP ? "sliding" : "event";
        if (run_is_interrupted(v))
            v->result->stopped_by = run_interrupt_word(v);
    }
    if (!status)
        status = event_go_on(v, &to);
    if (!status)
        v->event.jumped = v->n != n || has_jumped(v, before);
    free(before);
    return status;
}

/* So many tiny steps in a row may be where the solution has ended; and when there are
 * twice as many. */
enum { MANY_TINY = 16 };

int event_is_stuck(run *v, double h) {
    int is_tiny = run_is_tiny(v, h);
    v->event.tiny_steps = is_tiny ? v->event.tiny_steps + 1 : 0;
    long count = v->event.tiny_steps;
    return v->s->process.leap && count >= MANY_TINY && (count & (count - 1)) == 0;
}

/* Lets algebraic unknowns jump where their solution ends at a kink; *leaps: they did. */
invo_status event_leap_on(run *v, int *leaps) {
    invo_transition to = {0};
    *leaps = 0;
    if (!v->s->process.leap || v->engine->by_length)
        return INVO_OK;
    double *before = keep_before(v);
    if (!before)
        return INVO_E_MEMORY;
    int n = v->n;
    int is_found =
        chronicle_leap(v->o.chronicle, v->s, v->u, v->engine->direction.z, &to);
    invo_status status = INVO_OK;
    if (is_found) {
        *leaps = 1;
        v->event.tiny_steps = 0;
        v->trouble = INVO_OK;
        record_final(v, v->u);
        status = record_before_event(v);
        if (!status)
            status = result_event(v->context, v->result, "algebraic jump", v->u[0],
                                  v->o.event_list);
        if (!status)
            status = watch_bursts(v, "algebraic jump");
        if (!status)
            status = event_go_on(v, &to);
        if (!status)
            v->event.jumped = v->n != n || has_jumped(v, before);
    }
    free(before);
    return v->context->errors && !status ? v->context->status : status;
}

invo_status event_finish(run *v) {
    invo_transition to = {0};
    if (v->s->process.happen)
        TRY(record_last(v));
    if (!v->s->process.finish)
        return INVO_OK;
    int ended = v->event.ended;
    TRY((invo_status)v->s->process.finish(v->s->self, v->u, v->engine->direction.z, &to));
    if (!to.system)
        return INVO_OK;
    record_continue_event(v);
    TRY(event_go_on(v, &to));
    v->event.ended = ended;
    return INVO_OK;
}

void event_lay_out(event_state *e, const invo_system *s, pool *p) {
    const size_t n = (size_t)s->coordinates;
    const size_t tops = (size_t)s->tops;
    const size_t count = (size_t)s->events.count;
    double **functions[] = {&e->g,      &e->g_start, &e->g_low, &e->g_high,
                            &e->g_bare, &e->band,    &e->slack, &e->side};
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        *functions[k] = pool_doubles(p, count);
    e->g_probe = pool_doubles(p, EVENT_PROBES * count);
    e->point = pool_doubles(p, n);
    e->slope = pool_doubles(p, n);
    e->before = pool_doubles(p, n);
    e->top = pool_doubles(p, tops);
    e->errors = pool_doubles(p, n + tops);
    e->crossed = pool_take(p, (size_t)s->events.count, 1);
    e->armed = pool_take(p, (size_t)s->events.count, 1);
    e->bare = pool_take(p, (size_t)s->events.count, 1);
}
