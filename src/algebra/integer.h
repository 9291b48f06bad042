/* SPDX-License-Identifier: BSD-3-Clause */
/* Integers of any size, immutable; small ones need no memory. Results live in the arena
 * and may share memory with the arguments. */
#ifndef ALGEBRA_INTEGER_H
#define ALGEBRA_INTEGER_H
#include "../base/arena.h"
#include "../linalg/natural.h"

/* small where big has no limbs, else +-big with the sign of small. big is never used for
 * a number that small can hold. */
typedef struct integer {
    int64_t small;
    natural big;
} integer;

integer integer_of(int64_t x);
integer integer_of_decimal(arena *a, const char *digits, int count);
integer integer_of_natural(int sign, natural x); /* keeps x */
natural integer_size(integer x, uint64_t *limb); /* |x|; limb: [1], written to */

int integer_sign(integer x);
int integer_is(integer x, int64_t value);
int64_t integer_bits(integer x);
int integer_limbs(integer x);
uint64_t integer_modulo(integer x, uint64_t p); /* in 0 ... p - 1 */

integer integer_neg(integer x);
integer integer_add(arena *a, integer x, integer y);
integer integer_sub(arena *a, integer x, integer y);
integer integer_mul(arena *a, integer x, integer y);
integer integer_power(arena *a, integer x, int k);
integer integer_over(arena *a, integer x, integer y); /* y divides x */
int integer_divides(arena *a, integer y, integer x, integer *quotient);
integer integer_gcd(arena *a, integer x, integer y); /* >= 0 */
/* The residue of x modulo m > 0 in -m/2 ... m/2. */
integer integer_symmetric(arena *a, integer x, integer m);

integer integer_copy(arena *a, integer x); /* shares nothing with x */
const char *integer_text(arena *a, integer x);

#endif
