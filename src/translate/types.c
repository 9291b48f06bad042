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

static type_kind basic_type(const char *name) {
    if (strcmp(name, "Real") == 0 || is_unit_type(name))
        return TYPE_REAL;
    if (strcmp(name, "Integer") == 0)
        return TYPE_INTEGER;
    if (strcmp(name, "Boolean") == 0)
        return TYPE_BOOLEAN;
    if (strcmp(name, "String") == 0)
        return TYPE_STRING;
    return TYPE_BAD;
}

static int is_model(const translation *t, const char *name) {
    for (int i = 0; i < t->file->models.count; i++)
        if (t->file->models.at[i]->name == name)
            return 1;
    return 0;
}

static void unknown_type(translation *t, const char *name, place where, const symbol *s) {
    size_t n = 0;
    if (s)
        semantic_error(t, where, "'%.80s' is %s; expected a type", name,
                       symbol_kind_text(s));
    else if (is_model(t, name))
        semantic_error(
            t, where,
            "'%.80s' is a model; components that are models are not supported: "
            "flatten the model with another tool first",
            name);
    else if (invo_name_near(name, "Real Integer Boolean String", &n))
        semantic_error(t, where, "unknown type '%.80s'%s", name,
                       suggest_word(t, name, "Real Integer Boolean String"));
    else
        semantic_error(t, where, "unknown type '%.80s'%s", name, suggest_name(t, name));
}

static attribute *find_attribute(attributes *a, const char *name) {
#define ATTRIBUTE(field, types)                                                          \
    if (strcmp(name, #field) == 0)                                                       \
        return &a->field;
#include "builtin.def"
#undef ATTRIBUTE
    return NULL;
}

static int has_attribute(type of, const char *name) {
    static const char letter[] = {
        [TYPE_BAD] = 'R',     [TYPE_REAL] = 'R',   [TYPE_INTEGER] = 'I',
        [TYPE_BOOLEAN] = 'B', [TYPE_STRING] = 'S', [TYPE_ENUMERATION] = 'E',
        [TYPE_RECORD] = '?'};
#define ATTRIBUTE(field, types)                                                          \
    if (strcmp(name, #field) == 0)                                                       \
        return strchr(types, letter[of.kind]) != NULL;
#include "builtin.def"
#undef ATTRIBUTE
    return 0;
}

static int check_modifier(translation *t, type of, const ast_argument *m,
                          attributes *seen) {
    static const char all[] = ""
#define ATTRIBUTE(field, types) #field " "
#include "builtin.def"
#undef ATTRIBUTE
        ;
    const attribute *a = find_attribute(seen, m->name);
    if (!a)
        semantic_error(t, m->where, "unknown attribute '%.80s'%s", m->name,
                       suggest_word(t, m->name, all));
    else if (!has_attribute(of, m->name))
        semantic_error(t, m->where, "%s has no attribute '%s'", type_name(t, of),
                       m->name);
    else if (m->has_nested)
        semantic_error(t, m->where, "the attribute '%s' has no attributes itself",
                       m->name);
    else if (!m->value)
        semantic_error(t, m->where, "the attribute '%s' needs a value: %s = ...", m->name,
                       m->name);
    else if (a->value)
        semantic_error(t, m->where, "the attribute '%s' is given twice", m->name);
    else
        return 1;
    return 0;
}

static void types_take(scope *s, const ast_argument *m, attributes *to, int outer,
                       int each) {
    attribute *a = find_attribute(to, m->name);
    if (a)
        *a = (attribute){m->value, s, m->each || each, outer};
}

void apply_modifiers(translation *t, type of, const ast_arguments *modifiers,
                     attributes *to, int outer, int each) {
    attributes seen = {0};
    for (int i = 0; i < modifiers->count; i++) {
        const ast_argument *m = &modifiers->at[i];
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
    }
    t->scope = inner;
    return c;
}

type find_type(translation *t, const char *name, place where) {
    chain c = chain_of(t, name);
    const symbol *s = c.symbol;
    type found = {basic_type(c.last), NULL};
    if (c.endless) {
        semantic_error(t, where, "the type '%.80s' is defined by itself", c.last);
        c.at[0]->kind = SYMBOL_BROKEN;
        return basic(TYPE_BAD);
    }
    if (s && s->kind == SYMBOL_TYPE)
        found = (type){TYPE_ENUMERATION, s};
    else if (s && s->kind == SYMBOL_RECORD)
        found = (type){TYPE_RECORD, s};
    else if (found.kind == TYPE_BAD && c.count == 0 && !(s && s->kind == SYMBOL_BROKEN) &&
             strcmp(c.last, "StateSelect") != 0)
        unknown_type(t, c.last, where, s);
    return found;
}

/* Type definitions bring their attributes, the basic one first. They were checked where
 * they stand: errors in them are not reported again. */
void type_attributes(translation *t, const symbol *s, attributes *to) {
    chain c = chain_of(t, s->declaration->type);
    int rank = 0;
    for (int n = c.count - 1; n >= 0; n--) {
        const ast_type *d = c.at[n]->definition;
        rank += d->dims.count;
        for (int i = 0; i < d->modifiers.count; i++)
            types_take(c.at[n]->scope, &d->modifiers.at[i], to, s->rank - rank, 0);
    }
}

/* [E], [Boolean]: arrays whose subscripts are the values of a type. */
static int type_size(translation *t, const ast *e, int *n) {
    const symbol *s = e->kind == AST_NAME ? name_resolve(t, e->text) : NULL;
    if (e->kind == AST_NAME && strcmp(e->text, "Boolean") == 0)
        return *n = 2;
    if (!s || s->kind != SYMBOL_TYPE || s->definition->base)
        return 0;
    return *n = s->definition->literals.count;
}

int lower_sizes(translation *t, const ast_dims *dims, const char *name, const value *v,
                int first, sizes *to) {
    for (int i = 0; i < dims->count; i++) {
        const ast *e = dims->at[i];
        int n = 0;
        if (to->count == MOST_RANK)
            return semantic_error(t, e->where, "an array has at most %d dimensions",
                                  MOST_RANK);
        if (e->kind == AST_COLON && v && first + i < v->rank) {
            n = v->size[first + i];
        } else if (e->kind == AST_COLON) {
            return semantic_error(t, e->where,
                                  "the size ':' of '%.80s' needs a value to take it from",
                                  name);
        } else if (type_size(t, e, &n)) {
            /* one element for each value of the type */
        } else {
            value one = lower_expression(t, e);
            const char *what = arena_print(t->arena, "the size of '%.80s'", name);
            if (!value_integer(t, &one, e->where, what, &n))
                return 0;
        }
        if (n < 0 || n > MOST_ELEMENTS)
            return semantic_error(t, e->where,
                                  "dimension %d of '%.80s' has the size %d%s", i + 1,
                                  name, n, n < 0 ? "" : ", which is too large");
        to->at[to->count++] = n;
    }
    return 1;
}

int type_sizes(translation *t, const char *name, sizes *to) {
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

int type_rank(translation *t, const char *name) {
    chain c = chain_of(t, name);
    int rank = 0;
    for (int n = 0; n < c.count; n++)
        rank += c.at[n]->definition->dims.count;
    return rank;
}

/* --- definitions --- */

static symbol *add_type(translation *t, const ast_type *d) {
    int added = 0;
    symbol one = {
        .kind = SYMBOL_TYPE, .name = d->name, .where = d->where, .definition = d};
    if (basic_type(d->name) != TYPE_BAD) {
        semantic_error(t, d->where, "'%.80s' is a type of Modelica and cannot be defined",
                       d->name);
        return NULL;
    }
    symbol *s = scope_add(t->scope, one, &added);
    if (added)
        return s;
    semantic_error(t, d->where, "the type '%.80s' is defined twice, first on line %d",
                   d->name, s->where.line);
    return NULL;
}

/* The values of an enumeration are symbols "E.a", numbered from 1. */
static void add_literals(translation *t, const symbol *s) {
    assert(!s->definition->base);
    for (int i = 0; i < s->definition->literals.count; i++) {
        const ast_literal *l = &s->definition->literals.at[i];
        const char *text = arena_print(t->arena, "%s.%s", s->name, l->name);
        symbol one = {.kind = SYMBOL_LITERAL,
                      .name = name_intern(t->names, text, strlen(text)),
                      .where = l->where,
                      .type = {TYPE_ENUMERATION, s},
                      .value = i + 1};
        int added = 0;
        scope_add(t->scope, one, &added);
        if (!added)
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

void declare_classes(translation *t, const ast_classes *list) {
    for (int i = 0; i < list->count; i++) {
        const ast_class *c = list->at[i];
        int added = 0;
        int record = c->kind == CLASS_RECORD;
        symbol one = {.kind = record ? SYMBOL_RECORD : SYMBOL_FUNCTION,
                      .name = c->name,
                      .where = c->where,
                      .class = c};
        symbol *s = scope_add(t->scope, one, &added);
        if (!added)
            semantic_error(t, c->where,
                           "the %s '%.80s' is defined twice, first on line %d",
                           record ? "record" : "function", c->name, s->where.line);
    }
}
