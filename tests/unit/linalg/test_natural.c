/* Natural numbers against integers of 128 bits, and against the identities that define
 * quotients and divisors. SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/natural.h"
#include <cmocka.h>

enum { MOST = 12, ROOM = 5 * 2 * MOST + 2 };

static uint64_t random_state = 88172645463325252u;

static uint64_t draw(void) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* Limbs of zeros and ones are frequent: they lead to the rare branches. */
static natural random_natural(int most, uint64_t *limb) {
    int count = (int)(draw() % (uint64_t)(most + 1));
    for (int i = 0; i < count; i++) {
        uint64_t kind = draw() % 8;
        limb[i] = kind == 0 ? 0 : kind <= 2 ? UINT64_MAX : draw() >> draw() % 64;
    }
    return natural_trim(count, limb);
}

static two_limbs value(natural x) {
    two_limbs low = x.count > 0 ? x.limb[0] : 0, high = x.count > 1 ? x.limb[1] : 0;
    return high << 64 | low;
}

static int equal(natural x, two_limbs y) {
    return x.count <= 2 && value(x) == y;
}

static void small_numbers(void **state) {
    (void)state;
    for (int trial = 0; trial < 20000; trial++) {
        uint64_t p[2], q[2], to[4], work[6];
        natural x = random_natural(1, p), y = random_natural(1, q), rest;
        assert_true(equal(natural_add(x, y, to), value(x) + value(y)));
        assert_true(equal(natural_multiply(x, y, to), value(x) * value(y)));
        x = random_natural(2, p), y = random_natural(2, q);
        int order = (value(x) > value(y)) - (value(x) < value(y));
        assert_int_equal(natural_compare(x, y), order);
        if (order >= 0)
            assert_true(equal(natural_subtract(x, y, to), value(x) - value(y)));
        if (!y.count)
            continue;
        assert_true(equal(natural_divide(x, y, to, work, &rest), value(x) / value(y)));
        assert_true(equal(rest, value(x) % value(y)));
        assert_true(natural_modulo(x, q[0] | 1) == value(x) % (q[0] | 1));
        int bits = (int)(draw() % 128);
        assert_true(equal(natural_shift(x, -bits, to), value(x) >> bits));
        assert_true(natural_window(x, bits) == (uint64_t)(value(x) >> bits));
        assert_true(natural_window(x, -bits) ==
                    (bits < 64 ? (uint64_t)(value(x) << bits) : 0));
        assert_true((value(y) & -value(y)) == (two_limbs)1 << natural_twos(y));
        assert_true(value(y) >> (natural_bits(y) - 1) == 1);
    }
}

static void quotient_and_remainder(void **state) {
    (void)state;
    for (int trial = 0; trial < 50000; trial++) {
        uint64_t p[MOST], q[MOST], to[MOST], work[ROOM], back[2 * MOST],
            sum[2 * MOST + 1];
        natural x = random_natural(MOST, p), y = random_natural(MOST, q), rest;
        if (!y.count)
            continue;
        natural quotient = natural_divide(x, y, to, work, &rest);
        assert_true(natural_compare(rest, y) < 0);
        natural whole = natural_add(natural_multiply(quotient, y, back), rest, sum);
        assert_int_equal(natural_compare(whole, x), 0);
    }
}

static int divides(natural d, natural x) {
    uint64_t to[2 * MOST], work[ROOM];
    natural rest;
    natural_divide(x, d, to, work, &rest);
    return rest.count == 0;
}

/* By Euclid's steps, one division each; limb: [3][2 * MOST] */
static natural plain_gcd(natural x, natural y, uint64_t (*limb)[2 * MOST]) {
    for (int turn = 0; y.count; turn = (turn + 1) % 3) {
        uint64_t to[2 * MOST], work[ROOM];
        natural rest;
        natural_divide(x, y, to, work, &rest);
        memcpy(limb[turn], rest.limb, sizeof *to * (size_t)rest.count);
        x = y, y = (natural){rest.count, limb[turn]};
    }
    return x;
}

static void greatest_common_divisor(void **state) {
    (void)state;
    for (int trial = 0; trial < 5000; trial++) {
        uint64_t p[MOST], q[MOST], r[MOST], x_[2 * MOST], y_[2 * MOST], work[ROOM],
            plain[3][2 * MOST];
        natural g = random_natural(MOST, r);
        natural x = natural_multiply(random_natural(MOST, p), g, x_);
        natural y = natural_multiply(random_natural(MOST, q), g, y_);
        assert_true(natural_gcd_room(x, y) <= ROOM);
        natural found = natural_gcd(x, y, work);
        if (!x.count && !y.count) {
            assert_int_equal(found.count, 0);
            continue;
        }
        assert_true(divides(found, x) && divides(found, y) && divides(g, found));
        assert_int_equal(natural_compare(found, plain_gcd(x, y, plain)), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_numbers),
        cmocka_unit_test(quotient_and_remainder),
        cmocka_unit_test(greatest_common_divisor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
