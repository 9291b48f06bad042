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
    double *matrix, *scale, *step; /* [n + m, n + m], [n + m], [n + m] */
    int *pivot;
} block;

static size_t retract_exact_size_of(const invo_system *s) {
    return (size_t)(s->coordinates + s->constraints);
}

static size_t retract_exact_work(const invo_system *s) {
    return lagrangian_work(s) +
           retract_exact_size_of(s) * (retract_exact_size_of(s) + 2) +
           lagrangian_first_work(s);
}

static size_t retract_exact_integers(const invo_system *s) {
    return lagrangian_integers(s) + retract_exact_size_of(s);
}

static void open_block(block *b, retraction *r) {
    size_t size = retract_exact_size_of(r->manifold->s);
    b->matrix = lagrangian_init(&b->l, r, &b->pivot);
    b->scale = b->matrix + size * size;
    b->step = b->scale + size;
    b->l.kept = r->space.kept;
    b->l.m = r->space.count;
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
        EACH_ENTRY (e, &l->pattern, i) {
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
        EACH_ENTRY (e, p, l->kept[k]) {
            int j = l->place[p->column[e]];
            if (j < 0)
                continue;
            double x = l->b[e] * l->unit[j] / l->scale[k];
            a[l->n + k + j * size] += x;
            a[j + (l->n + k) * size] += x;
        }
}

/* Returns nonzero where the matrix is singular. */
static int retract_exact_factor(block *b, int size, int curved) {
    lagrangian_measure(&b->l);
    vector_zero(size * size, b->matrix);
    put_metric(&b->l, size, b->matrix);
    if (curved)
        put_curvature(&b->l, size, b->matrix);
    put_rows(&b->l, size, b->matrix);
    b->l.r->factorizations++;
    return lu_factor(size, b->matrix, b->pivot, b->scale);
}

/* Is the step at hand the first one of Algorithm 4.6? The next one needs a new matrix. */
static int retract_exact_is_initial(const newton *w) {
    const retraction_settings *t = &w->r->settings;
    return t->first_share > 0 && t->start == START_INITIALIZED && w->moves == 0 &&
           t->jacobian == JACOBIAN_EVERY && !w->r->metric->couplings;
}

/* Takes that step, which needs no second differentials; step: [n + m] and what
 * lagrangian_first wants. */
static void initial_move(lagrangian *l, double *step) {
    const int n = l->n;
    lagrangian_first(l, l->r->settings.first_share, step, step + n, step + n + l->m);
    lagrangian_step(l, step, step + n);
}

/* The step from the residuals at u; an infinite one, which ends the iteration, where the
 * matrix is singular. */
static void retract_exact_move(newton *w, const double *u) {
    retraction *r = w->r;
    block b;
    open_block(&b, r);
    int n = b.l.n;
    int size = n + b.l.m;
    int curved = r->kind == &retraction_exact;
    lagrangian_evaluate(&b.l, u, w->fresh && curved);
    if (retract_exact_is_initial(w)) {
        initial_move(&b.l, b.step);
        return;
    }
    if (w->fresh && retract_exact_factor(&b, size, curved)) {
        for (int i = 0; i < r->manifold->s->coordinates; i++)
            r->move[i] = INFINITY;
        return;
    }
    lagrangian_gradient(&b.l, u);
    for (int j = 0; j < n; j++)
        b.step[j] = -b.l.g[j];
    for (int k = 0; k < b.l.m; k++)
        b.step[n + k] = -b.l.f[k];
    lu_solve(size, b.matrix, b.pivot, b.scale, b.step);
    lagrangian_step(&b.l, b.step, b.step + n);
}

static invo_status exact(retraction *r, double *u) {
    return retract_joint(r, u, retract_exact_move);
}

static size_t sparse_work(const invo_system *s) {
    return lagrangian_work(s) + retract_exact_size_of(s) + lagrangian_first_work(s);
}

/* The same step by the sparse matrix. */
static void sparse_move(newton *w, const double *u) {
    retraction *r = w->r;
    lagrangian l;
    int *integers;
    int bad = 0;
    double *step = lagrangian_init(&l, r, &integers);
    l.kept = r->space.kept;
    l.m = r->space.count;
    lagrangian_evaluate(&l, u, w->fresh);
    if (retract_exact_is_initial(w)) {
        initial_move(&l, step);
        return;
    }
    if (w->fresh) {
        lagrangian_measure(&l);
        r->factorizations++;
        bad = block_matrix_factor(r->block, &l, &r->block_used);
    }
    lagrangian_gradient(&l, u);
    for (int j = 0; j < l.n; j++)
        step[j] = -l.g[j];
    for (int k = 0; k < l.m; k++)
        step[l.n + k] = -l.f[k];
    if (!bad)
        bad = block_matrix_solve(r->block[r->block_used], &l, step, step + l.n);
    lagrangian_step(&l, step, step + l.n);
    for (int i = 0; bad && i < r->manifold->s->coordinates; i++)
        r->move[i] = INFINITY;
}

static invo_status exact_sparse(retraction *r, double *u) {
    return retract_joint(r, u, sparse_move);
}

const retraction_class retraction_exact = {.name = "orthogonal",
                                           .retract = exact,
                                           .work = retract_exact_work,
                                           .integers = retract_exact_integers,
                                           .start = retract_start,
                                           .every = 1,
                                           .is_dense = 1,
                                           .nearest = 1};

const retraction_class retraction_coupled = {.name = "orthogonal",
                                             .retract = exact,
                                             .work = retract_exact_work,
                                             .integers = retract_exact_integers,
                                             .start = retract_start,
                                             .linear = 1,
                                             .is_dense = 1,
                                             .nearest = 1};

const retraction_class retraction_exact_sparse = {.name = "orthogonal",
                                                  .retract = exact_sparse,
                                                  .work = sparse_work,
                                                  .integers = lagrangian_integers,
                                                  .start = retract_start,
                                                  .every = 1,
                                                  .nearest = 1};
