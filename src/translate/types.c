/* SPDX-License-Identifier: BSD-3-Clause */
/* Type names, type definitions and attributes. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* Names of types that are Real with a unit. */
static int is_unit_type(const char *name) {
    static const char *const library[] = {"Modelica.Units.SI.", "Modelica.Units.NonSI.",
                                          "Modelica.SIunits.", "SI."};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
        size_t size = strlen(library[i]);
        if (strncmp(name, library[i], size) == 0)
            return name[size] && strncmp(name + size, "Complex", 7) != 0;
    }
    return 0;
}

static const char basic_types[] = "Real Integer Boolean String";

static type_kind basic_type(const char *name) {
    static const type_kind kind[] = {TYPE_BAD, TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN,
                                     TYPE_STRING};
    if (table_is_type(name))
        return TYPE_TABLE;
    return is_unit_type(name) ? TYPE_REAL : kind[word_in(name, basic_types)];
}

static int is_external_object(const translation *t, const char *name) {
    LIST_EACH(const char *const, one, t->file->externals)
        if (strcmp(*one, name) == 0)
            return 1;
    return 0;
}

static void unknown_type(translation *t, const char *name, place where, const symbol *s) {
    const char *near = suggest_word(t, name, basic_types);
    if (is_external_object(t, name))
        semantic_error(t, where,
                       "'%.80s' is an external object, which is not supported; tables "
                       "(Modelica.Blocks.Types.ExternalCombiTable1D, ...2D, "
                       "ExternalCombiTimeTable) are",
                       name);
    else if (s)
        semantic_error(t, where, "'%.80s' is %s; expected a type", name,
                       symbol_kind_text(s));
    else
        semantic_error(t, where, "unknown type '%.80s'%s", name,
                       suggest_ours(t, name, *near ? near : suggest_name(t, name)));
}

/* The attribute and the letters of the types that have it. */
static attribute *find_attribute(attributes *a, const char *name, const char **letters) {
#define ATTRIBUTE(field, types, about)                                                   \
    if (strcmp(name, #field) == 0) {                                                     \
        *letters = types;                                                                \
        return &a->field;                                                                \
    }
#include "builtin.def"
#undef ATTRIBUTE
    return NULL;
}

/* Reports what is wrong with a modifier of a variable. */
static int check_modifier(translation *t, type of, const ast_argument *m,
                          attributes *seen) {
    static const char all[] = ""
#define ATTRIBUTE(field, ...) #field " "
#include "builtin.def"
#undef ATTRIBUTE
        ;
    static const char letter[] = {
        [TYPE_BAD] = 'R',     [TYPE_REAL] = 'R',   [TYPE_INTEGER] = 'I',
        [TYPE_BOOLEAN] = 'B', [TYPE_STRING] = 'S', [TYPE_ENUMERATION] = 'E',
        [TYPE_RECORD] = '?',  [TYPE_TABLE] = '?'};
    const char *letters = "";
    const attribute *a = find_attribute(seen, m->name, &letters);
    if (!a)
        return semantic_error(t, m->where, "unknown attribute '%.80s'%s", m->name,
                              suggest_word(t, m->name, all));
    if (!strchr(letters, letter[of.kind]))
        return semantic_error(t, m->where, "%s has no attribute '%s'", type_name(t, of),
                              m->name);
    if (m->has_nested)
        return semantic_error(t, m->where, "the attribute '%s' has no attributes itself",
                              m->name);
    if (!m->value)
        return semantic_error(t, m->where, "the attribute '%s' needs a value: %s = ...",
                              m->name, m->name);
    return !a->value ||
           semantic_error(t, m->where, "the attribute '%s' is given twice", m->name);
}

static void types_take(scope *s, const ast_argument *m, attributes *to, int outer,
                       int each) {
    const char *ignored;
    attribute *a = find_attribute(to, m->name, &ignored);
    if (a)
        *a = (attribute){m->value, s, m->each || each, outer};
}

void apply_modifiers(translation *t, type of, const ast_arguments *modifiers,
                     attributes *to, int outer, int each) {
    attributes seen = {0};
    LIST_EACH(const ast_argument, m, *modifiers) {
        if (!check_modifier(t, of, m, &seen))
            continue;
        types_take(t->scope, m, &seen, outer, each);
        types_take(t->scope, m, to, outer, each);
    }
}

/* --- names of types --- */

enum { LONGEST_CHAIN = 32 }; /* of types that are defined by another one */

/* The definitions that a name goes through, its own first. */
typedef struct chain {
    symbol *at[LONGEST_CHAIN];
    int count;
    const char *last; /* the name behind them */
    symbol *symbol;   /* what it stands for, or NULL */
    int endless;
} chain;

/* Complex, and the Complex quantities of Modelica.Units.SI. */
static symbol *library_record(translation *t, const char *name) {
    static const char *const si[] = {"Modelica.Units.SI.Complex",
                                     "Modelica.SIunits.Complex", "SI.Complex"};
    for (size_t i = 0; i < sizeof si / sizeof *si; i++)
        if (strncmp(name, si[i], strlen(si[i])) == 0)
            name = "Complex";
    symbol *s = strcmp(name, "Complex") == 0 ? library_find(t, intern(t, name)) : NULL;
    return s && s->kind == SYMBOL_RECORD ? s : NULL;
}

/* Follows the definitions of a type in the scopes that contain them. */
static chain chain_of(translation *t, const char *name) {
    chain c = {.last = name};
    scope *inner = t->scope;
    for (symbol *s; (s = name_resolve(t, name)); name = s->definition->base) {
        c.symbol = s;
        if (s->kind != SYMBOL_TYPE || !s->definition->base)
            break;
        if ((c.endless = c.count == LONGEST_CHAIN))
            break;
        c.at[c.count++] = s;
        c.symbol = NULL;
        c.last = s->definition->base;
        t->scope = s->scope;
    }
    if (!c.symbol && basic_type(c.last) == TYPE_BAD) {
        const char *full = name_import(t, c.last);
        if (full)
            c.last = full;
        if (basic_type(c.last) == TYPE_BAD && !table_is_type(c.last))
            c.symbol = library_record(t, c.last);
    }
    t->scope = inner;
    return c;
}

/* Finds the type that a name refers to through all its definitions. */
type find_type(translation *t, const char *name, place where) {
    chain c = chain_of(t, name);
    const symbol *s = c.symbol;
    type found = basic(basic_type(c.last));
    if (c.endless) {
        semantic_error(t, where, "the type '%.80s' is defined in terms of itself",
                       c.last);
        c.at[0]->kind = SYMBOL_BROKEN;
        return basic(TYPE_BAD);
    }
    if (s && s->kind == SYMBOL_TYPE)
        return (type){TYPE_ENUMERATION, s};
    if (s && s->kind == SYMBOL_RECORD)
        return (type){TYPE_RECORD, s};
    if (found.kind == TYPE_BAD && c.count == 0 && !(s && s->kind == SYMBOL_BROKEN) &&
        strcmp(c.last, "StateSelect") != 0)
        unknown_type(t, c.last, where, s);
    return found;
}

/* [E], [Boolean]: arrays whose subscripts are the values of a type. */
int type_size(translation *t, const ast *e, int *n, type *of) {
    const symbol *s = e->kind == AST_NAME ? name_resolve(t, e->text) : NULL;
    if (e->kind == AST_NAME && strcmp(e->text, "Boolean") == 0)
        return *n = 2;
    if (!s || s->kind != SYMBOL_TYPE || s->definition->base)
        return 0;
    *of = (type){TYPE_ENUMERATION, s};
    return *n = s->definition->literals.count;
}

/* One size: of the value where it is ':', of a type, or a number. */
static int lower_size(translation *t, const ast *e, const char *name, const value *v,
                      int at, int *n) {
    type ignored;
    if (e->kind == AST_COLON && v && at < v->rank) {
        *n = v->size[at];
        return 1;
    }
    if (e->kind == AST_COLON)
        return semantic_error(
            t, e->where, "the size ':' of '%.80s' needs a value to take it from", name);
    if (type_size(t, e, n, &ignored))
        return 1;
    value one = lower_expression(t, e);
    const char *what = arena_print(t->arena, "the size of '%.80s'", name);
    return value_integer(t, &one, e->where, what, n);
}

/* Type definitions bring their attributes, the basic one first. They were checked where
 * they are defined: errors in them are not reported again. */
const char *type_attributes(translation *t, const symbol *s, attributes *to) {
    assert(s->declaration);
    chain c = chain_of(t, s->declaration->type);
    int rank = 0;
    for (int n = c.count - 1; n >= 0; n--) {
        const ast_type *d = c.at[n]->definition;
        rank += d->dims.count;
        for (int i = 0; i < d->modifiers.count; i++)
            types_take(c.at[n]->scope, &d->modifiers.at[i], to, s->rank - rank, 0);
    }
    return c.last;
}

static int lower_sizes(translation *t, const ast_dims *dims, const char *name,
                       const value *v, int first, sizes *to) {
    for (int i = 0; i < dims->count; i++) {
        const ast *e = dims->at[i];
        int n = 0;
        if (!may_have_rank(t, to->count + 1, e->where) ||
            !lower_size(t, e, name, v, first + i, &n))
            return 0;
        if (n < 0 || n > MOST_ELEMENTS)
            return semantic_error(t, e->where,
                                  "dimension %d of '%.80s' has the size %d%s", i + 1,
                                  name, n, n < 0 ? "" : ", which is too large");
        to->at[to->count++] = n;
    }
    return 1;
}

static int type_sizes(translation *t, const char *name, sizes *to) {
    chain c = chain_of(t, name);
    scope *inner = t->scope;
    int fine = 1;
    for (int n = 0; n < c.count && fine; n++) {
        t->scope = c.at[n]->scope;
        fine = lower_sizes(t, &c.at[n]->definition->dims, c.at[n]->name, NULL, 0, to);
    }
    t->scope = inner;
    return fine;
}

int declared_sizes(translation *t, const ast_declaration *d, const value *v, sizes *to) {
    return lower_sizes(t, &d->dims, d->name, v, 0, to) &&
           lower_sizes(t, &d->type_dims, d->name, v, d->dims.count, to) &&
           type_sizes(t, d->type, to);
}

const int *sizes_keep(translation *t, const sizes *s) {
    return arena_keep(t->arena, s->at, sizeof *s->at, s->count);
}

int declared_rank(translation *t, const ast_declaration *d) {
    chain c = chain_of(t, d->type);
    int rank = d->dims.count + d->type_dims.count;
    for (int n = 0; n < c.count; n++)
        rank += c.at[n]->definition->dims.count;
    return rank;
}

/* --- definitions --- */

static symbol *add_type(translation *t, const ast_type *d) {
    symbol one = {
        .kind = SYMBOL_TYPE, .name = d->name, .where = d->where, .definition = d};
    if (basic_type(d->name) != TYPE_BAD) {
        semantic_error(t, d->where,
                       "'%.80s' is a predefined type of Modelica and cannot be redefined",
                       d->name);
        return NULL;
    }
    symbol *s = scope_add(t->scope, one);
    if (!s)
        semantic_error(t, d->where, "the type '%.80s' is defined twice, first on line %d",
                       d->name, scope_find_here(t->scope, d->name)->where.line);
    return s;
}

/* The values of an enumeration are symbols "E.a", numbered from 1. */
static void add_literals(translation *t, const symbol *s) {
    assert(!s->definition->base);
    int number = 0;
    LIST_EACH(const ast_literal, l, s->definition->literals) {
        symbol one = {.kind = SYMBOL_LITERAL,
                      .name = intern(t, arena_print(t->arena, "%s.%s", s->name, l->name)),
                      .where = l->where,
                      .type = {TYPE_ENUMERATION, s},
                      .value = ++number};
        if (!scope_add(t->scope, one))
            semantic_error(t, l->where, "the enumeration %.80s has '%.80s' twice",
                           s->name, l->name);
    }
}

static void check_definition(translation *t, const ast_type *d) {
    attributes ignored = {0};
    type of = find_type(t, d->base, d->base_where);
    if (of.kind == TYPE_RECORD && d->modifiers.count)
        semantic_error(t, d->base_where,
                       "a type that changes a record is not supported; write the values "
                       "where the record is used");
    else if (of.kind != TYPE_BAD)
        apply_modifiers(t, of, &d->modifiers, &ignored, 0, 0);
}

void declare_types(translation *t, int count, const ast_type *at) {
    for (int i = 0; i < count; i++) {
        const symbol *s = add_type(t, &at[i]);
        if (s && !at[i].base)
            add_literals(t, s);
    }
    for (int i = 0; i < count; i++)
        if (at[i].base)
            check_definition(t, &at[i]);
}

void declare_inner(translation *t, const ast_class *c) {
    declare_imports(t, c->imports.count, c->imports.at);
    declare_types(t, c->types.count, c->types.at);
}

void declare_classes(translation *t, const ast_classes *list) {
    for (int i = 0; i < list->count; i++) {
        const ast_class *c = list->at[i];
        int record = c->kind == CLASS_RECORD;
        symbol one = {.kind = record ? SYMBOL_RECORD : SYMBOL_FUNCTION,
                      .name = c->name,
                      .where = c->where,
                      .class = c};
        const symbol *added = scope_add(t->scope, one);
        if (added && c->operators.count)
            declare_operators(t, added);
        if (!added)
            semantic_error(t, c->where,
                           "the %s '%.80s' is defined twice, first on line %d",
                           record ? "record" : "function", c->name,
                           scope_find_here(t->scope, c->name)->where.line);
    }
}
