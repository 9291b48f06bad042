/* SPDX-License-Identifier: BSD-3-Clause */
/* Block triangular order: Tarjan's strongly connected components with an explicit stack.
 */
#include <assert.h>
#include "signature.h"

typedef struct walk {
    const signature *s;
    const int *row_of, *c, *d;
    int *number, *low, *on_stack, *edge; /* by columns */
    int *stack, *path;
    int stack_count, path_count, numbered;
    int *block, *order, blocks, placed;
} walk;

static void enter(walk *w, int j) {
    w->number[j] = w->low[j] = ++w->numbered;
    w->on_stack[j] = 1;
    w->stack[w->stack_count++] = j;
    w->path[w->path_count++] = j;
    w->edge[j] = w->s->start[w->row_of[j]];
}

/* All that column j needs is placed: pops its component if j is its root. */
static void leave(walk *w, int j) {
    w->path_count--;
    if (w->path_count) {
        int parent = w->path[w->path_count - 1];
        if (w->low[j] < w->low[parent])
            w->low[parent] = w->low[j];
    }
    if (w->low[j] != w->number[j])
        return;
    int member;
    do {
        member = w->stack[--w->stack_count];
        w->on_stack[member] = 0;
        w->order[w->placed++] = member;
    } while (member != j);
    w->block[++w->blocks] = w->placed;
}

/* Follows the next entry of column j's row; returns 0 when all are done. */
static int blocks_follow(walk *w, int j) {
    int i = w->row_of[j];
    if (w->edge[j] == w->s->start[i + 1])
        return 0;
    int k = w->edge[j]++;
    int to = w->s->column[k];
    if (w->d[to] - w->c[i] != w->s->sigma[k])
        return 1;
    if (!w->number[to])
        enter(w, to);
    else if (w->on_stack[to] && w->number[to] < w->low[j])
        w->low[j] = w->number[to];
    return 1;
}

/* Walks depth first from every column that has no number yet, with a path of its own
 * instead of recursion: systems are larger than the stack of calls. */
int signature_blocks(const signature *s, arena *a, const int *row_of, const int *c,
                     const int *d, int *block, int *order) {
    assert(s->rows >= s->columns);
    int n = s->columns;
    walk w = {.s = s, .row_of = row_of, .c = c, .d = d, .block = block, .order = order};
    w.number = ARENA_ARRAY(a, int, n);
    w.low = ARENA_ARRAY(a, int, n);
    w.on_stack = ARENA_ARRAY(a, int, n);
    w.edge = ARENA_ARRAY(a, int, n);
    w.stack = ARENA_ARRAY(a, int, n);
    w.path = ARENA_ARRAY(a, int, n);
    block[0] = 0;
    for (int root = 0; root < n; root++) {
        if (w.number[root])
            continue;
        enter(&w, root);
        while (w.path_count) {
            int j = w.path[w.path_count - 1];
            if (!blocks_follow(&w, j))
                leave(&w, j);
        }
    }
    return w.blocks;
}
