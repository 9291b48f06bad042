/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions that a program has built: a graph, in which a node may have many users and
 * any depth. Each node is lowered once, operands first and from left to right, as those
 * of a text are, so that the nodes of the system have the same order. */
#include "translate.h"
#include <assert.h>

typedef struct open_nodes {
    ast **at;
    int count, capacity;
} open_nodes;

/* What the text of an equation leaves out stands where the equation does. */
static void shared_place(ast *e, const ast *user) {
    if (e->where.file)
        return;
    e->where = user->where;
    e->begin = user->begin;
    e->end = user->end;
}

/* Puts the operands that are not lowered on top, the first one last. */
static int shared_push(arena *a, open_nodes *open, const ast *e) {
    int before = open->count;
    for (int i = e->args.count - 1; i >= 0; i--) {
        ast *one = ast_arg(e, i);
        shared_place(one, e);
        if (one->shared && !one->shared->lowered)
            LIST_PUSH(a, *open, one);
    }
    return open->count > before;
}

static void shared_keep(translation *t, const ast *e) {
    value *kept = arena_alloc(lasting(t), sizeof *kept);
    *kept = lower_node(t, e);
    e->shared->lowered = kept;
}

value lower_shared(translation *t, const ast *e) {
    assert(e->shared);
    if (e->shared->lowered)
        return *e->shared->lowered;
    arena *own = t->arena;
    arena *scratch = arena_child(lasting(t));
    open_nodes open = {0};
    t->arena = lasting(t); /* values stay as long as the model */
    LIST_PUSH(scratch, open, (ast *)e);
    while (open.count) {
        ast *top = open.at[open.count - 1];
        if (!top->shared->lowered && shared_push(scratch, &open, top))
            continue;
        open.count--;
        if (!top->shared->lowered)
            shared_keep(t, top);
    }
    arena_free(scratch);
    t->arena = own;
    return *e->shared->lowered;
}
