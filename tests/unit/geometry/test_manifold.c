/* Constraints of systems that give no derivatives and no units: both are filled in.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/manifold.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 4, M = 2, WORK = 100 };

static void constraint(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + 4 * u[2] * u[2] - 1;
    phi[1] = exp(u[1]) * u[3] - sin(u[0]);
}

/* By rows: columns 1 2 of row 0, columns 0 1 3 of row 1. */
static const int start[] = {0, 2, 5}, column[] = {1, 2, 0, 1, 3};
static const invo_pattern sparse = {M, N, start, column};

static void jacobian(void *self, const double *u, double *value) {
    (void)self;
    value[0] = 2 * u[1], value[1] = 8 * u[2];
    value[2] = -cos(u[0]), value[3] = exp(u[1]) * u[3], value[4] = exp(u[1]);
}

static double ledger_residual[3], ledger_unit[3];
static void ledger(void *self, const double *u, const double *z, double *r,
                   double *unit) {
    size_t rows = z ? 3 : M;
    (void)self, (void)u;
    memcpy(r, ledger_residual, rows * sizeof *r);
    memcpy(unit, ledger_unit, rows * sizeof *unit);
}

typedef struct bench {
    invo_system s;
    manifold m;
    double work[WORK];
} bench;

static void set_up(bench *b) {
    pool p = {0};
    manifold_lay_out(&b->m, &b->s, 1, &p);
    assert_true(p.used < sizeof b->work);
    memset(b->work, 0, sizeof b->work);
    pool_open(&p, b->work);
    manifold_lay_out(&b->m, &b->s, 1, &p);
}

static const invo_system by_values = {
    .coordinates = N, .constraints = M, .constraint = constraint};

/* The value of entry (i, j) in a pattern, 0 outside. */
static double entry(const manifold *m, const double *value, int i, int j) {
    for (int k = m->pattern.start[i]; k < m->pattern.start[i + 1]; k++)
        if (m->pattern.column[k] == j)
            return value[k];
    return 0;
}

static const double points[][N] = {
    {0, 0.6, 0.4, 1}, {2, -3, 5, 0.01}, {1, 0, 0, 0}, {10, 0.1, 3, -5}};

static void differences_agree_with_derivatives(void **state) {
    (void)state;
    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
        bench d = {.s = by_values}, e = {.s = by_values};
        double by_difference[N * M], exact[5], u[N];
        e.s.jacobian = jacobian, e.s.jacobian_pattern = &sparse;
        set_up(&d), set_up(&e);
        for (int k = 0; k < N * M; k++)
            by_difference[k] = NAN;
        memcpy(u, points[p], sizeof u);
        manifold_jacobian(&d.m, u, by_difference);
        manifold_jacobian(&e.m, u, exact);
        assert_memory_equal(u, points[p], sizeof u);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double x = entry(&d.m, by_difference, i, j), y = entry(&e.m, exact, i, j);
                if (!(fabs(x - y) <= 1e-8 * fmax(1, fabs(y))))
                    fail_msg("point %d, entry %d %d: %.12g is not %.12g", (int)p, i, j, x,
                             y);
            }
        assert_int_equal(d.m.jacobians, 1);
    }
}

/* With a width of the user's choice, whether or not the system gives derivatives. */
static void forward_differences_have_the_given_width(void **state) {
    (void)state;
    for (int given = 0; given < 2; given++) {
        const double width = 1e-3;
        double u[N], v[N], at[M], above[M], value[N * M];
        bench b = {.s = by_values};
        if (given)
            b.s.jacobian = jacobian, b.s.jacobian_pattern = &sparse;
        set_up(&b);
        b.m.increment = width;
        memcpy(u, points[0], sizeof u);
        manifold_jacobian(&b.m, u, value);
        manifold_constraint(&b.m, u, at);
        for (int j = 0; j < N; j++) {
            memcpy(v, u, sizeof v);
            v[j] += width;
            manifold_constraint(&b.m, v, above);
            for (int i = 0; i < M; i++)
                assert_true(fabs(entry(&b.m, value, i, j) - (above[i] - at[i]) / width) <
                            1e-12);
        }
    }
}

static void cubic(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] * u[1], phi[1] = u[2] * u[3];
}

/* Tiny coordinates are differenced by steps of their own size, as nominal says it. */
static void nominal_sizes_set_the_steps(void **state) {
    (void)state;
    static const invo_coordinate small[N] = {
        {"time", 1, 0, 0}, {"x", 1e-9, 0, 0}, {"y", 1e-9, 0, 0}, {"z", 1e-9, 0, 0}};
    bench b = {.s = by_values};
    double value[N * M], u[N] = {0, 2e-9, 3e-9, 1e-9};
    b.s.coordinate = small, b.s.constraint = cubic;
    set_up(&b);
    manifold_jacobian(&b.m, u, value);
    assert_true(fabs(entry(&b.m, value, 0, 1) / 12e-18 - 1) < 1e-8);
    assert_true(fabs(entry(&b.m, value, 1, 3) / 3e-9 - 1) < 1e-8);
}

/* Off by one ulp in a coordinate is about one unit; the same in all scalings of phi. */
static double stretch = 1;
static void stretched(void *self, const double *u, double *phi) {
    constraint(self, u, phi);
    phi[0] *= stretch, phi[1] *= stretch;
}

static void units_are_round_off_in_the_coordinates(void **state) {
    (void)state;
    for (stretch = 1e-20; stretch < 1e30; stretch *= 1e10) {
        bench b = {.s = by_values};
        double u[N] = {0, 0.6, 0.4, 0}, r[M], unit[M];
        b.s.constraint = stretched;
        set_up(&b);
        memset(r, -1, sizeof r), memset(unit, -1, sizeof unit);
        u[1] += 4 * DBL_EPSILON;
        manifold_ledger(&b.m, u, NULL, r, unit);
        assert_true(fabs(r[0]) / unit[0] > 0.5 && fabs(r[0]) / unit[0] < 8);
        int worst = -5;
        double units = manifold_units(&b.m, u, M, NULL, NULL, &worst);
        assert_true(units == fabs(r[0]) / unit[0]);
        assert_int_equal(worst, 0);
    }
}

/* Three rows of a ledger; r[1] is the largest in its unit. */
static void with_ledger(bench *b, double r0, double r1, double r2) {
    *b = (bench){.s = by_values};
    b->s.rows = 3, b->s.tops = 1, b->s.ledger.rows = ledger;
    ledger_residual[0] = r0, ledger_residual[1] = r1, ledger_residual[2] = r2;
    for (int i = 0; i < 3; i++)
        ledger_unit[i] = 1;
    set_up(b);
}

static void worst_row_is_found(void **state) {
    (void)state;
    bench b;
    int worst, list[] = {0};
    const char out[] = {0, 1, 0};
    with_ledger(&b, -2, 5, 3);
    assert_true(manifold_units(&b.m, points[0], 2, NULL, NULL, &worst) == 5);
    assert_int_equal(worst, 1);
    assert_true(manifold_units(&b.m, points[0], 2, NULL, out, &worst) == 2);
    assert_int_equal(worst, 0);
    assert_true(manifold_units(&b.m, points[0], 1, list, NULL, &worst) == 2);
    assert_int_equal(worst, 0);
    ledger_unit[1] = 100;
    assert_true(manifold_units(&b.m, points[0], 2, NULL, NULL, &worst) == 2);
    assert_true(manifold_units(&b.m, points[0], 0, NULL, NULL, &worst) == 0);
    assert_int_equal(worst, -1);
}

/* An exact zero is fine even where its unit is 0; anything else is not. */
static void units_of_zero(void **state) {
    (void)state;
    bench b;
    int worst;
    with_ledger(&b, 0, 1e-300, 0);
    ledger_unit[0] = ledger_unit[1] = 0;
    assert_true(manifold_units(&b.m, points[0], 1, NULL, NULL, &worst) == 0);
    assert_true(manifold_units(&b.m, points[0], 2, NULL, NULL, &worst) == INFINITY);
}

static void undefined_residuals_are_never_dropped(void **state) {
    (void)state;
    for (int where = 0; where < 2; where++) {
        bench b;
        int worst = -1;
        with_ledger(&b, where ? 1 : NAN, where ? NAN : 1, 0);
        double units = manifold_units(&b.m, points[0], 2, NULL, NULL, &worst);
        if (units <= 1e300)
            fail_msg("NaN in row %d reads %g units", where, units);
        assert_int_equal(worst, where);
    }
}

/* A function of a caller whose differences overflow, or whose derivatives are infinite.
 */
static void huge(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] < points[0][1] ? -1e308 : 1e308;
    phi[1] = 0;
}

static void infinite_jacobian(void *self, const double *u, double *value) {
    jacobian(self, u, value);
    value[0] = INFINITY;
}

static void no_residual_is_excused_by_infinite_derivatives(void **state) {
    (void)state;
    invo_system given = by_values;
    given.constraint = huge;
    for (int k = 0; k < 2; k++) {
        bench b = {.s = given};
        int worst = -1;
        set_up(&b);
        const double units = manifold_units(&b.m, points[0], M, NULL, NULL, &worst);
        if (!(units > 1e10))
            fail_msg("a residual of 1e308 reads %g units", units);
        given.jacobian = infinite_jacobian;
        given.jacobian_pattern = &sparse;
    }
}

static void no_constraints_are_no_trouble(void **state) {
    (void)state;
    bench b = {.s = {.coordinates = N}};
    int worst;
    set_up(&b);
    manifold_constraint(&b.m, points[0], NULL);
    manifold_jacobian(&b.m, points[0], NULL);
    assert_true(manifold_units(&b.m, points[0], 0, NULL, NULL, &worst) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_agree_with_derivatives),
        cmocka_unit_test(forward_differences_have_the_given_width),
        cmocka_unit_test(nominal_sizes_set_the_steps),
        cmocka_unit_test(units_are_round_off_in_the_coordinates),
        cmocka_unit_test(worst_row_is_found),
        cmocka_unit_test(units_of_zero),
        cmocka_unit_test(undefined_residuals_are_never_dropped),
        cmocka_unit_test(no_residual_is_excused_by_infinite_derivatives),
        cmocka_unit_test(no_constraints_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
