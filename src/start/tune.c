/* SPDX-License-Identifier: BSD-3-Clause */
/* A parameter to be tuned is an unknown function that does not change: in a copy of the
 * system it is one, and the consistent initial point of that gives its value. */
#include "tune.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "guess.h"
#include "initial.h"
#include "../repair/involution.h"
#include "../system/leaves.h"

enum { BY_TUNING = 2 }; /* is_set of a value found here: the next run finds it again */

typedef struct tuning {
    const dae *s;
    int *variable; /* [parameters]: 1 + variable that replaces it, 0: none */
    char *follows; /* [parameters]: its binding depends on a tuned one */
} tuning;

static expr tune_present(graph *g, expr e) {
    return e == EXPR_ZERO ? expr_number(g, 0) : e;
}

/* A tuned parameter becomes its variable, one that follows from such its binding. */
static expr as_unknown(void *data, graph *g, expr leaf) {
    tuning *t = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.op != OP_PARAMETER)
        return leaf;
    if (t->variable[n.variable])
        return expr_jet(g, t->variable[n.variable] - 1, 0);
    if (!t->follows[n.variable])
        return leaf;
    return expr_substitute(g, t->s->parameters.at[n.variable].binding, as_unknown, t);
}

static int is_tuned_leaf(void *data, const expr_node *leaf) {
    const tuning *t = data;
    int p = leaf->variable;
    return leaf->op == OP_PARAMETER && (t->variable[p] || t->follows[p]);
}

static int tune_is_unknown(const tuning *t, expr e) {
    return leaves_any(t->s->graph, e, is_tuned_leaf, (void *)t);
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
            if (tune_is_unknown(t, q->binding)) {
                t->follows[p] = 1;
                changed = 1;
            }
        }
    }
}

static int tune_search_leaf(void *data, const expr_node *leaf) {
    const dae *s = data;
    if (leaf->op != OP_PARAMETER)
        return 0;
    const parameter *p = &s->parameters.at[leaf->variable];
    return p->is_tuned || (!p->is_set && is_tuning(s, p->binding));
}

int is_tuning(const dae *s, expr f) {
    return leaves_any(s->graph, f, tune_search_leaf, (void *)s);
}

static void tune_add_unknown(dae *copy, tuning *t, int p) {
    const parameter *q = &t->s->parameters.at[p];
    variable v = {.name = q->name,
                  .where = arena_keep(copy->arena, &q->where, sizeof q->where, 1),
                  .start = q->guess,
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR};
    LIST_PUSH(copy->arena, copy->variables, v);
    t->variable[p] = copy->variables.count;
    const char *text = arena_print(copy->arena, "der(%s) = 0", q->name);
    equation still = {.kind = EQUATION_PLAIN,
                      .residual = expr_jet(copy->graph, copy->variables.count - 1, 1),
                      .of = statement_new(copy->arena, text, NULL, q->where),
                      .guard = NO_EXPR};
    LIST_PUSH(copy->arena, copy->equations, still);
}

/* What follows from a guess of a tuned parameter and is not finite is no guess. */
static expr finite_guess(dae *copy, const tuning *t, expr e) {
    if (!tune_is_unknown(t, e) || isfinite(parameter_value(copy, e, 0)))
        return e;
    return NO_EXPR;
}

/* A fixed start value that follows from a tuned parameter is a condition on both. */
static void add_start(dae *copy, const tuning *t, int v) {
    variable *x = &copy->variables.at[v];
    expr start = x->start;
    x->nominal = finite_guess(copy, t, x->nominal);
    x->start = finite_guess(copy, t, start);
    if (!x->fixed || !tune_is_unknown(t, start))
        return;
    const char *text = arena_print(copy->arena, "%s = its fixed start value", x->name);
    equation holds = {.kind = EQUATION_INITIAL,
                      .residual =
                          expr_sub(copy->graph, expr_jet(copy->graph, v, 0), start),
                      .of = statement_new(copy->arena, text, NULL, *x->where),
                      .guard = NO_EXPR};
    x->fixed = 0;
    LIST_PUSH(copy->arena, copy->equations, holds);
}

/* --- the mode at the start --- */

/* Equations and values that events decide are those of the start. Which ones hold may
 * depend on what is tuned: both are found in turn. */
typedef struct outset {
    dae *s;
    const crossings *c;
    double t;
    const lowered *point; /* the last one that was found, or NULL: */
    guesses guess;
    const double *discrete; /* [parameters]: what is known of discrete values, or NULL */
} outset;

static double outset_leaf(void *data, const expr_node *leaf) {
    const outset *o = data;
    if (leaf->op == OP_PARAMETER)
        return o->s->parameters.at[leaf->variable].value;
    if (leaf->op != OP_JET)
        return o->t;
    int v = leaf->variable;
    const lowered *w = o->point;
    double value = 0;
    if (w)
        value = point_jet(w->completion, w->start, w->top, v, leaf->order);
    else if (leaf->order == 0)
        value = o->guess.value[v];
    return isnan(value) ? 0 : value;
}

static double tune_value_of(outset *o, expr e) {
    return expr_evaluate(o->s->graph, e, outset_leaf, o);
}

static int tune_change(outset *o, int p, double value) {
    int changed = o->s->parameters.at[p].value != value;
    o->s->parameters.at[p].value = value;
    return changed;
}

static void begin_clocks(outset *o, int begin) {
    for (int k = 0; k < o->s->clocks.count; k++)
        if (o->s->clocks.at[k].kind == CLOCK_INITIAL)
            tune_change(o, o->s->clocks.at[k].parameter, begin);
    for (int p = 0; p < o->s->parameters.count; p++) {
        const parameter *q = &o->s->parameters.at[p];
        if (q->kind == PARAMETER_PRE && q->of >= 0)
            tune_change(o, p, o->s->parameters.at[q->of].value);
    }
}

static int tune_is_discrete(const parameter *p) {
    return p->kind == PARAMETER_DISCRETE || p->kind == PARAMETER_PRE;
}

/* Discrete values as far as their equations give them; those of the start, once it is
 * known. */
static void follow_discrete(outset *o) {
    dae *s = o->s;
    for (int p = 0; o->discrete && p < s->parameters.count; p++)
        if (tune_is_discrete(&s->parameters.at[p]))
            tune_change(o, p, o->discrete[p]);
    if (o->discrete)
        return;
    for (int round = 0, again = 1; again && round <= s->discrete.count; round++) {
        again = 0;
        for (int k = 0; k < s->discrete.count; k++) {
            const discrete_equation *d = &s->discrete.at[k];
            if (d->guard == NO_EXPR || tune_value_of(o, d->guard) != 0)
                again |= tune_change(o, d->parameter, tune_value_of(o, d->value));
        }
    }
}

/* Discrete equations and switches; what does not settle is reported by the start itself.
 */
static int follow_outset(outset *o) {
    int changed = 0;
    begin_clocks(o, 1);
    for (int k = 0; !o->point && k < o->c->list.count; k++) {
        int p = o->c->list.at[k].parameter;
        changed |= tune_change(o, p, o->guess.parameter[p]);
    }
    for (int k = 0; o->point && k < o->c->list.count; k++) {
        const crossing *c = &o->c->list.at[k];
        double f = tune_value_of(o, c->function);
        changed |= tune_change(o, c->parameter, isnan(f) ? 0 : crossing_value(c, f));
    }
    follow_discrete(o);
    for (int k = 0; k < o->c->conditions.count; k++) {
        const mode_condition *c = &o->c->conditions.at[k];
        changed |= tune_change(o, c->parameter, tune_value_of(o, c->condition) != 0);
    }
    return changed;
}

static expr tune_fold_condition(void *data, graph *g, expr leaf) {
    const outset *o = data;
    const expr_node *n = expr_get(g, leaf);
    for (int k = 0; n->op == OP_PARAMETER && k < o->c->conditions.count; k++)
        if (o->c->conditions.at[k].parameter == n->variable)
            return expr_number(g, o->s->parameters.at[n->variable].value);
    return leaf;
}

/* --- tuning --- */

/* Copies of the lists that grow, with the equations of the mode: the system itself stays
 * as it is. */
static dae *copy_of(outset *o) {
    const dae *s = o->s;
    dae *copy = system_copy(s);
    memset(&copy->variables, 0, sizeof copy->variables);
    copy->equations.count = 0;
    for (int v = 0; v < s->variables.count; v++)
        LIST_PUSH(s->arena, copy->variables, s->variables.at[v]);
    for (int k = 0; k < s->equations.count; k++) {
        equation e = s->equations.at[k];
        if (e.guard != NO_EXPR && tune_value_of(o, e.guard) == 0)
            continue;
        e.residual = expr_substitute(s->graph, e.residual, tune_fold_condition, o);
        e.guard = NO_EXPR;
        LIST_PUSH(s->arena, copy->equations, e);
    }
    return copy;
}

static void take_values(dae *s, const tuning *u, const lowered *w) {
    for (int p = 0; p < s->parameters.count; p++) {
        parameter *q = &s->parameters.at[p];
        int v = u->variable[p] - 1;
        if (v < 0)
            continue;
        q->value = point_jet(w->completion, w->start, w->top, v, 0);
        q->is_set = BY_TUNING;
    }
    system_parameters(s); /* what follows from them */
}

/* Finds one solution in the current mode. */
static void tune_once(outset *o) {
    dae *s = o->s;
    dae *copy = copy_of(o);
    tuning u = {s, ARENA_ARRAY(s->arena, int, s->parameters.count + 1),
                ARENA_ARRAY(s->arena, char, s->parameters.count + 1)};
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].is_tuned && s->parameters.at[p].is_set != 1)
            tune_add_unknown(copy, &u, p);
    find_followers(&u);
    for (int v = 0; v < s->variables.count; v++)
        add_start(copy, &u, v);
    for (int k = 0; k < copy->equations.count; k++) {
        equation *e = &copy->equations.at[k];
        e->residual = tune_present(
            s->graph, expr_substitute(s->graph, e->residual, as_unknown, &u));
    }
    lowered *w = involve(copy, (lowering){0}, start_values(copy, o->t));
    initial_point(w, o->t);
    o->point = w;
    take_values(s, &u, w);
}

/* What an earlier run has found counts no more; returns whether there is work. */
static int tune_forget(dae *s) {
    int any = 0;
    for (int p = 0; p < s->parameters.count; p++) {
        parameter *q = &s->parameters.at[p];
        if (!q->is_tuned || q->is_set == 1)
            continue;
        q->is_set = 0;
        any = 1;
    }
    return any;
}

enum { MOST_ROUNDS = 100 };

typedef struct used_values {
    const dae *s;
    double *used;
} used_values;

static void note_used(void *data, const expr_node *leaf) {
    const used_values *u = data;
    if (leaf->op != OP_PARAMETER)
        return;
    const parameter *p = &u->s->parameters.at[leaf->variable];
    if (tune_is_discrete(p))
        u->used[leaf->variable] = p->value;
}

/* Returns the discrete values in the equations; NaN: not in them. */
static const double *list_used(const dae *s) {
    used_values u = {s, ARENA_ARRAY(s->arena, double, s->parameters.count + 1)};
    for (int p = 0; p < s->parameters.count; p++)
        u.used[p] = NAN;
    for (int k = 0; k < s->equations.count; k++)
        expr_visit_leaves(s->graph, 1, &s->equations.at[k].residual, note_used, &u);
    return u.used;
}

/* Tunes in the mode of the start, and finds that mode again, until both agree. Returns
 * the discrete values in the equations. */
static const double *tune_settle(outset *o) {
    const double *used = NULL;
    int settled = 0;
    for (int round = 0; round < MOST_ROUNDS && !settled; round++) {
        settled = !follow_outset(o) && round > 0;
        used = list_used(o->s);
        if (!settled)
            tune_once(o);
    }
    begin_clocks(o, 0);
    if (!settled)
        fail(o->s->context, INVO_E_INCONSISTENT, nowhere,
             "t = %.10g: parameters with fixed = false and the conditions that depend on "
             "them do not settle after %d rounds; give them start values nearer to a "
             "solution",
             o->t, MOST_ROUNDS);
    return used;
}

typedef struct tune_attempt {
    outset o;
    const double *used;
} tune_attempt;

static void run_tuning(invo_context *context, void *argument) {
    tune_attempt *a = argument;
    (void)context;
    a->used = tune_settle(&a->o);
}

/* Does it settle from these guesses? If not, nothing is said about it. */
static int tune_tries(tune_attempt *a, const guesses *g) {
    invo_context *context = a->o.s->context;
    size_t said = context->message_size;
    a->o.point = NULL;
    a->o.guess = *g;
    tune_forget(a->o.s);
    system_parameters(a->o.s);
    invo_status status = protect(context, run_tuning, a);
    if (status == INVO_E_MEMORY)
        fail_if_errors(context);
    if (status)
        forget_errors(context, said);
    return !status;
}

enum { SIDES = 3 };

/* Where the mode of the guesses has no point, those beside it are tried. */
const double *tune_parameters(dae *s, const crossings *c, double t,
                              const double *discrete) {
    assert(s && c && isfinite(t));
    static const int side[SIDES] = {0, 1, -1};
    tune_attempt a = {.o = {.s = s, .c = c, .t = t, .discrete = discrete}};
    guesses g[SIDES];
    if (!tune_forget(s))
        return NULL;
    system_parameters(s);
    for (int k = 0; k < SIDES; k++) {
        g[k] = guess_values(s, c, t, side[k]);
        int is_other = k == 0 || guess_differs(c, &g[k], &g[0]);
        if (is_other && tune_tries(&a, &g[k]))
            return a.used;
    }
    a.o.point = NULL;
    a.o.guess = g[0];
    tune_forget(s);
    system_parameters(s);
    return tune_settle(&a.o);
}
