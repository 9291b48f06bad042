/* SPDX-License-Identifier: BSD-3-Clause */
/* The constraints of a model as polynomials over the rational numbers, and the model with
 * others in their place. */
#ifndef TRANSLATE_CONSTRAINTS_H
#define TRANSLATE_CONSTRAINTS_H
#include "model.h"

typedef struct polynomial {
    const char *text;        /* in the symbols, with + - * / ^, divisors being constant */
    const char *denominator; /* what its equation was multiplied by; NULL: nothing */
    int equation;            /* of the system */
    expr residual;           /* what others define is put in */
} polynomial;

typedef struct polynomial_symbol {
    const char *text, *name; /* "v1" stands for x */
    int is_parameter;        /* time, an input: not to be solved for */
} polynomial_symbol;

typedef struct polynomials {
    dae *system;
    LIST(polynomial) at;
    LIST(polynomial_symbol) symbols;
    char *is_differentiated; /* [variables] */
    const char *rounded;     /* a number that is no short decimal or fraction, or NULL */
} polynomials;

/* The plain equations without derivatives. Those in declarations or algorithms, or that
 * give a value to a variable that is never differentiated, are substituted into the
 * others and not rewritten. Throws E_MODEL where one is not polynomial, naming it. */
polynomials *polynomials_of(model *m);

/* Forces that keep constraints: multipliers that occur in the equations of motion with
 * the gradient of a constraint, up to constant factors. */
typedef struct force {
    int equation, coordinate;
    double scale; /* of the gradient in this equation */
} force;

typedef struct forces {
    int count; /* of multipliers: one for each constraint, or 0 */
    int *multiplier;
    LIST(force) on;
    int candidates; /* variables that could be multipliers */
} forces;

forces *forces_of(const polynomials *p);

/* The text of the model with generator[i] = 0 in place of its constraints and, where
 * there are as many multipliers, with their gradients in the equations of motion; then
 * *forced is set. The comment comes before them, line by line. */
const char *model_rewrite(model *m, const polynomials *p, const forces *f,
                          const char *comment, int count, const expr *generator,
                          int *forced);

#endif
