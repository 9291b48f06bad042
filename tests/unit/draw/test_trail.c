/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of a million points keep few of them, and look the same: every pixel that the
 * whole curve touches is beside one that the kept part touches, and the other way round.
 */
#include "draw/trail.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { SIDE = 600, ROWS = 1000000 };

typedef struct paper {
    unsigned char ink[SIDE][SIDE];
    double low[2], high[2];
    int is_log[2];
} paper;

static double place(const paper *p, int axis, double x) {
    double low = p->low[axis], high = p->high[axis];
    if (p->is_log[axis]) {
        low = log10(low);
        high = log10(high);
        x = log10(x);
    }
    return (x - low) / (high - low) * (SIDE - 1);
}

static void ink_line(paper *p, const double *from, const double *to) {
    double a[2], b[2];
    for (int k = 0; k < 2; k++) {
        a[k] = place(p, k, from[k]);
        b[k] = place(p, k, to[k]);
    }
    const int n = 2 * (int)fmax(fabs(b[0] - a[0]), fabs(b[1] - a[1])) + 2;
    for (int k = 0; k <= n; k++) {
        const double t = (double)k / n;
        const int i = (int)(a[0] + t * (b[0] - a[0]) + 0.5);
        const int j = (int)(a[1] + t * (b[1] - a[1]) + 0.5);
        p->ink[i][j] = 1;
    }
}

static int is_near(const paper *p, int i, int j) {
    for (int a = i - 1; a <= i + 1; a++)
        for (int b = j - 1; b <= j + 1; b++)
            if (a >= 0 && b >= 0 && a < SIDE && b < SIDE && p->ink[a][b])
                return 1;
    return 0;
}

static void expect_beside(const paper *p, const paper *q) {
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            if (p->ink[i][j] && !is_near(q, i, j))
                fail_msg("ink at %d, %d of one of them only", i, j);
}

typedef void (*curve)(long i, double *point);

/* Draws the curve and its trail on two papers and compares; returns how much was kept. */
static long compare(curve f, int log_y) {
    paper *whole = calloc(2, sizeof *whole);
    paper *kept = whole + 1;
    trail s;
    double last[2] = {NAN, NAN};
    double point[2];
    for (int k = 0; k < 2; k++) {
        whole->low[k] = INFINITY;
        whole->high[k] = -INFINITY;
    }
    trail_begin(&s, 0, log_y, 0);
    for (long i = 0; i < ROWS; i++) {
        f(i, point);
        assert_true(trail_add(&s, point[0], point[1]));
        for (int k = 0; k < 2; k++) {
            whole->low[k] = fmin(whole->low[k], point[k]);
            whole->high[k] = fmax(whole->high[k], point[k]);
        }
    }
    whole->is_log[1] = log_y;
    *kept = *whole;
    for (long i = 0; i < ROWS; i++) {
        f(i, point);
        if (!isnan(last[0]) && !isnan(point[0]))
            ink_line(whole, last, point);
        memcpy(last, point, sizeof last);
    }
    for (long i = 1; i < s.count; i++) {
        const double from[] = {s.at[0][i - 1], s.at[1][i - 1]};
        const double to[] = {s.at[0][i], s.at[1][i]};
        if (!isnan(from[0]) && !isnan(to[0]))
            ink_line(kept, from, to);
    }
    expect_beside(whole, kept);
    expect_beside(kept, whole);
    const long count = s.count;
    trail_free(&s);
    free(whole);
    return count;
}

static void rosette(long i, double *p) {
    const double t = 0.05 * (double)i;
    const double r = 1 + 0.6 * cos(0.7236 * t);
    p[0] = r * cos(t);
    p[1] = r * sin(t);
}

static void circle(long i, double *p) {
    p[0] = cos(1e-5 * (double)i);
    p[1] = sin(1e-5 * (double)i);
}

static void spiral(long i, double *p) {
    const double r = exp(1e-5 * (double)i);
    p[0] = r * cos(1e-3 * (double)i);
    p[1] = r * sin(1e-3 * (double)i);
}

/* Leaves the circle, and its grid, on the other side of where the circle is closed. */
static void escape(long i, double *p) {
    const double t = 1.003e-3 * (double)(i < 500000 ? i : 500000);
    const double far = i < 500000 ? 0 : 20 + 1e-5 * (double)(i - 500000);
    p[0] = cos(t) - far;
    p[1] = sin(t) + far;
}

static void oscillation(long i, double *p) {
    p[0] = (double)i;
    p[1] = sin(0.9 * (double)i) * (1 + 0.5 * sin(2e-5 * (double)i));
    if (i == 654321)
        p[1] = 7;
    if (i / 1000 == 300)
        p[0] = p[1] = NAN;
}

static void slow(long i, double *p) {
    p[0] = 1e6 + 1e-3 * (double)i;
    p[1] = 100 + 1e-5 * sin(1e-5 * (double)i);
}

static void decay(long i, double *p) {
    p[0] = (double)i;
    p[1] = exp(-3e-5 * (double)i) * (2 + sin(1e-2 * (double)i));
}

static void test_an_orbit_that_fills_a_ring(void **state) {
    (void)state;
    assert_in_range(compare(rosette, 0), 1000, 150000);
}

static void test_a_circle_of_many_points(void **state) {
    (void)state;
    assert_in_range(compare(circle, 0), 1000, 12000);
}

static void test_a_spiral_that_leaves_every_grid(void **state) {
    (void)state;
    assert_in_range(compare(spiral, 0), 1000, 150000);
}

static void test_a_line_that_leaves_a_covered_circle(void **state) {
    (void)state;
    assert_in_range(compare(escape, 0), 500, 20000);
}

static void test_a_fast_oscillation_with_a_peak_and_a_gap(void **state) {
    (void)state;
    assert_in_range(compare(oscillation, 0), 1000, 60000);
}

static void test_a_slow_curve_far_from_zero(void **state) {
    (void)state;
    assert_in_range(compare(slow, 0), 500, 12000);
}

static void test_decades(void **state) {
    (void)state;
    assert_in_range(compare(decay, 1), 500, 60000);
}

static void test_few_points_stay_as_they_are(void **state) {
    (void)state;
    trail s;
    trail_begin(&s, 0, 0, 0);
    for (long i = 0; i < 2001; i++)
        assert_true(trail_add(&s, (double)i, i == 7 ? NAN : 5));
    assert_int_equal(s.count, 2001);
    assert_true(isnan(s.at[0][7]) && s.at[0][8] == 8);
    trail_free(&s);
}

/* Of ten rounds one is left; a round and a quarter, and a spiral, stay as they are. */
static void test_what_is_run_through_again(void **state) {
    (void)state;
    enum { ROUND = 300 };
    static const long rows[] = {10 * ROUND, ROUND + ROUND / 4, 5 * ROUND};
    static const long kept[] = {ROUND, ROUND + ROUND / 4, 5 * ROUND};
    for (int k = 0; k < 3; k++) {
        trail s;
        trail_begin(&s, 0, 0, 0);
        for (long i = 0; i < rows[k]; i++) {
            const double t = 2 * M_PI * (double)i / ROUND;
            const double r = k == 2 ? t : 1;
            assert_true(trail_add(&s, r * cos(t), r * sin(t)));
        }
        trail_settle(&s);
        assert_in_range(s.count, kept[k], kept[k] + 20);
        trail_free(&s);
    }
}

/* Points are drawn once for each cell; the others are those that were added. */
static void test_dots(void **state) {
    (void)state;
    trail s;
    trail_begin(&s, 0, 0, 1);
    for (long i = 0; i < ROWS; i++)
        assert_true(trail_add(&s, cos((double)(i % 777)), sin((double)(i % 777))));
    assert_in_range(s.count, 700, 777);
    trail_free(&s);
}

/* Values of any size, constants and single points. */
static void test_any_numbers(void **state) {
    (void)state;
    static const double size[] = {0, 5e-324, 1e-300, 1, 1e15, 1e299, 1e308, INFINITY};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++)
        for (int is_log = 0; is_log < 2; is_log++) {
            trail s;
            trail_begin(&s, is_log, is_log, 0);
            for (long i = 0; i < 20000; i++)
                assert_true(trail_add(&s, size[k] * cos((double)i), size[k]));
            assert_true(s.count <= 20000);
            trail_free(&s);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_orbit_that_fills_a_ring),
        cmocka_unit_test(test_a_circle_of_many_points),
        cmocka_unit_test(test_a_spiral_that_leaves_every_grid),
        cmocka_unit_test(test_a_line_that_leaves_a_covered_circle),
        cmocka_unit_test(test_a_fast_oscillation_with_a_peak_and_a_gap),
        cmocka_unit_test(test_a_slow_curve_far_from_zero),
        cmocka_unit_test(test_decades),
        cmocka_unit_test(test_few_points_stay_as_they_are),
        cmocka_unit_test(test_what_is_run_through_again),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_any_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
