/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of functions and of operators that look like functions. */
#include "translate.h"
#include <assert.h>
#include <string.h>

typedef struct function {
    const char *name;
    expr_op op;
    int arguments;
} function;

static const function functions[] = {
#define UNARY(code, name, value, slope) {name, OP_##code, 1},
#define BINARY(code, name, value, slope_x, slope_y) {name, OP_##code, 2},
#include "../expr/op.def"
#undef UNARY
#undef BINARY
};

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* op.def also has operators; 'not', 'and', 'or' are keywords and never come here. */
static const function *find_function(const char *name) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (is_letter(name[0]) && strcmp(name, functions[i].name) == 0)
            return &functions[i];
    return NULL;
}

static const char *absent(const char *name) {
    static const struct {
        const char *name, *message;
    } table[] = {
#define ABSENT(name, message) {name, message},
#include "builtin.def"
#undef ABSENT
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0) return table[i].message;
    return NULL;
}

static int count_is(translation *t, const ast *e, int expected) {
    if (e->args.count == expected) return 1;
    semantic_error(t, e->where, "'%.80s' takes %d argument%s, found %d", e->text,
                   expected, expected == 1 ? "" : "s", e->args.count);
    return 0;
}

static int no_labels(translation *t, const ast *e) {
    for (int i = 0; i < e->args.count; i++)
        if (e->args.at[i].label) {
            semantic_error(t, e->args.at[i].value->where,
                           "'%.80s' takes its arguments by place, without '%.80s ='",
                           e->text, e->args.at[i].label);
            return 0;
        }
    return 1;
}

/* abs, min, max, mod, rem and div of Integers are Integers; sign and integer always are.
 */
static type_kind result_type(expr_op op, int integers) {
    switch (op) {
    case OP_SIGN:
    case OP_INTEGER:
        return TYPE_INTEGER;
    case OP_ABS:
    case OP_MIN:
    case OP_MAX:
    case OP_MOD:
    case OP_REM:
    case OP_DIV:
        return integers ? TYPE_INTEGER : TYPE_REAL;
    default:
        return TYPE_REAL;
    }
}

static value elementary(translation *t, const ast *e, const function *f) {
    expr arg[2] = {0};
    int integers = 1;
    value v = {.type = {TYPE_REAL, NULL}};
    if (!no_labels(t, e) || !count_is(t, e, f->arguments)) return bad_value(t);
    assert(f->arguments <= 2);
    for (int i = 0; i < f->arguments; i++) {
        value a = lower_number(t, e->args.at[i].value, "the argument of '%s'", f->name);
        integers &= a.type.kind == TYPE_INTEGER;
        value_join(&v, &a);
        arg[i] = a.e;
    }
    if (v.type.kind != TYPE_BAD) v.type.kind = result_type(f->op, integers);
    v.e = expr_call(t->graph, f->op, arg);
    if (v.e == EXPR_ZERO) v.e = expr_number(t->graph, 0);
    return v;
}

static value derivative(translation *t, const ast *e) {
    if (!no_labels(t, e) || !count_is(t, e, 1)) return bad_value(t);
    value v = lower_number(t, e->args.at[0].value, "the argument of 'der'");
    if (v.type.kind == TYPE_BAD) return v;
    expr d = v.level == LEVEL_CHANGING ? expr_total(t->graph, v.e) : EXPR_ZERO;
    v.type.kind = TYPE_REAL;
    v.e = d == EXPR_ZERO ? expr_number(t->graph, 0) : d;
    return v;
}

/* smooth(p, e) says that e has p continuous derivatives: nothing that we rely on */
static value smooth(translation *t, const ast *e) {
    if (!no_labels(t, e) || !count_is(t, e, 2)) return bad_value(t);
    value order = lower_expression(t, e->args.at[0].value);
    if (order.type.kind != TYPE_INTEGER && order.type.kind != TYPE_BAD)
        semantic_error(t, e->args.at[0].value->where,
                       "the first argument of 'smooth' must be Integer, found %s",
                       type_text(t->arena, order.type));
    return lower_number(t, e->args.at[1].value, "the second argument of 'smooth'");
}

/* homotopy(actual, simplified), by place or by name: the actual one */
static value homotopy(translation *t, const ast *e) {
    static const char *const known[] = {"actual", "simplified"};
    value side[2];
    int given[2] = {0, 0};
    if (!count_is(t, e, 2)) return bad_value(t);
    for (int i = 0; i < 2; i++) {
        const ast_operand *a = &e->args.at[i];
        int to = !a->label ? i : strcmp(a->label, known[0]) == 0 ? 0 : 1;
        if ((a->label && strcmp(a->label, known[to]) != 0) || given[to]++) {
            semantic_error(t, a->value->where,
                           "'homotopy' takes (actual, simplified), found '%.80s'",
                           a->label ? a->label : "a third one");
            return bad_value(t);
        }
        side[to] = lower_number(t, a->value, "the argument of 'homotopy'");
    }
    return side[0];
}

static value unknown_function(translation *t, const ast *e, const char *name) {
    static const char all[] = "der noEvent smooth homotopy "
#define UNARY(code, name, value, slope) name " "
#define BINARY(code, name, value, slope_x, slope_y) name " "
#include "../expr/op.def"
#undef UNARY
#undef BINARY
        ;
    symbol *s = name_resolve(t, e->text);
    if (s)
        semantic_error(t, e->where,
                       "'%.80s' is %s, not a function; a product is written with '*'",
                       e->text, symbol_kind_text(s));
    else
        semantic_error(t, e->where, "unknown function '%.80s'%s", e->text,
                       suggest_word(t, name, all));
    return bad_value(t);
}

value lower_call(translation *t, const ast *e) {
    static const char library[] = "Modelica.Math.";
    const char *name = e->text, *no;
    if (strncmp(name, library, strlen(library)) == 0) name += strlen(library);
    if (name_resolve(t, e->text)) return unknown_function(t, e, name);
    const function *f = find_function(name);
    if (f) return elementary(t, e, f);
    if (strcmp(name, "der") == 0) return derivative(t, e);
    if (strcmp(name, "smooth") == 0) return smooth(t, e);
    if (strcmp(name, "homotopy") == 0) return homotopy(t, e);
    if (strcmp(name, "noEvent") == 0)
        return no_labels(t, e) && count_is(t, e, 1)
                   ? lower_expression(t, e->args.at[0].value)
                   : bad_value(t);
    if (!(no = absent(name))) return unknown_function(t, e, name);
    semantic_error(t, e->where, "%s", no);
    return bad_value(t);
}
