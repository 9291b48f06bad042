/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of generators in the order of their degrees, and their values and rates at
 * points. On a manifold products depend on each other; those that follow from earlier
 * ones are left out, with all their multiples (a numerical Buchberger-Moeller algorithm
 * [MB82]). */
#ifndef FINDER_PRODUCTS_H
#define FINDER_PRODUCTS_H
#include "generators.h"

enum { LARGEST_DEGREE = 8 };

typedef struct monomial {
    int parent;    /* the product without its last factor; 0: the constant 1 */
    int generator; /* its last factor, not before those of the parent */
    int degree;
} monomial;

typedef struct products {
    const generators *generators;
    arena *arena;
    int degree;    /* so far */
    int is_sparse; /* from the next degree on, only products of generators that share an
                      equation */
    LIST(monomial) at; /* 0 is the constant 1 */
} products;

products *products_new(arena *a, const generators *g);

/* Adds the products of the next degree whose divisors are all there. */
void products_extend(products *p);
/* Keeps those for which is_kept: [count]. */
void products_filter(products *p, const char *is_kept);

/* Values and rates of all at a point, from those of the generators; value, rate: [count].
 */
void products_evaluate(const products *p, const double *factors, const double *change,
                       double *value, double *rate);
/* How large the parts are that the rates add up from, given the values; rates of
 * generators are not smaller than `least` of their values. size: [count] */
void products_measure(const products *p, const double *factors, const double *change,
                      double least, const double *value, double *size);
/* The same of some in quadruple precision, which: [some]; value, rate: [some]. */
void products_evaluate_quad(const products *p, int some, const int *which,
                            const quad *factors, const quad *change, quad *value,
                            quad *rate);
/* The generators of product k, with repetitions; returns its degree. factor:
 * [LARGEST_DEGREE] */
int products_factors(const products *p, int k, int *factor);

#endif
