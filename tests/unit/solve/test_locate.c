/* Roots and least values: every search ends, keeps its bracket and is as short as the
 * rules promise. SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/solve/locate.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static double cubic(double x) {
    return x * x * x - 0.2;
}

static double triple(double x) {
    return (x - 0.3) * (x - 0.3) * (x - 0.3);
}

static double jump(double x) {
    return x < 0.7 ? -1 : 1e6;
}

static double falling(double x) {
    return exp(-20 * x) - 0.5;
}

/* The function has no value beyond the root. */
static double half(double x) {
    return x < 0.6 ? -1 : NAN;
}

static bracket solve_all(double (*f)(double), bracket b) {
    double theta;
    b.low = 0;
    b.high = 1;
    b.f_low = f(0);
    b.f_high = f(1);
    while (bracket_next(&b, &theta)) {
        assert_true(theta > b.low && theta < b.high);
        bracket_narrow(&b, theta, f(theta));
    }
    return b;
}

static void roots_are_enclosed_to_round_off(void **state) {
    static const struct {
        double (*f)(double);
        double root;
        int most;
    } row[] = {{cubic, 0.5848035476425733, 15},
               {triple, 0.3, 8 * 52},
               {jump, 0.7, 8 * 52},
               {falling, 0.034657359027997264, 25}};
    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        bracket b = solve_all(row[k].f, (bracket){.least = 2 * DBL_EPSILON, .most = 500});
        assert_true(b.high - b.low <= 2 * DBL_EPSILON);
        assert_true(fabs(b.low - row[k].root) < 1e-5 || row[k].f != triple);
        assert_true(fabs(b.low - row[k].root) < 1e-14 || row[k].f == triple);
        assert_true((row[k].f(b.low) < 0) != (row[k].f(b.high) < 0));
        if (b.looks > row[k].most)
            fail_msg("row %zu: %d looks", k, b.looks);
    }
}

/* A search by halves alone takes as many looks as the width has bits. */
static void halves_alone_are_exact(void **state) {
    (void)state;
    bracket b = solve_all(cubic, (bracket){.halving = 1, .most = 10});
    assert_true(b.high - b.low == 1.0 / 1024);
    assert_int_equal(b.looks, 10);
    b = solve_all(jump, (bracket){.halving = 1, .least = 0.3});
    assert_int_equal(b.looks, 2);
}

/* Without a least width the search ends at neighbouring numbers, and NaN is not taken
 * for a sign change of its own. */
static void searches_end(void **state) {
    (void)state;
    bracket b = solve_all(jump, (bracket){0});
    assert_true(nextafter(b.low, 1) == b.high);
    b = solve_all(half, (bracket){.most = 200});
    assert_true(b.looks < 200);
}

/* Two functions at once: the earlier root is enclosed, from both sides. */
static void the_first_of_two_roots_is_enclosed(void **state) {
    const double root[2] = {0.4, 0.25};
    enclosure e = {0, 1, 4 * DBL_EPSILON, .most = 100};
    double theta;
    double secant = 0.3;
    int lower = 0;
    (void)state;
    while (enclosure_next(&e, secant, &theta)) {
        int crossed = theta * theta > root[1] * root[1];
        lower += !crossed;
        *(crossed ? &e.high : &e.low) = theta;
        double a = e.low * e.low - root[1] * root[1];
        double b = e.high * e.high - root[1] * root[1];
        secant = e.low + (e.high - e.low) * (a / (a - b));
    }
    assert_true(e.high - e.low <= 4 * DBL_EPSILON);
    assert_true(e.low <= root[1] && e.high >= root[1] && e.high < root[0]);
    assert_in_range(e.looks, 4, 30);
    assert_in_range(lower, 1, e.looks - 1);
}

static double bowl(double x) {
    return (x - 0.37) * (x - 0.37) * (1 + x) + 0.1;
}

static void golden_sections_go_to_the_bottom(void **state) {
    valley v = valley_begin(0, bowl(0), 0.5, 1, bowl(1));
    double theta = 0.5;
    int looks = 0;
    (void)state;
    do {
        valley_narrow(&v, theta, bowl(theta));
        assert_true(v.x[0] <= v.x[1] && v.x[1] <= v.x[2]);
        assert_true(v.y[1] <= v.y[0] && v.y[1] <= v.y[2]);
        looks++;
    } while (v.x[2] - v.x[0] > 1e-6 && valley_section(&v, &theta));
    assert_true(fabs(v.x[1] - 0.37) < 1e-6);
    assert_in_range(looks, 20, 40);
}

/* The lowest point may be an end of the interval. */
static void golden_sections_go_to_an_end(void **state) {
    valley v = {{0, 0, 1}, {1, 1, 2}, 0};
    double theta;
    (void)state;
    for (int k = 0; k < 60 && valley_section(&v, &theta); k++)
        valley_narrow(&v, theta, 1 + theta);
    assert_true(v.x[1] == 0 && v.x[2] < 1e-10);
}

static void a_parabola_is_descended_at_once(void **state) {
    valley v = valley_begin(0, 0.25, 0.9, 1, 0.25);
    double theta = 0.9;
    (void)state;
    assert_true(valley_descend(&v, &theta, 0.16));
    assert_true(fabs(theta - 0.5) < 1e-15);
    assert_false(valley_descend(&v, &theta, 0));
}

/* What does not come down, or is no number, ends the descent. */
static void descents_end(void **state) {
    valley v = valley_begin(0, 0.41, 0.5, 1, 0.59);
    double theta = 0.5;
    int looks = 1;
    (void)state;
    while (valley_descend(&v, &theta, fabs(theta - 0.41)))
        looks++;
    assert_in_range(looks, 3, 12);
    v = valley_begin(0, 1, 0.5, 1, 1);
    theta = 0.5;
    assert_false(valley_descend(&v, &theta, NAN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_enclosed_to_round_off),
        cmocka_unit_test(halves_alone_are_exact),
        cmocka_unit_test(searches_end),
        cmocka_unit_test(the_first_of_two_roots_is_enclosed),
        cmocka_unit_test(golden_sections_go_to_the_bottom),
        cmocka_unit_test(golden_sections_go_to_an_end),
        cmocka_unit_test(a_parabola_is_descended_at_once),
        cmocka_unit_test(descents_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
