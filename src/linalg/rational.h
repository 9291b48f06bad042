/* SPDX-License-Identifier: BSD-3-Clause */
/* Rational numbers of any size, immutable; results live in the arena and may share memory
 * with the arguments. */
#ifndef LINALG_RATIONAL_H
#define LINALG_RATIONAL_H
#include "../base/arena.h"
#include "natural.h"

/* sign * numerator / denominator * 2^exponent, both odd (0 is 0/1); not always in lowest
 * terms: compare by the sign of a difference. */
typedef struct rational {
    int sign; /* -1, 0, 1 */
    natural numerator, denominator;
    int64_t exponent;
} rational;

extern const rational rational_zero, rational_one;

const rational *rational_of(arena *a, double x); /* exactly; x is finite */
/* The number that people write for x: the shortest decimal that is rounded to x where it
 * has at most 15 digits, else x itself. */
const rational *rational_of_decimal(arena *a, double x);
/* sign * n / d * 2^exponent; keeps d, which is odd, and a copy of n */
const rational *rational_make(arena *a, int sign, natural n, natural d, int64_t exponent);

const rational *rational_add(arena *a, const rational *x, const rational *y);
const rational *rational_sub(arena *a, const rational *x, const rational *y);
const rational *rational_mul(arena *a, const rational *x, const rational *y);
const rational *rational_div(arena *a, const rational *x, const rational *y); /* y != 0 */
const rational *rational_neg(arena *a, const rational *x);
int rational_sign(const rational *x);

/* The nearest double, of two the even one; infinite or zero beyond their range. */
double rational_to_double(const rational *x);

#endif
