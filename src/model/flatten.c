/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of the syntax tree to equations of the system. */
#include "translate.h"
#include <assert.h>
#include <string.h>

typedef struct flat {
    expr residual;
    const char *text, *name;
    place where;
} flat;

typedef struct flats {
    flat *at;
    int count, capacity;
} flats;

void push_equation(translation *t, equation_kind kind, expr residual, const char *text,
                   const char *name, place where) {
    assert(text && where.file);
    if (residual == EXPR_ZERO) residual = expr_number(t->graph, 0);
    equation e = {kind, residual, text, name, where, NO_EXPR};
    LIST_PUSH(t->arena, t->model->system.equations, e);
}

static int is_zero(const ast *e) { return e->kind == AST_NUMBER && e->value == 0; }

/* A statement without '='. */
static void no_equation(translation *t, const ast_equation *e) {
    int before = t->context->errors;
    if (e->left->kind == AST_CALL) lower_expression(t, e->left);
    if (t->context->errors > before) return;
    if (e->left->kind == AST_RELATION && e->left->args.at[1].op == TOKEN_EQ)
        semantic_error(t, e->where, "'==' compares; an equation is written with '='");
    else
        semantic_error(t, e->where,
                       "expected an equation, found an expression without '='");
}

static void sides(translation *t, const ast_equation *e, flats *to) {
    if (!e->right) {
        no_equation(t, e);
        return;
    }
    value left = lower_expression(t, e->left), right = lower_expression(t, e->right);
    if (!type_is_number(left.type) || !type_is_number(right.type)) {
        semantic_error(
            t, e->where,
            "an equation joins numbers; here the left side is %s and the right "
            "side %s",
            type_text(t->arena, left.type), type_text(t->arena, right.type));
        return;
    }
    flat f = {.where = e->where, .name = annotation_of_equation(t, &e->annotation).name};
    f.residual = is_zero(e->left)    ? right.e
                 : is_zero(e->right) ? left.e
                                     : expr_sub(t->graph, left.e, right.e);
    f.text = source_line(t->arena, e->where.file, e->begin, e->end);
    LIST_PUSH(t->arena, *to, f);
}

/* --- if-equations --- */

typedef struct arm {
    value condition;
    const char *text; /* of the condition; NULL: else */
    flats equations;
} arm;

typedef struct arms {
    arm *at;
    int count, capacity;
} arms;

static void collect(translation *t, const ast_equation *e, flats *to);

/* The branches that can be taken: one whose condition is constantly false is left out,
 * one whose condition is constantly true is the else of those before it. */
static arms live_arms(translation *t, const ast_equation *e) {
    arms live = {0};
    int decided = 0;
    for (int i = 0; i < e->branches.count; i++) {
        const ast_branch *b = &e->branches.at[i];
        double number = 1;
        arm a = {.text = NULL};
        if (b->condition) {
            a.condition = lower_condition(t, b->condition, "the condition of 'if'");
            a.text = source_line(t->arena, e->where.file, b->condition->begin,
                                 b->condition->end);
            if (value_is_constant(t, &a.condition, &number)) a.text = NULL;
        }
        for (int k = 0; k < b->equations.count; k++)
            collect(t, &b->equations.at[k], &a.equations);
        if (decided || number == 0) continue;
        LIST_PUSH(t->arena, live, a);
        decided = !a.text;
    }
    if (!decided) LIST_PUSH(t->arena, live, ((arm){.text = NULL}));
    return live;
}

static int same_counts(translation *t, const ast_equation *e, const arms *live) {
    int first = live->at[0].equations.count;
    for (int i = 1; i < live->count; i++) {
        int n = live->at[i].equations.count;
        if (n == first) continue;
        semantic_error(
            t, e->where,
            "the branches of this 'if' have %d and %d equations; all need the same "
            "number, as long as the condition is not constant",
            first, n);
        return 0;
    }
    return 1;
}

enum { LONG_TEXT = 500 }; /* of an equation with its conditions: messages show no more */

/* if c then e1 else e2, for the k-th equations of the branches */
static flat combine(translation *t, const arms *live, int k) {
    const arm *last = &live->at[live->count - 1];
    assert(live->count > 1 && !last->text && k < last->equations.count);
    flat f = last->equations.at[k];
    const char *text = arena_print(t->arena, "else %.*s", LONG_TEXT, f.text);
    for (int i = live->count - 2; i >= 0; i--) {
        const arm *a = &live->at[i];
        const flat *one = &a->equations.at[k];
        f.residual = expr_if(t->graph, a->condition.e, one->residual, f.residual);
        f.where = one->where;
        if (one->name) f.name = one->name;
        text = arena_print(t->arena, "%s %.*s then %.*s %.*s", i ? "elseif" : "if",
                           LONG_TEXT, a->text, LONG_TEXT, one->text, LONG_TEXT, text);
    }
    f.text = text;
    return f;
}

static void collect(translation *t, const ast_equation *e, flats *to) {
    if (e->left) {
        sides(t, e, to);
        return;
    }
    int before = t->context->errors;
    arms live = live_arms(t, e);
    assert(live.count > 0);
    if (t->context->errors > before || !same_counts(t, e, &live)) return;
    for (int k = 0; k < live.at[0].equations.count; k++)
        LIST_PUSH(t->arena, *to,
                  live.count == 1 ? live.at[0].equations.at[k] : combine(t, &live, k));
}

void flatten_equations(translation *t, const ast_equations *list) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        flats found = {0};
        collect(t, e, &found);
        for (int k = 0; k < found.count; k++)
            push_equation(t, e->initial ? EQUATION_INITIAL : EQUATION_PLAIN,
                          found.at[k].residual, found.at[k].text, found.at[k].name,
                          found.at[k].where);
    }
}
