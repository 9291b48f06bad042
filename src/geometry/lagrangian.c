/* SPDX-License-Identifier: BSD-3-Clause */
/* F and its matrix, sparse, in units of the metric. Systems that give no second
 * differentials get them by differences of B'mu. */
#include "lagrangian.h"
#include <math.h>
#include "../base/number.h"
#include "../linalg/dense.h"
#include "../linalg/krylov.h"

/* A full lower triangle. */
static invo_pattern triangle(int n, pool *p) {
    int *start = pool_integers(p, n + 1);
    int *column = pool_integers(p, (size_t)n * (n + 1) / 2);
    for (int i = 0; i < n && column; i++) {
        start[i + 1] = start[i] + i + 1;
        for (int j = 0; j <= i; j++)
            column[start[i] + j] = j;
    }
    return (invo_pattern){n, n, start, column};
}

void lagrangian_lay_out(lagrangian *l, retraction *r, const invo_system *s, pool *p) {
    size_t n = s->coordinates;
    *l = (lagrangian){.r = r};
    POOL_INTEGERS(p, n, &l->coordinate, &l->place);
    POOL_DOUBLES(p, n, &l->unit, &l->g, &l->shifted);
    POOL_DOUBLES(p, s->constraints, &l->scale, &l->f);
    POOL_DOUBLES(p, manifold_entries(s), &l->b, &l->value);
    l->h = pool_doubles(p, s->hessian ? (size_t)s->hessian_pattern->start[n]
                                      : n * (n + 1) / 2);
    l->pattern = s->hessian ? *s->hessian_pattern : triangle(s->coordinates, p);
}

void lagrangian_begin(lagrangian *l, int m, const int *kept) {
    const retraction *r = l->r;
    l->m = m;
    l->kept = kept;
    l->n = 0;
    for (int i = 0; i < r->s->coordinates; i++) {
        l->place[i] = -1;
        if (!(r->metric->inverse[i] > 0))
            continue;
        l->place[i] = l->n;
        l->coordinate[l->n] = i;
        l->unit[l->n++] = sqrt(r->metric->inverse[i]);
    }
}

/* g += factor B'mu with B at the shifted point. */
static void lagrangian_add_slope(lagrangian *l, double factor, double *g) {
    manifold *m = l->r->manifold;
    manifold_jacobian(m, l->shifted, l->value);
    for (int i = 0; i < m->s->constraints; i++)
        EACH_ENTRY(k, &m->pattern, i)
            g[m->pattern.column[k]] += factor * l->value[k] * l->r->mu[i];
}

/* Column j of the triangle by central differences; l->r->move is scratch. */
static void lagrangian_difference(lagrangian *l, const double *u) {
    const invo_system *s = l->r->s;
    int n = s->coordinates;
    double *g = l->r->move;
    vector_copy(n, u, l->shifted);
    for (int j = 0; j < n; j++) {
        double h = CUBE_ROOT_OF_EPSILON * coordinate_size(s, u, j, 1);
        vector_zero(n, g);
        l->shifted[j] = u[j] + h;
        lagrangian_add_slope(l, 1 / (2 * h), g);
        l->shifted[j] = u[j] - h;
        lagrangian_add_slope(l, -1 / (2 * h), g);
        l->shifted[j] = u[j];
        for (int i = j; i < n; i++)
            l->h[l->pattern.start[i] + j] = g[i];
    }
}

void lagrangian_measure(lagrangian *l) {
    const invo_pattern *p = &l->r->manifold->pattern;
    for (int k = 0; k < l->m; k++) {
        double sum = 0;
        EACH_ENTRY(e, p, l->kept[k]) {
            int j = l->place[p->column[e]];
            if (j >= 0)
                sum += l->b[e] * l->unit[j] * l->b[e] * l->unit[j];
        }
        l->scale[k] = sum > 0 ? sqrt(sum) : 1;
    }
}

void lagrangian_evaluate(lagrangian *l, const double *u, int with_hessian) {
    manifold *m = l->r->manifold;
    manifold_jacobian(m, u, l->b);
    if (with_hessian && m->s->hessian)
        m->s->hessian(m->s->self, u, l->r->mu, l->h);
    else if (with_hessian)
        lagrangian_difference(l, u);
}

/* y += (W - diagonal) x */
static void lagrangian_couple(const lagrangian *l, const double *x, double *y) {
    const metric *w = l->r->metric;
    for (int k = 0; k < w->couplings; k++) {
        int p = l->place[w->coupling[k].row];
        int q = l->place[w->coupling[k].column];
        if (p < 0 || q < 0)
            continue;
        double value = l->unit[p] * w->coupling[k].value * l->unit[q];
        y[p] += value * x[q];
        y[q] += value * x[p];
    }
}

void lagrangian_gradient(lagrangian *l, const double *u) {
    const retraction *r = l->r;
    double *x = l->shifted; /* u - a in these units */
    for (int j = 0; j < l->n; j++) {
        int i = l->coordinate[j];
        x[j] = (u[i] - r->from[i]) / l->unit[j];
    }
    for (int k = 0; k < l->m; k++)
        l->f[k] = r->mu[l->kept[k]] * l->scale[k];
    lagrangian_normal(l, l->f, l->g);
    vector_add(l->n, 1, x, l->g);
    lagrangian_couple(l, x, l->g);
    for (int k = 0; k < l->m; k++)
        l->f[k] = r->residual[l->kept[k]] / l->scale[k];
}

void lagrangian_curve(const lagrangian *l, int with_hessian, const double *x, double *y) {
    vector_copy(l->n, x, y);
    lagrangian_couple(l, x, y);
    if (!with_hessian)
        return;
    for (int i = 0; i < l->pattern.rows; i++) {
        int p = l->place[i];
        if (p < 0)
            continue;
        EACH_ENTRY(e, &l->pattern, i) {
            int q = l->place[l->pattern.column[e]];
            if (q < 0)
                continue;
            double h = l->unit[p] * l->h[e] * l->unit[q];
            y[p] += h * x[q];
            if (p != q)
                y[q] += h * x[p];
        }
    }
}

void lagrangian_rows(const lagrangian *l, const double *x, double *f) {
    const invo_pattern *p = &l->r->manifold->pattern;
    for (int k = 0; k < l->m; k++) {
        f[k] = 0;
        EACH_ENTRY(e, p, l->kept[k]) {
            int j = l->place[p->column[e]];
            if (j >= 0)
                f[k] += l->b[e] * l->unit[j] / l->scale[k] * x[j];
        }
    }
}

void lagrangian_normal(const lagrangian *l, const double *f, double *y) {
    const invo_pattern *p = &l->r->manifold->pattern;
    vector_zero(l->n, y);
    for (int k = 0; k < l->m; k++)
        EACH_ENTRY(e, p, l->kept[k]) {
            int j = l->place[p->column[e]];
            if (j >= 0)
                y[j] += l->b[e] * l->unit[j] / l->scale[k] * f[k];
        }
}

size_t lagrangian_first_work(const invo_system *s) {
    return (size_t)s->coordinates + 3 * (size_t)s->constraints;
}

typedef struct normal_square {
    const lagrangian *l;
    double *between; /* [n] */
} normal_square;

/* y = B B' x */
static void multiply_square(void *self, const double *x, double *y) {
    const normal_square *q = self;
    lagrangian_normal(q->l, x, q->between);
    lagrangian_rows(q->l, q->between, y);
}

void lagrangian_first(lagrangian *l, double eps, double *x, double *y, double *work) {
    const retraction *r = l->r;
    normal_square q = {l, work};
    const linear_map a = {l->m, &q, multiply_square};
    double residual;
    for (int k = 0; k < l->m; k++)
        l->scale[k] = 1;
    for (int k = 0; k < l->m; k++)
        l->f[k] = r->residual[l->kept[k]];
    double size = vector_length(l->m, l->f);
    double share = r->settings.squared ? eps * size : eps;
    conjugate_gradients(&a, l->f, y, share, 2 * l->m + 10, &residual, work + l->n);
    lagrangian_normal(l, y, x);
    vector_scale(l->n, -1, x);
}

void lagrangian_step(const lagrangian *l, const double *x, const double *y) {
    retraction *r = l->r;
    vector_zero(r->s->coordinates, r->move);
    for (int j = 0; j < l->n; j++)
        r->move[l->coordinate[j]] = l->unit[j] * x[j];
    for (int k = 0; k < l->m; k++)
        r->mu[l->kept[k]] += y[k] / l->scale[k];
}
