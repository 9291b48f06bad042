/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes and events.
 *
 * The conditions of `if` and the guards of equations, all over frozen switches and
 * discrete variables, have one truth value each: together they are the mode. In a mode
 * the equations hold no comparison any more; it is completed like any other system, once,
 * and kept.
 *
 * At an event the switches that crossed change, discrete equations and when clauses
 * follow, the state is made consistent with the mode that results, and all is looked at
 * again until nothing changes. */
#include "hybrid.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "alias.h"
#include "involution.h"
#include "signal.h"
#include "trivial.h"

typedef struct mode {
    double *key; /* [conditions]: values of the mode's conditions */
    dae system;
    lowered *lowered;
    int *written; /* [unknowns]: the highest derivative that the equations hold */
    char *is_differentiated; /* [variables]: in the equations as written */
    program rates;           /* of the crossings' functions along the solution ... */
    char *has_rate;          /* ... where they hold no top unknown */
    char *of_tops;           /* functions that hold one */
} mode;

struct hybrid {
    dae *system;
    crossings *crossings;
    lowering how;
    LIST(mode *) modes;
    mode *now;
    double t, *u, *z; /* the point that expressions see, in the mode `now` */
    char **was;       /* by when branch, in order: conditions of the last round */
    double *next;     /* [clocks]: their next instants */
    char *is_set;     /* [variables]: by reinit in this event */
    double *set;
    double *functions; /* [crossings]: scratch */
    double *sizes;
    double *rates, *rate_sizes;
    const when_branch **fired; /* [whens]: in this round, or NULL */
    double *slack; /* [crossings]: how far a function may be off zero by round-off */
    const char *unquiet; /* what changed in the last round, for the message */
    char *failing;       /* [asserts] */
    int is_starting;
    int terminate;
    const char *message;
};

enum { MOST_ROUNDS = 100 }; /* of an event iteration */

/* --- values --- */

static double *value_at(hybrid *h, int p) { return &h->system->parameters.at[p].value; }

static double leaf_value(void *data, const expr_node *leaf);
static left_kind jet_value(hybrid *h, int v, int order, double *value);

/* A derivative of what stands for an eliminated variable. */
static expr bound_jet(const completion *c, int v, int order) {
    expr e = c->binding[v].value;
    for (int l = 0; l < order; l++) e = expr_total(c->system->graph, e);
    return e;
}

static double bound_value(hybrid *h, int v, int order) {
    const completion *c = h->now->lowered->completion;
    if (order == 0 && c->alias[v].order == 0) return h->z[c->alias[v].unknown];
    expr e = bound_jet(c, v, order);
    return e == EXPR_ZERO ? 0 : expr_evaluate(c->system->graph, e, leaf_value, h);
}

/* An eliminated variable is continuous where it is differentiated in the equations and
 * made of what is continuous. */
static left_kind bound_kind(hybrid *h, int v, int order) {
    const completion *c = h->now->lowered->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, bound_jet(c, v, order));
    left_kind kind = h->now->is_differentiated[v] ? LEFT_CONTINUOUS : LEFT_MAY_JUMP;
    double value;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node n = *expr_get(g, leaves.at[k]);
        if (n.op != OP_JET) continue;
        left_kind own = jet_value(h, n.variable, n.order, &value);
        if (own < kind) kind = own;
    }
    return kind;
}

static int is_bound(const hybrid *h, int v) {
    return h->u && h->now && h->now->lowered->completion->binding[v].value != NO_EXPR;
}

/* The order-th derivative of variable v in the present point; its kind tells whether it
 * may jump. */
static left_kind jet_value(hybrid *h, int v, int order, double *value) {
    const completion *c = h->now ? h->now->lowered->completion : NULL;
    if (!c || !h->u) {
        *value =
            order ? 0 : parameter_value(h->system, h->system->variables.at[v].start, 0);
        return LEFT_MAY_JUMP;
    }
    if (v >= h->system->variables.count) return *value = 0, LEFT_UNKNOWN;
    if (is_bound(h, v)) return *value = bound_value(h, v, order), bound_kind(h, v, order);
    const jet_unknown *y = &c->unknown[c->alias[v].unknown];
    int l = c->alias[v].order + order;
    *value = NAN;
    if (l > y->d) return LEFT_UNKNOWN;
    *value = l < y->d ? h->u[y->first + l] : h->z[c->alias[v].unknown];
    return l < h->now->written[c->alias[v].unknown] ? LEFT_CONTINUOUS : LEFT_MAY_JUMP;
}

static double leaf_value(void *data, const expr_node *leaf) {
    hybrid *h = data;
    double value = h->t;
    if (leaf->op == OP_PARAMETER) return *value_at(h, leaf->variable);
    if (leaf->op == OP_JET && is_bound(h, leaf->variable))
        return bound_value(h, leaf->variable, leaf->order);
    if (leaf->op == OP_JET) jet_value(h, leaf->variable, leaf->order, &value);
    return value;
}

static double evaluate(hybrid *h, expr e) {
    return expr_evaluate(h->system->graph, e, leaf_value, h);
}

static int holds(hybrid *h, expr guard) {
    return guard == NO_EXPR || evaluate(h, guard) != 0;
}

/* --- modes --- */

static expr fold_condition(void *data, graph *g, expr leaf) {
    const hybrid *h = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op != OP_PARAMETER) return leaf;
    for (int k = 0; k < h->crossings->conditions.count; k++)
        if (h->crossings->conditions.at[k].parameter == n->variable)
            return expr_number(g, h->system->parameters.at[n->variable].value);
    return leaf;
}

/* The equations of the mode: those whose guard holds, with all conditions known. */
static void specialise(hybrid *h, mode *m) {
    dae *s = h->system;
    m->system = *s;
    memset(&m->system.equations, 0, sizeof m->system.equations);
    for (int k = 0; k < s->equations.count; k++) {
        equation e = s->equations.at[k];
        if (e.guard != NO_EXPR && !holds(h, e.guard)) continue;
        e.residual = expr_substitute(s->graph, e.residual, fold_condition, h);
        e.guard = NO_EXPR;
        if (e.residual == EXPR_ZERO) e.residual = expr_number(s->graph, 0);
        LIST_PUSH(s->arena, m->system.equations, e);
    }
}

/* The functions of the crossings at (u, z), in the order of the list. */
static void lower_functions(hybrid *h, lowered *w) {
    completion *c = w->completion;
    int count = h->crossings->list.count;
    expr *root = ARENA_ARRAY(c->arena, expr, count + 1);
    for (int k = 0; k < count; k++) {
        expr f = expr_substitute(c->system->graph, h->crossings->list.at[k].function,
                                 fold_condition, h);
        root[k] =
            alias_substitute(c->system, c->alias, trivial_substitute_function(c, f));
    }
    w->functions = program_new(w, count, root);
}

/* Rates of change of the functions; those of top unknowns have none that is known. */
static void lower_rates(hybrid *h, mode *m) {
    completion *c = m->lowered->completion;
    graph *g = c->system->graph;
    int count = h->crossings->list.count;
    expr *root = ARENA_ARRAY(c->arena, expr, count + 1);
    m->has_rate = ARENA_ARRAY(c->arena, char, count + 1);
    m->of_tops = ARENA_ARRAY(c->arena, char, count + 1);
    for (int k = 0; k < count; k++) {
        expr f = expr_substitute(g, h->crossings->list.at[k].function, fold_condition, h);
        f = alias_substitute(c->system, c->alias, trivial_substitute_function(c, f));
        expr_leaves leaves = expr_depends(g, f);
        for (int i = 0; i < leaves.count; i++)
            if (completion_slot(c, expr_get(g, leaves.at[i])) >= c->coordinates ||
                completion_slot(c, expr_get(g, leaves.at[i])) < 0)
                m->of_tops[k] = 1;
        m->has_rate[k] = !m->of_tops[k];
        root[k] = m->has_rate[k] ? expr_total(g, f) : EXPR_ZERO;
    }
    m->rates = program_new(m->lowered, count, root);
}

static void find_written_orders(mode *m) {
    const completion *c = m->lowered->completion;
    m->written = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    for (int k = 0; k < c->signature.start[c->rows]; k++) {
        int *order = &m->written[c->signature.column[k]];
        if (c->signature.sigma[k] > *order) *order = c->signature.sigma[k];
    }
    const dae *s = c->written;
    m->is_differentiated = ARENA_ARRAY(c->arena, char, s->variables.count + 1);
    for (int k = 0; k < s->equations.count; k++) {
        if (s->equations.at[k].kind != EQUATION_PLAIN) continue;
        expr_leaves leaves = expr_depends(s->graph, s->equations.at[k].residual);
        for (int i = 0; i < leaves.count; i++) {
            const expr_node *n = expr_get(s->graph, leaves.at[i]);
            if (n->op == OP_JET && n->order > 0) m->is_differentiated[n->variable] = 1;
        }
    }
}

static void add_events(hybrid *h, lowered *w);
static void add_columns(hybrid *h, lowered *w);

/* What the point that was left tells of the new mode. */
static double known_value(void *data, int v, int order) {
    double value;
    return jet_value(data, v, order, &value) == LEFT_UNKNOWN ? NAN : value;
}

static mode *new_mode(hybrid *h) {
    arena *a = h->system->arena;
    mode *m = arena_alloc(a, sizeof *m);
    int count = h->crossings->conditions.count;
    m->key = ARENA_ARRAY(a, double, count + 1);
    for (int k = 0; k < count; k++)
        m->key[k] = *value_at(h, h->crossings->conditions.at[k].parameter);
    specialise(h, m);
    m->lowered = involve(&m->system, h->how, (surroundings){h->t, known_value, h, 0});
    m->lowered->hybrid = h;
    lower_functions(h, m->lowered);
    lower_rates(h, m);
    find_written_orders(m);
    add_columns(h, m->lowered);
    add_events(h, m->lowered);
    LIST_PUSH(a, h->modes, m);
    return m;
}

/* The mode of the present values; *fresh tells whether it is a new one. */
static mode *find_mode(hybrid *h, int *fresh) {
    int count = h->crossings->conditions.count;
    for (int k = 0; k < count; k++) {
        const mode_condition *c = &h->crossings->conditions.at[k];
        *value_at(h, c->parameter) = evaluate(h, c->condition) != 0;
    }
    *fresh = 0;
    for (int i = 0; i < h->modes.count; i++) {
        int same = 1;
        for (int k = 0; k < count && same; k++)
            same = h->modes.at[i]->key[k] ==
                   *value_at(h, h->crossings->conditions.at[k].parameter);
        if (same) return h->modes.at[i];
    }
    *fresh = 1;
    return new_mode(h);
}

/* --- one round of an event --- */

static int change(hybrid *h, int p, double value) {
    int changed = *value_at(h, p) != value;
    *value_at(h, p) = value;
    return changed;
}

/* Discrete equations until they agree with each other. */
static int follow_discrete(hybrid *h) {
    const dae *s = h->system;
    int any = 0, changed = 1;
    for (int round = 0; changed && round <= s->discrete.count; round++) {
        changed = 0;
        for (int k = 0; k < s->discrete.count; k++) {
            const discrete_equation *d = &s->discrete.at[k];
            if (holds(h, d->guard))
                changed |= change(h, d->parameter, evaluate(h, d->value));
        }
        any |= changed;
    }
    if (changed)
        fail(
            s->context, INVO_E_MODEL, s->discrete.at[0].where,
            "t = %.10g: the discrete equations contradict each other; they do not settle",
            h->t);
    return any;
}

static void set_pre(hybrid *h) {
    dae *s = h->system;
    for (int p = 0; p < s->parameters.count; p++) {
        parameter *q = &s->parameters.at[p];
        if (q->kind != PARAMETER_PRE) continue;
        if (q->of >= 0)
            q->value = *value_at(h, q->of);
        else
            jet_value(h, -1 - q->of, 0, &q->value);
    }
}

static void check_assertion(hybrid *h, const action *a) {
    if (!holds(h, a->guard) || evaluate(h, a->value) != 0) return;
    diagnose(h->system->context, a->is_warning ? SEVERITY_WARNING : SEVERITY_ERROR,
             INVO_E_DOMAIN, a->where, "t = %.10g: assertion failed: %s", h->t,
             a->message ? a->message : a->text);
    if (!a->is_warning) fail_if_errors(h->system->context);
}

static int act(hybrid *h, const action *a) {
    if (a->kind == ACTION_ASSERT) return check_assertion(h, a), 0;
    if (!holds(h, a->guard)) return 0;
    switch (a->kind) {
    case ACTION_ASSIGN:
        return change(h, a->target, evaluate(h, a->value));
    case ACTION_REINIT:
        h->set[a->target] = evaluate(h, a->value), h->is_set[a->target] = 1;
        return 1;
    default:
        h->terminate = 1, h->message = a->message;
        return 0;
    }
}

static int asks_initial(hybrid *h, expr e);

/* Does the branch fire: has one of its conditions become true? At the start only
 * initial() counts. */
static int fires(hybrid *h, const when_branch *b, const char *was) {
    for (int k = 0; k < b->conditions.count; k++) {
        int is = evaluate(h, b->conditions.at[k]) != 0;
        if (h->is_starting ? is && asks_initial(h, b->conditions.at[k]) : is && !was[k])
            return 1;
    }
    return 0;
}

/* The branches that fire now, the first one of each clause; returns whether there is one
 * that did not. What has fired in this round has. */
static int find_fired(hybrid *h) {
    const dae *s = h->system;
    int branch = 0, changed = 0;
    for (int w = 0; w < s->whens.count; w++) {
        const when_clause *clause = &s->whens.at[w];
        int open = 1;
        for (int b = 0; b < clause->branches.count; b++, branch++) {
            const when_branch *one = &clause->branches.at[b];
            open &= one != h->fired[w];
            if (!open || !fires(h, one, h->was[branch])) continue;
            h->fired[w] = one;
            open = 0, changed = 1;
        }
    }
    return changed;
}

static void remember_conditions(hybrid *h) {
    const dae *s = h->system;
    int branch = 0;
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, branch++) {
            const when_branch *one = &s->whens.at[w].branches.at[b];
            for (int k = 0; k < one->conditions.count; k++)
                h->was[branch][k] = evaluate(h, one->conditions.at[k]) != 0;
        }
}

/* Actions of one kind, or all the others, of the branches that fired. */
static int act_all(hybrid *h, int assignments) {
    int changed = 0;
    for (int w = 0; w < h->system->whens.count; w++)
        for (int k = 0; h->fired[w] && k < h->fired[w]->actions.count; k++) {
            const action *a = &h->fired[w]->actions.at[k];
            if ((a->kind == ACTION_ASSIGN) == assignments) changed |= act(h, a);
        }
    return changed;
}

enum { MOST_PASSES = 1000 };

/* What fires assigns discrete variables; they depend on each other in any order, and the
 * conditions of other clauses on them: taken again until all agree. Then the rest is done
 * with these values. */
static int run_whens(hybrid *h) {
    int any = 0, passes = 0, more = 1;
    for (int w = 0; w < h->system->whens.count; w++) h->fired[w] = NULL;
    while (more) {
        more = find_fired(h);
        if (act_all(h, 1)) {
            any = more = 1;
            follow_discrete(h);
        }
        if (++passes < MOST_PASSES) continue;
        const when_branch *b = NULL;
        for (int w = 0; !b; w++) b = h->fired[w];
        fail(h->system->context, INVO_E_MODEL, b->where,
             "t = %.10g: the variables assigned in %s depend on each other in a circle",
             h->t, b->text);
    }
    remember_conditions(h);
    return act_all(h, 0) || any;
}

static int is_clock(const expr_node *n, const hybrid *h, clock_kind kind) {
    for (int k = 0; n->op == OP_PARAMETER && k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].parameter == n->variable)
            return h->system->clocks.at[k].kind == kind;
    return 0;
}

typedef struct leaf_question {
    const hybrid *h;
    int found;
} leaf_question;

static double ask_leaf(void *data, const expr_node *leaf) {
    leaf_question *q = data;
    q->found |= is_clock(leaf, q->h, CLOCK_INITIAL);
    return 0;
}

static int asks_initial(hybrid *h, expr e) {
    leaf_question q = {h, 0};
    expr_evaluate(h->system->graph, e, ask_leaf, &q);
    return q.found;
}

/* --- switches --- */

/* A function within this many eps of its terms does not tell on which side of zero it is.
 */
static const double ROUND_OFF = 8 * DBL_EPSILON;

/* The largest value of the point: what is solved for errs by the round-off of all of it.
 */
static double size_of_point(const hybrid *h) {
    const completion *c = h->now->lowered->completion;
    double most = 0;
    for (int k = 1; k < c->coordinates; k++) most = fmax(most, fabs(h->u[k]));
    for (int j = 0; j < c->unknowns; j++) most = fmax(most, fabs(h->z[j]));
    return most;
}

static void run_functions(hybrid *h) {
    const lowered *w = h->now->lowered;
    double size = size_of_point(h);
    program_run_bound(w, &w->functions, h->u, h->z, h->functions, h->sizes);
    program_run_bound(w, &h->now->rates, h->u, h->z, h->rates, h->rate_sizes);
    for (int k = 0; k < h->crossings->list.count; k++)
        h->slack[k] =
            ROUND_OFF * (h->now->of_tops[k] ? fmax(h->sizes[k], size) : h->sizes[k]);
}

/* On the boundary, the side to which the solution goes counts; where it stays, the
 * boundary itself; where that is not known, what was. */
static double boundary_value(const hybrid *h, int k, double old) {
    const crossing *c = &h->crossings->list.at[k];
    if (!h->now->has_rate[k]) return old;
    if (fabs(h->rates[k]) > 1e-9 * h->rate_sizes[k]) return h->rates[k] > 0;
    return c->closed;
}

static double present_value(const hybrid *h, int k, double old) {
    const crossing *c = &h->crossings->list.at[k];
    double g = h->functions[k];
    if (c->kind == CROSSING_RELATION)
        return fabs(g) <= h->slack[k] ? boundary_value(h, k, old) : crossing_value(c, g);
    if (g >= old - h->slack[k] && g <= old + 1 + h->slack[k]) return old;
    return floor(g);
}

/* Switches that the present point contradicts. */
static int follow_switches(hybrid *h) {
    int changed = 0;
    run_functions(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double old = *value_at(h, c->parameter);
        if (!change(h, c->parameter, present_value(h, k, old))) continue;
        changed = 1, h->unquiet = c->text;
    }
    return changed;
}

/* Relations have one event function, floors two: below their value and above the next. */
static int function_count(const hybrid *h) {
    int count = 0;
    for (int k = 0; k < h->crossings->list.count; k++)
        count += h->crossings->list.at[k].kind == CROSSING_FLOOR ? 2 : 1;
    return count;
}

static void flip_crossed(hybrid *h, const char *crossed) {
    for (int k = 0, e = 0; crossed && k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double value = *value_at(h, c->parameter);
        if (c->kind == CROSSING_RELATION) {
            if (crossed[e++]) change(h, c->parameter, !value);
            continue;
        }
        if (crossed[e]) change(h, c->parameter, value - 1);
        if (crossed[e + 1]) change(h, c->parameter, value + 1);
        e += 2;
    }
}

/* --- clocks --- */

static int clock_is_due(const hybrid *h, int k, double t) {
    const sample_clock *c = &h->system->clocks.at[k];
    return c->kind == CLOCK_SAMPLE && t >= h->next[k];
}

/* Sets the clocks of this instant, at the start only initial(); the next instants follow.
 * Returns whether a sample is due. */
static int strike(hybrid *h, double t) {
    int any = 0;
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind == CLOCK_TERMINAL) continue;
        int due = c->kind == CLOCK_INITIAL ? h->is_starting
                                           : !h->is_starting && clock_is_due(h, k, t);
        *value_at(h, c->parameter) = due;
        if (c->kind != CLOCK_SAMPLE || !due) continue;
        any = 1;
        double start = evaluate(h, c->start), interval = evaluate(h, c->interval);
        double number = floor((t - start) / interval + 1.5); /* the next one after t */
        h->next[k] = start + number * interval;
    }
    return any;
}

static void silence(hybrid *h) {
    for (int k = 0; k < h->system->clocks.count; k++)
        *value_at(h, h->system->clocks.at[k].parameter) = 0;
}

static void set_clocks(hybrid *h, double t) {
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind != CLOCK_SAMPLE) continue;
        double start = evaluate(h, c->start), interval = evaluate(h, c->interval);
        if (!(interval > 0 && isfinite(start)))
            fail(h->system->context, INVO_E_MODEL, c->where,
                 "sample(%g, %g): the interval must be positive", start, interval);
        h->next[k] = start >= t ? start : start + ceil((t - start) / interval) * interval;
    }
}

/* --- the iteration --- */

static left_kind left_value(void *data, int v, int order, double *value) {
    return jet_value(data, v, order, value);
}

static void use_point(hybrid *h, mode *m) {
    h->now = m;
    h->u = m->lowered->start, h->z = m->lowered->top;
}

/* Parameters have changed: all programs of the mode take them over. */
static void load_values(mode *m) {
    lowered_load_parameters(m->lowered);
    program_load(m->lowered, &m->lowered->functions);
    program_load(m->lowered, &m->rates);
}

/* Makes the point consistent with the mode of the present values. */
static void move_to(hybrid *h, mode *m) {
    left_side left = {h->t, left_value, h, h->is_set, h->set};
    load_values(m);
    initial_restart(m->lowered, &left);
    use_point(h, m);
    memset(h->is_set, 0, (size_t)h->system->variables.count);
}

static _Noreturn void refuse_to_settle(hybrid *h) {
    fail(h->system->context, INVO_E_INCONSISTENT, nowhere,
         "t = %.10g: the event does not settle after %d rounds; %s keeps changing", h->t,
         MOST_ROUNDS, *h->unquiet ? h->unquiet : "a discrete variable");
}

/* Rounds until nothing changes: discrete equations, when clauses, state, switches. */
static void settle(hybrid *h) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int fresh, changed = follow_discrete(h);
        changed |= run_whens(h);
        changed |= follow_discrete(h);
        mode *m = find_mode(h, &fresh);
        move_to(h, m);
        if (fresh) verify_start(m->lowered);
        silence(h);
        set_pre(h);
        load_values(m);
        if (!follow_switches(h) && !changed) return;
    }
    refuse_to_settle(h);
}

/* --- the waist --- */

typedef struct happening {
    hybrid *h;
    const double *u, *z;
    const char *crossed;
} happening;

static void let_happen(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    const completion *c = h->now->lowered->completion;
    (void)context;
    lowered *w = h->now->lowered;
    memcpy(w->start, e->u, sizeof *e->u * (size_t)c->coordinates);
    if (c->unknowns) memcpy(w->top, e->z, sizeof *e->z * (size_t)c->unknowns);
    use_point(h, h->now);
    h->t = e->u[0];
    set_pre(h);
    strike(h, h->t);
    signals_follow(h->system, h->t);
    flip_crossed(h, e->crossed);
    settle(h);
}

/* After a failure: which mode it was in. */
static void note_mode(hybrid *h) {
    const char *list = "";
    for (int k = 0; k < h->crossings->conditions.count && k < 12; k++) {
        const parameter *p =
            &h->system->parameters.at[h->crossings->conditions.at[k].parameter];
        list = arena_print(h->system->arena, "%s%s%s%s", list, k ? ", " : "",
                           p->value ? "" : "not ", p->name);
    }
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "this is the mode at t = %.10g: %s", h->t, *list ? list : "the only one");
}

static void tell_mode(invo_context *context, void *argument) {
    (void)context;
    note_mode(argument);
}

static int happen(void *self, const double *u, const double *z, const char *crossed,
                  invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, crossed};
    invo_status status = protect(h->system->context, let_happen, &e);
    if (status && status != INVO_E_MEMORY) protect(h->system->context, tell_mode, h);
    *to = (invo_transition){&h->now->lowered->system, h->terminate, h->message};
    return (int)status;
}

/* Round-off about zero is zero, and zero is not beyond: what stays on a boundary makes no
 * events. */
static double distance_from(double f, double slack) {
    return fabs(f) <= slack ? slack : f + slack;
}

static void event_functions(void *self, const double *u, const double *z, double *g) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    program_run(w, &w->functions, u, z, h->functions);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k], value = *value_at(h, c->parameter);
        if (c->kind == CROSSING_RELATION) {
            g[e++] = distance_from(value ? f : -f, h->slack[k]);
            continue;
        }
        g[e++] = distance_from(f - value, h->slack[k]);
        g[e++] = distance_from(value + 1 - f, h->slack[k]);
    }
}

static double next_instant(void *self, double t) {
    const hybrid *h = ((lowered *)self)->hybrid;
    double next = signals_next(h->system, t);
    for (int k = 0; k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].kind == CLOCK_SAMPLE && h->next[k] > t &&
            h->next[k] < next)
            next = h->next[k];
    return next;
}

/* An assertion is told when it fails, not again as long as it goes on failing. */
static void check_all(invo_context *context, void *argument) {
    hybrid *h = argument;
    (void)context;
    for (int k = 0; k < h->system->asserts.count; k++) {
        const action *a = &h->system->asserts.at[k];
        int fails = holds(h, a->guard) && evaluate(h, a->value) == 0;
        if (fails && !h->failing[k]) check_assertion(h, a);
        h->failing[k] = (char)fails;
    }
}

static int check(void *self, const double *u, const double *z) {
    lowered *w = self;
    hybrid *h = w->hybrid;
    if (h->system->asserts.count == 0) return 0;
    double *before_u = h->u, *before_z = h->z;
    h->u = (double *)u, h->z = (double *)z, h->t = u[0];
    invo_status status = protect(h->system->context, check_all, h);
    h->u = before_u, h->z = before_z;
    return (int)status;
}

/* The present mode, completed anew around the present point. */
static void let_renew(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    h->u = (double *)e->u, h->z = (double *)e->z, h->t = e->u[0];
    mode *old = h->now, *m = new_mode(h);
    h->modes.count--;
    for (int k = 0; k < h->modes.count; k++)
        if (h->modes.at[k] == old) h->modes.at[k] = m;
    move_to(h, m);
    load_values(m);
}

static int renew(void *self, const double *u, const double *z, invo_transition *to) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, NULL};
    invo_status status = protect(h->system->context, let_renew, &e);
    *to = (invo_transition){&h->now->lowered->system, 0, NULL};
    return (int)status;
}

static void let_end(invo_context *context, void *argument) {
    const happening *e = argument;
    hybrid *h = e->h;
    (void)context;
    h->u = (double *)e->u, h->z = (double *)e->z, h->t = e->u[0];
    for (int k = 0; k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].kind == CLOCK_TERMINAL)
            *value_at(h, h->system->clocks.at[k].parameter) = 1;
    set_pre(h);
    run_whens(h);
    silence(h);
}

static int finish(void *self, const double *u, const double *z) {
    hybrid *h = ((lowered *)self)->hybrid;
    happening e = {h, u, z, NULL};
    return (int)protect(h->system->context, let_end, &e);
}

static void add_events(hybrid *h, lowered *w) {
    int count = function_count(h);
    invo_event *event = ARENA_ARRAY(h->system->arena, invo_event, count + 1);
    for (int k = 0, e = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        event[e++] = (invo_event){c->text, ""};
        if (c->kind == CROSSING_FLOOR) event[e++] = (invo_event){c->text, ""};
    }
    w->system.events = count, w->system.event = event;
    w->system.event_functions = event_functions;
    w->system.next_instant = next_instant;
    w->system.happen = happen;
    w->system.check = check;
    w->system.finish = finish;
    if (w->completion->system->is_local) w->system.renew = renew;
}

/* Discrete variables have columns too, after the others. */
static void add_columns(hybrid *h, lowered *w) {
    dae *s = h->system;
    LIST(invo_column) list = {0};
    for (int k = 0; k < w->system.columns; k++)
        LIST_PUSH(s->arena, list, w->system.column[k]);
    for (int p = 0; p < s->parameters.count; p++) {
        if (s->parameters.at[p].kind != PARAMETER_DISCRETE) continue;
        invo_column column = {s->parameters.at[p].name, 0, -INFINITY, INFINITY,
                              value_at(h, p)};
        LIST_PUSH(s->arena, list, column);
    }
    w->system.columns = list.count, w->system.column = list.at;
}

/* --- the start --- */

static void allocate_memory(hybrid *h) {
    const dae *s = h->system;
    int branches = 0;
    for (int w = 0; w < s->whens.count; w++) branches += s->whens.at[w].branches.count;
    h->was = ARENA_ARRAY(s->arena, char *, branches + 1);
    for (int w = 0, n = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, n++)
            h->was[n] = ARENA_ARRAY(s->arena, char,
                                    s->whens.at[w].branches.at[b].conditions.count + 1);
    h->next = ARENA_ARRAY(s->arena, double, s->clocks.count + 1);
    h->is_set = ARENA_ARRAY(s->arena, char, s->variables.count + 1);
    h->set = ARENA_ARRAY(s->arena, double, s->variables.count + 1);
    h->fired = ARENA_ARRAY(s->arena, const when_branch *, s->whens.count + 1);
    h->slack = ARENA_ARRAY(s->arena, double, h->crossings->list.count + 1);
    h->rates = ARENA_ARRAY(s->arena, double, h->crossings->list.count + 1);
    h->rate_sizes = ARENA_ARRAY(s->arena, double, h->crossings->list.count + 1);
    h->unquiet = "";
    h->failing = ARENA_ARRAY(s->arena, char, s->asserts.count + 1);
    h->functions = ARENA_ARRAY(s->arena, double, h->crossings->list.count + 1);
    h->sizes = ARENA_ARRAY(s->arena, double, h->crossings->list.count + 1);
}

hybrid *hybrid_new(dae *s, crossings *c, lowering how) {
    hybrid *h = arena_alloc(s->arena, sizeof *h);
    h->system = s, h->crossings = c, h->how = how;
    allocate_memory(h);
    return h;
}

/* Switches from the start values, before there is a point. */
static void guess_switches(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = evaluate(h, c->function);
        *value_at(h, c->parameter) = isnan(f) ? 0 : crossing_value(c, f);
    }
}

/* Mode and initial point depend on each other: taken in turn until they agree. */
static void settle_start(hybrid *h) {
    invo_context *context = h->system->context;
    size_t said = 0, noted = 0; /* of the last initial point */
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int fresh, changed = follow_discrete(h);
        changed |= run_whens(h);
        mode *m = find_mode(h, &fresh);
        load_values(m);
        if (context->message_size == noted) forget_notes(context, said);
        said = context->message_size;
        initial_point(m->lowered, h->t);
        noted = context->message_size;
        use_point(h, m);
        if (fresh) verify_start(m->lowered);
        if (!follow_switches(h) && !changed && round > 0) return;
    }
    refuse_to_settle(h);
}

lowered *hybrid_start(hybrid *h, double t) {
    h->t = t;
    h->is_starting = 1;
    set_pre(h);
    set_clocks(h, t);
    signals_follow(h->system, t);
    strike(h, t);
    guess_switches(h);
    settle_start(h);
    h->is_starting = 0;
    silence(h);
    set_pre(h);
    run_whens(h); /* remembers what is true already; nothing fires without an edge */
    if (strike(h, t)) settle(h); /* a sample may be due at once */
    load_values(h->now);
    run_functions(h);
    return h->now->lowered;
}
