/* SPDX-License-Identifier: BSD-3-Clause */
/* A parameter to be tuned is an unknown function that does not change: in a copy of the
 * system it is one, and the consistent initial point of that gives its value. */
#include "tune.h"
#include <string.h>
#include "initial.h"

enum { BY_TUNING = 2 }; /* is_set of a value found here: the next run finds it anew */

typedef struct tuning {
    const dae *s;
    int *variable; /* [parameters]: 1 + variable that stands for it, 0: none */
    char *follows; /* [parameters]: its binding depends on a tuned one */
} tuning;

/* A tuned parameter becomes its variable, one that follows from such its binding. */
static expr as_unknown(void *data, graph *g, expr leaf) {
    tuning *t = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.op != OP_PARAMETER) return leaf;
    if (t->variable[n.variable]) return expr_jet(g, t->variable[n.variable] - 1, 0);
    if (!t->follows[n.variable]) return leaf;
    return expr_substitute(g, t->s->parameters.at[n.variable].binding, as_unknown, t);
}

typedef struct question {
    const tuning *t;
    int found;
} question;

static double ask_leaf(void *data, const expr_node *leaf) {
    question *q = data;
    if (leaf->op == OP_PARAMETER)
        q->found |= q->t->variable[leaf->variable] || q->t->follows[leaf->variable];
    return 0;
}

/* Which parameters follow from tuned ones; there are no cycles. */
static void find_followers(tuning *t) {
    const dae *s = t->s;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int p = 0; p < s->parameters.count; p++) {
            const parameter *q = &s->parameters.at[p];
            if (q->binding == NO_EXPR || q->is_set || t->follows[p] || t->variable[p])
                continue;
            question ask_it = {t, 0};
            expr_evaluate(s->graph, q->binding, ask_leaf, &ask_it);
            if (ask_it.found) t->follows[p] = 1, changed = 1;
        }
    }
}

typedef struct search {
    const dae *s;
    int found;
} search;

static double search_leaf(void *data, const expr_node *leaf) {
    search *q = data;
    if (leaf->op != OP_PARAMETER || q->found) return 0;
    const parameter *p = &q->s->parameters.at[leaf->variable];
    q->found = p->is_tuned;
    if (!p->is_tuned && !p->is_set && p->binding != NO_EXPR)
        expr_evaluate(q->s->graph, p->binding, search_leaf, q);
    return 0;
}

int is_tuning(const dae *s, expr f) {
    search q = {s, 0};
    expr_evaluate(s->graph, f, search_leaf, &q);
    return q.found;
}

static void add_unknown(dae *copy, tuning *t, int p) {
    const parameter *q = &t->s->parameters.at[p];
    variable v = {.name = q->name,
                  .where = q->where,
                  .start = q->guess,
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR};
    LIST_PUSH(copy->arena, copy->variables, v);
    t->variable[p] = copy->variables.count;
    equation still = {EQUATION_PLAIN,
                      expr_jet(copy->graph, copy->variables.count - 1, 1),
                      arena_print(copy->arena, "der(%s) = 0", q->name),
                      NULL,
                      q->where,
                      NO_EXPR};
    LIST_PUSH(copy->arena, copy->equations, still);
}

/* Copies of the lists that grow: the system itself stays as it is. */
static dae copy_of(const dae *s) {
    dae copy = *s;
    memset(&copy.variables, 0, sizeof copy.variables);
    memset(&copy.equations, 0, sizeof copy.equations);
    for (int v = 0; v < s->variables.count; v++)
        LIST_PUSH(s->arena, copy.variables, s->variables.at[v]);
    for (int k = 0; k < s->equations.count; k++)
        LIST_PUSH(s->arena, copy.equations, s->equations.at[k]);
    return copy;
}

void tune_parameters(dae *s, double t) {
    dae *copy = arena_alloc(s->arena, sizeof *copy);
    tuning u = {s, ARENA_ARRAY(s->arena, int, s->parameters.count + 1),
                ARENA_ARRAY(s->arena, char, s->parameters.count + 1)};
    int any = 0;
    *copy = copy_of(s);
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].is_tuned && s->parameters.at[p].is_set != 1)
            add_unknown(copy, &u, p), any = 1;
    if (!any) return;
    find_followers(&u);
    for (int k = 0; k < copy->equations.count; k++) {
        equation *e = &copy->equations.at[k];
        e->residual = expr_substitute(s->graph, e->residual, as_unknown, &u);
    }
    lowered *w = lower(complete(copy), (lowering){0, 0});
    initial_point(w, t);
    for (int p = 0; p < s->parameters.count; p++) {
        if (!u.variable[p]) continue;
        const completion *c = w->completion;
        const alias *a = &c->alias[u.variable[p] - 1];
        const jet_unknown *y = &c->unknown[a->unknown];
        s->parameters.at[p].value =
            a->order < y->d ? w->start[y->first + a->order] : w->top[a->unknown];
        s->parameters.at[p].is_set = BY_TUNING;
    }
}
