/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of a page in a build without uPlot. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "report/page.h"
#include <cmocka.h>

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *s = text; (s = strstr(s, word)); s++)
        n++;
    return n;
}

/* A page of three columns, one of them a derivative, and `rows` rows. */
static void begin(report *r, char **name, int rows) {
    *r = (report){.name = name, .columns = 3};
    assert_true(thinned_begin(&r->rows, 4));
    assert_true(thinned_begin(&r->steps, STEP_COLUMNS));
    for (int i = 0; i < rows; i++) {
        const double t = 0.01 * i;
        const double row[4] = {t, sin(t), i == 5000 ? 100 : cos(t), 1};
        double step[STEP_COLUMNS] = {t + 0.01, 0.01, 8, NAN, 0.5, NAN, NAN, NAN};
        thinned_add(&r->rows, row);
        thinned_add(&r->steps, step);
    }
}

static void end(report *r) {
    thinned_free(&r->rows);
    thinned_free(&r->steps);
}

static void test_every_part_has_its_panels(void **state) {
    (void)state;
    char *name[] = {"time", "x", "y<", "der(x)"};
    report r;
    markup m = {0};
    begin(&r, name, 10000);
    still_add(&m, &r, "still-rows");
    assert_non_null(m.text);
    assert_memory_equal(m.text, "<svg", 4);
    assert_int_equal(count(m.text, "class='y-label'"), 2); /* no derivatives */
    assert_non_null(strstr(m.text, "y&lt;"));
    assert_non_null(strstr(m.text, ">100<")); /* the axis has room for the peak */
    m.length = 0;
    still_add(&m, &r, "still-ledger");
    assert_int_equal(count(m.text, "class='y-label'"), 1);
    m.length = 0;
    still_add(&m, &r, "still-steps");
    assert_int_equal(count(m.text, "class='y-label'"), 2);
    free(m.text);
    end(&r);
}

static void test_nothing_is_drawn_of_nothing(void **state) {
    (void)state;
    char *name[] = {"time", "x", "y", "der(x)"};
    report r;
    markup m = {0};
    begin(&r, name, 0);
    still_add(&m, &r, "still-rows");
    still_add(&m, &r, "still-ledger");
    still_add(&m, &r, "still-steps");
    still_add(&m, &r, "title");
    assert_int_equal(m.length, 0);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_part_has_its_panels),
        cmocka_unit_test(test_nothing_is_drawn_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
