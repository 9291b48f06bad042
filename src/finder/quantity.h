/* SPDX-License-Identifier: BSD-3-Clause */
/* A conserved quantity as an expression of the model: simple fractions and powers of
 * parameters as coefficients, where they are that. */
#ifndef FINDER_QUANTITY_H
#define FINDER_QUANTITY_H
#include "second_look.h"

/* What a quantity is like for other values of one parameter. */
typedef struct dependence_on {
    int parameter;
    int holds;          /* it is conserved then, too */
    int is_power;       /* its coefficients are multiplied by powers of this parameter: */
    signed char *power; /* [count] */
} dependence_on;

typedef struct quantity {
    candidate found;
    int parameters;
    dependence_on *on; /* [parameters] */
} quantity;

/* The quantity with whole numbers, or numbers with all their digits, and parameters. */
expr quantity_expression(surface *s, const products *p, quantity *q);

#endif
