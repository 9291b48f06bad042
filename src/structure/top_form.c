/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations as a whole, T(u, z) = 0, with their derivatives by every coordinate
 * and top unknown: what an implicit method needs (DESIGN, section 4). */
#include <stdlib.h>
#include "lower.h"

static void run_tops(void *self, const double *u, const double *z, double *residual,
                     double *matrix) {
    const lowered *w = self;
    if (residual)
        program_run(w, &w->top_residual, u, z, residual);
    if (matrix)
        program_run(w, &w->top_matrix, u, z, matrix);
}

typedef struct entry {
    int column;
    expr slope;
} entry;

static int by_column(const void *a, const void *b) {
    return ((const entry *)a)->column - ((const entry *)b)->column;
}

/* The entries of one row in increasing order; returns how many. */
static int top_form_list_entries(const completion *c, expr top, expr_leaves leaves,
                                 entry *found) {
    graph *g = c->system->graph;
    expr *slope = ARENA_ARRAY(c->arena, expr, leaves.count + 1);
    int count = 0;
    expr_gradient(g, top, leaves, slope);
    for (int k = 0; k < leaves.count; k++)
        if (slope[k] != EXPR_ZERO)
            found[count++] =
                (entry){completion_slot(c, expr_get(g, leaves.at[k])), slope[k]};
    if (count > 1)
        qsort(found, (size_t)count, sizeof *found, by_column);
    return count;
}

/* The highest derivative of unknown j in the offsets of the model as written, by all its
 * names. */
static int written_top(const completion *c, int j) {
    int top = -1;
    for (int k = c->named[j]; k < c->named[j + 1]; k++) {
        int v = c->names[k];
        if (v >= c->written->variables.count)
            continue;
        int order = c->alias[v].order + c->written_d[v];
        if (order > top)
            top = order;
    }
    return top;
}

/* A derivative that was a top unknown as the model is written and has become a coordinate
 * because its equations are not linear in it. */
static void mark_algebraic(lowered *w) {
    completion *c = w->completion;
    char *mark = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
    for (int j = 0; j < c->unknowns; j++) {
        const jet_unknown *y = &c->unknown[j];
        int written = written_top(c, j);
        if (written < 0 || written >= y->d)
            continue;
        mark[y->first + written] = 1;
        w->system.algebraic = mark;
    }
}

void lowered_add_tops(lowered *w) {
    completion *c = w->completion;
    LIST(int) column = {0};
    LIST(expr) slope = {0};
    int *start = ARENA_ARRAY(c->arena, int, c->rows + 1);
    expr *top = ARENA_ARRAY(c->arena, expr, c->rows + 1);
    if (w->system.top_equations)
        return;
    for (int i = 0; i < c->rows; i++) {
        top[i] = c->row[i].derivative[c->row[i].c];
        expr_leaves leaves = expr_depends(c->system->graph, top[i]);
        entry *found = ARENA_ARRAY(c->arena, entry, leaves.count + 1);
        int count = top_form_list_entries(c, top[i], leaves, found);
        for (int k = 0; k < count; k++) {
            LIST_PUSH(c->arena, column, found[k].column);
            LIST_PUSH(c->arena, slope, found[k].slope);
        }
        start[i + 1] = column.count;
    }
    invo_pattern *pattern = arena_alloc(c->arena, sizeof *pattern);
    *pattern = (invo_pattern){c->rows, c->coordinates + c->unknowns, start, column.at};
    w->top_residual = program_new(w, c->rows, top);
    w->top_matrix = program_new(w, slope.count, slope.at);
    w->system.top_pattern = pattern;
    w->system.top_equations = run_tops;
    mark_algebraic(w);
}
