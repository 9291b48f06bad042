/* Prime components of ideals from textbooks and of linkages.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../decompose_fixture.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static const char nothing[VARIABLES];

/* Components are separated by '|' and come in any order. */
static void check_components(const char *text, const char *expected) {
    polys generators = read_list(text);
    prime_texts found = primes_of(&generators, "1", no_units);
    int count = 0;
    for (const char *at = expected; *at;) {
        size_t n = strcspn(at, "|");
        polys known = read_list(arena_copy(memory, at, n));
        int hits = 0;
        for (int k = 0; k < found.count; k++) {
            polys prime = generators_of_prime(&found.at[k]);
            hits += is_same_ideal(&prime, &known);
        }
        if (hits != 1)
            fail_msg("%s: component %.*s found %d times", text, (int)n, at, hits);
        count++;
        at += at[n] ? n + 1 : n;
    }
    if (found.count != count)
        fail_msg("%s: %d components", text, found.count);
}

static void primes_stay_whole(void **state) {
    static const char *const prime[] = {"x^2 + y^2",
                                        "x^2 - 2*y^2",
                                        "x - 1; y - 2; z - 3; w; u; v",
                                        "y - x^2; z - x^3",
                                        "x*z - y^2; y*w - z^2; x*w - y*z",
                                        "x^2 - 2; y^2 - 3",
                                        "x^2 + y^2 + z^2 - 1; w^2 + u^2 + v^2 - 1",
                                        "x^2 + y^2 - 1; z^2 + w^2 - 1; u^2 + v^2 - 1",
                                        "x^3 - x - 1; y^2 + 1",
                                        "x*y*z - 1"};
    (void)state;
    for (size_t k = 0; k < sizeof prime / sizeof *prime; k++) {
        polys generators = read_list(prime[k]);
        prime_texts found = primes_of(&generators, "1", no_units);
        assert_int_equal(found.count, 1);
        assert_true(found.at[0].is_all);
    }
}

/* Cox, Little, O'Shea, chapter 4; Decker, Lossen: Computing in Algebraic Geometry. */
static void textbook_ideals_split(void **state) {
    (void)state;
    check_components("x*z - y^2; x*w - y*z", "x; y|x*z - y^2; y*w - z^2; x*w - y*z");
    check_components("x^2; x*y", "x");
    check_components("x*y; y*z; z*x", "x; y|y; z|z; x");
    check_components("x*(x - 1); x*(y - 2); x*(z - 3)", "x|x - 1; y - 2; z - 3");
    check_components("x^2 - 2; y^2 - 2", "x - y; y^2 - 2|x + y; y^2 - 2");
    check_components("x^2 + 1; y^2 + 1; z^2 + 1",
                     "x - y; x - z; x^2 + 1|x - y; x + z; x^2 + 1|"
                     "x + y; x - z; x^2 + 1|x + y; x + z; x^2 + 1");
    check_components("x^2 + y^2 + z^2 - 1; x^2 + y^2 - z^2 - 1", "z; x^2 + y^2 - 1");
    check_components("x^2 + y^2 - z^2; x^2 - y^2 + z^2", "x; y - z|x; y + z");
    check_components("x*y - 1; x*y - 2", "");
    /* two quadrics through a line: the rest is a cubic, on which z may be anything */
    check_components("(5*z + 3)*(3*x + 3) + (2*x - 1)*(2 - 3*z); "
                     "(2*x - 1)*(2*x - y) - (5*z + 3)*(2*y + 3)",
                     "5*z + 3; 2*x - 1|18*y*z + 18*x + 17*y + 27*z + 39; "
                     "9*x*z + 13*x + 18*z + 7; 18*x^2 - 9*x*y + 36*x + 20*y + 57");
    /* irreducible each, not together */
    check_components("z^2 - 2; x^2 - 2*y^2", "z^2 - 2; x - y*z|z^2 - 2; x + y*z");
    check_components("x^2 + y^2; z^2 + w^2",
                     "x^2 + y^2; z^2 + w^2; x*z - y*w; x*w + y*z|"
                     "x^2 + y^2; z^2 + w^2; x*z + y*w; x*w - y*z");
    check_components("x*y - x*z; x*w - x*z", "x|y - z; w - z");
    check_components("(x^2 + y^2 - 1)^2; x*(x^2 + y^2 - 1)", "x^2 + y^2 - 1");
    check_components("x+y+z+w; x*y+y*z+z*w+w*x; x*y*z+y*z*w+z*w*x+w*x*y; x*y*z*w-1",
                     "x + z; y + w; z*w - 1|x + z; y + w; z*w + 1");
}

/* Joints (x, y) and (z, w); bars 1, 2, 1, 2 as [TA01] prints them, a kite that can fold
 * flat, and a rhombus that can fold both ways. */
static void linkages_split(void **state) {
    (void)state;
    check_components("x^2 + y^2 - 1; (z - x)^2 + (w - y)^2 - 4; (2 - z)^2 + w^2 - 1",
                     "z^2 + w^2 - 4*z + 3; y - w; x - z + 2|"
                     "z^2 + w^2 - 4*z + 3; 4*y*z - 3*y + 3*w; 4*y*w + 3*x - 3*z + 6");
    check_components("x^2 + y^2 - 1; (z - x)^2 + (w - y)^2 - 1; (1 - z)^2 + w^2 - 1",
                     "x - 1; y; z^2 - 2*z + w^2|z; w; x^2 + y^2 - 1|"
                     "z - x - 1; w - y; x^2 + y^2 - 1");
    polys kite =
        read_list("x^2 + y^2 - 1; (z - x)^2 + (w - y)^2 - 4; (1 - z)^2 + w^2 - 4");
    prime_texts found = primes_of(&kite, "1", no_units);
    assert_int_equal(found.count, 2);
    polys folded = read_list("x - 1; y; z^2 + w^2 - 2*z - 3");
    polys one = generators_of_prime(&found.at[0]),
          two = generators_of_prime(&found.at[1]);
    assert_true(is_same_ideal(&one, &folded) != is_same_ideal(&two, &folded));
}

/* Two pendula on one circle of radius u, which is given: not the components u = 0. */
static void parameters_are_not_solved_for(void **state) {
    static const char is_parameter[VARIABLES] = {[4] = 1, [5] = 1};
    (void)state;
    polys generators = read_list("u*(x - v)*(x + y); x^2 - y^2");
    prime_texts found = primes_of(&generators, "1", is_parameter);
    assert_int_equal(found.count, 2); /* x + y = 0; x = y = v */
    int dimensions = found.at[0].dimension + found.at[1].dimension;
    assert_int_equal(dimensions, 3 + 2);
    generators = read_list("u*v - 1");
    assert_int_equal(primes_of(&generators, "1", is_parameter).count, 0);
}

static void components_of_denominators_are_dropped(void **state) {
    (void)state;
    polys generators = read_list("x^2 - y^2");
    prime_texts found = primes_of(&generators, "x + y", nothing);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.at[0].generator[0], "x-y");
}

static void decompose_short_of_work(invo_context *c, void *operations) {
    polys generators =
        read_list("x^2 + y^2 - 1; (z - x)^2 + (w - y)^2 - 4; z^2 + w^2 - 1");
    (void)c;
    work->left = *(double *)operations;
    primes_of(&generators, "1", no_units);
}

/* Every limit ends in the same way, with the same message in every run. */
static void limits_end_the_work(void **state) {
    double saved = work->left;
    (void)state;
    for (double operations = 10; operations < 10000; operations *= 3) {
        context_reset(context);
        invo_status status = protect(context, decompose_short_of_work, &operations);
        assert_int_equal(status, INVO_E_LIMIT);
        assert_non_null(strstr(invo_context_message(context), "--engine singular"));
    }
    context_reset(context);
    work->left = saved;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primes_stay_whole),
        cmocka_unit_test(textbook_ideals_split),
        cmocka_unit_test(linkages_split),
        cmocka_unit_test(parameters_are_not_solved_for),
        cmocka_unit_test(components_of_denominators_are_dropped),
        cmocka_unit_test(limits_end_the_work)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
