/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations: variables, parameters, constants and inputs of the system. */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* --- names and numbers --- */

static int add_variable(translation *t, const ast_declaration *d) {
    variable v = {.name = d->name,
                  .where = d->where,
                  .start = NO_EXPR,
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR};
    LIST_PUSH(t->arena, t->model->system.variables, v);
    return t->model->system.variables.count - 1;
}

static int add_parameter(translation *t, const ast_declaration *d, parameter_kind kind) {
    parameter p = {.name = d->name, .where = d->where, .kind = kind, .binding = NO_EXPR};
    LIST_PUSH(t->arena, t->model->system.parameters, p);
    LIST_PUSH(t->arena, t->of_parameter, NULL);
    return t->model->system.parameters.count - 1;
}

static symbol_kind kind_of(const ast_declaration *d, type of) {
    if (of.kind == TYPE_BAD || d->prefix == PREFIX_DISCRETE) return SYMBOL_BROKEN;
    int fixed = d->prefix == PREFIX_CONSTANT || d->prefix == PREFIX_PARAMETER;
    if (of.kind == TYPE_STRING) return fixed ? SYMBOL_TEXT : SYMBOL_BROKEN;
    if (fixed) return d->prefix == PREFIX_CONSTANT ? SYMBOL_CONSTANT : SYMBOL_PARAMETER;
    if (d->input) return SYMBOL_INPUT;
    return of.kind == TYPE_REAL ? SYMBOL_VARIABLE : SYMBOL_BROKEN;
}

/* Why a declaration of known type is not accepted. */
static void explain_broken(translation *t, const ast_declaration *d, type of) {
    const char *text = type_text(t->arena, of);
    if (of.kind == TYPE_BAD) return;
    if (d->prefix == PREFIX_DISCRETE)
        semantic_error(
            t, d->where,
            "'%.80s' is discrete: it changes at events, which are not read yet", d->name);
    else if (of.kind == TYPE_STRING)
        semantic_error(t, d->where,
                       "'%.80s' is a String; only parameters and constants can be",
                       d->name);
    else
        semantic_error(
            t, d->where,
            "'%.80s' is %s: such variables change at events, which are not read "
            "yet; a fixed one is declared with 'parameter %s'",
            d->name, text, text);
}

static int is_reserved(translation *t, const ast_declaration *d) {
    static const char *const words[] = {"time", "Real", "Integer", "Boolean", "String"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(d->name, words[i]) == 0) {
            semantic_error(t, d->where,
                           "'%s' is a name of Modelica itself and cannot be declared",
                           d->name);
            return 1;
        }
    return 0;
}

static int number_of(translation *t, const ast_declaration *d, symbol_kind kind) {
    switch (kind) {
    case SYMBOL_VARIABLE:
        return add_variable(t, d);
    case SYMBOL_INPUT:
        return add_parameter(t, d, PARAMETER_INPUT);
    case SYMBOL_CONSTANT:
        return add_parameter(t, d, PARAMETER_CONSTANT);
    case SYMBOL_PARAMETER: /* a final one cannot be set */
        return add_parameter(t, d, d->final ? PARAMETER_CONSTANT : PARAMETER_FREE);
    default:
        return -1;
    }
}

static void declare(translation *t, const ast_declaration *d) {
    int added = 0;
    if (is_reserved(t, d)) return;
    type of = find_type(t, d->type, d->type_where, NULL);
    symbol one = {.kind = kind_of(d, of),
                  .name = d->name,
                  .where = d->where,
                  .type = of,
                  .declaration = d};
    symbol *s = scope_add(t->scope, one, &added);
    if (!added) {
        semantic_error(t, d->where, "'%.80s' is declared twice, first on line %d",
                       d->name, s->where.line);
        return;
    }
    if (s->kind == SYMBOL_BROKEN) explain_broken(t, d, of);
    s->index = number_of(t, d, s->kind);
    if (s->kind != SYMBOL_VARIABLE && s->index >= 0) t->of_parameter.at[s->index] = s;
}

void declare_names(translation *t, int count, const ast_declaration *at) {
    for (int i = 0; i < count; i++) declare(t, &at[i]);
}

/* --- values --- */

static int fits(type to, type from) {
    if (to.kind == TYPE_REAL && from.kind == TYPE_INTEGER) return 1;
    return type_same(to, from);
}

/* The value of s, which must not change with time. */
static value lower_value(translation *t, const symbol *s, const ast *e,
                         const char *what) {
    value v = lower_expression(t, e);
    if (!fits(s->type, v.type))
        semantic_error(t, e->where, "%s of '%.80s' must be %s, found %s", what, s->name,
                       type_text(t->arena, s->type), type_text(t->arena, v.type));
    else if (v.level == LEVEL_CHANGING)
        semantic_error(t, e->where,
                       "%s of '%.80s' must not change with time, but '%.80s' does", what,
                       s->name, v.changing);
    else
        return v;
    return bad_value(t);
}

static int settle(translation *t, symbol *s) {
    assert(s->kind == SYMBOL_CONSTANT && s->index >= 0);
    value v = {.type = s->type, .e = t->model->system.parameters.at[s->index].binding};
    if (s->known || v.e == NO_EXPR || !value_is_constant(t, &v, &s->value)) return 0;
    s->known = 1;
    t->model->system.parameters.at[s->index].binding = expr_number(t->graph, s->value);
    if (!isfinite(s->value))
        semantic_error(t, s->declaration->value->where,
                       "the constant '%.80s' is not finite: %g", s->name, s->value);
    return 1;
}

static void define_constant(translation *t, symbol *s) {
    const ast *e = s->declaration->value;
    if (!e) {
        semantic_error(t, s->where, "the constant '%.80s' has no value", s->name);
        return;
    }
    t->scope = s->scope;
    value v = lower_value(t, s, e, "the value");
    if (v.level == LEVEL_PARAMETER) {
        semantic_error(t, e->where, "the constant '%.80s' must not depend on parameters",
                       s->name);
        return;
    }
    t->model->system.parameters.at[s->index].binding = v.e;
    settle(t, s);
}

/* A constant may be declared before those that it depends on. Passes in both directions
 * settle every order people write; what is left stays a leaf, which is correct too, and
 * cycles are found with the parameters. */
void define_constants(translation *t) {
    enum { PASSES = 20 };
    scope *inner = t->scope;
    int n = t->of_parameter.count, progress = 1;
    for (int i = 0; i < n; i++)
        if (t->of_parameter.at[i]->kind == SYMBOL_CONSTANT)
            define_constant(t, t->of_parameter.at[i]);
    for (int pass = 0; pass < PASSES && progress; pass++) {
        progress = 0;
        for (int i = 0; i < n; i++) {
            symbol *s = t->of_parameter.at[pass % 2 ? i : n - 1 - i];
            if (s->kind == SYMBOL_CONSTANT) progress |= settle(t, s);
        }
    }
    t->scope = inner;
}

/* The names in an attribute are those of the place where it was given. */
static scope *enter(translation *t, scope *s) {
    scope *before = t->scope;
    t->scope = s;
    return before;
}

/* An attribute that is a number, or NO_EXPR. */
static expr number_attribute(translation *t, const symbol *s, attribute a,
                             const char *what) {
    if (!a.value) return NO_EXPR;
    scope *before = enter(t, a.scope);
    value v = lower_value(t, s, a.value, what);
    t->scope = before;
    return v.e;
}

static int flag_attribute(translation *t, const symbol *s, attribute a, int otherwise) {
    double number = otherwise;
    if (!a.value) return otherwise;
    scope *before = enter(t, a.scope);
    value v = lower_condition(t, a.value, "the attribute 'fixed'");
    t->scope = before;
    if (v.type.kind != TYPE_BAD && !value_is_constant(t, &v, &number))
        semantic_error(t, a.value->where,
                       "the attribute 'fixed' of '%.80s' must be constant", s->name);
    return number != 0;
}

static void text_attribute(translation *t, attribute a, const char *what) {
    if (!a.value) return;
    scope *before = enter(t, a.scope);
    value v = lower_expression(t, a.value);
    t->scope = before;
    if (v.type.kind != TYPE_STRING && v.type.kind != TYPE_BAD)
        semantic_error(t, a.value->where, "%s must be String, found %s", what,
                       type_text(t->arena, v.type));
}

static int constant_number(translation *t, expr e, double *number) {
    value v = {.type = {TYPE_REAL, NULL}, .e = e};
    return e != NO_EXPR && value_is_constant(t, &v, number);
}

static void check_range(translation *t, const symbol *s, expr min, expr max,
                        expr nominal) {
    double low, high, scale;
    if (constant_number(t, min, &low) && constant_number(t, max, &high) && low > high)
        semantic_error(t, s->where, "'%.80s' has min = %g, which is more than max = %g",
                       s->name, low, high);
    if (constant_number(t, nominal, &scale) && !(fabs(scale) > 0 && isfinite(scale)))
        semantic_error(t, s->where, "the nominal value of '%.80s' must not be %g",
                       s->name, scale);
}

/* The value of a parameter: what is declared, else its start value. */
static expr parameter_binding(translation *t, const symbol *s, const attributes *a,
                              expr start) {
    const ast_declaration *d = s->declaration;
    if (d->value) return lower_value(t, s, d->value, "the value").e;
    if (s->kind == SYMBOL_INPUT)
        return start == NO_EXPR ? expr_number(t->graph, 0) : start;
    if (!flag_attribute(t, s, a->fixed, 1)) return NO_EXPR;
    if (start != NO_EXPR)
        diagnose(t->context, SEVERITY_NOTE, INVO_OK, s->where,
                 "the parameter '%.80s' has no value; its start value is used", s->name);
    return start;
}

static void check_bounds(translation *t, const symbol *s, expr e, expr min, expr max) {
    double number, bound;
    if (!constant_number(t, e, &number)) return;
    if (constant_number(t, min, &bound) && number < bound)
        semantic_error(t, s->where, "'%.80s' = %g is less than its min = %g", s->name,
                       number, bound);
    if (constant_number(t, max, &bound) && number > bound)
        semantic_error(t, s->where, "'%.80s' = %g is more than its max = %g", s->name,
                       number, bound);
}

static place binding_place(const ast_declaration *d) {
    assert(d->value);
    place w = d->where;
    if (d->value->where.line == w.line)
        w.length = d->value->where.column + d->value->where.length - w.column;
    return w;
}

/* Real x = e: an equation where the declaration stands, and what its annotation makes of
 * e */
static void variable_binding(translation *t, const symbol *s) {
    const ast_declaration *d = s->declaration;
    remark r = annotation_of_declaration(t, &d->annotation);
    if (!d->value) {
        if (r.invariant || r.constraint)
            semantic_error(
                t, s->where, "'%.80s' has no value to be %s; write Real %.80s = ...",
                s->name, r.invariant ? "an invariant" : "a constraint", s->name);
        return;
    }
    value v = lower_number(t, d->value, "the value of '%.80s'", s->name);
    place where = binding_place(d);
    const char *text =
        arena_print(t->arena, "%s = %s", s->name,
                    source_line(t->arena, d->where.file, d->value->begin, d->value->end));
    expr residual = expr_sub(t->graph, expr_jet(t->graph, s->index, 0), v.e);
    push_equation(t, EQUATION_PLAIN, residual, text, r.name, where);
    if (r.invariant) push_equation(t, EQUATION_INVARIANT, v.e, text, r.name, where);
    if (r.constraint) push_equation(t, EQUATION_CONSTRAINT, v.e, text, r.name, where);
}

static void define_text(translation *t, const symbol *s, const attributes *a) {
    const ast *e = s->declaration->value;
    if (e) lower_value(t, s, e, "the value");
    if (a->start.value) lower_value(t, s, a->start.value, "the attribute 'start'");
}

static void define(translation *t, const symbol *s) {
    attributes a = {0};
    find_type(t, s->declaration->type, s->declaration->type_where, &a);
    apply_modifiers(t, s->type, &s->declaration->modifiers, &a);
    text_attribute(t, a.unit, "the attribute 'unit'");
    text_attribute(t, a.displayUnit, "the attribute 'displayUnit'");
    text_attribute(t, a.quantity, "the attribute 'quantity'");
    if (s->kind == SYMBOL_TEXT) {
        define_text(t, s, &a);
        return;
    }
    expr start = number_attribute(t, s, a.start, "the attribute 'start'");
    expr min = number_attribute(t, s, a.min, "the attribute 'min'"),
         max = number_attribute(t, s, a.max, "the attribute 'max'");
    expr nominal = number_attribute(t, s, a.nominal, "the attribute 'nominal'");
    check_range(t, s, min, max, nominal);
    if (s->kind == SYMBOL_VARIABLE) {
        variable *v = &t->model->system.variables.at[s->index];
        v->start = start, v->min = min, v->max = max, v->nominal = nominal;
        v->fixed = flag_attribute(t, s, a.fixed, 0);
        variable_binding(t, s);
    } else {
        parameter *p = &t->model->system.parameters.at[s->index];
        remark r = annotation_of_declaration(t, &s->declaration->annotation);
        if (r.invariant || r.constraint)
            semantic_error(
                t, s->where,
                "'%.80s' is %s; only variables can be invariants or constraints", s->name,
                symbol_kind_text(s));
        if (s->kind != SYMBOL_CONSTANT) p->binding = parameter_binding(t, s, &a, start);
        check_bounds(t, s, p->binding, min, max);
    }
}

void define_names(translation *t, int count, const ast_declaration *at) {
    for (int i = 0; i < count; i++) {
        const symbol *s = scope_find(t->scope, at[i].name);
        if (s && s->declaration == &at[i] && s->kind != SYMBOL_BROKEN) define(t, s);
    }
}
