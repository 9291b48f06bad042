/* SPDX-License-Identifier: BSD-3-Clause */
/* The attributes 'unit' and 'displayUnit'. */
#include "translate.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WARNINGS = 20 }; /* about units: more are counted only */

void unit_warning(translation *t, place where, const char *format, ...) {
    char text[1024];
    va_list arguments;
    if (t->units.warnings++ >= MOST_WARNINGS)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnose(t->context, SEVERITY_WARNING, INVO_OK, where, "%s", text);
}

void unit_warnings_end(translation *t, place where) {
    const int more = t->units.warnings - MOST_WARNINGS;
    if (more > 0)
        diagnose(t->context, SEVERITY_NOTE, INVO_OK, where,
                 "%d more warning%s about units %s not shown", more, more > 1 ? "s" : "",
                 more > 1 ? "are" : "is");
}

/* --- texts --- */

static const declared_unit **unit_bucket(unit_table *u, const char *text) {
    unsigned hash = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return &u->bucket[hash % UNIT_BUCKETS];
}

/* Reads a text at its first use; only there it is reported if it is not understood. */
const declared_unit *unit_of_text(translation *t, const char *text, place where) {
    const declared_unit **bucket = unit_bucket(&t->units, text);
    for (const declared_unit *u = *bucket; u; u = u->next)
        if (strcmp(u->text, text) == 0)
            return u;
    unit_fault why;
    declared_unit *u = arena_alloc(lasting(t), sizeof *u);
    u->text = arena_copy(lasting(t), text, strlen(text));
    u->is_known = unit_read(text, &u->value, &why);
    u->next = *bucket;
    *bucket = u;
    t->units.has_units |= u->is_known;
    if (!u->is_known && *text)
        unit_warning(t, where,
                     "the unit \"%.80s\" is not understood: %s; it takes no part in "
                     "checks",
                     text, why.text);
    return u;
}

/* --- attributes --- */

/* Reads an attribute that is not a literal: a constant String has a text, too. */
static const char *unit_constant_text(translation *t, const attribute *a,
                                      const char *name) {
    const ast *e = a->value;
    scope *before = t->scope;
    t->scope = a->scope;
    int is_open = e->kind == AST_NAME && !name_resolve(t, e->text);
    value v = is_open ? bad_value(t) : lower_expression(t, e);
    t->scope = before;
    if (v.type.kind == TYPE_STRING && v.text && !v.rank)
        return v.text;
    if (is_bad(&v) && !is_open)
        return NULL;
    semantic_error(
        t, e->where,
        "the attribute '%s' must be a String literal, as in %s = \"%.40s\"%s%s", name,
        name, is_open ? e->text : "m/s2", is_open ? "" : ", found ",
        is_open ? "" : type_name(t, v.type));
    return NULL;
}

static const declared_unit *unit_of_literal(translation *t, const attribute *a,
                                            const ast *e, const char *name) {
    const attribute one = {e, a->scope, a->each, a->outer};
    const char *text =
        e->kind == AST_STRING ? e->text : unit_constant_text(t, &one, name);
    return text ? unit_of_text(t, text, e->where) : NULL;
}

/* Reads {"m", "rad"}: a unit for each element of a vector. */
static const declared_unit *const *unit_read_list(translation *t, const symbol *s,
                                                  const attribute *a, const char *name) {
    const ast *e = a->value;
    if (s->rank != 1 || a->outer || e->args.count != s->count) {
        semantic_error(
            t, e->where, "the attribute '%s' has %d element%s, but '%.80s' is %s%s", name,
            e->args.count, e->args.count == 1 ? "" : "s", path_text(t, s),
            s->rank ? "an array " : "", shape_text(t->arena, s->rank, s->size));
        return NULL;
    }
    const declared_unit **to = ARENA_ARRAY(lasting(t), const declared_unit *, s->count);
    for (int k = 0; k < s->count; k++)
        to[k] = unit_of_literal(t, a, ast_arg(e, k), name);
    return to;
}

static unit_choice unit_attribute(translation *t, const symbol *s, const attribute *a,
                                  const char *name) {
    unit_choice u = {NULL, NULL};
    if (a->value && a->value->kind == AST_ARRAY && !a->value->indices)
        u.each = unit_read_list(t, s, a, name);
    else if (a->value)
        u.all = unit_of_literal(t, a, a->value, name);
    return u;
}

void unit_of_library(translation *t, const char *base, unit_choice *own,
                     unit_choice *shown) {
    static const struct {
        const char *name, *unit, *display_unit;
    } types[] = {
#define SI_TYPE(name, unit, display_unit) {name, unit, display_unit},
#include "si_type.def"
#undef SI_TYPE
    };
    const char *dot = strrchr(base, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++) {
        if (strcmp(dot + 1, types[i].name) != 0)
            continue;
        own->all = unit_of_text(t, types[i].unit, nowhere);
        if (*types[i].display_unit && !shown->all && !shown->each)
            shown->all = unit_of_text(t, types[i].display_unit, nowhere);
    }
}

/* --- display units --- */

/* Reports a display unit of another dimension where it is written, once; 0: it is none.
 */
static int unit_is_shown(translation *t, const declared_unit *own,
                         const declared_unit *shown, const ast *where) {
    if (!own || !shown || !own->is_known || !shown->is_known)
        return 0;
    if (unit_same_dimension(&own->value, &shown->value))
        return 1;
    if (where && where != t->units.misfit)
        unit_warning(t, where->where,
                     "the displayUnit \"%.40s\" does not fit the unit \"%.40s\": they "
                     "have different dimensions",
                     shown->text, own->text);
    t->units.misfit = where;
    return 0;
}

/* The text of the display unit of element k, or NULL. */
static const char *unit_shown_text(translation *t, const symbol *s,
                                   const unit_choice *shown, int k, const ast *where) {
    const declared_unit *to = unit_of_element(shown, k);
    return unit_is_shown(t, unit_of_element(&s->unit, k), to, where) ? to->text : NULL;
}

/* Keeps texts with the elements, which results show. */
static void unit_keep_texts(translation *t, const symbol *s, const unit_choice *shown,
                            const ast *where) {
    for (int k = 0; k < s->count; k++) {
        const declared_unit *own = unit_of_element(&s->unit, k);
        const char *text = own ? own->text : NULL;
        const char *display_unit = unit_shown_text(t, s, shown, k, where);
        if (s->kind == SYMBOL_VARIABLE) {
            t->system->variables.at[s->index + k].unit = text;
            t->system->variables.at[s->index + k].display_unit = display_unit;
        } else {
            parameter_at(t, s->index + k)->unit = text;
            parameter_at(t, s->index + k)->display_unit = display_unit;
        }
    }
}

void define_units(translation *t, symbol *s, const attributes *a, const char *base) {
    s->unit = unit_attribute(t, s, &a->unit, "unit");
    unit_choice shown = unit_attribute(t, s, &a->displayUnit, "displayUnit");
    if (s->type.kind == TYPE_REAL && !a->unit.value)
        unit_of_library(t, base, &s->unit, &shown);
    if (s->kind != SYMBOL_TEXT && (s->unit.all || s->unit.each))
        unit_keep_texts(t, s, &shown, a->displayUnit.value);
}
