/* SPDX-License-Identifier: BSD-3-Clause */
/* When a Newton iteration has converged, as the papers test it: z = (u, mu), F = (W(u -
 * a) + B'mu, phi), or u and phi alone where the retraction has no multipliers.
 *
 *     hybrid   |z_k - z_(k-1)| + |F_k| < T + R / |F_(k-1)|     [TAN05] 6.1
 *     move     max |z_k - z_(k-1)| < T                         [TA01] 5.3
 *     sum      |sum of phi(u_(k-1))| < T                       [Baese] 4.1.4
 *
 * The hybrid test is also made before the first move: the averages in the tables of
 * [TAN05] are far below one iteration. |F_0| < T then, or with --newton-first-test
 * relative |F_0| < T + R / |F_0|. */
#include <math.h>
#include "../base/number.h"
#include "retraction.h"

/* |W(u - a) + B'mu| in the metric: 0 at the given point, before any move. */
static double newton_rule_tangential(const newton *w, const double *u) {
    const retraction *r = w->r;
    const metric *g = r->metric;
    manifold *m = r->manifold;
    double *f = r->scratch;
    double sum = 0;
    if (w->moves == 0 && r->settings.start <= START_PLAIN)
        return 0;
    manifold_jacobian(m, u, m->value);
    for (int j = 0; j < m->s->coordinates; j++)
        f[j] = g->w[j] * g->w[j] * (u[j] - r->from[j]);
    for (int k = 0; k < g->couplings; k++) {
        const metric_coupling *c = &g->coupling[k];
        f[c->row] += c->value * (u[c->column] - r->from[c->column]);
        f[c->column] += c->value * (u[c->row] - r->from[c->row]);
    }
    for (int i = 0; i < m->s->constraints; i++)
        EACH_ENTRY(e, &m->pattern, i)
            f[m->pattern.column[e]] += m->value[e] * r->mu[i];
    for (int j = 0; j < m->s->coordinates; j++)
        sum += f[j] * f[j] * g->inverse[j];
    return sqrt(sum);
}

static double newton_rule_gradient(const newton *w, const double *u) {
    const retraction *r = w->r;
    double sum = 0;
    for (int i = 0; i < r->space.rows; i++)
        if (!r->active.left_out[w->row ? w->row[i] : i])
            sum += r->residual[i] * r->residual[i];
    return r->kind->nearest ? hypot(sqrt(sum), newton_rule_tangential(w, u)) : sqrt(sum);
}

/* z_k - z_(k-1): its length and its largest component. */
static double newton_rule_change(newton *w, double *largest) {
    retraction *r = w->r;
    int m = r->kind->nearest ? r->s->constraints : 0;
    double sum = 0;
    *largest = 0;
    for (int j = 0; w->moves && j < r->s->coordinates; j++) {
        sum += r->move[j] * r->move[j];
        *largest = larger(*largest, fabs(r->move[j]));
    }
    for (int i = 0; i < m; i++) {
        double x = w->moves ? r->mu[i] - r->mu_before[i] : 0;
        sum += x * x;
        *largest = larger(*largest, fabs(x));
    }
    vector_copy(m, r->mu, r->mu_before);
    return sqrt(sum);
}

/* The relative part of the hybrid test. */
static double relative_part(const newton *w, double before) {
    const retraction_settings *s = &w->r->settings;
    if (before > 0)
        return s->relative / before;
    if (!s->relative_first || w->moves || !(w->measure > 0))
        return 0;
    return s->relative / w->measure;
}

int newton_rule_is_met(newton *w, const double *u) {
    const retraction_settings *s = &w->r->settings;
    double before = w->measure;
    double largest;
    double length = newton_rule_change(w, &largest);
    switch (s->rule) {
    case RULE_AUTO: /* of no settled plan */
    case RULE_ROUND_OFF:
        break;
    case RULE_HYBRID:
        w->measure = newton_rule_gradient(w, u);
        return length + w->measure < s->tolerance + relative_part(w, before);
    case RULE_MOVE:
        return w->moves && largest < s->tolerance;
    case RULE_SUM:
        w->measure = 0;
        for (int i = 0; i < w->r->space.rows; i++)
            w->measure += w->r->residual[i];
        return w->moves && fabs(before) < s->tolerance;
    }
    return 0;
}
