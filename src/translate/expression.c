/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions of the syntax tree to the expression graph, with types and shapes. */
#include "translate.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void report_error(translation *t, place where, const char *format,
                         va_list arguments) {
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    diagnose(t->context, SEVERITY_ERROR, INVO_E_MODEL, where, "%s", text);
}

int semantic_error(translation *t, place where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report_error(t, where, format, arguments);
    va_end(arguments);
    return 0;
}

value value_error(translation *t, place where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report_error(t, where, format, arguments);
    va_end(arguments);
    return bad_value(t);
}

const char *line_text(translation *t, place where) {
    assert(where.file);
    if (where.file->line)
        return arena_print(t->arena, "'%.100s'", where.file->line[where.line - 1].name);
    return arena_print(t->arena, "line %d", where.line);
}

arena *borrow(translation *t) {
    arena *own = t->arena;
    t->arena = arena_child(lasting(t));
    return own;
}

void release(translation *t, arena *own) {
    assert(t->arena != lasting(t));
    arena_free(t->arena);
    t->arena = own;
}

value bad_value(translation *t) {
    return number_value(t, TYPE_BAD, 0);
}

expr present(translation *t, expr e) {
    return e == EXPR_ZERO ? number_of(t, 0) : e;
}

const char *ast_text(translation *t, const ast *e) {
    assert(e->begin <= e->end);
    return source_line(t->arena, e->where.file, e->begin, e->end);
}

static value check_number(translation *t, const ast *e, const char *what,
                          va_list arguments, int scalar) {
    char text[256];
    value v = lower_expression(t, e);
    if (type_is_number(v.type) && (!scalar || !v.rank))
        return v;
    vsnprintf(text, sizeof text, what, arguments);
    if (type_is_number(v.type))
        return value_error(t, e->where, "%s must be one number, found an array %s", text,
                           value_shape(t, &v));
    return value_error(t, e->where, "%s must be a number (Real or Integer), found %s",
                       text, type_name(t, v.type));
}

value lower_number(translation *t, const ast *e, const char *what, ...) {
    va_list arguments;
    va_start(arguments, what);
    value v = check_number(t, e, what, arguments, 0);
    va_end(arguments);
    return v;
}

value lower_scalar(translation *t, const ast *e, const char *what, ...) {
    va_list arguments;
    va_start(arguments, what);
    value v = check_number(t, e, what, arguments, 1);
    va_end(arguments);
    return v;
}

value lower_condition(translation *t, const ast *e, const char *what) {
    value v = lower_expression(t, e);
    if (is_bad(&v) || (v.type.kind == TYPE_BOOLEAN && !v.rank))
        return v;
    if (v.rank)
        return value_error(t, e->where, "%s must be one Boolean, found an array %s", what,
                           value_shape(t, &v));
    return value_error(t, e->where, "%s must be Boolean, found %s", what,
                       type_name(t, v.type));
}

/* --- if --- */

static value choose_fields(translation *t, expr c, const value *a, const value *b,
                           place where) {
    value v = *a;
    int n = field_count(a->type);
    value *field = NEW_ARRAY(t, value, n);
    for (int i = 0; i < n; i++)
        field[i] = choose_value(t, c, &a->field[i], &b->field[i], where);
    v.field = field;
    value_join(&v, b);
    return v;
}

/* Makes if-expressions of the elements; those of a scalar need no memory. */
value choose_value(translation *t, expr c, const value *a, const value *b, place where) {
    assert(c != NO_EXPR);
    if (is_bad(a) || is_bad(b))
        return bad_value(t);
    if (!both_numbers(a, b) && !type_same(a->type, b->type))
        return value_error(t, where, "the branches of 'if' cannot be %s and %s",
                           type_name(t, a->type), type_name(t, b->type));
    if (!same_shape(a, b))
        return value_error(t, where,
                           "the branches of 'if' have different sizes: %s and %s",
                           value_shape(t, a), value_shape(t, b));
    if (is_record(a))
        return choose_fields(t, c, a, b, where);
    if (a->type.kind == TYPE_STRING)
        return text_choose(t, c, a, b);
    value v = *b;
    value_join(&v, a);
    expr one;
    expr *at = v.rank ? NEW_ARRAY(t, expr, v.count) : &one;
    for (int k = 0; k < v.count; k++)
        at[k] = present(t, expr_if(t->graph, c, value_at(a, k), value_at(b, k)));
    return value_elements(&v, at);
}

/* Lowers if c1 then a1 elseif c2 then a2 ... else a. A branch that is never taken is not
 * read: in a loop, it may have subscripts that do not exist. Branch i is read under
 * its condition, with those before it in their opposites. */
static value lower_if(translation *t, const ast *e) {
    int n = e->args.count;
    int count = 0;
    int decided = 0;
    assert(n % 2 == 1);
    value *condition = NEW_ARRAY(t, value, n);
    value *branch = NEW_ARRAY(t, value, n);
    const ast **from = NEW_ARRAY(t, const ast *, n);
    premise *before = NEW_ARRAY(t, premise, n);
    const premise *outer = t->taken;
    for (int i = 0; i + 1 < n && !decided; i += 2) {
        double number = 1;
        value c = lower_condition(t, ast_arg(e, i), "the condition of 'if'");
        int known = value_is_known(t, &c, EVALUATE_FINAL, &number);
        if (known && number == 0)
            continue;
        condition[count] = c;
        from[count] = ast_arg(e, i + 1);
        const premise here = {t->taken, c.e, 1};
        const premise *others = t->taken;
        const int counts = !known && !is_bad(&c);
        t->taken = counts ? &here : others;
        branch[count] = lower_expression(t, from[count]);
        before[count] = (premise){others, c.e, 0};
        t->taken = counts ? &before[count] : others;
        decided = known;
        count++;
    }
    value v = decided ? branch[--count] : lower_expression(t, ast_arg(e, n - 1));
    t->taken = outer;
    for (int i = count - 1; i >= 0; i--) {
        v = choose_value(t, condition[i].e, &branch[i], &v, from[i]->where);
        value_join_all(t->arena, &v, &condition[i]);
    }
    return v;
}

/* A local without a value has the element NO_VALUE_YET. */
static value checked(translation *t, const ast *e, value v) {
    if (!t->executing || is_record(&v) || is_bad(&v))
        return v;
    for (int k = 0; k < v.count; k++)
        if (v.type.kind != TYPE_STRING && value_at(&v, k) == NO_VALUE_YET)
            return value_error(t, e->where, "'%.80s' is used before it has a value",
                               ast_text(t, e));
    return v;
}

static value lower_text(translation *t, const ast *e) {
    value v = number_value(t, TYPE_STRING, 0);
    v.text = e->text;
    return v;
}

/* The parser reads 'end' in subscripts only. They know its value, except while they are
 * searched for a loop index without a range. */
static value lower_end(translation *t, const ast *e) {
    if (t->end_size >= 0)
        return number_value(t, TYPE_INTEGER, t->end_size);
    return value_error(t, e->where,
                       "'end' is not known while the range of a loop is inferred; write "
                       "the range: 'for i in 1:n'");
}

/* Dispatches on the kind of the node; values of locals are checked where they are
 * used. */
value lower_node(translation *t, const ast *e) {
    context_dive(t->context, e->where);
    switch (e->kind) {
    case AST_ERROR:
        return bad_value(t);
    case AST_NUMBER:
        return number_value(t, e->integer ? TYPE_INTEGER : TYPE_REAL, e->value);
    case AST_STRING:
        return lower_text(t, e);
    case AST_BOOLEAN:
        return number_value(t, TYPE_BOOLEAN, e->value);
    case AST_NAME:
        return checked(t, e, lower_name(t, e));
    case AST_CALL:
        return lower_call(t, e);
    case AST_SUM:
        return lower_sum(t, e);
    case AST_PRODUCT:
        return lower_product(t, e);
    case AST_POWER:
        return lower_power(t, e);
    case AST_RELATION:
        return lower_relation(t, e);
    case AST_AND:
    case AST_OR:
    case AST_NOT:
        return lower_logical(t, e);
    case AST_IF:
        return lower_if(t, e);
    case AST_ARRAY:
        return lower_array(t, e);
    case AST_MATRIX:
        return lower_matrix(t, e);
    case AST_RANGE:
        return lower_range(t, e);
    case AST_SUBSCRIPT:
    case AST_FIELD:
        if (name_is_flat(t, e))
            return symbol_value(t, name_is_flat(t, e), e->where);
        return checked(t, e,
                       e->kind == AST_FIELD ? lower_field(t, e) : lower_subscript(t, e));
    case AST_RECORD:
        return lower_record(t, e);
    case AST_END:
        return lower_end(t, e);
    case AST_FUNCTION:
        return value_error(t, e->where,
                           "a function can be an argument only where the called function "
                           "declares an input that is a function");
    case AST_TUPLE:
        return value_error(t, e->where,
                           "a list of results is allowed only on the left side of a "
                           "call: (a, b) = f(x)");
    case AST_COLON: /* the parser reads it in sizes and subscripts, which take it apart */
        assert(!"a colon is no expression");
    }
    return bad_value(t);
}

value lower_expression(translation *t, const ast *e) {
    return e->shared ? lower_shared(t, e) : lower_node(t, e);
}
