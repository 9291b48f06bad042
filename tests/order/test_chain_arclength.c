/* The chain of n particles by arclength: the same end as by time with n = 1000, by
 * bordered factors and by conjugate gradients, which factor nothing; nothing
 * allocated in the step loop.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* Calls of malloc and its kin; not under the sanitizers, which have their own. */
static long calls;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size) {
    return calls++, __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return calls++, __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
    return calls++, __libc_realloc(old, size);
}
#endif

/* bench/Chain.mo with n particles. */
static invo_model *chain(invo_context *c, int n) {
    FILE *f = fopen("bench/Chain.mo", "rb");
    assert_non_null(f);
    char *text = calloc(1, 10000), *made = calloc(1, 11000), *at;
    assert_true(fread(text, 1, 9999, f) > 0);
    fclose(f);
    assert_non_null(at = strstr(text, "n = 500;"));
    *at = 0;
    sprintf(made, "%sn = %d;%s", text, n, at + strlen("n = 500;"));
    invo_model *m = NULL;
    if (invo_model_parse(c, "Chain.mo", made, strlen(made), &m))
        fail_msg("%s", invo_context_message(c));
    free(text), free(made);
    return m;
}

static invo_options options_of(invo_model *m, const char *by, const char *direction) {
    invo_options o;
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), INVO_OK);
    o.by = by, o.direction = direction;
    o.rtol = 1e-8, o.stop = 0.05, o.points = 1;
    return o;
}

static invo_result *run(invo_context *c, int n, const char *by, const char *direction) {
    invo_model *m = chain(c, n);
    invo_options o = options_of(m, by, direction);
    invo_result *r = NULL;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= 4))
            fail_msg("%s, %s: row %d is off by %g units", by, direction, i,
                     row.scaled_max);
    assert_true(invo_result_final(r)[0] == 0.05);
    invo_model_free(m);
    return r;
}

static void check_same(const invo_result *a, const invo_result *b, double allowed) {
    for (int k = 0; k < invo_result_columns(a); k++) {
        const char *name = invo_result_column(a, k);
        double x = invo_result_final(a)[k + 1], y = invo_result_final(b)[k + 1];
        assert_string_equal(name, invo_result_column(b, k));
        if (!(fabs(x - y) <= allowed * (1 + fabs(x))))
            fail_msg("%s ends with %.15g and %.15g", name, x, y);
    }
}

static void the_end_is_that_by_time(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_result *by_time = run(c, 1000, "time", "auto"),
                *bordered = run(c, 1000, "arclength", "auto");
    check_same(by_time, bordered, 1e-6);
    assert_string_equal(invo_result_settings(bordered)->direction, "border");
    invo_result_free(by_time), invo_result_free(bordered);
    invo_context_free(c);
}

static void conjugate_gradients_agree_and_factor_nothing(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_result *sphere = run(c, 150, "arclength", "sphere-cg"),
                *bordered = run(c, 150, "arclength", "border");
    check_same(bordered, sphere, 1e-9);
    assert_int_equal(invo_result_statistics(sphere)->direction_factorizations, 0);
    assert_true(invo_result_statistics(sphere)->linear_iterations > 0);
    invo_result_free(sphere), invo_result_free(bordered);
    invo_context_free(c);
}

typedef struct loop {
    long first, last, steps;
} loop;

static int watch_calls(void *data, double t, long steps) {
    loop *w = data;
    (void)t;
    if (steps == 1)
        w->first = calls;
    w->last = calls, w->steps = steps;
    return 0;
}

static void nothing_is_allocated_in_the_step_loop(void **state) {
    (void)state;
    static const char *const direction[] = {"border", "sphere-cg"};
    invo_context *c = invo_context_new();
    for (int k = 0; k < 2; k++) {
        invo_model *m = chain(c, 30);
        invo_options o = options_of(m, "arclength", direction[k]);
        invo_result *r = NULL;
        loop w = {0, 0, 0};
        o.stop = 0.5, o.progress = watch_calls, o.progress_data = &w;
        if (invo_model_run(m, &o, &r))
            fail_msg("%s", invo_context_message(c));
        assert_true(w.steps > 5);
        assert_int_equal(w.first, w.last);
        invo_result_free(r);
        invo_model_free(m);
    }
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_that_by_time),
        cmocka_unit_test(conjugate_gradients_agree_and_factor_nothing),
        cmocka_unit_test(nothing_is_allocated_in_the_step_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
