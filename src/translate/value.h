/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of expressions: scalars, arrays and records with their types. */
#ifndef TRANSLATE_VALUE_H
#define TRANSLATE_VALUE_H
#include "scope.h"

/* A scalar has rank 0 and is e. An array has at[count], the last subscript fastest. A
 * record has a value for each field; their sizes begin with those of the record, as in
 * symbols. */
typedef struct value {
    type type;
    level level;
    const char *changing; /* a name in it that changes with time, or NULL */
    int rank, count;
    const int *size; /* [rank] */
    expr e;          /* a number for Booleans (1, 0) and enumeration values */
    const expr *at;
    const struct value *field;
    const char *text;            /* of all its Strings, if it is known; else ... */
    wording *wording;            /* ... what it is made of, or NULL */
    struct table_object *object; /* of TYPE_TABLE */
} value;

/* Was an error reported in it? */
static inline int is_bad(const value *v) {
    return v->type.kind == TYPE_BAD;
}

static inline int is_record(const value *v) {
    return v->type.kind == TYPE_RECORD;
}
static inline int both_numbers(const value *a, const value *b) {
    return type_is_number(a->type) && type_is_number(b->type);
}

enum { MOST_ELEMENTS = 4000000 }; /* of one array: more is a mistake in a size */
enum { MOST_RANK = 16 };

int field_count(type record);
const char *field_name(type record, int i);
symbol *field_symbol(const symbol *record, int i); /* NULL: it is not there yet */

value value_number(graph *g, type_kind kind, double number);
/* An array of these elements, which are kept. */
value value_array(type of, int rank, const int *size, const expr *at);
/* The same with other elements, and with another shape, too. */
value value_elements(const value *v, const expr *at);
value value_like(const value *v, int rank, const int *size, const expr *at);
expr value_at(const value *v, int k);       /* a scalar has one for every k */
int shape_count(int rank, const int *size); /* -1: too many */
int same_shape(const value *a, const value *b);
const char *shape_text(arena *a, int rank, const int *size); /* "[3, 2]", "a scalar" */

/* The most dimensions and elements that v or a field of it has. */
typedef struct extent {
    int rank;
    double count;
} extent;
extent value_extent(const value *v);

/* Level and errors of a part, and Real if one of several numbers is. */
void value_join(value *to, const value *from);

/* The same for a record and all its fields: what chooses it changes with time. */
void value_join_all(arena *a, value *to, const value *from);

/* Elements that subscripts choose: of an array with these sizes. */
typedef struct selection {
    int rank, count;
    int *size, *offset; /* [rank], [count] */
} selection;
typedef struct subscript {
    int whole;     /* ':' */
    int is_scalar; /* one number; else a list, and its dimension stays */
    int count;
    int one;       /* what a scalar is */
    const int *at; /* from 1; NULL: a scalar */
} subscript;
static inline int subscript_at(const subscript *s, int k) {
    return s->at ? s->at[k] : s->one;
}
/* Dimensions without a subscript are taken whole. All subscripts are in range. */
selection select_elements(arena *a, int rank, const int *size, int count,
                          const subscript *by);
/* Sizes of an array: of a value or a symbol. */
typedef struct array_shape {
    int rank, count;
    const int *size; /* [rank] */
} array_shape;
/* The same part of a field of a record; without offsets where s has none. */
selection select_field(arena *a, const selection *s, array_shape record,
                       array_shape field);
value value_select(arena *a, const value *v, const selection *s);
/* Values of one shape as one array with a first subscript more. */
value value_stack(arena *a, int count, const value *parts);

#endif
