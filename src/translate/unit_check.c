/* SPDX-License-Identifier: BSD-3-Clause */
/* The check of units: the sides of equations and assignments, values and attributes of
 * declarations, arguments of functions. Only declared units count. */
#include "unit_check.h"
#include <string.h>

/* --- sides --- */

void unit_compare_sides(unit_check *c, const ast *left, const ast *right, place where,
                        const unit_subject *what) {
    const int own = unit_count(c, left);
    const int other = unit_count(c, right);
    const int count = own > other ? own : other;
    if (own && other && own != other)
        return;
    for (int k = 0; k < count || k == 0; k++) {
        const quantity a = unit_at(c, left, k);
        const quantity b = unit_at(c, right, k);
        unit_compare(c, &a, &b, where, what);
    }
}

void unit_compare_declared(unit_check *c, const symbol *s, const ast *e,
                           const unit_subject *what) {
    const int count = unit_count(c, e);
    for (int k = 0; k < count || k == 0; k++) {
        const int has_own = s->unit.each && k < s->count && count;
        const quantity a = unit_declared(c, has_own ? s->unit.each[k] : s->unit.all);
        const quantity b = unit_at(c, e, k);
        unit_compare(c, &a, &b, e->where, what);
    }
}

/* r = s for records: field by field. */
static void unit_compare_records(unit_check *c, const symbol *a, const symbol *b,
                                 place where, const unit_subject *what) {
    LIST_EACH(symbol *const, field, a->fields->symbols) {
        const symbol *other = scope_find_here(b->fields, (*field)->name);
        if (!other)
            continue;
        if ((*field)->fields && other->fields) {
            unit_compare_records(c, *field, other, where, what);
            continue;
        }
        const quantity left = unit_declared(c, (*field)->unit.all);
        const quantity right = unit_declared(c, other->unit.all);
        unit_compare(c, &left, &right, where, what);
    }
}

/* --- functions --- */

/* The unit of an input, output or local of a function, or of a field. */
static unit_choice unit_of_local(translation *t, const symbol *s) {
    attributes a = {0};
    unit_choice own = {NULL, NULL};
    unit_choice shown = {NULL, NULL};
    const char *base = type_attributes(t, s, &a);
    const ast *e = a.unit.value;
    LIST_EACH(const ast_argument, m, s->declaration->modifiers)
        if (strcmp(m->name, "unit") == 0)
            e = m->value;
    if (e && e->kind == AST_STRING)
        own.all = unit_of_text(t, e->text, e->where);
    else if (!e)
        unit_of_library(t, base, &own, &shown);
    return own;
}

static void unit_add_local(translation *t, const ast_declaration *d) {
    symbol one = {
        .kind = SYMBOL_LOCAL, .name = d->name, .where = d->where, .declaration = d};
    one.type = basic(strcmp(d->type, "Integer") == 0 ? TYPE_INTEGER : TYPE_REAL);
    one.scope = t->scope;
    one.unit = unit_of_local(t, &one);
    scope_add(t->scope, one);
}

scope *unit_locals(unit_check *c, const symbol *function) {
    translation *t = c->t;
    LIST_EACH(const unit_function, f, c->functions)
        if (f->of == function)
            return f->locals;
    scope *outer = t->scope;
    t->scope = scope_new(t->arena, function->scope);
    LIST_EACH(const ast_declaration, d, function->class->declarations)
        unit_add_local(t, d);
    unit_function f = {function, t->scope};
    t->scope = outer;
    LIST_PUSH(t->arena, c->functions, f);
    return f.locals;
}

/* --- equations and statements --- */

static void unit_check_lines(unit_check *c, const ast_equations *list);

/* reinit(x, e), and conditions of assert. */
static void unit_check_statement(unit_check *c, const ast_equation *e) {
    const ast *call = e->left;
    const unit_subject what = {.head = "the arguments of 'reinit'"};
    if (call->kind == AST_CALL && strcmp(call->text, "reinit") == 0 &&
        call->args.count == 2)
        unit_compare_sides(c, ast_arg(call, 0), ast_arg(call, 1), e->where, &what);
    else
        unit_of(c, call);
}

/* (a, b) = f(x): each name has the unit of its output. */
static void unit_check_outputs(unit_check *c, const ast_equation *e) {
    const symbol *f =
        e->right->kind == AST_CALL ? name_resolve(c->t, e->right->text) : NULL;
    int at = 0;
    unit_of(c, e->right);
    if (!f || f->kind != SYMBOL_FUNCTION)
        return;
    const scope *locals = unit_locals(c, f);
    LIST_EACH(const ast_declaration, d, f->class->declarations) {
        if (!d->output || at >= e->left->args.count)
            continue;
        const ast *to = ast_arg(e->left, at++);
        const symbol *s = scope_find_here(locals, d->name);
        const unit_subject what = {"'", d->name, "' of '", e->right->text,
                                   "' and its result"};
        if (to && s)
            unit_compare_declared(c, s, to, &what);
    }
}

static int unit_is_zero(const ast *e) {
    return e->kind == AST_NUMBER && e->value == 0;
}

/* 0 = if closed then s - s_stop else f: each branch is an equation of its own. */
static int unit_check_alternatives(unit_check *c, const ast *left, const ast *right) {
    const ast *e = unit_is_zero(left) ? right : left;
    if (e->kind != AST_IF || !(unit_is_zero(left) || unit_is_zero(right)))
        return 0;
    for (int i = 0; i < e->args.count; i++)
        unit_of(c, ast_arg(e, i));
    return 1;
}

static void unit_check_sides(unit_check *c, const ast_equation *e) {
    const unit_subject what = {.head = e->kind == AST_SIDES
                                           ? "the sides of the equation"
                                           : "the sides of the assignment"};
    c->is_reported = 0;
    if (!e->right) {
        unit_check_statement(c, e);
        return;
    }
    if (e->left->kind == AST_TUPLE) {
        unit_check_outputs(c, e);
        return;
    }
    if (unit_check_alternatives(c, e->left, e->right))
        return;
    const symbol *a = unit_symbol(c, e->left);
    const symbol *b = a && a->fields ? unit_symbol(c, e->right) : NULL;
    if (b && b->fields)
        unit_compare_records(c, a, b, e->where, &what);
    else
        unit_compare_sides(c, e->left, e->right, e->where, &what);
}

static void unit_check_line(unit_check *c, const ast_equation *e) {
    scope *outer = c->t->scope;
    switch (e->kind) {
    case AST_SIDES:
    case AST_ASSIGNMENT:
        unit_check_sides(c, e);
        break;
    case AST_LOOP:
        unit_enter_loop(c, &e->indices);
        unit_check_lines(c, &e->branches.at[0].equations);
        c->t->scope = outer;
        break;
    case AST_CHOICE:
    case AST_WHILE:
    case AST_WHEN:
        LIST_EACH(const ast_branch, b, e->branches) {
            c->is_reported = 0;
            if (b->condition)
                unit_of(c, b->condition);
            unit_check_lines(c, &b->equations);
        }
        break;
    case AST_BREAK:
    case AST_RETURN:
        break;
    }
}

static void unit_check_lines(unit_check *c, const ast_equations *list) {
    LIST_EACH(const ast_equation, e, *list)
        unit_check_line(c, e);
}

/* --- declarations --- */

/* A modifier of a record gives a field its value, one of a Real is an attribute. */
static void unit_check_modifier(unit_check *c, const symbol *s, const ast_argument *m) {
    const symbol *of = s->fields ? scope_find_here(s->fields, m->name) : s;
    unit_subject what = {"'", s->name, "' and its ", m->name, " value"};
    c->is_reported = 0;
    if (!of || !m->value)
        return;
    if (s->fields)
        what = (unit_subject){"'", s->name, ".", m->name, "' and its value"};
    else if (!word_in(m->name, "start min max nominal"))
        return;
    unit_compare_declared(c, of, m->value, &what);
}

static void unit_check_declaration(unit_check *c, const ast_declaration *d) {
    const symbol *s = scope_find_here(c->t->scope, d->name);
    if (!s || s->declaration != d || s->kind == SYMBOL_TEXT)
        return;
    c->is_reported = 0;
    const unit_subject what = {"'", d->name, "' and its value", NULL, NULL};
    if (d->value)
        unit_compare_declared(c, s, d->value, &what);
    LIST_EACH(const ast_argument, m, d->modifiers)
        unit_check_modifier(c, s, m);
}

/* --- all of them --- */

/* Checks functions that are called; what they call is found on the way. */
static void unit_check_functions(unit_check *c) {
    scope *outer = c->t->scope;
    for (int i = 0; i < c->functions.count; i++) {
        const unit_function f = c->functions.at[i];
        c->t->scope = f.locals;
        LIST_EACH(const ast_algorithm, a, f.of->class->algorithms)
            unit_check_lines(c, &a->statements);
    }
    c->t->scope = outer;
}

void check_units(translation *t, const ast_file *f, const ast_class *m) {
    if (t->units.has_units) {
        unit_check c = {.t = t, .is_exported = t->package != NULL};
        arena *own = borrow(t);
        LIST_EACH(const ast_declaration, d, f->constants) {
            t->scope = t->top->outer;
            unit_check_declaration(&c, d);
        }
        t->scope = t->top;
        LIST_EACH(const ast_declaration, d, m->declarations)
            unit_check_declaration(&c, d);
        unit_check_lines(&c, &m->equations);
        LIST_EACH(const ast_algorithm, a, m->algorithms)
            unit_check_lines(&c, &a->statements);
        unit_check_functions(&c);
        release(t, own);
    }
    unit_warnings_end(t, m->where);
}
