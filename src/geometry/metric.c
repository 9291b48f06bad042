/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of the metric and of the error norm. */
#include "metric.h"
#include <math.h>

double coordinate_nominal(const invo_system *s, int i) {
    return s->coordinate ? s->coordinate[i].nominal : 1;
}

const char *coordinate_name(const invo_system *s, int i) {
    return s->coordinate && s->coordinate[i].name ? s->coordinate[i].name : "";
}

void metric_error_scale(const metric *m, const invo_system *s, const double *p,
                        const double *q, double *scale) {
    for (int i = 0; i < s->coordinates; i++)
        scale[i] = 1 / (m->rtol * fmax(fabs(p[i]), fabs(q[i])) +
                        m->atol * coordinate_nominal(s, i));
}

/* `scaled` takes one factor per level of differentiation: the level's size is that of its
 * largest coordinate against its nominal. Weights of single coordinates would grow where
 * one crosses zero and push the correction along the tangent. */
static void scale_levels(metric *m, const invo_system *s, const double *u) {
    for (int i = 1; i < s->coordinates; i++) {
        int order = s->coordinate ? s->coordinate[i].order : 0;
        double largest = 1;
        for (int k = 1; k < s->coordinates; k++)
            if ((s->coordinate ? s->coordinate[k].order : 0) == order)
                largest = fmax(largest, fabs(u[k]) / coordinate_nominal(s, k));
        m->w[i] = 1 / ((m->rtol * largest + m->atol) * coordinate_nominal(s, i));
    }
}

void metric_freeze(metric *m, const invo_system *s, const double *u) {
    for (int i = 0; i < s->coordinates; i++)
        m->w[i] = m->kind == METRIC_EUCLIDEAN ? 1 : 1 / coordinate_nominal(s, i);
    if (m->kind == METRIC_SCALED) scale_levels(m, s, u);
    for (int i = 0; i < s->coordinates; i++) m->inverse[i] = 1 / (m->w[i] * m->w[i]);
    m->inverse[0] = 0;
    m->tolerance = m->kind == METRIC_SCALED ? 1 : m->rtol;
}
