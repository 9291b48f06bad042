/* Factors: known ones, and products that must come apart again.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../algebra_fixture.h"
#include "../../../src/algebra/factor.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static poly product_of(const poly_factors *factors) {
    poly product = poly_constant(plain, memory, integer_of(1));
    for (int k = 0; k < factors->count; k++) {
        poly power = poly_power(plain, memory, factors->at[k].f, factors->at[k].power);
        product = poly_mul(plain, memory, product, power);
    }
    return product;
}

static void factors_are_known(void **state) {
    static const struct {
        const char *text;
        int count; /* of irreducible factors over the rational numbers, as often as they
                      occur */
    } known[] = {{"x^2 + y^2", 1},
                 {"x^2 - 2*y^2", 1},
                 {"x^2 - y^2", 2},
                 {"x^4 + 4*y^4", 2}, /* Sophie Germain */
                 {"x^4 + 1", 1},     /* reducible modulo every prime */
                 {"x^4 - 10*x^2 + 1", 1},
                 {"x^8 - 1", 4},
                 {"x^12 - y^12", 6},
                 {"x^3 + y^3 + z^3 - 3*x*y*z", 2},
                 {"x^2 + y^2 + z^2 - x*y - y*z - z*x", 1}, /* splits over Q(i sqrt 3) */
                 {"x*w - y*z", 1},                         /* a determinant */
                 {"(x*w - y*z)*(x + w)^2", 3},
                 {"(2*x - 3*y + 5)^3*(x*y*z - 1)*x*y^2", 7},
                 {"(x^2 + y^2 - 1)^2*(x + y)^2*(x*y + 1)", 5},
                 {"(x*y - 1)*(y*z - 2)*(z*x - 3)", 3},
                 {"x^5 - x - 1", 1},
                 {"x^15 - 1", 4},
                 {"7", 0}};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        poly f = read(known[k].text);
        poly_factors factors = factor_poly(plain, memory, f);
        int count = 0;
        for (int i = 0; i < factors.count; i++)
            count += factors.at[i].power;
        if (count != known[k].count)
            fail_msg("%s: %d factors", known[k].text, count);
        poly product = poly_primitive(plain, memory, product_of(&factors));
        assert_true(poly_is_equal(plain, product, f));
    }
}

/* A product has at least as many factors as were multiplied, whose product it is. */
static void products_come_apart(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        poly f = random_poly(2 + k % 3, 2, 4), g = random_poly(2 + k % 3, 3, 4);
        if (poly_degree(plain, f) < 1 || poly_degree(plain, g) < 1)
            continue;
        poly product = poly_mul(plain, memory, f, g);
        product = poly_primitive(plain, memory, product);
        poly_factors factors = factor_poly(plain, memory, product);
        int count = 0;
        for (int i = 0; i < factors.count; i++) {
            count += factors.at[i].power;
            poly_factors again = factor_poly(plain, memory, factors.at[i].f);
            assert_int_equal(again.count, 1);
        }
        assert_true(count >= 2);
        poly back = poly_primitive(plain, memory, product_of(&factors));
        assert_true(poly_is_equal(plain, back, product));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(factors_are_known),
                                       cmocka_unit_test(products_come_apart)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
