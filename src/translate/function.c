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

/* Elements are those of the value; a text has none that count. */
static symbol *place_local(translation *t, scope *s, symbol one, const value *v) {
    one.kind = SYMBOL_LOCAL;
    one.shaped = one.defined = DONE;
    one.count = shape_count(one.rank, one.size);
    one.level = v ? v->level : LEVEL_CONSTANT;
    one.changing = v ? v->changing : NULL;
    symbol *local = scope_add(s, one);
    if (!local) {
        semantic_error(t, one.where, "'%.80s' is declared twice, first on line %d",
                       one.name, scope_find_here(s, one.name)->where.line);
        return NULL;
    }
    if (one.type.kind == TYPE_RECORD) {
        add_local_fields(t, local, v);
        return local;
    }
    local->object = v ? v->object : NULL;
    int is_text = v && v->type.kind == TYPE_STRING;
    if (is_text) {
        local->text = v->text;
        local->wording = v->wording;
    }
    expr otherwise = is_text ? number_of(t, 0) : NO_VALUE_YET;
    local->element = NEW_ARRAY(t, expr, one.count);
    for (int k = 0; k < one.count; k++)
        local->element[k] = v && !is_text ? value_at(v, k) : otherwise;
    return local;
}

/* The sizes that its declaration adds to those found; 0 after an error. */
static int local_sizes(translation *t, const symbol *s, sizes *found) {
    if (s->type.kind == TYPE_BAD || !declared_sizes(t, s->declaration, NULL, found))
        return 0;
    return shape_count(found->count, found->at) >= 0 ||
           semantic_error(t, s->where, "'%.80s' has more than %d elements",
                          path_text(t, s), MOST_ELEMENTS);
}

/* Adds a local for each field, with the shape of its value or else as declared. */
static void add_local_fields(translation *t, symbol *s, const value *v) {
    const ast_class *c = s->type.definition->class;
    scope *inner = t->scope;
    s->fields = scope_new(t->arena, s->type.definition->scope);
    for (int i = 0; i < c->declarations.count; i++) {
        const ast_declaration *d = &c->declarations.at[i];
        const value *own = v ? &v->field[i] : NULL;
        if (scope_find_here(s->fields, d->name)) {
            semantic_error(t, d->where, "the record has the field '%.80s' twice",
                           d->name);
            continue;
        }
        sizes found = {.count = s->rank};
        t->scope = s->type.definition->scope;
        symbol f = {.name = d->name,
                    .where = s->where,
                    .owner = s,
                    .declaration = d,
                    .type = find_type(t, d->type, d->type_where)};
        for (int k = 0; k < s->rank; k++)
            found.at[k] = s->size[k];
        if (own || local_sizes(t, &f, &found)) {
            f.rank = own ? own->rank : found.count;
            f.size = own ? own->size : sizes_keep(t, &found);
            t->scope = inner;
            place_local(t, s->fields, f, own);
        } else {
            t->scope = inner;
            f.kind = SYMBOL_BROKEN;
            scope_add(s->fields, f);
        }
    }
}

symbol *add_local(translation *t, scope *s, const ast_declaration *d, type of,
                  const value *v, int rank, const int *size) {
    assert(rank >= 0 && rank <= MOST_RANK);
    symbol one = {.name = d->name,
                  .where = d->where,
                  .declaration = d,
                  .type = of,
                  .rank = rank,
                  .size = size};
    return place_local(t, s, one, v);
}

/* --- arguments --- */

/* Inputs that 'function f(p = a)' has given already: those that are left count. */
typedef struct bound_input {
    const char *name;
    value v;
} bound_input;

struct bound_inputs {
    LIST(bound_input) list;
};

static const value *find_bound(const symbol *f, const char *name) {
    if (f->bound)
        LIST_EACH(const bound_input, b, f->bound->list)
            if (b->name == name)
                return &b->v;
    return NULL;
}

/* The argument for input d, by name or as the at-th; NULL: not given. */
static const ast *find_argument(const ast *e, const ast_declaration *d, int at) {
    if (at < e->args.count && !e->args.at[at].label)
        return ast_arg(e, at);
    LIST_EACH(const ast_operand, a, e->args)
        if (a->label == d->name)
            return a->value;
    return NULL;
}

static int has_input(const ast_class *c, const char *name, int all) {
    LIST_EACH(const ast_declaration, d, c->declarations)
        if (d->name == name && (all || d->input))
            return 1;
    return 0;
}

/* The function that an input stands for where it is called: its type is a function. */
static symbol *function_type(translation *t, scope *inside, const ast_declaration *d) {
    scope *outer = t->scope;
    t->scope = inside;
    symbol *s = name_resolve(t, d->type);
    t->scope = outer;
    return s && s->kind == SYMBOL_FUNCTION ? s : NULL;
}

static int function_count_inputs(const ast_class *c) {
    int inputs = 0;
    LIST_EACH(const ast_declaration, d, c->declarations)
        inputs += d->input;
    return inputs;
}

/* Every argument belongs to an input, or to any field of a record. */
static int check_arguments(translation *t, const ast *e, const ast_class *c, int all,
                           int bound) {
    int inputs = all ? c->declarations.count : function_count_inputs(c) - bound;
    int named = 0;
    if (e->args.count > inputs)
        return semantic_error(t, e->where, "'%.80s' takes %d argument%s, found %d",
                              e->text, inputs, inputs == 1 ? "" : "s", e->args.count);
    LIST_EACH(const ast_operand, a, e->args) {
        if (named && !a->label)
            return semantic_error(t, a->value->where,
                                  "positional arguments must precede named arguments");
        if (a->label && !has_input(c, a->label, all))
            return semantic_error(t, a->value->where, "'%.80s' has no %s '%.80s'",
                                  e->text, all ? "field" : "input", a->label);
        named |= a->label != NULL;
    }
    return 1;
}

/* v as the value of declaration d: its type and, where they are known, its sizes. */
static int check_value(translation *t, const ast *e, const ast_declaration *d, type of,
                       const value *v, sizes *own) {
    if (is_bad(v) || of.kind == TYPE_BAD)
        return 0;
    if (!value_fits(of, v->type))
        return semantic_error(t, e->where, "'%.80s' of '%.80s' must be %s, found %s",
                              d->name, e->text, type_name(t, of), type_name(t, v->type));
    if (!declared_sizes(t, d, v, own))
        return 0;
    value wanted = {.rank = own->count, .size = own->at};
    return same_shape(&wanted, v) ||
           semantic_error(t, e->where,
                          "'%.80s' of '%.80s' must have the size %s, found %s", d->name,
                          e->text, value_shape(t, &wanted), value_shape(t, v));
}

/* The names from one call of f to the next. */
static const char *call_path(translation *t, const symbol *f) {
    const char *path = f->name;
    const frame *at = t->frame;
    for (; at && at->function != f; at = at->outer)
        path = arena_print(t->arena, "%s -> %s", at->function->name, path);
    return at ? arena_print(t->arena, "%s -> %s", f->name, path) : NULL;
}

/* A function may call itself, as long as conditions that are known end that. */
static int may_nest(translation *t, const ast *e, const symbol *f) {
    if (!t->frame || t->frame->depth < MOST_NESTED)
        return 1;
    const char *path = call_path(t, f);
    if (path)
        return semantic_error(t, e->where,
                              "the function '%.80s' calls itself more than %d times: "
                              "%.400s; the condition that ends this must be known when "
                              "the model is read",
                              f->name, MOST_NESTED, path);
    return semantic_error(t, e->where, "calls are nested deeper than %d", MOST_NESTED);
}

static value function_convert(value v, type of) {
    if (of.kind == TYPE_REAL && v.type.kind == TYPE_INTEGER)
        v.type = of;
    return v;
}

/* --- calls --- */

/* Does every output get its value where it is declared? */
static int outputs_have_values(const ast_class *c) {
    LIST_EACH(const ast_declaration, d, c->declarations)
        if (d->output && !d->value)
            return 0;
    return 1;
}

static int may_call(translation *t, const ast *e, const symbol *f) {
    const ast_class *c = f->class;
    int outputs = 0;
    LIST_EACH(const ast_declaration, d, c->declarations)
        outputs += d->output;
    int is_native = c->external && native_of(t, c);
    if (c->external && !is_native)
        return semantic_error(
            t, e->where,
            "'%.80s' is an external function that is not known here; known are many of "
            "<math.h> (docs/language.md): write it as an algorithm",
            f->name);
    int has_no_values = !c->algorithms.count && outputs && !outputs_have_values(c);
    if (!is_native && (c->partial || has_no_values))
        return semantic_error(t, e->where, "the function '%.80s' has no algorithm",
                              f->name);
    return may_nest(t, e, f) &&
           check_arguments(t, e, c, 0, f->bound ? f->bound->list.count : 0);
}

/* What a call gives to an input. */
typedef struct argument {
    const ast *e; /* NULL: nothing, the default value counts */
    value v;
    symbol *function; /* or NULL */
} argument;

static const char *adds_to_bound(translation *t, const ast *e, const symbol *f,
                                 struct bound_inputs *to) {
    LIST_EACH(const ast_operand, a, e->args) {
        if (!a->label || !has_input(f->class, a->label, 0) || find_bound(f, a->label))
            return a->label ? a->label : "an argument without a name";
        bound_input one = {a->label, lower_expression(t, a->value)};
        LIST_PUSH(t->arena, to->list, one);
    }
    return NULL;
}

/* A function as an argument: its name, or 'function f(p = a)' with some of its inputs. */
static symbol *lower_function(translation *t, const ast *e) {
    symbol *f = NULL;
    if (e->kind == AST_NAME || e->kind == AST_FUNCTION)
        f = name_resolve(t, e->text);
    if (!f && (e->kind == AST_NAME || e->kind == AST_FUNCTION))
        f = library_find(t, e->text);
    if (!f && e->kind == AST_FUNCTION) {
        semantic_error(t, e->where, "unknown function '%.200s'", e->text);
        return NULL;
    }
    if (!f || f->kind != SYMBOL_FUNCTION) {
        semantic_error(t, e->where,
                       "this argument must be a function of the model, or 'function "
                       "f(p = a)' with some of its inputs; found '%.80s'",
                       ast_text(t, e));
        return NULL;
    }
    symbol *own = arena_alloc(t->arena, sizeof *own);
    struct bound_inputs *all = arena_alloc(t->arena, sizeof *all);
    *own = *f;
    own->bound = all;
    if (f->bound)
        LIST_EACH(const bound_input, b, f->bound->list)
            LIST_PUSH(t->arena, all->list, *b);
    const char *wrong = e->kind == AST_FUNCTION ? adds_to_bound(t, e, f, all) : NULL;
    if (wrong)
        semantic_error(t, e->where, "'%.80s' has no input '%.80s' that is left to give",
                       e->text, wrong);
    return wrong ? NULL : own;
}

/* The arguments in the order of the inputs, in the caller's scope; NULL after an error.
 */
static argument *lower_arguments(translation *t, const ast *e, const symbol *f) {
    const ast_class *c = f->class;
    int at = 0;
    argument *list = NEW_ARRAY(t, argument, c->declarations.count);
    int n = 0;
    int fine = 1;
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->input)
            continue;
        argument *a = &list[n];
        n++;
        const value *bound = find_bound(f, d->name);
        a->e = bound ? e : find_argument(e, d, at++);
        if (bound) {
            a->v = *bound;
            fine &= !is_bad(&a->v);
        } else if (a->e && function_type(t, f->scope, d)) {
            a->function = lower_function(t, a->e);
            fine &= a->function != NULL;
        } else if (a->e) {
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

/* The scope of what it stands for stays: there its own names are found. */
static void scope_add_function(scope *inside, const symbol *own) {
    scope *of = own->scope;
    symbol *s = scope_add(inside, *own);
    if (s)
        s->scope = of;
}

/* Default values are read in the function's scope. */
static int bind_inputs(translation *t, const ast *e, const ast_class *c, scope *inside,
                       const argument *given) {
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->input)
            continue;
        const argument *a = given++;
        if (a->function) {
            symbol own = *a->function;
            own.name = d->name;
            own.where = d->where;
            scope_add_function(inside, &own);
            continue;
        }
        value v = a->e ? a->v : lower_expression(t, d->value);
        type of = find_type(t, d->type, d->type_where);
        v = record_as(t, &v, of);
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
        v = record_as(t, &v, of);
    }
    if (d->value ? !check_value(t, e, d, of, &v, &own)
                 : !declared_sizes(t, d, NULL, &own))
        return 0;
    v = function_convert(v, of);
    if (shape_count(own.count, own.at) < 0)
        return semantic_error(t, d->where, "'%.80s' has more than %d elements", d->name,
                              MOST_ELEMENTS);
    return add_local(t, inside, d, of, d->value ? &v : NULL, own.count,
                     sizes_keep(t, &own)) != NULL;
}

static int has_gap(const value *v) {
    int gap = 0;
    if (is_record(v))
        for (int i = 0; i < field_count(v->type) && !gap; i++)
            gap = has_gap(&v->field[i]);
    else
        for (int k = 0; k < v->count && !is_bad(v) && !gap; k++)
            gap = value_at(v, k) == NO_VALUE_YET;
    return gap;
}

static results outputs_of(translation *t, const ast *e, const ast_class *c,
                          const scope *inside) {
    value *at = NEW_ARRAY(t, value, c->declarations.count);
    const int is_whole = !annotation_flag(t, &c->annotation, "Inline", 1);
    results r = {at, 0};
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->output)
            continue;
        symbol *s = scope_find_here(inside, d->name);
        value v = symbol_value(t, s, e->where);
        if (has_gap(&v))
            v = value_error(t, e->where,
                            "the function '%.80s' does not assign its output '%.80s'",
                            c->name, s->name);
        else if (is_whole && v.rank == 0 && v.type.kind == TYPE_REAL)
            v.e = expr_whole(t->graph, v.e);
        at[r.count++] = v;
    }
    return r;
}

static results run_function(translation *t, const ast *e, symbol *f, argument *given);

/* --- calls for every element: f(v) is {f(v[1]), f(v[2]), ...} --- */

/* The declaration of the one scalar result; NULL if the function has others. */
static const ast_declaration *scalar_result(translation *t, const ast_class *c) {
    const ast_declaration *found = NULL;
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->output)
            continue;
        if (found)
            return NULL;
        found = d;
    }
    if (!found || declared_rank(t, found) ||
        find_type(t, found->type, found->type_where).kind == TYPE_RECORD)
        return NULL;
    return found;
}

/* Finds how many dimensions more than its input each argument has, in `more`, and their
 * sizes, which are the same for all that have any. */
static int find_each(translation *t, const ast *e, const ast_class *c,
                     const argument *given, int *more, value *over) {
    *over = (value){.rank = 0};
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->input)
            continue;
        const argument *a = given++;
        *more = a->e && !a->function ? a->v.rank - declared_rank(t, d) : 0;
        value outer = {.rank = *more++, .size = a->v.size};
        if (outer.rank <= 0)
            continue;
        if (over->rank && !same_shape(over, &outer))
            return semantic_error(
                t, e->where,
                "'%.80s' is called for every element of arrays with the sizes "
                "%s and %s, which must be the same",
                e->text, value_shape(t, over), value_shape(t, &outer));
        *over = outer;
    }
    over->count = shape_count(over->rank, over->size);
    return over->count >= 0 ||
           semantic_error(t, e->where, "'%.80s' is called for more than %d elements",
                          e->text, MOST_ELEMENTS);
}

value value_part(translation *t, const value *v, int more, int k, int count) {
    assert(count > 0 && v->count % count == 0 && more <= v->rank);
    int block = v->count / count;
    selection s = {v->rank - more, block, (int *)v->size + more,
                   NEW_ARRAY(t, int, block)};
    for (int i = 0; i < block; i++)
        s.offset[i] = k * block + i;
    return value_select(t->arena, v, &s);
}

/* Calls the function for every element and stacks its scalar results. */
static results run_each(translation *t, const ast *e, symbol *f, const argument *given,
                        const int *more, const value *over) {
    const ast_declaration *d = scalar_result(t, f->class);
    int inputs = function_count_inputs(f->class);
    argument *one = NEW_ARRAY(t, argument, inputs);
    expr *at = NEW_ARRAY(t, expr, over->count);
    value *v = arena_alloc(t->arena, sizeof *v);
    *v = value_array(find_type(t, d->type, d->type_where), over->rank, over->size, at);
    for (int k = 0; k < over->count; k++) {
        for (int i = 0; i < inputs; i++) {
            one[i] = given[i];
            if (more[i] > 0)
                one[i].v = value_part(t, &given[i].v, more[i], k, over->count);
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

/* Inlines a call: for every element where arguments have more dimensions than inputs. */
static results run_function(translation *t, const ast *e, symbol *f, argument *given) {
    const ast_class *c = f->class;
    scope *inside = scope_new(t->arena, f->scope);
    results none = {NULL, 0};
    execution x = {.t = t, .locals = inside, .is_function = 1, .guard = NO_EXPR};
    x.entry = t->taken;
    int errors = error_count(t);
    int *more = NEW_ARRAY(t, int, c->declarations.count);
    value over;
    t->scope = inside;
    declare_inner(t, c);
    declare_classes(t, &c->classes);
    if (scalar_result(t, c)) {
        if (!find_each(t, e, c, given, more, &over))
            return none;
        if (over.rank)
            return run_each(t, e, f, given, more, &over);
    }
    if (!bind_inputs(t, e, c, inside, given))
        return none;
    LIST_EACH(const ast_declaration, d, c->declarations)
        if (!d->input && !add_other(t, e, d, inside))
            return none;
    LIST_EACH(const ast_algorithm, a, c->algorithms)
        execute(&x, &a->statements);
    execute_end(&x);
    if (c->external)
        run_native(t, e, c, inside);
    return error_count(t) > errors ? none : outputs_of(t, e, c, inside);
}

/* Whether the function has a continuous derivative: annotation(smoothOrder = 1). */
static int function_is_smooth(const ast_class *c) {
    LIST_EACH(const ast_argument, a, c->annotation)
        if (strcmp(a->name, "smoothOrder") == 0)
            return a->value && a->value->kind == AST_NUMBER && a->value->value >= 1;
    return 0;
}

/* Calls a function of the model; any other call has one result. */
results lower_results(translation *t, const ast *e) {
    symbol *f = name_resolve(t, e->text);
    results r = {NULL, 0};
    if (!f)
        f = library_find(t, e->text);
    if (!f || f->kind != SYMBOL_FUNCTION || call_is_known(t, f)) {
        value *one = arena_alloc(t->arena, sizeof *one);
        *one = lower_call(t, e);
        return (results){one, !is_bad(one)};
    }
    argument *given = may_call(t, e, f) ? lower_arguments(t, e, f) : NULL;
    if (!given)
        return r;
    count_steps(t, 100, e->where);
    frame here = {t->frame,
                  f,
                  t->frame ? t->frame->depth + 1 : 1,
                  t->executing,
                  t->end_size,
                  (t->frame && t->frame->is_smooth) || function_is_smooth(f->class)};
    scope *caller = t->scope;
    int loops = t->loops.count;
    const premise *before = t->taken;
    const expr pass = t->pass;
    t->pass = NO_EXPR;
    t->frame = &here;
    t->executing = 1;
    t->end_size = -1;
    r = run_function(t, e, f, given);
    t->frame = here.outer;
    t->executing = here.executing;
    t->end_size = here.end_size;
    t->scope = caller;
    t->taken = before;
    t->pass = pass;
    t->loops.count = loops;
    return r;
}

results lower_tuple(translation *t, const ast_equation *e, const char *equals) {
    assert(e->left->kind == AST_TUPLE);
    results r = {NULL, 0};
    if (e->right->kind != AST_CALL) {
        semantic_error(
            t, e->right->where,
            "a list of results needs a function call on the right side: (a, b) %s f(x)",
            equals);
        return r;
    }
    r = lower_results(t, e->right);
    if (r.count && r.count < e->left->args.count)
        semantic_error(t, e->where, "'%.80s' has %d results, not %d", e->right->text,
                       r.count, e->left->args.count);
    return r;
}

/* --- records: R(1, b = 2) --- */

/* Reads defaults in a scope that has the fields before them. */
value record_constructor(translation *t, const ast *e, symbol *record) {
    assert(record->kind == SYMBOL_RECORD);
    const ast_class *c = record->class;
    int n = c->declarations.count;
    value v = {.type = {TYPE_RECORD, record}, .count = 1};
    value *field = NEW_ARRAY(t, value, n);
    if (!check_arguments(t, e, c, 1, 0))
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
        field[i] = record_as(t, &field[i], of);
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
