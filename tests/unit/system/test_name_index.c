/* Names of variables and parameters, found by a hash. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/main_path/main_path.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MANY = 300 };

static void every_name_is_found(void **state) {
    (void)state;
    static char text[MANY * 80];
    size_t used = (size_t)snprintf(text, sizeof text, "model M\n");
    for (int k = 0; k < MANY; k++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "Real x%d(unit = \"m\") = time; parameter Real p%d%s = "
                                 "1;\n",
                                 k, k, k % 2 ? "(unit = \"kg\")" : "");
    snprintf(text + used, sizeof text - used, "end M;\n");
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), INVO_OK);
    for (int k = 0; k < MANY; k++) {
        char name[20];
        snprintf(name, sizeof name, "x%d", k);
        const int v = name_index_variable(m->named, name, strlen(name));
        assert_true(v >= 0);
        assert_string_equal(m->model->system.variables.at[v].name, name);
        assert_string_equal(invo_model_unit(m, name), "m");
        snprintf(name, sizeof name, "p%d", k);
        assert_string_equal(invo_model_unit(m, name), k % 2 ? "kg" : "");
        assert_int_equal(name_index_variable(m->named, name, strlen(name)), -1);
    }
    assert_int_equal(name_index_variable(m->named, "x1", 1), -1); /* a part of it */
    assert_int_equal(name_index_parameter(m->named, "q"), -1);
    char unit[20];
    invo_column_unit(m, "der(x7)", unit, sizeof unit);
    assert_string_equal(unit, "m/s");
    invo_model_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_name_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
