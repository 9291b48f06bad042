/* SPDX-License-Identifier: BSD-3-Clause */
#include "independence.h"
#include <math.h>
#include "../linalg/vector.h"

/* What is left of a gradient beside the others, as a share. */
static const double INDEPENDENT = 1e-6;

independence *independence_new(surface *s, const generators *g) {
    independence *d = arena_alloc(s->arena, sizeof *d);
    quad *x = quad_array(s->arena, s->slots);
    d->surface = s;
    d->generators = g;
    for (int attempt = 0; attempt < INDEPENDENCE_POINTS * SURFACE_MOST_VAIN; attempt++) {
        int k = d->points;
        int entries = g->slope.tape->outputs;
        if (k == INDEPENDENCE_POINTS || !surface_draw(s, x))
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
