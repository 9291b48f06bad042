/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs that may deviate: what the response of a system to its inputs is found from. */
#ifndef SYSTEM_DEVIATION_H
#define SYSTEM_DEVIATION_H
#include "system.h"

/* An input u is replaced by u + w everywhere, w being an unknown with the equation
 * w^(orders) = 0 that begins with w = w' = ... = 0: the solution stays as it is, and its
 * derivatives by w, w', ... are those by the input and its derivatives. */
typedef struct deviation {
    int parameter; /* PARAMETER_INPUT */
    int variable;  /* w */
} deviation;

typedef struct deviations {
    int count;
    deviation *at; /* [count], in the arena of the system */
    int orders;    /* >= 1 */
} deviations;

/* For all inputs, those with a table included. To be called once, before signals_insert.
 * Variables are written with derivatives below `orders` only, so that no w is
 * eliminated. */
deviations deviations_insert(dae *s, int orders);

/* The highest derivative of a variable that the equations contain. */
int deviations_highest(const dae *s);

#endif
