/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of the model's own functions and records. A function is inlined: its statements
 * are run on the expressions of the arguments, so what comes out can be differentiated.
 */
#include "translate.h"
#include <assert.h>
#include <string.h>

enum { MOST_NESTED = 100 }; /* calls within calls */

/* --- locals --- */

static void add_local_fields(translation *t, symbol *s, const value *v);

static symbol *place_local(translation *t, scope *s, symbol one, const value *v) {
    int added;
    one.kind = SYMBOL_LOCAL;
    one.shaped = one.defined = DONE;
    one.count = shape_count(one.rank, one.size);
    one.level = v ? v->level : LEVEL_CONSTANT;
    one.changing = v ? v->changing : NULL;
    symbol *local = scope_add(s, one, &added);
    if (!added) {
        semantic_error(t, one.where, "'%.80s' is declared twice, first on line %d",
                       one.name, local->where.line);
        return NULL;
    }
    if (one.type.kind == TYPE_RECORD) {
        add_local_fields(t, local, v);
        return local;
    }
    if (v && v->type.kind == TYPE_STRING) {
        local->text = v->text;
        local->wording = v->wording;
    }
    local->element = NEW_ARRAY(t, expr, one.count);
    for (int k = 0; k < one.count; k++)
        local->element[k] = v && v->type.kind != TYPE_STRING ? value_at(v, k)
                            : v                              ? expr_number(t->graph, 0)
                                                             : NO_VALUE_YET;
    return local;
}

static void add_local_fields(translation *t, symbol *s, const value *v) {
    const ast_class *c = s->type.definition->class;
    scope *inner = t->scope;
    s->fields = scope_new(t->arena, s->type.definition->scope);
    for (int i = 0; i < c->declarations.count; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        sizes found = {0};
        t->scope = s->type.definition->scope;
        symbol f = {.name = d->name,
                    .where = s->where,
                    .owner = s,
                    .declaration = d,
                    .type = find_type(t, d->type, d->type_where)};
        for (int k = 0; k < s->rank; k++)
            found.at[found.count++] = s->size[k];
        if (v) {
            f.rank = v->field[i].rank;
            f.size = v->field[i].size;
        } else if (lower_sizes(t, &d->dims, d->name, NULL, 0, &found) &&
                   lower_sizes(t, &d->type_dims, d->name, NULL, 0, &found) &&
                   type_sizes(t, d->type, &found)) {
            int *size = NEW_ARRAY(t, int, found.count);
            memcpy(size, found.at, sizeof(int) * (size_t)found.count);
            f.rank = found.count;
            f.size = size;
        }
        t->scope = inner;
        place_local(t, s->fields, f, v ? &v->field[i] : NULL);
    }
}

symbol *add_local(translation *t, scope *s, const ast_declaration *d, type of,
                  const value *v, int rank, const int *size) {
    symbol one = {.name = d->name,
                  .where = d->where,
                  .declaration = d,
                  .type = of,
                  .rank = rank,
                  .size = size};
    return place_local(t, s, one, v);
}

/* --- arguments --- */

/* The argument for input d, by name or as the at-th; NULL: not given. */
static const ast *find_argument(const ast *e, const ast_declaration *d, int at) {
    if (at < e->args.count && !e->args.at[at].label)
        return ast_arg(e, at);
    for (int i = 0; i < e->args.count; i++)
        if (e->args.at[i].label == d->name)
            return ast_arg(e, i);
    return NULL;
}

/* Every argument belongs to an input. */
static int check_arguments(translation *t, const ast *e, const ast_class *c, int all) {
    int inputs = 0;
    int named = 0;
    for (int i = 0; i < c->declarations.count; i++)
        inputs += all || c->declarations.at[i].input;
    if (e->args.count > inputs)
        return semantic_error(t, e->where, "'%.80s' takes %d argument%s, found %d",
                              e->text, inputs, inputs == 1 ? "" : "s", e->args.count);
    for (int i = 0; i < e->args.count; i++) {
        const char *label = e->args.at[i].label;
        int found = !label;
        for (int k = 0; k < c->declarations.count; k++)
            found |= c->declarations.at[k].name == label &&
                     (all || c->declarations.at[k].input);
        if (named && !label)
            semantic_error(t, ast_arg(e, i)->where,
                           "arguments by place stand before those by name");
        if (!found)
            semantic_error(t, ast_arg(e, i)->where, "'%.80s' has no %s '%.80s'", e->text,
                           all ? "field" : "input", label);
        if (!found || (named && !label))
            return 0;
        named |= label != NULL;
    }
    return 1;
}

/* v as the value of declaration d: its type and, where they are known, its sizes. */
static int check_value(translation *t, const ast *e, const ast_declaration *d, type of,
                       const value *v, sizes *own) {
    int fits = 1;
    if (is_bad(v) || of.kind == TYPE_BAD)
        return 0;
    if (!value_fits(of, v->type))
        return semantic_error(t, e->where, "'%.80s' of '%.80s' must be %s, found %s",
                              d->name, e->text, type_name(t, of), type_name(t, v->type));
    if (!lower_sizes(t, &d->dims, d->name, v, 0, own) ||
        !lower_sizes(t, &d->type_dims, d->name, v, d->dims.count, own) ||
        !type_sizes(t, d->type, own))
        return 0;
    fits = own->count == v->rank;
    for (int k = 0; k < v->rank && fits; k++)
        fits = own->at[k] == v->size[k];
    if (fits)
        return 1;
    return semantic_error(
        t, e->where, "'%.80s' of '%.80s' must have the size %s, found %s", d->name,
        e->text, shape_text(t->arena, own->count, own->at), value_shape(t, v));
}

static value function_convert(value v, type of) {
    if (of.kind == TYPE_REAL && v.type.kind == TYPE_INTEGER)
        v.type = of;
    return v;
}

/* --- calls --- */

static const char *call_path(translation *t, const frame *last, const symbol *f) {
    const char *path = f->name;
    for (const frame *at = t->frame; at != last->outer; at = at->outer)
        path = arena_print(t->arena, "%s -> %s", at->function->name, path);
    return path;
}

static int is_recursive(translation *t, const ast *e, const symbol *f) {
    for (const frame *at = t->frame; at; at = at->outer)
        if (at->function == f) {
            semantic_error(t, e->where,
                           "the function '%.80s' calls itself, which is not supported: "
                           "%.400s",
                           f->name, call_path(t, at, f));
            return 1;
        }
    if (!t->frame || t->frame->depth < MOST_NESTED)
        return 0;
    semantic_error(t, e->where, "calls are nested deeper than %d", MOST_NESTED);
    return 1;
}

static int may_call(translation *t, const ast *e, const symbol *f) {
    const ast_class *c = f->class;
    int outputs = 0;
    for (int i = 0; i < c->declarations.count; i++)
        outputs += c->declarations.at[i].output;
    if (c->external)
        semantic_error(t, e->where,
                       "'%.80s' is an external function, which cannot be called: write "
                       "it as an algorithm",
                       f->name);
    else if (c->partial || (!c->algorithms.count && outputs))
        semantic_error(t, e->where, "the function '%.80s' has no algorithm", f->name);
    else
        return !is_recursive(t, e, f) && check_arguments(t, e, c, 0);
    return 0;
}

/* What a call gives to an input. */
typedef struct argument {
    const ast *e; /* NULL: nothing, the default value counts */
    value v;
} argument;

/* The arguments in the order of the inputs, in the caller's scope; NULL after an error.
 */
static argument *lower_arguments(translation *t, const ast *e, const ast_class *c) {
    argument *list = NEW_ARRAY(t, argument, c->declarations.count);
    int n = 0;
    int fine = 1;
    for (int i = 0; i < c->declarations.count; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        if (!d->input)
            continue;
        argument *a = &list[n];
        a->e = find_argument(e, d, n++);
        if (a->e) {
            a->v = lower_expression(t, a->e);
            fine &= !is_bad(&a->v);
        } else if (!d->value) {
            semantic_error(t, e->where, "'%.80s' needs a value for its input '%.80s'",
                           e->text, d->name);
            return NULL;
        }
    }
    return fine ? list : NULL;
}

/* Its sizes may be written with its own: A[:, size(A, 1)]. */
static int check_input(translation *t, const ast *e, const ast_declaration *d, type of,
                       const value *v) {
    scope *inside = t->scope;
    sizes own = {0};
    if (is_bad(v))
        return 0;
    if (d->dims.count && v->type.kind != TYPE_RECORD && of.kind != TYPE_RECORD) {
        t->scope = scope_new(t->arena, inside);
        add_local(t, t->scope, d, of, v, v->rank, v->size);
    }
    int fits = check_value(t, e, d, of, v, &own);
    t->scope = inside;
    return fits;
}

/* Default values are read in the function's scope. */
static int bind_inputs(translation *t, const ast *e, const ast_class *c, scope *inside,
                       const argument *given) {
    for (int i = 0; i < c->declarations.count; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        if (!d->input)
            continue;
        value v = given->e ? given->v : lower_expression(t, d->value);
        given++;
        type of = find_type(t, d->type, d->type_where);
        if (!check_input(t, e, d, of, &v))
            return 0;
        v = function_convert(v, of);
        if (!add_local(t, inside, d, of, &v, v.rank, v.size))
            return 0;
    }
    return 1;
}

static int add_other(translation *t, const ast *e, const ast_declaration *d,
                     scope *inside) {
    sizes own = {0};
    value v = {0};
    type of = find_type(t, d->type, d->type_where);
    if (of.kind == TYPE_BAD)
        return 0;
    if (d->value) {
        v = lower_expression(t, d->value);
        if (!check_value(t, e, d, of, &v, &own))
            return 0;
        v = function_convert(v, of);
    } else if (!lower_sizes(t, &d->dims, d->name, NULL, 0, &own) ||
               !lower_sizes(t, &d->type_dims, d->name, NULL, 0, &own) ||
               !type_sizes(t, d->type, &own)) {
        return 0;
    }
    if (shape_count(own.count, own.at) < 0)
        return semantic_error(t, d->where, "'%.80s' has more than %d elements", d->name,
                              MOST_ELEMENTS);
    int *size = NEW_ARRAY(t, int, own.count);
    memcpy(size, own.at, sizeof(int) * (size_t)own.count);
    return add_local(t, inside, d, of, d->value ? &v : NULL, own.count, size) != NULL;
}

static int has_gap(const value *v) {
    if (v->type.kind == TYPE_RECORD) {
        for (int i = 0; i < field_count(v->type); i++)
            if (has_gap(&v->field[i]))
                return 1;
        return 0;
    }
    for (int k = 0; k < v->count && !is_bad(v); k++)
        if (value_at(v, k) == NO_VALUE_YET)
            return 1;
    return 0;
}

static results outputs_of(translation *t, const ast *e, const ast_class *c,
                          const scope *inside) {
    value *at = NEW_ARRAY(t, value, c->declarations.count);
    results r = {at, 0};
    for (int i = 0; i < c->declarations.count; i++) {
        if (!c->declarations.at[i].output)
            continue;
        symbol *s = scope_find_here(inside, c->declarations.at[i].name);
        value v = symbol_value(t, s, e->where);
        if (has_gap(&v)) {
            semantic_error(t, e->where,
                           "the function '%.80s' gives its output '%.80s' no "
                           "value",
                           c->name, s->name);
            v = bad_value(t);
        }
        at[r.count++] = v;
    }
    return r;
}

static results run_function(translation *t, const ast *e, symbol *f, argument *given);

/* --- calls for every element: f(v) is {f(v[1]), f(v[2]), ...} --- */

static int declared_rank(translation *t, const ast_declaration *d) {
    return d->dims.count + d->type_dims.count + type_rank(t, d->type);
}

/* The declaration of the one scalar result; NULL if the function has others. */
static const ast_declaration *scalar_result(translation *t, const ast_class *c) {
    const ast_declaration *found = NULL;
    int outputs = 0;
    for (int i = 0; i < c->declarations.count; i++)
        if (c->declarations.at[i].output) {
            outputs++;
            found = &c->declarations.at[i];
        }
    if (outputs != 1 || declared_rank(t, found))
        return NULL;
    return find_type(t, found->type, found->type_where).kind == TYPE_RECORD ? NULL
                                                                            : found;
}

/* How many dimensions more than its input each argument has, in `more`, and their sizes,
 * which are the same for all that have any. */
static int find_each(translation *t, const ast *e, const ast_class *c,
                     const argument *given, int *more, value *over) {
    *over = (value){.rank = 0};
    for (int i = 0, n = 0; i < c->declarations.count; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        if (!d->input)
            continue;
        const argument *a = &given[n++];
        more[n - 1] = a->e ? a->v.rank - declared_rank(t, d) : 0;
        if (more[n - 1] <= 0)
            continue;
        value outer = {.rank = more[n - 1], .size = a->v.size};
        if (over->rank && !same_shape(over, &outer))
            return semantic_error(
                t, e->where,
                "'%.80s' is called for every element of arrays with the sizes "
                "%s and %s, which must be the same",
                e->text, value_shape(t, over), value_shape(t, &outer));
        *over = outer;
    }
    over->count = shape_count(over->rank, over->size);
    if (over->count >= 0)
        return 1;
    return semantic_error(t, e->where, "'%.80s' is called for more than %d elements",
                          e->text, MOST_ELEMENTS);
}

/* Part k of `count`: the subscripts in front are gone. */
static value part_of(translation *t, const value *v, int more, int k, int count) {
    int block = v->count / count;
    selection s = {v->rank - more, block, (int *)v->size + more,
                   NEW_ARRAY(t, int, block)};
    for (int i = 0; i < block; i++)
        s.offset[i] = k * block + i;
    return value_select(t->arena, v, &s);
}

static results run_each(translation *t, const ast *e, symbol *f, const argument *given,
                        const int *more, const value *over) {
    const ast_declaration *d = scalar_result(t, f->class);
    int inputs = 0;
    for (int i = 0; i < f->class->declarations.count; i++)
        inputs += f->class->declarations.at[i].input;
    argument *one = NEW_ARRAY(t, argument, inputs);
    expr *at = NEW_ARRAY(t, expr, over->count);
    value *v = arena_alloc(t->arena, sizeof *v);
    *v = value_array(find_type(t, d->type, d->type_where), over->rank, over->size, at);
    for (int k = 0; k < over->count; k++) {
        for (int i = 0; i < inputs; i++) {
            one[i] = given[i];
            if (more[i] > 0)
                one[i].v = part_of(t, &given[i].v, more[i], k, over->count);
        }
        count_steps(t, 100, e->where);
        results r = run_function(t, e, f, one);
        if (r.count == 0)
            return r;
        at[k] = r.at[0].e;
        value_join(v, &r.at[0]);
    }
    return (results){v, 1};
}

static results run_function(translation *t, const ast *e, symbol *f, argument *given) {
    const ast_class *c = f->class;
    scope *inside = scope_new(t->arena, f->scope);
    results none = {NULL, 0};
    execution x = {.t = t, .locals = inside, .is_function = 1, .guard = NO_EXPR};
    int errors = t->context->errors;
    int *more = NEW_ARRAY(t, int, c->declarations.count);
    value over;
    t->scope = inside;
    declare_imports(t, c->imports.count, c->imports.at);
    declare_types(t, c->types.count, c->types.at);
    declare_classes(t, &c->classes);
    if (scalar_result(t, c)) {
        if (!find_each(t, e, c, given, more, &over))
            return none;
        if (over.rank)
            return run_each(t, e, f, given, more, &over);
    }
    if (!bind_inputs(t, e, c, inside, given))
        return none;
    for (int i = 0; i < c->declarations.count; i++)
        if (!c->declarations.at[i].input &&
            !add_other(t, e, &c->declarations.at[i], inside))
            return none;
    for (int i = 0; i < c->algorithms.count; i++)
        execute(&x, &c->algorithms.at[i].statements);
    execute_end(&x);
    if (t->context->errors > errors)
        return none;
    return outputs_of(t, e, c, inside);
}

results lower_results(translation *t, const ast *e) {
    symbol *f = name_resolve(t, e->text);
    results r = {NULL, 0};
    if (!f || f->kind != SYMBOL_FUNCTION) {
        value *one = arena_alloc(t->arena, sizeof *one);
        *one = lower_call(t, e);
        return (results){one, !is_bad(one)};
    }
    if (!may_call(t, e, f))
        return r;
    argument *given = lower_arguments(t, e, f->class);
    if (!given)
        return r;
    count_steps(t, 100, e->where);
    frame here = {t->frame, f, t->frame ? t->frame->depth + 1 : 1, t->executing,
                  t->end_size};
    scope *caller = t->scope;
    int loops = t->loops.count;
    t->frame = &here;
    t->executing = 1;
    t->end_size = -1;
    r = run_function(t, e, f, given);
    t->frame = here.outer;
    t->executing = here.executing;
    t->end_size = here.end_size;
    t->scope = caller;
    t->loops.count = loops;
    return r;
}

/* --- records: R(1, b = 2) --- */

value record_constructor(translation *t, const ast *e, symbol *record) {
    const ast_class *c = record->class;
    int n = c->declarations.count;
    value v = {.type = {TYPE_RECORD, record}, .count = 1};
    value *field = NEW_ARRAY(t, value, n);
    if (!check_arguments(t, e, c, 1))
        return bad_value(t);
    scope *caller = t->scope;
    scope *inside = scope_new(t->arena, record->scope);
    for (int i = 0; i < n; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        const ast *a = find_argument(e, d, i);
        if (!a && !d->value)
            return value_error(t, e->where,
                               "the record '%.80s' needs a value for '%.80s'", e->text,
                               d->name);
        t->scope = a ? caller : inside;
        field[i] = lower_expression(t, a ? a : d->value);
        t->scope = inside;
        type of = find_type(t, d->type, d->type_where);
        sizes own = {0};
        int fits = check_value(t, e, d, of, &field[i], &own);
        if (fits) {
            field[i] = function_convert(field[i], of);
            add_local(t, inside, d, of, &field[i], field[i].rank, field[i].size);
            value_join(&v, &field[i]);
        }
        t->scope = caller;
        if (!fits)
            return bad_value(t);
    }
    v.field = field;
    return v;
}
