/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of the unit of an expression, for the check of units. */
#ifndef TRANSLATE_QUANTITY_H
#define TRANSLATE_QUANTITY_H
#include "declared_unit.h"

typedef enum quantity_kind {
    QUANTITY_OPEN,   /* nothing: it fits everything */
    QUANTITY_NUMBER, /* a number in the text, which has the unit that is needed */
    QUANTITY_KNOWN
} quantity_kind;

typedef struct quantity {
    quantity_kind kind;
    int is_simple; /* of a number: what it multiplies keeps its unit */
    int is_scaled; /* may have been converted to another scale */
    int is_clock;  /* made of time and numbers alone */
    int is_plain;  /* as declared: an offset counts */
    unit unit;
    const declared_unit *declared; /* for messages, or NULL */
} quantity;

typedef enum quantity_match {
    MATCH_FINE, /* or not known */
    MATCH_DIMENSION,
    MATCH_SCALE,
    MATCH_OFFSET
} quantity_match;

quantity quantity_open(void);
/* Numbers that may be a physical constant or a conversion are not simple. */
quantity quantity_number(double x);
quantity quantity_simple(void);
quantity quantity_declared(const declared_unit *u); /* NULL: open */
quantity quantity_time(void);
/* One, rad or s as the result of a function. */
quantity quantity_of(unit u);

/* *to * by^(sixtieths/60) */
void quantity_multiply(quantity *to, const quantity *by, int sixtieths);
quantity quantity_power(const quantity *base, int sixtieths);
quantity_match quantity_compare(const quantity *a, const quantity *b);
/* Has no dimension, no scale and no angle. */
int quantity_is_one(const quantity *q);

#endif
