/* Texts of JSON values, against those of jansson.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../../src/output/json_text.h"
#include <cmocka.h>

/* Takes the value. */
static void compare(json_t *value) {
    char *theirs =
        json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    char *ours = json_text(value);
    assert_non_null(theirs);
    assert_non_null(ours);
    assert_string_equal(ours, theirs);
    free(theirs);
    free(ours);
    json_decref(value);
}

static void numbers_are_those_of_jansson(void **state) {
    static const double x[] = {0,       -0.0,    1,        -1,
                               0.1,     1.0 / 3, 123456,   1e15,
                               1e16,    1e17,    1e22,     1e100,
                               -1e-5,   1e-4,    1e-5,     2.5e-300,
                               DBL_MAX, DBL_MIN, 4.9e-324, 1234567890123456789.0};
    (void)state;
    for (size_t k = 0; k < sizeof x / sizeof *x; k++)
        compare(json_real(x[k]));
    double y = 1e-320;
    for (int k = 0; k < 3000; k++, y *= 1.63)
        compare(json_real(isfinite(y) ? y : 1));
    compare(json_integer(0));
    compare(json_integer(INT64_MIN));
    compare(json_integer(INT64_MAX));
}

static void strings_are_those_of_jansson(void **state) {
    char text[2] = {0};
    (void)state;
    for (int c = 1; c < 127; c++) {
        text[0] = (char)c;
        compare(json_string(text));
    }
    compare(json_string(""));
    compare(json_string("der(x[1]) = \"a\\b\"/2 \xc3\xa4\xe2\x82\xac \xf0\x9f\x98\x80"));
    compare(json_stringn("a\0b", 3));
}

/* What a terminal could take for a command is written by its number; jansson reads the
 * same text again. */
static void wild_characters_are_numbers(void **state) {
    static const char *const wild[] = {
        "\x7f",         "\xc2\x80",     "\xc2\x9b",        "\xe2\x80\xa8",
        "\xe2\x80\xae", "\xe2\x81\xa6", "\xf0\x9f\xbf\xbe"};
    static const char *const text[] = {"\"\\u007F\"",       "\"\\u0080\"", "\"\\u009B\"",
                                       "\"\\u2028\"",       "\"\\u202E\"", "\"\\u2066\"",
                                       "\"\\uD83F\\uDFFE\""};
    (void)state;
    for (size_t k = 0; k < sizeof wild / sizeof *wild; k++) {
        json_t *value = json_string(wild[k]);
        char *ours = json_text(value);
        json_t *back = json_loads(ours, JSON_DECODE_ANY, NULL);
        assert_string_equal(ours, text[k]);
        assert_true(json_equal(value, back));
        json_decref(back);
        json_decref(value);
        free(ours);
    }
}

static void nested_values_are_those_of_jansson(void **state) {
    (void)state;
    compare(json_object());
    compare(json_array());
    compare(json_pack("{s:{},s:[],s:[[],{}],s:[i,f,s,b,b,n],s:{s:{s:[{s:i}]}}}", "a", "b",
                      "c", "d", 1, 2.5, "x", 1, 0, "e", "f", "g\n", "h", 2));
}

static void long_texts_are_those_of_jansson(void **state) {
    json_t *all = json_array();
    (void)state;
    for (int k = 0; k < 5000; k++)
        json_array_append_new(all, json_pack("{s:i,s:f}", "number", k, "root", sqrt(k)));
    compare(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_jansson),
        cmocka_unit_test(strings_are_those_of_jansson),
        cmocka_unit_test(wild_characters_are_numbers),
        cmocka_unit_test(nested_values_are_those_of_jansson),
        cmocka_unit_test(long_texts_are_those_of_jansson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
