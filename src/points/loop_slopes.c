/* SPDX-License-Identifier: BSD-3-Clause */
/* A wrong derivative of a loop makes wrong constraints, and steps that lead nowhere: it
 * is an error before anything relies on it. */
#include "loop_slopes.h"

enum { MOST_SHOWN = 60 }; /* characters of an input in messages */

/* Says which loop, input and derivatives. */
static _Noreturn void loop_slope_fail(lowered *w, const condition *row,
                                      const expr_node *call, int input, double at,
                                      routine_slope slope) {
    completion *c = w->completion;
    dae *d = c->system;
    const routine *r = call->routine->of;
    expr_names spelling = completion_names(c);
    const char *by = expr_print_some(d->graph, call->arg[input], &spelling, MOST_SHOWN);
    const char *level = completion_level_text(c, r->order);
    fail(d->context, INVO_E_MODEL, d->equations.at[row->equation].of->where,
         "%s needs a derivative of %s'%s' behind %s, which its passes do not give: by %s "
         "(%.6g here) they give %.6g, differences of its values %.6g. The result depends "
         "on that through conditions, as that of a bisection does, or the passes end "
         "too early. Write what the loop solves as an equation of the model, or use "
         "Newton's iteration with a smaller tolerance",
         equation_label(d, row->equation), level, r->variable[call->routine->output],
         r->name, by, at, slope.own, slope.difference);
}

/* The top unknowns of one block; NULL: all that changes counts. */
typedef struct counted {
    const completion *c;
    const char *own; /* [unknowns] */
} counted;

static int input_counts(const counted *q, graph *g, expr arg) {
    const completion *c = q->c;
    expr_leaves on = expr_depends(g, arg);
    int counts = on.count > 0 && !q->own;
    for (int i = 0; i < on.count && q->own; i++) {
        int top = completion_slot(c, expr_get(g, on.at[i])) - c->coordinates;
        counts |= top >= 0 && q->own[top];
    }
    expr_forget(g, on);
    return counts;
}

static void check_call(lowered *w, const condition *row, expr node, const counted *q,
                       const double *x) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    const expr_node call = expr_node_of(g, node);
    double *from = ARENA_ARRAY(c->arena, double, call.count + 1);
    program arguments = program_new(w, call.count, call.arg);
    routine_slope slope;
    program_run(w, &arguments, x, x + c->coordinates, from);
    for (int k = 0; k < call.count; k++)
        if (input_counts(q, g, call.arg[k]) &&
            routine_slope_is_wrong(call.routine, k, from, &slope))
            loop_slope_fail(w, row, &call, k, from[k], slope);
}

static void check_row(lowered *w, const condition *row, const char *own,
                      const double *x) {
    completion *c = w->completion;
    counted q = {c, own};
    routine_nodes calls = routine_find(c->system->graph, c->arena, 1, &row->f);
    for (int k = 0; k < calls.count; k++)
        check_call(w, row, calls.at[k], &q, x);
}

static void check_top_rows(lowered *w, const double *x) {
    completion *c = w->completion;
    char *own = ARENA_ARRAY(c->arena, char, c->unknowns + 1);
    for (int b = 0; b < c->blocks; b++) {
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            own[c->order[k]] = 1;
        for (int k = c->block[b]; k < c->block[b + 1]; k++) {
            condition row = completion_top_row(c, c->unknown[c->order[k]].row);
            check_row(w, &row, own, x);
        }
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            own[c->order[k]] = 0;
    }
}

/* The highest derivatives that the model names. */
typedef struct named_orders {
    int *order; /* [variables] */
} named_orders;

static void note_order(void *data, const expr_node *leaf) {
    const named_orders *n = data;
    if (leaf->op == OP_JET && leaf->order > n->order[leaf->variable])
        n->order[leaf->variable] = leaf->order;
}

/* What trivial equations eliminate is differentiated where the model names derivatives of
 * it. */
static void check_bindings(lowered *w, const double *x) {
    completion *c = w->completion;
    const dae *s = c->written;
    graph *g = s->graph;
    named_orders named = {ARENA_ARRAY(c->arena, int, s->variables.count + 1)};
    for (int k = 0; k < s->equations.count; k++)
        expr_visit_leaves(g, 1, &s->equations.at[k].residual, note_order, &named);
    int count = s->variables.count;
    if (count > c->system->variables.count)
        count = c->system->variables.count; /* others were added since */
    for (int v = 0; v < count; v++) {
        const binding *b = named.order[v] ? completion_binding(c, v) : NULL;
        if (!b)
            continue;
        condition row = {b->value, b->equation, 0};
        for (; row.level < named.order[v] && row.f != EXPR_ZERO; row.level++) {
            if (completion_range(c, row.f).least < 0)
                break; /* at no point */
            check_row(w, &row, NULL, x);
            row.f = expr_total(g, row.f);
        }
    }
}

void loop_slopes_check_rows(lowered *w, int rows, const condition *row, const double *x) {
    completion *c = w->completion;
    if (!graph_has_routines(c->system->graph))
        return;
    arena *own = completion_borrow(c);
    for (int k = 0; k < rows; k++)
        check_row(w, &row[k], NULL, x);
    completion_release(c, own);
}

void loop_slopes_check(lowered *w, const double *x) {
    completion *c = w->completion;
    if (!graph_has_routines(c->system->graph))
        return;
    arena *own = completion_borrow(c);
    const condition *row = completion_constraints(c, c->arena, 0);
    loop_slopes_check_rows(w, c->constraints, row, x);
    check_top_rows(w, x);
    check_bindings(w, x);
    completion_release(c, own);
}
