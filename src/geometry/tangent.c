/* SPDX-License-Identifier: BSD-3-Clause */
/* Tangential parts by the factor of B W^-1 B' that the normal retraction has. */
#include "tangent.h"
#include "retract_joint.h"

void tangent_lay_out(tangent *t, retraction *r, pool *p) {
    const invo_system *s = r->s;
    t->r = r;
    t->hessian =
        pool_doubles(p, s->hessian ? s->hessian_pattern->start[s->coordinates] : 0);
    t->residual = pool_doubles(p, s->constraints);
    t->move = pool_doubles(p, s->coordinates);
}

invo_status tangent_take(tangent *t, const double *p) {
    retraction *r = t->r;
    newton w = {.r = r, .stage = -1};
    if (!r->s->constraints)
        return INVO_OK;
    retraction_take(r, -1);
    r->has_factor = 0;
    return retract_factor(&w, p);
}

void tangent_project(tangent *t, double *x, double *a) {
    retraction *r = t->r;
    const invo_system *s = r->s;
    normal_space *space = &r->space;
    if (!s->constraints)
        return;
    for (int i = 0; i < s->constraints; i++) {
        double sum = 0;
        EACH_ENTRY(e, space->pattern, i)
            sum += space->value[e] * x[space->pattern->column[e]];
        t->residual[i] = sum * space->scale[i];
        if (a)
            a[i] = 0;
    }
    normal_space_solve(space, t->residual);
    vector_zero(s->coordinates, t->move);
    normal_space_move(space, r->metric, t->move);
    vector_add(s->coordinates, 1, t->move, x);
    for (int k = 0; a && k < space->count; k++)
        a[space->kept[k]] = space->nu[k] / space->scale[space->kept[k]];
}

void tangent_curve(tangent *t, const double *p, const double *a, const double *v,
                   double *y) {
    const invo_system *s = t->r->s;
    const double *inverse = t->r->metric->inverse;
    vector_zero(s->coordinates, y);
    if (!s->constraints)
        return;
    const invo_pattern *h = s->hessian_pattern;
    s->hessian(s->self, p, a, t->hessian);
    for (int i = 0; i < h->rows; i++)
        EACH_ENTRY(e, h, i) {
            int j = h->column[e];
            y[i] += t->hessian[e] * v[j];
            if (i != j)
                y[j] += t->hessian[e] * v[i];
        }
    for (int i = 0; i < s->coordinates; i++)
        y[i] *= inverse[i];
}
