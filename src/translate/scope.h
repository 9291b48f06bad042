/* SPDX-License-Identifier: BSD-3-Clause */
/* Names and what they refer to. */
#ifndef TRANSLATE_SCOPE_H
#define TRANSLATE_SCOPE_H
#include "../system/wording.h"
#include "../syntax/ast.h"
#include "declared_unit.h"

typedef enum type_kind {
    TYPE_BAD, /* an error was reported: fits everything */
    TYPE_REAL,
    TYPE_INTEGER,
    TYPE_BOOLEAN,
    TYPE_STRING,
    TYPE_ENUMERATION,
    TYPE_RECORD,
    TYPE_TABLE /* an external object (table.c) */
} type_kind;

typedef struct type {
    type_kind kind;
    const struct symbol *definition; /* of an enumeration or a record */
} type;

/* A type without a definition. */
static inline type basic(type_kind kind) {
    return (type){kind, NULL};
}

typedef enum level { LEVEL_CONSTANT, LEVEL_PARAMETER, LEVEL_CHANGING } level;

typedef enum symbol_kind {
    SYMBOL_VARIABLE,  /* index: of system.variables */
    SYMBOL_PARAMETER, /* index: of system.parameters, for this and the next three */
    SYMBOL_INPUT,
    SYMBOL_CONSTANT,
    SYMBOL_DISCRETE,
    SYMBOL_LOCAL, /* of a function or a loop: the elements are its present values */
    SYMBOL_TEXT,  /* a String parameter or constant */
    SYMBOL_TABLE, /* object */
    SYMBOL_TIME,
    SYMBOL_TYPE,     /* definition */
    SYMBOL_RECORD,   /* class, of records */
    SYMBOL_FUNCTION, /* class */
    SYMBOL_LITERAL,  /* value: of an enumeration, from 1 */
    SYMBOL_BROKEN    /* its declaration is an error */
} symbol_kind;

typedef enum progress { FRESH, OPEN, DONE } progress;

/* A declared name. An array is stored as its elements, the last subscript fastest. A
 * record has a symbol for each field; the fields of an array of records are arrays with
 * the subscripts of the record first, so that r[2].x[3] is element (2, 3) of r.x. */
typedef struct symbol {
    symbol_kind kind;
    const char *name;
    place where;
    struct scope *scope; /* where it was declared */
    type type;
    const struct symbol *owner; /* the record that this is a field of, or NULL */
    progress shaped, defined;
    int rank, count; /* count: of elements */
    const int *size; /* [rank] */
    int index;       /* of the first element */
    expr *element;   /* [count] */
    level level;     /* of a local */
    const char *changing;
    char *assigned;          /* [count] by an algorithm section, or NULL */
    const struct symbol *of; /* the model's variable that a local stands for, or NULL */
    struct scope *fields;    /* of a record */
    unit_choice unit;        /* of a Real */
    double value;
    const char *text;            /* of a String, if it is known; else ... */
    wording *wording;            /* ... what it is made of, or NULL */
    struct table_object *object; /* of TYPE_TABLE, or NULL */
    int evaluated; /* a size, subscript or branch depends on it: can no longer be set */
    const ast_type *definition;
    const ast_class *class;
    const struct bound_inputs *bound; /* of a function that is an argument, or NULL */
    const ast_declaration *declaration;
} symbol;

typedef struct scope {
    arena *arena;
    struct scope *outer;    /* or NULL */
    LIST(symbol *) symbols; /* in the order of the text */
    ast_imports imports;
    symbol **slot;
    size_t slots;
} scope;

scope *scope_new(arena *a, scope *outer);

/* Adds the symbol; NULL: its name is in this scope already. */
symbol *scope_add(scope *s, symbol one);

/* Makes a symbol of another scope known in this one, too, unless its name is. */
void scope_share(scope *s, symbol *one);

/* The innermost symbol of an interned name, or NULL; and in this scope alone. */
symbol *scope_find(scope *s, const char *name);
symbol *scope_find_here(const scope *s, const char *name);

/* The record around it that is a field of none, or the symbol itself. */
symbol *symbol_top(const symbol *s);
const char *symbol_kind_text(const symbol *s);                     /* "a variable" */
const char *symbol_path(arena *a, const symbol *s);                /* "r.x" */
const char *symbol_element_name(arena *a, const symbol *s, int k); /* "r[2].x[3]" */
const char *type_text(arena *a, type t); /* "Real", "enumeration E" */
int type_is_number(type t);              /* Real, Integer, or an error */
int type_same(type a, type b);

#endif
