/* Rows of output that code of the system makes, one at a time or several: they hold the
 * constraints to round-off, and the ledger bounds their residuals.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static const char pendulum[] =
    "model P Real x(start = -1, fixed = true), y(start = 0), vx(fixed = true), vy, f; "
    "equation der(x) = vx; der(y) = vy; der(vx) = -2*x*f; der(vy) = -2*y*f - 10; "
    "x^2 + y^2 = 1; end P;";

enum { POINTS = 500 };

/* Largest residual of the rod over all rows, and of its row of the ledger. */
typedef struct measured {
    double seen, noted, units;
    long rows;
} measured;

static int keep_rows(void *data, const invo_output_row *row) {
    measured *m = data;
    const double x = row->value[1];
    const double y = row->value[2];
    m->seen = fmax(m->seen, fabs(x * x + y * y - 1));
    m->rows++;
    return 0;
}

static measured run_pendulum(const char *direction, double rtol) {
    invo_context *c = invo_context_new();
    invo_model *model = NULL;
    invo_result *r = NULL;
    invo_ledger_row row;
    measured m = {0};
    invo_options o;
    invo_options_init(&o);
    o.direction = direction;
    o.rtol = rtol;
    o.stop = 10;
    o.points = POINTS;
    o.row = keep_rows;
    o.row_data = &m;
    if (invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &model) ||
        invo_model_run(model, &o, &r))
        fail_msg("%s", invo_context_message(c));
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (row.row.level == 0 && strstr(row.row.equation, "^2")) {
            m.noted = row.max;
            m.units = row.scaled_max;
        }
    invo_result_free(r);
    invo_model_free(model);
    invo_context_free(c);
    return m;
}

/* What is written here is computed in another order than the ledger computes it: it may
 * differ by a rounding of 1. At loose tolerances rows take several moves. */
static void rows_hold_and_the_ledger_tells(void **state) {
    static const double rtol[] = {1e-3, 1e-6, 1e-8, 1e-10};
    static const double ROUNDING = 2.3e-16;
    (void)state;
    for (size_t k = 0; k < sizeof rtol / sizeof *rtol; k++) {
        const measured m = run_pendulum("auto", rtol[k]);
        assert_int_equal(m.rows, POINTS + 1);
        assert_true(m.units <= 1);
        assert_true(m.seen <= m.noted + ROUNDING);
        assert_true(m.noted <= 4 * ROUNDING);
    }
}

/* With a direction that was asked for there is no such code. */
static void rows_hold_without_code(void **state) {
    (void)state;
    const measured m = run_pendulum("square", 1e-8);
    assert_int_equal(m.rows, POINTS + 1);
    assert_true(m.units <= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_hold_and_the_ledger_tells),
        cmocka_unit_test(rows_hold_without_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
