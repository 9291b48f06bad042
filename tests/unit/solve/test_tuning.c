/* A system is asked now and then, before steps, whether it has better code, and names
 * what has evaluated. SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h> /* last: it has a macro `fail` */

typedef struct tuned {
    int looks;
    double last;             /* seconds at the last look */
    int evaluations, before; /* of the direction, before the first look */
} tuned;

static int direction(void *self, const double *u, double *v) {
    tuned *t = self;
    t->evaluations++;
    v[0] = 1;
    v[1] = -u[1];
    return 0;
}

static void tune(void *self, double seconds) {
    tuned *t = self;
    if (t->looks++ == 0) {
        assert_true(seconds == 0);
        t->before = t->evaluations;
    }
    assert_true(seconds >= t->last);
    t->last = seconds;
}

static const char *evaluator(void *self) {
    return ((tuned *)self)->looks ? "cc" : "interpreter";
}

static invo_result *run(invo_context *c, const invo_system *s) {
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    o.method = "rk4";
    o.step = 0.01;
    o.stop = 1;
    assert_int_equal(invo_system_run(c, s, &o, &r), INVO_OK);
    return r;
}

static void test_looks(void **state) {
    (void)state;
    static const double start[] = {0, 1};
    tuned t = {0, 0, 0, 0};
    invo_system s;
    invo_context *c = invo_context_new();
    invo_system_init(&s);
    s.coordinates = 2;
    s.start = start;
    s.self = &t;
    s.direction = direction;
    invo_result *plain = run(c, &s);
    assert_string_equal(invo_result_settings(plain)->evaluator, "auto");
    t.evaluations = 0;
    s.evaluation.tune = tune;
    s.evaluation.evaluator = evaluator;
    invo_result *r = run(c, &s);
    assert_int_equal(invo_result_statistics(r)->steps, 100);
    assert_int_equal(t.looks, 7); /* before steps 1, 17, ... 97 */
    assert_true(t.before < 4);    /* the first step had not begun */
    assert_string_equal(invo_result_settings(r)->evaluator, "cc");
    assert_true(invo_result_final(r)[1] == invo_result_final(plain)[1]);
    invo_result_free(plain);
    invo_result_free(r);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_looks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
