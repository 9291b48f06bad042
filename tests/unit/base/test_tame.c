/* Texts of others: what is replaced, and what stays.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../include/involute.h"
#include "../../../src/base/tame.h"
#include <cmocka.h>

static void becomes(const char *text, const char *expected) {
    char copy[80];
    strcpy(copy, text);
    invo_text_tame(copy);
    assert_string_equal(copy, expected);
}

static void harmless_texts_stay(void **state) {
    (void)state;
    becomes("", "");
    becomes("der('a\"b') = %s%n */\t</script>", "der('a\"b') = %s%n */\t</script>");
    becomes("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xc2\xb0",
            "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xc2\xb0");
}

static void commands_are_replaced(void **state) {
    (void)state;
    becomes("a\x1b[2Jb\a\b\r\x7f", "a?[2Jb????");
    becomes("two\nlines", "two lines");
    becomes("\xc2\x9b"
            "31m",
            "??31m");
    becomes("\xe2\x80\xaeg", "???g");
    becomes("\xe2\x80\xa8\xe2\x80\xa9\xe2\x81\xa6\xd8\x9c", "???????????");
}

/* Overlong forms, surrogates, what is beyond Unicode, sequences that are cut off. */
static void bytes_that_are_no_text_are_replaced(void **state) {
    (void)state;
    becomes("\xff\xfe", "??");
    becomes("\xc0\xaf", "??");
    becomes("\xed\xa0\x80", "???");
    becomes("\xf4\x90\x80\x80", "????");
    becomes("\xe2\x82", "??");
    becomes("\xc3(", "?(");
    becomes("\xef\xbf\xbe", "???");
}

static void numbers_of_characters(void **state) {
    (void)state;
    assert_int_equal(utf8_length("\xe2\x82\xac", 3), 3);
    assert_int_equal(utf8_length("\xe2\x82\xac", 2), 0);
    assert_int_equal(utf8_code("A", 1), 'A');
    assert_int_equal(utf8_code("\xe2\x82\xac", 3), 0x20AC);
    assert_int_equal(utf8_code("\xf0\x9f\x98\x80", 4), 0x1F600);
    assert_int_equal(invo_text_wild("\x1b", 1), 1);
    assert_int_equal(invo_text_wild("\xe2\x80\xae", 3), 3);
    assert_int_equal(invo_text_wild("\n", 1), 0);
    assert_int_equal(invo_text_wild("", 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_texts_stay),
        cmocka_unit_test(commands_are_replaced),
        cmocka_unit_test(bytes_that_are_no_text_are_replaced),
        cmocka_unit_test(numbers_of_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
