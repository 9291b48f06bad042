/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincare sections: changes of sign are looked for along every step and located on the
 * retracted interpolant, so that the points lie on the manifold and on the section to
 * round-off. The run goes on as if nothing had happened. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "solver.h"

/* Where a step is looked at: unevenly, so that no period hides between. */
enum { SAMPLES = 6 };
static const double sample_at[SAMPLES] = {0, 0.19, 0.42, 0.61, 0.83, 1};
enum { MOST_EVALUATIONS = 100 };

void section_begin(solver *v) {
    if (v->s->sections)
        v->s->section_functions(v->s->self, v->u, v->direction.z, v->section_start);
}

/* With the top unknowns of the end of the step: near enough to see where a function goes.
 */
static void sample(solver *v, const step *d, double theta, double *g) {
    solver_glance(v, d, theta, v->point);
    v->s->section_functions(v->s->self, v->point, v->top, g);
}

/* The function of section k at theta, on the manifold. */
static invo_status value(solver *v, const step *d, int k, double theta, double *g) {
    TRY(solver_look(v, d, theta));
    v->s->section_functions(v->s->self, v->point, v->direction.z, v->section_now);
    *g = v->section_now[k];
    return INVO_OK;
}

static invo_status record(solver *v, int k, int way) {
    v->result->section[k].crossings++;
    if (!v->o.crossing) return INVO_OK;
    TRY(ledger_examine(v, v->point, v->slope));
    ledger_record(v);
    record_fill(v, v->point, v->section_row);
    const invo_crossing x = {
        v->s->sections,         v->s->section, k, way, v->result->columns,
        v->result->column_list, v->section_row};
    v->o.crossing(v->o.crossing_data, &x);
    return INVO_OK;
}

/* The root in [low, high], where the function has values a and b of different signs:
 * regula falsi with halved ordinates (Illinois), and halving now and then. */
static invo_status locate(solver *v, const step *d, int k, double low, double a,
                          double high, double b) {
    double least = fmax(DBL_EPSILON, 2 * DBL_EPSILON * fabs(d->p[0] / d->h)), g = b,
           theta = high;
    const int way = b > 0 ? 1 : -1;
    for (int i = 0; i < MOST_EVALUATIONS && high - low > least && g != 0; i++) {
        theta = i % 8 == 7 ? low + (high - low) / 2 : low + (high - low) * (a / (a - b));
        if (!(theta > low && theta < high)) theta = low + (high - low) / 2;
        if (!(theta > low && theta < high)) break;
        TRY(value(v, d, k, theta, &g));
        if ((g > 0) == (b > 0))
            high = theta, b = g, a /= 2;
        else
            low = theta, a = g, b /= 2;
    }
    if (g != 0) TRY(value(v, d, k, theta, &g));
    return record(v, k, way);
}

/* Between `low`, where the function is known to be a, and theta, where it seems to have
 * the other sign, as it does not seem to at `near`: the samples are confirmed on the
 * interpolant first. *b becomes its value at theta. */
static invo_status cross(solver *v, const step *d, int k, double low, double a,
                         double near, double theta, double *b) {
    const int way = v->s->section[k].direction;
    if (theta < 1) TRY(value(v, d, k, theta, b));
    if (*b == 0 || (*b < 0) == (a < 0) || way * *b < 0) return INVO_OK;
    double middle = a;
    if (near > low) TRY(value(v, d, k, near, &middle));
    if (middle != 0 && (middle < 0) != (a < 0))
        return locate(v, d, k, low, a, near, middle);
    return locate(v, d, k, middle != 0 ? near : low, middle != 0 ? middle : a, theta, *b);
}

static invo_status search(solver *v, const step *d, int k, double end,
                          const double *first) {
    const int count = v->s->sections;
    double low = 0, a = v->section_start[k], near = 0;
    for (int i = 1; i < SAMPLES; i++) {
        double theta = end * sample_at[i], b = first[i * count + k];
        if (b == 0) continue;
        if (a == 0 || (a < 0) == (b < 0)) {
            if (a == 0) low = theta, a = b;
            near = theta;
            continue;
        }
        TRY(cross(v, d, k, low, a, near, theta, &b));
        if (b != 0) low = near = theta, a = b;
    }
    return INVO_OK;
}

invo_status section_look(solver *v, const step *d, double end) {
    const int count = v->s->sections;
    double *g = v->section_sample;
    if (count == 0) return INVO_OK;
    for (int i = 1; i < SAMPLES - 1; i++) sample(v, d, end * sample_at[i], g + i * count);
    if (end < 1)
        v->s->section_functions(v->s->self, v->event_point, v->event_top,
                                g + (SAMPLES - 1) * count);
    else
        v->s->section_functions(v->s->self, d->q, v->top, g + (SAMPLES - 1) * count);
    for (int k = 0; k < count; k++) TRY(search(v, d, k, end, g));
    for (int k = 0; k < count; k++) { /* a zero keeps the sign that was before */
        double last = g[(SAMPLES - 1) * count + k];
        if (last != 0) v->section_start[k] = last;
    }
    return INVO_OK;
}

size_t section_work(const solver *v) {
    size_t count = (size_t)v->s->sections;
    return count ? (SAMPLES + 2) * count : 0;
}

void section_lay_out(solver *v, double *work) {
    v->section_start = work, v->section_now = work + v->s->sections;
    v->section_sample = v->section_now + v->s->sections;
}
