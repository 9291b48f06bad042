/* Integers against known products, and identities between numbers of many sizes.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../algebra_fixture.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static integer decimal(const char *text) {
    int negative = *text == '-';
    integer x = integer_of_decimal(memory, text + negative, (int)strlen(text) - negative);
    return negative ? integer_neg(x) : x;
}

static const char *shown(integer x) {
    return integer_text(memory, x);
}

/* Of up to 400 bits, often near the edges of the small ones. */
static integer any_integer(void) {
    integer x = integer_of(algebra_draw(work, 3));
    for (int k = (algebra_draw(work, 6) + 6) / 2; k > 0; k--) {
        x = integer_mul(memory, x, integer_of(INT64_MAX));
        x = integer_add(memory, x, integer_of(algebra_draw(work, 2)));
    }
    return x;
}

static int is_same(integer x, integer y) {
    return integer_sign(integer_sub(memory, x, y)) == 0;
}

static void decimals_come_back(void **state) {
    static const char *const text[] = {"0",
                                       "-1",
                                       "9223372036854775807",
                                       "-9223372036854775808",
                                       "18446744073709551616",
                                       "-100000000000000000000000000000000000000000001"};
    (void)state;
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        assert_string_equal(shown(decimal(text[k])), text[k]);
}

static void products_are_known(void **state) {
    (void)state;
    integer x = decimal("123456789012345678901234567890");
    integer y = decimal("-987654321098765432109876543210");
    assert_string_equal(shown(integer_mul(memory, x, y)),
                        "-121932631137021795226185032733622923332237463801111263526900");
    assert_string_equal(shown(integer_power(memory, integer_of(2), 100)),
                        "1267650600228229401496703205376");
    assert_string_equal(shown(integer_gcd(memory, x, y)), "9000000000900000000090");
}

static void identities_hold(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        integer x = any_integer(), y = any_integer(), z = any_integer(), q;
        integer sum = integer_add(memory, y, z);
        integer left = integer_mul(memory, x, sum);
        integer xy = integer_mul(memory, x, y), xz = integer_mul(memory, x, z);
        assert_true(is_same(left, integer_add(memory, xy, xz)));
        assert_true(is_same(integer_sub(memory, integer_add(memory, x, y), y), x));
        if (!integer_sign(y))
            continue;
        assert_true(is_same(integer_over(memory, xy, y), x));
        assert_true(integer_divides(memory, y, xy, &q));
        integer g = integer_gcd(memory, xy, y);
        assert_true(is_same(g, integer_sign(y) > 0 ? y : integer_neg(y)));
    }
}

static void residues_are_symmetric(void **state) {
    (void)state;
    integer m = decimal("1000000000000000000000007");
    for (int k = 0; k < 500; k++) {
        integer x = any_integer(), q, r = integer_symmetric(memory, x, m);
        assert_true(integer_divides(memory, m, integer_sub(memory, x, r), &q));
        assert_true(2 * integer_bits(r) <= 2 * integer_bits(m));
        uint64_t p = 1000003, rest = integer_modulo(x, p);
        integer less = integer_sub(memory, x, integer_of((int64_t)rest));
        assert_true(rest < p &&
                    integer_divides(memory, integer_of((int64_t)p), less, &q));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_come_back), cmocka_unit_test(products_are_known),
        cmocka_unit_test(identities_hold), cmocka_unit_test(residues_are_symmetric)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
