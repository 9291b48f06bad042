/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands behind an equation from which unknowns were eliminated: for messages. */
#include <string.h>
#include "alias.h"
#include "complete.h"

static void add(equation_list *list, arena *a, int number) {
    for (int k = 0; k < list->count; k++)
        if (list->at[k] == number) return;
    LIST_PUSH(a, *list, number);
}

/* Trivial equations that were inserted into this one. */
static void add_bindings(const completion *c, int number, equation_list *list) {
    const dae *s = c->written;
    if (number >= s->equations.count) return;
    expr_leaves leaves = expr_depends(s->graph, s->equations.at[number].residual);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(s->graph, leaves.at[k]);
        if (n->op == OP_JET && n->variable < s->variables.count &&
            c->binding[n->variable].value != NO_EXPR)
            add(list, c->arena, c->binding[n->variable].equation);
    }
}

/* Rows that give the highest derivatives in this equation. */
static void add_rows(const completion *c, int number, equation_list *list) {
    const dae *s = c->system;
    graph *g = s->graph;
    expr f = alias_substitute(c->system, c->alias, s->equations.at[number].residual);
    expr_leaves leaves = expr_depends(g, f);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(g, leaves.at[k]);
        if (n->op != OP_JET) continue;
        const jet_unknown *y = &c->unknown[c->alias[n->variable].unknown];
        if (n->order >= y->d) add(list, c->arena, c->row[y->row].equation);
    }
}

void completion_reasons(const completion *c, int number, equation_list *list) {
    int first = list->count;
    add(list, c->arena, number);
    if (list->count == first) return;
    int is_row = 0;
    for (int i = 0; i < c->rows; i++) is_row |= c->row[i].equation == number;
    if (!is_row) add_rows(c, number, list);
    for (int k = first; k < list->count; k++) add_bindings(c, list->at[k], list);
}

enum { MOST_LABELS = 5 };

const char *completion_labels(const completion *c, const equation_list *list) {
    const char *text = "";
    for (int i = 0; i < list->count && i < MOST_LABELS; i++)
        text = arena_print(
            c->arena, "%s%s%s%s", text,
            i == 0                 ? ""
            : i == list->count - 1 ? " and "
                                   : ", ",
            completion_level_text(c, c->system->equations.at[list->at[i]].level),
            equation_label(c->system, list->at[i]));
    return list->count > MOST_LABELS
               ? arena_print(c->arena, "%s and %d more", text, list->count - MOST_LABELS)
               : text;
}
