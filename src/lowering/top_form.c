/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations as a whole, T(u, z) = 0, with their derivatives by every coordinate
 * and top unknown: what an implicit method needs (docs/design.md, 4). */
#include <assert.h>
#include "lower.h"

/* Programs read top unknowns in their places. */
static void run_tops(void *self, const double *u, const double *z, double *residual,
                     double *matrix) {
    const lowered *w = self;
    const invo_top *top = &w->system.top;
    for (int k = 0; k < top->count; k++)
        w->placed[top->unknown[k]] = z[k];
    map_run(w, &w->tops, u, w->placed, residual, matrix);
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
        w->system.top.algebraic = mark;
    }
}

/* Lists the top unknowns that the direction is made of: what is only shown follows from
 * these at the end of a step. Without coordinates there is no direction, and all are
 * listed. Returns the columns of their matrix, in scratch. */
static map_columns list_needed(completion *c, arena *scratch, int *unknown) {
    arena *own = completion_borrow(c);
    const char *needed = completion_needed(c);
    int *column = ARENA_ARRAY(scratch, int, completion_slots(c));
    int count = c->coordinates;
    for (int k = 0; k < c->coordinates; k++)
        column[k] = 1 + k;
    for (int j = 0; j < c->unknowns; j++) {
        if (!needed[j] && c->coordinates > 1)
            continue;
        unknown[count - c->coordinates] = j;
        column[c->coordinates + j] = ++count;
    }
    completion_release(c, own);
    return (map_columns){.count = count, .of = column};
}

void lowered_add_tops(lowered *w) {
    completion *c = w->completion;
    assert(c->rows == c->unknowns);
    if (w->system.top.equations)
        return;
    arena *scratch = arena_child(c->arena);
    int *unknown = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    map_columns columns = list_needed(c, scratch, unknown);
    int count = columns.count - c->coordinates;
    expr *top = ARENA_ARRAY(scratch, expr, count + 1);
    for (int k = 0; k < count; k++)
        top[k] = completion_top(c, c->unknown[unknown[k]].row);
    w->tops = map_new(w, count, top, columns);
    w->system.top.count = count;
    w->system.top.unknown = unknown;
    w->placed = ARENA_ARRAY(c->arena, double, c->unknowns + 1);
    arena_free(scratch);
    w->system.top.pattern = &w->tops.pattern;
    w->system.top.equations = run_tops;
    mark_algebraic(w);
}
