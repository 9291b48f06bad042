/* Texts with open places: what is read is what was meant, byte for byte.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/phrase.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* x[i,j] = -i for i = 12, j = 3 */
static const phrase entry = {"x[\1\1,\1\2] = -\1\1", "12\0003\0"};
static const char entry_text[] = "x[12,3] = -12";

static void a_phrase_is_written_as_snprintf_does(void **state) {
    (void)state;
    for (size_t size = 0; size < 20; size++) {
        char text[20];
        memset(text, '#', sizeof text);
        assert_int_equal(phrase_write(entry, text, size), strlen(entry_text));
        size_t fits = size < sizeof entry_text ? size : sizeof entry_text;
        if (fits)
            assert_memory_equal(text, entry_text, fits - 1);
        if (fits)
            assert_int_equal(text[fits - 1], 0);
        for (size_t i = fits; i < sizeof text; i++)
            assert_int_equal(text[i], '#');
    }
    assert_int_equal(phrase_length(entry), strlen(entry_text));
}

/* Names in quotes may hold any byte. */
static void a_text_without_values_is_no_pattern(void **state) {
    (void)state;
    phrase plain = {"'a\1\2b' = 0", NULL};
    char text[20];
    assert_int_equal(phrase_write(plain, text, sizeof text), strlen(plain.pattern));
    assert_string_equal(text, plain.pattern);
    assert_ptr_equal(phrase_print(NULL, plain), plain.pattern);
}

static void what_is_missing_is_nothing(void **state) {
    (void)state;
    char text[20];
    phrase beyond = {"a\1\3b\1\177c\1", "1\0"};
    assert_int_equal(phrase_write(beyond, text, sizeof text), 3);
    assert_string_equal(text, "abc");
}

static void phrases_are_ordered_as_their_texts(void **state) {
    (void)state;
    static const phrase all[] = {{"x[\1\1]", "1\0"}, {"x[\1\1]", "10\0"},
                                 {"x[10]", NULL},    {"x[\1\1\1\2", "1\0000]\0"},
                                 {"x[\1\1]", "9\0"}, {"", NULL},
                                 {"y", NULL},        {"\303\251", NULL}};
    enum { COUNT = sizeof all / sizeof *all };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            char a[20], b[20];
            phrase_write(all[i], a, sizeof a), phrase_write(all[j], b, sizeof b);
            int meant = strcmp(a, b), found = phrase_compare(all[i], all[j]);
            assert_int_equal((found > 0) - (found < 0), (meant > 0) - (meant < 0));
        }
}

static void values_know_their_size(void **state) {
    (void)state;
    assert_int_equal(phrase_values_size("12\0003\0"), 6);
    assert_int_equal(phrase_values_size(""), 1);
}

static void rows_of_a_system_can_be_read(void **state) {
    (void)state;
    char text[20];
    invo_row row = {entry.pattern, "", 0, INVO_ROW_EXPLICIT, entry.values},
             plain = {"x = 1", "", 0, INVO_ROW_EXPLICIT, NULL};
    assert_int_equal(invo_row_text(&row, text, sizeof text), strlen(entry_text));
    assert_string_equal(text, entry_text);
    assert_int_equal(invo_row_text(&plain, text, 4), 5);
    assert_string_equal(text, "x =");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_phrase_is_written_as_snprintf_does),
        cmocka_unit_test(a_text_without_values_is_no_pattern),
        cmocka_unit_test(what_is_missing_is_nothing),
        cmocka_unit_test(phrases_are_ordered_as_their_texts),
        cmocka_unit_test(values_know_their_size),
        cmocka_unit_test(rows_of_a_system_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
