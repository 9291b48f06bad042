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
    if (strcmp(name, "Real") == 0 || is_unit_type(name)) return TYPE_REAL;
    if (strcmp(name, "Integer") == 0) return TYPE_INTEGER;
    if (strcmp(name, "Boolean") == 0) return TYPE_BOOLEAN;
    if (strcmp(name, "String") == 0) return TYPE_STRING;
    return TYPE_BAD;
}

static int is_model(const translation *t, const char *name) {
    for (int i = 0; i < t->file->models.count; i++)
        if (t->file->models.at[i]->name == name) return 1;
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
    if (strcmp(name, #field) == 0) return &a->field;
#include "builtin.def"
#undef ATTRIBUTE
    return NULL;
}

static int has_attribute(type of, const char *name) {
    static const char letter[] = {
        [TYPE_BAD] = 'R',     [TYPE_REAL] = 'R',   [TYPE_INTEGER] = 'I',
        [TYPE_BOOLEAN] = 'B', [TYPE_STRING] = 'S', [TYPE_ENUMERATION] = 'E'};
#define ATTRIBUTE(field, types)                                                          \
    if (strcmp(name, #field) == 0) return strchr(types, letter[of.kind]) != NULL;
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
        semantic_error(t, m->where, "%s has no attribute '%s'", type_text(t->arena, of),
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

static void take(scope *s, const ast_argument *m, attributes *to) {
    attribute *a = find_attribute(to, m->name);
    if (a) *a = (attribute){m->value, s};
}

void apply_modifiers(translation *t, type of, const ast_arguments *modifiers,
                     attributes *to) {
    attributes seen = {0};
    for (int i = 0; i < modifiers->count; i++) {
        const ast_argument *m = &modifiers->at[i];
        if (!check_modifier(t, of, m, &seen)) continue;
        take(t->scope, m, &seen);
        take(t->scope, m, to);
    }
}

enum { LONGEST_CHAIN = 32 }; /* of types that are defined by another one */

/* Type definitions bring their attributes, the basic one first. They were checked where
 * they stand: errors in them are not reported again. */
type find_type(translation *t, const char *name, place where, attributes *from) {
    symbol *chain[LONGEST_CHAIN], *s;
    scope *inner = t->scope;
    int n = 0;
    while ((s = name_resolve(t, name)) && s->kind == SYMBOL_TYPE && s->definition->base) {
        if (n == LONGEST_CHAIN) {
            semantic_error(t, where, "the type '%.80s' is defined by itself", name);
            s->kind = SYMBOL_BROKEN;
            break;
        }
        chain[n++] = s;
        name = s->definition->base;
        t->scope = s->scope;
    }
    t->scope = inner;
    type found = {basic_type(name), NULL};
    if (s && s->kind == SYMBOL_TYPE && !s->definition->base)
        found = (type){TYPE_ENUMERATION, s};
    else if (found.kind == TYPE_BAD && n == 0 && !(s && s->kind == SYMBOL_BROKEN))
        unknown_type(t, name, where, s);
    while (from && n-- > 0)
        for (int i = 0; i < chain[n]->definition->modifiers.count; i++)
            take(chain[n]->scope, &chain[n]->definition->modifiers.at[i], from);
    return found;
}

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
    if (added) return s;
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
    type of = find_type(t, d->base, d->base_where, NULL);
    if (of.kind != TYPE_BAD) apply_modifiers(t, of, &d->modifiers, &ignored);
}

void declare_types(translation *t, int count, const ast_type *at) {
    for (int i = 0; i < count; i++) {
        const symbol *s = add_type(t, &at[i]);
        if (s && !at[i].base) add_literals(t, s);
    }
    for (int i = 0; i < count; i++)
        if (at[i].base) check_definition(t, &at[i]);
}
