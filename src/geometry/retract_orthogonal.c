/* SPDX-License-Identifier: BSD-3-Clause */
/* Orthogonal retraction: the nearest point u of the manifold to a, W(u - a) + B(u)'mu =
 * 0, phi(u) = 0
 * ([TAN05] (3.2)), by a simplified Newton iteration: the residual is exact, the matrix
 * [[W, B'], [B, 0]] is frozen where it was factored. */
#include <math.h>
#include "retract_joint.h"

/* g = W^-1 (W(u - a) + B(u)'mu): how far u is from nearest, coordinate by coordinate. */
static void retract_orthogonal_tangential(newton *w, const double *u, double *g) {
    retraction *r = w->r;
    manifold *m = r->manifold;
    if (w->moves == 0 && r->settings.start <= START_PLAIN) { /* u = a, mu = 0 */
        vector_zero(m->s->coordinates, g);
        return;
    }
    manifold_jacobian(m, u, m->value);
    for (int i = 0; i < m->s->coordinates; i++)
        g[i] = u[i] - r->from[i];
    for (int i = 0; i < m->s->constraints; i++)
        EACH_ENTRY(k, &m->pattern, i) {
            int j = m->pattern.column[k];
            g[j] += r->metric->inverse[j] * m->value[k] * r->mu[i];
        }
}

/* dmu from B0 W^-1 B0' dmu = phi - B0 g, then du = -g - W^-1 B0' dmu. */
static void retract_orthogonal_move(newton *w, const double *u) {
    retraction *r = w->r;
    normal_space *b = &r->space;
    retract_orthogonal_tangential(w, u, r->move);
    for (int k = 0; k < b->count; k++) {
        int i = b->kept[k];
        EACH_ENTRY(e, b->pattern, i)
            r->residual[i] -= b->scale[i] * b->value[e] * r->move[b->pattern->column[e]];
    }
    normal_space_solve(b, r->residual);
    vector_scale(r->s->coordinates, -1, r->move);
    normal_space_move(b, r->metric, r->move);
    for (int k = 0; k < b->count; k++)
        r->mu[b->kept[k]] += b->nu[k] / b->scale[b->kept[k]];
}

int retract_tangent(const retraction *r, double *u) {
    int n = r->s->coordinates;
    const double *p = r->previous;
    const double *v = r->velocity;
    const double *w = r->metric->w;
    if (!p || !v)
        return 0;
    double along = 0;
    double square = 0;
    for (int i = 0; i < n; i++) {
        along += w[i] * w[i] * v[i] * (r->from[i] - p[i]);
        square += w[i] * w[i] * v[i] * v[i];
    }
    if (!(square > 0))
        return 0;
    double h = v[0] != 0 ? (r->from[0] - p[0]) / v[0] : along / square;
    for (int i = 0; i < n; i++)
        u[i] = r->metric->inverse[i] > 0 ? p[i] + h * v[i] : r->from[i];
    return 1;
}

/* From the tangent along the normal space at p: mu = (B W^-1 B')^-1 d2phi(v, v) h^2 / 2,
 * where phi(p + h v) stands for d2phi(v, v) h^2 / 2: no second differentials, the same
 * order. */
static invo_status start_by_curvature(newton *w, double *u, int *factored) {
    retraction *r = w->r;
    if (!retract_tangent(r, u))
        return INVO_OK;
    TRY(retraction_evaluate(w, u));
    TRY(w->factor(w, r->previous));
    newton_normal_move(w, u);
    for (int i = 1; i < r->s->coordinates; i++)
        u[i] += r->move[i];
    for (int k = 0; k < r->space.count; k++)
        r->mu[r->space.kept[k]] = r->space.nu[k] / r->space.scale[r->space.kept[k]];
    w->fresh = *factored = 1;
    return INVO_OK;
}

invo_status retract_start(newton *w, double *u, int *factored) {
    retraction *r = w->r;
    if (r->settings.start == START_CURVATURE)
        return start_by_curvature(w, u, factored);
    if (r->settings.start == START_PREVIOUS && r->previous)
        for (int i = 0; i < r->s->coordinates; i++)
            if (r->metric->inverse[i] > 0)
                u[i] = r->previous[i];
    return INVO_OK;
}

static invo_status orthogonal(retraction *r, double *u) {
    return retract_joint(r, u, retract_orthogonal_move);
}

const retraction_class retraction_orthogonal = {.name = "orthogonal",
                                                .retract = orthogonal,
                                                .start = retract_start,
                                                .linear = 1,
                                                .nearest = 1};
