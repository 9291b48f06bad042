/* SPDX-License-Identifier: BSD-3-Clause */
/* The summary beside a result file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "involute.h"
#include <cmocka.h>

static char folder[] = "/tmp/side_file_XXXXXX";
static char result[100];

static void write_side(const char *text) {
    char path[120];
    snprintf(path, sizeof path, "%s.json", result);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static int begin(void **state) {
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(result, sizeof result, "%s/a.csv", folder);
    return 0;
}

static int end(void **state) {
    char path[120];
    (void)state;
    snprintf(path, sizeof path, "%s.json", result);
    unlink(path);
    return rmdir(folder);
}

static void test_entries(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_side_file *f = NULL;
    invo_side_entry e;
    assert_int_equal(invo_side_file_read(c, result, &f), INVO_OK);
    assert_null(f);
    write_side("{\"model\": \"M\", \"t\": 2, \"parameters\": {\"L\": 1.5, \"n\": null},"
               " \"settings\": {\"steps\": true, \"method\": \"rk4\"}, \"events\": [1]}");
    assert_int_equal(invo_side_file_read(c, result, &f), INVO_OK);
    assert_true(invo_side_file_find(f, "", "model", &e));
    assert_string_equal(e.text, "M");
    assert_true(invo_side_file_entry(f, "parameters", 0, &e));
    assert_string_equal(e.name, "L");
    assert_null(e.text);
    assert_true(e.value == 1.5);
    assert_true(invo_side_file_entry(f, "parameters", 1, &e) && isnan(e.value));
    assert_false(invo_side_file_entry(f, "parameters", 2, &e));
    assert_true(invo_side_file_find(f, "settings", "steps", &e));
    assert_string_equal(e.text, "true");
    assert_true(invo_side_file_entry(f, "", 1, &e) && e.value == 2);
    assert_false(invo_side_file_entry(f, "", 2, &e)); /* the others are no values */
    assert_false(invo_side_file_find(f, "", "events", &e));
    assert_false(invo_side_file_find(f, "units", "x", &e));
    assert_false(invo_side_file_entry(f, "model", 0, &e));
    invo_side_file_free(f);
    invo_context_free(c);
}

static void test_other_files(void **state) {
    (void)state;
    static const char *const text[] = {"", "[1, 2]", "{\"a\": ", "time,x\n"};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        invo_context *c = invo_context_new();
        invo_side_file *f = NULL;
        write_side(text[k]);
        assert_int_equal(invo_side_file_read(c, result, &f), INVO_E_FILE);
        assert_null(f);
        assert_non_null(strstr(invo_context_error(c), "not the summary of a run"));
        invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_other_files),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
