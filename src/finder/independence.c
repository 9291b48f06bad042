/* SPDX-License-Identifier: BSD-3-Clause */
#include "independence.h"
#include <math.h>
#include "../linalg/vector.h"

/* What is left of a gradient beside the others, as a share. */
static const double INDEPENDENT = 1e-6;

static double independence_reduce(const independence *d, int k, double *gradient);

/* Slopes of the declared invariants by coordinates. */
typedef struct declared_slopes {
    int count; /* of invariants */
    quad_tape slope;
    LIST(expr) entry;
    LIST(int) of;
    LIST(int) by;
} declared_slopes;

static declared_slopes declared_list(surface *s) {
    const completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    declared_slopes l = {.count = c->invariants};
    for (int k = 0; k < l.count; k++) {
        expr f = c->extras.at[c->extras.count - c->invariants + k].f;
        expr_leaves leaves = expr_depends(g, f);
        for (int i = 0; i < leaves.count; i++) {
            int slot = completion_slot(c, expr_get(g, leaves.at[i]));
            expr slope = expr_partial(g, f, leaves.at[i]);
            if (slot <= 0 || slot >= s->coordinates || slope == EXPR_ZERO)
                continue;
            LIST_PUSH(s->arena, l.entry, slope);
            LIST_PUSH(s->arena, l.of, k);
            LIST_PUSH(s->arena, l.by, slot);
        }
    }
    l.slope = quad_tape_new(s, l.entry.count, l.entry.at);
    return l;
}

/* Adds the gradients of the declared invariants at x to the basis of point k. */
static void declared_add(independence *d, int k, const declared_slopes *l,
                         const quad *x) {
    const surface *s = d->surface;
    const lowered *w = s->lowered;
    int n = s->coordinates;
    quad_tape_run_near(s, &l->slope, x);
    for (int i = 0; i < l->count; i++) {
        double *own = d->basis[k] + (size_t)d->rank[k] * n;
        vector_zero(n, own);
        for (int e = 0; e < l->entry.count; e++)
            if (l->of.at[e] == i) {
                int slot = l->by.at[e];
                double size = fmax(w->nominal[slot], fabs(w->start[slot]));
                own[slot] += l->slope.near_out[e] * size;
            }
        if (vector_all_finite(n, own))
            d->rank[k] += independence_reduce(d, k, own) > INDEPENDENT;
    }
}

/* The next point: any of the manifold, or on the solution, where quantities may depend on
 * each other that do not elsewhere. */
static int independence_next(surface *s, int on_the_level, int attempt, quad *x) {
    if (!on_the_level)
        return surface_draw(s, x);
    return attempt == 0 ? surface_start(s, x) : surface_advance(s, x);
}

independence *independence_new(surface *s, const generators *g, int on_the_level) {
    independence *d = arena_alloc(s->arena, sizeof *d);
    quad *x = quad_array(s->arena, s->slots);
    d->surface = s;
    d->generators = g;
    declared_slopes declared = {0};
    if (on_the_level)
        declared = declared_list(s);
    for (int attempt = 0; attempt < INDEPENDENCE_POINTS * SURFACE_MOST_VAIN; attempt++) {
        int k = d->points;
        int entries = g->slope.tape->outputs;
        if (k == INDEPENDENCE_POINTS || !independence_next(s, on_the_level, attempt, x))
            break;
        int rows = s->rows + s->coordinates + 1;
        d->value[k] = ARENA_ARRAY(s->arena, double, 2 * g->count);
        d->slope[k] = ARENA_ARRAY(s->arena, double, entries + 1);
        d->basis[k] = ARENA_ARRAY(s->arena, double, (size_t)rows * s->coordinates);
        quad_tape_run(s, &g->value, x);
        for (int i = 0; i < 2 * g->count; i++)
            d->value[k][i] = (double)g->value.out[i];
        quad_tape_run_near(s, &g->slope, x);
        vector_copy(entries, g->slope.near_out, d->slope[k]);
        if (!vector_all_finite(2 * g->count, d->value[k]) ||
            !vector_all_finite(entries, d->slope[k]))
            continue;
        d->rank[k] = surface_normals(s, x, d->basis[k]);
        if (declared.count)
            declared_add(d, k, &declared, x);
        d->points++;
    }
    d->most = s->coordinates - 1 - d->rank[0];
    return d->points ? d : NULL;
}

/* The gradient by coordinates in their sizes, at point k. */
static void independence_gradient(const independence *d, int k, const products *p,
                                  const candidate *q, double *gradient) {
    const generators *g = d->generators;
    const surface *s = d->surface;
    const lowered *w = s->lowered;
    double *by = ARENA_ARRAY(s->arena, double, g->count);
    for (int i = 0; i < q->count; i++) {
        int factor[LARGEST_DEGREE];
        int degree = products_factors(p, q->product[i], factor);
        for (int f = 0; f < degree; f++) {
            double others = (double)q->c[i];
            for (int e = 0; e < degree; e++)
                others *= e == f ? 1 : d->value[k][factor[e]];
            by[factor[f]] += others;
        }
    }
    vector_zero(s->coordinates, gradient);
    for (int e = 0; e < g->slope.tape->outputs; e++) {
        int slot = g->entry_slot[e];
        double size = fmax(w->nominal[slot], fabs(w->start[slot]));
        gradient[slot] += by[g->entry_generator[e]] * d->slope[k][e] * size;
    }
}

/* Takes what the basis contains from the gradient; returns the share that is left. */
static double independence_reduce(const independence *d, int k, double *gradient) {
    int n = d->surface->coordinates;
    double share = 1;
    if (!(vector_normalize(n, gradient) > 0))
        return 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int r = 0; r < d->rank[k]; r++) {
            const double *row = d->basis[k] + (size_t)r * n;
            vector_add(n, -dot(n, row, gradient), row, gradient);
        }
        share *= vector_normalize(n, gradient);
    }
    return share;
}

int independence_add(independence *d, const products *p, const candidate *q,
                     int is_trial) {
    int n = d->surface->coordinates;
    int is_independent = 0;
    double share[INDEPENDENCE_POINTS];
    for (int k = 0; k < d->points; k++) {
        double *next = d->basis[k] + (size_t)d->rank[k] * n;
        independence_gradient(d, k, p, q, next);
        share[k] = independence_reduce(d, k, next);
        is_independent |= share[k] > INDEPENDENT;
    }
    if (is_trial || !is_independent)
        return is_independent;
    for (int k = 0; k < d->points; k++)
        d->rank[k] += share[k] > INDEPENDENT;
    d->known++;
    return 1;
}
