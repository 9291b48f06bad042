/* The words of the language as the reference shows them: each annotation's example is
 * read, each function can be called, each option has its default and range.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_reads(const char *text) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    if (invo_model_parse(c, "test.mo", text, strlen(text), &m))
        fail_msg("%s\n%s", text, invo_context_message(c));
    invo_model_free(m);
    invo_context_free(c);
}

/* The whole model in which an entry of this group may stand. */
static const char *frame_of(const char *group) {
    if (strcmp(group, "experiment(...) of a model") == 0)
        return "model M Real x; Real y; equation der(x) = y; der(y) = -x; "
               "annotation(experiment(%s)); end M;";
    if (strcmp(group, "__involute(...) of a model") == 0)
        return "model M Real x; Real y; equation der(x) = y; der(y) = -x; "
               "annotation(__involute(%s)); end M;";
    if (strcmp(group, "__involute(...) of a declaration") == 0)
        return "model M Real x; Real y; Real e = x^2 + y^2 annotation(__involute(%s)); "
               "equation der(x) = y; der(y) = -x; end M;";
    if (strcmp(group, "__involute(...) of an equation") == 0)
        return "model M Real x; equation der(x) = 1 annotation(__involute(%s)); end M;";
    return NULL;
}

static void test_examples_are_read(void **state) {
    (void)state;
    invo_language_info w;
    int read = 0;
    for (int i = 0; invo_language_describe(i, &w); i++) {
        const char *frame =
            strcmp(w.topic, "annotations") == 0 ? frame_of(w.group) : NULL;
        if (!frame)
            continue;
        char text[2000];
        snprintf(text, sizeof text, frame, w.form);
        assert_reads(text);
        read++;
    }
    assert_true(read >= 15);
}

/* An entry that stands in a list is in the example of that list. */
static int is_in_an_example(const char *owner, const char *form) {
    invo_language_info w;
    char call[100];
    snprintf(call, sizeof call, "%.*s", (int)(strchr(owner, '.') - owner), owner);
    for (int i = 0; invo_language_describe(i, &w); i++)
        if (strcmp(w.group, "__involute(...) of a model") == 0 && strstr(w.form, call) &&
            strstr(w.form, form))
            return 1;
    return 0;
}

static void test_parts_are_in_examples(void **state) {
    (void)state;
    invo_language_info w;
    int parts = 0;
    for (int i = 0; invo_language_describe(i, &w); i++) {
        if (!strstr(w.group, "in a list"))
            continue;
        if (!is_in_an_example(w.group, w.form))
            fail_msg("%s: %s is in no example", w.group, w.form);
        parts++;
    }
    assert_true(parts >= 10);
}

static void test_functions_can_be_called(void **state) {
    (void)state;
    invo_language_info w;
    for (int i = 0; invo_language_describe(i, &w); i++) {
        char text[500];
        if (strcmp(w.group, "Elementary functions") != 0)
            continue;
        snprintf(text, sizeof text,
                 "model M Real x(start = 0.5); Real y(start = 0.5); Real z = %s; "
                 "equation der(x) = 1; der(y) = 1; end M;",
                 w.form);
        assert_reads(text);
    }
}

static const char *events_of(const char *name) {
    static invo_language_info w;
    for (int i = 0; invo_language_describe(i, &w); i++)
        if (strcmp(w.name, name) == 0)
            return w.events;
    fail_msg("there is no %s", name);
    return "";
}

static void test_events_are_told(void **state) {
    (void)state;
    assert_string_equal(events_of("sin"), "");
    assert_string_equal(events_of("abs"), "kink at x = 0, where a step ends; no event");
    assert_string_equal(events_of("floor"), "event where x passes an integer");
    assert_string_equal(events_of("nominal"), "Real");
}

static void find_option(const char *name, invo_option_info *info) {
    for (int i = 0; invo_option_describe(i, info); i++)
        if (strcmp(info->name, name) == 0)
            return;
    fail_msg("there is no option %s", name);
}

static void test_options_have_defaults_and_ranges(void **state) {
    (void)state;
    invo_option_info o;
    find_option("points", &o);
    assert_string_equal(o.initial, "500");
    assert_string_equal(o.range, "a whole number from 1 to 100000000");
    find_option("rtol", &o);
    assert_string_equal(o.initial, "");
    assert_string_equal(o.range, "a number from 1e-15 to 1");
    find_option("metric", &o);
    assert_string_equal(o.initial, "auto");
    assert_string_equal(o.range, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples_are_read),
        cmocka_unit_test(test_parts_are_in_examples),
        cmocka_unit_test(test_functions_can_be_called),
        cmocka_unit_test(test_events_are_told),
        cmocka_unit_test(test_options_have_defaults_and_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
