/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincare sections: changes of sign are looked for along every step and located on the
 * retracted interpolant, so that the points lie on the manifold and on the section to
 * round-off. The run continues as if nothing had happened. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "locate.h"
#include "run.h"

/* Where a step is looked at: unevenly, so that no period hides between. */
enum { SAMPLES = 6 };
static const double sample_at[SAMPLES] = {0, 0.19, 0.42, 0.61, 0.83, 1};
enum { MOST_EVALUATIONS = 100 };

void section_begin(run *v) {
    if (v->s->sections.count)
        v->s->sections.functions(v->s->self, v->u, v->engine->direction.z,
                                 v->section.start);
}

/* With the top unknowns of the end of the step: near enough to see where a function goes.
 */
static void solve_section_sample(run *v, const step *d, double theta, double *g) {
    run_glance(v, d, theta, v->point);
    v->s->sections.functions(v->s->self, v->point, v->top, g);
}

/* The function of section k at theta, on the manifold. */
static invo_status value(run *v, const step *d, int k, double theta, double *g) {
    assert(k >= 0 && k < v->s->sections.count);
    TRY(run_look(v, d, theta));
    v->s->sections.functions(v->s->self, v->point, v->engine->direction.z,
                             v->section.now);
    *g = v->section.now[k];
    return INVO_OK;
}

static invo_status section_record(run *v, int k, int way) {
    assert(way == 1 || way == -1);
    v->result->section[k].crossings++;
    if (!v->o.given.crossing)
        return INVO_OK;
    TRY(ledger_examine(v, v->point, v->slope, POINT_OF_RUN));
    ledger_record(v);
    record_fill(v, v->point, v->section.row);
    const invo_crossing x = {
        v->s->sections.count,   v->s->sections.at, k, way, v->result->columns,
        v->result->column_list, v->section.row};
    v->o.given.crossing(v->o.given.crossing_data, &x);
    return INVO_OK;
}

/* Records the root in [low, high], where the function has values a and b of different
 * signs: the point where it was smallest. */
static invo_status section_locate(run *v, const step *d, int k, double low, double a,
                                  double high, double b) {
    assert(low < high && (a < 0) != (b < 0));
    double least = fmax(DBL_EPSILON, 2 * DBL_EPSILON * fabs(d->p[0] / d->h));
    bracket at = {low, high, a, b, .least = least, .most = MOST_EVALUATIONS};
    double g = b;
    double theta = high;
    double best = high;
    double smallest = fabs(b);
    while (g != 0 && bracket_next(&at, &theta)) {
        TRY(value(v, d, k, theta, &g));
        bracket_narrow(&at, theta, g);
        if (fabs(g) <= smallest) {
            best = theta;
            smallest = fabs(g);
        }
    }
    if (g != 0)
        TRY(value(v, d, k, best, &g));
    return section_record(v, k, b > 0 ? 1 : -1);
}

/* Between `low`, where the function is known to be a, and theta, where it seems to have
 * the other sign, as it does not seem to at `near`: the samples are confirmed on the
 * interpolant first. *b becomes its value at theta. */
static invo_status section_cross(run *v, const step *d, int k, double low, double a,
                                 double near, double theta, double *b) {
    const int way = v->s->sections.at[k].direction;
    if (theta < 1)
        TRY(value(v, d, k, theta, b));
    if (*b == 0 || (*b < 0) == (a < 0) || way * *b < 0)
        return INVO_OK;
    double middle = a;
    if (near > low)
        TRY(value(v, d, k, near, &middle));
    if (middle != 0 && (middle < 0) != (a < 0))
        return section_locate(v, d, k, low, a, near, middle);
    return section_locate(v, d, k, middle != 0 ? near : low, middle != 0 ? middle : a,
                          theta, *b);
}

/* What a function is in a step: samples, and points on the interpolant where it is seen
 * to have another sign. */
enum { MOST_BOTTOMS = 3 };
typedef struct course {
    int count;
    double at[SAMPLES + MOST_BOTTOMS], y[SAMPLES + MOST_BOTTOMS];
} course;

/* Samples are only near the solution: what comes down to this share of the lowest one, or
 * of the range of them, may reach zero and go back; and what is so near to zero at an end
 * of the step may do so beside it. */
static const double SHALLOW = 0.5, SHARE = 0.1, AT_END = 0.02;

/* The bottom of the function at the j-th sample, if that is the lowest one around and the
 * bottom may reach zero; else NaN. y: [SAMPLES], all of one sign near j */
static double find_bottom(const double *y, int j, double range) {
    assert(j >= 0 && j < SAMPLES);
    const double sign = y[j] < 0 ? -1 : 1;
    const int first = j == 0;
    const int last = j == SAMPLES - 1;
    if (y[j] == 0 || (!first && !(sign * y[j - 1] > sign * y[j])) ||
        (!last && !(sign * y[j + 1] > sign * y[j])))
        return NAN;
    if (first || last)
        return sign * y[j] < AT_END * range ? sample_at[j] : NAN;
    const double *x = sample_at + j - 1;
    double at = valley_vertex(x, y + j - 1);
    double low = 0;
    for (int m = 0; m < 3; m++) {
        int n = (m + 1) % 3;
        int o = (m + 2) % 3;
        low += sign * y[j - 1 + m] * (at - x[n]) * (at - x[o]) /
               ((x[m] - x[n]) * (x[m] - x[o]));
    }
    return low < fmax(SHALLOW * sign * y[j], SHARE * range) ? at : NAN;
}

static void insert(course *c, double at, double y) {
    assert(c->count < SAMPLES + MOST_BOTTOMS);
    int i = c->count++;
    for (; i > 0 && c->at[i - 1] > at; i--) {
        c->at[i] = c->at[i - 1];
        c->y[i] = c->y[i - 1];
    }
    c->at[i] = at;
    c->y[i] = y;
}

/* Goes down there on the interpolant itself; a point with another sign than y joins the
 * course. */
static invo_status section_go_down(run *v, const step *d, int k, double end, double at,
                                   double y, course *c) {
    static const double REACH = 0.12; /* somewhat more than half between samples */
    const double sign = y < 0 ? -1 : 1;
    const double low = end * fmax(0, at - REACH);
    const double high = end * fmin(1, at + REACH);
    double theta =
        fmin(fmax(end * at, 0.75 * low + 0.25 * high), 0.25 * low + 0.75 * high);
    double at_low;
    double at_high;
    double g;
    TRY(value(v, d, k, low, &at_low));
    TRY(value(v, d, k, high, &at_high));
    valley down = valley_begin(low, sign * at_low, theta, high, sign * at_high);
    if (sign * at_low < 0 && low > 0) {
        insert(c, low, at_low);
        return INVO_OK;
    }
    if (sign * at_high < 0 && high < end) {
        insert(c, high, at_high);
        return INVO_OK;
    }
    do {
        TRY(value(v, d, k, theta, &g));
        if (sign * g < 0) {
            insert(c, theta, g);
            return INVO_OK;
        }
    } while (valley_descend(&down, &theta, sign * g));
    return INVO_OK;
}

static invo_status find_dips(run *v, const step *d, int k, double end, course *c) {
    double y[SAMPLES];
    double least = c->y[0];
    double most = c->y[0];
    for (int i = 0; i < SAMPLES; i++) {
        y[i] = c->y[i];
        least = fmin(least, y[i]);
        most = fmax(most, y[i]);
    }
    for (int j = 0; j < SAMPLES; j++) {
        double at = find_bottom(y, j, most - least);
        if (!isnan(at) && c->count < SAMPLES + MOST_BOTTOMS)
            TRY(section_go_down(v, d, k, end, at, y[j], c));
    }
    return INVO_OK;
}

/* Walks along the course of a section and locates each change of sign; samples that
 * are zero are skipped. */
static invo_status search(run *v, const step *d, int k, const course *c) {
    double low = 0;
    double a = v->section.start[k];
    double near = 0;
    for (int i = 1; i < c->count; i++) {
        double theta = c->at[i];
        double b = c->y[i];
        if (b == 0)
            continue;
        if (a == 0 || (a < 0) == (b < 0)) {
            if (a == 0) {
                low = theta;
                a = b;
            }
            near = theta;
            continue;
        }
        TRY(section_cross(v, d, k, low, a, near, theta, &b));
        if (b != 0) {
            low = near = theta;
            a = b;
        }
    }
    return INVO_OK;
}

/* Samples all section functions along the step, adds the dips between samples, and
 * locates the crossings. */
invo_status section_look(run *v, const step *d) {
    assert(v->event.theta > 0 && v->event.theta <= 1);
    const double end = v->event.theta;
    const int count = v->s->sections.count;
    double *g = v->section.sample;
    if (count == 0)
        return INVO_OK;
    for (int i = 1; i < SAMPLES - 1; i++)
        solve_section_sample(v, d, end * sample_at[i], g + i * count);
    if (end < 1)
        v->s->sections.functions(v->s->self, v->event.point, v->event.top,
                                 g + (SAMPLES - 1) * count);
    else
        v->s->sections.functions(v->s->self, d->q, v->top, g + (SAMPLES - 1) * count);
    for (int k = 0; k < count; k++) {
        course c = {.count = SAMPLES, .y = {v->section.start[k]}};
        for (int i = 1; i < SAMPLES; i++) {
            c.at[i] = end * sample_at[i];
            c.y[i] = g[i * count + k];
        }
        TRY(find_dips(v, d, k, end, &c));
        TRY(search(v, d, k, &c));
    }
    for (int k = 0; k < count; k++) { /* a zero keeps the sign that was before */
        double last = g[(SAMPLES - 1) * count + k];
        if (last != 0)
            v->section.start[k] = last;
    }
    return INVO_OK;
}

void section_lay_out(section_state *x, const invo_system *s, pool *p) {
    const size_t count = (size_t)s->sections.count;
    x->start = pool_doubles(p, count);
    x->now = pool_doubles(p, count);
    x->sample = pool_doubles(p, SAMPLES * count);
}
