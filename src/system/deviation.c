/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs that may deviate. */
#include "deviation.h"
#include <assert.h>
#include "replace.h"

typedef struct deviating {
    const dae *system;
    const deviations *by;
} deviating;

static expr deviation_add(void *data, graph *g, expr leaf) {
    const deviating *d = data;
    const expr_node n = expr_node_of(g, leaf);
    for (int k = 0; n.op == OP_PARAMETER && k < d->by->count; k++)
        if (d->by->at[k].parameter == n.variable)
            return expr_add(g, leaf, expr_jet(g, d->by->at[k].variable, 0));
    return leaf;
}

/* The equation of w, or a condition on it at the start. */
static void deviation_equation(dae *s, const deviation *d, int order,
                               equation_kind kind) {
    const parameter *p = &s->parameters.at[d->parameter];
    const char *text =
        arena_print(s->arena, "derivative %d of the deviation of %s = 0", order, p->name);
    equation e = {.kind = (unsigned char)kind,
                  .residual = expr_jet(s->graph, d->variable, order),
                  .of = statement_new(s->arena, text, NULL, p->where),
                  .guard = NO_EXPR};
    LIST_PUSH(s->arena, s->equations, e);
}

static deviation deviation_new(dae *s, int p, int orders) {
    place *where = arena_alloc(s->arena, sizeof *where);
    *where = s->parameters.at[p].where;
    variable w = {.name =
                      arena_print(s->arena, "deviation of %s", s->parameters.at[p].name),
                  .where = where,
                  .start = expr_number(s->graph, 0),
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR,
                  .fixed = 1,
                  .is_protected = 1};
    LIST_PUSH(s->arena, s->variables, w);
    const deviation d = {p, s->variables.count - 1};
    deviation_equation(s, &d, orders, EQUATION_PLAIN);
    for (int k = 1; k < orders; k++)
        deviation_equation(s, &d, k, EQUATION_INITIAL);
    return d;
}

deviations deviations_insert(dae *s, int orders) {
    assert(orders >= 1);
    deviations d = {.at = ARENA_ARRAY(s->arena, deviation, s->parameters.count + 1),
                    .orders = orders};
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].kind == PARAMETER_INPUT &&
            s->parameters.at[p].type == TYPED_REAL)
            d.at[d.count++] = deviation_new(s, p, orders);
    deviating by = {s, &d};
    if (d.count)
        system_replace_leaves(s, deviation_add, &by);
    return d;
}

static void deviation_note_order(void *data, const expr_node *leaf) {
    int *most = data;
    if (leaf->op == OP_JET && leaf->order > *most)
        *most = leaf->order;
}

int deviations_highest(const dae *s) {
    int most = 0;
    for (int k = 0; k < s->equations.count; k++)
        expr_visit_leaves(s->graph, 1, &s->equations.at[k].residual, deviation_note_order,
                          &most);
    return most;
}
