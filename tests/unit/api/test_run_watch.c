/* A run that another thread watches and stops. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include "involute.h"
#include <cmocka.h>

static const char circle[] = "model Circle\n"
                             "  Real x(start = 1, fixed = true), y(start = 0);\n"
                             "equation\n"
                             "  der(x) = -y;\n"
                             "  der(y) = x;\n"
                             "  x^2 + y^2 = 1;\n"
                             "end Circle;\n";

typedef struct job {
    invo_context *context;
    invo_model *model;
    invo_options options;
    invo_result *result;
    invo_watch watch;
    invo_status status;
} job;

static void begin_job(job *j, double stop) {
    memset(j, 0, sizeof *j);
    j->context = invo_context_new();
    assert_non_null(j->context);
    assert_int_equal(
        invo_model_parse(j->context, "circle.mo", circle, strlen(circle), &j->model),
        INVO_OK);
    invo_options_init(&j->options);
    j->options.stop = stop;
    j->options.points = 1;
    j->options.max_steps = 1000000000;
    j->options.progress = invo_watch_progress;
    j->options.interrupt = invo_watch_interrupt;
    j->options.progress_data = j->options.interrupt_data = &j->watch;
}

static void end_job(job *j) {
    invo_result_free(j->result);
    invo_model_free(j->model);
    invo_context_free(j->context);
}

static void *run_job(void *data) {
    job *j = data;
    j->status = invo_model_run(j->model, &j->options, &j->result);
    return NULL;
}

static void test_progress(void **state) {
    job j;
    (void)state;
    begin_job(&j, 5);
    run_job(&j);
    assert_int_equal(j.status, INVO_OK);
    assert_true(j.watch.t == 5);
    assert_int_equal(j.watch.steps, invo_result_statistics(j.result)->steps);
    end_job(&j);
}

static long steps_of(invo_watch *w) {
    return __atomic_load_n(&w->steps, __ATOMIC_RELAXED);
}

static void test_stop_from_another_thread(void **state) {
    const struct timespec pause = {0, 1000000};
    job j;
    pthread_t thread;
    (void)state;
    begin_job(&j, 1e12);
    assert_int_equal(pthread_create(&thread, NULL, run_job, &j), 0);
    while (steps_of(&j.watch) < 10)
        nanosleep(&pause, NULL);
    __atomic_store_n(&j.watch.stop, 1, __ATOMIC_RELAXED);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(j.status, INVO_E_INTERRUPT);
    assert_non_null(j.result);
    assert_true(invo_result_final(j.result)[0] > 0 &&
                invo_result_final(j.result)[0] < 1e12);
    end_job(&j);
}

static void test_stop_before_the_start(void **state) {
    job j;
    (void)state;
    begin_job(&j, 5);
    j.watch.stop = 1;
    run_job(&j);
    assert_int_equal(j.status, INVO_E_INTERRUPT);
    end_job(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_progress),
                                       cmocka_unit_test(test_stop_from_another_thread),
                                       cmocka_unit_test(test_stop_before_the_start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
