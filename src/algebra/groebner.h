/* SPDX-License-Identifier: BSD-3-Clause */
/* Gröbner bases over the rational numbers, with integer coefficients. */
#ifndef ALGEBRA_GROEBNER_H
#define ALGEBRA_GROEBNER_H
#include "poly.h"

/* The remainder of f by the basis, primitive: a multiple of f less an element of the
 * ideal, no term of it being divisible by a leading monomial. */
poly poly_reduce(const ring *r, arena *a, poly f, const polys *basis);

/* The same; *factor is multiplied by what f was multiplied by. */
typedef struct reduce_scale {
    integer over, under;
} reduce_scale;
poly poly_reduce_scaled(const ring *r, arena *a, poly f, const polys *basis,
                        reduce_scale *factor);

/* The reduced Gröbner basis in the order of r: primitive, leading coefficients positive,
 * small leading monomials first. {1} for the whole ring. */
polys groebner_basis(const ring *r, arena *a, const polys *generators);

#endif
