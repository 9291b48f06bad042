/* SPDX-License-Identifier: BSD-3-Clause */
/* The equations behind one from which unknowns were eliminated: for messages. */
#include <assert.h>
#include <string.h>
#include "alias.h"
#include "complete.h"
#include "../system/join.h"

static void reasons_add(equation_list *list, arena *a, int number, int level) {
    reason r = {number, level};
    for (int k = 0; k < list->count; k++)
        if (list->at[k].equation == number)
            return;
    LIST_PUSH(a, *list, r);
}

/* Trivial equations that were inserted into this one. */
static void add_bindings(const completion *c, int number, equation_list *list) {
    const dae *s = c->written;
    if (number >= s->equations.count)
        return;
    expr_leaves leaves = expr_depends(s->graph, s->equations.at[number].residual);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(s->graph, leaves.at[k]);
        const binding *b = n->op == OP_JET && n->variable < s->variables.count
                               ? completion_binding(c, n->variable)
                               : NULL;
        if (b)
            reasons_add(list, c->arena, b->equation, 0);
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
        if (n->op != OP_JET)
            continue;
        const jet_unknown *y = &c->unknown[c->alias[n->variable].unknown];
        if (n->order >= y->d)
            reasons_add(list, c->arena, c->row[y->row].equation, c->row[y->row].c);
    }
}

static int reasons_is_row(const completion *c, int number) {
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].equation == number)
            return 1;
    return 0;
}

void completion_reasons(const completion *c, int number, int level, equation_list *list) {
    assert(level >= 0);
    assert(number >= 0 && number < c->system->equations.count);
    int first = list->count;
    reasons_add(list, c->arena, number, level);
    if (!reasons_is_row(c, number)) /* only what is no row itself was eliminated from */
        for (int k = first; k < list->count; k++)
            add_rows(c, list->at[k].equation, list);
    for (int k = first; k < list->count; k++)
        add_bindings(c, list->at[k].equation, list);
}

enum { MOST_LABELS = 5 };

const char *completion_labels(const completion *c, const equation_list *list) {
    const char *text = "";
    for (int i = 0; i < list->count && i < MOST_LABELS; i++) {
        int number = list->at[i].equation;
        int level = list->at[i].level + c->system->equations.at[number].level;
        const char *label = arena_print(c->arena, "%s%s", completion_level_text(c, level),
                                        equation_label(c->system, number));
        text = text_join_and(c->arena, text, i, list->count, label);
    }
    int more = list->count - MOST_LABELS;
    return more > 0 ? arena_print(c->arena, "%s and %d more", text, more) : text;
}
