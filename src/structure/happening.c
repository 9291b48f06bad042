/* SPDX-License-Identifier: BSD-3-Clause */
/* The discrete part of an event: discrete equations and when clauses, with pre given.
 *
 * A variable of a `when` has the value that the branch gives it which fires now, else
 * pre(v). What fires is asked anew with all other values until everything agrees
 * [MLS36, 8.4: equations are fulfilled concurrently]; what is given in an order of
 * dependence agrees after as many passes as that is long. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

/* Values that are solved for together with continuous ones differ by round-off from one
 * sweep to the next, those that depend on each other by that times the gain of a sweep.
 */
static const double SAME = 16 * DBL_EPSILON, SAME_IN_LOOP = 1e-12;

double hybrid_same(const hybrid *h) {
    if (h->round >= LATE_ROUND || h->sweep >= AFTER_LOOP)
        return SAME_IN_LOOP;
    return h->sweep > 1 ? SAME : 0;
}

static int is_same(const hybrid *h, double a, double b) {
    if (a == b || (isnan(a) && isnan(b)))
        return 1;
    return fabs(a - b) <= hybrid_same(h) * fmax(fabs(a), fabs(b));
}

int hybrid_change(hybrid *h, int p, double value) {
    double *now = hybrid_value(h, p);
    if (is_same(h, *now, value))
        return 0;
    *now = value;
    return 1;
}

/* --- discrete equations --- */

/* One pass over the discrete equations; each takes what is known of the others. */
static int pass_equations(hybrid *h) {
    const dae *s = h->system;
    int changed = 0;
    for (int k = 0; k < s->discrete.count; k++) {
        const discrete_equation *d = &s->discrete.at[k];
        if (!hybrid_holds(h, d->guard))
            continue;
        if (!hybrid_change(h, d->parameter, hybrid_evaluate(h, d->value)))
            continue;
        h->unquiet = s->parameters.at[d->parameter].name;
        changed = 1;
    }
    return changed;
}

/* --- when clauses --- */

/* Does the branch fire: has one of its conditions become true? At the start only
 * initial() counts. */
static int fires(hybrid *h, const when_branch *b, const char *was) {
    for (int k = 0; k < b->conditions.count; k++) {
        int is = hybrid_evaluate(h, b->conditions.at[k]) != 0;
        int counts =
            h->is_starting ? hybrid_asks_initial(h, b->conditions.at[k]) : !was[k];
        if (is && counts)
            return 1;
    }
    return 0;
}

/* The first branch of each clause that fires; returns whether these are others than
 * before. */
static int find_fired(hybrid *h) {
    const dae *s = h->system;
    int branch = 0;
    int changed = 0;
    for (int w = 0; w < s->whens.count; w++) {
        const when_clause *clause = &s->whens.at[w];
        const when_branch *first = NULL;
        for (int b = 0; b < clause->branches.count; b++, branch++)
            if (!first && fires(h, &clause->branches.at[b], h->was[branch]))
                first = &clause->branches.at[b];
        changed |= first != h->fired[w];
        h->fired[w] = first;
    }
    return changed;
}

/* What the next clause of the same algorithm finds. */
static int keep_so_far(hybrid *h, const when_clause *clause) {
    int changed = 0;
    for (int k = 0; k < clause->so_far.count; k++) {
        int p = clause->so_far.at[k];
        int of = h->system->parameters.at[p].of;
        changed |= hybrid_change(h, p, h->candidate[of]);
    }
    return changed;
}

/* Assignments of the branches that fire; whatever none of them assigns keeps its value
 * from before. */
static int pass_whens(hybrid *h) {
    const dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++)
        if (h->assigned[p])
            h->candidate[p] = h->before[p];
    for (int w = 0; w < s->whens.count; w++) {
        for (int k = 0; h->fired[w] && k < h->fired[w]->actions.count; k++) {
            const action *a = &h->fired[w]->actions.at[k];
            if (a->kind == ACTION_ASSIGN && hybrid_holds(h, a->guard))
                h->candidate[a->target] = hybrid_evaluate(h, a->value);
        }
        changed |= keep_so_far(h, &s->whens.at[w]);
    }
    for (int p = 0; p < s->parameters.count; p++) {
        if (!h->assigned[p] || !hybrid_change(h, p, h->candidate[p]))
            continue;
        h->unquiet = s->parameters.at[p].name;
        changed = 1;
    }
    return changed;
}

static _Noreturn void fail_circle(hybrid *h) {
    const dae *s = h->system;
    const when_branch *b = NULL;
    for (int w = 0; w < s->whens.count && !b; w++)
        b = h->fired[w];
    if (b)
        fail(s->context, INVO_E_MODEL, b->where,
             "t = %.10g: the variables assigned in %s depend on each other in a circle; "
             "%s does not settle",
             h->t, b->text, h->unquiet);
    fail(s->context, INVO_E_MODEL, s->discrete.at[0].where,
         "t = %.10g: the discrete equations contradict each other; %s does not settle",
         h->t, h->unquiet);
}

int hybrid_solve_discrete(hybrid *h) {
    const dae *s = h->system;
    int any = 0;
    int changed = 1;
    int most = 10 + s->discrete.count + s->whens.count;
    for (int pass = 0; changed; pass++) {
        changed = find_fired(h);
        changed |= pass_whens(h);
        changed |= pass_equations(h);
        any |= changed;
        if (pass > most)
            fail_circle(h);
    }
    return any;
}

int hybrid_renew_discrete(hybrid *h) {
    int any = 0;
    int changed = 1;
    int most = 10 + h->system->discrete.count;
    for (int pass = 0; changed && pass < most; pass++) {
        changed = pass_whens(h);
        changed |= pass_equations(h);
        any |= changed;
    }
    return any;
}

void hybrid_remember_conditions(hybrid *h) {
    const dae *s = h->system;
    int branch = 0;
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, branch++) {
            const when_branch *one = &s->whens.at[w].branches.at[b];
            for (int k = 0; k < one->conditions.count; k++)
                h->was[branch][k] = hybrid_evaluate(h, one->conditions.at[k]) != 0;
        }
}

/* Is a condition of the branch true that is not about the start itself? */
static int is_true_already(hybrid *h, const when_branch *b, const char *was) {
    for (int k = 0; k < b->conditions.count; k++)
        if (was[k] && !hybrid_asks_initial(h, b->conditions.at[k]))
            return 1;
    return 0;
}

enum { MOST_NOTES = 3 };

void hybrid_note_true_conditions(hybrid *h) {
    const dae *s = h->system;
    int branch = 0;
    int count = 0;
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++, branch++) {
            const when_branch *one = &s->whens.at[w].branches.at[b];
            if (!is_true_already(h, one, h->was[branch]))
                continue;
            if (++count <= MOST_NOTES)
                diagnose(s->context, SEVERITY_NOTE, INVO_OK, one->where,
                         "the condition of '%s' is true from the start: it does not "
                         "become true, and nothing fires",
                         one->text);
        }
    if (count > MOST_NOTES)
        diagnose(s->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "the same holds for %d more conditions", count - MOST_NOTES);
}

/* --- actions --- */

static double evaluate_piece(void *data, expr e) {
    return hybrid_evaluate(data, e);
}

const char *hybrid_message(hybrid *h, const action *a) {
    if (!a->wording)
        return a->message;
    return wording_write(h->system->arena, a->wording, evaluate_piece, h);
}

void hybrid_fail_assertion(hybrid *h, const action *a) {
    const char *message = hybrid_message(h, a);
    if (!a->is_warning)
        fail_assertion(h->system->context, a->where, h->t, message);
    diagnose(h->system->context, SEVERITY_WARNING, INVO_OK, a->where,
             "t = %.10g: assertion failed: %s", h->t, message);
}

static int act(hybrid *h, const action *a) {
    if (a->kind == ACTION_ASSERT && hybrid_is_violated(h, a, NULL))
        hybrid_fail_assertion(h, a);
    if (a->kind == ACTION_ASSERT || a->kind == ACTION_ASSIGN)
        return 0;
    if (!hybrid_holds(h, a->guard))
        return 0;
    if (a->kind == ACTION_TERMINATE) {
        h->terminate = 1;
        h->message = hybrid_message(h, a);
        return 0;
    }
    double value = hybrid_evaluate(h, a->value);
    if (h->is_set[a->target] && h->set[a->target] != value)
        fail(h->system->context, INVO_E_INCONSISTENT, a->where,
             "t = %.10g: %s is set twice at this event, to %g and to %g", h->t,
             h->system->variables.at[a->target].name, h->set[a->target], value);
    h->set[a->target] = value;
    h->is_set[a->target] = 1;
    return 1;
}

typedef struct leaf_search {
    hybrid *h;
    int parameter, found, depth;
} leaf_search;

enum { DEEPEST = 20 };

static double happening_search_leaf(void *data, const expr_node *leaf) {
    leaf_search *q = data;
    const dae *s = q->h->system;
    if (leaf->op != OP_PARAMETER)
        return 0;
    q->found |= leaf->variable == q->parameter;
    if (s->parameters.at[leaf->variable].kind != PARAMETER_DISCRETE)
        return 0;
    for (int k = 0; k < s->discrete.count && !q->found && q->depth < DEEPEST; k++) {
        if (s->discrete.at[k].parameter != leaf->variable)
            continue;
        q->depth++;
        expr_evaluate(s->graph, s->discrete.at[k].value, happening_search_leaf, q);
        q->depth--;
    }
    return 0;
}

/* Does a condition of the branch depend on the switch, through discrete equations or
 * not? */
static int happening_depends_on(hybrid *h, const when_branch *b, int switch_parameter) {
    leaf_search q = {h, switch_parameter, 0, 0};
    for (int k = 0; k < b->conditions.count; k++)
        expr_evaluate(h->system->graph, b->conditions.at[k], happening_search_leaf, &q);
    return q.found;
}

/* A reinit in a branch that a switch on its boundary brought about may be meant to turn
 * the solution back from there; what it does is seen after it. */
static void mark_guards(hybrid *h, const when_branch *b) {
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].is_new &&
            happening_depends_on(h, b, h->crossings->list.at[k].parameter))
            h->switches[k].guards = GUARD_ASKED;
}

int hybrid_is_setting(hybrid *h) {
    for (int w = 0; w < h->system->whens.count; w++)
        for (int k = 0; h->fired[w] && k < h->fired[w]->actions.count; k++) {
            const action *a = &h->fired[w]->actions.at[k];
            if (a->kind == ACTION_REINIT && hybrid_holds(h, a->guard))
                return 1;
        }
    return 0;
}

int hybrid_act(hybrid *h) {
    int any = 0;
    for (int w = 0; w < h->system->whens.count; w++) {
        const when_branch *b = h->fired[w];
        int sets = 0;
        for (int k = 0; b && k < b->actions.count; k++)
            sets |= act(h, &b->actions.at[k]);
        if (sets)
            mark_guards(h, b);
        any |= sets;
    }
    return any;
}

/* --- pre --- */

int hybrid_load_pre(hybrid *h) {
    dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++) {
        const parameter *q = &s->parameters.at[p];
        if (q->kind != PARAMETER_PRE)
            continue;
        double value = q->of >= 0 ? h->before[q->of] : 0;
        if (q->of < 0)
            hybrid_jet(h, -1 - q->of, 0, &value);
        changed |= hybrid_change(h, p, value);
    }
    return changed;
}

void hybrid_set_pre(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->before[p] = *hybrid_value(h, p);
    hybrid_load_pre(h);
}

int hybrid_shift_pre(hybrid *h) {
    const dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++) {
        if (s->parameters.at[p].kind != PARAMETER_DISCRETE)
            continue;
        changed |= !is_same(h, h->before[p], *hybrid_value(h, p));
        h->before[p] = *hybrid_value(h, p);
    }
    return hybrid_load_pre(h) || changed;
}
