/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithm sections of models: run once on expressions; what each variable is at the end
 * is its equation. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- the variables that a section assigns --- */

static void shadow_elements(translation *t, symbol *s, const symbol *of) {
    s->element = NEW_ARRAY(t, expr, of->count);
    s->assigned = NEW_ARRAY(t, char, of->count);
    if (of->count)
        memcpy(s->element, of->element, sizeof(expr) * (size_t)of->count);
}

static void shadow(translation *t, scope *to, symbol *of, const symbol *owner) {
    int added;
    shape_symbol(t, of);
    if (of->shaped != DONE)
        return;
    symbol one = *of;
    one.kind = SYMBOL_LOCAL;
    one.of = of;
    one.owner = owner;
    one.level = LEVEL_CHANGING;
    one.changing = of->name;
    symbol *s = scope_add(to, one, &added);
    if (!added)
        return;
    if (of->type.kind != TYPE_RECORD) {
        shadow_elements(t, s, of);
        return;
    }
    s->fields = scope_new(t->arena, of->fields->outer);
    for (int i = 0; i < of->fields->symbols.count; i++)
        shadow(t, s->fields, of->fields->symbols.at[i], s);
}

/* Parameters with fixed = false get their values from initial algorithms. */
static int is_tuned(const translation *t, const symbol *s, int k) {
    return s->kind == SYMBOL_PARAMETER && s->type.kind != TYPE_RECORD && k < s->count &&
           t->system->parameters.at[s->index + k].is_tuned;
}

static int has_tuned(const translation *t, const symbol *s) {
    int any = is_tuned(t, s, 0);
    for (int k = 1; k < s->count && !any; k++)
        any = is_tuned(t, s, k);
    for (int i = 0; s->fields && i < s->fields->symbols.count && !any; i++)
        any = has_tuned(t, s->fields->symbols.at[i]);
    return any;
}

static void shadow_name(translation *t, scope *to, const ast *e, int initial) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    if (e->kind == AST_TUPLE)
        for (int i = 0; i < e->args.count; i++)
            if (ast_arg(e, i))
                shadow_name(t, to, ast_arg(e, i), initial);
    if (e->kind != AST_NAME)
        return;
    symbol *s = name_resolve(t, e->text);
    while (s && s->owner)
        s = (symbol *)s->owner;
    if (s && (s->kind == SYMBOL_VARIABLE || s->kind == SYMBOL_DISCRETE ||
              (initial && has_tuned(t, s))))
        shadow(t, to, s, NULL);
}

static void shadow_assigned(translation *t, scope *to, const ast_equations *list,
                            int initial) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        if (e->kind == AST_ASSIGNMENT && e->right)
            shadow_name(t, to, e->left, initial);
        for (int k = 0; k < e->branches.count; k++)
            shadow_assigned(t, to, &e->branches.at[k].equations, initial);
    }
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

static void begin_name(translation *t, const scope *locals, const ast *e) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    for (int i = 0; e->kind == AST_TUPLE && i < e->args.count; i++)
        if (ast_arg(e, i))
            begin_name(t, locals, ast_arg(e, i));
    if (e->kind != AST_NAME)
        return;
    const symbol *s = name_resolve(t, e->text);
    while (s && s->owner)
        s = s->owner;
    for (int i = 0; s && i < locals->symbols.count; i++)
        if (locals->symbols.at[i]->of == s)
            take_pre(t, locals->symbols.at[i]);
}

static void begin_whens(translation *t, const scope *locals, const ast_equations *list,
                        int in_when) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        if (in_when && e->kind == AST_ASSIGNMENT && e->right)
            begin_name(t, locals, e->left);
        for (int k = 0; k < e->branches.count; k++)
            begin_whens(t, locals, &e->branches.at[k].equations,
                        in_when || e->kind == AST_WHEN);
    }
}

static void swap_declared(scope *s) {
    for (int i = 0; i < s->symbols.count; i++) {
        symbol *one = s->symbols.at[i];
        if (one->kind != SYMBOL_LOCAL || !one->of)
            continue;
        if (one->fields)
            swap_declared(one->fields);
        symbol *of = (symbol *)one->of;
        expr *present = one->element;
        one->element = of->element;
        of->element = present;
    }
}

value lower_declared(translation *t, const ast *e) {
    for (scope *s = t->scope; s; s = s->outer)
        swap_declared(s);
    value v = lower_expression(t, e);
    for (scope *s = t->scope; s; s = s->outer)
        swap_declared(s);
    return v;
}

/* --- what is read before it is assigned --- */

/* A variable that the statements assign has, before they do, its start value; a discrete
 * one the value before the event. As only these stand for themselves in what comes out,
 * they are put in at the end. */
typedef struct earlier {
    const char *variable, *parameter; /* [count]: assigned */
    int initial;
} earlier;

static earlier earlier_of(translation *t, const snapshot *s, int initial) {
    char *variables = NEW_ARRAY(t, char, t->system->variables.count);
    char *parameters = NEW_ARRAY(t, char, t->system->parameters.count);
    for (int i = 0; i < s->count; i++) {
        const symbol *one = s->local[i];
        char *flag = one->of && one->of->kind == SYMBOL_VARIABLE ? variables : parameters;
        for (int k = 0; one->assigned && k < one->count; k++)
            if (one->assigned[k])
                flag[one->of->index + k] = 1;
    }
    return (earlier){variables, parameters, initial};
}

typedef struct earlier_map {
    translation *t;
    const earlier *from;
    int parameters; /* that there were when it was made */
} earlier_map;

static expr map_earlier(void *data, graph *g, expr leaf) {
    const earlier_map *m = data;
    const expr_node n = *expr_get(g, leaf);
    const dae *s = m->t->system;
    if (n.op == OP_JET && n.order == 0 && m->from->variable[n.variable]) {
        expr start = s->variables.at[n.variable].start;
        return start == NO_EXPR ? expr_number(g, 0) : start;
    }
    if (n.op != OP_PARAMETER || n.variable >= m->parameters ||
        !m->from->parameter[n.variable])
        return leaf;
    if (!m->from->initial)
        return event_pre(m->t, leaf);
    const parameter *p = &s->parameters.at[n.variable];
    expr first = p->is_tuned ? p->guess : p->binding;
    return first == NO_EXPR ? expr_number(g, 0) : first;
}

static expr with_earlier(translation *t, const earlier *from, int parameters, expr e) {
    earlier_map m = {t, from, parameters};
    return present(t, expr_substitute(t->graph, e, map_earlier, &m));
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

static int target_is(translation *t, const ast *e, const symbol *local) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    for (int i = 0; e->kind == AST_TUPLE && i < e->args.count; i++)
        if (ast_arg(e, i) && target_is(t, ast_arg(e, i), local))
            return 1;
    if (e->kind != AST_NAME)
        return 0;
    const symbol *s = name_resolve(t, e->text);
    while (s && s->owner)
        s = s->owner;
    while (local->owner)
        local = local->owner;
    return s == local;
}

static int assigns(translation *t, const ast_equations *list, const symbol *local) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        if (e->kind == AST_ASSIGNMENT && e->right && target_is(t, e->left, local))
            return 1;
        for (int k = 0; k < e->branches.count; k++)
            if (assigns(t, &e->branches.at[k].equations, local))
                return 1;
    }
    return 0;
}

/* Does a 'when' behind this one assign the variable again? In a loop, it does so itself.
 */
static int assigns_again(translation *t, const ast_equations *list,
                         const ast_equation *from, const symbol *local, int *is_past) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        int was_past = *is_past;
        if (e == from) {
            *is_past = 1;
            continue;
        }
        for (int k = 0; k < e->branches.count; k++) {
            const ast_equations *inner = &e->branches.at[k].equations;
            if (e->kind == AST_WHEN && *is_past && assigns(t, inner, local))
                return 1;
            if (e->kind == AST_WHEN)
                continue;
            if (assigns_again(t, inner, from, local, is_past))
                return 1;
        }
        if (e->kind == AST_LOOP && *is_past && !was_past)
            return 1;
    }
    return 0;
}

static expr so_far(translation *t, clause_work *w, const symbol *of, int k) {
    dae *s = t->system;
    for (int i = 0; i < w->clause.so_far.count; i++)
        if (s->parameters.at[w->clause.so_far.at[i]].of == of->index + k)
            return expr_parameter(t->graph, w->clause.so_far.at[i]);
    int p = add_parameter(t, symbol_element_name(lasting(t), of, k), of->where,
                          PARAMETER_SO_FAR, NULL);
    s->parameters.at[p].of = of->index + k;
    LIST_PUSH(lasting(t), w->clause.so_far, p);
    return expr_parameter(t->graph, p);
}

/* Assignments of the body become actions; behind it, the variable is itself. */
static void push_changes(execution *x, const snapshot *s, char **flags, when_branch *to,
                         clause_work *w) {
    translation *t = x->t;
    int parameters = t->system->parameters.count;
    earlier from = earlier_of(t, s, 0);
    for (int i = 0; i < s->count; i++) {
        symbol *one = s->local[i];
        int is_past = 0;
        int again = -1;
        if (!one->assigned)
            continue;
        for (int k = 0; k < one->count; k++) {
            if (!one->assigned[k])
                continue;
            const symbol *of = one->of;
            assert(of->kind == SYMBOL_DISCRETE); /* by what is assigned here */
            push_assignment(t, to, of->index + k,
                            with_earlier(t, &from, parameters, one->element[k]), NO_EXPR,
                            one->text ? one->text : of->name, one->where);
            if (again < 0)
                again = assigns_again(t, x->statements, w->from, one, &is_past);
            update u = {one, k, again ? so_far(t, w, of, k) : of->element[k]};
            LIST_PUSH(t->arena, w->updates, u);
        }
        memcpy(one->assigned, flags[i], (size_t)one->count);
    }
}

static void when_body(execution *x, const ast_equations *list, when_branch *to,
                      clause_work *w) {
    translation *t = x->t;
    snapshot s = snapshot_take(t, x->locals);
    char **flags = NEW_ARRAY(t, char *, s.count);
    for (int i = 0; i < s.count; i++) {
        symbol *one = s.local[i];
        if (!one->assigned)
            continue;
        flags[i] = NEW_ARRAY(t, char, one->count);
        memcpy(flags[i], one->assigned, (size_t)one->count);
        memset(one->assigned, 0, (size_t)one->count);
    }
    expr guard = x->guard;
    x->when = to;
    x->guard = NO_EXPR;
    execute(x, list);
    x->when = NULL;
    x->guard = guard;
    push_changes(x, &s, flags, to, w);
    snapshot_swap(&s);
}

void algorithm_when(execution *x, const ast_equation *e) {
    translation *t = x->t;
    clause_work w = {.clause = {.section = x->section}, .from = e};
    const char *no = x->is_function        ? "a function"
                     : x->is_initial       ? "an initial algorithm"
                     : x->when             ? "'when'"
                     : x->guard != NO_EXPR ? "an 'if' whose condition is not constant"
                                           : NULL;
    if (no) {
        semantic_error(t, e->where, "'when' cannot stand inside of %s", no);
        return;
    }
    for (int i = 0; i < e->branches.count; i++) {
        const ast_branch *b = &e->branches.at[i];
        when_branch to = {.text = NULL};
        when_conditions(t, b->condition, &to);
        to.text = arena_print(t->arena, "%s %s", i ? "elsewhen" : "when",
                              ast_text(t, b->condition));
        when_body(x, &b->equations, &to, &w);
        LIST_PUSH(t->arena, w.clause.branches, to);
    }
    for (int i = 0; i < w.updates.count; i++)
        w.updates.at[i].local->element[w.updates.at[i].element] = w.updates.at[i].value;
    LIST_PUSH(t->arena, t->system->whens, w.clause);
}

/* --- sections --- */

static void push_result(translation *t, const symbol *s, int k, expr final, int initial) {
    const symbol *of = s->of;
    flat f = {.left = of->element[k], .right = final, .type = of->type, .guard = NO_EXPR};
    const char *text = s->count > 1 || !s->text
                           ? arena_print(t->arena, "%s := ... in the algorithm",
                                         symbol_element_name(t->arena, of, k))
                           : s->text;
    f.of = statement_new(t->arena, text, NULL, s->where);
    f.residual = expr_sub(t->graph, f.left, f.right);
    if (of->kind == SYMBOL_PARAMETER && !is_tuned(t, of, k))
        semantic_error(t, s->where, "'%.80s' is a parameter and cannot be assigned",
                       symbol_element_name(t->arena, of, k));
    else if (initial)
        push_initial(t, &f);
    else if (of->kind == SYMBOL_DISCRETE)
        push_discrete(t, &f);
    else
        push_equation(t, EQUATION_PLAIN, f.residual, f.of, NULL);
}

static void push_results(translation *t, scope *locals, int initial) {
    snapshot s = snapshot_take(t, locals);
    int parameters = t->system->parameters.count;
    earlier from = earlier_of(t, &s, initial);
    for (int i = 0; i < s.count; i++) {
        const symbol *one = s.local[i];
        for (int k = 0; one->assigned && k < one->count; k++)
            if (one->assigned[k])
                push_result(t, one, k,
                            with_earlier(t, &from, parameters, one->element[k]), initial);
    }
}

void flatten_algorithm(translation *t, const ast_algorithm *a, int number) {
    scope *outer = t->scope;
    scope *locals = scope_new(t->arena, outer);
    execution x = {.t = t,
                   .locals = locals,
                   .is_initial = a->initial,
                   .guard = NO_EXPR,
                   .section = number,
                   .statements = &a->statements};
    int errors = t->context->errors;
    shadow_assigned(t, locals, &a->statements, a->initial);
    begin_whens(t, locals, &a->statements, 0);
    t->scope = locals;
    t->executing++;
    outcome out = execute(&x, &a->statements);
    t->executing--;
    t->scope = outer;
    if (t->context->errors > errors)
        return;
    if (out != OUTCOME_NEXT || x.parked.count)
        semantic_error(t, a->where, "'%s' belongs in %s",
                       out == OUTCOME_BREAK ? "break" : "return",
                       out == OUTCOME_BREAK ? "loops" : "functions");
    push_results(t, locals, a->initial);
}
