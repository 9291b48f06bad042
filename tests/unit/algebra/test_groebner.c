/* Bases against known ones, and Buchberger's criterion itself.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../algebra_fixture.h"
#include "../../../src/algebra/groebner.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static polys basis_of(const ring *r, const char *text) {
    polys generators = read_list(text);
    return groebner_basis(r, memory, &generators);
}

static void check_basis(const ring *r, const char *text, const char *expected) {
    polys basis = basis_of(r, text), known = read_list(expected);
    assert_int_equal(basis.count, known.count);
    for (int k = 0; k < basis.count; k++) {
        poly f = poly_primitive(r, memory, poly_sort(r, memory, known.at[k]));
        assert_string_equal(poly_text(r, memory, basis.at[k], letters),
                            poly_text(r, memory, f, letters));
    }
}

/* Cox, Little, O'Shea: 2.7 and 2.8; the twisted cubic; a contradiction. */
static void bases_are_known(void **state) {
    static const char last_two[VARIABLES] = {0, 1, 1, 1, 1, 1};
    (void)state;
    check_basis(plain, "x^3 - 2*x*y; x^2*y - 2*y^2 + x", "2*y^2 - x; x*y; x^2");
    check_basis(plain, "x*z - y^2; x^3 - z^2", "y^2 - x*z; x^3 - z^2");
    check_basis(plain, "y - x^2; z - x^3", "y^2 - x*z; x*y - z; x^2 - y");
    check_basis(ring_blocks(memory, plain, last_two), "y - x^2; z - x^3",
                "y^3 - z^2; x*z - y^2; x*y - z; x^2 - y");
    check_basis(plain, "x*y - 1; x*y - 2", "1");
    check_basis(plain, "x; y; x + y", "y; x");
}

/* Every difference of two elements reduces to 0, and so does every generator. */
static void check_criterion(const polys *generators) {
    polys basis = groebner_basis(plain, memory, generators);
    for (int k = 0; k < generators->count; k++)
        assert_int_equal(poly_reduce(plain, memory, generators->at[k], &basis).count, 0);
    for (int i = 0; i < basis.count; i++)
        for (int k = 0; k < i; k++) {
            poly f = basis.at[i], g = basis.at[k];
            exponent x[VARIABLES], y[VARIABLES];
            for (int j = 0; j < VARIABLES; j++) {
                x[j] = (exponent)(g.e[j] > f.e[j] ? g.e[j] - f.e[j] : 0);
                y[j] = (exponent)(f.e[j] > g.e[j] ? f.e[j] - g.e[j] : 0);
            }
            poly zero = {0, NULL, NULL};
            poly left = poly_combine(plain, memory, g.c[0], zero, g.c[0], x, f);
            poly s = poly_combine(plain, memory, integer_of(1), left, integer_neg(f.c[0]),
                                  y, g);
            assert_int_equal(poly_reduce(plain, memory, s, &basis).count, 0);
        }
}

static void cyclic_systems_have_bases(void **state) {
    (void)state;
    polys four =
        read_list("x+y+z+w; x*y+y*z+z*w+w*x; x*y*z+y*z*w+z*w*x+w*x*y; x*y*z*w-1");
    polys five = read_list("x+y+z+w+u; x*y+y*z+z*w+w*u+u*x; "
                           "x*y*z+y*z*w+z*w*u+w*u*x+u*x*y; "
                           "x*y*z*w+y*z*w*u+z*w*u*x+w*u*x*y+u*x*y*z; x*y*z*w*u-1");
    check_criterion(&four);
    check_criterion(&five);
    assert_int_equal(groebner_basis(plain, memory, &four).count, 7);
    assert_int_equal(groebner_basis(plain, memory, &five).count, 20);
}

static void random_systems_have_bases(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        polys generators = {0};
        for (int i = 0; i < 2 + k % 2; i++)
            LIST_PUSH(memory, generators, random_poly(3, 3, 3));
        check_criterion(&generators);
    }
}

/* The remainder is what the scale says. */
static void remainders_are_scaled(void **state) {
    (void)state;
    polys basis = basis_of(plain, "3*x^2 - 2*y; 5*y^2 + 7");
    reduce_scale s = {integer_of(1), integer_of(1)};
    poly f = read("x^4 + 2*x"); /* 4/9 y^2 + 2 x = 2 x - 28/45 */
    poly rest = poly_reduce_scaled(plain, memory, f, &basis, &s);
    assert_string_equal(text_of(rest), "45*x-14");
    integer one = integer_mul(memory, s.under, integer_of(45));
    integer other = integer_mul(memory, s.over, integer_of(2));
    assert_int_equal(integer_sign(integer_sub(memory, one, other)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bases_are_known),
                                       cmocka_unit_test(cyclic_systems_have_bases),
                                       cmocka_unit_test(random_systems_have_bases),
                                       cmocka_unit_test(remainders_are_scaled)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
