/* SPDX-License-Identifier: BSD-3-Clause */
/* Orthogonal retraction: the nearest point u of the manifold to a, W(u - a) + B(u)'mu =
 * 0, phi(u) = 0
 * ([TAN05] (3.2)), by a simplified Newton iteration: the residual is exact, the matrix
 * [[W, B'], [B, 0]] is frozen where it was factored. */
#include "retract_joint.h"

/* g = W^-1 (W(u - a) + B(u)'mu): how far u is from nearest, coordinate by coordinate. */
static void tangential(retraction *r, const double *u, double *g) {
    manifold *m = r->manifold;
    manifold_jacobian(m, u, m->value);
    for (int i = 0; i < m->s->coordinates; i++) g[i] = u[i] - r->from[i];
    for (int i = 0; i < m->s->constraints; i++)
        for (int k = m->pattern.start[i]; k < m->pattern.start[i + 1]; k++) {
            int j = m->pattern.column[k];
            g[j] += r->metric->inverse[j] * m->value[k] * r->mu[i];
        }
}

/* dmu from B0 W^-1 B0' dmu = phi - B0 g, then du = -g - W^-1 B0' dmu. */
static void move(newton *w, const double *u) {
    retraction *r = w->r;
    normal_space *b = &r->space;
    tangential(r, u, r->move);
    for (int k = 0; k < b->count; k++) {
        int i = b->kept[k];
        for (int e = b->pattern->start[i]; e < b->pattern->start[i + 1]; e++)
            r->residual[i] -= b->scale[i] * b->value[e] * r->move[b->pattern->column[e]];
    }
    normal_space_solve(b, r->residual);
    for (int i = 0; i < r->manifold->s->coordinates; i++) r->move[i] = -r->move[i];
    normal_space_move(b, r->metric, r->move);
    for (int k = 0; k < b->count; k++)
        r->mu[b->kept[k]] += b->nu[k] / b->scale[b->kept[k]];
}

static invo_status orthogonal(retraction *r, double *u) {
    return retract_joint(r, u, move);
}

const retraction_class retraction_orthogonal = {"orthogonal", orthogonal};
