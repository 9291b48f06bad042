/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators and constructors that records define (Modelica 14): the function of the
 * operator that takes the operands as they are; else the one that takes them after a
 * constructor has made a record of a number; else element by element. */
#include "translate.h"
#include <assert.h>
#include <string.h>

enum { MOST_CANDIDATES = 16 };

typedef struct candidates {
    const symbol *at[MOST_CANDIDATES];
    int count;
} candidates;

/* --- the functions of a record --- */

/* "Vector.'*'.scale", or "Vector.'+'" for an operator that is one function */
static const char *operator_name(translation *t, const symbol *record,
                                 const ast_operator *o) {
    if (o->function->name == o->name)
        return intern(t, arena_print(t->arena, "%s.%s", record->name, o->name));
    return intern(
        t, arena_print(t->arena, "%s.%s.%s", record->name, o->name, o->function->name));
}

/* output R r(x = a) without statements: the value R(x = a) */
static void construct_output(translation *t, ast_class *f) {
    LIST_EACH(ast_declaration, d, f->declarations) {
        if (!d->output || d->value || !d->modifiers.count || f->algorithms.count > 1 ||
            (f->algorithms.count && f->algorithms.at[0].statements.count))
            continue;
        ast *call = arena_alloc(lasting(t), sizeof *call);
        call->kind = AST_CALL;
        call->text = d->type;
        call->where = d->where;
        LIST_EACH(const ast_argument, m, d->modifiers)
            if (m->value) {
                ast_operand one = {.value = m->value, .label = m->name};
                call->begin = call->args.count ? call->begin : m->value->begin;
                call->end = m->value->end;
                LIST_PUSH(lasting(t), call->args, one);
            }
        d->value = call;
        memset(&d->modifiers, 0, sizeof d->modifiers);
    }
}

void declare_operators(translation *t, const symbol *record) {
    LIST_EACH(const ast_operator, o, record->class->operators) {
        symbol one = {.kind = SYMBOL_FUNCTION,
                      .name = operator_name(t, record, o),
                      .where = o->function->where,
                      .class = o->function};
        construct_output(t, o->function);
        if (!scope_add(t->scope, one))
            semantic_error(t, one.where, "the operator function '%.80s' is defined twice",
                           one.name);
    }
}

static void add_candidate(candidates *to, const symbol *s) {
    for (int i = 0; i < to->count; i++)
        if (to->at[i] == s)
            return;
    if (s && s->kind == SYMBOL_FUNCTION && to->count < MOST_CANDIDATES)
        to->at[to->count++] = s;
}

/* Adds the functions of an operator; those of the library are found by their names. */
static void add_operator(translation *t, const symbol *record, const char *op,
                         candidates *to) {
    LIST_EACH(const ast_operator, o, record->class->operators)
        if (strcmp(o->name, op) == 0)
            add_candidate(to,
                          scope_find_here(record->scope, operator_name(t, record, o)));
    if (record->scope != t->plain_library && record->scope != t->library)
        return;
    const char *head = arena_print(t->arena, "%s.%s", record->name, op);
    size_t size = strlen(head);
    LIST_EACH(symbol *const, s, record->scope->symbols)
        if (strncmp((*s)->name, head, size) == 0 &&
            ((*s)->name[size] == 0 || (*s)->name[size] == '.'))
            add_candidate(to, *s);
}

/* --- which one takes these arguments --- */

static int takes(translation *t, const symbol *f, int count,
                 const value *const *argument) {
    scope *before = t->scope;
    int at = 0;
    int fits = 1;
    t->scope = f->scope;
    LIST_EACH(const ast_declaration, d, f->class->declarations) {
        if (!d->input || !fits)
            continue;
        if (at < count) {
            type of = find_type(t, d->type, d->type_where);
            fits = value_fits(of, argument[at]->type) &&
                   declared_rank(t, d) == argument[at]->rank;
        } else {
            fits = d->value != NULL;
        }
        at++;
    }
    t->scope = before;
    return fits && at >= count;
}

static const symbol *choose(translation *t, const candidates *from, int count,
                            const value *const *argument) {
    for (int i = 0; i < from->count; i++)
        if (takes(t, from->at[i], count, argument))
            return from->at[i];
    return NULL;
}

value call_with(translation *t, const ast *e, const symbol *f, int count,
                const value *const *argument) {
    ast call = {.kind = AST_CALL, .text = f->name, .where = e->where, .begin = e->begin};
    call.end = e->end;
    ast node[2];
    ast_shared done[2];
    assert(count <= 2);
    for (int i = 0; i < count; i++) {
        done[i].lowered = argument[i];
        node[i] = (ast){.kind = AST_TUPLE, .where = e->where, .shared = &done[i]};
        node[i].begin = e->begin;
        node[i].end = e->end;
        LIST_PUSH(t->arena, call.args, ((ast_operand){.value = &node[i]}));
    }
    scope *before = t->scope;
    t->scope = f->scope;
    results r = lower_results(t, &call);
    t->scope = before;
    return r.count ? r.at[0] : bad_value(t);
}

/* --- constructors --- */

/* Inside of a constructor, R(...) is the record itself. */
static int constructs(const translation *t, const symbol *record) {
    for (const frame *f = t->frame; f; f = f->outer) {
        const char *name = f->function->name;
        size_t size = strlen(record->name);
        if (strncmp(name, record->name, size) == 0 &&
            strncmp(name + size, ".'constructor'", strlen(".'constructor'")) == 0)
            return 1;
    }
    return 0;
}

const symbol *overloaded_constructor(translation *t, const ast *e, const symbol *record) {
    candidates all = {.count = 0};
    if (!record->class->operators.count && record->scope != t->plain_library)
        return NULL;
    add_operator(t, record, "'constructor'", &all);
    if (!all.count || constructs(t, record))
        return NULL;
    const value *argument[MOST_CANDIDATES];
    if (e->args.count > MOST_CANDIDATES)
        return NULL;
    if (all.count == 1)
        return all.at[0];
    for (int i = 0; i < e->args.count; i++) {
        value *v = arena_alloc(t->arena, sizeof *v);
        *v = lower_expression(t, ast_arg(e, i));
        if (is_bad(v) || e->args.at[i].label)
            return all.at[0];
        argument[i] = v;
    }
    return choose(t, &all, e->args.count, argument);
}

/* v as a record of the type, by a constructor that takes it alone. */
static int convert(translation *t, const ast *e, const symbol *record, const value *v,
                   value *to) {
    candidates all = {.count = 0};
    if (v->rank)
        return 0;
    add_operator(t, record, "'constructor'", &all);
    const symbol *f = choose(t, &all, 1, &v);
    if (f)
        *to = call_with(t, e, f, 1, &v);
    return f && !is_bad(to);
}

/* --- operators --- */

static value no_operator(translation *t, const ast *e, const char *op, const value *a,
                         const value *b) {
    const char *shape = arena_print(t->arena, "%s%s", a->rank ? "an array of " : "",
                                    type_name(t, a->type));
    if (!b)
        return value_error(t, e->where, "the operator %s is not defined for %s", op,
                           shape);
    return value_error(t, e->where, "the operator %s is not defined for %s and %s%s", op,
                       shape, b->rank ? "an array of " : "", type_name(t, b->type));
}

static const symbol *record_of(const value *a, const value *b) {
    return is_record(a) ? a->type.definition : b->type.definition;
}

static value element(translation *t, const value *v, int k) {
    if (!v->rank)
        return *v;
    int offset = k;
    selection one = {0, 1, NULL, &offset};
    return value_select(t->arena, v, &one);
}

/* Applies the operator to each element; scalars serve all of them. */
static value each_element(translation *t, const ast *e, const char *op, const value *a,
                          const value *b) {
    const value *shape = a->rank ? a : b;
    int n = shape->count;
    if (a->rank && b && b->rank &&
        (!same_shape(a, b) || strcmp(op, "'*'") == 0 || strcmp(op, "'/'") == 0))
        return no_operator(t, e, op, a, b);
    if (!n)
        return *shape;
    value *part = NEW_ARRAY(t, value, n);
    for (int k = 0; k < n; k++) {
        value left = element(t, a, k);
        value right = b ? element(t, b, k) : left;
        part[k] = overloaded(t, e, op, &left, b ? &right : NULL);
        if (is_bad(&part[k]))
            return bad_value(t);
    }
    if (shape->rank != 1)
        return no_operator(t, e, op, a, b);
    return array_stack(t, n, part, e->where);
}

value overloaded(translation *t, const ast *e, const char *op, const value *a,
                 const value *b) {
    candidates all = {.count = 0};
    const value *argument[] = {a, b};
    int count = b ? 2 : 1;
    if (is_record(a))
        add_operator(t, a->type.definition, op, &all);
    if (b && is_record(b))
        add_operator(t, b->type.definition, op, &all);
    const symbol *f = choose(t, &all, count, argument);
    if (f)
        return call_with(t, e, f, count, argument);
    if (!all.count)
        return no_operator(t, e, op, a, b);
    if (a->rank || (b && b->rank))
        return each_element(t, e, op, a, b);
    value made;
    for (int i = 0; i < count && b; i++) {
        if (is_record(argument[i]) || !convert(t, e, record_of(a, b), argument[i], &made))
            continue;
        argument[i] = &made;
        f = choose(t, &all, count, argument);
        return f ? call_with(t, e, f, count, argument) : no_operator(t, e, op, a, b);
    }
    return no_operator(t, e, op, a, b);
}

/* Takes small known powers as products: a logarithm would exclude zero. */
value overloaded_power(translation *t, const ast *e, const value *a, const value *b) {
    enum { MOST_FACTORS = 64 };
    double n = 0;
    int is_integer = b->type.kind == TYPE_INTEGER && !b->rank &&
                     value_is_known(t, b, EVALUATE_FINAL, &n);
    if (!is_integer || n < 1 || n > MOST_FACTORS)
        return overloaded(t, e, "'^'", a, b);
    value v = *a;
    for (int k = 1; k < (int)n && !is_bad(&v); k++)
        v = overloaded(t, e, "'*'", &v, a);
    return v;
}
