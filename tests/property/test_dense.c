/* The solution between output rows, asked after the run: it is what a run with output
 * rows at these times writes, by every method, through events and changes of the mode,
 * forward and backward, and it satisfies the equations to round-off.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <glob.h>
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

static const char pendulum[] =
    "model P\n  parameter Real L = 1;\n  Real x(start = 1, fixed = true);\n"
    "  Real y(start = 0);\n  Real vx(start = 0, fixed = true);\n  Real vy;\n"
    "  Real F;\nequation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -F*x;\n"
    "  der(vy) = -F*y - 9.81;\n  x^2 + y^2 = L^2;\nend P;\n";
static const char kepler[] =
    "model K\n  Real x(start = 0.4, fixed = true);\n  Real y(start = 0, fixed = true);\n"
    "  Real vx(start = 0, fixed = true);\n  Real vy(start = 2, fixed = true);\n"
    "equation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -x/sqrt(x^2 + y^2)^3;\n"
    "  der(vy) = -y/sqrt(x^2 + y^2)^3;\n  annotation(__involute(invariants = {"
    "invariant(name = \"E\", expr = (vx^2 + vy^2)/2 - 1/sqrt(x^2 + y^2))}));\nend K;\n";
static const char ball[] =
    "model B\n  Real h(start = 1, fixed = true);\n  Real v(start = 0, fixed = true);\n"
    "  discrete Integer n;\n  discrete Real last;\nequation\n  der(h) = v;\n"
    "  der(v) = -9.81;\n  when h < 0 then\n    reinit(v, -0.8*pre(v));\n"
    "    n = pre(n) + 1;\n    last = time;\n  end when;\nend B;\n";
/* Two modes with different unknowns, and a parameter of the field that events change. */
static const char modes[] =
    "model M\n  Real x(start = 1, fixed = true);\n  Real v(start = 0, fixed = true);\n"
    "  Real f;\n  discrete Real k(start = 1, fixed = true);\nequation\n  der(x) = v;\n"
    "  der(v) = -k*x + f;\n  if x > 0.5 then\n    f = 0.25*sin(5*time);\n  else\n"
    "    f + v = 0.125*x;\n  end if;\n  when sample(0.3, 0.7) then\n"
    "    k = pre(k) + 0.5;\n  end when;\nend M;\n";
static const char stiff[] =
    "model V\n  Real x(start = 2, fixed = true);\n  Real y(start = 0, fixed = true);\n"
    "equation\n  der(x) = y;\n  der(y) = 20*(1 - x^2)*y - x;\nend V;\n";
static const char oscillator[] =
    "model O\n  Real q(start = 1, fixed = true);\n  Real p(start = 0, fixed = true);\n"
    "equation\n  der(q) = p;\n  der(p) = -q;\n  annotation(__involute(invariants = {"
    "invariant(name = \"H\", expr = (p^2 + q^2)/2)}, blocks = {{q, p}}));\nend O;\n";

typedef struct trial {
    invo_context *c;
    invo_model *m;
    invo_options o;
    invo_result *r;
} trial;

static void trial_read(trial *x, const char *text, const char *method, double stop) {
    memset(x, 0, sizeof *x);
    x->c = invo_context_new();
    if (invo_model_parse(x->c, "m.mo", text, strlen(text), &x->m))
        fail_msg("%s", invo_context_message(x->c));
    invo_options_init(&x->o);
    assert_int_equal(invo_model_options(x->m, &x->o), INVO_OK);
    x->o.method = method;
    x->o.stop = stop;
    x->o.points = 10;
}

static void trial_free(trial *x) {
    invo_result_free(x->r);
    invo_model_free(x->m);
    invo_context_free(x->c);
}

static unsigned long long seed;
static double chance(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static const double *last_at(const invo_result *r, double t) {
    const double *found = NULL;
    for (long i = 0; i < invo_result_rows(r); i++)
        if (invo_result_row(r, i)[0] == t)
            found = invo_result_row(r, i);
    return found;
}

/* How far two rows are apart, in ulps of the larger one of a column, or of 1e-3. */
static double distance(const double *a, const double *b, int columns) {
    double most = 0;
    for (int k = 0; k <= columns; k++) {
        if (isnan(a[k]) && isnan(b[k]))
            continue;
        double size = fmax(fmax(fabs(a[k]), fabs(b[k])), 1e-3);
        double off = fabs(a[k] - b[k]) / (size * DBL_EPSILON);
        if (!(off <= most))
            most = off;
    }
    return most;
}

typedef struct agreement {
    long rows, equal;
    double worst; /* ulps */
} agreement;

/* The rows of a run with many output times, and the same times asked of a run that wrote
 * few, in any order. */
static agreement compare(const char *text, const char *method, double start, double stop,
                         double step) {
    trial many, few;
    agreement found = {0};
    trial_read(&many, text, method, stop);
    trial_read(&few, text, method, stop);
    many.o.start = few.o.start = start;
    if (step > 0)
        many.o.step = few.o.step = step;
    many.o.points = 200;
    few.o.dense = 1;
    if (invo_model_run(many.m, &many.o, &many.r) || invo_model_run(few.m, &few.o, &few.r))
        fail_msg("%s: %s%s", method, invo_context_message(many.c),
                 invo_context_message(few.c));
    const int columns = invo_result_columns(many.r);
    double *row = calloc((size_t)columns + 1, sizeof *row);
    seed = 17;
    for (int k = 0; k < 300; k++) {
        long i = (long)(chance() * (double)invo_result_rows(many.r));
        const double *wanted = last_at(many.r, invo_result_row(many.r, i)[0]);
        if (invo_result_at(few.r, wanted[0], row))
            fail_msg("%s, t = %.17g: %s", method, wanted[0], invo_context_message(few.c));
        double off = distance(wanted, row, columns);
        found.rows++;
        found.equal += memcmp(wanted, row, sizeof *row * ((size_t)columns + 1)) == 0;
        found.worst = fmax(found.worst, off);
    }
    free(row);
    trial_free(&many);
    trial_free(&few);
    return found;
}

static void check(const char *text, const char *method, double start, double stop,
                  double step) {
    agreement a = compare(text, method, start, stop, step);
    if (a.equal < a.rows)
        fail_msg("%s: %ld of %ld rows differ, by up to %g ulps", method, a.rows - a.equal,
                 a.rows, a.worst);
}

static void test_methods(void **state) {
    static const char *const adaptive[] = {"auto",  "dop853", "dopri54", "bs32",
                                           "rkf45", "radau",  "taylor"};
    (void)state;
    for (size_t i = 0; i < sizeof adaptive / sizeof *adaptive; i++) {
        check(pendulum, adaptive[i], 0, 3, 0);
        check(kepler, adaptive[i], 0, 5, 0);
        check(stiff, adaptive[i], 0, 30, 0);
    }
}

/* All methods, whatever they are, by constant steps or as they like. */
static void test_all_methods(void **state) {
    invo_method_info info;
    (void)state;
    int count = 0;
    for (int i = 0; invo_method_describe(i, &info); i++) {
        trial x;
        trial_read(&x, oscillator, info.name, 2);
        x.o.step = 0.03125;
        int fits = invo_model_run(x.m, &x.o, &x.r) == INVO_OK;
        trial_free(&x);
        if (!fits)
            continue; /* it needs what this model does not have */
        check(oscillator, info.name, 0, 2, 0.03125);
        count++;
    }
    assert_true(count > 15);
}

static void test_events(void **state) {
    static const char *const methods[] = {"auto", "dop853", "dopri54", "radau", "taylor"};
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        check(ball, methods[i], 0, 3, 0);
        check(modes, methods[i], 0, 3, 0);
    }
}

static void test_backward(void **state) {
    (void)state;
    check(pendulum, "dop853", 3, 0, 0);
    check(modes, "radau", 0, -2, 0);
}

/* Residuals of the pendulum's equations as written, in units of round-off. */
static void test_on_the_manifold(void **state) {
    static const char *const methods[] = {"dop853", "radau", "taylor", "bs32"};
    enum { X = 1, Y, VX, VY };
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        trial x;
        double row[8];
        double most = 0;
        trial_read(&x, pendulum, methods[i], 5);
        x.o.dense = 1;
        assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_OK);
        seed = 5;
        for (int k = 0; k < 2000; k++) {
            assert_int_equal(invo_result_at(x.r, 5 * chance(), row), INVO_OK);
            double length = row[X] * row[X] + row[Y] * row[Y] - 1;
            double hidden = row[X] * row[VX] + row[Y] * row[VY];
            double size = fabs(row[X] * row[VX]) + fabs(row[Y] * row[VY]) + 1e-3;
            most = fmax(most, fabs(length) / (3 * DBL_EPSILON));
            most = fmax(most, fabs(hidden) / (3 * DBL_EPSILON * size));
        }
        print_message("%s: %.2f units\n", methods[i], most);
        assert_true(most < 4);
        trial_free(&x);
    }
}

/* The order of the method: against a run at a tight tolerance. */
static void test_order(void **state) {
    trial rough, fine;
    double row[8], best[8];
    (void)state;
    trial_read(&rough, kepler, "dop853", 5);
    trial_read(&fine, kepler, "dop853", 5);
    rough.o.rtol = 1e-8;
    fine.o.rtol = 1e-12;
    rough.o.dense = fine.o.dense = 1;
    assert_int_equal(invo_model_run(rough.m, &rough.o, &rough.r), INVO_OK);
    assert_int_equal(invo_model_run(fine.m, &fine.o, &fine.r), INVO_OK);
    double most = 0;
    for (int k = 1; k < 1000; k++) {
        assert_int_equal(invo_result_at(rough.r, 0.005 * k, row), INVO_OK);
        assert_int_equal(invo_result_at(fine.r, 0.005 * k, best), INVO_OK);
        for (int j = 1; j < 5; j++)
            most = fmax(most, fabs(row[j] - best[j]));
    }
    print_message("between steps: %.2g\n", most);
    assert_true(most < 1e-5);
    trial_free(&rough);
    trial_free(&fine);
}

/* --- the gallery, and models with events --- */

/* Runs a file; 0: it does not come to its end. */
static int run_file(const char *path, trial *x) {
    memset(x, 0, sizeof *x);
    x->c = invo_context_new();
    if (invo_model_read(x->c, path, &x->m) ||
        invo_model_options(x->m, invo_options_init(&x->o)))
        return 0;
    x->o.points = 120;
    x->o.every = NAN;
    x->o.steps = 0;
    x->o.max_steps = 3000;
    x->o.dense = 1;
    invo_model_run(x->m, &x->o, &x->r);
    return x->r && strcmp(invo_result_status(x->r), "done") == 0;
}

typedef struct census {
    long files, rows, equal, refused;
    double worst;
    char where[300];
} census;

static void note_row(census *found, const char *path, double t, double off) {
    found->rows++;
    found->equal += off == 0;
    if (off <= found->worst)
        return;
    found->worst = off;
    snprintf(found->where, sizeof found->where, "%s, t = %.17g", path, t);
}

/* Asks for the times of its rows, the last ones first. What lies beyond a fold, or in a
 * stretch by arclength, is refused. */
static void ask_file(const char *path, census *found) {
    trial x;
    const int fits = run_file(path, &x);
    const int columns = fits ? invo_result_columns(x.r) : 0;
    double *row = calloc((size_t)columns + 1, sizeof *row);
    for (long i = fits ? invo_result_rows(x.r) - 1 : -1; i >= 0; i -= 2) {
        const double *wanted = last_at(x.r, invo_result_row(x.r, i)[0]);
        if (!invo_result_at(x.r, wanted[0], row)) {
            note_row(found, path, wanted[0], distance(wanted, row, columns));
            continue;
        }
        if (!invo_result_impasse(x.r, 0, &(invo_result_impasse_row){0}) &&
            !strstr(invo_context_message(x.c), "pile up"))
            fail_msg("%s: %s", path, invo_context_message(x.c));
        found->refused++;
    }
    found->files += fits;
    free(row);
    trial_free(&x);
}

static census ask_files(const char *pattern) {
    const char *root = getenv("INVOLUTE_SOURCE");
    char path[1000];
    glob_t files;
    census found = {0};
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", pattern);
    assert_int_equal(glob(path, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        ask_file(files.gl_pathv[i], &found);
    globfree(&files);
    print_message("%s: %ld files, %ld rows, %ld equal, %ld refused; worst %g ulps (%s)\n",
                  pattern, found.files, found.rows, found.equal, found.refused,
                  found.worst, found.where);
    return found;
}

/* Rows are equal to the last bit, but for a few that a Newton iteration from elsewhere
 * ends at, or that stand for the limit of events that pile up. */
static void test_gallery(void **state) {
    static const char *const patterns[] = {"models/*.mo", "tests/reference/*.mo",
                                           "tests/reference/events/*/*.mo"};
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        census found = ask_files(patterns[i]);
        assert_true(found.files > 20);
        assert_true(found.worst <= 1e4);
        assert_true(1000 * (found.rows - found.equal) <= found.rows);
    }
}

/* --- what is refused --- */

static void check_refuses(const trial *x, double t, const char *why) {
    double row[16];
    assert_int_equal(invo_result_at(x->r, t, row), INVO_E_ARGUMENT);
    if (!strstr(invo_context_message(x->c), why))
        fail_msg("expected '%s' in: %s", why, invo_context_message(x->c));
}

static void test_refusals(void **state) {
    trial x;
    double row[16];
    (void)state;
    trial_read(&x, pendulum, "auto", 1);
    assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_OK);
    check_refuses(&x, 0.5, "set the option dense");
    invo_result_free(x.r);
    x.o.dense = 1;
    assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_OK);
    assert_int_equal(invo_result_at(x.r, 0, row), INVO_OK);
    assert_memory_equal(row, invo_result_row(x.r, 0), sizeof(double) * 6);
    assert_int_equal(invo_result_at(x.r, 1, row), INVO_OK);
    assert_memory_equal(row, invo_result_final(x.r), sizeof(double) * 6);
    check_refuses(&x, 1.5, "outside of the run, which goes from 0 to 1");
    check_refuses(&x, -1e-9, "outside of the run");
    check_refuses(&x, NAN, "outside of the run");
    assert_int_equal(invo_model_set(x.m, "L=2"), INVO_OK);
    check_refuses(&x, 0.5, "has been changed");
    invo_result_free(x.r);
    assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_OK);
    invo_model_free(x.m); /* the result stays */
    x.m = NULL;
    check_refuses(&x, 0.5, "has been changed");
    trial_free(&x);
}

static void test_arclength(void **state) {
    static const char fold[] = "model F\n  Real x(start = -1, fixed = true);\nequation\n"
                               "  2*x*der(x) = -1;\nend F;\n";
    trial x;
    double row[4];
    (void)state;
    trial_read(&x, pendulum, "auto", 1);
    x.o.by = "arclength";
    x.o.dense = 1;
    assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_E_ARGUMENT);
    assert_non_null(strstr(invo_context_message(x.c), "needs steps by time"));
    trial_free(&x);
    trial_read(&x, fold, "auto", 2); /* x = -sqrt(1 - t) */
    x.o.dense = 1;
    invo_model_run(x.m, &x.o, &x.r);
    if (invo_result_at(x.r, 0.5, row))
        fail_msg("%s", invo_context_message(x.c));
    assert_true(fabs(row[1] + sqrt(0.5)) < 1e-5);
    invo_status status = invo_result_at(x.r, 0.9999999, row);
    if (!status) /* a step by time has come so far */
        assert_true(fabs(row[1] + sqrt(1e-7)) < 1e-3);
    assert_int_equal(invo_result_at(x.r, 1.5, row), INVO_E_ARGUMENT);
    trial_free(&x);
}

static int column(const invo_result *r, const char *name) {
    int k = 0;
    while (strcmp(invo_result_column(r, k), name) != 0)
        k++;
    return k + 1;
}

/* The row after an event, and between the events of a pile their values. */
static void test_at_events(void **state) {
    trial x;
    double row[8];
    invo_result_event_row event;
    (void)state;
    trial_read(&x, ball, "dopri54", 3);
    x.o.dense = 1;
    assert_int_equal(invo_model_run(x.m, &x.o, &x.r), INVO_OK);
    const int v = column(x.r, "v");
    const int n = column(x.r, "n");
    long i = 0;
    for (; invo_result_event(x.r, i, &event); i++) {
        assert_int_equal(invo_result_at(x.r, event.t, row), INVO_OK);
        assert_true(row[v] > 0);
        assert_true(row[n] == (double)i + 1);
        assert_true(row[column(x.r, "last")] == event.t);
        assert_int_equal(invo_result_at(x.r, nextafter(event.t, 0), row), INVO_OK);
        assert_true(row[v] < 0);
        assert_true(row[n] == (double)i);
    }
    assert_true(i > 3);
    trial_free(&x);
}

/* --- C functions --- */

static int rotate(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1;
    v[1] = -u[2];
    v[2] = u[1];
    return 0;
}
static void circle(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
}
static double height(void *self, const double *u) {
    (void)self;
    return u[2];
}

static void test_callbacks(void **state) {
    static const double start[] = {0, 1, 0};
    const invo_trigger trigger = {"x = 0", 0, height, NULL, NULL};
    invo_system s;
    invo_options o;
    invo_result *r;
    double row[3];
    (void)state;
    invo_context *c = invo_context_new();
    invo_system_init(&s);
    s.coordinates = 3;
    s.start = start;
    s.direction = rotate;
    s.constraints = 1;
    s.constraint = circle;
    invo_options_init(&o);
    o.stop = 10;
    o.method = "dop853";
    o.dense = 1;
    assert_int_equal(invo_system_run(c, &s, &o, &r), INVO_OK);
    for (int k = 1; k < 100; k++) {
        assert_int_equal(invo_result_at(r, 0.1 * k, row), INVO_OK);
        assert_true(fabs(row[1] - cos(0.1 * k)) < 1e-4);
        assert_true(fabs(row[1] * row[1] + row[2] * row[2] - 1) < 1e-15);
    }
    invo_result_free(r);
    s.triggers = 1;
    s.trigger = &trigger;
    assert_int_equal(invo_system_run(c, &s, &o, &r), INVO_E_ARGUMENT);
    assert_non_null(strstr(invo_context_message(c), "process.restore"));
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods),         cmocka_unit_test(test_all_methods),
        cmocka_unit_test(test_events),          cmocka_unit_test(test_backward),
        cmocka_unit_test(test_on_the_manifold), cmocka_unit_test(test_order),
        cmocka_unit_test(test_gallery),         cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_arclength),       cmocka_unit_test(test_at_events),
        cmocka_unit_test(test_callbacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
