/* End states against independent references (../shared/reference, 20 digits and more),
 * with the ledger: a small residual is not accuracy, and a small error is not a small
 * residual. Skipped where the references are not there. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <jansson.h>
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

typedef struct pair {
    const char *ours, *theirs;
} pair;

typedef struct comparison {
    const char *key; /* in reference.json */
    const char
        *part; /* "own_reference" or "state": an object, or an array beside `names` */
    const char
        *file; /* below the source, or below the references where it begins with '@' */
    const char *set[3];
    const char *method;
    double rtol, stop;
    double absolute, relative; /* allowed error of each value */
    pair names[12];
} comparison;

static const comparison comparisons[] = {
    {"ivp.Pleiades",
     "own_reference",
     "@Pleiades.mo",
     {0},
     "dop853",
     1e-9,
     3,
     1e-6,
     0,
     {{"x[1]", "x[1]"},
      {"x[2]", "x[2]"},
      {"x[7]", "x[7]"},
      {"y[1]", "y[1]"},
      {"y[6]", "y[6]"},
      {"y[7]", "y[7]"},
      {"u[1]", "u[1]"},
      {"u[6]", "u[6]"},
      {"u[7]", "u[7]"},
      {"v[1]", "v[1]"},
      {"v[7]", "v[7]"}}},
    {"ivp.CarAxis",
     "own_reference",
     "@CarAxis.mo",
     {0},
     "dop853",
     1e-9,
     3,
     1e-6,
     0,
     {{"xl", "xl"}, {"yl", "yl"}, {"xr", "xr"}, {"yr", "yr"}}},
    {"ivp.AndrewsSqueezer",
     "own_reference",
     "@AndrewsSqueezer.mo",
     {0},
     "dop853",
     1e-9,
     0.03,
     0,
     1e-7,
     {{"q1", "q1"},
      {"q2", "q2"},
      {"q3", "q3"},
      {"q4", "q4"},
      {"q5", "q5"},
      {"q6", "q6"},
      {"q7", "q7"}}},
    {"ivp.AndrewsSqueezer",
     "own_reference",
     "@AndrewsSqueezer.mo",
     {0},
     "taylor",
     1e-13,
     0.03,
     0,
     1e-11,
     {{"q1", "q1"},
      {"q2", "q2"},
      {"q3", "q3"},
      {"q4", "q4"},
      {"q5", "q5"},
      {"q6", "q6"},
      {"q7", "q7"},
      {"v1", "v1"},
      {"v3", "v3"},
      {"v5", "v5"},
      {"v7", "v7"}}},
    {"ivp.ChemAkzo",
     "own_reference",
     "@ChemAkzo.mo",
     {0},
     "dop853",
     1e-9,
     180,
     0,
     1e-8,
     {{"y1", "y1"},
      {"y2", "y2"},
      {"y3", "y3"},
      {"y4", "y4"},
      {"y5", "y5"},
      {"y6", "y6"}}},
    {"bl.b_springmass",
     "state",
     "models/SpringMassChain.mo",
     {0},
     "dop853",
     1e-11,
     400,
     1e-7,
     0,
     {{"p1", "p1"},
      {"p2", "p2"},
      {"p3", "p3"},
      {"v1", "v1"},
      {"v2", "v2"},
      {"v3", "v3"},
      {"F", "F"}}},
    {"bl.b_circuit",
     "state",
     "models/LinearCircuit.mo",
     {0},
     "dop853",
     1e-10,
     1,
     1e-9,
     0,
     {{"e1", "e1"}, {"e2", "e2"}, {"q1", "q1"}, {"q2", "q2"}, {"iV", "iV"}}},
    {"ta.fourbar_T0.8_gam9.81_x5",
     "state",
     "models/FourBar.mo",
     {0},
     "dop853",
     1e-12,
     5,
     1e-8,
     0,
     {{"x1", "y1"},
      {"y1", "y2"},
      {"x2", "y3"},
      {"y2", "y4"},
      {"der(x1)", "y1_1"},
      {"der(y2)", "y4_1"}}},
    {"ta.fourbar_T0_gam1_x5",
     "state",
     "models/FourBar.mo",
     {"T=0", "g=1"},
     "dop853",
     1e-12,
     5,
     1e-9,
     0,
     {{"x1", "y1"},
      {"y1", "y2"},
      {"x2", "y3"},
      {"y2", "y4"},
      {"der(x1)", "y1_1"},
      {"der(y2)", "y4_1"}}},
    {"ta.mech6_c10_x1",
     "state",
     "models/Chain6.mo",
     {0},
     "dop853",
     1e-12,
     1,
     1e-9,
     0,
     {{"x1", "y1"},
      {"y1", "y2"},
      {"x6", "y11"},
      {"y6", "y12"},
      {"vx1", "y1_1"},
      {"vy6", "y12_1"}}},
};

static json_t *references;
static char folder[1000];

static int load(void **state) {
    (void)state;
    char path[1100];
    const char *source = getenv("INVOLUTE_SOURCE");
    snprintf(folder, sizeof folder, "%s/../shared/reference", source ? source : ".");
    snprintf(path, sizeof path, "%s/reference.json", folder);
    references = json_load_file(path, 0, NULL);
    if (!references)
        print_message("no references at %s: skipped\n", path);
    return 0;
}

static int unload(void **state) {
    (void)state;
    json_decref(references);
    return 0;
}

static double reference_value(const comparison *k, const char *name) {
    json_t *entry = json_object_get(references, k->key),
           *values = json_object_get(entry, k->part);
    json_t *names = json_object_get(entry, "names"),
           *value = json_object_get(values, name);
    for (size_t i = 0; json_is_array(values) && i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            value = json_array_get(values, i);
    if (!json_is_string(value))
        fail_msg("%s has no value for %s", k->key, name);
    return strtod(json_string_value(value), NULL);
}

static double final_value(const invo_result *r, const char *name) {
    for (int i = 0; i < invo_result_columns(r); i++)
        if (strcmp(invo_result_column(r, i), name) == 0)
            return invo_result_final(r)[i + 1];
    fail_msg("no column %s", name);
    return NAN;
}

static void check_ledger(const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= 4))
            fail_msg("%s, level %d: %g units", row.row.equation, row.row.level,
                     row.scaled_max);
}

static void compare(const comparison *k) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    if (*k->file == '@')
        snprintf(path, sizeof path, "%s/%s", folder, k->file + 1);
    else
        snprintf(path, sizeof path, "%s/%s", source ? source : ".", k->file);
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    for (int i = 0; k->set[i]; i++)
        assert_int_equal(invo_model_set(m, k->set[i]), 0);
    o.method = k->method, o.rtol = k->rtol, o.stop = k->stop;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    for (int i = 0; k->names[i].ours; i++) {
        double exact = reference_value(k, k->names[i].theirs),
               ours = final_value(r, k->names[i].ours);
        if (!(fabs(ours - exact) <= k->absolute + k->relative * fabs(exact)))
            fail_msg("%s: %s = %.17g, reference %.17g, difference %.2g", k->key,
                     k->names[i].ours, ours, exact, ours - exact);
    }
    check_ledger(r);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

static void end_states_agree_with_the_references(void **state) {
    (void)state;
    if (!references)
        skip();
    for (size_t k = 0; k < sizeof comparisons / sizeof *comparisons; k++)
        compare(&comparisons[k]);
}

/* 100 periods of the pendulum of paper 001, every constraint at round-off at each of 5000
 * output points: the ledger counts, and the rows are checked here once more by hand. */
static void hundred_periods(const char *project) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    snprintf(path, sizeof path, "%s/models/Pendulum.mo", source ? source : ".");
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    o.method = "dopri54", o.rtol = 1e-8, o.stop = 200, o.points = 5000,
    o.project = project;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    assert_int_equal(invo_result_rows(r), 5001);
    for (long i = 0; i < invo_result_rows(r); i++) {
        const double *p = invo_result_row(r, i); /* time, x, y, vx, vy, lambda */
        double x = p[1], y = p[2], u = p[3], v = p[4], speed = u * u + v * v;
        assert_true(fabs(x * x + y * y - 1) <= 1e-15);
        assert_true(fabs(x * u + y * v) <= 1e-15 * (1 + sqrt(speed)));
        assert_true(fabs(speed - 2 * p[5] - 13.7503716373294544 * y) <=
                    1e-13 * (1 + speed));
    }
    check_ledger(r);
    assert_true(fabs(final_value(r, "x") + 1) <
                1e-5); /* back at the start after whole periods */
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

static void pendulum_over_100_periods(void **state) {
    (void)state;
    hundred_periods("step");
    hundred_periods("stages");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(end_states_agree_with_the_references),
        cmocka_unit_test(pendulum_over_100_periods),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
