/* SPDX-License-Identifier: BSD-3-Clause */
/* C.-S. Liu's examples (paper 002 of docs/references.md): Table 2 beside ours, the errors
 * of the invariants of examples 1, 2, 3, 6 and 8, and where rays are no chart.
 *
 * The rows of Table 2 are methods and retractions as options name them: post-stabilised
 * is one Newton iteration of the normal retraction ([Ascher97]), for the energy alone;
 * 'mul-cons MRK4' has no test for folds. What the paper calls projected midpoint is not
 * the midpoint rule with the nearest point of the energy surface: both are printed. */
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

static const double PI = 3.14159265358979323846;

/* The ellipse with its energy alone. */
static const char energy_only[] =
    "model Ellipse\n"
    "  Real q[2](start = {0.4, 0}, each fixed = true);\n"
    "  Real p[2](start = {0, 2}, each fixed = true);\n"
    "  Real H = p*p/2 - 1/sqrt(q*q) annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(q) = p;\n"
    "  der(p) = -q/sqrt(q*q)^3;\n"
    "end Ellipse;\n";

typedef struct session {
    invo_context *context;
    invo_model *model;
    invo_options options;
    invo_result *result;
} session;

/* A model of models/, or a text. */
static session open_model(const char *model) {
    session s = {.context = invo_context_new()};
    char path[1000];
    const char *source = getenv("INVOLUTE_SOURCE");
    snprintf(path, sizeof path, "%s/models/%.100s.mo", source ? source : ".", model);
    if (strchr(model, ' ')
            ? invo_model_parse(s.context, "liu.mo", model, strlen(model), &s.model)
            : invo_model_read(s.context, path, &s.model))
        fail_msg("%s", invo_context_message(s.context));
    invo_options_init(&s.options);
    return s;
}

static void run(session *s) {
    if (invo_model_run(s->model, &s->options, &s->result))
        fail_msg("%s", invo_context_message(s->context));
}

static void close_model(session *s) {
    invo_result_free(s->result);
    invo_model_free(s->model);
    invo_context_free(s->context);
}

/* Largest error of the i-th constraint or invariant over the run. */
static double invariant_error(const session *s, int i) {
    invo_ledger_row row;
    assert_true(invo_result_ledger(s->result, i, &row));
    assert_true(row.row.kind != INVO_ROW_TOP);
    return row.max;
}

static double value(const session *s, const double *row, const char *name) {
    for (int j = 0; j < invo_result_columns(s->result); j++)
        if (strcmp(invo_result_column(s->result, j), name) == 0)
            return row[j + 1];
    fail_msg("no %s", name);
    return NAN;
}

/* Table 2. */

enum { PERIODS = 4, FIGURES = 6 };
static const int period[PERIODS] = {1, 2, 10, 25};

typedef struct row {
    const char *name, *method, *retraction;
    int energy_alone;
    long newton_limit;
    int agrees;              /* how many of the printed numbers, to two digits */
    double printed[FIGURES]; /* |q2| at 2, 4, 20, 50 pi; |rho1|, |rho2|; -1: none */
} row;

// clang-format off
static const row coarse[] = {
    {"midpt",           "midpoint-stage","none",       1, 0, 5, {0.16,    0.30,    0.72,    0.10,    0.42e-2, -1}},
    {"RK2",             "rk2",         "none",       1, 0, 5, {0.12,    0.18,    0.67,    0.52,    0.36e-1, -1}},
    {"post-stab-midpt", "midpoint-stage","normal",     1, 1, 5, {0.54e-2, 0.11e-1, 0.54e-1, 0.13,    0.81e-7, -1}},
    {"post-stab-RK2",   "rk2",         "normal",     1, 1, 5, {0.40e-2, 0.81e-2, 0.40e-1, 0.10,    0.15e-6, -1}},
    {"proj-midpt",      "midpoint-stage","orthogonal", 1, 0, 1, {0.14e-2, 0.28e-2, 0.14e-1, 0.34e-1, 0,       -1}},
    {"RK4",             "rk4",         "none",       0, 0, 6, {0.18e-3, 0.49e-3, 0.74e-2, 0.42e-1, 0.84e-4, 0.15e-4}},
    {"symp-RK4",        "forest-ruth", "none",       0, 0, 6, {0.76e-3, 0.15e-2, 0.76e-2, 0.19e-1, 0.20e-4, 0}},
    {"mul-cons MRK4",   "mrk4",        "radial",     0, 0, 6, {0.16e-5, 0.33e-5, 0.16e-4, 0.41e-4, 0,       0}},
};

/* Two figures are no multiples of the others of their rows, as errors that grow evenly
 * from period to period are, and as ours are: 0.81e-4 after 0.40e-4 and before 0.40e-3,
 * 0.16e-5 after 0.78e-6. */
static const row fine[] = {
    {"midpt",           "midpoint-stage","none",       1, 0, 5, {0.16e-2, 0.32e-2, 0.16e-1, 0.40e-1, 0.42e-4,  -1}},
    {"RK2",             "rk2",         "none",       1, 0, 5, {0.15e-2, 0.29e-2, 0.12e-1, 0.20e-1, 0.41e-4,  -1}},
    {"post-stab-midpt", "midpoint-stage","normal",     1, 1, 5, {0.54e-4, 0.11e-3, 0.54e-3, 0.14e-2, 0.83e-13, -1}},
    {"post-stab-RK2",   "rk2",         "normal",     1, 1, 4, {0.40e-4, 0.81e-4, 0.40e-3, 0.10e-2, 0.86e-13, -1}},
    {"proj-midpt",      "midpoint-stage","orthogonal", 1, 0, 1, {0.14e-4, 0.29e-4, 0.14e-3, 0.36e-3, 0,        -1}},
    {"RK4",             "rk4",         "none",       0, 0, 6, {0.12e-7, 0.26e-7, 0.18e-6, 0.69e-6, 0.11e-8,  0.15e-9}},
    {"symp-RK4",        "forest-ruth", "none",       0, 0, 5, {0.78e-7, 0.16e-6, 0.78e-6, 0.16e-5, 0.20e-8,  0}},
    {"mul-cons MRK4",   "mrk4",        "radial",     0, 0, 6, {0.22e-8, 0.45e-8, 0.22e-7, 0.56e-7, 0,        0}},
};
// clang-format on

static session kepler(const row *k, double h) {
    session s = open_model(k->energy_alone ? energy_only : "ModifiedKepler");
    if (!k->energy_alone && invo_model_set(s.model, "eps=0"))
        fail_msg("%s", invo_context_message(s.context));
    s.options.method = k->method, s.options.retraction = k->retraction;
    s.options.newton_limit = k->newton_limit, s.options.fold_limit = 0;
    s.options.metric = "euclidean", s.options.constraint_bound = 1e300;
    s.options.step = h, s.options.stop = 50 * PI, s.options.every = 2 * PI;
    run(&s);
    return s;
}

/* Equal when both are rounded to two digits, give or take the last bit of ours. */
static int is_printed_as(double x, double printed) {
    if (printed == 0)
        return x < 1e-13;
    const double unit = pow(10, floor(log10(printed)) - 1);
    return fabs(x - printed) <= 0.505 * unit;
}

static int compare(const row *k, double h) {
    session s = kepler(k, h);
    double seen[FIGURES];
    int right = 0;
    for (int j = 0; j < PERIODS; j++)
        seen[j] = fabs(value(&s, invo_result_row(s.result, period[j]), "q[2]"));
    seen[4] = invariant_error(&s, 0);
    seen[5] = k->energy_alone ? -1 : invariant_error(&s, 1);
    for (int p = 0; p < 2; p++) {
        printf("%-16s %s", p ? "" : k->name, p ? "printed" : "ours   ");
        for (int j = 0; j < FIGURES; j++)
            if (k->printed[j] < 0)
                printf("         x");
            else
                printf(" %9.2e", p ? k->printed[j] : seen[j]);
        printf("\n");
    }
    for (int j = 0; j < FIGURES; j++)
        right += k->printed[j] >= 0 && is_printed_as(seen[j], k->printed[j]);
    close_model(&s);
    return right < k->agrees;
}

static void table_2_with_the_long_step(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof coarse / sizeof *coarse; k++)
        wrong += compare(&coarse[k], 0.01 * PI);
    assert_int_equal(wrong, 0);
}

static void table_2_with_the_short_step(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t k = 0; k < sizeof fine / sizeof *fine; k++)
        wrong += compare(&fine[k], 0.001 * PI);
    assert_int_equal(wrong, 0);
}

/* Section 7.3, figure 13: eps = 0.01, step 0.1 to t = 500. */
static void modified_kepler_keeps_both_invariants(void **state) {
    (void)state;
    static const struct {
        const char *method, *retraction;
        double energy, momentum; /* printed */
    } list[] = {{"rk4", "none", 0.15, 0.29e-1},
                {"forest-ruth", "none", 0.28e-2, 1e-13},
                {"mrk4", "radial", 1e-13, 1e-13}};
    for (int k = 0; k < 3; k++) {
        session s = open_model("ModifiedKepler");
        s.options.method = list[k].method, s.options.retraction = list[k].retraction;
        s.options.step = 0.1, s.options.stop = 500;
        run(&s);
        double energy = invariant_error(&s, 0), momentum = invariant_error(&s, 1);
        printf("%-12s H %9.2e (printed %.2g), M %9.2e (printed %.2g), %ld folds\n",
               list[k].method, energy, list[k].energy, momentum, list[k].momentum,
               invo_result_statistics(s.result)->folds);
        assert_true(energy <= 1.05 * list[k].energy);
        assert_true(momentum <= 1.05 * list[k].momentum);
        close_model(&s);
    }
}

/* Errors of invariants. */

typedef struct example {
    const char *model, *method, *retraction;
    double step, stop;
    double bound; /* what the paper shows */
    int folds;    /* some are met: 1, none: 0 */
} example;

static void check(const example *e) {
    session s = open_model(e->model);
    s.options.method = e->method, s.options.retraction = e->retraction;
    s.options.step = e->step, s.options.stop = e->stop;
    run(&s);
    double error = invariant_error(&s, 0);
    long folds = invo_result_statistics(s.result)->folds;
    printf("%-18s %-6s %-7s step %-6g error of the invariant %8.1e, printed %7.0e, "
           "%ld folds in %ld steps\n",
           e->model, e->method, e->retraction, e->step, error, e->bound, folds,
           invo_result_statistics(s.result)->steps);
    assert_true(error <= e->bound);
    assert_int_equal(folds > 0, e->folds);
    close_model(&s);
}

static void invariants_are_kept_as_printed_or_better(void **state) {
    (void)state;
    static const example list[] = {
        {"LotkaVolterra", "mgps", "auto", 0.001, 50, 1e-11, 1},
        {"LotkaVolterra", "mgps", "auto", 0.01, 50, 1e-7, 1},
        {"LotkaVolterra", "hmgps", "none", 0.001, 50, 1e-15, 0},
        {"LotkaVolterra", "hmgps", "auto", 0.001, 50, 1e-15, 0},
        {"LotkaVolterra", "hmgps", "auto", 0.01, 50, 1e-15, 0},
        {"LotkaVolterra", "kahan", "none", 0.001, 50, 1e-7, 0},
        {"LotkaVolterra", "mrk4", "auto", 0.01, 50, 1e-15, 1},
        {"RippledBowl", "mgps", "auto", 0.005, 10, 2e-15, 0},
        {"FrictionOscillator", "mgps", "auto", 0.001, 2, 1e-12, 0},
        {"FrictionOscillator", "mrk4", "auto", 0.001, 2, 1e-12, 0},
        {"EulerTop", "mgps", "auto", 0.01, 50, 5e-16, 0},
        {"EulerTop", "mrk4", "auto", 0.01, 50, 5e-16, 0},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        check(&list[k]);
}

/* Example 1 without the constraint spirals out by what figure 4 shows. */
static void gps_alone_loses_the_invariant(void **state) {
    (void)state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        session s = open_model("LotkaVolterra");
        s.options.method = "gps", s.options.retraction = "none";
        s.options.step = k ? 0.01 : 0.001, s.options.stop = 20;
        run(&s);
        error[k] = invariant_error(&s, 0);
        close_model(&s);
    }
    printf("gps alone: error of the invariant %.1e and %.1e, printed 1e-2 and 1e-1\n",
           error[0], error[1]);
    assert_true(error[0] > 1e-3 && error[0] < 3e-2);
    assert_true(error[1] > 1e-2 && error[1] < 3e-1);
}

/* Example 6: one length for all and the energy alone, or two of each. */
static void two_lengths_are_better_than_one(void **state) {
    (void)state;
    static const char single[] =
        "model Top\n"
        "  parameter Real I[3] = {5/8, 5/8, 1/4};\n"
        "  Real P[3](start = {0.48, -0.6, 0.64}, each fixed = true);\n"
        "  Real H = sum(P[i]^2/I[i] for i in 1:3)/2 annotation(__involute(invariant = "
        "true));\n"
        "  Real C = P*P/2;\n"
        "equation\n"
        "  der(P) = cross(P, {P[i]/I[i] for i in 1:3});\n"
        "end Top;\n";
    const double w = (0.25 - 0.625) * 0.64 / (0.625 * 0.25) * 10;
    const double exact = 0.48 * cos(w) + 0.6 * sin(w);
    double error[2], casimir[2];
    for (int k = 0; k < 2; k++) {
        session s = open_model(k ? "EulerTop" : single);
        s.options.method = "mgps", s.options.step = 0.01, s.options.stop = 10;
        run(&s);
        const double *end = invo_result_final(s.result);
        error[k] = fabs(value(&s, end, "P[1]") - exact);
        casimir[k] = fabs(value(&s, end, "C") - 0.5);
        close_model(&s);
    }
    printf("mgps on the top: P[1] errs by %.1e with H, by %.1e with H and C\n", error[0],
           error[1]);
    assert_true(casimir[0] > 1e-5 && casimir[1] < 1e-15);
    assert_true(error[1] < error[0] / 5);
}

/* Example 5: x v = 0 holds for all lengths or none. The rays are no chart anywhere, which
 * is counted, and both constraints are kept all the same. */
static void homogeneous_constraints_are_folds_everywhere(void **state) {
    (void)state;
    session s = open_model("CircularTrack");
    s.options.method = "mrk4", s.options.step = 0.005, s.options.stop = 2;
    run(&s);
    const invo_statistics *t = invo_result_statistics(s.result);
    const double *end = invo_result_final(s.result);
    assert_true(t->folds >= t->steps && t->folds == t->retraction_fallbacks);
    assert_true(fabs(value(&s, end, "u[1]") - sin(4)) < 1e-6);
    assert_true(fabs(value(&s, end, "lambda") + 16) < 1e-6);
    assert_true(invariant_error(&s, 0) < 1e-15 && invariant_error(&s, 1) < 4e-15);
    close_model(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_2_with_the_long_step),
        cmocka_unit_test(table_2_with_the_short_step),
        cmocka_unit_test(modified_kepler_keeps_both_invariants),
        cmocka_unit_test(invariants_are_kept_as_printed_or_better),
        cmocka_unit_test(gps_alone_loses_the_invariant),
        cmocka_unit_test(two_lengths_are_better_than_one),
        cmocka_unit_test(homogeneous_constraints_are_folds_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
