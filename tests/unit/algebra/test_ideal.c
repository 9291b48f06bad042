/* Dimension, degree, saturation and elimination of textbook ideals.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../algebra_fixture.h"
#include "../../../src/algebra/ideal.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static const char first_four[VARIABLES] = {1, 1, 1, 1, 0, 0};

static void dimensions_and_degrees_are_known(void **state) {
    static const struct {
        const char *text;
        int dimension, degree; /* in four variables */
    } known[] = {{"x*w - y*z", 3, 2},
                 {"x*z - y^2; y*w - z^2; x*w - y*z", 2, 3}, /* the cone over the cubic */
                 {"x; y", 2, 1},
                 {"x*y; x*z; x*w", 3, 1}, /* a solid and a line */
                 {"x^2 - 2; y^2 - 3; z; w", 0, 4},
                 {"x*y - 1; x*y - 2", -1, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char independent[VARIABLES];
        polys generators = read_list(known[k].text);
        polys basis = groebner_basis(plain, memory, &generators);
        int dimension = ideal_dimension(plain, memory, &basis, first_four, independent);
        assert_int_equal(dimension, known[k].dimension);
        if (dimension < 0)
            continue;
        assert_int_equal(ideal_degree(plain, memory, &basis, first_four, dimension),
                         known[k].degree);
    }
}

static void elimination_finds_the_image(void **state) {
    static const char away[VARIABLES] = {1, 1};
    (void)state;
    /* Whitney's umbrella: (x y, y, x^2) */
    polys generators = read_list("z - x*y; w - y; u - x^2");
    polys image = ideal_eliminate(plain, memory, &generators, away);
    assert_int_equal(image.count, 1);
    assert_string_equal(text_of(image.at[0]), "w^2*u-z^2");
}

static void saturation_takes_a_component_away(void **state) {
    (void)state;
    polys generators = read_list("x^2*(y - 1); x*(z - y)");
    polys left = ideal_saturate(plain, memory, &generators, read("x"), 5);
    assert_int_equal(left.count, 2);
    assert_string_equal(text_of(left.at[0]), "z-1");
    assert_string_equal(text_of(left.at[1]), "y-1");
}

static void minimal_polynomials_are_known(void **state) {
    static const char both[VARIABLES] = {1, 1};
    (void)state;
    polys generators = read_list("x^2 - 2; y^2 - 3");
    polys basis = groebner_basis(plain, memory, &generators);
    monomials standard = ideal_standard(plain, memory, &basis, both, 10);
    assert_int_equal(standard.count, 4);
    line_poly m = ideal_minimal_polynomial(plain, memory, &basis, &standard, read("x+y"));
    static const int known[] = {1, 0, -10, 0, 1}; /* of sqrt(2) + sqrt(3) */
    assert_int_equal(m.count, 5);
    for (int k = 0; k < 5; k++)
        assert_true(integer_is(m.c[k], known[k]));
    m = ideal_minimal_polynomial(plain, memory, &basis, &standard, read("x*y"));
    assert_int_equal(m.count, 3);
    assert_true(integer_is(m.c[0], -6) && integer_is(m.c[2], 1));
}

static void redundant_generators_are_left_out(void **state) {
    (void)state;
    polys generators = read_list("y - x^2; z - x^3");
    polys basis = groebner_basis(plain, memory, &generators);
    assert_int_equal(basis.count, 3);
    polys thin = ideal_thin(plain, memory, &basis);
    assert_int_equal(thin.count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions_and_degrees_are_known),
        cmocka_unit_test(elimination_finds_the_image),
        cmocka_unit_test(saturation_takes_a_component_away),
        cmocka_unit_test(minimal_polynomials_are_known),
        cmocka_unit_test(redundant_generators_are_left_out)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
