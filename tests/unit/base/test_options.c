/* Options: defaults, values from text, refusals that say what is allowed.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../../../src/base/options.h" /* before cmocka, whose macro is called fail, too */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct fixture {
    invo_context *context;
    invo_options options;
} fixture;

static fixture shared;

static int begin(void **state) {
    shared.context = invo_context_new();
    invo_options_init(&shared.options);
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return invo_context_free(((fixture *)*state)->context), 0;
}

static void accept(fixture *f, const char *name, const char *value) {
    assert_int_equal(invo_options_set(f->context, &f->options, name, value), INVO_OK);
    assert_string_equal(invo_context_message(f->context), "");
}

static void refuse(fixture *f, const char *name, const char *value, const char *why) {
    invo_options before = f->options;
    assert_int_equal(invo_options_set(f->context, &f->options, name, value),
                     INVO_E_ARGUMENT);
    if (!strstr(invo_context_error(f->context), why))
        fail_msg("'%s' does not say '%s'", invo_context_error(f->context), why);
    assert_memory_equal(&before, &f->options, sizeof before);
}

static void test_defaults(void **state) {
    const invo_options *o = &((fixture *)*state)->options;
    assert_string_equal(o->method, "auto");
    assert_string_equal(o->project, "step");
    assert_true(isnan(o->rtol) && isnan(o->stop) && isnan(o->step));
    assert_true(isinf(o->max_step));
    assert_int_equal(o->points, 500);
    assert_int_equal(o->steps, 0);
    assert_true(isnan(o->constraint_bound));
    assert_null(o->progress);
}

static void test_values(void **state) {
    fixture *f = *state;
    accept(f, "rtol", "1e-8");
    assert_true(f->options.rtol == 1e-8);
    accept(f, "stop", "-2.5");
    assert_true(f->options.stop == -2.5);
    accept(f, "max-step", "inf");
    accept(f, "max-steps", "1e6");
    assert_int_equal(f->options.max_steps, 1000000);
    accept(f, "method", "dopri54");
    assert_string_equal(f->options.method, "dopri54");
    accept(f, "steps", NULL);
    assert_int_equal(f->options.steps, 1);
    accept(f, "steps", "false");
    assert_int_equal(f->options.steps, 0);
}

static void test_refusals(void **state) {
    fixture *f = *state;
    refuse(f, "rtol", "x",
           "--rtol: 'x' is not a number; it takes a number from 1e-15 to 1");
    refuse(f, "rtol", "1e-8x", "is not a number");
    refuse(f, "rtol", "", "'' is not a number");
    refuse(f, "rtol", "nan", "is not a number");
    refuse(f, "rtol", "2", "'2' is out of range; it takes a number from 1e-15 to 1");
    refuse(f, "rtol", NULL, "no value");
    refuse(f, "stop", "inf", "it takes a finite number");
    refuse(f, "step", "0", "it takes a number greater than 0");
    refuse(f, "step", "inf", "out of range");
    refuse(f, "atol", "-1", "it takes a number of at least 0");
    refuse(f, "points", "2.5", "'2.5' is not a whole number");
    refuse(f, "points", "0", "a whole number from 1 to 100000000");
    refuse(f, "steps", "perhaps", "neither true nor false");
}

static void test_choices(void **state) {
    fixture *f = *state;
    refuse(f, "method", "dopri45", "did you mean 'dopri54'? It takes one of: auto euler");
    refuse(f, "method", "quadrature",
           "unknown value 'quadrature'; it takes one of: auto");
    refuse(f, "method", "", "unknown value ''");
    refuse(f, "method", "rk",
           "unknown value 'rk'"); /* the beginning of a word is no word */
    refuse(f, "retraction", "auto staged", "unknown value 'auto staged'");
}

static void test_words_outlive_the_text(void **state) {
    fixture *f = *state;
    char word[] = "rk4";
    accept(f, "method", word);
    memset(word, 'x', sizeof word - 1);
    assert_string_equal(f->options.method, "rk4");
}

static void test_unknown_names(void **state) {
    fixture *f = *state;
    refuse(f, "rtoll", "1", "there is no option 'rtoll'; did you mean 'rtol'?");
    refuse(f, "maxstep", "1", "did you mean 'max-step'?");
    refuse(f, "constraint", "1", "did you mean 'constraint-bound'?");
    refuse(f, "quadrature", "1", "'involute run --help' lists them");
}

static void test_output_rows_exclude_each_other(void **state) {
    fixture *f = *state;
    accept(f, "every", "0.1");
    accept(f, "points", "10");
    assert_true(isnan(f->options.every));
    accept(f, "steps", NULL);
    accept(f, "every", "0.1");
    assert_int_equal(f->options.steps, 0);
    accept(f, "steps", NULL);
    assert_true(isnan(f->options.every));
}

static void test_describe(void **state) {
    (void)state;
    invo_option_info info;
    assert_int_equal(invo_option_describe(-1, &info), 0);
    assert_int_equal(invo_option_describe(1000, &info), 0);
    assert_int_equal(invo_option_describe(0, &info), 1);
    assert_string_equal(info.name, "stop");
    assert_string_equal(info.group, "time");
    for (int i = 0; invo_option_describe(i, &info); i++)
        if (strcmp(info.name, "method") == 0) {
            assert_memory_equal(info.argument, "auto euler ", 11);
            assert_string_equal(info.group, "accuracy");
        }
}

/* What describe lists, set takes; and every default passes the check. */
static void test_every_default_is_allowed(void **state) {
    fixture *f = *state;
    assert_int_equal(options_check(f->context, &f->options), INVO_OK);
}

static void check_refuses(fixture *f, const char *why) {
    context_reset(f->context);
    assert_int_equal(options_check(f->context, &f->options), INVO_E_ARGUMENT);
    assert_non_null(strstr(invo_context_error(f->context), why));
    invo_options_init(&f->options);
}

static void test_check_of_a_struct_filled_by_hand(void **state) {
    fixture *f = *state;
    f->options.rtol = -1, check_refuses(f, "--rtol: '-1' is out of range");
    f->options.safety = -1, check_refuses(f, "--safety");
    f->options.points = 0, check_refuses(f, "--points: '0'");
    f->options.method = "none", check_refuses(f, "--method: unknown value 'none'");
    f->options.method = NULL, check_refuses(f, "--method");
    f->options.min_step = 2, f->options.max_step = 1;
    check_refuses(f, "is larger than");
    f->options.first_step = 2, f->options.max_step = 1;
    check_refuses(f, "is larger than");
}

static void near_is(const char *name, const char *words, const char *expected) {
    size_t n = 0;
    const char *near = invo_name_near(name, words, &n);
    if (!expected) {
        assert_null(near);
        return;
    }
    assert_non_null(near);
    assert_int_equal(n, strlen(expected));
    assert_memory_equal(near, expected, n);
}

static void test_near_names(void **state) {
    (void)state;
    near_is("rum", "check run analyze", "run");
    near_is("analyse", "check run analyze", "analyze");
    near_is("anal", "check run analyze", "analyze");
    near_is("x", "check run analyze", NULL);
    near_is("", "check run", NULL);
    near_is("run", "", NULL);
    near_is("RUN", "check run", "run");
    near_is("X", "y x", "x");
    near_is("ANAL", "check run analyze", "analyze");
    char long_name[200];
    memset(long_name, 'a', sizeof long_name);
    long_name[199] = 0;
    near_is(long_name, "run check", NULL);
}

static void test_message_has_the_place(void **state) {
    fixture *f = *state;
    source text = {"a.mo", "Tolerance = 7", 13, NULL};
    place where = {&text, 1, 13, 1};
    assert_int_equal(options_set(f->context, &f->options, where, "rtol", "7"),
                     INVO_E_ARGUMENT);
    assert_non_null(
        strstr(invo_context_message(f->context), "a.mo:1:13: error: option --rtol"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_defaults),
                                       TEST(test_values),
                                       TEST(test_refusals),
                                       TEST(test_choices),
                                       TEST(test_words_outlive_the_text),
                                       TEST(test_unknown_names),
                                       TEST(test_output_rows_exclude_each_other),
                                       TEST(test_describe),
                                       TEST(test_every_default_is_allowed),
                                       TEST(test_check_of_a_struct_filled_by_hand),
                                       TEST(test_near_names),
                                       TEST(test_message_has_the_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
