/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens at events: when, pre, clocks, reinit, assert and terminate. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- pre and clocks --- */

static void grow(translation *t, int count, int parameters) {
    if (parameters)
        while (t->pre_of_parameter.count < count)
            LIST_PUSH(lasting(t), t->pre_of_parameter, 0);
    else
        while (t->pre_of_variable.count < count)
            LIST_PUSH(lasting(t), t->pre_of_variable, 0);
}

static expr pre_parameter(translation *t, int *known, const char *name, place where,
                          int of, expr start) {
    if (!*known) {
        const char *text = arena_print(lasting(t), "pre(%s)", name);
        int p = add_parameter(t, text, where, PARAMETER_PRE, NULL);
        t->system->parameters.at[p].of = of;
        t->system->parameters.at[p].binding = start;
        *known = p + 1;
    }
    return expr_parameter(t->graph, *known - 1);
}

expr event_pre(translation *t, expr e) {
    const expr_node n = *expr_get(t->graph, e);
    if (n.op == OP_NUMBER)
        return e;
    if (n.op == OP_JET && n.order == 0) {
        const variable v = t->system->variables.at[n.variable];
        grow(t, n.variable + 1, 0);
        return pre_parameter(t, &t->pre_of_variable.at[n.variable], v.name, *v.where,
                             -1 - n.variable, expr_number(t->graph, 0));
    }
    if (n.op != OP_PARAMETER)
        return NO_EXPR;
    const parameter p = t->system->parameters.at[n.variable];
    if (p.kind == PARAMETER_FREE || p.kind == PARAMETER_CONSTANT)
        return e;
    if (p.kind != PARAMETER_DISCRETE && p.kind != PARAMETER_INPUT)
        return NO_EXPR;
    grow(t, n.variable + 1, 1);
    return pre_parameter(t, &t->pre_of_parameter.at[n.variable], p.name, p.where,
                         n.variable, e);
}

/* A discrete variable that has the value of the expression at all times, so that it has a
 * value before the event, too; one for each expression. */
static expr event_variable(translation *t, expr e, const ast *from) {
    dae *s = t->system;
    for (int k = 0; k < s->discrete.count; k++) {
        const discrete_equation *d = &s->discrete.at[k];
        if (d->value == e && s->parameters.at[d->parameter].is_hidden)
            return expr_parameter(t->graph, d->parameter);
    }
    const char *text = source_line(lasting(t), from->where.file, from->begin, from->end);
    int p = add_parameter(t, text, from->where, PARAMETER_DISCRETE, NULL);
    s->parameters.at[p].binding = expr_number(t->graph, 0);
    s->parameters.at[p].is_hidden = 1;
    discrete_equation d = {
        .parameter = p, .value = e, .guard = NO_EXPR, .text = text, .where = from->where};
    LIST_PUSH(lasting(t), s->discrete, d);
    return expr_parameter(t->graph, p);
}

/* pre(v); edge(b) = b and not pre(b); change(v) = v <> pre(v) */
static expr event_expression(translation *t, const char *name, expr e, expr before) {
    if (strcmp(name, "pre") == 0)
        return before;
    if (strcmp(name, "change") == 0)
        return expr_call(t->graph, OP_NE, (const expr[]){e, before});
    expr not = expr_call(t->graph, OP_NOT, &before);
    return expr_call(t->graph, OP_AND, (const expr[]){e, not });
}

static value before_event(translation *t, const ast *e, const char *name) {
    if (!call_takes(t, e, 1, 1))
        return bad_value(t);
    value v = lower_expression(t, ast_arg(e, 0));
    value declared = v;
    int edge = strcmp(name, "edge") == 0;
    if (is_bad(&v))
        return v;
    if (v.type.kind == TYPE_RECORD || v.type.kind == TYPE_STRING ||
        (edge && v.type.kind != TYPE_BOOLEAN))
        return value_error(t, e->where, "'%s' takes a %s, found %s", name,
                           edge ? "Boolean" : "variable", type_name(t, v.type));
    /* A Real between events is no value that it had before one. */
    int is_discrete = strcmp(name, "pre") != 0 && v.type.kind != TYPE_REAL;
    if (t->executing)
        declared = lower_declared(t, ast_arg(e, 0));
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++) {
        expr one = value_at(&v, k);
        expr before = event_pre(t, value_at(&declared, k));
        if (before == NO_EXPR && is_discrete) {
            one = event_variable(t, one, ast_arg(e, 0));
            before = event_pre(t, one);
        }
        if (before == NO_EXPR)
            return value_error(
                t, e->where,
                "'%s' takes a variable, found '%.80s'; declare one with this "
                "value: %s v = %.80s",
                name, ast_text(t, ast_arg(e, 0)), type_name(t, v.type),
                ast_text(t, ast_arg(e, 0)));
        at[k] = event_expression(t, name, one, before);
    }
    if (v.rank)
        v.at = at;
    else
        v.e = at[0];
    if (strcmp(name, "pre") != 0)
        v.type = basic(TYPE_BOOLEAN);
    v.level = LEVEL_CHANGING;
    if (!v.changing)
        v.changing = name;
    return v;
}

static value clock_value(translation *t, sample_clock c, const char *text, place where) {
    value v = {.type = basic(TYPE_BOOLEAN),
               .level = LEVEL_CHANGING,
               .changing = text,
               .count = 1};
    for (int i = 0; i < t->system->clocks.count; i++) {
        const sample_clock *old = &t->system->clocks.at[i];
        if (old->kind == c.kind && old->start == c.start && old->interval == c.interval) {
            v.e = expr_parameter(t->graph, old->parameter);
            return v;
        }
    }
    c.parameter = add_parameter(t, text, where, PARAMETER_CLOCK, NULL);
    t->system->parameters.at[c.parameter].binding = expr_number(t->graph, 0);
    c.where = where;
    LIST_PUSH(lasting(t), t->system->clocks, c);
    v.e = expr_parameter(t->graph, c.parameter);
    return v;
}

static value event_sample(translation *t, const ast *e) {
    if (!call_takes(t, e, 2, 2))
        return bad_value(t);
    value arg[2];
    for (int i = 0; i < 2; i++) {
        arg[i] = lower_scalar(t, ast_arg(e, i), "the argument of 'sample'");
        if (is_bad(&arg[i]))
            return arg[i];
        if (arg[i].level == LEVEL_CHANGING)
            return value_error(t, ast_arg(e, i)->where,
                               "'sample' takes parameters, but '%.80s' changes with time",
                               arg[i].changing);
    }
    double interval;
    if (expr_is_known(t, arg[1].e, EVALUATE_CONSTANTS, &interval) && !(interval > 0))
        return value_error(
            t, e->where, "the interval of 'sample' must be positive, found %g", interval);
    sample_clock c = {.kind = CLOCK_SAMPLE, .start = arg[0].e, .interval = arg[1].e};
    return clock_value(t, c, source_line(lasting(t), e->where.file, e->begin, e->end),
                       e->where);
}

int is_event_function(const char *name) {
    static const char *const all[] = {"pre",    "edge",    "change",
                                      "sample", "initial", "terminal"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i]) == 0)
            return 1;
    return 0;
}

value event_function(translation *t, const ast *e, const char *name) {
    if (strcmp(name, "sample") == 0)
        return event_sample(t, e);
    int initial = strcmp(name, "initial") == 0;
    if (!initial && strcmp(name, "terminal") != 0)
        return before_event(t, e, name);
    if (!call_takes(t, e, 0, 0))
        return bad_value(t);
    sample_clock c = {.kind = initial ? CLOCK_INITIAL : CLOCK_TERMINAL,
                      .start = NO_EXPR,
                      .interval = NO_EXPR};
    return clock_value(t, c, initial ? "initial()" : "terminal()", e->where);
}

/* --- assert, terminate, reinit --- */

int is_event_statement(const char *name) {
    return strcmp(name, "assert") == 0 || strcmp(name, "terminate") == 0 ||
           strcmp(name, "reinit") == 0;
}

/* A message: the text if it is known, else what it is made of, and as it is written. */
static void take_message(translation *t, const ast *e, action *a) {
    value v = lower_expression(t, e);
    if (v.type.kind != TYPE_STRING && !is_bad(&v))
        semantic_error(t, e->where,
                       "the message must be String, found %s; String(...) "
                       "makes a text of a value",
                       type_name(t, v.type));
    const char *text = v.text ? v.text : ast_text(t, e);
    a->message = arena_copy(lasting(t), text, strlen(text));
    a->wording = v.text ? NULL : v.wording;
}

static const ast *event_argument(const ast *call, int i, const char *label) {
    for (int k = 0; k < call->args.count; k++)
        if (call->args.at[k].label ? strcmp(call->args.at[k].label, label) == 0 : k == i)
            return ast_arg(call, k);
    return NULL;
}

static int is_warning(translation *t, const ast *e) {
    if (!e)
        return 0;
    const char *text = e->kind == AST_NAME ? e->text : "";
    size_t n = strlen(text);
    if (n >= 7 && strcmp(text + n - 7, "warning") == 0)
        return 1;
    if (n < 5 || strcmp(text + n - 5, "error") != 0)
        semantic_error(t, e->where,
                       "expected AssertionLevel.error or AssertionLevel.warning, found "
                       "'%.80s'",
                       ast_text(t, e));
    return 0;
}

static void push_assert(translation *t, const ast_equation *e, when_branch *to,
                        action a) {
    const ast *call = e->left;
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
    if (!to && value_is_constant(t, &v, &number)) {
        if (number == 0 && a.guard == NO_EXPR && !a.is_warning)
            semantic_error(t, call->where, "this assertion never holds: %.200s",
                           a.message);
        if (number != 0 || a.guard == NO_EXPR)
            return;
    }
    if (to)
        LIST_PUSH(lasting(t), to->actions, a);
    else
        LIST_PUSH(lasting(t), t->system->asserts, a);
}

static void push_reinit(translation *t, const ast *call, when_branch *to, action a) {
    if (!call_takes(t, call, 2, 2))
        return;
    target x = lower_target(t, ast_arg(call, 0), "'reinit'");
    value v = lower_number(t, ast_arg(call, 1), "the new value of 'reinit'");
    value shape = {.rank = x.part.rank, .size = x.part.size};
    const symbol *s = x.symbol && x.symbol->of ? x.symbol->of : x.symbol;
    if (!s || is_bad(&v))
        return;
    if (s->kind != SYMBOL_VARIABLE || s->type.kind != TYPE_REAL ||
        !same_shape(&shape, &v)) {
        semantic_error(
            t, call->where,
            s->kind != SYMBOL_VARIABLE || s->type.kind != TYPE_REAL
                ? "'reinit' changes continuous variables; '%.80s' is %s"
                : "'reinit' gives '%.80s' %s",
            s->name,
            s->kind != SYMBOL_VARIABLE || s->type.kind != TYPE_REAL
                ? (s->type.kind == TYPE_RECORD ? "a record" : symbol_kind_text(s))
                : "a value of another size");
        return;
    }
    const char *text = a.text;
    for (int k = 0; k < v.count; k++) {
        a.kind = ACTION_REINIT;
        a.target = s->index + target_element(&x, k);
        a.value = value_at(&v, k);
        a.text = element_text(t, text, &v, k);
        LIST_PUSH(lasting(t), to->actions, a);
    }
}

void event_statement(translation *t, const ast_equation *e, when_branch *to, expr guard) {
    const ast *call = e->left;
    action a = {.guard = guard, .where = e->where};
    a.text = written_text(t, e->where.file, e->begin, e->end);
    if (strcmp(call->text, "assert") == 0) {
        push_assert(t, e, to, a);
    } else if (!to) {
        semantic_error(t, e->where, "'%s' belongs in 'when ... then ... end when'",
                       call->text);
    } else if (strcmp(call->text, "reinit") == 0) {
        push_reinit(t, call, to, a);
    } else if (call_takes(t, call, 1, 1)) {
        a.kind = ACTION_TERMINATE;
        a.value = expr_number(t->graph, 1);
        take_message(t, ast_arg(call, 0), &a);
        LIST_PUSH(lasting(t), to->actions, a);
    }
}

/* --- when --- */

void when_conditions(translation *t, const ast *e, when_branch *to) {
    value v = lower_expression(t, e);
    to->where = e->where;
    if (is_bad(&v))
        return;
    if (v.type.kind != TYPE_BOOLEAN || v.rank > 1) {
        semantic_error(t, e->where,
                       "the condition of 'when' must be Boolean or an array of "
                       "conditions, found %s",
                       v.rank > 1 ? value_shape(t, &v) : type_name(t, v.type));
        return;
    }
    for (int k = 0; k < v.count; k++)
        LIST_PUSH(lasting(t), to->conditions, value_at(&v, k));
}

void push_assignment(translation *t, when_branch *to, int to_parameter, expr e,
                     expr guard, const char *text, place where) {
    action a = {.kind = ACTION_ASSIGN,
                .target = to_parameter,
                .value = e,
                .guard = guard,
                .text = text,
                .where = where};
    LIST_PUSH(lasting(t), to->actions, a);
}

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
                       "'%.80s' is defined by itself here; its value before the event is "
                       "pre(%.80s)",
                       name, name);
        return 1;
    }
    return 0;
}

static void assign_value(translation *t, const ast_equation *e, const target *x,
                         const value *v, const char *text, const when_body *b) {
    value shape = {.rank = x->part.rank, .size = x->part.size};
    const symbol *s = x->symbol;
    if (s->type.kind == TYPE_RECORD && v->type.kind == TYPE_RECORD && v->field) {
        for (int i = 0; i < field_count(v->type); i++) {
            target f = target_field(t, x, s->fields->symbols.at[i]);
            if (f.symbol)
                assign_value(t, e, &f, &v->field[i], text, b);
        }
        return;
    }
    if (s->kind != SYMBOL_DISCRETE)
        semantic_error(t, e->where,
                       "'%.80s' is %s; an equation in 'when' defines a discrete "
                       "variable, and reinit(x, ...) changes a continuous one",
                       path_text(t, s), symbol_kind_text(s));
    else if (!value_fits(s->type, v->type))
        semantic_error(t, e->where, "'%.80s' is %s and cannot become %s", path_text(t, s),
                       type_name(t, s->type), type_name(t, v->type));
    else if (!same_shape(&shape, v))
        semantic_error(t, e->where, "'%.80s' has the size %s and cannot become %s",
                       path_text(t, s), value_shape(t, &shape), value_shape(t, v));
    else if (!reads_itself(t, e, x, v))
        for (int k = 0; k < v->count; k++)
            push_assignment(t, b->to, s->index + target_element(x, k), value_at(v, k),
                            b->guard, element_text(t, text, v, k), e->where);
}

static void when_equation(translation *t, const ast_equation *e, const when_body *b) {
    const char *text = written_text(t, e->where.file, e->begin, e->end);
    int several = e->left->kind == AST_TUPLE;
    if (several && e->right->kind != AST_CALL) {
        semantic_error(t, e->where, "several results need a call: (a, b) = f(x)");
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
        target x = lower_target(t, left, "the left side of an equation in 'when'");
        if (x.symbol && !is_bad(&r.at[i]))
            assign_value(t, e, &x, &r.at[i], text, b);
    }
}

static void when_choice(translation *t, const ast_equation *e, const when_body *b) {
    expr before = b->guard;
    for (int i = 0; i < e->branches.count; i++) {
        const ast_branch *one = &e->branches.at[i];
        double number = 1;
        value c = value_number(t->graph, TYPE_BOOLEAN, 1);
        if (one->condition)
            c = lower_condition(t, one->condition, "the condition of 'if'");
        if (is_bad(&c))
            return;
        int known = value_is_known(t, &c, EVALUATE_FINAL, &number);
        if (known && number == 0)
            continue;
        when_lines(t, &one->equations, b->to, known ? before : guard_and(t, before, c.e));
        if (known)
            return;
        before = guard_and(t, before, expr_call(t->graph, OP_NOT, &c.e));
    }
}

static int when_loop(translation *t, void *data) {
    const when_body *b = data;
    int errors = t->context->errors;
    when_lines(t, b->lines, b->to, b->guard);
    return t->context->errors == errors;
}

static void when_lines(translation *t, const ast_equations *list, when_branch *to,
                       expr guard) {
    when_body b = {to, list, guard};
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        if (e->kind == AST_WHEN) {
            semantic_error(t, e->where, "'when' cannot stand inside of 'when'");
        } else if (e->kind == AST_CHOICE) {
            when_choice(t, e, &b);
        } else if (e->kind == AST_LOOP) {
            when_body inner = {to, &e->branches.at[0].equations, guard};
            run_loop(t, &e->indices, NULL, inner.lines, when_loop, &inner);
        } else if (e->right) {
            when_equation(t, e, &b);
        } else if (e->left->kind == AST_CALL && is_event_statement(e->left->text)) {
            event_statement(t, e, to, guard);
        } else {
            semantic_error(t, e->where,
                           "expected x = ..., reinit, assert or terminate in 'when'");
        }
    }
}

void flatten_when(translation *t, const ast_equation *e) {
    when_clause clause = {.branches = {0}};
    if (e->initial) {
        semantic_error(t, e->where, "'when' cannot stand in an initial equation");
        return;
    }
    for (int i = 0; i < e->branches.count; i++) {
        const ast_branch *b = &e->branches.at[i];
        when_branch to = {.text = NULL};
        when_conditions(t, b->condition, &to);
        to.text = arena_print(
            t->arena, "%s %s", i ? "elsewhen" : "when",
            written_text(t, e->where.file, b->condition->begin, b->condition->end));
        when_lines(t, &b->equations, &to, NO_EXPR);
        LIST_PUSH(t->arena, clause.branches, to);
    }
    LIST_PUSH(lasting(t), t->system->whens, clause);
}
