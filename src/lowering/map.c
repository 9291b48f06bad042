/* SPDX-License-Identifier: BSD-3-Clause */
/* Maps: gradients by the leaves that have a column, in the order of the columns. */
#include "map.h"
#include <assert.h>
#include <stdlib.h>
#include "lower.h"
#include "../base/sort.h"

map_slopes map_begin(completion *c, arena *a) {
    map_slopes s = {.completion = c, .arena = a, .scratch = arena_child(a)};
    LIST_PUSH(a, s.start, 0);
    return s;
}

void map_push(map_slopes *s, int column, expr slope) {
    assert(column >= 0);
    if (slope == EXPR_ZERO)
        return;
    LIST_PUSH(s->arena, s->column, column);
    LIST_PUSH(s->arena, s->entry, slope);
}

typedef struct map_entry {
    int column, number; /* number: in the order in which they came */
    expr slope;
} map_entry;

static int map_by_column(const void *a, const void *b) {
    const map_entry *x = a;
    const map_entry *y = b;
    return x->column != y->column ? x->column - y->column : x->number - y->number;
}

/* Sorts the entries of the row by column and adds those that fall together. */
void map_end_row(map_slopes *s) {
    assert(s->column.count == s->entry.count);
    int first = s->start.at[s->start.count - 1];
    int count = s->column.count - first;
    int end = first;
    arena_mark before = arena_now(s->scratch);
    map_entry *row = ARENA_ARRAY(s->scratch, map_entry, count + 1);
    for (int k = 0; k < count; k++)
        row[k] = (map_entry){s->column.at[first + k], k, s->entry.at[first + k]};
    sort_items(row, count, sizeof *row, map_by_column);
    for (int k = 0; k < count; k++) {
        if (k > 0 && row[k].column == row[k - 1].column) {
            expr *sum = &s->entry.at[end - 1];
            *sum = expr_add(s->completion->system->graph, *sum, row[k].slope);
            continue;
        }
        s->column.at[end] = row[k].column;
        s->entry.at[end++] = row[k].slope;
    }
    arena_return(s->scratch, before);
    s->column.count = s->entry.count = end;
    LIST_PUSH(s->arena, s->start, end);
}

/* The column of a leaf; -1: none. */
static int map_column(const completion *c, const expr_node *leaf, map_columns by) {
    int slot = by.is_written && leaf->op == OP_JET
                   ? completion_shown_slot(c, leaf->variable, leaf->order)
                   : completion_slot(c, leaf);
    if (slot < 0 || !by.of)
        return slot;
    return by.of[slot] - 1;
}

void map_add_row(map_slopes *s, expr f, map_columns by) {
    graph *g = s->completion->system->graph;
    arena_mark before = arena_now(s->scratch);
    expr_leaves all = expr_depends(g, f);
    expr *leaf = ARENA_ARRAY(s->scratch, expr, 2 * all.count + 1);
    expr *slope = leaf + all.count;
    int *column = ARENA_ARRAY(s->scratch, int, all.count + 1);
    expr_leaves kept = {.at = leaf};
    for (int k = 0; k < all.count; k++) {
        column[kept.count] = map_column(s->completion, expr_get(g, all.at[k]), by);
        if (column[kept.count] >= 0)
            leaf[kept.count++] = all.at[k];
    }
    expr_forget(g, all);
    if (kept.count)
        expr_gradient(g, f, kept, slope);
    for (int k = 0; k < kept.count; k++)
        map_push(s, column[k], slope[k]);
    map_end_row(s);
    arena_return(s->scratch, before);
}

void map_add_system_row(map_slopes *s, int i, const int *column) {
    const completion *c = s->completion;
    assert(i >= 0 && i < c->rows);
    graph *g = c->system->graph;
    const jet_row *r = &c->row[i];
    for (int k = c->signature.start[i]; k < c->signature.start[i + 1]; k++) {
        int j = c->signature.column[k];
        int order = c->signature.sigma[k];
        const jet_unknown *y = &c->unknown[j];
        if (y->d - r->c == order)
            map_push(s, column ? column[j] : j,
                     expr_partial(g, r->derivative[0], expr_jet(g, y->variable, order)));
    }
    map_end_row(s);
}

invo_pattern map_pattern(const map_slopes *s, int columns) {
    assert(s->start.at[s->start.count - 1] == s->column.count);
    arena *a = s->completion->arena;
    return (invo_pattern){s->start.count - 1, columns, LIST_KEEP(a, s->start),
                          LIST_KEEP(a, s->column)};
}

static int map_is_constant(const map_slopes *s) {
    graph *g = s->completion->system->graph;
    for (int k = 0; k < s->entry.count; k++)
        if (s->column.at[k] > 0 && !expr_is_constant(g, s->entry.at[k]))
            return 0;
    return 1;
}

map map_new(lowered *w, int rows, const expr *f, map_columns by) {
    assert(rows >= 0 && by.count >= 0);
    arena *scratch = arena_child(w->arena);
    map_slopes s = map_begin(w->completion, scratch);
    for (int i = 0; i < rows; i++)
        map_add_row(&s, f[i], by);
    program (*make)(lowered *, int, const expr *) =
        by.is_written ? program_new_written : program_new;
    map m = {.pattern = map_pattern(&s, by.count), .is_constant = map_is_constant(&s)};
    m.value = by.is_whole ? program_new_whole(w, rows, f) : make(w, rows, f);
    m.slope = make(w, s.entry.count, s.entry.at);
    arena_free(scratch);
    return m;
}

map_slopes map_affine(lowered *w, arena *a, int size, const int *unknown, const expr *f,
                      invo_pattern *pattern) {
    completion *c = w->completion;
    assert(size >= 0 && size <= c->unknowns);
    int *own = w->numbers + c->coordinates;
    map_slopes s = map_begin(c, a);
    for (int k = 0; k < size; k++) {
        assert(own[unknown[k]] == 0);
        own[unknown[k]] = k + 1;
    }
    for (int i = 0; i < size; i++)
        map_add_row(&s, f[i], (map_columns){.count = size, .of = w->numbers});
    *pattern = map_pattern(&s, size);
    for (int i = 0; i < size; i++)
        LIST_PUSH(a, s.entry, completion_constant_part(c, f[i], own, 0));
    for (int k = 0; k < size; k++)
        own[unknown[k]] = 0;
    return s;
}

void map_run(const lowered *w, const map *m, const double *u, const double *z,
             double *value, double *slope) {
    if (value)
        program_run(w, &m->value, u, z, value);
    if (slope)
        program_run(w, &m->slope, u, z, slope);
}

void map_load(const lowered *w, const map *m) {
    program_load(w, &m->value);
    program_load(w, &m->slope);
}
