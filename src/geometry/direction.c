/* SPDX-License-Identifier: BSD-3-Clause */
/* Square directions: each block is one linear solve, scalar runs are closed formulas. */
#include "direction.h"
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "schur.h"

int direction_largest(const invo_system *s) {
    int largest = 0;
    for (int b = 0; b < s->blocks; b++)
        if (s->block[b].size > largest) largest = s->block[b].size;
    return largest;
}

size_t direction_work(const invo_system *s) {
    size_t n = (size_t)direction_largest(s);
    return (size_t)(s->tops + s->blocks) + 2 * n * n + 4 * n;
}

void direction_init(direction *d, const invo_system *s, double *work, int *pivot) {
    size_t n = (size_t)direction_largest(s);
    *d = (direction){.s = s, .pivot = pivot, .sign = 1};
    d->z = work, d->smallest = d->z + s->tops;
    d->value = d->smallest + s->blocks, d->lu = d->value + n * n, d->a = d->lu + n * n;
    d->b = d->a + n, d->scale = d->b + n;
}

/* b - (A x) over the pattern, x = -solution so far */
static void residual(const invo_block *k, const double *value, const double *b,
                     const double *x, double *r) {
    for (int i = 0; i < k->size; i++) {
        r[i] = -b[i];
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            r[i] -= value[e] * x[k->pattern.column[e]];
    }
}

/* Why block `number` cannot be solved for its unknown j. */
static invo_status refuse(direction *d, int number, int j) {
    const invo_block *k = &d->s->block[number];
    d->block = number, d->unknown = j;
    for (int e = 0; e < k->pattern.start[k->size]; e++)
        if (!isfinite(d->value[e])) return INVO_E_DOMAIN;
    return INVO_E_DIRECTION;
}

static invo_status solve_scalar(direction *d, int number, const double *u) {
    const invo_block *k = &d->s->block[number];
    d->s->block_equations(d->s->self, number, u, d->z, d->value, d->b);
    double slope = k->pattern.start[1] ? d->value[0] : 0;
    if (!(fabs(slope) > 0)) return refuse(d, number, k->unknown[0]);
    d->z[k->unknown[0]] = -(d->b[0] / slope);
    d->smallest[number] = fabs(slope);
    if (slope < 0) d->sign = -d->sign;
    return INVO_OK;
}

/* Smallest pivot and sign of the factored block. */
static void note_pivots(direction *d, int number, int n) {
    double smallest = INFINITY;
    for (int i = 0; i < n; i++) {
        double pivot = d->lu[i + i * n];
        if (fabs(pivot) < smallest) smallest = fabs(pivot);
        if ((pivot < 0) != (d->pivot[i] != i)) d->sign = -d->sign;
    }
    d->smallest[number] = smallest;
}

static invo_status solve_block(direction *d, int number, const double *u, int refine) {
    const invo_block *k = &d->s->block[number];
    int n = k->size;
    d->s->block_equations(d->s->self, number, u, d->z, d->value, d->b);
    if (d->schur && schur_solve(d->schur, k, d->value, d->b, d->z)) {
        d->smallest[number] = 1; /* pivots are not known */
        return INVO_OK;
    }
    memset(d->lu, 0, sizeof *d->lu * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            d->lu[i + k->pattern.column[e] * n] = d->value[e];
    d->factorizations++;
    int bad = lu_factor(n, d->lu, d->pivot, d->scale);
    if (bad) return refuse(d, number, k->unknown[bad - 1]);
    note_pivots(d, number, n);
    for (int i = 0; i < n; i++) d->a[i] = -d->b[i];
    lu_solve(n, d->lu, d->pivot, d->scale, d->a);
    if (refine) {
        double *r = d->scale + n;
        residual(k, d->value, d->b, d->a, r);
        lu_solve(n, d->lu, d->pivot, d->scale, r);
        for (int i = 0; i < n; i++) d->a[i] += r[i];
    }
    for (int i = 0; i < n; i++) d->z[k->unknown[i]] = d->a[i];
    return INVO_OK;
}

static invo_status solve_tops(direction *d, const double *u, int refine) {
    d->sign = 1;
    for (int b = 0; b < d->s->blocks; b++) {
        int size = d->s->block[b].size;
        if (size > 1)
            TRY(solve_block(d, b, u, refine));
        else if (size == 1)
            TRY(solve_scalar(d, b, u));
        else
            d->s->block_equations(d->s->self, b, u, d->z, NULL, NULL);
    }
    for (int j = 0; j < d->s->tops; j++)
        if (!isfinite(d->z[j])) return d->block = -1, d->unknown = j, INVO_E_DOMAIN;
    return INVO_OK;
}

static invo_status at(direction *d, const double *u, double *v, int refine) {
    const invo_system *s = d->s;
    d->evaluations++;
    if (s->direction) {
        d->block = d->unknown = -1;
        if (s->direction(s->self, u, v)) return INVO_E_DIRECTION;
        for (int i = 0; i < s->coordinates; i++)
            if (!isfinite(v[i])) return d->unknown = i, INVO_E_DOMAIN;
        return INVO_OK;
    }
    TRY(solve_tops(d, u, refine));
    v[0] = 1;
    for (int i = 1; i < s->coordinates; i++) {
        int next = s->coordinate[i].next;
        v[i] = next >= 0 ? u[next] : d->z[-1 - next];
    }
    return INVO_OK;
}

invo_status direction_at(direction *d, const double *u, double *v) {
    return at(d, u, v, 0);
}
invo_status direction_refined(direction *d, const double *u, double *v) {
    return at(d, u, v, 1);
}

void direction_rest(direction *d, const double *u, const int *given) {
    for (int b = 0; b < d->s->blocks; b++) {
        const invo_block *k = &d->s->block[b];
        if (k->size == 0)
            d->s->block_equations(d->s->self, b, u, d->z, NULL, NULL);
        else if (given[k->unknown[0]])
            continue;
        else if (k->size > 1 ? solve_block(d, b, u, 0) : solve_scalar(d, b, u))
            for (int i = 0; i < k->size; i++) d->z[k->unknown[i]] = NAN;
    }
}
