/* SPDX-License-Identifier: BSD-3-Clause */
/* The exponential map of so(n, 1) against its formulas in higher precision, for arguments
 * of every size. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/method/lorentz.h"
#include <cmocka.h>

/* Arguments from where cosh y - 1 is nothing beside 1 to where it overflows. */
static const double argument[] = {1e-300, 1e-20,  1e-9, 1e-8, 1e-4, 0.1, 0.9999,
                                  1,      1.0001, 3,    30,   300,  700};
enum { ARGUMENTS = sizeof argument / sizeof *argument };

/* (sinh y + c (cosh y - 1)) / y, by series where that cancels. */
static long double stretch(long double y, long double c) {
    long double sum = 0, odd = 1, even = y / 2;
    if (fabsl(y) > 1)
        return (sinhl(y) + c * (coshl(y) - 1)) / y;
    for (int k = 1; k < 30; k++) {
        sum += odd + c * even;
        odd *= y * y / ((2 * k) * (2 * k + 1));
        even *= y * y / ((2 * k + 1) * (2 * k + 2));
    }
    return sum;
}

static void stretch_is_accurate_for_all_arguments(void **state) {
    (void)state;
    assert_true(lorentz_stretch(0, 0.5) == 1);
    for (int k = 0; k < ARGUMENTS; k++)
        for (double c = -0.9; c <= 1; c += 0.3)
            for (int sign = -1; sign <= 1; sign += 2) {
                const double y = sign * argument[k], seen = lorentz_stretch(y, c);
                const long double exact = stretch(y, c);
                if (!(fabsl(seen - exact) <= 8 * DBL_EPSILON * fabsl(exact)))
                    fail_msg("y = %g, c = %g: %.17g, not %.17Lg", y, c, seen, exact);
            }
}

/* In the plane: n at the angle u to a moves to tan(u'/2) = e^-y tan(u/2), which says the
 * same as [Liu] (16) without any cancellation. */
static void turn_is_accurate_for_all_arguments(void **state) {
    (void)state;
    static const long double angle[] = {1e-12L, 1e-5L,    0.3L,         1.5L,
                                        3,      3.14159L, 3.1415926535L};
    for (int k = 0; k < ARGUMENTS; k++)
        for (int i = 0; i < 7; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const double a[2] = {1, 0}, y = sign * argument[k];
                double n[2] = {(double)cosl(angle[i]), (double)sinl(angle[i])};
                const long double half = atan2l(n[1], n[0]) / 2;
                const long double u = 2 * atanl(expl(-(long double)y) * tanl(half));
                lorentz_turn(2, n, a, y);
                if (!(fabsl(n[0] - cosl(u)) <= 8 * DBL_EPSILON &&
                      fabsl(n[1] - sinl(u)) <= 8 * DBL_EPSILON))
                    fail_msg("y = %g, angle %Lg: (%.17g, %.17g), not (%.17Lg, %.17Lg)", y,
                             angle[i], n[0], n[1], cosl(u), sinl(u));
            }
}

/* The ends of the axis of a boost do not move. */
static void parallel_vectors_stay(void **state) {
    (void)state;
    for (int k = 0; k < ARGUMENTS; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double a[2] = {0.6, 0.8};
            double n[2] = {0.6 * sign, 0.8 * sign};
            lorentz_turn(2, n, a, argument[k]);
            assert_true(fabs(n[0] - 0.6 * sign) + fabs(n[1] - 0.8 * sign) < 1e-15);
        }
}

/* One step of the cone: n of the moved x is the moved n. */
static void both_forms_agree(void **state) {
    (void)state;
    const double x[3] = {0.3, -1.2, 0.5}, v[3] = {0.7, 0.2, -0.4}, h = 0.37;
    double n[3], a[3], q[3], r = 0, s = 0, c = 0, t = 0;
    for (int i = 0; i < 3; i++)
        r += x[i] * x[i], s += v[i] * v[i], c += x[i] * v[i];
    r = sqrt(r), s = sqrt(s);
    for (int i = 0; i < 3; i++)
        n[i] = x[i] / r, a[i] = v[i] / s;
    lorentz_turn(3, n, a, h * s / r);
    for (int i = 0; i < 3; i++)
        q[i] = x[i] + h * lorentz_stretch(h * s / r, c / (r * s)) * v[i];
    for (int i = 0; i < 3; i++)
        t += q[i] * q[i];
    for (int i = 0; i < 3; i++)
        assert_true(fabs(q[i] / sqrt(t) - n[i]) < 1e-15);
    /* and |q| is what the length moves to */
    const double y = h * s / r;
    assert_true(fabs(sqrt(t) - r * (cosh(y) + c / (r * s) * sinh(y))) < 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretch_is_accurate_for_all_arguments),
        cmocka_unit_test(turn_is_accurate_for_all_arguments),
        cmocka_unit_test(parallel_vectors_stay),
        cmocka_unit_test(both_forms_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
