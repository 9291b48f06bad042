/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens at events: when, pre, clocks, reinit, assert and terminate. */
#include "translate.h"
#include "../expr/routine.h"
#include <assert.h>
#include <string.h>

/* --- pre and clocks --- */

/* The parameter pre(...) in a table of them, which grows with what it is asked for. */
static expr pre_parameter(translation *t, pre_table *table, int at, const char *name,
                          place where, int of, expr start) {
    while (table->count <= at)
        LIST_PUSH(lasting(t), *table, 0);
    int *known = &table->at[at];
    if (!*known) {
        const char *text = arena_print(lasting(t), "pre(%s)", name);
        int p = add_parameter(t, text, where, PARAMETER_PRE, NULL);
        parameter_at(t, p)->of = of;
        parameter_at(t, p)->binding = start;
        *known = p + 1;
    }
    return expr_parameter(t->graph, *known - 1);
}

expr event_pre(translation *t, expr e) {
    assert(e != NO_EXPR);
    const expr_node n = *expr_get(t->graph, e);
    if (n.op == OP_NUMBER)
        return e;
    if (n.op == OP_JET && n.order == 0 && n.variable < t->system->variables.count) {
        const variable v = t->system->variables.at[n.variable];
        return pre_parameter(t, &t->pre_of_variable, n.variable, v.name, *v.where,
                             -1 - n.variable, number_of(t, 0));
    }
    if (n.op != OP_PARAMETER)
        return NO_EXPR;
    const parameter p = *parameter_at(t, n.variable);
    if (p.kind == PARAMETER_FREE || p.kind == PARAMETER_CONSTANT)
        return e;
    if (p.kind != PARAMETER_DISCRETE && p.kind != PARAMETER_INPUT)
        return NO_EXPR;
    return pre_parameter(t, &t->pre_of_parameter, n.variable, p.name, p.where, n.variable,
                         e);
}

static void find_loop_leaf(void *data, const expr_node *leaf) {
    int *found = data;
    *found |= leaf->op == OP_JET && leaf->variable >= ROUTINE_LEAF;
}

/* A discrete variable that has the value of the expression at all times, so that it has a
 * value before the event, too; one for each expression. NO_EXPR: it has a value in the
 * passes of a loop only. */
static expr event_variable(translation *t, expr e, const ast *from) {
    int in_loop = 0;
    expr_visit_leaves(t->graph, 1, &e, find_loop_leaf, &in_loop);
    if (in_loop)
        return NO_EXPR;
    LIST_EACH(const discrete_equation, d, t->system->discrete)
        if (d->value == e && parameter_at(t, d->parameter)->is_hidden)
            return expr_parameter(t->graph, d->parameter);
    const char *text = source_line(lasting(t), from->where.file, from->begin, from->end);
    int p = add_parameter(t, text, from->where, PARAMETER_DISCRETE, NULL);
    parameter_at(t, p)->binding = number_of(t, 0);
    parameter_at(t, p)->is_hidden = 1;
    discrete_equation d = {
        .parameter = p, .value = e, .guard = NO_EXPR, .text = text, .where = from->where};
    LIST_PUSH(lasting(t), t->system->discrete, d);
    return expr_parameter(t->graph, p);
}

/* pre(v); edge(b) = b and not pre(b); change(v) = v <> pre(v) */
typedef enum event_kind { EVENT_PRE, EVENT_EDGE, EVENT_CHANGE } event_kind;

static expr event_expression(translation *t, event_kind kind, expr e, expr before) {
    if (kind == EVENT_PRE)
        return before;
    if (kind == EVENT_CHANGE)
        return call_two(t, OP_NE, e, before);
    expr not = not_of(t, before);
    return call_two(t, OP_AND, e, not );
}

static value before_event(translation *t, const ast *e, event_kind kind);

/* pre(x[k]) with a k that changes: if k == 1 then pre(x[1]) elseif ... */
static value before_chosen(translation *t, const ast *e, event_kind kind, int d,
                           int size) {
    const ast *of = ast_arg(e, 0);
    value k = lower_subscript_value(t, ast_arg(of, d + 1));
    value v = bad_value(t);
    for (int i = size; i >= 1; i--) {
        ast one = *e;
        one.args.at = LIST_KEEP(t->arena, e->args);
        one.args.at[0].value = (ast *)subscript_with(t, of, d, i);
        value part = before_event(t, &one, kind);
        expr is = subscript_is(t, &k, i);
        v = i == size ? part : choose_value(t, is, &part, &v, e->where);
    }
    value_join(&v, &k);
    return v;
}

/* Compares with values before the event, of declared variables: what statements made of
 * them so far does not count. */
static value before_event(translation *t, const ast *e, event_kind kind) {
    assert(e->args.count == 1);
    static const char *const event_name[] = {"pre", "edge", "change"};
    const ast *of = ast_arg(e, 0);
    value v = lower_expression(t, of);
    value declared = v;
    int edge = kind == EVENT_EDGE;
    int d = 0;
    int size = 0;
    if (is_bad(&v))
        return v;
    if (is_record(&v) || v.type.kind == TYPE_STRING ||
        (edge && v.type.kind != TYPE_BOOLEAN))
        return value_error(t, e->where, "'%s' takes a %s, found %s", event_name[kind],
                           edge ? "Boolean" : "variable", type_name(t, v.type));
    /* A Real between events is no value that it had before one. */
    int is_discrete = kind != EVENT_PRE && v.type.kind != TYPE_REAL;
    if (t->executing)
        declared = lower_declared(t, of);
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++) {
        expr one = value_at(&v, k);
        expr outside = value_at(&declared, k);
        expr before = event_pre(t, outside);
        if (before == NO_EXPR && is_discrete) {
            expr hidden = event_variable(t, outside, of);
            before = hidden == NO_EXPR ? NO_EXPR : event_pre(t, hidden);
            one = one == outside && hidden != NO_EXPR ? hidden : one;
        }
        if (before == NO_EXPR && of->kind == AST_SUBSCRIPT &&
            subscript_changes(t, of, &d, &size))
            return before_chosen(t, e, kind, d, size);
        if (before == NO_EXPR)
            return value_error(
                t, e->where,
                "'%s' takes a variable, found '%.80s'; declare one with this "
                "value: %s v = %.80s",
                event_name[kind], ast_text(t, of), type_name(t, v.type), ast_text(t, of));
        at[k] = event_expression(t, kind, one, before);
    }
    if (kind != EVENT_PRE)
        v.type = basic(TYPE_BOOLEAN);
    v.level = LEVEL_CHANGING;
    if (!v.changing)
        v.changing = event_name[kind];
    return value_elements(&v, at);
}

value builtin_pre(translation *t, const ast *e) {
    return before_event(t, e, EVENT_PRE);
}

value builtin_edge(translation *t, const ast *e) {
    return before_event(t, e, EVENT_EDGE);
}

value builtin_change(translation *t, const ast *e) {
    return before_event(t, e, EVENT_CHANGE);
}

/* One clock for all that tick together. */
static value clock_value(translation *t, sample_clock c, const char *text) {
    value v = {.type = basic(TYPE_BOOLEAN),
               .level = LEVEL_CHANGING,
               .changing = text,
               .count = 1};
    LIST_EACH(const sample_clock, old, t->system->clocks)
        if (old->kind == c.kind && old->start == c.start && old->interval == c.interval) {
            v.e = expr_parameter(t->graph, old->parameter);
            return v;
        }
    c.parameter = add_parameter(t, text, c.where, PARAMETER_CLOCK, NULL);
    parameter_at(t, c.parameter)->binding = number_of(t, 0);
    LIST_PUSH(lasting(t), t->system->clocks, c);
    v.e = expr_parameter(t->graph, c.parameter);
    return v;
}

value builtin_initial(translation *t, const ast *e) {
    sample_clock c = {CLOCK_INITIAL, 0, NO_EXPR, NO_EXPR, e->where};
    return clock_value(t, c, "initial()");
}

value builtin_terminal(translation *t, const ast *e) {
    sample_clock c = {CLOCK_TERMINAL, 0, NO_EXPR, NO_EXPR, e->where};
    return clock_value(t, c, "terminal()");
}

value builtin_sample(translation *t, const ast *e) {
    value arg[2];
    double interval;
    for (int i = 0; i < 2; i++) {
        arg[i] = lower_scalar(t, ast_arg(e, i), "the argument of 'sample'");
        if (is_bad(&arg[i]))
            return arg[i];
        if (arg[i].level == LEVEL_CHANGING)
            return value_error(t, ast_arg(e, i)->where,
                               "'sample' takes parameters, but '%.80s' changes with time",
                               arg[i].changing);
    }
    if (expr_is_known(t, arg[1].e, EVALUATE_CONSTANTS, &interval) && !(interval > 0))
        return value_error(
            t, e->where, "the interval of 'sample' must be positive, found %g", interval);
    sample_clock c = {CLOCK_SAMPLE, 0, arg[0].e, arg[1].e, e->where};
    return clock_value(t, c, source_line(lasting(t), e->where.file, e->begin, e->end));
}

/* --- assert, terminate, reinit --- */

int call_prints(const char *name) {
    return word_in(name, "Modelica.Utilities.Streams.print "
                         "'Modelica.Utilities.Streams.print' "
                         "Modelica.Utilities.Streams.close "
                         "'Modelica.Utilities.Streams.close'");
}

int is_event_statement(const char *name) {
    return word_in(name, "assert terminate reinit");
}

/* A message: the text if it is known, else what it is made of, and as it is written. */
static void take_message(translation *t, const ast *e, action *a) {
    value v = lower_expression(t, e);
    if (v.type.kind != TYPE_STRING && !is_bad(&v))
        semantic_error(
            t, e->where,
            "the message must be String, found %s; convert the value with String(...)",
            type_name(t, v.type));
    const char *text = v.text ? v.text : ast_text(t, e);
    a->message = arena_copy(lasting(t), text, strlen(text));
    a->wording = v.text ? NULL : v.wording;
}

static const ast *event_argument(const ast *call, int i, const char *label) {
    for (int k = 0; k < call->args.count; k++) {
        const char *own = call->args.at[k].label;
        if (own ? strcmp(own, label) == 0 : k == i)
            return ast_arg(call, k);
    }
    return NULL;
}

static int ends_with(const char *text, const char *tail) {
    size_t n = strlen(text);
    return n >= strlen(tail) && strcmp(text + n - strlen(tail), tail) == 0;
}

static int is_warning(translation *t, const ast *e) {
    if (!e)
        return 0;
    const char *text = e->kind == AST_NAME ? e->text : "";
    if (ends_with(text, "warning"))
        return 1;
    if (!ends_with(text, "error"))
        semantic_error(t, e->where,
                       "expected AssertionLevel.error or AssertionLevel.warning, found "
                       "'%.80s'",
                       ast_text(t, e));
    return 0;
}

void event_push_assert(translation *t, const action *a) {
    action one = *a;
    one.is_initial = t->is_initial;
    if (t->evaluated)
        LIST_PUSH(t->arena, t->evaluated->asserts, one);
    else if (t->when_of)
        LIST_PUSH(lasting(t), t->when_of->actions, one);
    else
        LIST_PUSH(lasting(t), t->system->asserts, one);
}

/* Adds an assertion; one of a function belongs to the 'when' that calls it. One that
 * always holds, or never outside 'when', is decided here, not during a run. */
static void push_assert(translation *t, const ast *call, action a) {
    const ast *condition = event_argument(call, 0, "condition");
    const ast *message = event_argument(call, 1, "message");
    const ast *severe = event_argument(call, 2, "level");
    double number;
    if (!condition || !message || call->args.count > 3) {
        semantic_error(t, call->where,
                       "an assertion is written assert(condition, "
                       "\"message\") or with an AssertionLevel");
        return;
    }
    value v = lower_condition(t, condition, "the condition of 'assert'");
    a.kind = ACTION_ASSERT;
    a.value = v.e;
    take_message(t, message, &a);
    a.is_warning = is_warning(t, severe);
    if (is_bad(&v))
        return;
    if (value_is_constant(t, &v, &number)) {
        if (number != 0)
            return;
        if (!t->when_of && a.guard == NO_EXPR && !a.is_warning)
            semantic_error(t, call->where, "this assertion never holds: %.200s",
                           a.message);
        if (!t->when_of && a.guard == NO_EXPR)
            return;
    }
    event_push_assert(t, &a);
}

/* Makes an action of each element; only continuous variables have a state to set. */
static void push_reinit(translation *t, const ast *call, when_branch *to, action a) {
    if (!call_takes(t, call, 2, 2))
        return;
    target x = lower_target(t, ast_arg(call, 0), "'reinit'");
    value v = lower_number(t, ast_arg(call, 1), "the new value of 'reinit'");
    const symbol *s = x.symbol && x.symbol->of ? x.symbol->of : x.symbol;
    if (!s || is_bad(&v))
        return;
    if (s->kind != SYMBOL_VARIABLE || s->type.kind != TYPE_REAL) {
        semantic_error(t, call->where,
                       "'reinit' changes continuous variables; '%.80s' is %s", s->name,
                       s->type.kind == TYPE_RECORD ? "a record" : symbol_kind_text(s));
        return;
    }
    if (!target_fits(&x, &v)) {
        semantic_error(t, call->where, "'reinit' gives '%.80s' a value of another size",
                       s->name);
        return;
    }
    assert(to && s->index + x.part.count <= t->system->variables.count);
    const char *text = a.text;
    a.kind = ACTION_REINIT;
    for (int k = 0; k < v.count; k++) {
        a.target = s->index + target_element(&x, k);
        a.value = value_at(&v, k);
        a.text = element_text(t, text, &v, k);
        LIST_PUSH(lasting(t), to->actions, a);
    }
}

void event_statement(translation *t, const ast_equation *e, when_branch *to, expr guard) {
    const ast *call = e->left;
    action a = {.guard = guard, .where = e->where, .text = written_text(t, e)};
    if (strcmp(call->text, "assert") == 0) {
        push_assert(t, call, a);
    } else if (!to || t->evaluated) {
        semantic_error(t, e->where,
                       t->evaluated
                           ? "'%s' is not allowed in a loop whose passes depend "
                             "on variables"
                           : "'%s' is allowed only in 'when ... then ... end when'",
                       call->text);
    } else if (strcmp(call->text, "reinit") == 0) {
        push_reinit(t, call, to, a);
    } else if (call_takes(t, call, 1, 1)) {
        a.kind = ACTION_TERMINATE;
        a.value = number_of(t, 1);
        take_message(t, ast_arg(call, 0), &a);
        LIST_PUSH(lasting(t), to->actions, a);
    }
}

when_branch when_branch_of(translation *t, const ast *e, int is_first, const char *text) {
    when_branch to = {.where = e->where};
    value v = lower_expression(t, e);
    if (!is_bad(&v) && (v.type.kind != TYPE_BOOLEAN || v.rank > 1))
        semantic_error(t, e->where,
                       "the condition of 'when' must be Boolean or an array of "
                       "conditions, found %s",
                       v.rank > 1 ? value_shape(t, &v) : type_name(t, v.type));
    else if (!is_bad(&v))
        for (int k = 0; k < v.count; k++)
            LIST_PUSH(lasting(t), to.conditions, value_at(&v, k));
    to.text = arena_print(lasting(t), "%s %s", is_first ? "when" : "elsewhen", text);
    return to;
}

/* --- when --- */

typedef struct when_body {
    when_branch *to;
    const ast_equations *lines;
    expr guard;
} when_body;

static void when_lines(translation *t, const ast_equations *list, when_branch *to,
                       expr guard);

typedef struct own_value {
    int parameter, found;
} own_value;

static void find_own_value(void *data, const expr_node *leaf) {
    own_value *q = data;
    q->found |= leaf->op == OP_PARAMETER && leaf->variable == q->parameter;
}

/* n = n + 1 for what cannot be solved for: whoever writes it means pre(n). */
static int reads_itself(translation *t, const ast_equation *e, const target *x,
                        const value *v) {
    const symbol *s = x->symbol;
    for (int k = 0; k < v->count && s->type.kind != TYPE_REAL; k++) {
        expr one = value_at(v, k);
        own_value q = {s->index + target_element(x, k), 0};
        expr_visit_leaves(t->graph, 1, &one, find_own_value, &q);
        if (!q.found)
            continue;
        const char *name = symbol_element_name(t->arena, s, target_element(x, k));
        semantic_error(t, e->where,
                       "'%.80s' is defined in terms of itself; write pre(%.80s) for its "
                       "value before the event",
                       name, name);
        return 1;
    }
    return 0;
}

/* Makes actions of the elements, of records field by field. */
static void assign_value(translation *t, const ast_equation *e, const target *x,
                         const value *v, const char *text, const when_body *b) {
    const symbol *s = x->symbol;
    if (s->type.kind == TYPE_RECORD && is_record(v)) {
        if (!target_takes_type(t, x, v, e->where) ||
            !target_takes_shape(t, x, v, e->where))
            return;
        for (int i = 0; i < field_count(v->type); i++) {
            target f = target_field(t, x, field_symbol(s, i));
            if (f.symbol)
                assign_value(t, e, &f, &v->field[i], text, b);
        }
        return;
    }
    if (s->kind != SYMBOL_DISCRETE) {
        semantic_error(t, e->where,
                       "'%.80s' is %s; an equation in 'when' defines a discrete "
                       "variable, and reinit(x, ...) changes a continuous one",
                       path_text(t, s), symbol_kind_text(s));
        return;
    }
    if (!target_takes_type(t, x, v, e->where) || !target_takes_shape(t, x, v, e->where) ||
        reads_itself(t, e, x, v))
        return;
    action a = {.kind = ACTION_ASSIGN, .guard = b->guard, .where = e->where};
    for (int k = 0; k < v->count; k++) {
        a.target = s->index + target_element(x, k);
        a.value = value_at(v, k);
        a.text = element_text(t, text, v, k);
        LIST_PUSH(lasting(t), b->to->actions, a);
    }
}

typedef struct when_assigning {
    translation *t;
    const ast_equation *e;
    const char *text;
    const when_body *b;
} when_assigning;

static void assign_part_in_when(void *data, const ast *left, const value *v) {
    const when_assigning *a = data;
    target x = lower_target(a->t, left, "the left side of an equation in 'when'");
    if (!x.symbol)
        return;
    value fitting = record_as(a->t, v, x.symbol->type);
    assign_value(a->t, a->e, &x, &fitting, a->text, a->b);
}

/* Assigns a value, or several results of a call, to discrete variables. */
static void when_equation(translation *t, const ast_equation *e, const when_body *b) {
    const char *text = written_text(t, e);
    int several = e->left->kind == AST_TUPLE;
    if (several && e->right->kind != AST_CALL) {
        semantic_error(
            t, e->where,
            "a list of results needs a function call on the right side: (a, b) = f(x)");
        return;
    }
    value one = {0};
    results r = {&one, 1};
    if (several)
        r = lower_results(t, e->right);
    else
        one = lower_expression(t, e->right);
    for (int i = 0; i < r.count && i < (several ? e->left->args.count : 1); i++) {
        const ast *left = several ? ast_arg(e->left, i) : e->left;
        if (!left)
            continue;
        when_assigning a = {t, e, text, b};
        t->is_when_equation = 1;
        scalarised_spread(t, left, &r.at[i], assign_part_in_when, &a);
        t->is_when_equation = 0;
    }
}

static void when_choice(translation *t, const ast_equation *e, const when_body *b) {
    expr before = b->guard;
    const premise *outer = t->taken;
    LIST_EACH(const ast_branch, one, e->branches) {
        double number = 1;
        value c = number_value(t, TYPE_BOOLEAN, 1);
        const premise others = {NULL, before, 1};
        t->taken = &others;
        if (one->condition)
            c = lower_condition(t, one->condition, "the condition of 'if'");
        t->taken = outer;
        if (is_bad(&c))
            return;
        int known = value_is_known(t, &c, EVALUATE_FINAL, &number);
        if (known && number == 0)
            continue;
        when_lines(t, &one->equations, b->to, known ? before : guard_and(t, before, c.e));
        if (known)
            return;
        before = guard_and(t, before, not_of(t, c.e));
    }
}

static int when_loop(translation *t, void *data) {
    const when_body *b = data;
    int errors = error_count(t);
    when_lines(t, b->lines, b->to, b->guard);
    return error_count(t) == errors;
}

/* Turns the lines of a branch into actions; 'if' and 'for' inside give them guards. */
static void when_lines(translation *t, const ast_equations *list, when_branch *to,
                       expr guard) {
    when_body b = {to, list, guard};
    const premise *outer = t->taken;
    const premise here = {NULL, guard, 1};
    t->taken = &here;
    LIST_EACH(const ast_equation, e, *list) {
        t->when_of = to;
        if (e->kind == AST_WHEN) {
            semantic_error(t, e->where, "'when' is not allowed inside 'when'");
        } else if (e->kind == AST_CHOICE) {
            when_choice(t, e, &b);
        } else if (e->kind == AST_LOOP) {
            when_body inner = {to, &e->branches.at[0].equations, guard};
            run_loop(t, &e->indices, NULL, inner.lines, when_loop, &inner);
        } else if (e->right) {
            when_equation(t, e, &b);
        } else if (e->left->kind == AST_CALL && is_event_statement(e->left->text)) {
            event_statement(t, e, to, guard);
        } else if (e->left->kind != AST_CALL || !call_prints(e->left->text)) {
            semantic_error(t, e->where,
                           "expected x = ..., reinit, assert or terminate in 'when'");
        }
    }
    t->taken = outer;
}

void flatten_when(translation *t, const ast_equation *e) {
    assert(e->kind == AST_WHEN);
    when_clause clause = {.branches = {0}};
    if (e->initial) {
        semantic_error(t, e->where, "'when' is not allowed in an initial equation");
        return;
    }
    LIST_EACH(const ast_branch, b, e->branches) {
        when_branch to = when_branch_of(t, b->condition, b == e->branches.at,
                                        written_condition(t, b->condition));
        when_lines(t, &b->equations, &to, NO_EXPR);
        t->when_of = NULL;
        LIST_PUSH(t->arena, clause.branches, to);
    }
    LIST_PUSH(lasting(t), t->system->whens, clause);
}
