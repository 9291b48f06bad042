/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of the metric and of the error norm. */
#include "metric.h"
#include <float.h>
#include <math.h>
#include "mass.h"

double coordinate_nominal(const invo_system *s, int i) {
    return s->coordinate ? s->coordinate[i].nominal : 1;
}

double coordinate_size(const invo_system *s, const double *u, int i, double share) {
    return fmax(fabs(u[i]), share * coordinate_nominal(s, i));
}

void coordinate_find_tops(const invo_system *s, int *to) {
    for (int i = 1; i < s->coordinates; i++)
        if (s->coordinate[i].derivative >= s->coordinates)
            to[s->coordinate[i].derivative - s->coordinates] = i;
}

static inline int metric_level_of(const invo_system *s, int i) {
    int order = s->coordinate ? s->coordinate[i].order : 0;
    return order < METRIC_LEVELS ? order : METRIC_LEVELS - 1;
}

/* The larger one of two numbers, y if one of them is none. */
static inline double metric_max(double x, double y) {
    return x > y ? x : y;
}

/* No error estimate is better than the round-off of its level, whatever the tolerances
 * ask for. Without an absolute tolerance errors are relative to each coordinate, and a
 * large one of its level says nothing of one that leaves zero: its nominal does. */
static const double ROUND_OFF = 10 * DBL_EPSILON;

/* The coordinates of an unknown stand in the order of its derivatives. */
static double eased(const invo_system *s, int i, double h, const double *scale) {
    int order = s->coordinate[i].order;
    double weight = scale[i - order];
    for (int l = 1; l <= order; l++)
        weight *= h / l;
    return weight;
}

void metric_error_scale(const metric *m, const invo_system *s, const double *p,
                        const double *q, double *scale) {
    const int n = s->coordinates;
    const char *determined = m->eases ? s->series.determined : NULL;
    const double *from = m->end_only ? q : p;
    for (int i = 0; i < n; i++) {
        const double nominal = s->coordinate ? s->coordinate[i].nominal : 1;
        const double now = metric_max(fabs(from[i]), fabs(q[i]));
        const double size = m->recent ? metric_max(m->recent[i], now) : now;
        const double level = m->atol > 0 ? m->level[metric_level_of(s, i)] : 1;
        const double tolerance = m->rtol * size + m->atol * nominal;
        scale[i] = 1 / metric_max(ROUND_OFF * nominal * level, tolerance);
    }
    for (int i = 0; m->absolute && i < n; i++)
        scale[i] = 1 / m->rtol;
    for (int i = 0; m->ignored && i < n; i++)
        if (m->ignored[i])
            scale[i] = 0;
    for (int i = 0; determined && i < n; i++)
        if (determined[i])
            scale[i] = fmin(scale[i], eased(s, i, fabs(q[0] - p[0]), scale));
}

/* A coordinate that passes zero is not small for that reason: its tolerance is that of
 * its size some steps ago. Where a solution decays, by less than this share in a step
 * that is accurate, tolerances follow it. */
static const double FADED = 0.9;

void metric_note(metric *m, int n, const double *u) {
    for (int i = 0; m->recent && i < n; i++)
        m->recent[i] = metric_max(FADED * m->recent[i], fabs(u[i]));
}

void metric_forget(metric *m, int n, const double *u) {
    for (int i = 0; m->recent && i < n; i++)
        m->recent[i] = fabs(u[i]);
}

/* The size of a level of differentiation: that of its largest coordinate against its
 * nominal, 1 at least. */
static void measure_levels(metric *m, const invo_system *s, const double *u) {
    for (int l = 0; l < METRIC_LEVELS; l++)
        m->level[l] = 1;
    for (int i = 1; i < s->coordinates; i++) {
        const double nominal = s->coordinate ? s->coordinate[i].nominal : 1;
        double *level = &m->level[metric_level_of(s, i)];
        if (fabs(u[i]) > *level * nominal)
            *level = fabs(u[i]) / nominal;
    }
}

/* What has no part in the error norm follows from the rest: a correction moves it rather
 * than what it follows from. */
static const double FREEDOM = 0.03;

/* `scaled` takes one factor per level. Weights of single coordinates would grow where one
 * crosses zero and push the correction along the tangent. */
static double tolerance_weight(const metric *m, const invo_system *s, int i) {
    return 1 / ((m->rtol * m->level[metric_level_of(s, i)] + m->atol) *
                coordinate_nominal(s, i));
}

static inline double metric_weight_of(const metric *m, const invo_system *s, int i) {
    double nominal = s->coordinate ? s->coordinate[i].nominal : 1;
    if (m->ignored && m->ignored[i] && m->kind == METRIC_SCALED)
        nominal /= FREEDOM;
    if (m->kind == METRIC_EUCLIDEAN)
        return 1;
    if (m->kind == METRIC_NOMINAL || m->kind == METRIC_MASS || (i == 0 && !m->moves_time))
        return 1 / nominal;
    return 1 / ((m->rtol * m->level[metric_level_of(s, i)] + m->atol) * nominal);
}

/* Tolerances below this do not tell any more what an invariant is worth: all of them
 * would be left out, and the solution would drift away from them. */
static const double LEAST_TOLERANCE = 1e-13;

/* Most coordinates of a level have the weight of the one before: a table pays for many.
 */
enum { MANY_COORDINATES = 2 * METRIC_LEVELS };

typedef struct known_weight {
    double nominal, w, inverse;
} known_weight;

static void weigh_scaled(metric *m, const invo_system *s) {
    known_weight known[METRIC_LEVELS];
    for (int l = 0; l < METRIC_LEVELS; l++)
        known[l].nominal = NAN;
    for (int i = 1; i < s->coordinates; i++) {
        known_weight *k = &known[metric_level_of(s, i)];
        if (k->nominal != s->coordinate[i].nominal) {
            k->nominal = s->coordinate[i].nominal;
            k->w = metric_weight_of(m, s, i);
            k->inverse = 1 / (k->w * k->w);
        }
        m->w[i] = k->w;
        m->inverse[i] = k->inverse;
    }
}

static void weigh_each(metric *m, const invo_system *s) {
    for (int i = 1; i < s->coordinates; i++) {
        m->w[i] = metric_weight_of(m, s, i);
        m->inverse[i] = 1 / (m->w[i] * m->w[i]);
    }
}

void metric_freeze(metric *m, const invo_system *s, const double *u) {
    measure_levels(m, s, u);
    m->w[0] = metric_weight_of(m, s, 0);
    m->inverse[0] = m->moves_time ? 1 / (m->w[0] * m->w[0]) : 0;
    if (s->coordinate && !m->ignored && s->coordinates > MANY_COORDINATES)
        weigh_scaled(m, s);
    else
        weigh_each(m, s);
    for (int i = 0; m->tolerances && i < s->coordinates; i++)
        m->tolerances[i] = tolerance_weight(m, s, i);
    if (m->mass)
        mass_freeze(m->mass, m, s, u);
    m->patience = fmax(m->rtol, LEAST_TOLERANCE) / m->rtol;
    m->tolerance = m->kind == METRIC_SCALED
                       ? m->patience
                       : fmax(fmax(m->rtol, m->atol), LEAST_TOLERANCE);
}
