/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination with expressions, and pivots that are large at the sample points. What
 * vanishes at every point is taken to vanish on the manifold. */
#include "top_block.h"
#include <assert.h>
#include <math.h>
#include <string.h>

static const double VANISHES = 1e-7; /* of the terms of a difference */

typedef struct tableau {
    const top_block *block;
    int rows, columns; /* the last row is to be replaced, the last column is b */
    expr *entry;       /* by rows */
    double **value;    /* [points] */
} tableau;

/* Only jets below d - shift? Then the rows are linear in the jets of order d - shift. */
static int is_below(const completion *c, expr e, int shift) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, e);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        if (leaf->op != OP_JET)
            continue;
        if (leaf->order >= c->unknown[c->alias[leaf->variable].unknown].d - shift)
            return 0;
    }
    return 1;
}

int tableau_shift(const top_block *b, const char *use, int found) {
    assert(found >= 0 && found < b->size);
    const completion *c = b->lowered->completion;
    int shift = c->row[b->row[found]].c;
    for (int i = 0; i < b->size; i++)
        for (int k = 0; k < b->size && (use[i] || i == found); k++) {
            expr e = top_block_slope(b, i, k);
            if (e != EXPR_ZERO && !is_below(c, e, shift))
                return 0;
        }
    return shift;
}

static expr constant_part(const top_block *b, int i, int shift, int *own) {
    const completion *c = b->lowered->completion;
    const jet_row *r = &c->row[b->row[i]];
    for (int k = 0; k < b->size; k++)
        own[b->unknown[k]] = 1;
    expr rest = completion_constant_part(c, r->derivative[r->c - shift], own, shift);
    for (int k = 0; k < b->size; k++)
        own[b->unknown[k]] = 0;
    return rest;
}

static void add_row(tableau *t, int i, int shift, int *own) {
    const top_block *b = t->block;
    expr *to = t->entry + t->rows++ * t->columns;
    for (int k = 0; k < b->size; k++)
        to[k] = top_block_slope(b, i, k);
    to[b->size] = constant_part(b, i, shift, own);
}

/* Values of all entries; those that are round-off at every point are struck out. */
static void tableau_read_values(tableau *t) {
    const top_block *b = t->block;
    completion *c = b->lowered->completion;
    int count = t->rows * t->columns;
    double *bound = ARENA_ARRAY(c->arena, double, count);
    char *is_used = ARENA_ARRAY(c->arena, char, count);
    program all = program_new(b->lowered, count, t->entry);
    t->value = ARENA_ARRAY(c->arena, double *, b->sample->count);
    for (int p = 0; p < b->sample->count; p++) {
        const double *x = b->sample->point[p];
        double *v = t->value[p] = ARENA_ARRAY(c->arena, double, count);
        program_run_bound(b->lowered, &all, x, x + c->coordinates, v, bound);
        for (int k = 0; k < count; k++)
            is_used[k] |= (char)!(fabs(v[k]) <= ROUND_OFF * bound[k]);
    }
    for (int k = 0; k < count; k++)
        if (!is_used[k]) {
            t->entry[k] = EXPR_ZERO;
            for (int p = 0; p < b->sample->count; p++)
                t->value[p][k] = 0;
        }
}

static tableau *tableau_new(const top_block *b, const char *use, int found, int shift) {
    completion *c = b->lowered->completion;
    tableau *t = arena_alloc(c->arena, sizeof *t);
    *t = (tableau){.block = b, .columns = b->size + 1};
    int most = (b->size + 1) * t->columns;
    int *own = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    t->entry = ARENA_ARRAY(c->arena, expr, most);
    for (int i = 0; i < b->size; i++)
        if (use[i])
            add_row(t, i, shift, own);
    add_row(t, found, shift, own);
    tableau_read_values(t);
    return t;
}

/* Finds a pivot that is large in its row, in the rows from `first` to the one before the
 * last; constant pivots are preferred, as they cannot vanish on the way. */
static int find_pivot(const tableau *t, int first, int *row, int *column) {
    const top_block *b = t->block;
    graph *g = b->lowered->completion->system->graph;
    double most = 0;
    *row = *column = 0;
    for (int i = first; i < t->rows - 1; i++) {
        const double *v = t->value[b->best] + i * t->columns;
        double largest = 0;
        for (int j = 0; j < b->size; j++)
            largest = fmax(largest, fabs(v[j]));
        for (int j = 0; j < b->size; j++) {
            expr e = t->entry[i * t->columns + j];
            if (e == EXPR_ZERO || v[j] == 0)
                continue;
            double size = fabs(v[j]) / largest * (expr_is_constant(g, e) ? 100 : 1);
            if (size > most) {
                most = size;
                *row = i;
                *column = j;
            }
        }
    }
    return most > 0;
}

static void tableau_swap_rows(tableau *t, int i, int k) {
    for (int j = 0; j < t->columns && i != k; j++) {
        expr e = t->entry[i * t->columns + j];
        t->entry[i * t->columns + j] = t->entry[k * t->columns + j];
        t->entry[k * t->columns + j] = e;
        for (int p = 0; p < t->block->sample->count; p++) {
            double *v = t->value[p];
            double x = v[i * t->columns + j];
            v[i * t->columns + j] = v[k * t->columns + j];
            v[k * t->columns + j] = x;
        }
    }
}

/* Row `to` loses its entry in the pivot's column: to - entry/pivot * from, or, where the
 * pivot may vanish on the way, pivot * to - entry * from, which has no pole there. */
typedef struct elimination {
    tableau *t;
    int from, column, to, is_constant;
} elimination;

/* Entry j in numbers; returns whether it vanishes in every point. */
static int subtract_values(const elimination *e, int j) {
    int vanishes = 1;
    int n = e->t->columns;
    for (int p = 0; p < e->t->block->sample->count; p++) {
        double *to = e->t->value[p] + e->to * n;
        double *from = e->t->value[p] + e->from * n;
        double pivot = from[e->column];
        double kept = e->is_constant ? to[j] : pivot * to[j];
        double less = to[e->column] * from[j] / (e->is_constant ? pivot : 1);
        to[j] = kept - less;
        if (!(fabs(to[j]) <= VANISHES * (fabs(kept) + fabs(less))))
            vanishes = 0;
    }
    return vanishes;
}

static expr tableau_subtract(const elimination *e, int j) {
    const tableau *t = e->t;
    graph *g = t->block->lowered->completion->system->graph;
    const expr *to = t->entry + e->to * t->columns;
    const expr *from = t->entry + e->from * t->columns;
    if (e->is_constant)
        return expr_sub(
            g, to[j], expr_mul(g, expr_div(g, to[e->column], from[e->column]), from[j]));
    expr second = expr_mul(g, to[e->column], from[j]);
    expr first = expr_mul(g, from[e->column], to[j]);
    return expr_sub(g, first, second);
}

static void eliminate_row(tableau *t, int from, int column, int to) {
    graph *g = t->block->lowered->completion->system->graph;
    expr *row = t->entry + to * t->columns;
    expr *pivot = t->entry + from * t->columns;
    if (row[column] == EXPR_ZERO)
        return;
    elimination e = {t, from, column, to, expr_is_constant(g, pivot[column])};
    for (int j = 0; j < t->columns; j++) {
        if (j == column || (row[j] == EXPR_ZERO && pivot[j] == EXPR_ZERO))
            continue;
        int vanishes = subtract_values(&e, j);
        row[j] = vanishes ? EXPR_ZERO : tableau_subtract(&e, j);
        for (int p = 0; p < t->block->sample->count && vanishes; p++)
            t->value[p][to * t->columns + j] = 0;
    }
    row[column] = EXPR_ZERO;
    for (int p = 0; p < t->block->sample->count; p++)
        t->value[p][to * t->columns + column] = 0;
}

int tableau_eliminate(const top_block *b, const char *use, int found, int shift,
                      leftover *r) {
    assert(found >= 0 && found < b->size && shift >= 0);
    graph *g = b->lowered->completion->system->graph;
    tableau *t = tableau_new(b, use, found, shift);
    r->is_safe = 1;
    for (int first = 0, row, column; first < t->rows - 1; first++) {
        if (!find_pivot(t, first, &row, &column))
            break;
        tableau_swap_rows(t, first, row);
        r->is_safe &= expr_is_constant(g, t->entry[first * t->columns + column]);
        for (int i = first + 1; i < t->rows; i++)
            eliminate_row(t, first, column, i);
    }
    const expr *last = t->entry + (t->rows - 1) * t->columns;
    r->rest = last[b->size];
    r->value = t->value[b->best][t->rows * t->columns - 1];
    for (int j = 0; j < b->size; j++)
        if (last[j] != EXPR_ZERO)
            return 0;
    return 1;
}
