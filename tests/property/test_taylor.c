/* Taylor series against Runge-Kutta on all models of the tree: the same end, the same
 * events; and residuals at round-off wherever the solution is looked at.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
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

typedef struct run {
    invo_context *context;
    invo_model *model;
    invo_result *result;
} run;

static void end(run *r) {
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
}

/* path: a file, or the text of a model. The result is NULL where the run fails. */
static run integrate(const char *path, const char *method, double rtol, double stop,
                     long points) {
    run r = {.context = invo_context_new()};
    invo_options o;
    if (strchr(path, '\n')
            ? invo_model_parse(r.context, "taylor.mo", path, strlen(path), &r.model)
            : invo_model_read(r.context, path, &r.model))
        fail_msg("%s", invo_context_message(r.context));
    assert_int_equal(invo_model_options(r.model, invo_options_init(&o)), 0);
    o.method = method, o.rtol = rtol, o.points = points;
    if (stop > 0)
        o.stop = stop;
    if (invo_model_run(r.model, &o, &r.result)) {
        invo_result_free(r.result);
        r.result = NULL;
    }
    return r;
}

/* Largest residual over everything that was looked at, in units of round-off. */
static double largest_residual(const run *r) {
    invo_ledger_row row;
    double most = 0;
    for (int i = 0; invo_result_ledger(r->result, i, &row); i++)
        if (!row.left_out && !(row.scaled_max <= most))
            most = row.scaled_max;
    return most;
}

static void compare_events(const char *name, const run *a, const run *b, double allowed) {
    invo_result_event_row x, y;
    long i = 0;
    for (; invo_result_event(a->result, i, &x); i++) {
        if (!invo_result_event(b->result, i, &y))
            fail_msg("%s: event %ld is missing: %s at %.15g", name, i, x.name, x.t);
        if (strcmp(x.name, y.name) || !(fabs(x.t - y.t) <= allowed))
            fail_msg("%s: %s at %.15g, %s at %.15g", name, x.name, x.t, y.name, y.t);
    }
    assert_false(invo_result_event(b->result, i, &y));
}

static void compare_ends(const char *name, const run *a, const run *b, double allowed) {
    const double *x = invo_result_final(a->result), *y = invo_result_final(b->result);
    assert_int_equal(invo_result_columns(a->result), invo_result_columns(b->result));
    for (int k = 0; k <= invo_result_columns(a->result); k++) {
        double size = fmax(1, fmax(fabs(x[k]), fabs(y[k])));
        if (isnan(x[k]) && isnan(y[k]))
            continue;
        if (!(fabs(x[k] - y[k]) <= allowed * size))
            fail_msg("%s: %s is %.15g and %.15g", name,
                     k ? invo_result_column(a->result, k - 1) : "time", x[k], y[k]);
    }
}

/* Returns whether both methods could run it. */
static int check_file(const char *path) {
    run a = integrate(path, "taylor", 1e-9, 0, 100),
        b = integrate(path, "dop853", 1e-10, 0, 100);
    int both = a.result && b.result;
    if (both) {
        compare_ends(path, &a, &b, 1e-6);
        compare_events(path, &a, &b, 1e-6);
        if (!(largest_residual(&a) <= 4))
            fail_msg("%s: %g units", path, largest_residual(&a));
    }
    end(&a);
    end(&b);
    return both;
}

/* How many files both could run, and how many there are. */
static int check_folder(const char *folder, int *all) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", folder);
    DIR *d = opendir(path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 3, ".mo"))
            continue;
        snprintf(path, sizeof path, "%s/%s/%s", source ? source : ".", folder, e->d_name);
        count += check_file(path), ++*all;
    }
    closedir(d);
    return count;
}

/* Those of the gallery have stiff ones and impasse points among them. */
static void models_of_the_tree(void **state) {
    (void)state;
    int all = 0, count = check_folder("tests/reference", &all);
    assert_true(count > 80);
    assert_int_equal(count, all);
}

static const char pendulum[] = "model Pendulum\n"
                               "  Real x(start = 0.6, fixed = true), y(start = -0.8);\n"
                               "  Real u(start = 1, fixed = true), v, f;\n"
                               "  discrete Integer n(start = 0);\n"
                               "equation\n"
                               "  der(x) = u; der(y) = v;\n"
                               "  der(u) = -f*x; der(v) = -f*y - 9.81;\n"
                               "  x^2 + y^2 = 1;\n"
                               "  when x > 0 then\n"
                               "    n = pre(n) + 1;\n"
                               "  end when;\n"
                               "end Pendulum;\n";

static const char kepler[] =
    "model Kepler\n"
    "  Real x(start = 0.4, fixed = true), y(start = 0, fixed = true);\n"
    "  Real u(start = 0, fixed = true), v(start = 2, fixed = true);\n"
    "  Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = "
    "true));\n"
    "  Real M = x*v - y*u annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x/(x^2 + y^2)^(3/2); der(v) = -y/(x^2 + y^2)^(3/2);\n"
    "end Kepler;\n";

/* Index 2, with functions of every kind in its equations. */
static const char functions[] =
    "model Functions\n"
    "  Real x(start = 0.6, fixed = true), y(start = 0.5), z(start = 0.2, fixed = true), "
    "m;\n"
    "equation\n"
    "  der(x) = y*tanh(z) + 2*x*m - log(1.5 + x)/4;\n"
    "  der(y) = -x*atan(z) + cos(time)*exp(-y^2) + 4*y*m;\n"
    "  der(z) = asin(x/2) - z^1.5/2 + 2*z*m + 0.3*sqrt(1 + cosh(y));\n"
    "  x^2 + 2*y^2 + z^2 = 1;\n"
    "end Functions;\n";

static long events_of(const invo_result *r) {
    invo_result_event_row event;
    long count = 0;
    while (invo_result_event(r, count, &event))
        count++;
    return count;
}

/* The points lie anywhere in the steps, which follow the solution. */
static void residuals_between_the_steps(void **state) {
    (void)state;
    static const char *const texts[] = {pendulum, kepler, functions};
    static const double rtol[] = {1e-6, 1e-10, 1e-13};
    for (int t = 0; t < 3; t++)
        for (int k = 0; k < 3; k++) {
            run r = integrate(texts[t], "taylor", rtol[k], t < 2 ? 20 : 3, 10007);
            if (!r.result)
                fail_msg("%s", invo_context_message(r.context));
            assert_int_equal(invo_result_rows(r.result), 10008 + 2 * events_of(r.result));
            if (!(largest_residual(&r) <= 4))
                fail_msg("model %d, rtol %g: %g units", t, rtol[k], largest_residual(&r));
            end(&r);
        }
}

/* Between the steps the polynomial is as good as at their ends. */
static void dense_output_is_as_accurate_as_the_steps(void **state) {
    (void)state;
    static const char *const texts[] = {pendulum, kepler, functions};
    for (int t = 0; t < 3; t++) {
        run a = integrate(texts[t], "taylor", 1e-11, 3, 1000),
            b = integrate(texts[t], "taylor", 1e-13, 3, 1000);
        assert_true(a.result && b.result);
        for (long i = 0; i <= 1000; i++) {
            const double *x = invo_result_row(a.result, i),
                         *y = invo_result_row(b.result, i);
            for (int k = 0; k <= invo_result_columns(a.result); k++)
                if (!(fabs(x[k] - y[k]) <= 1e-9 * fmax(1, fabs(y[k]))))
                    fail_msg("model %d at %g, column %d: %.15g and %.15g", t, x[0], k,
                             x[k], y[k]);
        }
        end(&a);
        end(&b);
    }
}

/* A bouncing ball, whose impacts are known, and a pendulum that crosses the vertical. */
static void events_are_those_of_runge_kutta(void **state) {
    (void)state;
    static const char ball[] = "model Ball\n"
                               "  Real h(start = 1, fixed = true), v(start = 0, fixed = "
                               "true);\n"
                               "equation\n"
                               "  der(h) = v; der(v) = -2;\n"
                               "  when h < 0 then\n"
                               "    reinit(v, -0.5*pre(v));\n"
                               "  end when;\n"
                               "end Ball;\n";
    const double tolerance = 1e-10;
    invo_result_event_row event;
    run a = integrate(ball, "taylor", tolerance, 2.4, 10),
        b = integrate(ball, "dop853", tolerance, 2.4, 10);
    assert_true(a.result && b.result);
    compare_events("ball", &a, &b, tolerance);
    for (long i = 0; i < 2; i++) {
        assert_true(invo_result_event(a.result, i, &event));
        assert_true(fabs(event.t - (1. + (double)i)) <= 1e-14);
    }
    end(&a);
    end(&b);
    a = integrate(pendulum, "taylor", tolerance, 20, 10);
    b = integrate(pendulum, "dop853", tolerance, 20, 10);
    assert_true(a.result && b.result);
    compare_events("pendulum", &a, &b, 100 * tolerance);
    assert_true(invo_result_event(a.result, 8, &event));
    end(&a);
    end(&b);
}

/* A chain of 40 rods: one block of 120 equations, whose factors are sparse. */
static void large_blocks(void **state) {
    (void)state;
    static const char chain[] =
        "model Chain\n"
        "  parameter Integer N = 40;\n"
        "  Real p[N, 2](start = {{sum(sin(0.5*sin(0.9*k)) for k in 1:i), -sum(cos("
        "0.5*sin(0.9*k)) for k in 1:i)} for i in 1:N});\n"
        "  Real v[N, 2](each start = 0), s[N + 1](each start = 10);\n"
        "equation\n"
        "  s[N + 1] = 0;\n"
        "  for i in 1:N loop\n"
        "    der(p[i, :]) = v[i, :];\n"
        "    der(v[i, :]) = {0, -9.81} - s[i]*(p[i, :] - (if i > 1 then p[max(i - 1, 1), "
        ":] else {0, 0})) + s[i + 1]*((if i < N then p[min(i + 1, N), :] else {0, 0}) - "
        "p[i, :]);\n"
        "    (p[i, :] - (if i > 1 then p[max(i - 1, 1), :] else {0, 0}))*(p[i, :] - (if "
        "i "
        "> 1 then p[max(i - 1, 1), :] else {0, 0})) = 1;\n"
        "  end for;\n"
        "end Chain;\n";
    run a = integrate(chain, "taylor", 1e-10, 0.3, 1),
        b = integrate(chain, "dop853", 1e-11, 0.3, 1);
    if (!a.result || !b.result)
        fail_msg("%s", invo_context_message(a.context));
    compare_ends("chain", &a, &b, 1e-8);
    assert_true(largest_residual(&a) <= 4);
    end(&a);
    end(&b);
}

/* Forward and back again. */
static void time_may_run_backward(void **state) {
    (void)state;
    run r = {.context = invo_context_new()};
    invo_options o;
    char set[64];
    assert_int_equal(
        invo_model_parse(r.context, "kepler.mo", kepler, strlen(kepler), &r.model), 0);
    invo_options_init(&o);
    o.method = "taylor", o.rtol = 1e-13, o.stop = 3;
    assert_int_equal(invo_model_run(r.model, &o, &r.result), 0);
    double v[4];
    memcpy(v, invo_result_final(r.result) + 1, sizeof v);
    static const char *const name[] = {"x", "y", "u", "v"};
    for (int k = 0; k < 4; k++) {
        snprintf(set, sizeof set, "%s=%.17g", name[k], v[k]);
        assert_int_equal(invo_model_set(r.model, set), 0);
    }
    invo_result_free(r.result);
    o.start = 3, o.stop = 0;
    assert_int_equal(invo_model_run(r.model, &o, &r.result), 0);
    const double *back = invo_result_final(r.result);
    assert_true(fabs(back[1] - 0.4) < 1e-12 && fabs(back[4] - 2) < 1e-12);
    end(&r);
}

static int turn(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = -u[2], v[2] = u[1];
    return 0;
}

/* Callbacks offer no series, and the message says so. */
static void callbacks_have_no_series(void **state) {
    (void)state;
    static const double start[3] = {0, 1, 0};
    static const char *const methods[] = {"taylor", "taylor2", "taylor3-normal"};
    invo_context *c = invo_context_new();
    invo_system s;
    invo_options o;
    invo_result *r;
    invo_system_init(&s);
    s.coordinates = 3, s.start = start, s.direction = turn;
    for (int k = 0; k < 3; k++) {
        invo_options_init(&o);
        o.method = methods[k];
        assert_int_equal(invo_system_run(c, &s, &o, &r), INVO_E_ARGUMENT);
        assert_non_null(strstr(invo_context_error(c), "needs Taylor coefficients"));
        assert_non_null(strstr(invo_context_error(c), "callbacks"));
        invo_result_free(r);
    }
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_of_the_tree),
        cmocka_unit_test(residuals_between_the_steps),
        cmocka_unit_test(dense_output_is_as_accurate_as_the_steps),
        cmocka_unit_test(events_are_those_of_runge_kutta),
        cmocka_unit_test(large_blocks),
        cmocka_unit_test(time_may_run_backward),
        cmocka_unit_test(callbacks_have_no_series),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
