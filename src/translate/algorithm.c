/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithm sections of models: run once on expressions; what each variable is at the end
 * is its equation. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- the variables that a section assigns --- */

static void shadow(translation *t, scope *to, symbol *of, const symbol *owner) {
    shape_symbol(t, of);
    if (of->shaped != DONE) {
        scope_share(to, of); /* an error was reported */
        return;
    }
    symbol one = *of;
    one.kind = SYMBOL_LOCAL;
    one.of = of;
    one.owner = owner;
    one.level = LEVEL_CHANGING;
    one.changing = of->name;
    symbol *s = scope_add(to, one);
    if (!s)
        return;
    if (of->type.kind != TYPE_RECORD) {
        s->element = arena_keep(t->arena, of->element, sizeof(expr), of->count);
        s->assigned = NEW_ARRAY(t, char, of->count);
        return;
    }
    s->fields = scope_new(t->arena, of->fields->outer);
    LIST_EACH(symbol *, f, of->fields->symbols)
        shadow(t, s->fields, *f, s);
}

/* Parameters with fixed = false get their values from initial algorithms. */
static int is_tuned(const translation *t, const symbol *s, int k) {
    return s->kind == SYMBOL_PARAMETER && s->type.kind != TYPE_RECORD && k < s->count &&
           (parameter_at(t, s->index + k)->is_tuned ||
            parameter_at(t, s->index + k)->kind == PARAMETER_DISCRETE);
}

static int has_tuned(const translation *t, const symbol *s) {
    int any = is_tuned(t, s, 0);
    for (int k = 1; k < s->count && !any; k++)
        any = is_tuned(t, s, k);
    for (int i = 0; s->fields && i < s->fields->symbols.count && !any; i++)
        any = has_tuned(t, s->fields->symbols.at[i]);
    return any;
}

void visit_roots(translation *t, const ast *e, visit_symbol f, void *data) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    if (e->kind != AST_NAME)
        return;
    symbol *s = name_resolve(t, e->text);
    if (s)
        f(data, symbol_top(s));
    else
        scalarised_visit(t, e->text, f, data);
}

typedef struct shadowing {
    translation *t;
    scope *locals;
    int initial;
} shadowing;

static void shadow_root(void *data, symbol *s) {
    const shadowing *d = data;
    if (s->kind == SYMBOL_VARIABLE || s->kind == SYMBOL_DISCRETE ||
        (d->initial && has_tuned(d->t, s)))
        shadow(d->t, d->locals, s, NULL);
}

static void shadow_target(void *data, const ast *left, int in_when) {
    (void)in_when;
    const shadowing *d = data;
    visit_roots(d->t, left, shadow_root, data);
}

/* Until a 'when' assigns a discrete variable it is pre of itself, an array as a whole
 * [MLS36, 11.1.2]. */
static void take_pre(translation *t, symbol *s) {
    for (int i = 0; s->fields && i < s->fields->symbols.count; i++)
        take_pre(t, s->fields->symbols.at[i]);
    for (int k = 0; s->element && k < s->count; k++)
        if (s->of->kind == SYMBOL_DISCRETE)
            s->element[k] = event_pre(t, s->of->element[k]);
}

static void begin_root(void *data, symbol *s) {
    const shadowing *d = data;
    symbol *local = scope_find_here(d->locals, s->name);
    if (local && local->of == s)
        take_pre(d->t, local);
}

static void begin_target(void *data, const ast *left, int in_when) {
    const shadowing *d = data;
    if (in_when)
        visit_roots(d->t, left, begin_root, data);
}

static void swap_declared(scope *s) {
    LIST_EACH(symbol *, at, s->symbols) {
        symbol *one = *at;
        symbol *of = (symbol *)one->of;
        if (one->kind != SYMBOL_LOCAL || !of)
            continue;
        if (one->fields)
            swap_declared(one->fields);
        expr *now = one->element;
        one->element = of->element;
        of->element = now;
    }
}

static value lower_swapped(translation *t, const ast *e, int is_declared) {
    if (t->is_declared == is_declared)
        return lower_expression(t, e);
    for (scope *s = t->scope; s; s = s->outer)
        swap_declared(s);
    t->is_declared = is_declared;
    value v = lower_expression(t, e);
    t->is_declared = !is_declared;
    for (scope *s = t->scope; s; s = s->outer)
        swap_declared(s);
    return v;
}

value lower_declared(translation *t, const ast *e) {
    return lower_swapped(t, e, 1);
}

value lower_subscript_value(translation *t, const ast *e) {
    return lower_swapped(t, e, 0);
}

/* --- what is read before it is assigned --- */

/* A variable that the statements assign has, before they do, its start value; a discrete
 * one the value before the event. Only these remain in the results, so they are
 * substituted at the end. */
typedef struct earlier {
    const char *variable, *parameter; /* [count]: assigned */
    int parameters;                   /* that there were when it was made */
    int initial;
} earlier;

static earlier earlier_of(translation *t, const snapshot *s, int initial) {
    char *variables = NEW_ARRAY(t, char, t->system->variables.count);
    char *parameters = NEW_ARRAY(t, char, t->system->parameters.count);
    LIST_EACH(const saved, v, *s) {
        const symbol *one = v->local;
        char *flag = one->of && one->of->kind == SYMBOL_VARIABLE ? variables : parameters;
        for (int k = 0; one->assigned && k < one->count; k++)
            if (one->assigned[k])
                flag[one->of->index + k] = 1;
    }
    return (earlier){variables, parameters, t->system->parameters.count, initial};
}

typedef struct earlier_map {
    translation *t;
    const earlier *from;
} earlier_map;

static expr map_earlier(void *data, graph *g, expr leaf) {
    const earlier_map *m = data;
    const earlier *from = m->from;
    const expr_node n = *expr_get(g, leaf);
    expr first;
    if (n.op == OP_JET && n.order == 0 && from->variable[n.variable]) {
        first = m->t->system->variables.at[n.variable].start;
    } else if (n.op != OP_PARAMETER || n.variable >= from->parameters ||
               !from->parameter[n.variable]) {
        return leaf;
    } else if (!from->initial) {
        return event_pre(m->t, leaf);
    } else {
        const parameter *p = parameter_at(m->t, n.variable);
        first = p->is_tuned ? p->guess : p->binding;
    }
    return first == NO_EXPR ? expr_number(g, 0) : first;
}

static expr with_earlier(translation *t, const earlier *from, expr e) {
    earlier_map m = {t, from};
    return present(t, expr_substitute(t->graph, e, map_earlier, &m));
}

typedef struct assignment_search {
    translation *t;
    const symbol *root;
    int found;
} assignment_search;

static void search_root(void *data, symbol *s) {
    assignment_search *q = data;
    q->found |= s == q->root;
}

static void search_target(void *data, const ast *left, int in_when) {
    (void)in_when;
    assignment_search *q = data;
    if (!q->found)
        visit_roots(q->t, left, search_root, data);
}

static int assigns(translation *t, const ast_equations *list, const symbol *local) {
    assignment_search q = {t, symbol_top(local), 0};
    visit_targets(list, 0, search_target, &q);
    return q.found;
}

/* --- when --- */

/* What a variable is behind a 'when' that assigns it. */
typedef struct update {
    symbol *local;
    int element;
    expr value;
} update;

/* A clause that is being made. */
typedef struct clause_work {
    when_clause clause;
    const ast_equation *from;
    LIST(update) updates; /* made behind it: its branches do not see each other */
} clause_work;

/* Does a 'when' behind this one assign the variable again? In a loop, it does so itself.
 */
static int assigns_again(translation *t, const ast_equations *list,
                         const ast_equation *from, const symbol *local, int *is_past) {
    LIST_EACH(const ast_equation, e, *list) {
        int was_past = *is_past;
        if (e == from) {
            *is_past = 1;
            continue;
        }
        LIST_EACH(const ast_branch, b, e->branches)
            if (e->kind == AST_WHEN
                    ? *is_past && assigns(t, &b->equations, local)
                    : assigns_again(t, &b->equations, from, local, is_past))
                return 1;
        if (e->kind == AST_LOOP && *is_past && !was_past)
            return 1;
    }
    return 0;
}

static expr so_far(translation *t, clause_work *w, const symbol *of, int k) {
    LIST_EACH(const int, p, w->clause.so_far)
        if (parameter_at(t, *p)->of == of->index + k)
            return expr_parameter(t->graph, *p);
    int p = add_parameter(t, symbol_element_name(lasting(t), of, k), of->where,
                          PARAMETER_SO_FAR, NULL);
    parameter_at(t, p)->of = of->index + k;
    LIST_PUSH(lasting(t), w->clause.so_far, p);
    return expr_parameter(t->graph, p);
}

/* Assignments of the body become actions; behind it, the variable is itself. */
static void push_changes(execution *x, const snapshot *s, when_branch *to,
                         clause_work *w) {
    translation *t = x->t;
    earlier from = earlier_of(t, s, 0);
    LIST_EACH(const saved, v, *s) {
        symbol *one = v->local;
        const symbol *of = one->of;
        int is_past = 0;
        int again = -1;
        if (!one->assigned)
            continue;
        action a = {.kind = ACTION_ASSIGN, .guard = NO_EXPR, .where = one->where};
        for (int k = 0; k < one->count; k++) {
            if (!one->assigned[k])
                continue;
            assert(of->kind == SYMBOL_DISCRETE); /* by what is assigned here */
            a.target = of->index + k;
            a.value = with_earlier(t, &from, one->element[k]);
            a.text = one->text ? one->text : of->name;
            LIST_PUSH(lasting(t), to->actions, a);
            if (again < 0)
                again = assigns_again(t, x->statements, w->from, one, &is_past);
            update u = {one, k, again ? so_far(t, w, of, k) : of->element[k]};
            LIST_PUSH(t->arena, w->updates, u);
        }
        memcpy(one->assigned, v->assigned, (size_t)one->count);
    }
}

static void when_body(execution *x, const ast_equations *list, when_branch *to,
                      clause_work *w) {
    translation *t = x->t;
    snapshot s = snapshot_take(t, x->locals);
    LIST_EACH(saved, v, s) {
        symbol *one = v->local;
        if (!one->assigned)
            continue;
        v->assigned = arena_keep(t->arena, one->assigned, 1, one->count);
        memset(one->assigned, 0, (size_t)one->count);
    }
    expr guard = x->guard;
    x->when = to;
    x->guard = NO_EXPR;
    execute(x, list);
    x->when = NULL;
    t->when_of = NULL;
    x->guard = guard;
    push_changes(x, &s, to, w);
    snapshot_swap(&s);
}

/* Returns the construct that forbids a 'when' inside it, or NULL. */
static const char *when_obstacle(const execution *x) {
    if (x->is_function)
        return "a function";
    if (x->is_initial)
        return "an initial algorithm";
    if (x->when)
        return "'when'";
    if (x->t->evaluated)
        return "a loop whose passes depend on variables";
    return x->guard != NO_EXPR ? "an 'if' whose condition is not constant" : NULL;
}

void algorithm_when(execution *x, const ast_equation *e) {
    translation *t = x->t;
    clause_work w = {.clause = {.section = x->section}, .from = e};
    const char *no = when_obstacle(x);
    if (no) {
        semantic_error(t, e->where, "'when' is not allowed inside %s", no);
        return;
    }
    LIST_EACH(const ast_branch, b, e->branches) {
        when_branch to = when_branch_of(t, b->condition, b == e->branches.at,
                                        ast_text(t, b->condition));
        when_body(x, &b->equations, &to, &w);
        LIST_PUSH(t->arena, w.clause.branches, to);
    }
    LIST_EACH(const update, u, w.updates)
        u->local->element[u->element] = u->value;
    LIST_PUSH(t->arena, t->system->whens, w.clause);
}

/* --- sections --- */

static void push_result(translation *t, const symbol *s, int k, expr final, int initial) {
    assert(k >= 0 && k < s->count && s->of);
    const symbol *of = s->of;
    const char *name = symbol_element_name(t->arena, of, k);
    flat f = {.left = of->element[k], .right = final, .type = of->type, .guard = NO_EXPR};
    const char *text = s->text;
    if (s->count > 1 || !text)
        text = arena_print(t->arena, "%s := ... in the algorithm", name);
    f.of = statement_new(t->arena, text, NULL, s->where);
    f.residual = expr_sub(t->graph, f.left, f.right);
    if (of->kind == SYMBOL_PARAMETER && !is_tuned(t, of, k))
        semantic_error(t, s->where, "'%.80s' is a parameter and cannot be assigned",
                       name);
    else if (initial)
        push_initial(t, &f);
    else if (of->kind == SYMBOL_DISCRETE)
        push_discrete(t, &f);
    else
        push_equation(t, EQUATION_PLAIN, f.residual, f.of, NULL);
}

static void push_results(translation *t, scope *locals, int initial) {
    snapshot s = snapshot_take(t, locals);
    earlier from = earlier_of(t, &s, initial);
    LIST_EACH(const saved, v, s) {
        const symbol *one = v->local;
        for (int k = 0; one->assigned && k < one->count; k++)
            if (one->assigned[k])
                push_result(t, one, k, with_earlier(t, &from, one->element[k]), initial);
    }
}

/* Runs the statements once; an error in them makes all results doubtful. */
void flatten_algorithm(translation *t, const ast_algorithm *a, int number) {
    assert(number > 0);
    scope *outer = t->scope;
    scope *locals = scope_new(t->arena, outer);
    shadowing s = {t, locals, a->initial};
    execution x = {.t = t,
                   .locals = locals,
                   .is_initial = a->initial,
                   .guard = NO_EXPR,
                   .section = number,
                   .statements = &a->statements};
    int errors = error_count(t);
    visit_targets(&a->statements, 0, shadow_target, &s);
    visit_targets(&a->statements, 0, begin_target, &s);
    t->scope = locals;
    t->executing++;
    t->is_initial = a->initial;
    outcome out = execute(&x, &a->statements);
    t->is_initial = 0;
    t->executing--;
    t->scope = outer;
    t->taken = NULL;
    t->when_of = NULL;
    if (error_count(t) > errors)
        return;
    if (out != OUTCOME_NEXT || x.parked.count)
        semantic_error(t, a->where, "'%s' is allowed only in %s",
                       out == OUTCOME_BREAK ? "break" : "return",
                       out == OUTCOME_BREAK ? "loops" : "functions");
    push_results(t, locals, a->initial);
}
