/* Runs by arclength do not depend on how large the system is: models of the gallery alone
 * and with 120 further unknowns that follow from theirs, which brings sparse factors and
 * the watch for large systems. Same steps, same end, same impasse points, and the same
 * point where the solution stops being one curve.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/geometry/regularity.h"
#include "involute.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MORE = 120 };

/* w_0 = z_0, w_k = w_(k - 1)/2 + z_0/4: rows and unknowns before those of the model. */
typedef struct larger {
    invo_system s;
    invo_kernel kernel;
    int *unknown, *row, *start, *column;
} larger;

static const invo_system *model_system; /* `self` belongs to its functions */

static void equations(void *self, const double *u, double *matrix, double *b) {
    int at = 0;
    for (int k = 0; k < MORE; k++) {
        if (k)
            matrix[at++] = -0.5;
        matrix[at++] = 1;
        matrix[at++] = k ? -0.25 : -1;
        b[k] = 0;
    }
    model_system->kernel_equations(self, u, matrix + at, b + MORE);
}

static void enlarge(const invo_system *s, larger *l) {
    const invo_kernel *k = s->kernel;
    int size = MORE + k->size, before = k->pattern.start[k->size], at = 0;
    l->unknown = calloc((size_t)(3 * size + 1 + before + 3 * MORE), sizeof(int));
    l->row = l->unknown + size, l->start = l->row + size, l->column = l->start + size + 1;
    for (int i = 0; i < MORE; i++) {
        if (i)
            l->column[at++] = i - 1;
        l->column[at++] = i, l->column[at++] = MORE;
        l->unknown[i] = s->tops + i, l->start[i + 1] = at;
    }
    for (int i = 0; i < k->size; i++) {
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            l->column[at++] = MORE + k->pattern.column[e];
        l->unknown[MORE + i] = k->unknown[i], l->row[MORE + i] = k->row[i];
        l->start[MORE + i + 1] = at;
    }
    l->kernel = (invo_kernel){
        size, MORE + k->primary, l->unknown, l->row, {size, size, l->start, l->column}};
    l->s = *s, l->s.tops += MORE;
    l->s.fixed = NULL; /* has no place for more top unknowns */
    l->s.kernel = &l->kernel, l->s.kernel_equations = equations;
    model_system = s;
}

typedef struct made {
    invo_context *context;
    invo_model *model;
    invo_options options;
} made;

/* options: "name=value name=value" */
static made make(const char *text, const char *options) {
    made m = {.context = invo_context_new()};
    static char words[200]; /* the options keep their values there */
    invo_status status = strstr(text, ".mo") ? invo_model_read(m.context, text, &m.model)
                                             : invo_model_parse(m.context, "m.mo", text,
                                                                strlen(text), &m.model);
    if (!status)
        status = invo_model_options(m.model, invo_options_init(&m.options));
    snprintf(words, sizeof words, "by=arclength %s", options);
    for (char *name = strtok(words, " "); name && !status; name = strtok(NULL, " ")) {
        char *value = strchr(name, '=');
        *value++ = 0;
        status = invo_options_set(m.context, &m.options, name, value);
    }
    if (status)
        fail_msg("%s", invo_context_message(m.context));
    return m;
}

static void release(made *m) {
    invo_model_free(m->model);
    invo_context_free(m->context);
}

static double most_units(const invo_result *r) {
    invo_ledger_row row;
    double worst = 0;
    for (int k = 0; invo_result_ledger(r, k, &row); k++)
        if (!(row.scaled_max <= worst))
            worst = row.scaled_max;
    return worst;
}

static void compare_impasses(const invo_result *a, const invo_result *b) {
    invo_result_impasse_row x, y;
    for (long k = 0;; k++) {
        int more = invo_result_impasse(a, k, &x);
        assert_int_equal(invo_result_impasse(b, k, &y), more);
        if (!more)
            return;
        assert_string_equal(x.kind, y.kind);
        assert_true(fabs(x.t - y.t) < 1e-7);
    }
}

/* The enlarged system must take the other way. */
static void check_sparse(const invo_system *s, invo_context *c) {
    kernel k = {.kind = DIRECTION_BORDER};
    assert_int_equal(kernel_plan(&k, s, c), INVO_OK);
    assert_non_null(k.border);
    assert_true(unit_rows_columns(s) > REGULARITY_LARGEST_DENSE);
    kernel_free(&k);
}

/* Runs the model and the enlarged one, with the same status. */
static void run_both(made *m, invo_status expected, invo_result *r[2]) {
    larger l;
    invo_status status = invo_model_run(m->model, &m->options, &r[0]);
    if (status != expected)
        fail_msg("%s", invo_context_message(m->context));
    enlarge(invo_model_system(m->model), &l);
    check_sparse(&l.s, m->context);
    status = invo_system_run(m->context, &l.s, &m->options, &r[1]);
    if (status != expected)
        fail_msg("enlarged: %s", invo_context_message(m->context));
    free(l.unknown);
}

static void compare(const char *text, const char *options, double allowed) {
    made m = make(text, options);
    invo_result *r[2];
    run_both(&m, INVO_OK, r);
    const invo_statistics *s = invo_result_statistics(r[0]),
                          *t = invo_result_statistics(r[1]);
    assert_true(labs(s->steps - t->steps) <= s->steps / 50);
    assert_true(most_units(r[0]) <= 4 && most_units(r[1]) <= 4);
    compare_impasses(r[0], r[1]);
    for (int k = 0; k <= invo_result_columns(r[0]); k++) {
        double x = invo_result_final(r[0])[k], y = invo_result_final(r[1])[k];
        if (!(fabs(x - y) <= allowed * (1 + fabs(x))))
            fail_msg("%s %s: column %d ends with %.15g and %.15g", text, options, k, x,
                     y);
    }
    invo_result_free(r[0]), invo_result_free(r[1]);
    release(&m);
}

static const char sphere[] = "model M Real y(start = 0.5, fixed = true); equation "
                             "der(y)^2 + y^2 + time^2 = 1; initial equation "
                             "der(y) = sqrt(0.75); end M;";
static const char circle[] = "model M Real y(start = 0, fixed = true), z(start = 1); "
                             "equation der(y) = z; y^2 + z^2 = 1; end M;";

static void the_gallery_runs_the_same(void **state) {
    (void)state;
    static const char *const direction[] = {"border", "sphere-cg"};
    for (int k = 0; k < 2; k++) {
        char options[100];
        snprintf(options, sizeof options, "rtol=1e-8 direction=%s", direction[k]);
        compare("models/PlugFlow.mo", options, 1e-7);
        compare("models/Chain6.mo", options, 1e-9);
        compare("models/SphereEquation.mo", options, 1e-7);
    }
    compare("models/Pendulum.mo", "rtol=1e-8 stop=5", 1e-7);
    compare("models/SixParticlesEnergy.mo", "rtol=1e-8", 1e-8);
    compare("models/CurvatureLine.mo", "rtol=1e-8", 1e-7);
}

static void folds_are_the_same(void **state) {
    (void)state;
    compare(sphere, "rtol=1e-9 stop=3 length=1.7", 1e-7);
    compare("models/PlugFlow.mo", "rtol=1e-6 method=rk4", 1e-5);
}

/* -u'' = t exp(u) between zeros, by differences (Bratu's problem): t has its largest
 * value 8 x^2 / cosh(x)^2, x tanh(x) = 1, but for the error of the differences. There all
 * of J is singular, and no part of it alone. */
static void a_fold_of_a_thousand_unknowns_is_passed(void **state) {
    (void)state;
    static const char text[] =
        "model B parameter Integer n = 1000; Real u[n](start = {0 for i in 1:n}, each "
        "nominal = sqrt(n)); equation u[2] - 2*u[1] + time/(n + 1)^2*exp(u[1]) = 0; "
        "for i in 2:n - 1 loop u[i - 1] - 2*u[i] + u[i + 1] + time/(n + "
        "1)^2*exp(u[i]) = 0; end for; u[n - 1] - 2*u[n] + time/(n + 1)^2*exp(u[n]) = 0; "
        "end B;";
    made m = make(text, "stop=10 length=6");
    invo_result *r = NULL;
    invo_result_impasse_row row;
    double x = 1.2;
    for (int k = 0; k < 20; k++)
        x = 1 / tanh(x);
    if (invo_model_run(m.model, &m.options, &r))
        fail_msg("%s", invo_context_message(m.context));
    assert_true(invo_result_impasse(r, 0, &row));
    assert_string_equal(row.kind, "fold");
    double error = row.t - 8 * x * x / (cosh(x) * cosh(x));
    if (!(fabs(error) < 3e-6))
        fail_msg("the fold is off by %g", error);
    assert_false(invo_result_impasse(r, 1, &row));
    assert_true(invo_result_final(r)[0] < 2 && most_units(r) <= 4);
    invo_result_free(r);
    release(&m);
}

/* At t = pi/2, where y = 1 and z = 0. */
static void the_loss_of_one_curve_is_seen(void **state) {
    (void)state;
    static const char *const rtol[] = {"1e-4", "1e-6", "1e-8", "1e-10"};
    for (int k = 0; k < 4; k++) {
        char options[100];
        snprintf(options, sizeof options, "stop=3 rtol=%s", rtol[k]);
        made m = make(circle, options);
        invo_result *r[2];
        run_both(&m, INVO_E_DIRECTION, r);
        for (int i = 0; i < 2; i++) {
            assert_string_equal(invo_result_stopped_by(r[i]), "singular");
            assert_true(fabs(invo_result_final(r[i])[0] - acos(0)) < 10 * atof(rtol[k]));
            invo_result_free(r[i]);
        }
        assert_non_null(strstr(invo_context_message(m.context), "no longer one curve"));
        release(&m);
    }
}

/* The estimate at points off the start, against all singular values. */
static void check_estimate(const char *text, const char *options) {
    made m = make(text, options);
    invo_result *result;
    invo_model_run(m.model, &m.options, &result);
    const invo_system *s = invo_model_system(m.model);
    kernel k = {.kind = DIRECTION_BORDER};
    manifold a;
    regularity r;
    assert_int_equal(kernel_plan(&k, s, m.context), INVO_OK);
    assert_int_equal(regularity_plan(&r, s, m.context), INVO_OK);
    size_t n = (size_t)s->coordinates;
    double *u = NULL, *v = NULL;
    void *work = NULL;
    pool p = {0};
    for (int taking = 0; taking < 2; taking++) {
        manifold_lay_out(&a, s, 1, &p);
        kernel_lay_out(&k, &p);
        regularity_lay_out(&r, &k, &a, &p);
        u = pool_doubles(&p, n);
        v = pool_doubles(&p, n + (size_t)s->tops);
        if (!taking)
            assert_true(pool_open(&p, work = calloc(1, p.used)));
    }
    memcpy(u, s->start, sizeof *u * n);
    for (int point = 0; point < 20; point++) {
        for (size_t j = 0; j < n; j++)
            u[j] += 0.01 * v[j];
        assert_int_equal(kernel_at(&k, u, v, v + n, 0), INVO_OK);
        double sigma = regularity_sigma(&r, u), about = regularity_estimate(&r, u);
        if (!(about > 0.9 * sigma && about < 1.5 * sigma))
            fail_msg("%s, point %d: %g for %g", text, point, about, sigma);
    }
    kernel_free(&k), regularity_free(&r);
    free(work);
    invo_result_free(result);
    release(&m);
}

static void sigma_is_estimated_well(void **state) {
    (void)state;
    check_estimate("models/PlugFlow.mo", "stop=0.1");
    check_estimate("models/Pendulum.mo", "stop=0.1");
    check_estimate("models/Chain6.mo", "stop=0.1");
    check_estimate(sphere, "stop=0.1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gallery_runs_the_same),
        cmocka_unit_test(folds_are_the_same),
        cmocka_unit_test(a_fold_of_a_thousand_unknowns_is_passed),
        cmocka_unit_test(the_loss_of_one_curve_is_seen),
        cmocka_unit_test(sigma_is_estimated_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
