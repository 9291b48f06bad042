/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of functions and of operators that look like functions. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* Of a call: SAME is Integer of Integers, else Real; NONE: models do not call it. */
typedef enum call_result {
    RESULT_REAL,
    RESULT_INTEGER,
    RESULT_SAME,
    RESULT_NONE
} call_result;

typedef struct function {
    const char *name;
    expr_op op;
    int arguments;
    call_result result;
} function;

static const function functions[] = {
#define UNARY(code, name, result, ...) {name, OP_##code, 1, RESULT_##result},
#define BINARY(code, name, result, ...) {name, OP_##code, 2, RESULT_##result},
#include "../expr/op.def"
#undef UNARY
#undef BINARY
};

typedef struct builtin {
    const char *name;
    value (*f)(translation *t, const ast *e);
    int fewest, most; /* arguments */
    int is_array_function;
} builtin;

static const function *find_function(const char *name) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (name[0] == functions[i].name[0] && functions[i].result != RESULT_NONE &&
            strcmp(name, functions[i].name) == 0)
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
        if (strcmp(name, table[i].name) == 0)
            return table[i].message;
    return NULL;
}

int call_takes(translation *t, const ast *e, int fewest, int most) {
    assert(fewest <= most);
    int n = e->args.count;
    LIST_EACH(const ast_operand, a, e->args)
        if (a->label)
            return semantic_error(
                t, a->value->where,
                "'%.80s' takes positional arguments only; remove '%.80s ='", e->text,
                a->label);
    if (n >= fewest && n <= most)
        return 1;
    if (fewest == most)
        return semantic_error(t, e->where, "'%.80s' takes %d argument%s, found %d",
                              e->text, fewest, fewest == 1 ? "" : "s", n);
    return semantic_error(t, e->where, "'%.80s' takes %s %d arguments, found %d", e->text,
                          n < fewest ? "at least" : "at most", n < fewest ? fewest : most,
                          n);
}

static type_kind result_type(call_result result, int integers) {
    assert(result != RESULT_NONE);
    int is_integer = result == RESULT_INTEGER || (result == RESULT_SAME && integers);
    return is_integer ? TYPE_INTEGER : TYPE_REAL;
}

/* Applies an elementary function to every element of an array; two arrays have one shape,
 * or a scalar serves all elements. */
static value elementary(translation *t, const ast *e, const function *f) {
    value arg[2] = {0};
    value *shape = &arg[0];
    int integers = 1;
    int n = f->arguments;
    value v = {.type = basic(TYPE_REAL)};
    if (!call_takes(t, e, n, n))
        return bad_value(t);
    assert(n <= 2);
    for (int i = 0; i < n; i++) {
        arg[i] = lower_number(t, ast_arg(e, i), "the argument of '%s'", f->name);
        integers &= arg[i].type.kind == TYPE_INTEGER;
        value_join(&v, &arg[i]);
        if (arg[i].rank)
            shape = &arg[i];
    }
    if (is_bad(&v))
        return bad_value(t);
    if (arg[0].rank && arg[1].rank && !same_shape(&arg[0], &arg[1]))
        return value_error(t, e->where, "the arguments of '%s' have the sizes %s and %s",
                           f->name, value_shape(t, &arg[0]), value_shape(t, &arg[1]));
    expr *at = NEW_ARRAY(t, expr, shape->count);
    for (int k = 0; k < shape->count; k++) {
        expr one[2] = {value_at(&arg[0], k), value_at(&arg[1], k)};
        at[k] = present(t, expr_call(t->graph, f->op, one));
    }
    v.type = basic(result_type(f->result, integers));
    return value_like(&v, shape->rank, shape->size, at);
}

value builtin_der(translation *t, const ast *e) {
    value v = lower_number(t, ast_arg(e, 0), "the argument of 'der'");
    int changes = v.level == LEVEL_CHANGING;
    if (is_bad(&v))
        return v;
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count && changes; k++)
        if (is_derivative_of_discrete(t, value_at(&v, k), e->where))
            return bad_value(t);
    for (int k = 0; k < v.count; k++)
        at[k] = present(t, changes ? expr_total(t->graph, value_at(&v, k)) : EXPR_ZERO);
    v.type = basic(TYPE_REAL);
    return value_elements(&v, at);
}

/* noEvent(e): conditions, too */
value builtin_no_event(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (v.type.kind != TYPE_BOOLEAN && !type_is_number(v.type))
        return value_error(t, e->where,
                           "'noEvent' takes a number or a condition, found %s",
                           type_name(t, v.type));
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++) {
        expr one = value_at(&v, k);
        at[k] = expr_call(t->graph, OP_NOEVENT, &one);
    }
    return value_elements(&v, at);
}

/* Lowers smooth(p, e) to e: it states that e has p continuous derivatives, which nothing
 * here relies on. */
value builtin_smooth(translation *t, const ast *e) {
    value order = lower_expression(t, ast_arg(e, 0));
    if (order.type.kind != TYPE_INTEGER && !is_bad(&order))
        semantic_error(t, ast_arg(e, 0)->where,
                       "the first argument of 'smooth' must be Integer, found %s",
                       type_name(t, order.type));
    return lower_number(t, ast_arg(e, 1), "the second argument of 'smooth'");
}

/* lambda actual + (1 - lambda) simplified where a start is followed, else the actual one.
 */
static value homotopy_blend(translation *t, const value *actual,
                            const value *simplified) {
    double share = t->context->simplified;
    int is_one = actual->count == 1 && simplified->count == 1 && !is_bad(simplified);
    value v = *actual;
    if (is_bad(actual) || !is_one || actual->e == simplified->e)
        return v;
    t->system->homotopies++;
    if (share == 0)
        return v;
    const double c[2] = {1 - share, share};
    const expr part[2] = {actual->e, simplified->e};
    v.e = share == 1 ? simplified->e : present(t, expr_sum(t->graph, 2, c, part));
    v.level = simplified->level > v.level ? simplified->level : v.level;
    return v;
}

/* homotopy(actual, simplified), by place or by name */
value builtin_homotopy(translation *t, const ast *e) {
    static const char *const known[] = {"actual", "simplified"};
    value side[2];
    int given[2] = {0, 0};
    if (e->args.count != 2) {
        call_takes(t, e, 2, 2);
        return bad_value(t);
    }
    for (int i = 0; i < 2; i++) {
        const ast_operand *a = &e->args.at[i];
        int to = a->label ? strcmp(a->label, known[0]) != 0 : i;
        if ((a->label && strcmp(a->label, known[to]) != 0) || given[to]++)
            return value_error(t, a->value->where,
                               "'homotopy' takes (actual, simplified), found '%.80s'",
                               a->label ? a->label : "a third argument");
        side[to] = lower_number(t, a->value, "the argument of 'homotopy'");
    }
    return homotopy_blend(t, &side[0], &side[1]);
}

/* Integer(E.a): the number of an enumeration value */
value builtin_integer(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v))
        return v;
    if (v.type.kind != TYPE_ENUMERATION)
        semantic_error(t, e->where, "'Integer' takes an enumeration value, found %s",
                       type_name(t, v.type));
    v.type = basic(TYPE_INTEGER);
    return v;
}

/* pure(f(x)): what the call is */
value builtin_pure(translation *t, const ast *e) {
    return lower_expression(t, ast_arg(e, 0));
}

/* semiLinear(x, a, b): a*x for x >= 0, b*x else */
value builtin_semi_linear(translation *t, const ast *e) {
    value v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = lower_scalar(t, ast_arg(e, i), "the argument of 'semiLinear'");
        if (i)
            value_join(&v[0], &v[i]);
    }
    graph *g = t->graph;
    expr is = expr_call(g, OP_GE, (const expr[]){v[0].e, expr_number(g, 0)});
    expr below = expr_mul(g, v[2].e, v[0].e);
    expr above = expr_mul(g, v[1].e, v[0].e);
    v[0].e = present(t, expr_if(g, is, above, below));
    return v[0];
}

static const builtin builtins[] = {
#define FUNCTION(name, f, fewest, most, ...) {name, f, fewest, most, 0},
#define ARRAY_FUNCTION(name, f, fewest, most, ...) {name, f, fewest, most, 1},
#include "builtin.def"
#undef FUNCTION
#undef ARRAY_FUNCTION
};

static const builtin *find_builtin(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (name[0] == builtins[i].name[0] && strcmp(name, builtins[i].name) == 0)
            return &builtins[i];
    return NULL;
}

int is_array_function(const char *name) {
    const builtin *b = find_builtin(name);
    return b && b->is_array_function;
}

static value unknown_function(translation *t, const ast *e, const char *name) {
    static const char all[] =
        "der noEvent smooth homotopy pre edge change delay sample initial terminal "
        "reinit "
        "assert terminate sum product size zeros ones identity fill diagonal transpose "
        "cross skew vector matrix scalar ndims cat linspace outerProduct symmetric "
#define UNARY(code, name, ...) name " "
#define BINARY(code, name, ...) name " "
#include "../expr/op.def"
#undef UNARY
#undef BINARY
        ;
    symbol *s = name_resolve(t, e->text);
    if (s)
        return value_error(t, e->where,
                           "'%.80s' is %s, not a function; a product is written with '*'",
                           e->text, symbol_kind_text(s));
    if (library_is_doubtful(t, e->text))
        return value_error(
            t, e->where,
            "the model does not show which function '%.160s' is: several "
            "packages have one; --library FILE.mo adds a file that defines "
            "it",
            e->text);
    if (strchr(name, '.')) /* no misspelt name of ours */
        return value_error(t, e->where,
                           "unknown function '%.160s'; --library FILE.mo adds a file "
                           "that defines it",
                           e->text);
    return value_error(t, e->where, "unknown function '%.80s'%s", e->text,
                       suggest_ours(t, name, suggest_word(t, name, all)));
}

/* Returns the text after `head`, or NULL: it begins otherwise. */
static const char *call_after(const char *text, const char *head) {
    return strncmp(text, head, strlen(head)) == 0 ? text + strlen(head) : NULL;
}

/* Finds the function of Modelica of this name; those of Modelica.Math.Vectors keep the
 * name of their package and need it, or an import. */
const char *call_name(translation *t, const char *name) {
    const char *full = name_import(t, name);
    size_t size = strlen(name);
    if (!full && name[0] == '\'' && call_after(name + 1, "Modelica."))
        full = arena_print(t->arena, "%.*s", (int)size - 2, name + 1);
    if (!full && call_after(name, "Vectors."))
        return "";
    if (full)
        name = full;
    const char *own = call_after(name, "Modelica.Math.");
    const char *special = own ? call_after(own, "Special.") : NULL;
    if (special)
        return special;
    return own ? own : name;
}

static value own_function(translation *t, const ast *e, const char *name) {
    const builtin *b = find_builtin(name);
    if (b && b->most >= 0 && !call_takes(t, e, b->fewest, b->most))
        return bad_value(t);
    if (b)
        return b->f(t, e);
    const function *f = find_function(name);
    int reduces = f && (f->op == OP_MIN || f->op == OP_MAX);
    if (reduces && (e->indices || e->args.count == 1))
        return lower_reduction(t, e, name);
    if (f)
        return elementary(t, e, f);
    const char *no = absent(name);
    return no ? value_error(t, e->where, "%s", no) : unknown_function(t, e, name);
}

static int takes_indices(const char *name) {
    return word_in(name, "sum product min max array");
}

static int is_built_in(const char *name) {
    return find_builtin(name) || find_function(name) || absent(name);
}

int call_is_known(translation *t, const symbol *s) {
    return s->kind == SYMBOL_FUNCTION && s->class->external &&
           find_builtin(call_name(t, s->name));
}

value lower_call(translation *t, const ast *e) {
    symbol *s = name_resolve(t, e->text);
    if (s && call_is_known(t, s))
        return own_function(t, e, call_name(t, s->name));
    if (s && s->kind == SYMBOL_RECORD) {
        const symbol *constructor = overloaded_constructor(t, e, s);
        if (!constructor)
            return record_constructor(t, e, s);
        ast call = *e;
        call.text = constructor->name;
        results r = lower_results(t, &call);
        return r.count ? r.at[0] : bad_value(t);
    }
    if (s && s->kind == SYMBOL_FUNCTION) {
        results r = lower_results(t, e);
        return r.count ? r.at[0] : bad_value(t);
    }
    if (s && s->kind == SYMBOL_BROKEN)
        return bad_value(t);
    const char *name = call_name(t, e->text);
    if (s)
        return unknown_function(t, e, name);
    if (!is_built_in(name) && library_find(t, e->text))
        return lower_call(t, e);
    const char *full = name_import(t, e->text);
    if (full && !is_built_in(name) && library_find(t, full)) {
        ast call = *e;
        call.text = full;
        return lower_call(t, &call);
    }
    if (e->indices && !takes_indices(name))
        return value_error(
            t, e->where,
            "'%.80s' cannot be used with 'for'; sum, product, min and max can", e->text);
    return own_function(t, e, name);
}
