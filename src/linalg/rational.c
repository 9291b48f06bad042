/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums and products with the small common divisors of Henrici (Knuth: The Art of Computer
 * Programming 2, 4.5.1): in lowest terms if the arguments are. */
#include "rational.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const rational rational_zero = {0, {0, NULL}, {1, (const uint64_t[]){1}}, 0};
const rational rational_one = {
    1, {1, (const uint64_t[]){1}}, {1, (const uint64_t[]){1}}, 0};

static uint64_t *rational_room(arena *a, int count) {
    return ARENA_ARRAY(a, uint64_t, count);
}

static const rational *rational_keep(arena *a, rational x) {
    rational *kept = arena_alloc(a, sizeof *kept);
    *kept = x;
    return kept;
}

static natural rational_shift(arena *a, natural x, int64_t bits) {
    return bits ? natural_shift(x, bits, rational_room(a, natural_shift_room(x, bits)))
                : x;
}

static natural rational_times(arena *a, natural x, natural y) {
    if (natural_is_one(x))
        return y;
    if (natural_is_one(y))
        return x;
    return natural_multiply(x, y, rational_room(a, x.count + y.count));
}

static natural over(arena *a, natural x, natural y) {
    natural rest;
    if (natural_is_one(y))
        return x;
    if (natural_compare(x, y) == 0)
        return natural_one;
    natural quotient = natural_divide(x, y, rational_room(a, x.count),
                                      rational_room(a, x.count + y.count + 1), &rest);
    assert(!rest.count);
    return quotient;
}

static natural common(arena *a, natural x, natural y) {
    if (natural_is_one(x) || natural_is_one(y))
        return natural_one;
    if (natural_compare(x, y) == 0)
        return x;
    return natural_gcd(x, y, rational_room(a, natural_gcd_room(x, y)));
}

const rational *rational_make(arena *a, int sign, natural n, natural d,
                              int64_t exponent) {
    if (!n.count)
        return &rational_zero;
    int64_t twos = natural_twos(n);
    n = natural_shift(n, -twos, rational_room(a, natural_shift_room(n, -twos)));
    return rational_keep(a, (rational){sign, n, d, exponent + twos});
}

const rational *rational_of(arena *a, double x) {
    assert(isfinite(x));
    if (x == 0)
        return &rational_zero;
    int exponent;
    uint64_t digits = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    return rational_make(a, x < 0 ? -1 : 1, (natural){1, &digits}, natural_one,
                         exponent - 53);
}

/* 5^power */
static natural power_of_five(arena *a, int power) {
    static const uint64_t five = 5;
    natural result = natural_one;
    for (int k = 0; k < power; k++)
        result = rational_times(a, result, (natural){1, &five});
    return result;
}

const rational *rational_of_decimal(arena *a, double x) {
    enum { DIGITS = 15 }; /* each decimal of so many is rounded to a double of its own */
    char text[40];
    snprintf(text, sizeof text, "%.*e", DIGITS - 1, fabs(x));
    if (x == 0 || strtod(text, NULL) != fabs(x))
        return rational_of(a, x);
    uint64_t digits = 0;
    const char *p = text;
    for (; *p != 'e'; p++)
        if (*p >= '0' && *p <= '9')
            digits = 10 * digits + (uint64_t)(*p - '0');
    int power = atoi(p + 1) - (DIGITS - 1);
    for (; digits % 10 == 0; digits /= 10)
        power++;
    natural n = {1, &digits};
    int sign = x < 0 ? -1 : 1;
    if (power < 0)
        return rational_make(a, sign, n, power_of_five(a, -power), power);
    return rational_make(a, sign, rational_times(a, n, power_of_five(a, power)),
                         natural_one, power);
}

/* x + y, or |x - y| if they have opposite signs; *sign is that of x and becomes that of
 * the sum. */
static natural rational_sum(arena *a, natural x, natural y, int opposite, int *sign) {
    if (!opposite)
        return natural_add(x, y,
                           rational_room(a, (x.count > y.count ? x.count : y.count) + 1));
    if (natural_compare(x, y) >= 0)
        return natural_subtract(x, y, rational_room(a, x.count));
    *sign = -*sign;
    return natural_subtract(y, x, rational_room(a, y.count));
}

const rational *rational_add(arena *a, const rational *x, const rational *y) {
    if (!x->sign)
        return y;
    if (!y->sign)
        return x;
    int sign = x->sign;
    int64_t e = x->exponent < y->exponent ? x->exponent : y->exponent;
    natural g = common(a, x->denominator, y->denominator);
    natural p = over(a, x->denominator, g);
    natural q = over(a, y->denominator, g);
    natural n = rational_sum(
        a, rational_times(a, rational_shift(a, x->numerator, x->exponent - e), q),
        rational_times(a, rational_shift(a, y->numerator, y->exponent - e), p),
        x->sign != y->sign, &sign);
    if (!n.count)
        return &rational_zero;
    natural h = common(a, n, g);
    natural d = rational_times(a, rational_times(a, p, q), over(a, g, h));
    return rational_make(a, sign, over(a, n, h), d, e);
}

const rational *rational_neg(arena *a, const rational *x) {
    if (!x->sign)
        return x;
    return rational_keep(a,
                         (rational){-x->sign, x->numerator, x->denominator, x->exponent});
}

const rational *rational_sub(arena *a, const rational *x, const rational *y) {
    return rational_add(a, x, rational_neg(a, y));
}

const rational *rational_mul(arena *a, const rational *x, const rational *y) {
    if (!x->sign || !y->sign)
        return &rational_zero;
    natural g = common(a, x->numerator, y->denominator);
    natural h = common(a, y->numerator, x->denominator);
    natural n = rational_times(a, over(a, x->numerator, g), over(a, y->numerator, h));
    natural d = rational_times(a, over(a, x->denominator, h), over(a, y->denominator, g));
    return rational_keep(a,
                         (rational){x->sign * y->sign, n, d, x->exponent + y->exponent});
}

const rational *rational_div(arena *a, const rational *x, const rational *y) {
    assert(y->sign);
    rational inverse = {y->sign, y->denominator, y->numerator, -y->exponent};
    return rational_mul(a, x, &inverse);
}

int rational_sign(const rational *x) {
    return x->sign;
}

/* The sign of n 2^shift - q d, limb by limb without memory. */
static int compare_product(natural n, int64_t shift, uint64_t q, natural d) {
    int64_t left = shift > 0 ? shift : 0;
    int64_t right = shift < 0 ? -shift : 0;
    int64_t most = natural_bits(n) + left;
    int64_t other = natural_bits(d) + right + 64;
    uint64_t carry = 0;
    uint64_t borrow = 0;
    uint64_t some = 0;
    for (int64_t i = 0; i < (most > other ? most : other); i += 64) {
        two_limbs product = (two_limbs)q * natural_window(d, i - right) + carry;
        two_limbs rest =
            (two_limbs)natural_window(n, i - left) - (uint64_t)product - borrow;
        carry = (uint64_t)(product >> 64);
        borrow = (uint64_t)(rest >> 64) & 1;
        some |= (uint64_t)rest;
    }
    return borrow ? -1 : some != 0;
}

/* floor(n 2^shift / d), where that has 63 or 64 bits: found from the leading limbs and
 * made exact. */
static uint64_t leading_quotient(natural n, int64_t shift, natural d) {
    uint64_t divisor = natural_window(d, natural_bits(d) - 64);
    two_limbs dividend = (two_limbs)natural_window(n, natural_bits(n) - 64) << 63;
    uint64_t found = (uint64_t)(dividend / divisor);
    while (compare_product(n, shift, found, d) < 0)
        found--;
    while (found < UINT64_MAX && compare_product(n, shift, found + 1, d) >= 0)
        found++;
    return found;
}

/* (q + a part below 1 that is zero unless `more`) / 2^drop, rounded; 0 < drop <= 64 */
static uint64_t round_off(uint64_t q, int drop, int more) {
    uint64_t kept = drop < 64 ? q >> drop : 0;
    uint64_t half = (uint64_t)1 << (drop - 1);
    uint64_t rest = drop < 64 ? q & (2 * half - 1) : q;
    int up = rest > half || (rest == half && (more || kept & 1));
    return kept + (uint64_t)up;
}

/* Rounds 64 bits of the quotient to even, fewer where the result is subnormal. */
double rational_to_double(const rational *x) {
    enum { DIGITS = 53, LEAST = -1074, BEYOND = 1100 };
    if (!x->sign)
        return 0;
    natural n = x->numerator;
    natural d = x->denominator;
    int64_t scale = 63 - natural_bits(n) + natural_bits(d);
    uint64_t q = leading_quotient(n, scale, d);
    int more = compare_product(n, scale, q, d) != 0;
    int bits = 64 - __builtin_clzll(q);
    int64_t unit = x->exponent - scale; /* the value is (q + more) 2^unit */
    if (unit + bits > BEYOND)
        return copysign(INFINITY, x->sign);
    if (unit + bits < -BEYOND)
        return copysign(0, x->sign);
    int64_t drop = bits - DIGITS;
    if (unit + drop < LEAST)
        drop = LEAST - unit; /* subnormal: fewer digits */
    if (drop > 64)
        return copysign(0, x->sign);
    double size = ldexp((double)round_off(q, (int)drop, more), (int)(unit + drop));
    return copysign(size, x->sign);
}
