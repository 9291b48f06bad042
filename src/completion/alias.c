/* SPDX-License-Identifier: BSD-3-Clause */
/* First-order reductions: an equation der(x) = v makes v another name of the derivative
 * of x. */
#include "alias.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct candidate {
    int equation, derived, order,
        name;        /* the order-th derivative of `derived` equals `name` */
    const char *key; /* decides between candidates, whatever their order in the text */
} candidate;

static int alias_by_key(const void *a, const void *b) {
    const candidate *x = a;
    const candidate *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : x->equation - y->equation;
}

/* residual = k (y^(l) - v), l >= 1 */
static int read_jets(const graph *g, expr residual, candidate *found) {
    const expr_node *r = expr_get(g, residual);
    if (r->op != OP_SUM || r->count != 2 || !(r->value == 0 && signbit(r->value)))
        return 0;
    if (r->coefficient[0] != -r->coefficient[1])
        return 0;
    const expr_node *a = expr_get(g, r->arg[0]);
    const expr_node *b = expr_get(g, r->arg[1]);
    if (a->op != OP_JET || b->op != OP_JET || (a->order > 0) == (b->order > 0))
        return 0;
    const expr_node *high = a->order ? a : b;
    const expr_node *low = a->order ? b : a;
    *found = (candidate){-1, high->variable, high->order, low->variable, NULL};
    return 1;
}

static int read_candidate(dae *s, arena *scratch, int number, candidate *found) {
    const equation *e = &s->equations.at[number];
    if (e->kind != EQUATION_PLAIN || !read_jets(s->graph, e->residual, found) ||
        s->variables.at[found->name].is_shown)
        return 0;
    found->equation = number;
    found->key = arena_print(scratch, "%s:%s", s->variables.at[found->derived].name,
                             s->variables.at[found->name].name);
    return 1;
}

int alias_read(const graph *g, expr residual, int *of, int *order, int *name) {
    candidate found;
    if (!read_jets(g, residual, &found))
        return 0;
    *of = found.derived;
    *order = found.order;
    *name = found.name;
    return 1;
}

/* Follows names to the unknown that they are derivatives of. */
static alias resolve(const alias *a, int name) {
    alias found = {name, -1, 0};
    while (a[found.variable].order > 0) {
        found.order += a[found.variable].order;
        found.variable = a[found.variable].variable;
    }
    return found;
}

/* Takes the candidates in the order of their keys, so that their order in the text does
 * not matter, and skips those that would close a circle. */
int *alias_find(dae *s, arena *scratch, alias *a, int *count) {
    int total = 0;
    int kept = 0;
    candidate *list = ARENA_ARRAY(scratch, candidate, s->equations.count + 1);
    int *equations = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    for (int k = 0; k < s->variables.count; k++)
        a[k] = (alias){k, -1, 0};
    for (int k = 0; k < s->equations.count; k++)
        total += read_candidate(s, scratch, k, &list[total]);
    qsort(list, (size_t)total, sizeof *list, alias_by_key);
    for (int k = 0; k < total; k++) {
        const candidate *c = &list[k];
        if (a[c->name].order > 0 || resolve(a, c->derived).variable == c->name)
            continue;
        a[c->name] = (alias){c->derived, -1, c->order};
        equations[kept++] = c->equation;
    }
    for (int k = 0; k < s->variables.count; k++) {
        alias end = resolve(a, k);
        a[k] = end; /* a shorter way for all that follow */
    }
    *count = kept;
    assert(kept <= total && total <= s->equations.count);
    return equations;
}

expr alias_rename(void *data, graph *g, expr leaf) {
    const alias *a = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op != OP_JET || a[n->variable].order == 0)
        return leaf;
    return expr_jet(g, a[n->variable].variable, a[n->variable].order + n->order);
}

expr alias_substitute(dae *s, alias *a, expr e) {
    return expr_substitute(s->graph, e, alias_rename, a);
}
