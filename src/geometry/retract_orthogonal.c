/* Orthogonal retraction: the nearest point u of the manifold to a, W(u - a) + B(u)'mu = 0, phi(u) = 0
 * ([TAN05] (3.2)), by a simplified Newton iteration: the residual is exact, the matrix [[W, B'], [B, 0]]
 * is frozen at a.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>
#include "retract_joint.h"

enum { MOST_ITERATIONS = 40 };
static const double FEW_ULPS = 4, LEAF_SHARE = 1e-3, SLOW = 0.3;

/* g = W(u - a) + B(u)'mu divided by W: how far u is from nearest, coordinate by coordinate. */
static void tangential(retraction *r, const double *u, double *g) {
    manifold *m = r->manifold;
    const int n = m->s->coordinates;
    manifold_jacobian(m, u, m->value);
    for (int i = 0; i < n; i++) g[i] = u[i] - r->from[i];
    for (int i = 0; i < m->s->constraints; i++)
        for (int k = m->pattern.start[i]; k < m->pattern.start[i + 1]; k++) {
            int j = m->pattern.column[k];
            g[j] += r->metric->inverse[j] * m->value[k] * r->mu[i];
        }
}

static double apply(retraction *r, double *u) {
    const invo_system *s = r->manifold->s;
    double most = 0;
    for (int i = 1; i < s->coordinates; i++) {
        double size = fmax(fabs(u[i]), LEAF_SHARE * coordinate_nominal(s, i));
        double x = fabs(r->move[i]) / (DBL_EPSILON * size);
        if (!(x <= most)) most = x;
        u[i] += r->move[i];
    }
    return most;
}

/* One step: dmu from B0 W^-1 B0' dmu = phi - B0 g, du = -g - W^-1 B0' dmu. */
static invo_status newton_step(retraction *r, double *u, double *size) {
    const invo_system *s = r->manifold->s;
    normal_space *b = &r->space;
    manifold_constraint(r->manifold, u, r->residual);
    for (int i = 0; i < s->constraints; i++)
        if (!isfinite(r->residual[i])) return r->row = i, r->value = r->residual[i], INVO_E_DOMAIN;
    tangential(r, u, r->move);
    for (int k = 0; k < b->count; k++) {
        int i = b->kept[k];
        for (int e = b->pattern->start[i]; e < b->pattern->start[i + 1]; e++)
            if (b->pattern->column[e] > 0)
                r->residual[i] -= b->scale[i] * b->value[e] * r->move[b->pattern->column[e]];
    }
    normal_space_solve(b, r->residual);
    for (int i = 0; i < s->coordinates; i++) r->move[i] = -r->move[i];
    normal_space_move(b, r->metric, r->move);
    for (int k = 0; k < b->count; k++) r->mu[b->kept[k]] += b->nu[k] / b->scale[b->kept[k]];
    *size = apply(r, u);
    return isfinite(*size) ? INVO_OK : INVO_E_RETRACTION;
}

static invo_status newton(retraction *r, double *u, int *slow) {
    const invo_system *s = r->manifold->s;
    double before = INFINITY, size;
    memset(r->mu, 0, sizeof *r->mu * (size_t)s->constraints);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        TRY(newton_step(r, u, &size));
        r->tries++;
        if (size <= FEW_ULPS) return INVO_OK;
        if (size > SLOW * before && size > 1e4 * FEW_ULPS) *slow = 1;
        if (size > before / 2) break;
        before = size;
    }
    double units = manifold_units(r->manifold, u, s->constraints, NULL, r->left_out, &r->row);
    r->value = r->manifold->row[r->row];
    return units <= r->bound / 2 ? INVO_OK : INVO_E_RETRACTION;
}

static invo_status orthogonal(retraction *r, double *u) { return retract_joint(r, u, newton); }

const retraction_class retraction_orthogonal = {"orthogonal", orthogonal};
