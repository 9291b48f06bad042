/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials in one variable modulo a prime p < 2^62. */
#ifndef ALGEBRA_MOD_POLY_H
#define ALGEBRA_MOD_POLY_H
#include <stdint.h>
#include "work.h"

/* c[0] + c[1] x + ...; the last coefficient is not zero, so 0 has none. */
typedef struct mod_poly {
    int count; /* degree + 1 */
    uint64_t *c;
} mod_poly;

typedef LIST(mod_poly) mod_polys;

mod_poly mod_poly_trim(int count, uint64_t *c);
mod_poly mod_poly_sub(arena *a, mod_poly f, mod_poly g, uint64_t p);
mod_poly mod_poly_mul(arena *a, mod_poly f, mod_poly g, uint64_t p);
mod_poly mod_poly_rem(arena *a, mod_poly f, mod_poly g, uint64_t p); /* g is not 0 */
mod_poly mod_poly_div(arena *a, mod_poly f, mod_poly g, uint64_t p); /* floor(f / g) */
mod_poly mod_poly_gcd(arena *a, mod_poly f, mod_poly g, uint64_t p); /* monic */
mod_poly mod_poly_monic(arena *a, mod_poly f, uint64_t p);
mod_poly mod_poly_derive(arena *a, mod_poly f, uint64_t p);
/* The inverse of f modulo g, if they are coprime. */
int mod_poly_inverse(arena *a, mod_poly f, mod_poly g, uint64_t p, mod_poly *inverse);

/* The irreducible factors, monic, of a monic f without multiple ones. */
mod_polys mod_poly_factor(algebra_work *w, arena *a, mod_poly f, uint64_t p);

#endif
