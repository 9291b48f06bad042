/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincare sections: every crossing is found, in its place, by every kind of method and
 * however long the steps are; a hundred thousand of them take no memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/base/context.h"
#include <cmocka.h>

/* x = cos t on a circle that is a constraint; the section is x - 1/2. */
static const char pendulum[] =
    "model M Real x(start = 1, fixed = true), y(start = 0), l; "
    "initial equation der(y) = 1; "
    "equation der(der(x)) = -x*l; der(der(y)) = -y*l; x^2 + y^2 = 1; "
    "annotation(__involute(sections = {section(expr = x - 0.5)})); end M;";

typedef struct seen {
    long count;
    double off, largest; /* of time; |x - 1/2| */
} seen;

static const double PI = 3.14159265358979323846;

static void take(void *data, const invo_crossing *x) {
    seen *s = data;
    long k = s->count++;
    double t = 2 * PI * (double)((k + 1) / 2) + (k % 2 ? -1 : 1) * PI / 3;
    assert_int_equal(x->direction, k % 2 ? 1 : -1);
    s->off = fmax(s->off, fabs(x->row[0] - t));
    s->largest = fmax(s->largest, fabs(x->row[1] - 0.5));
}

static seen run(invo_options o, long *allocations) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    seen s = {0};
    o.crossing = take, o.crossing_data = &s, o.points = 1;
    if (invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &m) ||
        invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    invo_result_section_row row;
    assert_true(invo_result_section(r, 0, &row));
    assert_int_equal(row.crossings, s.count);
    *allocations = c->allocations;
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    return s;
}

static void crossings_are_found_in_their_place(void **state) {
    static const char *const method[] = {"bs32", "dopri54", "dop853", "radau", "taylor"};
    long allocations;
    (void)state;
    for (int k = 0; k < 5; k++)
        for (int digits = 4; digits <= 10; digits += 3) {
            invo_options o;
            invo_options_init(&o)->method = method[k];
            o.rtol = pow(10, -digits), o.stop = 50;
            seen s = run(o, &allocations);
            assert_int_equal(s.count, 16);
            assert_true(s.off < 3000 * o.rtol);
            assert_true(s.largest < 1e-14);
        }
}

/* The same circle, and a section that it only just reaches: both crossings are between
 * samples, at every turn. */
static const char grazing[] =
    "model M parameter Real c = 0; Real x(start = 1, fixed = true), y(start = 0), l; "
    "initial equation der(y) = 1; "
    "equation der(der(x)) = -x*l; der(der(y)) = -y*l; x^2 + y^2 = 1; "
    "annotation(__involute(sections = {section(expr = x - c)})); end M;";

static long count_grazing(const char *method, const char *level) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_result_section_row row;
    invo_options o;
    invo_options_init(&o)->method = method;
    o.rtol = 1e-8, o.stop = 40 * PI + 1;
    if (invo_model_parse(c, "m.mo", grazing, strlen(grazing), &m) ||
        invo_model_set(m, level) || invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    assert_true(invo_result_section(r, 0, &row));
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    return row.crossings;
}

static void sections_that_are_only_just_reached_are_not_missed(void **state) {
    static const char *const method[] = {"dopri54", "dop853", "radau", "taylor"};
    static const char *const level[] = {"c=0.99", "c=0.999", "c=0.9999", "c=0.99999"};
    (void)state;
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 4; j++) {
            long count = count_grazing(method[k], level[j]);
            if (count != 41)
                fail_msg("%s, %s: %ld crossings", method[k], level[j], count);
            if (j == 0)
                assert_int_equal(count_grazing(method[k], "c=1.00001"), 0);
        }
}

static void many_crossings_take_no_memory(void **state) {
    long few, many;
    (void)state;
    invo_options o;
    invo_options_init(&o)->method = "dop853";
    o.rtol = 1e-6, o.stop = 50;
    run(o, &few);
    o.stop = 50500 * 2 * PI, o.max_steps = 10000000;
    seen s = run(o, &many);
    assert_true(s.count > 100000); /* the phase drifts */
    assert_int_equal(many, few);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossings_are_found_in_their_place),
        cmocka_unit_test(sections_that_are_only_just_reached_are_not_missed),
        cmocka_unit_test(many_crossings_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
