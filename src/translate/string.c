/* SPDX-License-Identifier: BSD-3-Clause */
/* Strings: texts that are known when the model is read, and texts with values in them,
 * which messages show. */
#include "translate.h"
#include <assert.h>
#include <string.h>

static value text_unknown(translation *t) {
    return number_value(t, TYPE_STRING, 0);
}

/* --- String(x, ...) --- */

static double text_constant(void *data, expr e) {
    double number = 0;
    expr_is_known(data, e, EVALUATE_CONSTANTS, &number);
    return number;
}

static int text_is_constant(translation *t, expr e) {
    double number;
    return e == NO_EXPR || expr_is_known(t, e, EVALUATE_CONSTANTS, &number);
}

/* The text of one piece: known where all its values are. */
static value text_from_piece(translation *t, const text_piece *p) {
    value v = text_unknown(t);
    wording *w = arena_alloc(lasting(t), sizeof *w);
    LIST_PUSH(lasting(t), *w, *p);
    if (text_is_constant(t, p->value) && text_is_constant(t, p->digits) &&
        text_is_constant(t, p->length) && text_is_constant(t, p->is_left))
        v.text = wording_write(lasting(t), w, text_constant, t);
    else
        v.wording = w;
    return v;
}

static int text_find_kind(translation *t, const ast *call, const value *v,
                          piece_kind *kind) {
    static const piece_kind known[] = {[TYPE_REAL] = PIECE_REAL,
                                       [TYPE_INTEGER] = PIECE_INTEGER,
                                       [TYPE_BOOLEAN] = PIECE_BOOLEAN,
                                       [TYPE_STRING] = PIECE_WORDS,
                                       [TYPE_ENUMERATION] = PIECE_ENUMERATION,
                                       [TYPE_RECORD] = PIECE_WORDS,
                                       [TYPE_TABLE] = PIECE_WORDS};
    *kind = known[v->type.kind];
    return (*kind != PIECE_WORDS && !v->rank) ||
           semantic_error(
               t, call->where,
               "'String' takes one number, Boolean or enumeration value, found %s%s",
               v->rank ? "an array " : "",
               v->rank ? value_shape(t, v) : type_name(t, v->type));
}

/* The option that the i-th argument of String gives, by its label or its place. */
static const char *text_option_name(piece_kind kind, const ast_operand *a, int i,
                                    const value *v) {
    static const char *const places[] = {"significantDigits", "minimumLength",
                                         "leftJustified"};
    int first = kind == PIECE_REAL ? 1 : 0;
    if (a->label)
        return a->label;
    if (i == 1 && v->type.kind == TYPE_STRING)
        return "format";
    int number = i - first;
    return number >= 0 && number < 3 ? places[number] : "";
}

/* Modelica writes the format without the '%' of C; exporters write either. */
static int text_take_format(translation *t, const ast *e, const value *v, text_piece *p) {
    int has_format = p->kind == PIECE_REAL || p->kind == PIECE_INTEGER;
    p->format = v->text && v->text[0] == '%' ? v->text + 1 : v->text;
    return (has_format && p->format && wording_is_format(p->kind, p->format)) ||
           semantic_error(t, e->where,
                          "the format of 'String' must be a constant string such as "
                          "\"%s\", and the value a number; found '%.80s'",
                          p->kind == PIECE_INTEGER ? "4d" : "8.3f", ast_text(t, e));
}

/* Returns where the option of this name is kept; NULL: this kind of value does not have
 * it. */
static expr *text_option(text_piece *p, const char *name) {
    if (strcmp(name, "leftJustified") == 0)
        return &p->is_left;
    if (strcmp(name, "minimumLength") == 0)
        return &p->length;
    int has_digits = p->kind == PIECE_REAL && strcmp(name, "significantDigits") == 0;
    return has_digits ? &p->digits : NULL;
}

/* Takes an option of String by name or place; each may be given once. */
static int text_take_option(translation *t, const ast *call, int i, text_piece *p,
                            value *joined) {
    const ast_operand *a = &call->args.at[i];
    value v = lower_expression(t, a->value);
    if (is_bad(&v))
        return 0;
    const char *name = text_option_name(p->kind, a, i, &v);
    if (strcmp(name, "format") == 0)
        return text_take_format(t, a->value, &v, p);
    expr *to = text_option(p, name);
    type wanted = basic(to == &p->is_left ? TYPE_BOOLEAN : TYPE_INTEGER);
    if (!to || *to != NO_EXPR)
        return semantic_error(t, a->value->where,
                              "'String' takes %sminimumLength, leftJustified%s after the "
                              "value, found '%.80s'",
                              p->kind == PIECE_REAL ? "significantDigits, " : "",
                              p->kind == PIECE_REAL ? ", or a format," : "",
                              a->label ? a->label : ast_text(t, a->value));
    if (v.type.kind != wanted.kind || v.rank)
        return semantic_error(t, a->value->where, "'%s' of 'String' must be %s, found %s",
                              name, type_name(t, wanted),
                              v.rank ? "an array" : type_name(t, v.type));
    *to = v.e;
    value_join(joined, &v);
    return 1;
}

/* Names of the values of an enumeration, as they are written. */
static void text_take_literals(translation *t, type of, text_piece *p) {
    const ast_type *d = of.definition->definition;
    const char **name = ARENA_ARRAY(lasting(t), const char *, d->literals.count);
    for (int i = 0; i < d->literals.count; i++)
        name[i] = d->literals.at[i].name;
    p->literal = name;
    p->literals = d->literals.count;
}

value builtin_string(translation *t, const ast *e) {
    text_piece p = {
        .guard = NO_EXPR, .digits = NO_EXPR, .length = NO_EXPR, .is_left = NO_EXPR};
    if (!e->args.count || e->args.at[0].label)
        return value_error(t, e->where, "'String' takes a value first, as in String(x)");
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v) || !text_find_kind(t, e, &v, &p.kind))
        return bad_value(t);
    p.value = v.e;
    if (p.kind == PIECE_ENUMERATION)
        text_take_literals(t, v.type, &p);
    for (int i = 1; i < e->args.count; i++)
        if (!text_take_option(t, e, i, &p, &v))
            return bad_value(t);
    value text = text_from_piece(t, &p);
    text.level = v.level;
    text.changing = v.changing;
    return text;
}

/* --- texts made of texts --- */

/* Adds the text of v while the guard holds; 0 where it is not known at all. */
static int text_append(translation *t, wording *to, const value *v, expr guard) {
    if (v->text) {
        text_piece words = {.kind = PIECE_WORDS, .guard = guard};
        words.words = arena_copy(lasting(t), v->text, strlen(v->text));
        LIST_PUSH(lasting(t), *to, words);
        return 1;
    }
    for (int k = 0; v->wording && k < v->wording->count; k++) {
        text_piece one = v->wording->at[k];
        one.guard = guard_and(t, guard, one.guard);
        LIST_PUSH(lasting(t), *to, one);
    }
    return v->wording != NULL;
}

/* Joins texts; one that is not known makes the sum a wording, if it has one itself. */
value text_sum(translation *t, const ast *e) {
    assert(e->args.count > 0);
    value sum = text_unknown(t);
    wording *w = arena_alloc(lasting(t), sizeof *w);
    const char *text = "";
    int known = 1;
    for (int i = 0; i < e->args.count; i++) {
        value one = lower_expression(t, ast_arg(e, i));
        if (one.type.kind != TYPE_STRING && !is_bad(&one))
            semantic_error(t, ast_arg(e, i)->where,
                           "'+' cannot concatenate a String with %s; convert the value "
                           "with String(...)",
                           type_name(t, one.type));
        known &= text_append(t, w, &one, NO_EXPR);
        text = text && one.text ? arena_print(t->arena, "%s%s", text, one.text) : NULL;
        value_join(&sum, &one);
    }
    sum.text = text;
    if (known && !text)
        sum.wording = w;
    return sum;
}

value text_choose(translation *t, expr c, const value *a, const value *b) {
    assert(c != NO_EXPR);
    value v = *a;
    wording *w = arena_alloc(lasting(t), sizeof *w);
    int known = text_append(t, w, a, c);
    known &= text_append(t, w, b, not_of(t, c));
    value_join(&v, b);
    v.text = NULL;
    v.wording = known ? w : NULL;
    return v;
}

/* --- comparisons --- */

typedef struct text_reading {
    translation *t;
    int fine;
} text_reading;

static double text_number(void *data, expr e) {
    text_reading *r = data;
    double number = 0;
    r->fine &= expr_is_known(r->t, e, EVALUATE_SIZES, &number);
    return number;
}

/* The text that a value has; its parameters can no longer be set. NULL: it changes. */
static const char *text_known(translation *t, const value *v) {
    text_reading r = {t, 1};
    if (v->text || !v->wording)
        return v->text;
    const char *text = wording_write(lasting(t), v->wording, text_number, &r);
    return r.fine ? text : NULL;
}

value text_compare(translation *t, const ast *e, const value *a, const value *b) {
    const token_kind op = e->args.at[1].op;
    const char *left = a->rank ? NULL : text_known(t, a);
    const char *right = b->rank ? NULL : text_known(t, b);
    if (!left || !right)
        return value_error(t, e->where,
                           "'%s' compares Strings that are known when the model is read; "
                           "'%.80s' is not",
                           token_name(op), ast_text(t, ast_arg(e, left != NULL)));
    const int order = strcmp(left, right);
    const int holds = op == TOKEN_EQ   ? order == 0
                      : op == TOKEN_NE ? order != 0
                      : op == TOKEN_LT ? order < 0
                      : op == TOKEN_LE ? order <= 0
                      : op == TOKEN_GT ? order > 0
                                       : order >= 0;
    return number_value(t, TYPE_BOOLEAN, holds);
}

/* getInstanceName(): the name of the model; that of a component stands in its equations
 * (instance.c). */
value builtin_instance_name(translation *t, const ast *e) {
    value v = text_unknown(t);
    if (t->scope != t->top || t->frame)
        return value_error(t, e->where,
                           "'getInstanceName' is known in models only, and in equations "
                           "of components");
    v.text = t->system->name;
    return v;
}
