/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions of the syntax tree to the expression graph, with their types. */
#include "translate.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

void semantic_error(translation *t, place where, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnose(t->context, SEVERITY_ERROR, INVO_E_MODEL, where, "%s", text);
}

const char *suggest_word(translation *t, const char *name, const char *words) {
    size_t size = 0;
    const char *near = invo_name_near(name, words, &size);
    assert(!near || size > 0);
    if (!near) return "";
    return arena_print(t->arena, "; did you mean '%.*s'?", (int)size, near);
}

enum { LONG_LIST = 1 << 16 };    /* of names: more are not searched for a near one */
enum { ERRORS_WITH_HINTS = 10 }; /* later ones are counted, not shown */

const char *suggest_name(translation *t, const char *name) {
    if (t->context->errors > ERRORS_WITH_HINTS) return "";
    char *words = arena_alloc(t->arena, LONG_LIST);
    size_t used = 0;
    for (const scope *s = t->scope; s; s = s->outer)
        for (int i = 0; i < s->symbols.count; i++) {
            const char *one = s->symbols.at[i]->name;
            size_t size = strlen(one);
            if (used + size + 2 > LONG_LIST || strchr(one, ' ')) continue;
            memcpy(words + used, one, size);
            words[used + size] = ' ';
            used += size + 1;
        }
    return suggest_word(t, name, words);
}

value bad_value(translation *t) {
    return (value){.type = {TYPE_BAD, NULL}, .e = expr_number(t->graph, 0)};
}

static value constant(translation *t, type_kind kind, double number) {
    return (value){.type = {kind, NULL}, .e = expr_number(t->graph, number)};
}

void value_join(value *to, const value *from) {
    if (from->level > to->level) to->level = from->level;
    if (!to->changing) to->changing = from->changing;
    if (from->type.kind == TYPE_BAD) to->type.kind = TYPE_BAD;
}

typedef struct leaf_search {
    translation *t;
    int unknown;
} leaf_search;

/* Constants that are declared further down are leaves until all of them are known. */
static double leaf_value(void *data, const expr_node *leaf) {
    leaf_search *s = data;
    const symbol *c =
        leaf->op == OP_PARAMETER ? s->t->of_parameter.at[leaf->variable] : NULL;
    if (c && c->kind == SYMBOL_CONSTANT && c->known) return c->value;
    s->unknown = 1;
    return 0;
}

int value_is_constant(translation *t, const value *v, double *number) {
    leaf_search s = {t, 0};
    if (v->type.kind == TYPE_BAD || v->type.kind == TYPE_STRING) return 0;
    if (v->level != LEVEL_CONSTANT) return 0;
    *number = expr_evaluate(t->graph, v->e, leaf_value, &s);
    return !s.unknown;
}

/* Names */

static int begins_with(const char *text, const char *head) {
    return strncmp(text, head, strlen(head)) == 0;
}

symbol *name_resolve(translation *t, const char *name) {
    symbol *s = scope_find(t->scope, name);
    if (s || !t->package) return s;
    size_t size = strlen(t->package);
    if (!begins_with(name, t->package) || name[size] != '.') return NULL;
    const char *rest = name + size + 1;
    scope *global = t->scope;
    while (global->outer) global = global->outer;
    return scope_find(global, name_intern(t->names, rest, strlen(rest)));
}

static value symbol_value(translation *t, const symbol *s, place where) {
    value v = {.type = s->type};
    switch (s->kind) {
    case SYMBOL_VARIABLE:
        assert(s->index < t->model->system.variables.count);
        v.level = LEVEL_CHANGING, v.changing = s->name;
        v.e = expr_jet(t->graph, s->index, 0);
        return v;
    case SYMBOL_TIME:
        v.level = LEVEL_CHANGING, v.changing = s->name;
        v.e = expr_time(t->graph);
        return v;
    case SYMBOL_INPUT:
        v.level = LEVEL_CHANGING, v.changing = s->name;
        v.e = expr_parameter(t->graph, s->index);
        return v;
    case SYMBOL_PARAMETER:
        v.level = LEVEL_PARAMETER;
        v.e = expr_parameter(t->graph, s->index);
        return v;
    case SYMBOL_CONSTANT:
        v.e = s->known ? expr_number(t->graph, s->value)
                       : expr_parameter(t->graph, s->index);
        return v;
    case SYMBOL_LITERAL:
        v.e = expr_number(t->graph, s->value);
        return v;
    case SYMBOL_TEXT:
        v.e = expr_number(t->graph, 0);
        return v;
    case SYMBOL_TYPE:
        semantic_error(t, where, "'%.80s' is a type; expected a value", s->name);
        return bad_value(t);
    case SYMBOL_BROKEN:
        return bad_value(t);
    }
    return bad_value(t);
}

static int library_constant(const char *name, double *number) {
    static const struct {
        const char *name;
        double value;
    } table[] = {
#define CONSTANT(name, value) {name, value},
#include "builtin.def"
#undef CONSTANT
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) {
            *number = table[i].value;
            return 1;
        }
    return 0;
}

static void unknown_constant(translation *t, const ast *e, const char *name) {
    static const char all[] = ""
#define CONSTANT(name, value) name " "
#include "builtin.def"
#undef CONSTANT
        ;
    semantic_error(t, e->where, "Modelica.Constants has no '%.80s'%s", name,
                   suggest_word(t, name, all));
}

static void unknown_name(translation *t, const ast *e) {
    const char *dot = strchr(e->text, '.');
    symbol *owner = NULL;
    if (dot && e->text[0] != '\'')
        owner =
            scope_find(t->scope, name_intern(t->names, e->text, (size_t)(dot - e->text)));
    if (owner && owner->kind == SYMBOL_TYPE && !owner->definition->base)
        semantic_error(t, e->where, "the enumeration %.80s has no value '%.80s'%s",
                       owner->name, dot + 1, suggest_name(t, e->text));
    else if (owner)
        semantic_error(t, e->where,
                       "'%.80s' is %s and has no parts; records are not supported yet",
                       owner->name, symbol_kind_text(owner));
    else
        semantic_error(t, e->where, "unknown name '%.80s'%s", e->text,
                       suggest_name(t, e->text));
}

static value lower_name(translation *t, const ast *e) {
    static const char library[] = "Modelica.Constants.";
    symbol *s = name_resolve(t, e->text);
    if (s) return symbol_value(t, s, e->where);
    if (begins_with(e->text, library)) {
        double number;
        const char *name = e->text + strlen(library);
        if (library_constant(name, &number)) return constant(t, TYPE_REAL, number);
        unknown_constant(t, e, name);
    } else {
        unknown_name(t, e);
    }
    return bad_value(t);
}

/* Operators */

value lower_number(translation *t, const ast *e, const char *what, ...) {
    value v = lower_expression(t, e);
    if (type_is_number(v.type)) return v;
    char text[256];
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    semantic_error(t, e->where, "%s must be a number (Real or Integer), found %s", text,
                   type_text(t->arena, v.type));
    return bad_value(t);
}

value lower_condition(translation *t, const ast *e, const char *what) {
    value v = lower_expression(t, e);
    if (v.type.kind == TYPE_BOOLEAN || v.type.kind == TYPE_BAD) return v;
    semantic_error(t, e->where, "%s must be Boolean, found %s", what,
                   type_text(t->arena, v.type));
    return bad_value(t);
}

/* Type of an operation on numbers: Integer as long as all of them are. */
static void join_number(value *to, const value *from) {
    if (from->type.kind == TYPE_REAL && to->type.kind == TYPE_INTEGER)
        to->type.kind = TYPE_REAL;
    value_join(to, from);
}

static expr present(translation *t, expr e) {
    return e == EXPR_ZERO ? expr_number(t->graph, 0) : e;
}

/* All terms at once: one by one, a sum of n terms would take n^2 steps. */
static value lower_sum(translation *t, const ast *e) {
    int n = e->args.count;
    value v = {.type = {TYPE_INTEGER, NULL}};
    double *c = ARENA_ARRAY(t->arena, double, n);
    expr *term = ARENA_ARRAY(t->arena, expr, n);
    for (int i = 0; i < n; i++) {
        const ast_operand *a = &e->args.at[i];
        value one = lower_number(t, a->value, "an operand of '%s'", token_name(a->op));
        join_number(&v, &one);
        c[i] = a->op == TOKEN_MINUS ? -1 : 1;
        term[i] = one.e;
    }
    if (n == 1)
        v.e = c[0] < 0 ? present(t, expr_neg(t->graph, term[0])) : term[0];
    else
        v.e = present(t, expr_sum(t->graph, n, c, term));
    return v;
}

/* From left to right, as 1e-300/1e-200/1e-200 must not become 1e-300/0. */
static expr product_in_order(translation *t, const ast *e, const expr *factor) {
    expr product = factor[0];
    for (int i = 1; i < e->args.count; i++)
        product = e->args.at[i].op == TOKEN_SLASH
                      ? expr_div(t->graph, product, factor[i])
                      : expr_mul(t->graph, product, factor[i]);
    return product;
}

/* All at once: one by one, n factors would take n^2 steps. */
static expr product_at_once(translation *t, const ast *e, const expr *factor) {
    int n = e->args.count, over = 0, under = 0;
    expr *up = ARENA_ARRAY(t->arena, expr, n), *down = ARENA_ARRAY(t->arena, expr, n);
    for (int i = 0; i < n; i++)
        if (e->args.at[i].op == TOKEN_SLASH)
            down[under++] = factor[i];
        else
            up[over++] = factor[i];
    expr product = expr_product(t->graph, over, up);
    return under ? expr_div(t->graph, product, expr_product(t->graph, under, down))
                 : product;
}

static value lower_product(translation *t, const ast *e) {
    enum { MANY = 64 };
    int n = e->args.count;
    value v = {.type = {TYPE_INTEGER, NULL}};
    expr *factor = ARENA_ARRAY(t->arena, expr, n);
    for (int i = 0; i < n; i++) {
        const ast_operand *a = &e->args.at[i];
        value one = lower_number(t, a->value, "an operand of '%s'", token_name(a->op));
        join_number(&v, &one);
        if (a->op == TOKEN_SLASH && v.type.kind == TYPE_INTEGER) v.type.kind = TYPE_REAL;
        factor[i] = a->negative ? present(t, expr_neg(t->graph, one.e)) : one.e;
    }
    v.e = n < MANY ? product_in_order(t, e, factor) : product_at_once(t, e, factor);
    v.e = present(t, v.e);
    return v;
}

static value lower_power(translation *t, const ast *e) {
    assert(e->args.count == 2);
    value v = {.type = {TYPE_REAL, NULL}};
    value a = lower_number(t, e->args.at[0].value, "the base of '^'");
    value b = lower_number(t, e->args.at[1].value, "the exponent of '^'");
    value_join(&v, &a), value_join(&v, &b);
    v.e = present(t, expr_pow(t->graph, a.e, b.e));
    return v;
}

static expr_op relation_op(token_kind op) {
    switch (op) {
    case TOKEN_LT:
        return OP_LT;
    case TOKEN_LE:
        return OP_LE;
    case TOKEN_GT:
        return OP_GT;
    case TOKEN_GE:
        return OP_GE;
    case TOKEN_EQ:
        return OP_EQ;
    default:
        assert(op == TOKEN_NE);
        return OP_NE;
    }
}

static value lower_relation(translation *t, const ast *e) {
    assert(e->args.count == 2);
    token_kind op = e->args.at[1].op;
    value v = {.type = {TYPE_BOOLEAN, NULL}};
    value a = lower_expression(t, e->args.at[0].value),
          b = lower_expression(t, e->args.at[1].value);
    int text = a.type.kind == TYPE_STRING || b.type.kind == TYPE_STRING;
    int numbers = type_is_number(a.type) && type_is_number(b.type);
    int equality = op == TOKEN_EQ || op == TOKEN_NE;
    int ordered = equality || a.type.kind != TYPE_BOOLEAN;
    if (text || (!numbers && !(type_same(a.type, b.type) && ordered))) {
        semantic_error(t, e->where, "'%s' cannot compare %s with %s", token_name(op),
                       type_text(t->arena, a.type), type_text(t->arena, b.type));
        return bad_value(t);
    }
    value_join(&v, &a), value_join(&v, &b);
    v.e = present(t, expr_call(t->graph, relation_op(op), (const expr[]){a.e, b.e}));
    return v;
}

static value lower_logical(translation *t, const ast *e) {
    const char *what = e->kind == AST_AND  ? "an operand of 'and'"
                       : e->kind == AST_OR ? "an operand of 'or'"
                                           : "the operand of 'not'";
    value v = lower_condition(t, e->args.at[0].value, what);
    if (e->kind == AST_NOT) v.e = expr_call(t->graph, OP_NOT, &v.e);
    for (int i = 1; i < e->args.count; i++) {
        value one = lower_condition(t, e->args.at[i].value, what);
        value_join(&v, &one);
        v.e = expr_call(t->graph, e->kind == AST_AND ? OP_AND : OP_OR,
                        (const expr[]){v.e, one.e});
    }
    return v;
}

/* if c1 then a1 elseif c2 then a2 ... else a: from the last branch to the first */
static value lower_if(translation *t, const ast *e) {
    int n = e->args.count;
    assert(n % 2 == 1);
    value v = lower_expression(t, e->args.at[n - 1].value);
    for (int i = n - 3; i >= 0; i -= 2) {
        value c = lower_condition(t, e->args.at[i].value, "the condition of 'if'");
        const ast *branch = e->args.at[i + 1].value;
        value a = lower_expression(t, branch);
        if (type_is_number(a.type) && type_is_number(v.type)) {
            join_number(&v, &a);
        } else if (!type_same(a.type, v.type) || a.type.kind == TYPE_STRING) {
            semantic_error(t, branch->where, "the branches of 'if' cannot be %s and %s",
                           type_text(t->arena, a.type), type_text(t->arena, v.type));
            return bad_value(t);
        }
        value_join(&v, &a), value_join(&v, &c);
        v.e = present(t, expr_if(t->graph, c.e, a.e, v.e));
    }
    return v;
}

value lower_expression(translation *t, const ast *e) {
    switch (e->kind) {
    case AST_ERROR:
        return bad_value(t);
    case AST_NUMBER:
        return constant(t, e->integer ? TYPE_INTEGER : TYPE_REAL, e->value);
    case AST_STRING:
        return constant(t, TYPE_STRING, 0);
    case AST_BOOLEAN:
        return constant(t, TYPE_BOOLEAN, e->value);
    case AST_NAME:
        return lower_name(t, e);
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
        semantic_error(t, e->where, "'{...}' is an array; arrays are not supported yet");
        return bad_value(t);
    }
    return bad_value(t);
}
