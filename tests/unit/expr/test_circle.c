/* Sine and cosine against those of the C library in long double: within a unit in the
 * last place for all arguments, beside multiples of pi/4 too; four or eight at once have
 * the bits of one after the other; what is special stays so.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/expr/circle.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* The error in units in the last place of the result. */
static double units_off(double got, long double exact) {
    const int exponent = ilogbl(exact);
    const int least = DBL_MIN_EXP - DBL_MANT_DIG;
    const int place = exponent - (DBL_MANT_DIG - 1);
    return (double)fabsl(
        ldexpl((long double)got - exact, place > least ? -place : -least));
}

/* What is measured stays below what is promised. */
static const double MOST_UNITS = 0.8;

static void check_argument(double x) {
    const circle_point p = circle_at(x);
    const double s = x == 0 ? 0 : units_off(p.sin, sinl(x));
    const double c = units_off(p.cos, cosl(x));
    if (!(s < MOST_UNITS) || !(c < MOST_UNITS))
        fail_msg("at %a sin is off by %.2f, cos by %.2f units", x, s, c);
}

static uint64_t state_of_draw = 88172645463325252u;
static double draw(void) {
    state_of_draw ^= state_of_draw << 13;
    state_of_draw ^= state_of_draw >> 7;
    state_of_draw ^= state_of_draw << 17;
    return (double)(state_of_draw >> 11) * 0x1p-53;
}

static void random_arguments(void **state) {
    (void)state;
    for (int i = 0; i < 200000; i++) {
        check_argument(2 * draw() - 1);
        check_argument(20 * draw() - 10);
        check_argument(2.5 * CIRCLE_MOST * (draw() - 0.5));
        check_argument(ldexp(1 + draw(), -(int)(1070 * draw())));
        check_argument(ldexp(1 + draw(), (int)(1020 * draw())));
    }
}

/* The nearest numbers to all multiples of pi/4 and some beside them: where sine or cosine
 * lose most digits, and where the quadrant changes. */
static void multiples_of_a_quarter(void **state) {
    const long double quarter = 0.785398163397448309615660845819875721L;
    (void)state;
    for (int n = 1; n * quarter < CIRCLE_MOST + 2; n++) {
        double below = (double)(n * quarter);
        double above = below;
        for (int k = 0; k < 4; k++) {
            check_argument(below);
            check_argument(-above);
            below = nextafter(below, 0);
            above = nextafter(above, INFINITY);
        }
    }
}

static void special_arguments(void **state) {
    (void)state;
    assert_true(circle_at(0.0).sin == 0 && !signbit(circle_at(0.0).sin));
    assert_true(circle_at(-0.0).sin == 0 && signbit(circle_at(-0.0).sin));
    assert_true(circle_at(-0.0).cos == 1);
    assert_true(circle_at(DBL_TRUE_MIN).sin == DBL_TRUE_MIN);
    assert_true(circle_at(-DBL_MIN).sin == -DBL_MIN);
    assert_true(isnan(circle_at(NAN).sin) && isnan(circle_at(NAN).cos));
    assert_true(isnan(circle_at(INFINITY).sin) && isnan(circle_at(-INFINITY).cos));
}

static void check_four(const double x[4]) {
    double to[8], sine[4], cosine[4];
    circle_four(x[0], x[1], x[2], x[3], to);
    circle_lanes(x, sine, cosine);
    for (int k = 0; k < 4; k++) {
        const circle_point p = circle_at(x[k]);
        if (isnan(p.sin)) {
            assert_true(isnan(to[k]) && isnan(to[4 + k]));
            assert_true(isnan(sine[k]) && isnan(cosine[k]));
            continue;
        }
        assert_memory_equal(&to[k], &p.sin, sizeof p.sin);
        assert_memory_equal(&to[4 + k], &p.cos, sizeof p.cos);
        assert_memory_equal(&sine[k], &p.sin, sizeof p.sin);
        assert_memory_equal(&cosine[k], &p.cos, sizeof p.cos);
    }
}

static void four_have_the_bits_of_one(void **state) {
    const double odd[] = {0.0, -0.0,     NAN,       INFINITY,
                          1e9, -DBL_MAX, -INFINITY, DBL_TRUE_MIN};
    (void)state;
    if (!circle_has_four())
        skip();
    for (int i = 0; i < 100000; i++) {
        double x[4];
        for (int k = 0; k < 4; k++)
            x[k] = ldexp(2 * draw() - 1, (int)(20 * draw()) - 2);
        check_four(x);
        x[i % 4] = odd[i / 4 % 8];
        check_four(x);
    }
}

static void check_eight(circle_function_of_eight *eight, const double x[8]) {
    double to[16];
    eight(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], to);
    for (int k = 0; k < 8; k++) {
        const circle_point p = circle_at(x[k]);
        if (isnan(p.sin)) {
            assert_true(isnan(to[k]) && isnan(to[8 + k]));
            continue;
        }
        assert_memory_equal(&to[k], &p.sin, sizeof p.sin);
        assert_memory_equal(&to[8 + k], &p.cos, sizeof p.cos);
    }
}

static void eight_have_the_bits_of_one(void **state) {
    const double odd[] = {-0.0, NAN, -INFINITY, 1e9, CIRCLE_MOST, DBL_TRUE_MIN};
    (void)state;
    if (!circle_has_four())
        skip();
    for (int way = 0; way < 2; way++) {
        circle_function_of_eight *eight = way ? circle_eight() : circle_twice_four();
        for (int i = 0; i < 100000; i++) {
            double x[8];
            for (int k = 0; k < 8; k++)
                x[k] = ldexp(2 * draw() - 1, (int)(20 * draw()) - 2);
            check_eight(eight, x);
            x[i % 8] = odd[i / 8 % 6];
            check_eight(eight, x);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_arguments),
        cmocka_unit_test(multiples_of_a_quarter),
        cmocka_unit_test(special_arguments),
        cmocka_unit_test(four_have_the_bits_of_one),
        cmocka_unit_test(eight_have_the_bits_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
