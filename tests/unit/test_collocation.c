/* The coefficients of the implicit methods: what makes a collocation method of its order,
 * to 1e-14, whoever computed them. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../src/method/collocation.h"
#include <cmocka.h>

static const collocation *const tables[] = {
#define COLLOCATION(name, ...) &name,
#include "../../src/method/collocation.def"
#undef COLLOCATION
};
enum { TABLES = sizeof tables / sizeof *tables };

static void assert_equal(double a, double b, double allowance) {
    if (!(fabs(a - b) <= allowance))
        fail_msg("%.17g and %.17g differ by %g", a, b, a - b);
}

/* B(p): sum b c^(k-1) = 1/k for k up to the order. */
static void weights_integrate_up_to_the_order(void **state) {
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        const collocation *t = tables[i];
        for (int k = 1; k <= t->order; k++) {
            double sum = k == 1 ? t->b0 : 0;
            for (int j = 0; j < t->stages; j++) sum += t->b[j] * pow(t->c[j], k - 1);
            assert_equal(sum, 1.0 / k, 1e-14);
        }
    }
}

/* C(s): sum a_ij c_j^(k-1) = c_i^k / k for k up to all stages. With B(p) and p <= 2s this
 * makes the order p (Butcher). */
static void stages_integrate_polynomials(void **state) {
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        const collocation *t = tables[i];
        const int s = t->stages;
        for (int r = 0; r < s; r++)
            for (int k = 1; k <= s + t->explicit_first; k++) {
                double sum = t->explicit_first && k == 1 ? t->a0[r] : 0;
                for (int j = 0; j < s; j++) sum += t->a[r * s + j] * pow(t->c[j], k - 1);
                assert_equal(sum, pow(t->c[r], k) / k, 1e-14);
            }
    }
}

/* D = t^-1 a t applied to a pair must be the inverse of its eigenvalue. */
static void transformations_diagonalise(void **state) {
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        const collocation *t = tables[i];
        const int s = t->stages;
        assert_int_equal(t->real, s % 2);
        for (int r = 0; r < s; r++)
            for (int q = 0; q < s; q++) {
                double d = 0, expected = 0;
                for (int k = 0; k < s; k++)
                    for (int l = 0; l < s; l++)
                        d += t->inverse[r * s + k] * t->a[k * s + l] * t->t[l * s + q];
                int pair = (r - t->real) / 2;
                const double *x = t->eigenvalue + t->real + 2 * pair;
                if (r < t->real)
                    expected = q == r ? 1 / t->eigenvalue[0] : 0;
                else if (q >= t->real && (q - t->real) / 2 == pair)
                    expected = (q == r  ? x[0]
                                : q > r ? x[1]
                                        : -x[1]) /
                               (x[0] * x[0] + x[1] * x[1]);
                assert_equal(d, expected, 1e-11);
            }
    }
}

/* The estimate is zero for solutions that are polynomials of degree s, and not beyond. */
static void estimates_are_of_order_s(void **state) {
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        const collocation *t = tables[i];
        for (int k = 1; t->e && k <= t->stages + 1; k++) {
            double sum = k == 1 ? 1 / t->eigenvalue[0] : 0;
            for (int j = 0; j < t->stages; j++) sum += t->e[j] * pow(t->c[j], k);
            if (k <= t->stages)
                assert_equal(sum, 0, 1e-13);
            else
                assert_true(fabs(sum) > 1e-6);
        }
    }
}

/* The known numbers of order 5 ([HW96] IV.5 and IV.8). */
static void radau_of_order_5_is_as_printed(void **state) {
    (void)state;
    const collocation *t = &radau_right5;
    assert_equal(t->c[0], (4 - sqrt(6)) / 10, 1e-15);
    assert_equal(t->a[1], (296 - 169 * sqrt(6)) / 1800, 1e-15);
    assert_equal(t->eigenvalue[0], 3 + cbrt(3) * (cbrt(3) - 1), 1e-14);
    assert_equal(t->e[0] * t->eigenvalue[0], -(13 + 7 * sqrt(6)) / 3, 1e-13);
    assert_equal(t->e[2] * t->eigenvalue[0], -1.0 / 3, 1e-13);
}

static void interpolation_meets_its_values(void **state) {
    (void)state;
    const double node[3] = {0, 0.3, 1};
    double weight[3];
    for (int k = 0; k < 3; k++) {
        collocation_weights(3, node, node[k], weight);
        for (int j = 0; j < 3; j++) assert_true(weight[j] == (j == k));
    }
    collocation_weights(3, node, 1.7, weight); /* x^2 is reproduced */
    assert_equal(weight[1] * 0.09 + weight[2], 1.7 * 1.7, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_integrate_up_to_the_order),
        cmocka_unit_test(stages_integrate_polynomials),
        cmocka_unit_test(transformations_diagonalise),
        cmocka_unit_test(estimates_are_of_order_s),
        cmocka_unit_test(radau_of_order_5_is_as_printed),
        cmocka_unit_test(interpolation_meets_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
