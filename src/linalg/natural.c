/* SPDX-License-Identifier: BSD-3-Clause */
/* Schoolbook arithmetic, which is fastest for the hundred limbs met here (Knuth: The Art
 * of Computer Programming 2, 4.3.1 and algorithm L of 4.5.2). */
#include "natural.h"
#include <assert.h>
#include <string.h>

static const uint64_t one_limb[1] = {1};
const natural natural_one = {1, one_limb};

natural natural_trim(int count, const uint64_t *limb) {
    while (count && !limb[count - 1])
        count--;
    return (natural){count, limb};
}

int natural_is_one(natural x) {
    return x.count == 1 && x.limb[0] == 1;
}

int natural_compare(natural x, natural y) {
    if (x.count != y.count)
        return x.count < y.count ? -1 : 1;
    for (int i = x.count - 1; i >= 0; i--)
        if (x.limb[i] != y.limb[i])
            return x.limb[i] < y.limb[i] ? -1 : 1;
    return 0;
}

int64_t natural_bits(natural x) {
    return x.count ? (int64_t)64 * x.count - __builtin_clzll(x.limb[x.count - 1]) : 0;
}

int64_t natural_twos(natural x) {
    assert(x.count);
    int i = 0;
    while (!x.limb[i])
        i++;
    return (int64_t)64 * i + __builtin_ctzll(x.limb[i]);
}

uint64_t natural_window(natural x, int64_t offset) {
    int64_t first = offset >= 0 ? offset / 64 : -((63 - offset) / 64);
    int shift = (int)(offset - 64 * first);
    uint64_t low = first >= 0 && first < x.count ? x.limb[first] : 0;
    uint64_t high = first >= -1 && first + 1 < x.count ? x.limb[first + 1] : 0;
    return shift ? low >> shift | high << (64 - shift) : low;
}

/* The lower limb of the sums and products below; the upper one goes on as carry. */
static uint64_t linalg_natural_add(uint64_t x, uint64_t y, uint64_t *carry) {
    two_limbs sum = (two_limbs)x + y + *carry;
    *carry = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
}

static uint64_t linalg_natural_subtract(uint64_t x, uint64_t y, uint64_t *borrow) {
    two_limbs difference = (two_limbs)x - y - *borrow;
    *borrow = (uint64_t)(difference >> 64) & 1;
    return (uint64_t)difference;
}

static uint64_t linalg_natural_multiply(uint64_t x, uint64_t y, uint64_t *carry) {
    two_limbs product = (two_limbs)x * y + *carry;
    *carry = (uint64_t)(product >> 64);
    return (uint64_t)product;
}

natural natural_add(natural x, natural y, uint64_t *to) {
    if (x.count < y.count)
        return natural_add(y, x, to);
    uint64_t carry = 0;
    for (int i = 0; i < x.count; i++)
        to[i] = linalg_natural_add(x.limb[i], i < y.count ? y.limb[i] : 0, &carry);
    to[x.count] = carry;
    return natural_trim(x.count + 1, to);
}

natural natural_subtract(natural x, natural y, uint64_t *to) {
    uint64_t borrow = 0;
    for (int i = 0; i < x.count; i++)
        to[i] = linalg_natural_subtract(x.limb[i], i < y.count ? y.limb[i] : 0, &borrow);
    assert(!borrow && x.count >= y.count);
    return natural_trim(x.count, to);
}

natural natural_multiply(natural x, natural y, uint64_t *to) {
    memset(to, 0, sizeof *to * (size_t)(x.count + y.count));
    for (int i = 0; i < x.count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < y.count; j++) {
            two_limbs sum = (two_limbs)x.limb[i] * y.limb[j] + to[i + j] + carry;
            to[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        to[i + y.count] = carry;
    }
    return natural_trim(x.count + y.count, to);
}

int natural_shift_room(natural x, int64_t bits) {
    int64_t left = natural_bits(x) + bits;
    return left > 0 ? (int)((left + 63) / 64) : 0;
}

natural natural_shift(natural x, int64_t bits, uint64_t *to) {
    int count = natural_shift_room(x, bits);
    for (int i = 0; i < count; i++)
        to[i] = natural_window(x, (int64_t)64 * i - bits);
    return (natural){count, to};
}

static natural divide_by_limb(natural x, uint64_t y, uint64_t *to, uint64_t *rest) {
    uint64_t r = 0;
    for (int i = x.count - 1; i >= 0; i--) {
        two_limbs part = (two_limbs)r << 64 | x.limb[i];
        to[i] = (uint64_t)(part / y);
        r = (uint64_t)(part % y);
    }
    *rest = r;
    return natural_trim(x.count, to);
}

/* Algorithm D, steps 3 to 6, for one limb of the quotient: u: [n + 1] less q v, v: [n]
 * with its highest bit set, n >= 2; returns q. */
static uint64_t divide_step(int n, uint64_t *u, const uint64_t *v) {
    two_limbs top = (two_limbs)u[n] << 64 | u[n - 1];
    two_limbs q = top / v[n - 1];
    two_limbs r = top % v[n - 1];
    while (q >> 64 || q * v[n - 2] > (r << 64 | u[n - 2])) {
        q--;
        r += v[n - 1];
        if (r >> 64)
            break;
    }
    uint64_t carry = 0;
    uint64_t borrow = 0;
    uint64_t again = 0;
    for (int i = 0; i < n; i++)
        u[i] = linalg_natural_subtract(
            u[i], linalg_natural_multiply((uint64_t)q, v[i], &carry), &borrow);
    u[n] = linalg_natural_subtract(u[n], carry, &borrow);
    if (!borrow)
        return (uint64_t)q;
    for (int i = 0; i < n; i++)
        u[i] = linalg_natural_add(u[i], v[i], &again);
    u[n] += again;
    return (uint64_t)q - 1;
}

/* Divides by algorithm D, or by one limb. */
natural natural_divide(natural x, natural y, uint64_t *to, uint64_t *work,
                       natural *remainder) {
    assert(y.count);
    if (y.count == 1) {
        natural quotient = divide_by_limb(x, y.limb[0], to, work);
        *remainder = natural_trim(1, work);
        return quotient;
    }
    int n = y.count;
    int steps = x.count - n + 1;
    int shift = __builtin_clzll(y.limb[n - 1]);
    uint64_t *u = work;
    uint64_t *v = work + x.count + 1;
    for (int i = 0; i <= x.count; i++)
        u[i] = natural_window(x, (int64_t)64 * i - shift);
    for (int i = 0; i < n; i++)
        v[i] = natural_window(y, (int64_t)64 * i - shift);
    for (int k = steps - 1; k >= 0; k--)
        to[k] = divide_step(n, u + k, v);
    natural rest = natural_trim(x.count + 1, u);
    *remainder = natural_shift(rest, -shift, u); /* upwards: reads before it writes */
    return natural_trim(steps > 0 ? steps : 0, to);
}

uint64_t natural_modulo(natural x, uint64_t y) {
    uint64_t r = 0;
    for (int i = x.count - 1; i >= 0; i--)
        r = (uint64_t)(((two_limbs)r << 64 | x.limb[i]) % y);
    return r;
}

/* Euclid's steps that the leading limbs decide, as (a, b) := +-(u0 a - v0 b, v1 b - u1
 * a), with + if even. */
typedef struct steps {
    uint64_t u0, u1, v0, v1;
    int even;
} steps;

static steps leading_steps(natural a, natural b) {
    int64_t offset = natural_bits(a) - 64;
    uint64_t x = natural_window(a, offset);
    uint64_t y = natural_window(b, offset);
    uint64_t u2 = 0;
    uint64_t v2 = 1;
    steps s = {.u1 = 1, .even = 0};
    /* Jebelean's condition: the quotient is that of the whole numbers */
    while (y >= v2 && x - y >= s.v1 + v2) {
        uint64_t q = x / y;
        uint64_t rest = x % y;
        x = y;
        y = rest;
        uint64_t u3 = s.u1 + q * u2;
        uint64_t v3 = s.v1 + q * v2;
        s = (steps){s.u1, u2, s.v1, v2, !s.even};
        u2 = u3;
        v2 = v3;
    }
    return s;
}

static void natural_take_steps(int n, uint64_t *a, uint64_t *b, steps s) {
    uint64_t carry[4] = {0};
    uint64_t borrow[2] = {0};
    for (int i = 0; i < n; i++) {
        uint64_t ua = linalg_natural_multiply(s.u0, a[i], &carry[0]);
        uint64_t vb = linalg_natural_multiply(s.v0, b[i], &carry[1]);
        uint64_t wb = linalg_natural_multiply(s.v1, b[i], &carry[2]);
        uint64_t ta = linalg_natural_multiply(s.u1, a[i], &carry[3]);
        a[i] = s.even ? linalg_natural_subtract(ua, vb, &borrow[0])
                      : linalg_natural_subtract(vb, ua, &borrow[0]);
        b[i] = s.even ? linalg_natural_subtract(wb, ta, &borrow[1])
                      : linalg_natural_subtract(ta, wb, &borrow[1]);
    }
}

static uint64_t gcd_of_limbs(uint64_t x, uint64_t y) {
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

int natural_gcd_room(natural x, natural y) {
    return 5 * (x.count > y.count ? x.count : y.count) + 1;
}

/* Takes Euclid's steps that the leading limbs decide, many at a time. */
natural natural_gcd(natural x, natural y, uint64_t *work) {
    if (natural_compare(x, y) < 0)
        return natural_gcd(y, x, work);
    if (!y.count)
        return x;
    if (y.count == 1) {
        work[0] = gcd_of_limbs(y.limb[0], natural_modulo(x, y.limb[0]));
        return (natural){1, work};
    }
    int room = x.count;
    uint64_t *a = work;
    uint64_t *b = a + room;
    uint64_t *quotient = b + room;
    uint64_t *rest = quotient + room;
    memcpy(a, x.limb, sizeof *a * (size_t)x.count);
    memcpy(b, y.limb, sizeof *b * (size_t)y.count);
    x.limb = a;
    y.limb = b;
    while (y.count > 1) {
        steps s = leading_steps(x, y);
        if (s.v0) {
            for (int i = y.count; i < x.count; i++)
                b[i] = 0;
            natural_take_steps(x.count, a, b, s);
            x = natural_trim(x.count, a);
            y = natural_trim(x.count, b);
        } else {
            natural r;
            natural_divide(x, y, quotient, rest, &r);
            memcpy(a, r.limb, sizeof *a * (size_t)r.count);
            uint64_t *swap = a;
            a = b;
            b = swap;
            x = y;
            y = (natural){r.count, b};
        }
    }
    if (!y.count)
        return x;
    b[0] = gcd_of_limbs(b[0], natural_modulo(x, b[0]));
    return (natural){1, b};
}
