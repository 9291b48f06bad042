/* A whole step by code has the bits of one that is made stage by stage from the
 * directions, whether its stages are written one after the other (few particles) or run
 * in turn (many); and code for series does not take its place.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/lowering/shortcut_form.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* Kutta's method of order 4 with differences of stages as estimates: zeros included. */
enum { STAGES = 4 };
static const double a[] = {0.5, 0, 0.5, 0, 0, 1};
static const double b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
static const double c[] = {0, 0.5, 0.5, 1};
static const double e[2][STAGES] = {{0.1, -0.3, 0.2, 0}, {0, 0, 0.7, -0.7}};
static const invo_scheme kutta = {
    .stages = STAGES, .a = a, .b = b, .c = c, .e = {e[0], e[1]}};

static invo_model *chain(invo_context *context, int particles) {
    char text[1024];
    invo_model *m = NULL;
    invo_options o;
    invo_options_init(&o);
    const int size = snprintf(
        text, sizeof text,
        "model Chain parameter Integer n = %d;\n"
        "Real x[n](start = (1:n)/n), y[n](each start = 0), u[n](each start = 0);\n"
        "Real v[n](each start = 0), s[n + 1];\n"
        "equation der(x) = u; der(y) = v; s[n + 1] = 0;\n"
        "x[1]^2 + y[1]^2 = 1/n^2;\n"
        "for i in 2:n loop (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1/n^2; end for;\n"
        "der(u[1]) = -s[1]*x[1] + s[2]*(x[min(2, n)] - x[1]);\n"
        "der(v[1]) = -s[1]*y[1] + s[2]*(y[min(2, n)] - y[1]) - 1;\n"
        "for i in 2:n loop\n"
        "der(u[i]) = -s[i]*(x[i] - x[i-1]) + s[i+1]*(x[min(i+1, n)] - x[i]);\n"
        "der(v[i]) = -s[i]*(y[i] - y[i-1]) + s[i+1]*(y[min(i+1, n)] - y[i]) - 1;\n"
        "end for; end Chain;",
        particles);
    assert_true(size < (int)sizeof text);
    assert_int_equal(invo_model_parse(context, "m.mo", text, (size_t)size, &m), 0);
    assert_int_equal(invo_model_complete(m, &o), 0);
    return m;
}

/* h (c k), or p + h (c k), from left to right. */
static void sum_of_stages(int n, int stages, const double *factor, const double *k,
                          const double *p, double h, double *to) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        int is_begun = 0;
        for (int j = 0; j < stages; j++) {
            if (factor[j] == 0)
                continue;
            sum = is_begun ? sum + factor[j] * k[j * n + i] : factor[j] * k[j * n + i];
            is_begun = 1;
        }
        to[i] = p ? p[i] + h * sum : h * sum;
    }
}

static void by_stages(const invo_system *s, const double *p, double h, double *k) {
    const int n = s->coordinates;
    double *x = k + STAGES * n;
    const double *row = a;
    for (int i = 1; i < STAGES; i++) {
        sum_of_stages(n, i, row, k, p, h, x);
        x[0] = p[0] + c[i] * h;
        assert_int_equal(s->shortcut.direction(s->self, x, k + i * n), 0);
        row += i;
    }
    sum_of_stages(n, STAGES, b, k, p, h, x + n);
    x[n] = p[0] + h;
    for (int i = 0; i < 2; i++)
        sum_of_stages(n, STAGES, e[i], k, NULL, h, x + (2 + i) * n);
}

static void check_chain(int particles, int is_swept) {
    invo_context *context = invo_context_new();
    invo_model *m = chain(context, particles);
    const invo_system *s = invo_model_system(m);
    lowered *w = s->self;
    const int n = s->coordinates;
    const int rows = STAGES - 1 + 2 + 2;
    double *k = calloc((size_t)(rows + 1) * (size_t)n, sizeof *k);
    const invo_scheme series = {.series = 5};
    int order = 0;
    assert_non_null(k);
    s->shortcut.begin(s->self);
    for (int i = 0; i < 10 && !order; i++)
        assert_int_equal(
            s->shortcut.make(s->self, &kutta, 0, w->start, w->top, 0, &order), 0);
    assert_true(order > 0);
    assert_int_equal(s->shortcut.make(s->self, &series, 0, w->start, w->top, 0, &order),
                     0);
    s->shortcut.use(s->self, order);
    assert_int_equal(w->shortcut->used->sweep != NULL, is_swept);
    for (int i = 0; i < 40; i++) {
        const double h = ldexp(1.1, -i);
        assert_int_equal(s->shortcut.direction(s->self, w->start, k), 0);
        by_stages(s, w->start, h, k);
        const double *made = s->shortcut.step(s->self, w->start, k, h);
        assert_non_null(made);
        assert_memory_equal(made, k + n, sizeof *k * (size_t)(rows * n));
    }
    free(k);
    invo_model_free(m);
    invo_context_free(context);
}

static void steps_of_few_coordinates(void **state) {
    (void)state;
    check_chain(1, 0);
    check_chain(2, 0);
}

static void steps_of_many_coordinates(void **state) {
    (void)state;
    check_chain(21, 1);
    check_chain(30, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_few_coordinates),
        cmocka_unit_test(steps_of_many_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
