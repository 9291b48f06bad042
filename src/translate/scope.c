/* SPDX-License-Identifier: BSD-3-Clause */
/* Scopes: a hash table over interned names. */
#include "scope.h"
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

scope *scope_new(arena *a, scope *outer) {
    scope *s = arena_alloc(a, sizeof *s);
    s->arena = a;
    s->outer = outer;
    s->slots = 8;
    s->slot = ARENA_ARRAY(a, symbol *, s->slots);
    return s;
}

/* The slot that holds the name, or the free one where it belongs. */
static symbol **scope_slot_of(const scope *s, const char *name) {
    assert((s->slots & (s->slots - 1)) == 0 && (size_t)s->symbols.count < s->slots);
    size_t i = (size_t)((uintptr_t)name / sizeof(double) * 2654435761u);
    for (;; i++) {
        symbol **at = &s->slot[i & (s->slots - 1)];
        if (!*at || (*at)->name == name)
            return at;
    }
}

static void scope_widen(scope *s) {
    s->slots *= 4;
    s->slot = ARENA_ARRAY(s->arena, symbol *, s->slots);
    LIST_EACH(symbol *, one, s->symbols)
        *scope_slot_of(s, (*one)->name) = *one;
}

symbol *scope_add(scope *s, symbol one) {
    if (2 * (size_t)s->symbols.count >= s->slots)
        scope_widen(s);
    symbol **at = scope_slot_of(s, one.name);
    assert(one.name);
    if (*at)
        return NULL;
    *at = arena_alloc(s->arena, sizeof **at);
    **at = one;
    (*at)->scope = s;
    LIST_PUSH(s->arena, s->symbols, *at);
    return *at;
}

void scope_share(scope *s, symbol *one) {
    if (2 * (size_t)s->symbols.count >= s->slots)
        scope_widen(s);
    symbol **at = scope_slot_of(s, one->name);
    if (*at)
        return;
    *at = one;
    LIST_PUSH(s->arena, s->symbols, one);
}

symbol *symbol_top(const symbol *s) {
    while (s->owner)
        s = s->owner;
    return (symbol *)s;
}

symbol *scope_find(scope *s, const char *name) {
    symbol *found = NULL;
    for (; s && !found; s = s->outer)
        found = *scope_slot_of(s, name);
    return found;
}

symbol *scope_find_here(const scope *s, const char *name) {
    return *scope_slot_of(s, name);
}

const char *symbol_kind_text(const symbol *s) {
    static const char *const text[] = {[SYMBOL_VARIABLE] = "a variable",
                                       [SYMBOL_PARAMETER] = "a parameter",
                                       [SYMBOL_INPUT] = "an input",
                                       [SYMBOL_CONSTANT] = "a constant",
                                       [SYMBOL_DISCRETE] = "discrete",
                                       [SYMBOL_LOCAL] = "a local variable",
                                       [SYMBOL_TEXT] = "a String",
                                       [SYMBOL_TIME] = "the independent variable",
                                       [SYMBOL_TABLE] = "a table",
                                       [SYMBOL_TYPE] = "a type",
                                       [SYMBOL_RECORD] = "a record type",
                                       [SYMBOL_FUNCTION] = "a function",
                                       [SYMBOL_LITERAL] = "an enumeration value",
                                       [SYMBOL_BROKEN] = "an error"};
    return text[s->kind];
}

const char *symbol_path(arena *a, const symbol *s) {
    if (!s->owner)
        return s->name;
    return arena_print(a, "%s.%s", symbol_path(a, s->owner), s->name);
}

/* Subscripts number first .. rank-1 of s, for the element with this index. */
static const char *scope_subscripts(arena *a, const symbol *s, int first,
                                    const int *index) {
    if (first >= s->rank)
        return "";
    char *text = arena_alloc(a, (size_t)(s->rank - first) * 12 + 2);
    char *to = text;
    for (int d = first; d < s->rank; d++)
        to += sprintf(to, "%c%d", d == first ? '[' : ',', index[d] + 1);
    strcpy(to, "]");
    return text;
}

static const char *name_with(arena *a, const symbol *s, const int *index) {
    if (!s->owner)
        return arena_print(a, "%s%s", s->name, scope_subscripts(a, s, 0, index));
    return arena_print(a, "%s.%s%s", name_with(a, s->owner, index), s->name,
                       scope_subscripts(a, s, s->owner->rank, index));
}

const char *symbol_element_name(arena *a, const symbol *s, int k) {
    assert(k >= 0 && k < s->count);
    int *index = ARENA_ARRAY(a, int, s->rank);
    for (int d = s->rank - 1; d >= 0; k /= s->size[d--])
        index[d] = k % s->size[d];
    return s->rank ? name_with(a, s, index) : symbol_path(a, s);
}

const char *type_text(arena *a, type t) {
    static const char *const text[] = {
        [TYPE_BAD] = "an error",    [TYPE_REAL] = "Real",     [TYPE_INTEGER] = "Integer",
        [TYPE_BOOLEAN] = "Boolean", [TYPE_STRING] = "String", [TYPE_TABLE] = "a table"};
    if (t.kind == TYPE_ENUMERATION)
        return arena_print(a, "enumeration %.80s", t.definition->name);
    if (t.kind == TYPE_RECORD) {
        const ast_class *c = t.definition->class;
        const char *word = c->is_connector ? "connector" : "record";
        return arena_print(a, "%s %.80s", c->is_model ? "model" : word,
                           t.definition->name);
    }
    return text[t.kind];
}

int type_is_number(type t) {
    return t.kind == TYPE_REAL || t.kind == TYPE_INTEGER || t.kind == TYPE_BAD;
}

int type_same(type a, type b) {
    return a.kind == TYPE_BAD || b.kind == TYPE_BAD ||
           (a.kind == b.kind && a.definition == b.definition);
}
