/* SPDX-License-Identifier: BSD-3-Clause */
/* The form of the direction, block by block of the top equations A z + b = 0: z depends
 * on all that occurs in the rows of its block and on what the z of earlier blocks depend
 * on; where A is constant, its degree is that of b. Both are upper bounds: what cancels
 * when a block is solved is counted. */
#include <assert.h>
#include "direction_form.h"

typedef LIST(int) int_list;

typedef struct form {
    completion *c;
    int_list *depends; /* [unknowns]: coordinates in z_j, ascending */
    int *degree;       /* [unknowns]: of z_j, -1: no polynomial */
    int *own;          /* [unknowns]: in the current block */
    char *mark;        /* [coordinates] */
} form;

/* Time, coordinates and the z of earlier blocks; the degree of other z is asked for only
 * where they cancel. */
static int leaf_degree(void *data, const expr_node *leaf) {
    const form *f = data;
    if (leaf->op == OP_PARAMETER)
        return 0;
    int slot = completion_slot(f->c, leaf);
    if (slot < 0)
        return -1;
    return slot < f->c->coordinates ? 1 : f->degree[slot - f->c->coordinates];
}

static int row_degree(form *f, int row, int first, int last) {
    completion *c = f->c;
    graph *g = c->system->graph;
    for (int k = first; k < last; k++) {
        expr slope = completion_top_slope(c, row, c->order[k]);
        if (expr_degree(g, slope, leaf_degree, f) != 0)
            return -1;
    }
    expr rest = completion_constant_part(c, completion_top(c, row), f->own, 0);
    return expr_degree(g, rest, leaf_degree, f);
}

static void mark_leaves(form *f, expr top) {
    completion *c = f->c;
    expr_leaves leaves = expr_depends(c->system->graph, top);
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(c->system->graph, leaves.at[k]));
        if (slot >= 0 && slot < c->coordinates)
            f->mark[slot] = 1;
        if (slot < c->coordinates || f->own[slot - c->coordinates])
            continue;
        const int_list *of = &f->depends[slot - c->coordinates];
        for (int i = 0; i < of->count; i++)
            f->mark[of->at[i]] = 1;
    }
}

/* Joins what the rows of a block depend on, and takes the highest of their degrees. */
static void read_block(form *f, int first, int last) {
    completion *c = f->c;
    int degree = 0;
    int_list list = {0};
    for (int k = first; k < last; k++)
        f->own[c->order[k]] = 1;
    for (int k = first; k < last; k++) {
        int row = c->unknown[c->order[k]].row;
        int of_row = row_degree(f, row, first, last);
        if (degree >= 0 && (of_row < 0 || of_row > degree))
            degree = of_row;
        mark_leaves(f, completion_top(c, row));
    }
    for (int i = 0; i < c->coordinates; i++) {
        if (f->mark[i])
            LIST_PUSH(c->arena, list, i);
        f->mark[i] = 0;
    }
    for (int k = first; k < last; k++) {
        f->own[c->order[k]] = 0;
        f->depends[c->order[k]] = list;
        f->degree[c->order[k]] = degree;
    }
}

/* v[i] is the next coordinate, or the z of an unknown; v[0] is 1. */
static void direction_form_list_rows(lowered *w, const form *f) {
    completion *c = w->completion;
    int n = c->coordinates;
    int *degree = ARENA_ARRAY(c->arena, int, n);
    int *start = ARENA_ARRAY(c->arena, int, n + 1);
    int_list column = {0};
    start[1] = 0;
    for (int i = 1; i < n; i++) {
        int next = w->system.coordinate[i].derivative;
        const int_list *of = next < n ? NULL : &f->depends[next - n];
        degree[i] = of ? f->degree[next - n] : 1;
        if (!of)
            LIST_PUSH(c->arena, column, next);
        for (int k = 0; of && k < of->count; k++)
            LIST_PUSH(c->arena, column, of->at[k]);
        start[i + 1] = column.count;
    }
    invo_pattern *pattern = arena_alloc(c->arena, sizeof *pattern);
    *pattern = (invo_pattern){n, n, start, column.at};
    w->system.direction_pattern = pattern;
    w->system.degree = degree;
}

void lowered_add_form(lowered *w) {
    completion *c = w->completion;
    assert(c->block[c->blocks] == c->unknowns);
    form f = {.c = c,
              .depends = ARENA_ARRAY(c->arena, int_list, c->unknowns + 1),
              .degree = ARENA_ARRAY(c->arena, int, c->unknowns + 1),
              .own = ARENA_ARRAY(c->arena, int, c->unknowns + 1),
              .mark = ARENA_ARRAY(c->arena, char, c->coordinates + 1)};
    for (int b = 0; b < c->blocks; b++)
        read_block(&f, c->block[b], c->block[b + 1]);
    direction_form_list_rows(w, &f);
}
