/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations: which names there are, their sizes, and their places in the system. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- kinds --- */

static symbol_kind declare_kind_of(const ast_declaration *d, type of) {
    if (of.kind == TYPE_BAD)
        return SYMBOL_BROKEN;
    int fixed = d->prefix == PREFIX_CONSTANT || d->prefix == PREFIX_PARAMETER;
    if (of.kind == TYPE_TABLE)
        return SYMBOL_TABLE;
    if (of.kind == TYPE_STRING)
        return fixed ? SYMBOL_TEXT : SYMBOL_BROKEN;
    if (fixed)
        return d->prefix == PREFIX_CONSTANT ? SYMBOL_CONSTANT : SYMBOL_PARAMETER;
    if (d->input)
        return SYMBOL_INPUT;
    int varies = of.kind == TYPE_REAL || of.kind == TYPE_RECORD;
    return varies && d->prefix != PREFIX_DISCRETE ? SYMBOL_VARIABLE : SYMBOL_DISCRETE;
}

/* The fields of a parameter are parameters, those of a variable what their types say. */
static symbol_kind field_kind(const symbol *owner, const ast_declaration *d, type of) {
    ast_declaration inside = *d;
    inside.input = 0; /* those of components are unknowns */
    symbol_kind own = declare_kind_of(&inside, of);
    if (own == SYMBOL_BROKEN && of.kind == TYPE_STRING)
        return SYMBOL_TEXT;
    if (own == SYMBOL_BROKEN || own == SYMBOL_TEXT || own == SYMBOL_TABLE ||
        own == SYMBOL_CONSTANT)
        return own;
    return owner->kind == SYMBOL_VARIABLE ? own : owner->kind;
}

/* Adds the name; a Real that a 'when' assigns is discrete, whatever its declaration. */
static void declare(translation *t, const ast_declaration *d) {
    if (word_in(d->name, "time Real Integer Boolean String")) {
        semantic_error(t, d->where,
                       "'%s' is predefined in Modelica and cannot be declared", d->name);
        return;
    }
    type of = find_type(t, d->type, d->type_where);
    symbol one = {.kind = declare_kind_of(d, of),
                  .name = d->name,
                  .where = d->where,
                  .type = of,
                  .declaration = d};
    if (one.kind == SYMBOL_VARIABLE && of.kind == TYPE_REAL &&
        is_assigned_in_when(t, &one))
        one.kind = SYMBOL_DISCRETE;
    if (!scope_add(t->scope, one))
        semantic_error(t, d->where, "'%.80s' is declared twice, first on %s", d->name,
                       line_text(t, scope_find_here(t->scope, d->name)->where));
    else if (one.kind == SYMBOL_BROKEN && of.kind == TYPE_STRING)
        semantic_error(
            t, d->where,
            "'%.80s' is a String; only parameters and constants can be Strings", d->name);
}

void declare_names(translation *t, int count, const ast_declaration *at) {
    for (int i = 0; i < count; i++)
        declare(t, &at[i]);
    for (int i = 0; i < count; i++) {
        symbol *s = scope_find_here(t->scope, at[i].name);
        if (s && s->declaration == &at[i])
            shape_symbol(t, s);
    }
}

/* --- places in the system --- */

/* Is it protected, or a component that it is in? */
static int is_protected(const symbol *s) {
    for (; s; s = s->owner)
        if (s->declaration->protected)
            return 1;
    return 0;
}

static int add_variable(translation *t, const char *name, const symbol *of) {
    variable v = {.name = name,
                  .where = &of->where,
                  .is_protected = (char)is_protected(of),
                  .is_output = (char)(of->declaration->output && !of->owner),
                  .start = NO_EXPR,
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR};
    LIST_PUSH(lasting(t), t->system->variables, v);
    return t->system->variables.count - 1;
}

int add_parameter(translation *t, const char *name, place where, parameter_kind kind,
                  symbol *of) {
    assert(t->of_parameter.count == t->system->parameters.count);
    parameter p = {.name = name, .where = where, .kind = kind, .binding = NO_EXPR};
    LIST_PUSH(lasting(t), t->system->parameters, p);
    LIST_PUSH(lasting(t), t->of_parameter, of);
    return t->system->parameters.count - 1;
}

/* A final parameter cannot be set. */
static parameter_kind parameter_kind_of(const symbol *s) {
    if (s->kind == SYMBOL_INPUT)
        return PARAMETER_INPUT;
    if (s->kind == SYMBOL_DISCRETE)
        return PARAMETER_DISCRETE;
    int final = s->kind == SYMBOL_CONSTANT || symbol_top(s)->declaration->final ||
                s->declaration->final;
    return final ? PARAMETER_CONSTANT : PARAMETER_FREE;
}

/* The names of all elements, one after the other. */
static const char *element_names(translation *t, const symbol *s) {
    arena *scratch = arena_child(t->arena);
    arena *pieces = arena_child(scratch);
    arena_mark empty = arena_now(pieces);
    LIST(char) all = {0};
    for (int k = 0; k < s->count; k++) {
        const char *name = symbol_element_name(pieces, s, k);
        do
            LIST_PUSH(scratch, all, *name);
        while (*name++);
        arena_return(pieces, empty);
    }
    const char *kept = arena_copy(lasting(t), all.at ? all.at : "", (size_t)all.count);
    arena_free(scratch);
    return kept;
}

/* One variable or parameter for each element, one after the other. */
static void add_elements(translation *t, symbol *s) {
    s->element = NEW_ARRAY(t, expr, s->count);
    if (s->kind == SYMBOL_TEXT || s->kind == SYMBOL_TABLE || s->kind == SYMBOL_BROKEN)
        return;
    const char *name = element_names(t, s);
    for (int k = 0; k < s->count; k++, name += strlen(name) + 1) {
        int varies = s->kind == SYMBOL_VARIABLE;
        int index = varies ? add_variable(t, name, s)
                           : add_parameter(t, name, s->where, parameter_kind_of(s), s);
        if (k == 0)
            s->index = index;
        s->element[k] =
            varies ? expr_jet(t->graph, index, 0) : expr_parameter(t->graph, index);
    }
}

/* --- sizes --- */

/* Does a size ':' come from the value? */
static int declare_needs_value(const ast_declaration *d) {
    int open = 0;
    LIST_EACH(ast *const, e, d->dims)
        open |= (*e)->kind == AST_COLON;
    LIST_EACH(ast *const, e, d->type_dims)
        open |= (*e)->kind == AST_COLON;
    return open;
}

static int sizes_of(translation *t, const symbol *s, sizes *to) {
    const ast_declaration *d = s->declaration;
    value v = {0};
    int open = declare_needs_value(d) && d->value;
    for (int i = 0; s->owner && i < s->owner->rank; i++)
        to->at[to->count++] = s->owner->size[i];
    if (open)
        v = lower_expression(t, d->value);
    return !(open && is_bad(&v)) && declared_sizes(t, d, open ? &v : NULL, to);
}

/* Fields of an array of records: their sizes may depend on other fields, and must be the
 * same in all elements. */
static int sizes_of_elements(translation *t, const symbol *s, sizes *to) {
    const ast_declaration *d = s->declaration;
    if (!d->dims.count && !d->type_dims.count)
        return sizes_of(t, s, to);
    for (int k = 0; k < s->owner->count; k++) {
        sizes one = {0};
        t->scope = element_scope(t, s->owner, k);
        if (!sizes_of(t, s, &one))
            return 0;
        if (k && (one.count != to->count ||
                  memcmp(one.at, to->at, (size_t)one.count * sizeof *one.at) != 0))
            return semantic_error(t, s->where,
                                  "'%.80s' has the size %s in element 1 of '%.80s' and "
                                  "%s in element %d; all must have one size",
                                  s->name, shape_text(t->arena, to->count, to->at),
                                  path_text(t, s->owner),
                                  shape_text(t->arena, one.count, one.at), k + 1);
        *to = one;
    }
    return 1;
}

static void add_field(translation *t, symbol *owner, const ast_declaration *d) {
    type of = find_type(t, d->type, d->type_where);
    symbol one = {.kind = field_kind(owner, d, of),
                  .name = d->name,
                  .where = owner->where,
                  .type = of,
                  .owner = owner,
                  .declaration = d};
    if (one.kind == SYMBOL_VARIABLE && of.kind == TYPE_REAL &&
        is_assigned_in_when(t, &one))
        one.kind = SYMBOL_DISCRETE;
    if (!scope_add(owner->fields, one))
        semantic_error(t, d->where, "the record has the field '%.80s' twice", d->name);
}

/* The types, functions and classes inside a record, the same for all records of the type.
 */
static scope *class_scope(translation *t, const symbol *definition) {
    symbol *of = (symbol *)definition;
    const ast_class *c = of->class;
    if (!c->imports.count && !c->types.count && !c->classes.count)
        return of->scope;
    if (!of->fields) {
        scope *before = t->scope;
        t->scope = of->fields = scope_new(lasting(t), of->scope);
        declare_inner(t, c);
        declare_classes(t, &c->classes);
        t->scope = before;
    }
    return of->fields;
}

/* Declares all fields before the first size is read: sizes may depend on fields. */
static void add_fields(translation *t, symbol *s) {
    enum { MOST_NESTED = 50 };
    const ast_class *c = s->type.definition->class;
    scope *inner = t->scope;
    int depth = 0;
    int is_own = 0; /* within a component of its own type */
    for (const symbol *o = s; o; o = o->owner) {
        is_own |= o != s && o->type.kind == TYPE_RECORD && o->type.definition &&
                  o->type.definition->class == c;
        depth++;
    }
    if (depth > MOST_NESTED && !is_own)
        semantic_error(t, s->where, "components are nested deeper than %d levels",
                       MOST_NESTED);
    if (depth > MOST_NESTED) {
        if (is_own)
            semantic_error(t, s->where, "the record %.80s contains itself", c->name);
        s->kind = SYMBOL_BROKEN;
        fail_if_errors(t->context);
    }
    s->fields = scope_new(t->arena, class_scope(t, s->type.definition));
    t->scope = s->fields;
    LIST_EACH(const ast_declaration, d, c->declarations)
        add_field(t, s, d);
    t->scope = inner;
    LIST_EACH(const ast_declaration, d, c->declarations) {
        symbol *f = scope_find_here(s->fields, d->name);
        if (f)
            shape_symbol(t, f);
    }
}

static int find_sizes(translation *t, symbol *s, sizes *found) {
    scope *inner = t->scope;
    int end = t->end_size;
    s->shaped = OPEN;
    t->scope = s->scope;
    t->end_size = -1;
    int fine = s->owner && s->owner->rank && s->owner->count
                   ? sizes_of_elements(t, s, found)
                   : sizes_of(t, s, found);
    t->scope = inner;
    t->end_size = end;
    if (!fine || shape_count(found->count, found->at) >= 0)
        return fine;
    return semantic_error(t, s->where,
                          "'%.80s' is an array %s with more than %d elements", s->name,
                          shape_text(t->arena, found->count, found->at), MOST_ELEMENTS);
}

static void declare_shape(translation *t, symbol *s) {
    sizes found = {0};
    if (s->shaped == OPEN)
        semantic_error(t, s->where, "the size of '%.80s' depends on itself", s->name);
    if (s->shaped == OPEN || !find_sizes(t, s, &found)) {
        s->kind = SYMBOL_BROKEN;
        return;
    }
    s->rank = found.count;
    s->size = sizes_keep(t, &found);
    s->count = shape_count(s->rank, s->size);
    if (s->type.kind == TYPE_RECORD)
        add_fields(t, s);
    else
        add_elements(t, s);
    s->shaped = DONE;
}

void shape_symbol(translation *t, symbol *s) {
    if (s->shaped == DONE || !s->declaration || s->kind == SYMBOL_BROKEN)
        return;
    arena *own = t->arena;
    t->arena = lasting(t);
    declare_shape(t, s);
    t->arena = own;
}
