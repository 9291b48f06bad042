/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials in several variables with integer coefficients, immutable. */
#ifndef ALGEBRA_POLY_H
#define ALGEBRA_POLY_H
#include "integer.h"
#include "work.h"

typedef uint16_t exponent;

/* Variables 0 ... n - 1 in at most three blocks, the first one being the largest; within
 * a block the degree decides, then the smallest variable in reverse. */
enum { RING_BLOCKS = 3 };
typedef struct ring {
    int n;
    int end[RING_BLOCKS]; /* places in at where blocks end */
    const int *at;        /* [n] variables, block by block, large ones first */
    algebra_work *work;
} ring;

/* Terms in descending order; 0 has none. */
typedef struct poly {
    int count;
    integer *c;
    exponent *e; /* [count][n] */
} poly;

typedef LIST(poly) polys;

ring *ring_new(arena *a, algebra_work *w, int n);
/* The same variables, those with block[j] = 0 first. */
ring *ring_blocks(arena *a, const ring *r, const char *block);
int monomial_compare(const ring *r, const exponent *x, const exponent *y);
int monomial_divides(int n, const exponent *x, const exponent *y); /* x divides y */
int monomial_degree(int n, const exponent *e);

poly poly_constant(const ring *r, arena *a, integer c);
poly poly_variable(const ring *r, arena *a, int j);
poly poly_copy(const ring *r, arena *a, poly f); /* shares nothing with f */
poly poly_sort(const ring *r, arena *a, poly f); /* in the order of r */
/* c x + d m y; m: NULL for 1 */
poly poly_combine(const ring *r, arena *a, integer c, poly x, integer d,
                  const exponent *m, poly y);
poly poly_add(const ring *r, arena *a, poly x, poly y);
poly poly_sub(const ring *r, arena *a, poly x, poly y);
poly poly_mul(const ring *r, arena *a, poly x, poly y);
poly poly_scale(const ring *r, arena *a, integer c, poly x);
poly poly_power(const ring *r, arena *a, poly x, int k);
poly poly_derive(const ring *r, arena *a, poly x, int j);

integer poly_content(const ring *r, arena *a, poly f); /* > 0; 0 for 0 */
/* Without content, the leading coefficient positive. */
poly poly_primitive(const ring *r, arena *a, poly f);
/* The quotient, if g divides f over the integers. */
int poly_divides(const ring *r, arena *a, poly g, poly f, poly *quotient);
/* The remainder of a multiple of f by g, both as polynomials in x_j, primitive. */
poly poly_pseudo_remainder(const ring *r, arena *a, poly f, poly g, int j);
/* f with variable j replaced by g, and by a number. */
poly poly_substitute(const ring *r, arena *a, poly f, int j, poly g);
poly poly_set(const ring *r, arena *a, poly f, int j, integer value);
/* The coefficient of x_j^k. */
poly poly_coefficient(const ring *r, arena *a, poly f, int j, int k);

int poly_degree(const ring *r, poly f);           /* total; -1 for 0 */
int poly_degree_in(const ring *r, poly f, int j); /* likewise */
int poly_holds(const ring *r, poly f, int j);     /* whether x_j occurs */
int poly_is_equal(const ring *r, poly f, poly g);
const exponent *poly_lead(poly f);
int64_t poly_bits(const ring *r, poly f); /* of the largest coefficient */

/* Reads numbers, names, + - * / ^ and parentheses; quotients are cleared of denominators
 * that hold only the variables with is_unit, all others throw E_ARGUMENT. */
poly poly_read(const ring *r, arena *a, const char *text, const char *const *name,
               const char *is_unit);
const char *poly_text(const ring *r, arena *a, poly f, const char *const *name);

#endif
