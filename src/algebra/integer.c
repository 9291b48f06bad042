/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers below 2^63 are computed in 128 bits; all others by the schoolbook methods of
 * natural.c. */
#include "integer.h"
#include <assert.h>
#include <string.h>

__extension__ typedef __int128 wide;
enum { DIGITS = 18 }; /* of a chunk in decimal texts */
static const int64_t CHUNK = 1000000000000000000;

static int is_big(integer x) {
    return x.big.count > 0;
}

integer integer_of(int64_t x) {
    return (integer){x, {0, NULL}};
}

integer integer_of_natural(int sign, natural x) {
    assert(sign == 1 || sign == -1 || sign == 0);
    if (x.count == 0)
        return integer_of(0);
    if (x.count == 1 && x.limb[0] <= INT64_MAX)
        return integer_of(sign < 0 ? -(int64_t)x.limb[0] : (int64_t)x.limb[0]);
    return (integer){sign < 0 ? -1 : 1, x};
}

static integer of_wide(arena *a, wide x) {
    if (x >= -(wide)INT64_MAX && x <= INT64_MAX)
        return integer_of((int64_t)x);
    two_limbs size = x < 0 ? -(two_limbs)x : (two_limbs)x;
    uint64_t *limb = ARENA_ARRAY(a, uint64_t, 2);
    limb[0] = (uint64_t)size;
    limb[1] = (uint64_t)(size >> 64);
    return (integer){x < 0 ? -1 : 1, natural_trim(2, limb)};
}

natural integer_size(integer x, uint64_t *limb) {
    if (is_big(x))
        return x.big;
    limb[0] = x.small < 0 ? -(uint64_t)x.small : (uint64_t)x.small;
    return natural_trim(1, limb);
}

int integer_sign(integer x) {
    return (x.small > 0) - (x.small < 0);
}
int integer_is(integer x, int64_t value) {
    return !is_big(x) && x.small == value;
}
int integer_limbs(integer x) {
    return is_big(x) ? x.big.count : 1;
}

int64_t integer_bits(integer x) {
    uint64_t limb[1];
    return natural_bits(integer_size(x, limb));
}

uint64_t integer_modulo(integer x, uint64_t p) {
    assert(p > 1);
    uint64_t limb[1];
    uint64_t rest = natural_modulo(integer_size(x, limb), p);
    return x.small < 0 && rest ? p - rest : rest;
}

integer integer_neg(integer x) {
    x.small = -x.small;
    return x;
}

/* Adds numbers of which one is big: sizes are added or subtracted by sign. */
static integer add_big(arena *a, integer x, integer y) {
    uint64_t lx[1], ly[1];
    natural u = integer_size(x, lx);
    natural v = integer_size(y, ly);
    int longer = u.count > v.count ? u.count : v.count;
    uint64_t *to = ARENA_ARRAY(a, uint64_t, longer + 1);
    if (integer_sign(x) * integer_sign(y) >= 0) {
        int sign = integer_sign(x) ? integer_sign(x) : integer_sign(y);
        return integer_of_natural(sign, natural_add(u, v, to));
    }
    if (natural_compare(u, v) >= 0)
        return integer_of_natural(integer_sign(x), natural_subtract(u, v, to));
    return integer_of_natural(integer_sign(y), natural_subtract(v, u, to));
}

integer integer_add(arena *a, integer x, integer y) {
    if (is_big(x) || is_big(y))
        return add_big(a, x, y);
    return of_wide(a, (wide)x.small + y.small);
}

integer integer_sub(arena *a, integer x, integer y) {
    return integer_add(a, x, integer_neg(y));
}

integer integer_mul(arena *a, integer x, integer y) {
    if (!is_big(x) && !is_big(y))
        return of_wide(a, (wide)x.small * y.small);
    uint64_t lx[1], ly[1];
    natural u = integer_size(x, lx);
    natural v = integer_size(y, ly);
    if (u.count == 0 || v.count == 0)
        return integer_of(0);
    uint64_t *to = ARENA_ARRAY(a, uint64_t, u.count + v.count);
    return integer_of_natural(integer_sign(x) * integer_sign(y),
                              natural_multiply(u, v, to));
}

integer integer_power(arena *a, integer x, int k) {
    assert(k >= 0);
    integer result = integer_of(1);
    while (k-- > 0)
        result = integer_mul(a, result, x);
    return result;
}

/* Divides with remainder of the same sign as x. */
static integer integer_divide(arena *a, integer x, integer y, integer *rest) {
    assert(integer_sign(y));
    if (!is_big(x) && !is_big(y)) {
        *rest = integer_of(x.small % y.small);
        return integer_of(x.small / y.small);
    }
    uint64_t lx[1], ly[1];
    natural u = integer_size(x, lx);
    natural v = integer_size(y, ly);
    natural r;
    uint64_t *to = ARENA_ARRAY(a, uint64_t, u.count + 1);
    uint64_t *work = ARENA_ARRAY(a, uint64_t, u.count + v.count + 2);
    natural q;
    if (natural_compare(u, v) < 0) {
        *rest = x;
        return integer_of(0);
    }
    q = natural_divide(u, v, to, work, &r);
    *rest = integer_of_natural(integer_sign(x), r);
    return integer_of_natural(integer_sign(x) * integer_sign(y), q);
}

int integer_divides(arena *a, integer y, integer x, integer *quotient) {
    integer rest;
    *quotient = integer_divide(a, x, y, &rest);
    return integer_sign(rest) == 0;
}

integer integer_over(arena *a, integer x, integer y) {
    integer rest;
    integer q = integer_divide(a, x, y, &rest);
    assert(integer_sign(rest) == 0);
    return q;
}

integer integer_gcd(arena *a, integer x, integer y) {
    uint64_t lx[1], ly[1];
    natural u = integer_size(x, lx);
    natural v = integer_size(y, ly);
    if (u.count <= 1 && v.count <= 1) {
        uint64_t p = u.count ? u.limb[0] : 0;
        uint64_t q = v.count ? v.limb[0] : 0;
        while (q) {
            uint64_t rest = p % q;
            p = q;
            q = rest;
        }
        return of_wide(a, (wide)p);
    }
    uint64_t *work = ARENA_ARRAY(a, uint64_t, natural_gcd_room(u, v));
    natural g = natural_gcd(u, v, work);
    if (g.limb == lx || g.limb == ly)
        return of_wide(a, (wide)g.limb[0]);
    return integer_of_natural(1, g);
}

integer integer_symmetric(arena *a, integer x, integer m) {
    assert(integer_sign(m) > 0);
    integer rest;
    integer_divide(a, x, m, &rest);
    integer twice = integer_add(a, rest, rest);
    if (integer_sign(integer_sub(a, twice, m)) > 0)
        return integer_sub(a, rest, m);
    if (integer_sign(integer_add(a, twice, m)) < 0)
        return integer_add(a, rest, m);
    return rest;
}

integer integer_copy(arena *a, integer x) {
    if (!is_big(x))
        return x;
    uint64_t *limb = ARENA_ARRAY(a, uint64_t, x.big.count);
    memcpy(limb, x.big.limb, sizeof *limb * (size_t)x.big.count);
    x.big.limb = limb;
    return x;
}

integer integer_of_decimal(arena *a, const char *digits, int count) {
    assert(count > 0);
    integer x = integer_of(0);
    for (int i = 0; i < count;) {
        int64_t part = 0;
        int64_t scale = 1;
        for (int k = 0; k < DIGITS && i < count; k++) {
            part = 10 * part + (digits[i++] - '0');
            scale *= 10;
        }
        integer higher = integer_mul(a, x, integer_of(scale));
        x = integer_add(a, higher, integer_of(part));
    }
    return x;
}

const char *integer_text(arena *a, integer x) {
    const char *text = "";
    int negative = integer_sign(x) < 0;
    if (negative)
        x = integer_neg(x);
    while (is_big(x)) {
        integer rest;
        x = integer_divide(a, x, integer_of(CHUNK), &rest);
        text = arena_print(a, "%018lld%s", (long long)rest.small, text);
    }
    return arena_print(a, "%s%lld%s", negative ? "-" : "", (long long)x.small, text);
}
