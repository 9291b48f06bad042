/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens at an event: discrete equations, when clauses, switches, clocks. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

int hybrid_change(hybrid *h, int p, double value) {
    int changed = *hybrid_value(h, p) != value;
    *hybrid_value(h, p) = value;
    return changed;
}

/* Discrete equations until they agree with each other. */
int hybrid_follow_discrete(hybrid *h) {
    const dae *s = h->system;
    int any = 0, changed = 1;
    for (int round = 0; changed && round <= s->discrete.count; round++) {
        changed = 0;
        for (int k = 0; k < s->discrete.count; k++) {
            const discrete_equation *d = &s->discrete.at[k];
            if (hybrid_holds(h, d->guard))
                changed |= hybrid_change(h, d->parameter, hybrid_evaluate(h, d->value));
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

void hybrid_set_pre(hybrid *h) {
    dae *s = h->system;
    for (int p = 0; p < s->parameters.count; p++) {
        parameter *q = &s->parameters.at[p];
        if (q->kind != PARAMETER_PRE) continue;
        if (q->of >= 0)
            q->value = *hybrid_value(h, q->of);
        else
            hybrid_jet(h, -1 - q->of, 0, &q->value);
    }
}

void hybrid_check_assertion(hybrid *h, const action *a) {
    if (!hybrid_holds(h, a->guard) || hybrid_evaluate(h, a->value) != 0) return;
    diagnose(h->system->context, a->is_warning ? SEVERITY_WARNING : SEVERITY_ERROR,
             INVO_E_DOMAIN, a->where, "t = %.10g: assertion failed: %s", h->t,
             a->message ? a->message : a->text);
    if (!a->is_warning) fail_if_errors(h->system->context);
}

static int act(hybrid *h, const action *a) {
    if (a->kind == ACTION_ASSERT) return hybrid_check_assertion(h, a), 0;
    if (!hybrid_holds(h, a->guard)) return 0;
    switch (a->kind) {
    case ACTION_ASSIGN:
        return hybrid_change(h, a->target, hybrid_evaluate(h, a->value));
    case ACTION_REINIT:
        h->set[a->target] = hybrid_evaluate(h, a->value), h->is_set[a->target] = 1;
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
        int is = hybrid_evaluate(h, b->conditions.at[k]) != 0;
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
                h->was[branch][k] = hybrid_evaluate(h, one->conditions.at[k]) != 0;
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
int hybrid_run_whens(hybrid *h) {
    int any = 0, passes = 0, more = 1;
    for (int w = 0; w < h->system->whens.count; w++) h->fired[w] = NULL;
    while (more) {
        more = find_fired(h);
        if (act_all(h, 1)) {
            any = more = 1;
            hybrid_follow_discrete(h);
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

void hybrid_run_functions(hybrid *h) {
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

/* Events are located where a function is zero, inside its band of round-off: a relation
 * that was crossed there holds as long as its function lies on that side in the band. */
static int stays_decided(const hybrid *h, int k, double old) {
    const crossing *c = &h->crossings->list.at[k];
    double g = h->functions[k];
    return h->decided[k] && g != 0 && fabs(g) <= h->slack[k] &&
           crossing_value(c, g) == old;
}

static double present_value(const hybrid *h, int k, double old) {
    const crossing *c = &h->crossings->list.at[k];
    double g = h->functions[k];
    if (h->literal[k] || h->decided[k]) return old;
    if (c->kind == CROSSING_RELATION)
        return fabs(g) <= h->slack[k] ? boundary_value(h, k, old) : crossing_value(c, g);
    if (g >= old - h->slack[k] && g <= old + 1 + h->slack[k]) return old;
    return floor(g);
}

/* Switches that the present point contradicts. */
int hybrid_follow_switches(hybrid *h) {
    int changed = 0;
    hybrid_run_functions(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double old = *hybrid_value(h, c->parameter);
        h->decided[k] = (char)stays_decided(h, k, old);
        if (!hybrid_change(h, c->parameter, present_value(h, k, old))) continue;
        changed = 1, h->unquiet = c->text;
    }
    return changed;
}

/* Relations have one event function, floors two: below their value and above the next. */
int hybrid_function_count(const hybrid *h) {
    int count = 0;
    for (int k = 0; k < h->crossings->list.count; k++)
        count += h->crossings->list.at[k].kind == CROSSING_FLOOR ? 2 : 1;
    return count;
}

void hybrid_flip_crossed(hybrid *h, const char *crossed) {
    for (int k = 0, e = 0; crossed && k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double value = *hybrid_value(h, c->parameter);
        if (c->kind == CROSSING_RELATION) {
            if (crossed[e]) hybrid_change(h, c->parameter, !value);
            h->decided[k] |= crossed[e++];
            continue;
        }
        if (crossed[e]) hybrid_change(h, c->parameter, value - 1);
        if (crossed[e + 1]) hybrid_change(h, c->parameter, value + 1);
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
int hybrid_strike(hybrid *h, double t) {
    int any = 0;
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind == CLOCK_TERMINAL) continue;
        int due = c->kind == CLOCK_INITIAL ? h->is_starting
                                           : !h->is_starting && clock_is_due(h, k, t);
        *hybrid_value(h, c->parameter) = due;
        if (c->kind != CLOCK_SAMPLE || !due) continue;
        any = 1;
        double start = hybrid_evaluate(h, c->start),
               interval = hybrid_evaluate(h, c->interval);
        double number = floor((t - start) / interval + 1.5); /* the next one after t */
        h->next[k] = start + number * interval;
    }
    return any;
}

void hybrid_silence(hybrid *h) {
    for (int k = 0; k < h->system->clocks.count; k++)
        *hybrid_value(h, h->system->clocks.at[k].parameter) = 0;
}

void hybrid_set_clocks(hybrid *h, double t) {
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind != CLOCK_SAMPLE) continue;
        double start = hybrid_evaluate(h, c->start),
               interval = hybrid_evaluate(h, c->interval);
        if (!(interval > 0 && isfinite(start)))
            fail(h->system->context, INVO_E_MODEL, c->where,
                 "sample(%g, %g): the interval must be positive", start, interval);
        h->next[k] = start >= t ? start : start + ceil((t - start) / interval) * interval;
    }
}
