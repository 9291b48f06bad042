/* Dense linear algebra against what defines its answers: residuals, optimality
 * conditions, ranks by construction. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/svd.h"
#include <cmocka.h>

enum { MOST = 8, WORK = 256 };

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

static void poison(int n, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = NAN;
}

static void fill(int count, double *a) {
    for (int k = 0; k < count; k++)
        a[k] = uniform();
}

/* y = a x;  a: [rows, columns] */
static void multiply(int rows, int columns, const double *a, const double *x, double *y) {
    for (int i = 0; i < rows; i++)
        y[i] = 0;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            y[i] += a[i + j * rows] * x[j];
}

/* Rows of sizes from 1e-200 to 1e200; a diagonal of 4 keeps the condition small. */
static void lu_solves_badly_scaled_rows(void **state) {
    (void)state;
    for (int n = 1; n <= MOST; n++)
        for (int trial = 0; trial < 20; trial++) {
            double a[MOST * MOST], x[MOST], b[MOST], scale[MOST];
            int pivot[MOST];
            fill(n * n, a), fill(n, x), poison(n, scale);
            for (int i = 0; i < n; i++)
                a[(i + 3) % n + i * n] += 4;
            for (int i = 0; i < n; i++) {
                double size = pow(10, 200 * uniform());
                for (int j = 0; j < n; j++)
                    a[i + j * n] *= size;
            }
            multiply(n, n, a, x, b);
            assert_int_equal(lu_factor(n, a, pivot, scale), 0);
            lu_solve(n, a, pivot, scale, b);
            for (int i = 0; i < n; i++)
                assert_true(fabs(b[i] - x[i]) < 1e-13);
        }
}

/* Pivots are chosen in equilibrated rows: taken as they stand, 1e20 would be the pivot
 * and the answer (0, 1). */
/* Against products with the transposed matrix, and the singular values of Jacobi's
 * method.
 */
static void lu_solves_transposed_systems(void **state) {
    (void)state;
    enum { N = 12 };
    double a[N * N];
    double copy[N * N];
    double x[N];
    double b[N];
    double scale[N];
    double sigma[N];
    int pivot[N];
    for (int round = 0; round < 20; round++) {
        for (int k = 0; k < N * N; k++)
            copy[k] = a[k] = sin(k * k * (round + 1.7)) * (k % N == 3 ? 1e3 : 1);
        for (int i = 0; i < N; i++)
            x[i] = cos(i);
        for (int j = 0; j < N; j++) {
            b[j] = 0;
            for (int i = 0; i < N; i++)
                b[j] += a[i + j * N] * x[i];
        }
        assert_int_equal(lu_factor(N, a, pivot, scale), 0);
        singular_values(N, N, copy, sigma);
        lu_solve_transposed(N, a, pivot, scale, b);
        for (int i = 0; i < N; i++)
            assert_true(fabs(b[i] - x[i]) < 1e-12 * sigma[0] / sigma[N - 1]);
        const double least = lu_least_singular_value(N, a, pivot, scale, b);
        assert_true(least > 0.99 * sigma[N - 1] && least < 1.25 * sigma[N - 1]);
    }
}

static void lu_equilibrates_before_it_pivots(void **state) {
    (void)state;
    double a[4] = {10, 1, 1e20, 1}, b[2] = {1e20, 2}, scale[2];
    int pivot[2];
    assert_int_equal(lu_factor(2, a, pivot, scale), 0);
    lu_solve(2, a, pivot, scale, b);
    assert_true(fabs(b[0] - 1) < 1e-14 && fabs(b[1] - 1) < 1e-14);
}

static void lu_reports_singular_matrices(void **state) {
    (void)state;
    static const double singular[][9] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0},
        {1, 2, 3, 2, 4, 6, 7, 8, 9}, /* columns 0 and 1 */
        {1, 1, 4, 2, 2, 5, 3, 3, 6}, /* rows 0 and 1 */
        {1, 0, 4, 2, 0, 5, 3, 0, 7}, /* a row of zeros */
        {0, 0, 0, 1, 2, 3, 4, 5, 7}, /* a column of zeros */
        {0x1p600, 0x1p-600, 1, 0x1p601, 0x1p-599, 2, 5, 6, 8},
    };
    for (size_t k = 0; k < sizeof singular / sizeof *singular; k++) {
        double a[9], scale[3];
        int pivot[3];
        memcpy(a, singular[k], sizeof a);
        assert_int_not_equal(lu_factor(3, a, pivot, scale), 0);
    }
}

/* Wherever it stands, also where elimination would never touch it. */
static void lu_reports_what_is_not_finite(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 9; k++)
        for (int kind = 0; kind < 3; kind++) {
            double a[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, scale[3];
            int pivot[3];
            a[k] = bad[kind];
            if (!lu_factor(3, a, pivot, scale))
                fail_msg("%g at row %d, column %d is not reported", bad[kind], k % 3,
                         k / 3);
        }
}

/* Sizes at the ends of the range of doubles are solved or refused. */
static void lu_knows_the_ends_of_the_range(void **state) {
    (void)state;
    const double sizes[] = {1e308, 1e-307, 1e-310, 4e-323};
    for (int k = 0; k < 4; k++) {
        double size = sizes[k], a[4] = {size, 1, 0, 2}, b[2] = {size, 5}, scale[2];
        int pivot[2];
        if (lu_factor(2, a, pivot, scale))
            continue;
        lu_solve(2, a, pivot, scale, b);
        if (!(b[0] == 1 && b[1] == 2))
            fail_msg("size %g: the solution (1, 2) is given as (%g, %g)", size, b[0],
                     b[1]);
    }
}

/* Length of the part of x that is orthogonal to the rows of v: [rank, n]; destroys v. */
static double outside_of_rows(int rank, int n, double *v, double *x) {
    for (int k = 0; k < rank; k++) {
        double length = 0, along = 0;
        for (int j = 0; j < n; j++)
            length += v[k + j * rank] * v[k + j * rank];
        for (int j = 0; j < n; j++)
            along += v[k + j * rank] * x[j] / length;
        for (int j = 0; j < n; j++)
            x[j] -= along * v[k + j * rank];
        for (int i = k + 1; i < rank; i++) {
            double part = 0;
            for (int j = 0; j < n; j++)
                part += v[k + j * rank] * v[i + j * rank] / length;
            for (int j = 0; j < n; j++)
                v[i + j * rank] -= part * v[k + j * rank];
        }
    }
    return sqrt(dot(n, x, x));
}

/* a = u v of the given rank: x must make a'(a x - b) vanish and lie in the rows of v. */
static void check_least_squares(int rows, int columns, int rank) {
    double u[64], v[64], a[64], b[8], x[8], r[8], work[WORK], kept[64], given[8];
    fill(rows * rank, u), fill(rank * columns, v), fill(rows, b);
    memset(a, 0, sizeof a);
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < rank; k++)
            for (int i = 0; i < rows; i++)
                a[i + j * rows] += u[i + k * rows] * v[k + j * rank];
    memcpy(kept, a, sizeof a), memcpy(given, b, sizeof b);
    poison(8, x), poison(WORK, work);
    assert_true(least_squares_work(rows, columns) <= WORK);
    assert_int_equal(least_squares(rows, columns, a, b, x, 1e-10, work), rank);
    multiply(rows, columns, kept, x, r);
    for (int i = 0; i < rows; i++)
        r[i] -= given[i];
    double size = 1 + sqrt(dot(columns, x, x));
    for (int j = 0; j < columns; j++)
        assert_true(fabs(dot(rows, kept + j * rows, r)) < 1e-13 * size);
    assert_true(outside_of_rows(rank, columns, v, x) < 1e-9 * size);
}

static void least_squares_is_shortest_and_best(void **state) {
    (void)state;
    for (int rows = 1; rows <= MOST; rows++)
        for (int columns = 1; columns <= MOST; columns++)
            for (int rank = 0; rank <= (rows < columns ? rows : columns); rank++)
                for (int trial = 0; trial < 5; trial++)
                    check_least_squares(rows, columns, rank);
}

/* Zeros are skipped: the solution is that with tiny entries in their places. */
static void least_squares_skips_zeros(void **state) {
    (void)state;
    enum { ROWS = 20, COLUMNS = 30, ROOM = 1000 };
    static double a[2][ROWS * COLUMNS], b[2][ROWS], x[2][COLUMNS], work[ROOM];
    assert_true(least_squares_work(ROWS, COLUMNS) <= ROOM);
    fill(ROWS * COLUMNS, a[0]), fill(ROWS, b[0]);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
        int is_near = abs(k % ROWS * COLUMNS / ROWS - k / ROWS) < 3;
        a[0][k] = is_near ? a[0][k] : 0;
        a[1][k] = is_near ? a[0][k] : 1e-300; /* adds nothing to what is not 0 */
    }
    memcpy(b[1], b[0], sizeof b[0]);
    for (int k = 0; k < 2; k++)
        assert_int_equal(least_squares(ROWS, COLUMNS, a[k], b[k], x[k], 1e-12, work),
                         ROWS);
    for (int j = 0; j < COLUMNS; j++)
        assert_true(fabs(x[0][j] - x[1][j]) <= 1e-13 * fmax(1, fabs(x[0][j])));
}

/* Equal columns share what one of them would take. */
static void least_squares_treats_equals_equally(void **state) {
    (void)state;
    double a[3] = {2, 2, 2}, b[1] = {3}, x[3], work[WORK];
    poison(3, x);
    assert_int_equal(least_squares(1, 3, a, b, x, 1e-12, work), 1);
    for (int j = 0; j < 3; j++)
        assert_true(fabs(x[j] - 0.5) < 1e-15);
}

static void least_squares_leaves_out_weak_directions(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double a[4] = {1, 0, 0, 1e-6}, b[2] = {1, 1}, x[2], work[WORK];
        poison(2, x);
        assert_int_equal(least_squares(2, 2, a, b, x, k ? 1e-5 : 1e-7, work), 2 - k);
        assert_true(fabs(x[0] - 1) < 1e-15);
        assert_true(fabs(x[1] - (k ? 0 : 1e6)) < 1e-8);
    }
}

static void least_squares_of_nothing(void **state) {
    (void)state;
    double b[2] = {1, 2}, x[2] = {NAN, NAN}, work[WORK];
    assert_int_equal(least_squares(2, 0, NULL, b, x, 1e-12, work), 0);
    assert_int_equal(least_squares(0, 2, NULL, NULL, x, 1e-12, work), 0);
    assert_true(x[0] == 0 && x[1] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lu_solves_badly_scaled_rows),
        cmocka_unit_test(lu_solves_transposed_systems),
        cmocka_unit_test(lu_equilibrates_before_it_pivots),
        cmocka_unit_test(lu_reports_singular_matrices),
        cmocka_unit_test(lu_reports_what_is_not_finite),
        cmocka_unit_test(lu_knows_the_ends_of_the_range),
        cmocka_unit_test(least_squares_is_shortest_and_best),
        cmocka_unit_test(least_squares_skips_zeros),
        cmocka_unit_test(least_squares_treats_equals_equally),
        cmocka_unit_test(least_squares_leaves_out_weak_directions),
        cmocka_unit_test(least_squares_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
