/* SPDX-License-Identifier: BSD-3-Clause */
/* Names and what they stand for. */
#ifndef MODEL_SCOPE_H
#define MODEL_SCOPE_H
#include "ast.h"

typedef enum type_kind {
    TYPE_BAD, /* an error was reported: fits everything */
    TYPE_REAL,
    TYPE_INTEGER,
    TYPE_BOOLEAN,
    TYPE_STRING,
    TYPE_ENUMERATION
} type_kind;

typedef struct type {
    type_kind kind;
    const struct symbol *enumeration; /* which one */
} type;

typedef enum symbol_kind {
    SYMBOL_VARIABLE,  /* index: of system.variables */
    SYMBOL_PARAMETER, /* index: of system.parameters */
    SYMBOL_INPUT,     /* index: of system.parameters */
    SYMBOL_CONSTANT,  /* index: of system.parameters; value if it is known */
    SYMBOL_TEXT,      /* a String parameter or constant */
    SYMBOL_TIME,
    SYMBOL_TYPE,    /* definition */
    SYMBOL_LITERAL, /* value: of an enumeration, from 1 */
    SYMBOL_BROKEN   /* its declaration is an error */
} symbol_kind;

typedef struct symbol {
    symbol_kind kind;
    const char *name;
    place where;
    struct scope *scope; /* where it was declared */
    type type;
    int index;
    int known;
    double value;
    const ast_type *definition;
    const ast_declaration *declaration;
} symbol;

typedef struct scope {
    arena *arena;
    struct scope *outer;    /* or NULL */
    LIST(symbol *) symbols; /* in the order of the text */
    symbol **slot;
    size_t slots;
} scope;

scope *scope_new(arena *a, scope *outer);

/* Adds the symbol, or returns the one that has its name in this scope already. */
symbol *scope_add(scope *s, symbol one, int *added);

/* The innermost symbol of an interned name, or NULL. */
symbol *scope_find(scope *s, const char *name);

const char *symbol_kind_text(const symbol *s); /* "a variable" */
const char *type_text(arena *a, type t);       /* "Real", "enumeration E" */
int type_is_number(type t);                    /* Real, Integer, or an error */
int type_same(type a, type b);

#endif
