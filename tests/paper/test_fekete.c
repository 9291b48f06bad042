/* SPDX-License-Identifier: BSD-3-Clause */
/* Fekete's points (models/Fekete.mo) to t = 1000 at two tolerances: 20 particles that
 * find their places on the sphere, long at rest at the end. The positions must agree, and
 * every constraint must hold at round-off all the time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static const double TOLERANCE = 1e-6; /* of positions at rtol 1e-8 */

static invo_result *run(invo_context *c, double rtol) {
    char path[1000];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    snprintf(path, sizeof path, "%s/models/Fekete.mo", source ? source : ".");
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    o.rtol = rtol, o.points = 100;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    assert_int_equal(invo_model_structure(m)->dof, 80);
    invo_model_free(m);
    return r;
}

static void check_ledger(const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= 4))
            fail_msg("%s: %g units", row.row.equation, row.scaled_max);
}

/* At all output points, not only where they have come to rest. */
static void compare(const invo_result *a, const invo_result *b) {
    int compared = 0;
    assert_int_equal(invo_result_rows(a), invo_result_rows(b));
    for (int j = 0; j < invo_result_columns(a); j++) {
        const char *name = invo_result_column(a, j);
        assert_string_equal(name, invo_result_column(b, j));
        if (strncmp(name, "p[", 2) != 0)
            continue;
        compared++;
        for (long i = 0; i < invo_result_rows(a); i++) {
            double x = invo_result_row(a, i)[j + 1], y = invo_result_row(b, i)[j + 1];
            if (!(fabs(x - y) <= TOLERANCE))
                fail_msg("%s at t = %g: %.12g, and %.12g at rtol 1e-10", name,
                         invo_result_row(a, i)[0], x, y);
        }
    }
    assert_int_equal(compared, 60);
}

static void two_tolerances_agree(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_result *coarse = run(c, 1e-8), *fine = run(c, 1e-10);
    check_ledger(coarse);
    check_ledger(fine);
    compare(coarse, fine);
    invo_result_free(coarse);
    invo_result_free(fine);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_tolerances_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
