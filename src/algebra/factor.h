/* SPDX-License-Identifier: BSD-3-Clause */
/* Factors of polynomials in several variables over the rational numbers. */
#ifndef ALGEBRA_FACTOR_H
#define ALGEBRA_FACTOR_H
#include "poly.h"

typedef struct poly_factor {
    poly f; /* irreducible, primitive, leading coefficient positive */
    int power;
} poly_factor;

typedef LIST(poly_factor) poly_factors;

/* Those of f up to a constant, in the same order every time; none for constants. */
poly_factors factor_poly(const ring *r, arena *a, poly f);

#endif
