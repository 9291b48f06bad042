/* SPDX-License-Identifier: BSD-3-Clause */
/* Scopes: a hash table over interned names. */
#include "scope.h"
#include <assert.h>
#include <stdint.h>

scope *scope_new(arena *a, scope *outer) {
    scope *s = arena_alloc(a, sizeof *s);
    s->arena = a;
    s->outer = outer;
    s->slots = 64;
    s->slot = ARENA_ARRAY(a, symbol *, s->slots);
    return s;
}

/* The slot that holds the name, or the free one where it belongs. */
static symbol **slot_of(const scope *s, const char *name) {
    assert((s->slots & (s->slots - 1)) == 0 && (size_t)s->symbols.count < s->slots);
    size_t i = (size_t)((uintptr_t)name / sizeof(max_align_t) * 2654435761u);
    for (;; i++) {
        symbol **at = &s->slot[i & (s->slots - 1)];
        if (!*at || (*at)->name == name) return at;
    }
}

static void widen(scope *s) {
    s->slots *= 4;
    s->slot = ARENA_ARRAY(s->arena, symbol *, s->slots);
    for (int i = 0; i < s->symbols.count; i++)
        *slot_of(s, s->symbols.at[i]->name) = s->symbols.at[i];
}

symbol *scope_add(scope *s, symbol one, int *added) {
    if (2 * (size_t)s->symbols.count >= s->slots) widen(s);
    symbol **at = slot_of(s, one.name);
    *added = !*at;
    if (*at) return *at;
    symbol *copy = arena_alloc(s->arena, sizeof *copy);
    *copy = one;
    copy->scope = s;
    *at = copy;
    LIST_PUSH(s->arena, s->symbols, copy);
    return copy;
}

symbol *scope_find(scope *s, const char *name) {
    for (; s; s = s->outer)
        if (*slot_of(s, name)) return *slot_of(s, name);
    return NULL;
}

const char *symbol_kind_text(const symbol *s) {
    static const char *const text[] = {
        [SYMBOL_VARIABLE] = "a variable", [SYMBOL_PARAMETER] = "a parameter",
        [SYMBOL_INPUT] = "an input",      [SYMBOL_CONSTANT] = "a constant",
        [SYMBOL_TEXT] = "a String",       [SYMBOL_TIME] = "the independent variable",
        [SYMBOL_TYPE] = "a type",         [SYMBOL_LITERAL] = "an enumeration value",
        [SYMBOL_BROKEN] = "an error"};
    return text[s->kind];
}

const char *type_text(arena *a, type t) {
    static const char *const text[] = {[TYPE_BAD] = "an error",
                                       [TYPE_REAL] = "Real",
                                       [TYPE_INTEGER] = "Integer",
                                       [TYPE_BOOLEAN] = "Boolean",
                                       [TYPE_STRING] = "String"};
    if (t.kind == TYPE_ENUMERATION)
        return arena_print(a, "enumeration %.80s", t.enumeration->name);
    return text[t.kind];
}

int type_is_number(type t) {
    return t.kind == TYPE_REAL || t.kind == TYPE_INTEGER || t.kind == TYPE_BAD;
}

int type_same(type a, type b) {
    return a.kind == TYPE_BAD || b.kind == TYPE_BAD ||
           (a.kind == b.kind && a.enumeration == b.enumeration);
}
