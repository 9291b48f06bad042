/* SPDX-License-Identifier: BSD-3-Clause */
/* The discrete part of an event: discrete equations and when clauses, with pre given.
 *
 * A variable of a `when` has the value that the branch gives it which fires now, else
 * pre(v). What fires is determined again with all other values until everything agrees
 * [MLS36, 8.4: equations are fulfilled concurrently]; what is given in an order of
 * dependence agrees after as many passes as that is long. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/leaves.h"
#include "loop.h"

/* Values that are solved for together with continuous ones differ by round-off from one
 * sweep to the next, those that depend on each other by that times the gain of a sweep.
 */
static const double SAME = 16 * DBL_EPSILON;
/* Rounds from this on do not go on for round-off. */
enum { LATE_ROUND = 3 };

double *hybrid_value(const hybrid *h, int p) {
    assert(p >= 0 && p < h->system->parameters.count);
    return &h->system->parameters.at[p].value;
}

double *hybrid_condition(const hybrid *h, int k) {
    assert(k >= 0 && k < h->crossings->conditions.count);
    return hybrid_value(h, h->crossings->conditions.at[k].parameter);
}

void hybrid_read_values(const hybrid *h, double *to) {
    for (int p = 0; p < h->system->parameters.count; p++)
        to[p] = *hybrid_value(h, p);
}

void hybrid_write_values(hybrid *h, const double *from) {
    for (int p = 0; p < h->system->parameters.count; p++)
        *hybrid_value(h, p) = from[p];
}

int hybrid_differ(const hybrid *h, double a, double b) {
    double same = h->progress.sweep > 1 ? SAME : 0;
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    if (h->progress.round >= LATE_ROUND || h->progress.sweep >= AFTER_LOOP)
        same = LOOP_CLOSE;
    return !(fabs(a - b) <= same * fmax(fabs(a), fabs(b)));
}

int hybrid_change(hybrid *h, int p, double value) {
    double *now = hybrid_value(h, p);
    if (!hybrid_differ(h, *now, value))
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
        h->progress.unquiet = s->parameters.at[d->parameter].name;
        changed = 1;
    }
    return changed;
}

/* --- when clauses --- */

/* All branches, with room for their conditions. */
void hybrid_list_branches(hybrid *h) {
    const dae *s = h->system;
    for (int w = 0; w < s->whens.count; w++) {
        int count = s->whens.at[w].branches.count;
        for (int b = 0; b < count; b++) {
            const when_branch *of = &s->whens.at[w].branches.at[b];
            watched_branch one = {of, w, b == 0, b == count - 1,
                                  hybrid_array(h, 1, of->conditions.count)};
            LIST_PUSH(s->arena, h->branches, one);
        }
    }
}

/* Does the branch fire: has one of its conditions become true? At the start only
 * initial() counts. */
static int fires(hybrid *h, const watched_branch *b) {
    for (int k = 0; k < b->of->conditions.count; k++) {
        expr e = b->of->conditions.at[k];
        int is = hybrid_evaluate(h, e) != 0;
        int counts = h->is_starting ? hybrid_asks_initial(h, e) : !b->was[k];
        if (is && counts)
            return 1;
    }
    return 0;
}

/* The first branch of each clause that fires; returns whether these are others than
 * before. */
static int find_fired(hybrid *h) {
    const when_branch *first = NULL;
    int changed = 0;
    for (int k = 0; k < h->branches.count; k++) {
        const watched_branch *b = &h->branches.at[k];
        if (b->is_first)
            first = NULL;
        if (!first && fires(h, b))
            first = b->of;
        if (!b->is_last)
            continue;
        changed |= first != h->fired[b->clause];
        h->fired[b->clause] = first;
    }
    return changed;
}

/* What the next clause of the same algorithm finds. */
static int keep_so_far(hybrid *h, const when_clause *clause) {
    int changed = 0;
    for (int k = 0; k < clause->so_far.count; k++) {
        int p = clause->so_far.at[k];
        int of = h->system->parameters.at[p].of;
        changed |= hybrid_change(h, p, h->parameter[of].candidate);
    }
    return changed;
}

/* Assignments of the branches that fire; whatever none of them assigns keeps its value
 * from before. */
static int pass_whens(hybrid *h) {
    const dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++)
        h->parameter[p].candidate = h->parameter[p].before;
    for (int w = 0; w < s->whens.count; w++) {
        for (int k = 0; h->fired[w] && k < h->fired[w]->actions.count; k++) {
            const action *a = &h->fired[w]->actions.at[k];
            if (a->kind == ACTION_ASSIGN && hybrid_holds(h, a->guard))
                h->parameter[a->target].candidate = hybrid_evaluate(h, a->value);
        }
        changed |= keep_so_far(h, &s->whens.at[w]);
    }
    for (int p = 0; p < s->parameters.count; p++) {
        const parameter_state *q = &h->parameter[p];
        if (!q->assigned || !hybrid_change(h, p, q->candidate))
            continue;
        h->progress.unquiet = s->parameters.at[p].name;
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
             "t = %.10g: the variables assigned in %s depend on each other cyclically; "
             "%s does not settle",
             h->t, b->text, h->progress.unquiet);
    fail(s->context, INVO_E_MODEL, s->discrete.at[0].where,
         "t = %.10g: the discrete equations contradict each other; %s does not settle",
         h->t, h->progress.unquiet);
}

/* Passes until nothing changes; may_fire: what fires may change, too, and what does not
 * settle is an error. */
static int run_passes(hybrid *h, int may_fire) {
    const dae *s = h->system;
    int any = 0;
    int changed = 1;
    int most = 10 + s->discrete.count + (may_fire ? s->whens.count + 2 : 0);
    for (int pass = 0; changed && pass < most; pass++) {
        changed = may_fire && find_fired(h);
        changed |= pass_whens(h);
        changed |= pass_equations(h);
        any |= changed;
    }
    if (changed && may_fire)
        fail_circle(h);
    return any;
}

int hybrid_solve_discrete(hybrid *h) {
    return run_passes(h, 1);
}

int hybrid_renew_discrete(hybrid *h) {
    return run_passes(h, 0);
}

void hybrid_remember_conditions(hybrid *h) {
    for (int b = 0; b < h->branches.count; b++) {
        const watched_branch *one = &h->branches.at[b];
        for (int k = 0; k < one->of->conditions.count; k++)
            one->was[k] = hybrid_evaluate(h, one->of->conditions.at[k]) != 0;
    }
}

/* Is a condition of the branch true, and none about the start itself, which executes it
 * there? */
static int is_true_already(hybrid *h, const watched_branch *b) {
    int is_true = 0;
    for (int k = 0; k < b->of->conditions.count; k++) {
        if (hybrid_asks_initial(h, b->of->conditions.at[k]))
            return 0;
        is_true |= b->was[k];
    }
    return is_true;
}

enum { MOST_NOTES = 3 };

void hybrid_note_true_conditions(hybrid *h) {
    invo_context *context = h->system->context;
    int count = 0;
    for (int b = 0; b < h->branches.count; b++) {
        const when_branch *one = h->branches.at[b].of;
        if (!is_true_already(h, &h->branches.at[b]))
            continue;
        if (++count <= MOST_NOTES)
            diagnose(context, SEVERITY_NOTE, INVO_OK, one->where,
                     "the condition of '%s' is true at the start: it does not become "
                     "true there, and the clause is not executed",
                     one->text);
    }
    if (count > MOST_NOTES)
        diagnose(context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "the same holds for %d more conditions", count - MOST_NOTES);
}

/* --- actions --- */

static double evaluate_piece(void *data, expr e) {
    return hybrid_evaluate(data, e);
}

/* The text of assert and terminate. */
static const char *happening_message(hybrid *h, const action *a) {
    if (!a->wording)
        return a->message;
    return wording_write(h->system->arena, a->wording, evaluate_piece, h);
}

void hybrid_fail_assertion(hybrid *h, const action *a) {
    assert(a->kind == ACTION_ASSERT);
    const char *message = happening_message(h, a);
    if (!a->is_warning)
        fail_assertion(h->system->context, a->where, h->t, message);
    diagnose(h->system->context, SEVERITY_WARNING, INVO_OK, a->where,
             "t = %.10g: assertion failed: %s", h->t, message);
}

static void set_variable(hybrid *h, const action *a) {
    assert(a->kind == ACTION_REINIT && a->target < h->system->variables.count);
    state_setting *to = &h->set[a->target];
    double value = hybrid_evaluate(h, a->value);
    if (to->is_set && to->value != value)
        fail(h->system->context, INVO_E_INCONSISTENT, a->where,
             "t = %.10g: %s is set twice at this event, to %g and to %g", h->t,
             h->system->variables.at[a->target].name, to->value, value);
    *to = (state_setting){1, value};
}

/* Returns whether the action sets a state. */
static int act(hybrid *h, const action *a) {
    switch (a->kind) {
    case ACTION_ASSIGN: /* pass_whens has done it */
        return 0;
    case ACTION_ASSERT:
        if (hybrid_is_violated(h, a, NULL))
            hybrid_fail_assertion(h, a);
        return 0;
    case ACTION_TERMINATE:
        if (!hybrid_holds(h, a->guard))
            return 0;
        h->progress.terminate = 1;
        h->progress.message = happening_message(h, a);
        return 0;
    case ACTION_REINIT:
        if (!hybrid_holds(h, a->guard))
            return 0;
        set_variable(h, a);
        return 1;
    }
    return 0;
}

typedef struct leaf_search {
    const dae *s;
    int parameter, depth;
} leaf_search;

/* A chain of discrete equations that is longer than this is not followed. */
enum { DEEPEST = 20 };

/* Is the leaf the parameter, or a discrete variable that depends on it? */
static int happening_search_leaf(void *data, const expr_node *leaf) {
    leaf_search *q = data;
    const dae *s = q->s;
    int found = leaf->op == OP_PARAMETER && leaf->variable == q->parameter;
    if (leaf->op != OP_PARAMETER || q->depth >= DEEPEST)
        return found;
    q->depth++;
    for (int k = 0; k < s->discrete.count && !found; k++)
        found = s->discrete.at[k].parameter == leaf->variable &&
                leaves_any(s->graph, s->discrete.at[k].value, happening_search_leaf, q);
    q->depth--;
    return found;
}

/* Does a condition of the branch depend on the switch, through discrete equations or
 * not? */
static int happening_depends_on(hybrid *h, const when_branch *b, int switch_parameter) {
    leaf_search q = {h->system, switch_parameter, 0};
    int found = 0;
    for (int k = 0; k < b->conditions.count; k++)
        found |= leaves_any(q.s->graph, b->conditions.at[k], happening_search_leaf, &q);
    return found;
}

/* A reinit in a branch that a switch on its boundary brought about may be meant to turn
 * the solution back from there; what it does is seen after it. */
static void mark_guards(hybrid *h, const when_branch *b) {
    EACH_SWITCH(h, s)
        if (s->is_new && happening_depends_on(h, b, s->of->parameter))
            s->guards = GUARD_ASKED;
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
    assert(h->parameter || h->system->parameters.count == 0);
    dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++) {
        const parameter *q = &s->parameters.at[p];
        if (q->kind != PARAMETER_PRE)
            continue;
        double value = q->of >= 0 ? h->parameter[q->of].before : 0;
        if (q->of < 0)
            hybrid_jet(h, -1 - q->of, 0, &value);
        changed |= hybrid_change(h, p, value);
    }
    return changed;
}

void hybrid_set_pre(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->parameter[p].before = *hybrid_value(h, p);
    hybrid_load_pre(h);
}

int hybrid_shift_pre(hybrid *h) {
    const dae *s = h->system;
    int changed = 0;
    for (int p = 0; p < s->parameters.count; p++) {
        double *before = &h->parameter[p].before;
        if (s->parameters.at[p].kind != PARAMETER_DISCRETE)
            continue;
        changed |= hybrid_differ(h, *before, *hybrid_value(h, p));
        *before = *hybrid_value(h, p);
    }
    return hybrid_load_pre(h) || changed;
}
