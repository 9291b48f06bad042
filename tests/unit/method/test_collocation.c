/* The coefficients of the implicit methods: what makes a collocation method of its order,
 * to 1e-14, whoever computed them. SPDX-License-Identifier: BSD-3-Clause */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/method/irk.h"
#include <cmocka.h>

static const collocation *const tables[] = {
#define COLLOCATION(name, ...) &name,
#include "../../../src/method/collocation.def"
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
            for (int j = 0; j < t->stages; j++)
                sum += t->b[j] * pow(t->c[j], k - 1);
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
                for (int j = 0; j < s; j++)
                    sum += t->a[r * s + j] * pow(t->c[j], k - 1);
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
            for (int j = 0; j < t->stages; j++)
                sum += t->e[j] * pow(t->c[j], k);
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

/* R(z) of y' = z y: with U = 1 + a0 z + z A U, 1 + b0 z + z b U. */
static double growth(const collocation *t, double complex z) {
    const int s = t->stages;
    double complex m[MOST_STAGES][MOST_STAGES], u[MOST_STAGES], sum = 1 + t->b0 * z;
    for (int i = 0; i < s; i++) {
        u[i] = 1 + (t->a0 ? t->a0[i] * z : 0);
        for (int j = 0; j < s; j++)
            m[i][j] = (i == j) - z * t->a[i * s + j];
    }
    for (int k = 0; k < s; k++)
        for (int i = k + 1; i < s; i++) {
            double complex factor = m[i][k] / m[k][k];
            for (int j = k; j < s; j++)
                m[i][j] -= factor * m[k][j];
            u[i] -= factor * u[k];
        }
    for (int k = s - 1; k >= 0; k--) {
        for (int j = k + 1; j < s; j++)
            u[k] -= m[k][j] * u[j];
        u[k] /= m[k][k];
    }
    for (int i = 0; i < s; i++)
        sum += z * t->b[i] * u[i];
    return cabs(sum);
}

static void check_stability(const char *text, const collocation *t) {
    double end = -INFINITY;
    int limited = sscanf(text, "real axis to %lf", &end) == 1;
    for (double y = 1e-3; !limited && y < 1e4; y *= 1.1) {
        assert_true(growth(t, y * I) <= 1 + 1e-9);
        assert_true(growth(t, -y + y * I) <= 1 + 1e-9);
    }
    if (limited) {
        assert_true(growth(t, end) <= 1 + 1e-12 && growth(t, end - 0.01) > 1);
        return;
    }
    assert_string_equal(text, growth(t, -1e7) < 1e-3 ? "L-stable" : "A-stable");
}

static void the_list_of_methods_is_true(void **state) {
    (void)state;
    const method *m;
    for (int i = 0; (m = method_at(i)); i++) {
        if (m->kind != &rk_implicit && m->kind != &rk_collocation)
            continue;
        const irk_method *k = m->data;
        stepper s = {.kind = m->kind, .method = k};
        const collocation *t = k->table[k->tables - 1];
        char pair[16] = "";
        for (int j = 0; j < k->tables; j++)
            check_stability(m->stability, k->table[j]);
        if (k->estimates)
            snprintf(pair, sizeof pair, "%d(%d)", t->order, m->kind->estimate_order(&s));
        assert_string_equal(m->pair, k->tables > 1 ? "variable" : pair);
        assert_int_equal(m->stages, t->stages + t->explicit_first);
        assert_int_equal(m->kind->order(&s), t->order);
    }
}

static void interpolation_meets_its_values(void **state) {
    (void)state;
    const double node[3] = {0, 0.3, 1};
    double weight[3];
    for (int k = 0; k < 3; k++) {
        collocation_weights(3, node, node[k], weight);
        for (int j = 0; j < 3; j++)
            assert_true(weight[j] == (j == k));
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
        cmocka_unit_test(the_list_of_methods_is_true),
        cmocka_unit_test(interpolation_meets_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
