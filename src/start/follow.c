/* SPDX-License-Identifier: BSD-3-Clause */
/* States that constraints give by themselves: the velocity of a mass whose position is
 * prescribed. Where what is prescribed has a kink or jumps, such a state follows it, by
 * an impulse of the force that holds the constraint. A free state that this impulse
 * reaches would jump too, by an amount that no equation at the event tells. */
#include <assert.h>
#include <math.h>
#include "../completion/alias.h"
#include "../linalg/svd.h"
#include "../lowering/map.h"
#include "../system/leaves.h"
#include "follow.h"

/* Rows have length 1: slopes below this are zero. */
static const double NO_SLOPE = 1e-10;
/* More constraints are not looked at: elimination is dense. */
enum { MOST_CONSTRAINTS = 600 };

/* Fills a: [constraints, coordinates - 1] with the slopes of the constraints at u by
 * coordinates in units of their nominal sizes, in rows of length 1. */
static void fill_slopes(lowered *w, const double *u, double *a) {
    completion *c = w->completion;
    int rows = c->constraints - c->invariants;
    const condition *row = completion_constraints(c, c->arena, 0);
    expr *f = ARENA_ARRAY(c->arena, expr, rows + 1);
    for (int i = 0; i < rows; i++)
        f[i] = row[i].f;
    map m = map_new(w, rows, f, (map_columns){.count = c->coordinates});
    double *value = ARENA_ARRAY(c->arena, double, m.pattern.start[rows] + 1);
    map_load(w, &m);
    program_run(w, &m.slope, u, NULL, value);
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = m.pattern.start[i]; k < m.pattern.start[i + 1]; k++) {
            int j = m.pattern.column[k];
            double slope = j ? value[k] * w->nominal[j] : 0; /* time is given */
            value[k] = slope;
            sum += slope * slope;
        }
        for (int k = m.pattern.start[i]; k < m.pattern.start[i + 1]; k++)
            if (m.pattern.column[k] && sum > 0)
                a[i + (size_t)(m.pattern.column[k] - 1) * (size_t)rows] =
                    value[k] / sqrt(sum);
    }
}

/* Is column j with a pivot zero in all columns without one? */
static int is_alone(int rows, int columns, const double *a, const int *pivot_of, int j) {
    for (int k = 0; k < columns; k++) {
        double slope = a[pivot_of[j] + (size_t)k * (size_t)rows];
        if (pivot_of[k] < 0 && fabs(slope) > NO_SLOPE)
            return 0;
    }
    return 1;
}

char *follow_given(lowered *w, const double *u) {
    completion *c = w->completion;
    assert(u && c->arena);
    int rows = c->constraints - c->invariants;
    int columns = c->coordinates - 1;
    char *given = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
    given[0] = 1;
    if (rows == 0 || rows > MOST_CONSTRAINTS || columns > 2 * MOST_CONSTRAINTS)
        return given;
    double *a = ARENA_ARRAY(c->arena, double, (size_t)rows *(size_t)columns);
    double *work = ARENA_ARRAY(c->arena, double, 2 * rows);
    int *order = ARENA_ARRAY(c->arena, int, columns);
    int *pivot_of = ARENA_ARRAY(c->arena, int, columns);
    fill_slopes(w, u, a);
    for (size_t k = 0; k < (size_t)rows * (size_t)columns; k++)
        if (!isfinite(a[k]))
            return given;
    for (int j = 0; j < columns; j++)
        order[j] = j;
    eliminate_in_order(rows, columns, a, order, NO_SLOPE, pivot_of, work);
    for (int j = 0; j < columns; j++)
        given[j + 1] =
            (char)(pivot_of[j] >= 0 && is_alone(rows, columns, a, pivot_of, j));
    return given;
}

typedef struct given_search {
    const completion *c;
    const char *given;
} given_search;

static int is_not_given(void *data, const expr_node *leaf) {
    const given_search *q = data;
    int slot = completion_slot(q->c, leaf);
    return slot < 0 || slot >= q->c->coordinates || !q->given[slot];
}

int follow_gives(const lowered *w, const char *given, int v) {
    const completion *c = w->completion;
    assert(v >= 0 && given);
    given_search q = {c, given};
    const binding *b = completion_binding(c, v);
    if (b && b->variable < 0) {
        expr f = alias_substitute(c->system, c->alias, b->value);
        return !leaves_depend(c->system->graph, f, is_not_given, &q);
    }
    const alias *a = &c->alias[b ? b->variable : v];
    if (a->order >= c->unknown[a->unknown].d)
        return 0;
    return given[completion_jet_slot(c, a->unknown, a->order)];
}

/* --- impulses --- */

typedef struct impulse_search {
    const completion *c;
    char *is_hit; /* [slots]: infinite at this instant */
} impulse_search;

static int is_impulse(void *data, const expr_node *leaf) {
    const impulse_search *q = data;
    int slot = completion_slot(q->c, leaf);
    return slot >= 0 && q->is_hit[slot];
}

/* What a block with an impulse in its equations gives may be one. Returns whether that is
 * news. */
static int spread_in_block(impulse_search *q, int b) {
    const completion *c = q->c;
    int any = 0;
    int news = 0;
    for (int k = c->block[b]; k < c->block[b + 1] && !any; k++) {
        expr f = completion_top(c, c->unknown[c->order[k]].row);
        any = leaves_depend(c->system->graph, f, is_impulse, q);
    }
    for (int k = c->block[b]; k < c->block[b + 1] && any; k++) {
        char *hit = &q->is_hit[c->coordinates + c->order[k]];
        news |= !*hit;
        *hit = 1;
    }
    return news;
}

/* Derivatives of what jumps, and of these. */
static void mark_derivatives(impulse_search *q, const char *jumps) {
    const completion *c = q->c;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++) {
            int slot = completion_jet_slot(c, j, l);
            if (jumps[slot] || q->is_hit[slot])
                q->is_hit[completion_jet_slot(c, j, l + 1)] = 1;
        }
}

int follow_spares_free(const lowered *w, const char *given, const char *jumps) {
    const completion *c = w->completion;
    assert(given && jumps);
    impulse_search q = {c, ARENA_ARRAY(c->arena, char, completion_slots(c) + 1)};
    mark_derivatives(&q, jumps);
    for (int news = 1; news;) {
        news = 0;
        for (int b = 0; b < c->blocks; b++)
            news |= spread_in_block(&q, b);
    }
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++) {
            int slot = completion_jet_slot(c, j, l);
            if (!given[slot] && q.is_hit[completion_jet_slot(c, j, l + 1)])
                return 0;
        }
    return 1;
}
