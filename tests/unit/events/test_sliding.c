/* SPDX-License-Identifier: BSD-3-Clause */
/* One model, run with and without sliding, in any order: what is made of sign(v) for one
 * run is undone for the next. */
#include <involute.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char friction[] = "model Friction\n"
                               "  Real v(start = 1, fixed = true);\n"
                               "equation\n"
                               "  der(v) = -sign(v);\n"
                               "end Friction;\n";

static invo_status run(invo_model *m, const char *at_sliding, invo_result **r) {
    invo_options o;
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), INVO_OK);
    o.stop = 2;
    o.at_sliding = at_sliding;
    return invo_model_run(m, &o, r);
}

static void check_stops(invo_context *c, invo_model *m) {
    invo_result *r = NULL;
    assert_int_equal(run(m, "stop", &r), INVO_E_STEP);
    assert_non_null(strstr(invo_context_message(c), "a kink of sign(v)"));
    invo_result_free(r);
}

static void check_slides(invo_context *c, invo_model *m) {
    invo_result *r = NULL;
    if (run(m, "filippov", &r))
        fail_msg("%s", invo_context_message(c));
    assert_true(invo_result_final(r)[0] == 2);
    assert_true(fabs(invo_result_final(r)[1]) < 1e-12);
    invo_result_free(r);
}

static void run_to_and_fro(void **state) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    (void)state;
    assert_int_equal(invo_model_parse(c, "m.mo", friction, strlen(friction), &m),
                     INVO_OK);
    for (int i = 0; i < 3; i++) {
        check_stops(c, m);
        check_slides(c, m);
        check_slides(c, m);
    }
    check_stops(c, m);
    invo_model_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_to_and_fro)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
