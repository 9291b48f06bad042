/* SPDX-License-Identifier: BSD-3-Clause */
/* Natural numbers of any size. Nothing here allocates: results are written to limbs of
 * the caller, as many as each function says, and may share them with an argument where it
 * says so. */
#ifndef LINALG_NATURAL_H
#define LINALG_NATURAL_H
#include <stdint.h>

__extension__ typedef unsigned __int128 two_limbs;

/* The sum of limb[i] * 2^(64 i); the last limb is not zero, so 0 has none. */
typedef struct natural {
    int count;
    const uint64_t *limb;
} natural;

extern const natural natural_one;

natural natural_trim(int count, const uint64_t *limb); /* without leading zeros */
int natural_is_one(natural x);
int natural_compare(natural x, natural y); /* the sign of x - y */
int64_t natural_bits(natural x);           /* 0 has none */
int64_t natural_twos(natural x);           /* by how many twos x > 0 can be divided */

/* floor(x / 2^offset) modulo 2^64; zeros come in where offset is negative. */
uint64_t natural_window(natural x, int64_t offset);

natural natural_add(natural x, natural y, uint64_t *to); /* to: larger count + 1 */
/* x >= y; to: x.count, may be x itself */
natural natural_subtract(natural x, natural y, uint64_t *to);
natural natural_multiply(natural x, natural y, uint64_t *to); /* to: both counts */
/* floor(x * 2^bits); to: natural_shift_room */
natural natural_shift(natural x, int64_t bits, uint64_t *to);
int natural_shift_room(natural x, int64_t bits);

/* floor(x / y), y > 0; to: x.count; work: x.count + y.count + 1 receives the remainder.
 */
natural natural_divide(natural x, natural y, uint64_t *to, uint64_t *work,
                       natural *remainder);
uint64_t natural_modulo(natural x, uint64_t y);

/* Greatest common divisor, in work (natural_gcd_room limbs) or x or y. */
natural natural_gcd(natural x, natural y, uint64_t *work);
int natural_gcd_room(natural x, natural y);

#endif
