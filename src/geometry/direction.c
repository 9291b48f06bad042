/* SPDX-License-Identifier: BSD-3-Clause */
/* Square directions: each block is one linear solve, scalar runs are closed formulas. */
#include "direction.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "schur.h"

invo_status direction_plan(direction *d, const invo_system *s, invo_context *c) {
    *d = (direction){.s = s, .sign = 1};
    d->factor = memory_alloc(c, sizeof *d->factor * s->blocks.count);
    if (!d->factor)
        return INVO_E_MEMORY;
    for (int b = 0; b < s->blocks.count; b++) {
        if (s->blocks.at[b].size <= 1)
            continue;
        d->factor[b] = factor_take(s->shelf, &s->blocks.at[b].pattern);
        if (!d->factor[b])
            return report(c, INVO_E_MEMORY, NAN, "out of memory");
    }
    return INVO_OK;
}

void direction_free(direction *d) {
    for (int b = 0; d->factor && b < d->s->blocks.count; b++)
        factor_leave(d->s->shelf, d->factor[b]);
    free(d->factor);
    d->factor = NULL;
}

void direction_lay_out(direction *d, pool *p) {
    int size = 0;
    int entries = 0;
    for (int b = 0; b < d->s->blocks.count; b++) {
        const invo_block *k = &d->s->blocks.at[b];
        if (k->size > size)
            size = k->size;
        if (k->size && k->pattern.start[k->size] > entries)
            entries = k->pattern.start[k->size];
    }
    d->z = pool_doubles(p, d->s->tops);
    d->spare = pool_doubles(p, d->s->tops);
    d->smallest = pool_doubles(p, d->s->blocks.count);
    d->measure = pool_doubles(p, d->s->blocks.count);
    enum { MOST_NOTED = 100000 }; /* coordinates: above, memory is worth more */
    /* events may change what is computed at a point */
    if (d->s->shortcut.make && d->s->coordinates <= MOST_NOTED && !d->s->events.count &&
        !d->s->process.happen) {
        d->noted.u = pool_doubles(p, d->s->coordinates);
        d->noted.z = pool_doubles(p, d->s->tops);
        d->noted.smallest = pool_doubles(p, d->s->blocks.count);
    }
    d->value = pool_doubles(p, entries);
    d->b = pool_doubles(p, size);
}

/* Why block `number` cannot be solved for its unknown j. */
static invo_status direction_refuse(direction *d, int number, int j) {
    const invo_block *k = &d->s->blocks.at[number];
    d->block = number;
    d->unknown = j;
    int all_finite = vector_first_infinite(k->pattern.start[k->size], d->value) < 0;
    return all_finite ? INVO_E_DIRECTION : INVO_E_DOMAIN;
}

static invo_status direction_solve_scalar(direction *d, int number, const double *u) {
    const invo_block *k = &d->s->blocks.at[number];
    d->s->blocks.equations(d->s->self, number, u, d->z, d->value, d->b);
    double slope = k->pattern.start[1] ? d->value[0] : 0;
    if (!(fabs(slope) > 0))
        return direction_refuse(d, number, k->unknown[0]);
    d->z[k->unknown[0]] = -(d->b[0] / slope);
    d->smallest[number] = fabs(slope);
    if (slope < 0)
        d->sign = -d->sign;
    return INVO_OK;
}

/* d->b = A^-1 b. Returns as factor_update. */
static int direction_solve_factored(direction *d, int number, int refine) {
    matrix_factor *f = d->factor[number];
    int bad = factor_update(f, d->value);
    if (!bad)
        bad = factor_solve(f, d->b, refine);
    if (bad)
        return bad;
    d->smallest[number] = factor_smallest(f);
    d->sign *= factor_sign(f);
    return 0;
}

/* What a dense block has given where a run began: runs of a system mostly begin at the
 * same point, and choosing pivots takes as long as several directions by the shortcut.
 * The same matrix and right side have the same solution, whatever else has changed. */
typedef struct first_solution {
    double smallest;
    int sign, refine;
    double at[]; /* the matrix, the right side, the solution */
} first_solution;

/* Of more blocks, looking for them takes as long. */
enum { MOST_KEPT = 8 };

static void first_solution_end(void *k) {
    free(k);
}

/* Takes the solution from the shelf, if it is there. */
static int direction_take_first(direction *d, int number, int refine) {
    const invo_pattern *p = &d->s->blocks.at[number].pattern;
    const first_solution *k = shelf_see(d->s->shelf, p, first_solution_end);
    const int n = p->rows;
    const int entries = p->start[n];
    if (!k || k->refine != refine ||
        memcmp(k->at, d->value, sizeof(double) * (size_t)entries) != 0 ||
        memcmp(k->at + entries, d->b, sizeof(double) * (size_t)n) != 0)
        return 0;
    vector_copy(n, k->at + entries + n, d->b);
    d->smallest[number] = k->smallest;
    d->sign *= k->sign;
    return 1;
}

/* Puts a solution there, if there is memory. Returns as factor_update. */
static int direction_solve_first_of_run(direction *d, int number, int refine) {
    const invo_pattern *p = &d->s->blocks.at[number].pattern;
    const int n = p->rows;
    const int entries = p->start[n];
    const int sign = d->sign;
    first_solution *k = shelf_take(d->s->shelf, p, first_solution_end);
    if (!k)
        k = malloc(sizeof *k + sizeof(double) * (size_t)(entries + 2 * n));
    if (!k)
        return direction_solve_factored(d, number, refine);
    vector_copy(entries, d->value, k->at);
    vector_copy(n, d->b, k->at + entries);
    const int bad = direction_solve_factored(d, number, refine);
    if (bad) {
        free(k);
        return bad;
    }
    vector_copy(n, d->b, k->at + entries + n);
    k->smallest = d->smallest[number];
    k->sign = d->sign * sign;
    k->refine = refine;
    shelf_put(d->s->shelf, p, first_solution_end, k);
    return 0;
}

/* d->b = A^-1 b, which may be known from the last run. Returns as factor_update. */
static int direction_solve_matrix(direction *d, int number, int refine) {
    const int is_first = d->evaluations == 1 && d->s->shelf &&
                         d->s->blocks.count <= MOST_KEPT &&
                         factor_is_dense(d->factor[number]);
    if (!is_first)
        return direction_solve_factored(d, number, refine);
    return direction_take_first(d, number, refine)
               ? 0
               : direction_solve_first_of_run(d, number, refine);
}

static invo_status direction_solve_block(direction *d, int number, const double *u,
                                         int refine) {
    const invo_block *k = &d->s->blocks.at[number];
    d->s->blocks.equations(d->s->self, number, u, d->z, d->value, d->b);
    if (d->schur && schur_solve(d->schur, number, d->value, d->b, d->z)) {
        d->smallest[number] = 1; /* pivots are not known */
        return INVO_OK;
    }
    d->factorizations++;
    int bad = direction_solve_matrix(d, number, refine);
    if (bad == SPARSE_NO_MEMORY)
        return INVO_E_MEMORY;
    if (bad)
        return direction_refuse(d, number, k->unknown[bad - 1]);
    for (int i = 0; i < k->size; i++)
        d->z[k->unknown[i]] = -d->b[i];
    return INVO_OK;
}

/* After so many points at which the shortcut could not be trusted, it is made again. */
enum { MOST_DISTRUSTED = 3 };

int direction_is_distrusted(const direction *d) {
    return d->distrusted > MOST_DISTRUSTED;
}

void direction_hurry(direction *d, int order) {
    d->order = order;
    if (order)
        d->s->shortcut.use(d->s->self, order);
    d->distrusted = d->is_measured = 0;
}

/* The same z by the shortcut, its pivots as those that would be chosen here; returns
 * whether it may be trusted. */
static int direction_take_shortcut(direction *d, const double *u) {
    if (!d->order || !d->is_measured)
        return 0;
    const int failed = d->s->shortcut.tops(d->s->self, u, d->z, d->smallest, &d->sign);
    const int is_bad = failed && failed != INVO_SHORTCUT_WEAK;
    d->distrusted = is_bad ? d->distrusted + 1 : 0;
    for (int b = 0; b < d->s->blocks.count && !failed; b++)
        if (d->s->blocks.at[b].size > 1)
            d->smallest[b] *= d->measure[b];
    return !failed;
}

/* After pivots were chosen at u: compares those of the shortcut with them. */
static void direction_measure(direction *d, const double *u) {
    const int blocks = d->s->blocks.count;
    if (d->is_measured || !d->order)
        return;
    double *chosen = d->measure;
    int sign = d->sign;
    vector_copy(blocks, d->smallest, chosen);
    if (d->s->shortcut.tops(d->s->self, u, d->spare, d->smallest, &sign) ||
        sign != d->sign) {
        vector_copy(blocks, chosen, d->smallest);
        return;
    }
    for (int b = 0; b < blocks; b++) {
        const double own = d->smallest[b];
        d->smallest[b] = chosen[b];
        d->measure[b] = chosen[b] / own;
    }
    d->is_measured = 1;
}

/* Solves the first so many blocks. */
static invo_status direction_solve_first(direction *d, int count, const double *u,
                                         int refine) {
    d->sign = 1;
    for (int b = 0; b < count; b++) {
        int size = d->s->blocks.at[b].size;
        if (size > 1)
            TRY(direction_solve_block(d, b, u, refine));
        else if (size == 1)
            TRY(direction_solve_scalar(d, b, u));
        else
            d->s->blocks.equations(d->s->self, b, u, d->z, NULL, NULL);
    }
    return INVO_OK;
}

/* Notes what the blocks have given at u, the first point: that is where the shortcut is
 * made, after others have been looked at for the first step size. */
static void direction_note(direction *d, const double *u) {
    if (!d->noted.u || d->noted.sign)
        return;
    vector_copy(d->s->coordinates, u, d->noted.u);
    vector_copy(d->s->tops, d->z, d->noted.z);
    vector_copy(d->s->blocks.count, d->smallest, d->noted.smallest);
    d->noted.sign = d->sign;
}

/* Takes that again, where it was at this very point. */
static int direction_recall(direction *d, const double *u) {
    const size_t size = sizeof *u * (size_t)d->s->coordinates;
    if (!d->noted.sign || memcmp(d->noted.u, u, size) != 0)
        return 0;
    vector_copy(d->s->tops, d->noted.z, d->z);
    vector_copy(d->s->blocks.count, d->noted.smallest, d->smallest);
    d->sign = d->noted.sign;
    return 1;
}

void direction_compare(direction *d, const double *u) {
    if (d->order &&
        (direction_recall(d, u) || !direction_solve_first(d, d->s->blocks.count, u, 0)))
        direction_measure(d, u);
}

/* Refuses unknown j, which is not finite; -1: all are. */
static invo_status direction_refuse_infinite(direction *d, int j) {
    if (j < 0)
        return INVO_OK;
    d->block = -1;
    d->unknown = j;
    return INVO_E_DOMAIN;
}

static void direction_shift(const direction *d, const double *u, double *v) {
    const invo_system *s = d->s;
    v[0] = 1;
    for (int i = 1; i < s->coordinates; i++)
        v[i] = invo_slot_value(s->coordinates, u, d->z, s->coordinate[i].derivative);
}

/* The unknown of the first so many blocks that is not finite, or -1. */
static int direction_first_infinite(const direction *d, int count) {
    for (int b = 0; b < count; b++) {
        const invo_block *k = &d->s->blocks.at[b];
        const int size = k->size ? k->size : k->pattern.columns;
        for (int i = 0; i < size; i++)
            if (!isfinite(d->z[k->unknown[i]]))
                return k->unknown[i];
    }
    return -1;
}

invo_status direction_slope(direction *d, const double *u, double *v) {
    const int count = d->s->blocks.leading;
    if (d->s->direction || !count)
        return direction_at(d, u, v, 0);
    d->evaluations++;
    TRY(direction_solve_first(d, count, u, 0));
    TRY(direction_refuse_infinite(d, direction_first_infinite(d, count)));
    direction_shift(d, u, v);
    return INVO_OK;
}

invo_status direction_stage(direction *d, const double *u, double *v) {
    if (d->order && d->is_measured) {
        if (!d->s->shortcut.direction(d->s->self, u, v)) {
            d->evaluations++;
            return INVO_OK;
        }
        d->distrusted++;
    }
    return direction_slope(d, u, v);
}

const double *direction_step(direction *d, const double *p, const double *v, double h,
                             int stages) {
    if (!d->order || !d->is_measured || v[0] != 1)
        return NULL;
    const double *made = d->s->shortcut.step(d->s->self, p, v, h);
    if (made)
        d->evaluations += stages - 1;
    return made;
}

const double *direction_dense(direction *d, const double *p, const double *k, double h,
                              int extra) {
    if (!d->order || !d->is_measured || !d->s->shortcut.dense)
        return NULL;
    const double *made = d->s->shortcut.dense(d->s->self, p, k, h);
    if (made)
        d->evaluations += extra;
    return made;
}

/* What the shortcut has refined is asked for again where that was not enough. */
static invo_status direction_solve_tops(direction *d, const double *u, int refine) {
    if (!refine && direction_take_shortcut(d, u))
        return INVO_OK;
    TRY(direction_solve_first(d, d->s->blocks.count, u, refine));
    direction_note(d, u);
    direction_measure(d, u);
    return INVO_OK;
}

invo_status direction_at(direction *d, const double *u, double *v, int refine) {
    const invo_system *s = d->s;
    d->evaluations++;
    if (s->direction) {
        d->block = d->unknown = -1;
        if (s->direction(s->self, u, v))
            return INVO_E_DIRECTION;
        d->unknown = vector_first_infinite(s->coordinates, v);
        if (d->unknown < 0 && v[0] != 1)
            d->unknown = 0; /* time passes as it does */
        return d->unknown < 0 ? INVO_OK : INVO_E_DOMAIN;
    }
    TRY(direction_solve_tops(d, u, refine));
    TRY(direction_refuse_infinite(d, vector_first_infinite(s->tops, d->z)));
    direction_shift(d, u, v);
    return INVO_OK;
}

void direction_rest(direction *d, const double *u, const int *given) {
    for (int b = 0; b < d->s->blocks.count; b++) {
        const invo_block *k = &d->s->blocks.at[b];
        if (k->size == 0)
            d->s->blocks.equations(d->s->self, b, u, d->z, NULL, NULL);
        else if (given[k->unknown[0]])
            continue;
        else if (k->size > 1 ? direction_solve_block(d, b, u, 0)
                             : direction_solve_scalar(d, b, u))
            for (int i = 0; i < k->size; i++)
                d->z[k->unknown[i]] = NAN;
    }
}
