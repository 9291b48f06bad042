/* The past of delays: polynomials through points, their derivatives on either side of a
 * breaking point, stretches that are joined, bounded memory.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/expr/history.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { NODES = 6 };
static const double node[NODES] = {-1, -0.65, -0.22, 0.22, 0.65, 1};

static invo_context *context;
static arena *memory;
static history past;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    history_reset(&past, memory, 0, INFINITY);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

typedef double function(double t);

static void push(function *f, function *slope, double from, double to) {
    const double half = (to - from) / 2;
    double value[NODES];
    double ends[2] = {half * slope(from), half * slope(to)};
    history_piece p = {.from = from, .to = to};
    for (int k = 0; k < NODES; k++)
        value[k] = f(from + half * (1 + node[k]));
    p.degree = history_fit(NODES, node, value, ends, p.c);
    history_push(&past, p);
}

static double seventh(double t) {
    return 1 + t * (2 - t * t * (1 + t * t * t * (0.5 - t / 4)));
}

static double seventh_slope(double t) {
    return 2 - 3 * t * t - 3 * t * t * t * t * t + 7.0 / 4 * pow(t, 6);
}

static double line(double t) {
    return 3 - t;
}

static double line_slope(double t) {
    (void)t;
    return -1;
}

static double circle(double t) {
    return sin(t);
}

/* Six values and two slopes determine a polynomial of degree 7; its derivatives are
 * those of the formula. */
static void test_polynomials_are_exact(void **state) {
    (void)state;
    history_open(&past, 0.5, 0);
    push(seventh, seventh_slope, 0.5, 1.25);
    for (double t = 0.5; t <= 1.25; t += 0.125) {
        assert_float_equal(history_value(&past, 0, t, 1), seventh(t), 1e-14);
        assert_float_equal(history_value(&past, 1, t, 1), seventh_slope(t), 1e-12);
        double second = -6 * t - 15 * pow(t, 4) + 10.5 * pow(t, 5);
        assert_float_equal(history_value(&past, 2, t, 1), second, 1e-11);
        assert_float_equal((double)history_value_long(&past, 2, t, 1), second, 1e-11);
        assert_true(history_size(&past, 0, t, 1) >= fabs(seventh(t)) * (1 - 1e-12));
    }
}

static void test_without_slopes(void **state) {
    (void)state;
    double value[NODES];
    double c[HISTORY_TERMS];
    for (int k = 0; k < NODES; k++)
        value[k] = pow(node[k], 5) - 2 * node[k];
    assert_int_equal(history_fit(NODES, node, value, NULL, c), NODES - 1);
    static const double expected[NODES] = {0, -2, 0, 0, 0, 1};
    for (int k = 0; k < NODES; k++)
        assert_float_equal(c[k], expected[k], 1e-14);
}

/* A stretch is one function, which goes on beyond its ends. */
static void test_sides(void **state) {
    (void)state;
    past.first = 7;
    history_open(&past, 0, 0);
    push(line, line_slope, 0, 1);
    history_open(&past, 1, 0);
    push(seventh, seventh_slope, 1, 1.5);
    assert_float_equal(history_value(&past, 0, 1, 1), 2, 1e-15);
    assert_float_equal(history_value(&past, 0, 1, 2), seventh(1), 1e-14);
    assert_float_equal(history_value(&past, 0, 1.25, 1), 1.75, 1e-14);
    assert_float_equal(history_value(&past, 0, 5, 0), 7, 0);
    assert_float_equal(history_value(&past, 1, 5, 0), 0, 0);
    assert_float_equal(history_end(&past, 0), 0, 0);
    assert_float_equal(history_end(&past, 1), 1, 0);
    assert_true(isinf(history_end(&past, 2)) && isinf(history_begin(&past, 0)));
}

/* Where nothing jumps, stretches are joined; a kink and a jump of the second derivative
 * keep them apart. */
static void test_joins(void **state) {
    (void)state;
    history_open(&past, 0, 0);
    push(circle, cos, 0, 0.25);
    history_open(&past, 0.25, 2);
    push(circle, cos, 0.25, 0.5);
    assert_true(history_join(&past, 2, 1e-6));
    assert_int_equal(history_newest(&past), 1);
    assert_float_equal(history_value(&past, 0, 0.4, 1), sin(0.4), 1e-10);
    history_open(&past, 0.5, 2);
    push(line, line_slope, 0.5, 0.75);
    assert_false(history_join(&past, 1, 1e-6));
    history_open(&past, 0.75, 2);
    push(seventh, seventh_slope, 0.75, 1);
    assert_false(history_join(&past, 2, 1e-6));
    assert_int_equal(history_newest(&past), 3);
}

/* What is older than the longest delay goes; what is younger stays. */
static void test_memory_is_bounded(void **state) {
    (void)state;
    const double h = 1.0 / 16;
    past.span = 2;
    int most = 0;
    for (int k = 0; k < 10000; k++) {
        if (k % 8 == 0)
            history_open(&past, k * h, 0);
        push(circle, cos, k * h, (k + 1) * h);
        most = past.pieces.count > most ? past.pieces.count : most;
        const double t = (k + 1) * h - 2;
        const long stretch = k < 40 ? 1 : (long)floor(t * 2) + 1;
        if (k >= 40)
            assert_float_equal(history_value(&past, 0, t, (double)stretch), sin(t),
                               1e-12);
    }
    assert_true(most < 200);
    assert_true(past.opened.count < 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_polynomials_are_exact, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_slopes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sides, setup, teardown),
        cmocka_unit_test_setup_teardown(test_joins, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_is_bounded, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
