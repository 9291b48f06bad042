/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials in one variable with integer coefficients, and their factors. */
#ifndef ALGEBRA_LINE_POLY_H
#define ALGEBRA_LINE_POLY_H
#include "integer.h"
#include "mod_poly.h"

/* c[0] + c[1] x + ...; the last coefficient is not zero, so 0 has none. */
typedef struct line_poly {
    int count; /* degree + 1 */
    integer *c;
} line_poly;

typedef struct line_factor {
    line_poly f; /* irreducible, primitive, leading coefficient positive */
    int power;
} line_factor;

typedef LIST(line_factor) line_factors;

line_poly line_poly_trim(int count, integer *c);
line_poly line_poly_add(arena *a, line_poly f, line_poly g,
                        integer scale); /* f + scale g */
line_poly line_poly_mul(arena *a, line_poly f, line_poly g);
line_poly line_poly_primitive(arena *a, line_poly f);
int line_poly_divides(arena *a, line_poly g, line_poly f, line_poly *quotient);
line_poly line_poly_gcd(arena *a, line_poly f, line_poly g); /* primitive */
mod_poly line_poly_modulo(arena *a, line_poly f, uint64_t p);

/* Factors of f up to its content, by degree and then as found; none for constants. */
line_factors line_poly_factor(algebra_work *w, arena *a, line_poly f);

#endif
