/* The loop: what an integration promises whatever the method.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static const char pendulum[] =
    "model Pendulum\n"
    "  Real x(start = 1, fixed = true), y, u(start = 0, fixed = true), v, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -f*x; der(v) = -f*y - 1;\n"
    "  x^2 + y^2 = 1;\n"
    "end Pendulum;\n";

typedef struct run {
    invo_context *context;
    invo_model *model;
    invo_options options;
    invo_result *result;
    invo_status status;
} run;

static run prepare(const char *text) {
    run r = {.context = invo_context_new()};
    if (invo_model_parse(r.context, "m.mo", text, strlen(text), &r.model) ||
        invo_model_options(r.model, invo_options_init(&r.options)))
        fail_msg("%s", invo_context_message(r.context));
    return r;
}

static void go(run *r) {
    r->status = invo_model_run(r->model, &r->options, &r->result);
}

static void succeed(run *r) {
    go(r);
    if (r->status)
        fail_msg("%s", invo_context_message(r->context));
}

static void finish(run *r) {
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
}

static double value(const run *r, const char *name) {
    for (int i = 0; i < invo_result_columns(r->result); i++)
        if (strcmp(invo_result_column(r->result, i), name) == 0)
            return invo_result_final(r->result)[i + 1];
    fail_msg("no column %s", name);
    return NAN;
}

/* The constraint jumps while every stage of a large step looks elsewhere: the error
 * estimate is zero, and only the retraction tells. y = integral of der(x)^2 = 1/(3 eps).
 */
static void a_jump_of_a_constraint_is_not_stepped_over(void **state) {
    (void)state;
    static const char *const methods[] = {"dopri54", "dop853", "bs32", "rk4"};
    for (int k = 0; k < 4; k++) {
        run r = prepare("model Jump\n"
                        "  parameter Real eps = 0.001;\n"
                        "  Real x, y(start = 0, fixed = true);\n"
                        "equation\n"
                        "  x = tanh((time - 0.47)/eps)/2;\n"
                        "  der(y) = der(x)^2;\n"
                        "end Jump;\n");
        r.options.method = methods[k];
        succeed(&r);
        assert_true(fabs(value(&r, "y") - 1 / 0.003) < 0.01);
        finish(&r);
    }
}

static void backward_in_time_returns_to_the_start(void **state) {
    (void)state;
    run there = prepare(pendulum);
    there.options.stop = 3, there.options.rtol = 1e-11;
    succeed(&there);
    run back = prepare(pendulum);
    back.options.start = 3, back.options.stop = 0, back.options.rtol = 1e-11;
    char set[64];
    snprintf(set, sizeof set, "x=%.17g", value(&there, "x"));
    assert_int_equal(invo_model_set(back.model, set), 0);
    snprintf(set, sizeof set, "u=%.17g", value(&there, "u"));
    assert_int_equal(invo_model_set(back.model, set), 0);
    snprintf(set, sizeof set, "y=%.17g", value(&there, "y"));
    assert_int_equal(invo_model_set(back.model, set), 0);
    succeed(&back);
    assert_true(invo_result_final(back.result)[0] == 0);
    assert_true(fabs(value(&back, "x") - 1) < 1e-9);
    assert_true(fabs(value(&back, "v")) < 1e-9);
    finish(&there);
    finish(&back);
}

/* Output times are met to the last bit, whatever the steps. */
static void rows_stand_where_they_were_asked_for(void **state) {
    (void)state;
    run r = prepare(pendulum);
    r.options.stop = 0.7, r.options.points = 7;
    succeed(&r);
    assert_int_equal(invo_result_rows(r.result), 8);
    for (int k = 0; k <= 7; k++)
        assert_true(invo_result_row(r.result, k)[0] == (k == 7 ? 0.7 : 0.7 * (k / 7.0)));
    finish(&r);
    r = prepare(pendulum);
    r.options.stop = 1, r.options.every = 0.3;
    succeed(&r);
    assert_int_equal(invo_result_rows(r.result), 4);
    assert_true(invo_result_row(r.result, 3)[0] == 0.3 * 3);
    assert_true(invo_result_final(r.result)[0] == 1);
    finish(&r);
    r = prepare(pendulum); /* the last of these times is rounded up */
    r.options.start = 1000.1, r.options.stop = 1000.103, r.options.every = 1e-4;
    succeed(&r);
    assert_int_equal(invo_result_rows(r.result), 31);
    assert_true(invo_result_row(r.result, 30)[0] == 1000.103);
    finish(&r);
    r = prepare(pendulum);
    r.options.step = 0.3, r.options.steps = 1;
    succeed(&r);
    assert_int_equal(invo_result_rows(r.result), 5);
    assert_true(invo_result_row(r.result, 4)[0] == 1);
    finish(&r);
}

/* Methods that ask for an invariant, a quadratic direction or a splitting, which the
 * pendulum has not. */
static int is_special(const char *name) {
    return strcmp(name, "hmgps") == 0 || strcmp(name, "kahan") == 0 ||
           strcmp(name, "forest-ruth") == 0;
}

/* Every other method with every way to control its error meets the tolerance within a
 * factor. */
static void tolerances_are_met(void **state) {
    (void)state;
    run exact = prepare(pendulum);
    exact.options.stop = 2, exact.options.rtol = 1e-13, exact.options.method = "dop853";
    succeed(&exact);
    invo_method_info m;
    for (int k = 0; invo_method_describe(k, &m); k++)
        for (int c = 0; c < 3; c++) {
            static const char *const controllers[] = {"auto", "richardson", "elementary"};
            if ((c == 2 && !*m.pair) || is_special(m.name))
                continue;
            run r = prepare(pendulum);
            r.options.stop = 2, r.options.method = m.name,
            r.options.controller = controllers[c];
            r.options.rtol = m.order < 2 ? 1e-4 : 1e-6;
            succeed(&r);
            double error = hypot(value(&r, "x") - value(&exact, "x"),
                                 value(&r, "u") - value(&exact, "u"));
            if (!(error < 300 * r.options.rtol))
                fail_msg("%s, %s: error %g at rtol %g", m.name, controllers[c], error,
                         r.options.rtol);
            finish(&r);
        }
    finish(&exact);
}

/* Round-off is no reason to give up: the tightest tolerance ends, and does no worse than
 * a looser one. */
static void the_tightest_tolerance_is_no_trap(void **state) {
    (void)state;
    static const char *const methods[] = {"rkf45", "dopri54", "dop853", "rk4"};
    run exact = prepare(pendulum);
    exact.options.stop = 2, exact.options.step = 0.005, exact.options.method = "dop853";
    succeed(&exact);
    for (int k = 0; k < 4; k++) {
        run r = prepare(pendulum);
        r.options.stop = 2, r.options.method = methods[k], r.options.rtol = 1e-15;
        succeed(&r);
        assert_true(fabs(value(&r, "x") - value(&exact, "x")) < 1e-12);
        finish(&r);
    }
    finish(&exact);
}

/* Interpolated rows are as good as step points, and on the manifold. */
static void rows_between_steps_are_accurate(void **state) {
    (void)state;
    static const char *const methods[] = {"dopri54", "dop853"};
    for (int k = 0; k < 2; k++) {
        run fine = prepare(pendulum), coarse = prepare(pendulum);
        fine.options.stop = coarse.options.stop = 5;
        fine.options.rtol = 1e-13, fine.options.method = "dop853";
        coarse.options.rtol = 1e-8, coarse.options.method = methods[k];
        succeed(&fine);
        succeed(&coarse);
        assert_true(invo_result_statistics(coarse.result)->steps < 250);
        for (long i = 0; i <= 500; i++) {
            const double *a = invo_result_row(fine.result, i),
                         *b = invo_result_row(coarse.result, i);
            assert_true(fabs(a[1] - b[1]) < 1e-6 && fabs(a[3] - b[3]) < 1e-6);
            assert_true(fabs(b[1] * b[1] + b[2] * b[2] - 1) < 1e-15);
        }
        finish(&fine);
        finish(&coarse);
    }
}

static int stop_after_five(void *data, double t, long steps) {
    (void)t;
    *(long *)data = steps;
    return steps >= 5;
}

static void a_callback_can_end_the_run(void **state) {
    (void)state;
    long steps = 0;
    run r = prepare(pendulum);
    r.options.progress = stop_after_five, r.options.progress_data = &steps;
    r.options.step = 0.01;
    go(&r);
    assert_int_equal(r.status, INVO_E_INTERRUPT);
    assert_string_equal(invo_result_stopped_by(r.result), "interrupt");
    assert_int_equal(steps, 5);
    assert_true(fabs(invo_result_final(r.result)[0] - 0.05) < 1e-12);
    finish(&r);
}

static int stop_within_a_step(void *data) {
    long *questions = data;
    return ++*questions >
           10; /* some steps have been made: code asks once for each part */
}

static void a_step_in_progress_can_be_ended(void **state) {
    (void)state;
    static const char *const methods[] = {"rk4", "dop853", "radau"};
    for (int k = 0; k < 3; k++) {
        long questions = 0;
        run r = prepare(pendulum);
        r.options.interrupt = stop_within_a_step, r.options.interrupt_data = &questions;
        r.options.step = k ? NAN : 0.01;
        r.options.method = methods[k];
        go(&r);
        assert_int_equal(r.status, INVO_E_INTERRUPT);
        assert_string_equal(invo_result_stopped_by(r.result), "interrupt");
        const long steps = invo_result_statistics(r.result)->steps;
        assert_true(steps < 30);
        if (k == 0)
            assert_true(fabs(invo_result_final(r.result)[0] - 0.01 * (double)steps) <
                        1e-12);
        finish(&r);
    }
}

/* A larger interval than steps allow: what was computed is there. */
static void the_limit_on_steps_keeps_what_was_computed(void **state) {
    (void)state;
    run r = prepare(pendulum);
    r.options.stop = 1000, r.options.max_steps = 50, r.options.steps = 1;
    go(&r);
    assert_int_equal(r.status, INVO_E_LIMIT);
    assert_int_equal(invo_result_rows(r.result), 51);
    assert_string_equal(invo_result_status(r.result), "stopped");
    finish(&r);
}

/* No step of any size is good, since there is no series: this is known after ten. */
static void a_run_without_a_good_step_ends_soon(void **state) {
    (void)state;
    run r = prepare("model Root\n"
                    "  Real x(start = 0, fixed = true);\n"
                    "equation\n"
                    "  der(x) = 1 - sqrt(x);\n"
                    "end Root;\n");
    r.options.method = "taylor";
    go(&r);
    assert_int_equal(r.status, INVO_E_DOMAIN);
    assert_int_equal(invo_result_statistics(r.result)->steps, 0);
    assert_true(invo_result_statistics(r.result)->rejected <= 10);
    finish(&r);
}

/* Only steps below 1e-16 are good, where 1 is asked for: they are found in ten attempts,
 * and the run goes as far as it can. */
static void a_good_step_is_found_however_short(void **state) {
    (void)state;
    static const char *const methods[] = {"dopri54", "dop853", "bs32", "radau", "taylor"};
    for (int k = 0; k < 5; k++) {
        run r = prepare("model Brief\n"
                        "  Real x(start = 0, fixed = true);\n"
                        "equation\n"
                        "  der(x) = sqrt(1e-16 - time);\n"
                        "end Brief;\n");
        r.options.method = methods[k];
        go(&r);
        assert_int_equal(r.status, INVO_E_DOMAIN);
        const invo_statistics *s = invo_result_statistics(r.result);
        assert_true(s->steps > 0 && s->rejected <= 4 * s->steps);
        const double end = invo_result_final(r.result)[0];
        assert_true(end > 0.999e-16 && end <= 1e-16);
        finish(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_of_a_constraint_is_not_stepped_over),
        cmocka_unit_test(backward_in_time_returns_to_the_start),
        cmocka_unit_test(rows_stand_where_they_were_asked_for),
        cmocka_unit_test(tolerances_are_met),
        cmocka_unit_test(the_tightest_tolerance_is_no_trap),
        cmocka_unit_test(rows_between_steps_are_accurate),
        cmocka_unit_test(a_callback_can_end_the_run),
        cmocka_unit_test(a_step_in_progress_can_be_ended),
        cmocka_unit_test(the_limit_on_steps_keeps_what_was_computed),
        cmocka_unit_test(a_run_without_a_good_step_ends_soon),
        cmocka_unit_test(a_good_step_is_found_however_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
