/* SPDX-License-Identifier: BSD-3-Clause */
/* One mode for many: where modes are many, those that differ in terms alone are completed
 * once, with the conditions of these terms left as parameters. A row of 30 masses in
 * contact has 2^29 modes and meets a new one at almost every event.
 *
 * A condition is free if every value of it gives the same structure:
 * - no equation is there or not by it;
 * - the equations hold the same highest derivatives without the terms that it chooses, so
 *   that the same variables are continuous;
 * - no diagonal block of the system Jacobian depends on it, so that this is as regular
 * for one value as for the other;
 * - completion has neither combined nor dropped equations, which reads values. */
#include <assert.h>
#include <string.h>
#include "hybrid_state.h"

static int condition_of(const hybrid *h, const expr_node *n) {
    if (n->op != OP_PARAMETER)
        return -1;
    for (int k = 0; k < h->crossings->conditions.count; k++)
        if (h->crossings->conditions.at[k].parameter == n->variable)
            return k;
    return -1;
}

int hybrid_is_free(const hybrid *h, const expr_node *n) {
    int k = condition_of(h, n);
    assert(k < h->crossings->conditions.count);
    return k >= 0 && h->modes.is_free[k];
}

/* All conditions but those on which an equation depends as a whole. */
static int mark_free(hybrid *h) {
    const dae *s = h->system;
    int count = h->crossings->conditions.count;
    int any = 0;
    memset(h->modes.is_free, 1, (size_t)count);
    for (int k = 0; k < s->equations.count; k++) {
        expr guard = s->equations.at[k].guard;
        int number = guard == NO_EXPR ? -1 : condition_of(h, expr_get(s->graph, guard));
        if (number >= 0)
            h->modes.is_free[number] = 0;
    }
    for (int k = 0; k < count; k++)
        any |= h->modes.is_free[k];
    return any;
}

typedef struct free_question {
    const hybrid *h;
    int found;
} free_question;

static expr ask_free(void *data, graph *g, expr leaf) {
    free_question *q = data;
    q->found |= hybrid_is_free(q->h, expr_get(g, leaf));
    return leaf;
}

static int holds_free(const hybrid *h, graph *g, expr e) {
    free_question q = {h, 0};
    if (e != EXPR_ZERO)
        expr_substitute(g, e, ask_free, &q);
    return q.found;
}

/* --- the system Jacobian --- */

static int row_depends(const hybrid *h, const completion *c, int row, int first,
                       int last) {
    graph *g = c->system->graph;
    if (!holds_free(h, g, completion_top(c, row)))
        return 0;
    for (int k = first; k < last; k++)
        if (holds_free(h, g, completion_top_slope(c, row, c->order[k])))
            return 1;
    return 0;
}

static int blocks_depend(const hybrid *h, const completion *c) {
    for (int b = 0; b < c->blocks; b++)
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            if (row_depends(h, c, c->unknown[c->order[k]].row, c->block[b],
                            c->block[b + 1]))
                return 1;
    return 0;
}

/* --- highest derivatives --- */

static expr silence_free(void *data, graph *g, expr node) {
    const expr_node *n = expr_get(g, node);
    if (n->op != OP_IF || !hybrid_is_free(data, expr_get(g, n->arg[0])))
        return node;
    return expr_number(g, 0);
}

static void common_mode_raise_orders(graph *g, expr e, int *order) {
    if (e == EXPR_ZERO)
        return;
    expr_leaves leaves = expr_depends(g, e);
    for (int i = 0; i < leaves.count; i++) {
        const expr_node *n = expr_get(g, leaves.at[i]);
        if (n->op == OP_JET && n->order > order[n->variable])
            order[n->variable] = n->order;
    }
}

static int orders_depend(hybrid *h, const dae *s) {
    size_t count = (size_t)s->variables.count;
    int *with = ARENA_ARRAY(s->arena, int, s->variables.count + 1);
    int *without = ARENA_ARRAY(s->arena, int, s->variables.count + 1);
    for (int k = 0; k < s->equations.count; k++) {
        expr e = s->equations.at[k].residual;
        common_mode_raise_orders(s->graph, e, with);
        common_mode_raise_orders(s->graph, expr_rewrite(s->graph, e, silence_free, h),
                                 without);
    }
    return memcmp(with, without, sizeof *with * count) != 0;
}

/* --- the mode --- */

static int is_common(hybrid *h, const mode *m) {
    const completion *c = m->lowered->completion;
    const completion *now = h->now->lowered->completion;
    return !c->system->is_local && c->dof == now->dof && c->index == now->index &&
           m->lowered->system.series.order == h->now->lowered->system.series.order &&
           !orders_depend(h, &m->system) && !blocks_depend(h, c);
}

static void make_common(invo_context *context, void *argument) {
    hybrid *h = argument;
    (void)context;
    h->modes.found = NULL;
    h->modes.keeps_free = 1;
    mode *m = hybrid_build_mode(h);
    if (m && is_common(h, m))
        h->modes.found = m;
}

/* What fails here is completed value by value, as if it had not been tried. */
mode *hybrid_new_common(hybrid *h) {
    invo_context *context = h->system->context;
    size_t said = context->message_size;
    if (h->modes.refuses_common || !h->now || !mark_free(h))
        return NULL;
    invo_status status = protect(context, make_common, h);
    h->modes.keeps_free = 0;
    if (status == INVO_E_MEMORY)
        fail_if_errors(context);
    if (status) {
        forget_errors(context, said);
        h->modes.found = NULL;
    }
    if (!h->modes.found) {
        forget_notes(context, said);
        h->modes.refuses_common = 1;
    }
    return h->modes.found;
}
