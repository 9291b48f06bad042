/* SPDX-License-Identifier: BSD-3-Clause */
/* Square directions: each block is one linear solve, scalar runs are closed formulas. */
#include "direction.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../linalg/dense.h"
#include "schur.h"

/* Measured by bench/switch_over.c, microseconds dense and sparse: size 11, 2.2 and 2.0;
 * 23, 3.8 and 2.6; 47, 13 and 3.8; 362, 1070 and 35. Where entries are scattered so that
 * factors fill, dense ones do about ten times as many operations in the same time. */
enum { SMALLEST_SPARSE = 24 };
static const double DENSE_SPEED = 10;

static int direction_pays(const sparse_lu *f, int n) {
    double dense = 2. / 3 * n * n * (double)n;
    return DENSE_SPEED * sparse_lu_operations(f) < dense;
}

invo_status direction_plan(direction *d, const invo_system *s, invo_context *c) {
    *d = (direction){.s = s, .sign = 1};
    for (int b = 0; b < s->blocks; b++) {
        if (s->block[b].size < SMALLEST_SPARSE)
            continue;
        if (!d->large)
            d->large = memory_alloc(c, sizeof *d->large * (size_t)s->blocks);
        if (!d->large)
            return INVO_E_MEMORY;
        d->large[b] = sparse_lu_new(&s->block[b].pattern);
        if (!d->large[b])
            return report(c, INVO_E_MEMORY, NAN, "out of memory");
        if (direction_pays(d->large[b], s->block[b].size))
            continue;
        sparse_lu_free(d->large[b]);
        d->large[b] = NULL;
    }
    return INVO_OK;
}

void direction_free(direction *d) {
    for (int b = 0; d->large && b < d->s->blocks; b++)
        sparse_lu_free(d->large[b]);
    free(d->large);
    d->large = NULL;
}

/* Sizes of the largest block, of the largest that is factored dense, and the most entries
 * of one. */
typedef struct sizes {
    size_t all, dense, entries;
} sizes;

static void direction_raise(size_t *most, int x) {
    if ((size_t)x > *most)
        *most = (size_t)x;
}

static sizes direction_measure(const direction *d) {
    sizes z = {0, 0, 0};
    for (int b = 0; b < d->s->blocks; b++) {
        const invo_block *k = &d->s->block[b];
        direction_raise(&z.all, k->size);
        if (k->size)
            direction_raise(&z.entries, k->pattern.start[k->size]);
        if (!d->large || !d->large[b])
            direction_raise(&z.dense, k->size);
    }
    return z;
}

size_t direction_work(const direction *d) {
    sizes z = direction_measure(d);
    return (size_t)(d->s->tops + d->s->blocks) + z.entries + z.dense * z.dense +
           2 * z.all + 2 * z.dense;
}

int direction_integers(const direction *d) {
    return (int)direction_measure(d).dense;
}

void direction_init(direction *d, double *work, int *integers) {
    sizes z = direction_measure(d);
    d->pivot = integers;
    d->z = work;
    d->smallest = d->z + d->s->tops;
    d->value = d->smallest + d->s->blocks;
    d->lu = d->value + z.entries;
    d->a = d->lu + z.dense * z.dense;
    d->b = d->a + z.all;
    d->scale = d->b + z.all;
}

/* b - (A x) over the pattern, x = -solution so far */
static void direction_residual(const invo_block *k, const double *value, const double *b,
                               const double *x, double *r) {
    for (int i = 0; i < k->size; i++) {
        r[i] = -b[i];
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            r[i] -= value[e] * x[k->pattern.column[e]];
    }
}

/* Why block `number` cannot be solved for its unknown j. */
static invo_status direction_refuse(direction *d, int number, int j) {
    const invo_block *k = &d->s->block[number];
    d->block = number;
    d->unknown = j;
    for (int e = 0; e < k->pattern.start[k->size]; e++)
        if (!isfinite(d->value[e]))
            return INVO_E_DOMAIN;
    return INVO_E_DIRECTION;
}

static invo_status direction_solve_scalar(direction *d, int number, const double *u) {
    const invo_block *k = &d->s->block[number];
    d->s->block_equations(d->s->self, number, u, d->z, d->value, d->b);
    double slope = k->pattern.start[1] ? d->value[0] : 0;
    if (!(fabs(slope) > 0))
        return direction_refuse(d, number, k->unknown[0]);
    d->z[k->unknown[0]] = -(d->b[0] / slope);
    d->smallest[number] = fabs(slope);
    if (slope < 0)
        d->sign = -d->sign;
    return INVO_OK;
}

/* Smallest pivot and sign of the factored block. */
static void note_pivots(direction *d, int number, int n) {
    double smallest = INFINITY;
    for (int i = 0; i < n; i++) {
        double pivot = d->lu[i + i * n];
        if (fabs(pivot) < smallest)
            smallest = fabs(pivot);
        if ((pivot < 0) != (d->pivot[i] != i))
            d->sign = -d->sign;
    }
    d->smallest[number] = smallest;
}

/* d->a = -A^-1 b by dense factors. Returns 0, or 1 + the column without pivot. */
static int direction_solve_dense(direction *d, int number, int refine) {
    const invo_block *k = &d->s->block[number];
    int n = k->size;
    memset(d->lu, 0, sizeof *d->lu * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            d->lu[i + k->pattern.column[e] * n] = d->value[e];
    int bad = lu_factor(n, d->lu, d->pivot, d->scale);
    if (bad)
        return bad;
    note_pivots(d, number, n);
    for (int i = 0; i < n; i++)
        d->a[i] = -d->b[i];
    lu_solve(n, d->lu, d->pivot, d->scale, d->a);
    if (refine) {
        double *r = d->scale + n;
        direction_residual(k, d->value, d->b, d->a, r);
        lu_solve(n, d->lu, d->pivot, d->scale, r);
        for (int i = 0; i < n; i++)
            d->a[i] += r[i];
    }
    return 0;
}

/* The same by sparse factors; also SPARSE_NO_MEMORY. */
static int solve_sparse(direction *d, int number, int refine) {
    sparse_lu *f = d->large[number];
    int n = d->s->block[number].size;
    int bad = sparse_lu_factor(f, d->value);
    for (int i = 0; i < n; i++)
        d->a[i] = -d->b[i];
    if (!bad)
        bad = sparse_lu_solve(f, d->a, refine);
    if (bad)
        return bad;
    d->smallest[number] = sparse_lu_smallest(f);
    d->sign *= sparse_lu_sign(f);
    return 0;
}

static invo_status direction_solve_block(direction *d, int number, const double *u,
                                         int refine) {
    const invo_block *k = &d->s->block[number];
    d->s->block_equations(d->s->self, number, u, d->z, d->value, d->b);
    if (d->schur && schur_solve(d->schur, number, d->value, d->b, d->z)) {
        d->smallest[number] = 1; /* pivots are not known */
        return INVO_OK;
    }
    d->factorizations++;
    int bad = d->large && d->large[number] ? solve_sparse(d, number, refine)
                                           : direction_solve_dense(d, number, refine);
    if (bad == SPARSE_NO_MEMORY)
        return INVO_E_MEMORY;
    if (bad)
        return direction_refuse(d, number, k->unknown[bad - 1]);
    for (int i = 0; i < k->size; i++)
        d->z[k->unknown[i]] = d->a[i];
    return INVO_OK;
}

static invo_status direction_solve_tops(direction *d, const double *u, int refine) {
    d->sign = 1;
    for (int b = 0; b < d->s->blocks; b++) {
        int size = d->s->block[b].size;
        if (size > 1)
            TRY(direction_solve_block(d, b, u, refine));
        else if (size == 1)
            TRY(direction_solve_scalar(d, b, u));
        else
            d->s->block_equations(d->s->self, b, u, d->z, NULL, NULL);
    }
    for (int j = 0; j < d->s->tops; j++)
        if (!isfinite(d->z[j])) {
            d->block = -1;
            d->unknown = j;
            return INVO_E_DOMAIN;
        }
    return INVO_OK;
}

static invo_status geometry_direction_at(direction *d, const double *u, double *v,
                                         int refine) {
    const invo_system *s = d->s;
    d->evaluations++;
    if (s->direction) {
        d->block = d->unknown = -1;
        if (s->direction(s->self, u, v))
            return INVO_E_DIRECTION;
        for (int i = 0; i < s->coordinates; i++)
            if (!isfinite(v[i])) {
                d->unknown = i;
                return INVO_E_DOMAIN;
            }
        return INVO_OK;
    }
    TRY(direction_solve_tops(d, u, refine));
    v[0] = 1;
    for (int i = 1; i < s->coordinates; i++) {
        int next = s->coordinate[i].next;
        v[i] = next >= 0 ? u[next] : d->z[-1 - next];
    }
    return INVO_OK;
}

invo_status direction_at(direction *d, const double *u, double *v) {
    return geometry_direction_at(d, u, v, 0);
}
invo_status direction_refined(direction *d, const double *u, double *v) {
    return geometry_direction_at(d, u, v, 1);
}

void direction_rest(direction *d, const double *u, const int *given) {
    for (int b = 0; b < d->s->blocks; b++) {
        const invo_block *k = &d->s->block[b];
        if (k->size == 0)
            d->s->block_equations(d->s->self, b, u, d->z, NULL, NULL);
        else if (given[k->unknown[0]])
            continue;
        else if (k->size > 1 ? direction_solve_block(d, b, u, 0)
                             : direction_solve_scalar(d, b, u))
            for (int i = 0; i < k->size; i++)
                d->z[k->unknown[i]] = NAN;
    }
}
