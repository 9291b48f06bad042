/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops whose passes depend on unknowns: they cannot be unrolled. One pass is executed on
 * leaves that stand for the variables that it assigns; what these become, and the
 * condition, make a routine (expr/routine.h), and its outputs are the values behind the
 * loop. A 'break' or 'return' under a condition ends the passes by a state of its own.
 * Assertions inside state that no pass violates them. */
#include "translate.h"
#include "../expr/routine.h"
#include <assert.h>
#include <math.h>

/* A state of the loop: an element of a local, or a number of the loop's own. */
typedef struct loop_state {
    symbol *local; /* or NULL */
    int element;
    int number; /* of its leaf */
    expr leaf, first, step;
    const char *name;
} loop_state;

typedef LIST(loop_state) loop_states;

static expr next_leaf(translation *t) {
    return expr_jet(t->graph, ROUTINE_LEAF + t->loop_leaves++, 0);
}

/* --- the variables that a pass assigns --- */

typedef struct state_search {
    translation *t;
    loop_states *to;
} state_search;

static int is_found(const loop_states *list, const symbol *s) {
    LIST_EACH(const loop_state, one, *list)
        if (one->local == s)
            return 1;
    return 0;
}

static void add_states(translation *t, loop_states *to, symbol *s) {
    for (int i = 0; s->fields && i < s->fields->symbols.count; i++)
        add_states(t, to, s->fields->symbols.at[i]);
    if (s->kind != SYMBOL_LOCAL || s->fields || !s->element || is_found(to, s))
        return;
    for (int k = 0; k < s->count; k++) {
        loop_state one = {.local = s, .element = k, .first = s->element[k]};
        one.number = t->loop_leaves;
        one.leaf = next_leaf(t);
        one.name = symbol_element_name(lasting(t), s, k);
        LIST_PUSH(t->arena, *to, one);
    }
}

static void find_state(void *data, symbol *s) {
    const state_search *q = data;
    const char *name = s->name;
    symbol *local = scope_find(q->t->scope, name);
    add_states(q->t, q->to, local && local->of == s ? local : s);
}

static void find_states(void *data, const ast *left, int in_when) {
    (void)in_when;
    const state_search *q = data;
    visit_roots(q->t, left, find_state, data);
}

static void state_number(translation *t, loop_states *to, double first, expr step,
                         expr leaf, const char *name) {
    loop_state one = {.number = t->loop_leaves - 1,
                      .first = number_of(t, first),
                      .step = step,
                      .leaf = leaf,
                      .name = name};
    LIST_PUSH(t->arena, *to, one);
}

/* --- the pass --- */

static void hold(const loop_states *list, int which) {
    LIST_EACH(const loop_state, s, *list)
        if (s->local)
            s->local->element[s->element] = which ? s->leaf : s->first;
}

static void take_steps(const loop_states *list) {
    LIST_EACH(loop_state, s, *list)
        if (s->local)
            s->step = s->local->element[s->element];
}

/* 0: the next pass follows, else what left the loop. */
static expr exit_code(execution *x, outcome out, int from) {
    translation *t = x->t;
    expr code = number_of(t, out);
    for (int i = from; i < x->parked.count; i++) {
        const parked *p = &x->parked.at[i];
        expr own = number_of(t, p->out);
        code = present(t, expr_if(t->graph, p->condition.e, own, code));
        merge_values(t, &p->condition, &p->values);
    }
    x->parked.count = from;
    return code;
}

static expr both_hold(translation *t, expr a, expr b) {
    return present(t, expr_if(t->graph, a, b, number_of(t, 0)));
}

static expr is_zero(translation *t, expr e) {
    return call_two(t, OP_EQ, e, number_of(t, 0));
}

/* A state for each assertion: 1 after a pass that violates it, which is the last. */
static void add_assertions(translation *t, const evaluated *own, loop_states *to,
                           expr *test) {
    LIST_EACH(const action, a, own->asserts) {
        expr leaf = next_leaf(t);
        expr fails = not_of(t, a->value);
        if (a->guard != NO_EXPR)
            fails = both_hold(t, a->guard, fails);
        expr one = number_of(t, 1);
        state_number(t, to, 0, present(t, expr_if(t->graph, fails, one, leaf)), leaf,
                     "assertion");
        *test = both_hold(t, is_zero(t, leaf), *test);
    }
}

/* What is not changed is no state: its value before the loop takes the place of the leaf.
 */
typedef struct unchanged {
    const loop_states *states;
} unchanged;

static expr map_unchanged(void *data, graph *g, expr leaf) {
    const unchanged *u = data;
    const expr_node *n = expr_get(g, leaf);
    int first = expr_get(g, u->states->at[0].leaf)->variable;
    int k = n->op == OP_JET && n->order == 0 ? n->variable - first : -1;
    if (k < 0 || k >= u->states->count)
        return leaf;
    const loop_state *s = &u->states->at[k];
    return s->step == s->leaf && s->first != NO_VALUE_YET ? s->first : leaf;
}

static expr without_unchanged(translation *t, const loop_states *states, expr e) {
    unchanged u = {states};
    return present(t, expr_substitute(t->graph, e, map_unchanged, &u));
}

typedef struct leaf_search {
    const loop_states *states;
    int found;
} leaf_search;

static void search_state(void *data, const expr_node *leaf) {
    leaf_search *q = data;
    LIST_EACH(const loop_state, s, *q->states) {
        int is_own = leaf->op == OP_JET && s->step != s->leaf &&
                     ROUTINE_LEAF + s->number == leaf->variable;
        q->found |= is_own;
    }
}

/* A condition that no pass changes is true for ever. */
static int may_end(translation *t, const loop_states *states, expr test) {
    leaf_search q = {states, 0};
    expr_visit_leaves(t->graph, 1, &test, search_state, &q);
    return q.found;
}

/* The first state that the next pass or the condition needs, but that nothing has
 * assigned before the loop; NULL: none. */
static const loop_state *needed_early(translation *t, const loop_states *states,
                                      expr test) {
    LIST_EACH(const loop_state, s, *states) {
        if (s->first != NO_VALUE_YET)
            continue;
        int is_needed = expr_needs(t->graph, test, s->leaf);
        LIST_EACH(const loop_state, other, *states)
            is_needed |=
                other->step != s->leaf && expr_needs(t->graph, other->step, s->leaf);
        if (is_needed)
            return s;
    }
    return NULL;
}

/* Makes the routine; behind[i]: what state i is behind the loop. */
static void call_loop(translation *t, const loop_states *states, expr test,
                      const char *name, expr *behind) {
    int n = states->count;
    expr *leaf = NEW_ARRAY(t, expr, n + 1);
    expr *first = NEW_ARRAY(t, expr, n + 1);
    expr *step = NEW_ARRAY(t, expr, n + 1);
    const char **names_of = ARENA_ARRAY(lasting(t), const char *, n + 1);
    int *of = NEW_ARRAY(t, int, n + 1);
    routine_form f = {.leaf = leaf, .first = first, .step = step, .name = name};
    for (int i = 0; i < n; i++) {
        const loop_state *s = &states->at[i];
        behind[i] = s->first;
        if (s->step == s->leaf)
            continue;
        of[f.states] = i;
        leaf[f.states] = s->leaf;
        /* a variable without a value must not be read: what is made of it is no number */
        first[f.states] = s->first == NO_VALUE_YET ? number_of(t, NAN) : s->first;
        step[f.states] = without_unchanged(t, states, s->step);
        names_of[f.states++] = s->name;
    }
    f.test = without_unchanged(t, states, test);
    f.variable = names_of;
    expr *result = NEW_ARRAY(t, expr, n + 1);
    routine_call(t->graph, &f, result);
    for (int i = 0; i < f.states; i++)
        behind[of[i]] = present(t, result[i]);
}

static void raise_levels(const loop_states *states, const value *by) {
    level most = by->level;
    const char *changing = by->changing;
    LIST_EACH(const loop_state, s, *states)
        if (s->local && s->local->level > most) {
            most = s->local->level;
            changing = s->local->changing;
        }
    LIST_EACH(const loop_state, s, *states)
        if (s->local && s->local->level < most) {
            s->local->level = most;
            s->local->changing = changing;
        }
}

static const char *loop_name(const execution *x, const evaluated_loop *l) {
    const frame *f = x->t->frame;
    arena *a = lasting(x->t);
    if (!f)
        return arena_print(a, "the '%s' on line %d of %s", l->word, l->where.line,
                           l->where.file->path);
    return arena_print(a, "the '%s' on line %d of %s, in the function '%.80s'", l->word,
                       l->where.line, l->where.file->path, f->function->name);
}

static void push_assertions(execution *x, const evaluated *own, const expr *violated) {
    translation *t = x->t;
    LIST_EACH(const action, a, own->asserts) {
        action outer = *a;
        outer.value = is_zero(t, *violated++);
        outer.guard = x->guard;
        outer.wording = NULL; /* values of passes are not kept */
        event_push_assert(t, &outer);
    }
}

/* The function ends where the loop was left by 'return': its values are parked. */
static void park_return(execution *x, expr code, const value *c, int from) {
    translation *t = x->t;
    expr before = x->guard;
    expr returned = call_two(t, OP_EQ, code, number_of(t, OUTCOME_RETURN));
    park_values(x, OUTCOME_RETURN, guard_and(t, before, returned), c,
                snapshot_take(t, x->locals));
    x->guard = still_here(x, before, from);
}

outcome evaluate_loop(execution *x, const evaluated_loop *l) {
    translation *t = x->t;
    int errors = error_count(t);
    int from = x->parked.count;
    expr guard = x->guard;
    loop_states states = {0};
    state_search q = {t, &states};
    evaluated own = {.outer = t->evaluated};
    visit_targets(l->body, 0, find_states, &q);
    if (l->index)
        add_states(t, &states, l->index);
    hold(&states, 1);
    t->evaluated = &own;
    x->guard = NO_EXPR;
    x->loops++;
    value c = l->test(x, l->data);
    outcome out = is_bad(&c) ? OUTCOME_RETURN : l->pass(x, l->data);
    x->loops--;
    x->guard = guard;
    t->evaluated = own.outer;
    if (error_count(t) > errors) {
        hold(&states, 0);
        return OUTCOME_RETURN;
    }
    int has_return = out == OUTCOME_RETURN;
    for (int i = from; i < x->parked.count; i++)
        has_return |= x->parked.at[i].out == OUTCOME_RETURN;
    int has_exit = out != OUTCOME_NEXT || x->parked.count > from;
    expr code = exit_code(x, out, from);
    take_steps(&states);
    raise_levels(&states, &c);
    expr test = guard == NO_EXPR ? c.e : both_hold(t, guard, c.e);
    int asserts = states.count;
    add_assertions(t, &own, &states, &test);
    int exit_at = states.count;
    if (has_exit) {
        expr leaf = next_leaf(t);
        state_number(t, &states, OUTCOME_NEXT, code, leaf, "exit");
        test = both_hold(t, is_zero(t, leaf), test);
    }
    if (!may_end(t, &states, test)) {
        semantic_error(t, l->where,
                       "no pass of this '%s' changes its condition: where it is true, "
                       "the loop does not end",
                       l->word);
        hold(&states, 0);
        return OUTCOME_RETURN;
    }
    const loop_state *early = needed_early(t, &states, test);
    if (early) {
        semantic_error(t, l->where,
                       "'%s' is read in the first pass of this '%s' before it has a "
                       "value; assign it before the loop",
                       early->name, l->word);
        hold(&states, 0);
        return OUTCOME_RETURN;
    }
    expr *result = NEW_ARRAY(t, expr, states.count + 1);
    call_loop(t, &states, test, loop_name(x, l), result);
    for (int i = 0; i < states.count; i++)
        if (states.at[i].local)
            states.at[i].local->element[states.at[i].element] = result[i];
    push_assertions(x, &own, result + asserts);
    if (has_return)
        park_return(x, result[exit_at], &c, from);
    return OUTCOME_NEXT;
}
