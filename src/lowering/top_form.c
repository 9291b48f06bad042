/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations as a whole, T(u, z) = 0, with their derivatives by every coordinate
 * and top unknown: what an implicit method needs (docs/design.md, 4). */
#include <assert.h>
#include "lower.h"

static void run_tops(void *self, const double *u, const double *z, double *residual,
                     double *matrix) {
    const lowered *w = self;
    map_run(w, &w->tops, u, z, residual, matrix);
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

void lowered_add_tops(lowered *w) {
    completion *c = w->completion;
    assert(c->rows == c->unknowns);
    if (w->system.top.equations)
        return;
    arena *scratch = arena_child(c->arena);
    expr *top = ARENA_ARRAY(scratch, expr, c->rows + 1);
    for (int i = 0; i < c->rows; i++)
        top[i] = completion_top(c, i);
    w->tops =
        map_new(w, c->rows, top, (map_columns){.count = c->coordinates + c->unknowns});
    arena_free(scratch);
    w->system.top.pattern = &w->tops.pattern;
    w->system.top.equations = run_tops;
    mark_algebraic(w);
}
