/* SPDX-License-Identifier: BSD-3-Clause */
/* Questions about ideals, answered by Gröbner bases. A set of variables is char [n]. */
#ifndef ALGEBRA_IDEAL_H
#define ALGEBRA_IDEAL_H
#include "groebner.h"
#include "line_poly.h"

/* Elements of the ideal without the variables of `away`: a Gröbner basis in the order of
 * r of those, for which r has at most two blocks. */
polys ideal_eliminate(const ring *r, arena *a, const polys *generators, const char *away);
/* What becomes an element when multiplied by a power of f. `spare` is a variable that
 * occurs nowhere. */
polys ideal_saturate(const ring *r, arena *a, const polys *generators, poly f, int spare);
int ideal_contains(const ring *r, arena *a, const polys *basis, poly f);
/* A subset of the basis that generates the same, large ones left out first. */
polys ideal_thin(const ring *r, arena *a, const polys *basis);

/* The dimension in the variables of `among`, from the leading monomials in them; -1 for
 * the whole ring. independent: [n] receives a largest set without a relation, small
 * variables rather than large ones. */
int ideal_dimension(const ring *r, arena *a, const polys *basis, const char *among,
                    char *independent);
/* The degree of the variety of this dimension, basis being one by degree; 0: not computed
 * for many variables. */
int ideal_degree(const ring *r, arena *a, const polys *basis, const char *among,
                 int dimension);

/* Monomials in the variables of `among` that are no multiples of leading ones. */
typedef struct monomials {
    int count; /* -1: there are more than `most`, or infinitely many */
    const exponent **at;
} monomials;
monomials ideal_standard(const ring *r, arena *a, const polys *basis, const char *among,
                         int most);
/* The minimal polynomial of f modulo an ideal of dimension 0 in these variables. */
line_poly ideal_minimal_polynomial(const ring *r, arena *a, const polys *basis,
                                   const monomials *standard, poly f);

#endif
