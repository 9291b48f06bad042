/* SPDX-License-Identifier: BSD-3-Clause */
/* Orthogonal retraction by Newton's iteration on the block matrix with exact second
 * differentials ([TAN05] (4.2)): LU, dense or sparse, in units of the metric. And the
 * same without them, a simplified iteration for metrics that are not diagonal. */
#include <math.h>
#include "../linalg/dense.h"
#include "block_matrix.h"
#include "retract_joint.h"

typedef struct block {
    lagrangian l;
    double *matrix, *scale; /* [n + m, n + m], [n + m]; NULL: sparse */
    double *step;           /* [n + m] and what lagrangian_first wants */
    int *pivot;
} block;

static void retract_exact_lay_out(retraction *r, const invo_system *s, pool *p) {
    block b = {.step = NULL};
    block *to = pool_take(p, 1, sizeof b);
    size_t size = s->coordinates + s->constraints;
    lagrangian_lay_out(&b.l, r, s, p);
    b.step = pool_doubles(p, size + lagrangian_first_work(s));
    if (r->kind != &retraction_exact_sparse) {
        b.matrix = pool_doubles(p, size * size);
        b.scale = pool_doubles(p, size);
        b.pivot = pool_integers(p, size);
    }
    r->own = to;
    if (to)
        *to = b;
}

static void put_metric(const lagrangian *l, int size, double *a) {
    const metric *w = l->r->metric;
    for (int j = 0; j < l->n; j++)
        a[j + j * size] = 1;
    for (int k = 0; k < w->couplings; k++) {
        int p = l->place[w->coupling[k].row];
        int q = l->place[w->coupling[k].column];
        if (p < 0 || q < 0)
            continue;
        double value = l->unit[p] * w->coupling[k].value * l->unit[q];
        a[p + q * size] += value;
        a[q + p * size] += value;
    }
}

static void put_curvature(const lagrangian *l, int size, double *a) {
    for (int i = 0; i < l->pattern.rows; i++) {
        int p = l->place[i];
        EACH_ENTRY(e, &l->pattern, i) {
            int q = l->place[l->pattern.column[e]];
            if (p < 0 || q < 0)
                continue;
            double h = l->unit[p] * l->h[e] * l->unit[q];
            a[p + q * size] += h;
            if (p != q)
                a[q + p * size] += h;
        }
    }
}

static void put_rows(const lagrangian *l, int size, double *a) {
    const invo_pattern *p = &l->r->manifold->pattern;
    for (int k = 0; k < l->m; k++)
        EACH_ENTRY(e, p, l->kept[k]) {
            int j = l->place[p->column[e]];
            if (j < 0)
                continue;
            double x = l->b[e] * l->unit[j] / l->scale[k];
            a[l->n + k + j * size] += x;
            a[j + (l->n + k) * size] += x;
        }
}

/* Returns nonzero where the matrix is singular. */
static int retract_exact_factor(block *b, int curved) {
    retraction *r = b->l.r;
    int size = b->l.n + b->l.m;
    lagrangian_measure(&b->l);
    r->factorizations++;
    if (!b->matrix)
        return block_matrix_factor(r->block, &b->l, &r->block_used);
    vector_zero(size * size, b->matrix);
    put_metric(&b->l, size, b->matrix);
    if (curved)
        put_curvature(&b->l, size, b->matrix);
    put_rows(&b->l, size, b->matrix);
    return lu_factor(size, b->matrix, b->pivot, b->scale);
}

/* Is the current step the first one of Algorithm 4.6? The next one needs a new matrix. */
static int retract_exact_is_initial(const newton *w) {
    const retraction_settings *t = &w->r->settings;
    return t->first_share > 0 && t->start == START_INITIALIZED && w->moves == 0 &&
           t->jacobian == JACOBIAN_EVERY && !w->r->metric->couplings;
}

/* The step from the residuals at u; an infinite one, which ends the iteration, where the
 * matrix is singular. The first one may need no second differentials. */
static void retract_exact_move(newton *w, const double *u) {
    retraction *r = w->r;
    block *b = r->own;
    lagrangian *l = &b->l;
    double *step = b->step;
    int curved = w->fresh && r->kind != &retraction_coupled;
    int bad = 0;
    lagrangian_begin(l, r->space.count, r->space.kept);
    double *multipliers = step + l->n;
    lagrangian_evaluate(l, u, curved);
    if (retract_exact_is_initial(w)) {
        lagrangian_first(l, r->settings.first_share, step, multipliers,
                         multipliers + l->m);
        lagrangian_step(l, step, multipliers);
        return;
    }
    if (w->fresh)
        bad = retract_exact_factor(b, curved);
    lagrangian_gradient(l, u);
    for (int j = 0; j < l->n; j++)
        step[j] = -l->g[j];
    for (int k = 0; k < l->m; k++)
        multipliers[k] = -l->f[k];
    if (!bad && b->matrix)
        lu_solve(l->n + l->m, b->matrix, b->pivot, b->scale, step);
    else if (!bad)
        bad = block_matrix_solve(r->block[r->block_used], l, step, multipliers);
    lagrangian_step(l, step, multipliers);
    for (int i = 0; bad && i < r->s->coordinates; i++)
        r->move[i] = INFINITY;
}

static invo_status exact(retraction *r, double *u) {
    return retract_joint(r, u, retract_exact_move);
}

const retraction_class retraction_exact = {.name = "orthogonal",
                                           .retract = exact,
                                           .lay_out = retract_exact_lay_out,
                                           .start = retract_start,
                                           .every = 1,
                                           .is_dense = 1,
                                           .nearest = 1};

const retraction_class retraction_coupled = {.name = "orthogonal",
                                             .retract = exact,
                                             .lay_out = retract_exact_lay_out,
                                             .start = retract_start,
                                             .linear = 1,
                                             .is_dense = 1,
                                             .nearest = 1};

const retraction_class retraction_exact_sparse = {.name = "orthogonal",
                                                  .retract = exact,
                                                  .lay_out = retract_exact_lay_out,
                                                  .start = retract_start,
                                                  .every = 1,
                                                  .nearest = 1};
