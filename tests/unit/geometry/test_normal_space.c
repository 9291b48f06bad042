/* Normal spaces: moves of least length in the metric, redundant rows and weak invariants
 * left out. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/normal_space.h"
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/svd.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 6, ROWS = 4, WORK = 400 };

static uint32_t random_state = 5;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

typedef struct bench {
    normal_space s;
    invo_pattern pattern;
    metric m;
    int start[ROWS + 1], column[ROWS * N];
    double w[N], inverse[N], work[WORK];
    double b[ROWS][N]; /* the rows as given */
} bench;

/* Full rows; coordinate 0 is time. */
static void set_up(bench *t, int rows) {
    memset(t, 0, sizeof *t);
    for (int k = 0; k < rows * N; k++)
        t->column[k] = k % N;
    for (int i = 0; i <= rows; i++)
        t->start[i] = i * N;
    for (int j = 0; j < N; j++)
        t->w[j] = exp(2 * uniform());
    for (int j = 0; j < N; j++)
        t->inverse[j] = j ? 1 / (t->w[j] * t->w[j]) : 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < N; j++)
            t->b[i][j] = uniform();
    t->pattern = (invo_pattern){rows, N, t->start, t->column};
    t->m = (metric){.w = t->w, .inverse = t->inverse, .tolerance = 1e-3};
    normal_size z = {.rows = rows, .entries = rows * N, .dense = rows, .width = N};
    pool p = {0};
    normal_space_lay_out(&t->s, z, &p);
    assert_true(p.used <= sizeof t->work);
    pool_open(&p, t->work);
    normal_space_lay_out(&t->s, z, &p);
}

static int factor(bench *t, int invariants, const double *unit, int drop) {
    for (int i = 0; i < t->s.rows; i++)
        memcpy(t->s.value + i * N, t->b[i], sizeof t->b[i]);
    return normal_space_factor(&t->s, &t->pattern, NULL, NULL, &t->m, invariants, unit,
                               drop);
}

static void move(bench *t, const double *r, double *u) {
    memset(u, 0, N * sizeof *u);
    normal_space_solve(&t->s, r);
    normal_space_move(&t->s, &t->m, u);
}

/* Against the least squares of least norm of B W^-1/2 x = -r. */
static void shortest(const bench *t, const double *r, double *u) {
    int rows = t->s.rows;
    double a[ROWS * N], b[ROWS], x[N], work[WORK];
    for (int i = 0; i < rows; i++) {
        double size = sqrt(dot(N, t->b[i], t->b[i]));
        b[i] = -r[i] / size;
        for (int j = 0; j < N; j++)
            a[i + j * rows] = t->b[i][j] / size * sqrt(t->inverse[j]);
    }
    least_squares(rows, N, a, b, x, 1e-12, work);
    for (int j = 0; j < N; j++)
        u[j] = x[j] * sqrt(t->inverse[j]);
}

static void moves_are_the_shortest_in_the_metric(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        bench t;
        double r[ROWS], u[N], expected[N];
        set_up(&t, 1 + trial % ROWS);
        for (int i = 0; i < t.s.rows; i++) { /* of very different sizes */
            double size = pow(10, 8 * uniform());
            for (int j = 0; j < N; j++)
                t.b[i][j] *= size;
            r[i] = size * uniform();
        }
        assert_int_equal(factor(&t, 0, NULL, 0), 0);
        assert_int_equal(t.s.count, t.s.rows);
        move(&t, r, u), shortest(&t, r, expected);
        double length = sqrt(dot(N, expected, expected));
        for (int j = 0; j < N; j++)
            if (!(fabs(u[j] - expected[j]) < 1e-9 * length))
                fail_msg("coordinate %d moves by %.12g, not %.12g", j, u[j], expected[j]);
        assert_true(u[0] == 0); /* time */
    }
}

/* Row `where` becomes 3 times the next one less `share` of the one after. Returns how
 * many rows are kept. */
static int kept_of_redundant(int where, double share) {
    bench t;
    double r[ROWS], u[N], expected[N];
    set_up(&t, 3);
    int a = (where + 1) % 3, b = (where + 2) % 3;
    for (int j = 0; j < N; j++)
        t.b[where][j] = 3 * t.b[a][j] - share * t.b[b][j];
    r[a] = 0.3, r[b] = -0.2, r[where] = 3 * r[a] - share * r[b];
    assert_int_equal(factor(&t, 0, NULL, 0), 0);
    assert_int_equal(t.s.strength[2] > 0, t.s.count > 2);
    move(&t, r, u), shortest(&t, r, expected);
    for (int j = 0; j < N; j++)
        assert_true(fabs(u[j] - expected[j]) < 1e-12);
    return t.s.count;
}

static void redundant_rows_are_left_out(void **state) {
    (void)state;
    for (int where = 0; where < 3; where++)
        assert_int_equal(kept_of_redundant(where, 1), 2);
}

/* Where the rows that it follows from meet at a small angle, one may not be recognised,
 * but it does no harm. */
static void redundant_rows_at_small_angles_are_harmless(void **state) {
    (void)state;
    for (int where = 0; where < 3; where++)
        kept_of_redundant(where, 1e-3);
}

/* A constraint without gradient, or with an undefined one, is named. */
static void rows_without_gradient_are_reported(void **state) {
    (void)state;
    const double bad[] = {0, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        bench t;
        set_up(&t, 3);
        for (int j = 1; j < N; j++)
            t.b[1][j] = k ? t.b[1][j] : 0;
        t.b[1][2] = bad[k];
        assert_int_equal(factor(&t, 0, NULL, 0), 2);
    }
}

/* ... but an invariant is left out. */
static void invariants_without_gradient_are_left_out(void **state) {
    (void)state;
    const double bad[] = {0, NAN, INFINITY}, unit[ROWS] = {1e-16, 1e-16, 1e-16, 1e-16};
    for (int k = 0; k < 3; k++) {
        bench t;
        double r[ROWS] = {1, 2, 3}, u[N];
        set_up(&t, 3);
        for (int j = 1; j < N; j++)
            t.b[2][j] = k ? t.b[2][j] : 0;
        t.b[2][2] = bad[k];
        assert_int_equal(factor(&t, 1, unit, 0), 0);
        assert_int_equal(t.s.count, 2);
        assert_true(t.s.strength[2] == 0);
        move(&t, r, u);
        for (int j = 0; j < N; j++)
            assert_true(isfinite(u[j]));
    }
}

/* Two invariants along the same direction: the one with less round-off is kept. */
static void strongest_invariants_come_first(void **state) {
    (void)state;
    for (int strong = 2; strong < 4; strong++) {
        bench t;
        double unit[ROWS] = {1e-16, 1e-16, 1e-12, 1e-12};
        set_up(&t, 4);
        unit[strong] = 1e-16;
        memcpy(t.b[3], t.b[2], sizeof t.b[3]);
        t.b[3][5] += 1e-9; /* nearly dependent */
        assert_int_equal(factor(&t, 2, unit, 0), 0);
        assert_int_equal(t.s.count, 3);
        assert_true(t.s.strength[strong] > 0 && t.s.strength[5 - strong] == 0);
    }
}

/* Left out where its unit of round-off moves the point by more than a tenth of the
 * tolerance, 1e-3 here. */
static void weak_invariants_are_left_out(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        bench t;
        double unit[ROWS] = {0};
        set_up(&t, 2);
        for (int j = 0; j < N; j++)
            t.w[j] = t.inverse[j] = j > 0;
        memset(t.b, 0, sizeof t.b);
        t.b[0][1] = 1;                  /* the constraint: u1 */
        t.b[1][1] = 5, t.b[1][2] = 0.5; /* the invariant: 0.5 u2 beyond that */
        unit[1] = (k ? 0.9 : 1.1) * 1e-4 * 0.5;
        assert_int_equal(factor(&t, 1, unit, 0), 0);
        assert_int_equal(t.s.strength[1] > 0, k);
    }
}

/* A constraint nearly along another one, as of currents beside voltages, is kept as far
 * as its unit of round-off moves the point by less than a tenth of the tolerance, 1e-3
 * here; without a unit only sines of more than 1e-7 count. */
static void constraints_with_a_small_sine_are_kept_where_they_are_exact(void **state) {
    (void)state;
    const double sine = 1e-9;
    for (int k = 0; k < 3; k++) {
        bench t;
        double unit[ROWS] = {0}, r[ROWS] = {0, sine}, u[N];
        set_up(&t, 2);
        for (int j = 0; j < N; j++)
            t.w[j] = t.inverse[j] = j > 0;
        memset(t.b, 0, sizeof t.b);
        t.b[0][1] = 1;
        t.b[1][1] = 1, t.b[1][2] = sine;
        unit[1] = (k ? 0.9 : 1.1) * 1e-4 * sine;
        assert_int_equal(factor(&t, 0, k < 2 ? unit : NULL, 0), 0);
        assert_int_equal(t.s.count, k == 1 ? 2 : 1);
        if (k != 1)
            continue;
        assert_true(fabs(t.s.strength[1] - sine) < 1e-6 * sine);
        move(&t, r, u);
        assert_true(fabs(u[1]) < 1e-7 && fabs(u[2] + 1) < 1e-6);
    }
}

static void the_weakest_are_dropped_on_demand(void **state) {
    (void)state;
    const double unit[ROWS] = {1e-16, 1e-16, 1e-16, 1e-16};
    for (int drop = 0; drop <= 3; drop++) {
        bench t;
        set_up(&t, 4);
        assert_int_equal(factor(&t, 3, unit, drop), 0);
        assert_int_equal(t.s.count, 4 - drop);
        assert_true(t.s.strength[0] > 0);
    }
}

/* A stage: the pattern counts columns of its own. */
static void columns_may_be_mapped_to_coordinates(void **state) {
    (void)state;
    bench t;
    const int start[] = {0, 2}, column[] = {0, 1}, coordinate[] = {4, 2};
    const invo_pattern pattern = {1, 2, start, column};
    double r[ROWS] = {10}, u[N] = {0};
    set_up(&t, 1);
    for (int j = 1; j < N; j++)
        t.inverse[j] = j;
    t.s.value[0] = 1, t.s.value[1] = 2; /* 4 * 1 + 2 * 4 = 12 */
    assert_int_equal(
        normal_space_factor(&t.s, &pattern, coordinate, NULL, &t.m, 0, NULL, 0), 0);
    normal_space_solve(&t.s, r);
    normal_space_move(&t.s, &t.m, u);
    const double expected[N] = {0, 0, -10 * 2 * 2 / 12.0, 0, -10 * 4 * 1 / 12.0, 0};
    for (int j = 0; j < N; j++)
        assert_true(fabs(u[j] - expected[j]) < 1e-14);
}

/* Against the singular values of the transpose, rows scaled to length 1. */
static double smallest_by_svd(const bench *t, int rows) {
    double a[N * ROWS], sigma[ROWS];
    for (int i = 0; i < rows; i++) {
        double length = 0;
        for (int j = 0; j < N; j++) {
            a[j + i * N] = t->b[i][j] * sqrt(t->inverse[j]);
            length += a[j + i * N] * a[j + i * N];
        }
        for (int j = 0; j < N; j++)
            a[j + i * N] /= sqrt(length);
    }
    singular_values(N, rows, a, sigma);
    return sigma[rows - 1];
}

static void the_smallest_singular_value_is_found(void **state) {
    (void)state;
    for (int trial = 0; trial < 50; trial++) {
        bench t;
        double y[ROWS] = {0}, x[N];
        int count;
        set_up(&t, 3);
        for (int j = 0; j < N; j++)
            t.b[2][j] = t.b[0][j] - t.b[1][j] + 0.1 * uniform();
        assert_int_equal(factor(&t, 0, NULL, 0), 0);
        double expected = smallest_by_svd(&t, 3), sigma = 0;
        for (int k = 0; k < 4; k++)
            sigma = normal_space_smallest(&t.s, 3, y, &count);
        assert_int_equal(count, 3);
        assert_true(sigma > 0.98 * expected && sigma < 1.1 * expected);
        normal_space_right(&t.s, &t.m, 3, sigma, y, N, x);
        assert_true(fabs(dot(N, x, x) - 1) < 0.3);
    }
}

/* A vector that begins as that of another singular value comes away from it. */
static void the_vector_is_not_kept_by_a_symmetry(void **state) {
    bench t;
    double y[2] = {sqrt(0.5), sqrt(0.5)};
    int count;
    (void)state;
    set_up(&t, 2);
    memset(t.b, 0, sizeof t.b);
    for (int j = 0; j < N; j++)
        t.w[j] = 1, t.inverse[j] = j > 0;
    t.b[0][1] = t.b[1][1] = 1, t.b[0][2] = 0.1, t.b[1][2] = -0.1;
    assert_int_equal(factor(&t, 0, NULL, 0), 0);
    double sigma = normal_space_smallest(&t.s, 2, y, &count);
    assert_true(fabs(sigma - smallest_by_svd(&t, 2)) < 1e-3);
    assert_true(y[0] * y[1] < -0.49);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_the_shortest_in_the_metric),
        cmocka_unit_test(redundant_rows_are_left_out),
        cmocka_unit_test(redundant_rows_at_small_angles_are_harmless),
        cmocka_unit_test(rows_without_gradient_are_reported),
        cmocka_unit_test(invariants_without_gradient_are_left_out),
        cmocka_unit_test(strongest_invariants_come_first),
        cmocka_unit_test(weak_invariants_are_left_out),
        cmocka_unit_test(constraints_with_a_small_sine_are_kept_where_they_are_exact),
        cmocka_unit_test(the_weakest_are_dropped_on_demand),
        cmocka_unit_test(columns_may_be_mapped_to_coordinates),
        cmocka_unit_test(the_smallest_singular_value_is_found),
        cmocka_unit_test(the_vector_is_not_kept_by_a_symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
