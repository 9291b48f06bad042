/* Polynomials: texts, ring identities, division, substitution.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../algebra_fixture.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static int is_same(poly f, poly g) {
    return poly_is_equal(plain, f, g);
}

static void texts_are_sorted_and_primitive(void **state) {
    (void)state;
    assert_string_equal(text_of(read("(x - y)*(x + y)")), "x^2-y^2");
    assert_string_equal(text_of(read("-(5/10)*((-1) + (1)*(x^2) + y/3)")), "3*x^2+y-3");
    assert_string_equal(text_of(read("1 - x*z + y^2 + x^2")), "x^2+y^2-x*z+1");
    assert_string_equal(text_of(read("2*x - 2*x")), "0");
    poly f = read("3*x^2*y - 123456789012345678901234567890*z + 7");
    assert_true(is_same(read(text_of(f)), f));
}

static void divisors_hold_parameters_only(void **state) {
    static const char units[VARIABLES] = {[5] = 1};
    (void)state;
    poly f = poly_read(plain, memory, "x/(v + 1) + 1/v", letters, units);
    assert_string_equal(text_of(f), "x*v+v+1");
}

static void read_bad(invo_context *c, void *text) {
    (void)c;
    read(text);
}

static void bad_texts_are_refused(void **state) {
    static char *const text[] = {"x +", "1/x", "q", "(x", "x^y", "x 2", "x/0", ""};
    (void)state;
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        context_reset(context);
        assert_int_equal(protect(context, read_bad, text[k]), INVO_E_ARGUMENT);
    }
    context_reset(context);
}

static void ring_identities_hold(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        poly f = random_poly(4, 4, 6), g = random_poly(4, 4, 6), h = random_poly(4, 3, 5);
        poly sum = poly_add(plain, memory, g, h);
        poly left = poly_mul(plain, memory, f, sum);
        poly fg = poly_mul(plain, memory, f, g), fh = poly_mul(plain, memory, f, h);
        assert_true(is_same(left, poly_add(plain, memory, fg, fh)));
        assert_true(
            is_same(poly_mul(plain, memory, h, fg), poly_mul(plain, memory, g, fh)));
        assert_int_equal(poly_sub(plain, memory, left, left).count, 0);
    }
}

static void quotients_give_back_factors(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        poly f = random_poly(4, 3, 5), g = random_poly(4, 3, 5), q;
        if (!g.count || poly_degree(plain, g) < 1)
            continue;
        poly product = poly_mul(plain, memory, f, g);
        assert_true(poly_divides(plain, memory, g, product, &q));
        assert_true(is_same(q, f));
        poly one = poly_constant(plain, memory, integer_of(1));
        poly other = poly_add(plain, memory, product, one);
        assert_false(poly_divides(plain, memory, g, other, &q));
    }
}

static void substitution_is_a_homomorphism(void **state) {
    (void)state;
    for (int k = 0; k < 50; k++) {
        poly f = random_poly(3, 3, 5), g = random_poly(3, 3, 5), h = random_poly(3, 2, 3);
        poly at_f = poly_substitute(plain, memory, f, 0, h);
        poly at_g = poly_substitute(plain, memory, g, 0, h);
        poly product = poly_mul(plain, memory, f, g);
        assert_true(is_same(poly_substitute(plain, memory, product, 0, h),
                            poly_mul(plain, memory, at_f, at_g)));
        poly number = poly_constant(plain, memory, integer_of(-3));
        assert_true(is_same(poly_set(plain, memory, f, 1, integer_of(-3)),
                            poly_substitute(plain, memory, f, 1, number)));
    }
}

static void blocks_decide_first(void **state) {
    static const char block[VARIABLES] = {1, 1, 0, 1, 1, 1};
    (void)state;
    const ring *r = ring_blocks(memory, plain, block);
    poly f = poly_sort(r, memory, read("x^3 + z + y*z^2"));
    assert_string_equal(poly_text(r, memory, f, letters), "y*z^2+z+x^3");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_sorted_and_primitive),
                                       cmocka_unit_test(divisors_hold_parameters_only),
                                       cmocka_unit_test(bad_texts_are_refused),
                                       cmocka_unit_test(ring_identities_hold),
                                       cmocka_unit_test(quotients_give_back_factors),
                                       cmocka_unit_test(substitution_is_a_homomorphism),
                                       cmocka_unit_test(blocks_decide_first)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
