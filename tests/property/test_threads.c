/* Eight threads run copies of one model with different parameters; every number that they
 * compute is that of the same runs one after the other. `make tsan` runs this under
 * ThreadSanitizer. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

enum { THREADS = 8 };

/* One run: a value of the parameter, and what came of it. */
typedef struct job {
    const invo_model *model;
    const char *parameter;
    double value;
    const char *method, *retraction, *newton;
    invo_context *context;
    invo_model *copy;
    invo_result *result;
    invo_status status;
} job;

static void *work(void *argument) {
    job *j = argument;
    char text[100];
    invo_options o;
    snprintf(text, sizeof text, "%s=%.17g", j->parameter, j->value);
    j->context = invo_context_new();
    j->status = invo_model_copy(j->context, j->model, &j->copy);
    if (!j->status)
        j->status = invo_model_options(j->copy, invo_options_init(&o));
    if (!j->status)
        j->status = invo_model_set(j->copy, text);
    if (j->status)
        return NULL;
    o.stop = 0.5;
    o.points = 20;
    o.method = j->method;
    o.retraction = j->retraction;
    o.newton = j->newton;
    j->status = invo_model_run(j->copy, &o, &j->result);
    return NULL;
}

static void release(job *j) {
    invo_result_free(j->result);
    invo_model_free(j->copy);
    invo_context_free(j->context);
}

static int equal_numbers(const job *a, const job *b) {
    const long rows = invo_result_rows(a->result);
    const size_t size = sizeof(double) * (size_t)(1 + invo_result_columns(a->result));
    if (rows != invo_result_rows(b->result))
        return 0;
    for (long k = 0; k < rows; k++)
        if (memcmp(invo_result_row(a->result, k), invo_result_row(b->result, k), size))
            return 0;
    return memcmp(invo_result_final(a->result), invo_result_final(b->result), size) == 0;
}

static void compare(const char *name, const job *apart, const job *together) {
    if (apart->status || together->status)
        fail_msg("%s with %s=%g: %s %s", name, apart->parameter, apart->value,
                 invo_context_message(apart->context),
                 invo_context_message(together->context));
    if (!equal_numbers(apart, together))
        fail_msg("%s with %s=%g is not the same in threads", name, apart->parameter,
                 apart->value);
    assert_string_equal(invo_context_message(apart->context),
                        invo_context_message(together->context));
}

static void run_both_ways(const char *name, const invo_model *m, const job *pattern,
                          double low, double high) {
    job together[THREADS], apart[THREADS];
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) {
        together[k] = *pattern;
        together[k].model = m;
        together[k].value = low + (high - low) * k / (THREADS - 1);
        apart[k] = together[k];
        assert_int_equal(pthread_create(&thread[k], NULL, work, &together[k]), 0);
    }
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_join(thread[k], NULL), 0);
    for (int k = 0; k < THREADS; k++)
        work(&apart[k]);
    for (int k = 0; k < THREADS; k++) {
        compare(name, &apart[k], &together[k]);
        assert_true(k == 0 || !equal_numbers(&apart[k], &apart[0]));
    }
    for (int k = 0; k < THREADS; k++) {
        release(&together[k]);
        release(&apart[k]);
    }
}

static void gallery_models_run_in_threads(void **state) {
    (void)state;
    static const struct {
        const char *model;
        double low, high;
        job pattern;
    } cases[] = {
        {"Pendulum", 0.9, 1, {.parameter = "g", .method = "auto"}},
        {"Pendulum", 8, 9, {.parameter = "g", .method = "taylor"}},
        {"FourBar", 0.7, 0.9, {.parameter = "T", .method = "radau"}},
        {"FourBar",
         0.7,
         0.9,
         {.parameter = "T",
          .method = "dopri54",
          .retraction = "orthogonal",
          .newton = "exact"}},
        {"Chain", 9, 11, {.parameter = "c", .method = "gauss4", .retraction = "normal"}},
        {"FrictionOscillator", 45, 50, {.parameter = "ry", .method = "auto"}},
    };
    const char *root = getenv("INVOLUTE_SOURCE");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char path[1000];
        job pattern = cases[k].pattern;
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        snprintf(path, sizeof path, "%s/models/%s.mo", root ? root : ".", cases[k].model);
        if (!pattern.retraction)
            pattern.retraction = "auto";
        if (!pattern.newton)
            pattern.newton = "simplified";
        if (invo_model_read(c, path, &m))
            fail_msg("%s", invo_context_message(c));
        run_both_ways(cases[k].model, m, &pattern, cases[k].low, cases[k].high);
        invo_model_free(m);
        invo_context_free(c);
    }
}

static const char ball[] =
    "model Ball\n"
    "  parameter Real e = 0.8;\n"
    "  Real h(start = 0.2, fixed = true), v(start = 0, fixed = true);\n"
    "equation\n"
    "  der(h) = v;\n"
    "  der(v) = -9.81;\n"
    "  when h <= 0 then\n"
    "    reinit(v, -e*pre(v));\n"
    "  end when;\n"
    "end Ball;\n";

/* What was set before a model is copied is set in the copy. */
static void copies_have_what_was_set(void **state) {
    (void)state;
    const job pattern = {
        .parameter = "e", .method = "auto", .retraction = "auto", .newton = "simplified"};
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_initial p;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "ball.mo", ball, strlen(ball), &m), INVO_OK);
    assert_int_equal(invo_model_set(m, "h=0.3"), INVO_OK);
    run_both_ways("Ball", m, &pattern, 0.7, 0.9);
    invo_model *copy = NULL;
    invo_context *other = invo_context_new();
    assert_int_equal(invo_model_copy(other, m, &copy), INVO_OK);
    invo_model_free(m); /* copies live on */
    invo_context_free(c);
    assert_int_equal(invo_model_complete(copy, invo_options_init(&o)), INVO_OK);
    assert_true(invo_model_initial(copy, 1, &p));
    assert_string_equal(p.name, "h");
    assert_true(p.value == 0.3);
    invo_model_free(copy);
    invo_context_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gallery_models_run_in_threads),
        cmocka_unit_test(copies_have_what_was_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
