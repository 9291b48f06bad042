/* SPDX-License-Identifier: BSD-3-Clause */
/* The end states of the systems of the papers (../shared/reference, keys ta.* and bl.*),
 * which were computed with 34 digits: 1e-9 relative at a tight tolerance, 1e-7 for the
 * stiff ones, each constraint at round-off. Values near zero count against the largest of
 * their state. Skipped where the references are not there. */
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

typedef struct end_state {
    const char *key, *model, *method;
    double rtol, allowed;
    const char *set[8];
    struct {
        const char *ours, *theirs;
    } names[8];
} end_state;

// clang-format off
static const end_state end_states[] = {
    {"ta.order61_x1", "Growth", "taylor", 1e-13, 1e-9,
     {0},
     {{"y", "y"}, {"der(y)", "y_1"}}},
    {"ta.pendulum_x5.1", "UnitPendulum", "taylor", 1e-14, 1e-9,
     {0},
     {{"x", "y1"}, {"y", "y2"}, {"der(x)", "y1_1"}, {"der(y)", "y2_1"}}},
    {"ta.kepler_x100", "KeplerOrbit", "taylor", 1e-14, 1e-9,
     {0},
     {{"x", "y1"}, {"y", "y2"}, {"vx", "y1_1"}, {"vy", "y2_1"}}},
    {"ta.particle_x20", "MagneticParticle", "dop853", 1e-13, 1e-9,
     {0},
     {{"y[1]", "y1"}, {"y[2]", "y2"}, {"y[3]", "y3"}, {"v[1]", "y1_1"}, {"v[2]", "y2_1"}, {"v[3]", "y3_1"}}},
    {"ta.particle_gen_x20", "MagneticParticle", "dop853", 1e-13, 1e-9,
     {0},
     {{"y[1]", "y1"}, {"y[2]", "y2"}, {"y[3]", "y3"}, {"v[1]", "y1_1"}, {"der(v[1])", "y1_2"}, {"der(v[3])", "y3_2"}}},
    {"ta.mhd_x1.75", "MagnetoHydrodynamics", "dop853", 1e-13, 1e-9,
     {0},
     {{"y1", "y1"}, {"y2", "y2"}, {"y3", "y3"}, {"v1", "y1_1"}, {"v2", "y2_1"}, {"v3", "y3_1"}}},
    {"ta.rigid_x100", "RigidBody", "dop853", 1e-13, 1e-9,
     {0},
     {{"y[1]", "y1"}, {"y[2]", "y2"}, {"y[3]", "y3"}}},
    {"ta.stiff_eps0.1_x1.7", "StiffPendulum", "dop853", 1e-12, 1e-9,
     {"x=0.8499787516403036", "lambda=-17.649999846488274"},
     {{"x", "y1"}, {"y", "y2"}, {"lambda", "y3"}, {"der(x)", "y1_1"}, {"der(y)", "y2_1"}}},
    {"ta.henon_x110", "HenonHeiles", "taylor", 1e-14, 1e-9,
     {0},
     {{"x", "y1"}, {"y", "y2"}, {"vx", "y1_1"}, {"vy", "y2_1"}}},
    {"ta.plug_x3.2188", "PlugFlow", "dop853", 1e-11, 1e-9,
     {0},
     {{"p", "y1"}, {"w", "y2"}, {"y", "y3"}}},
    {"ta.dpc_x12", "DischargePressure", "dop853", 1e-12, 1e-9,
     {0},
     {{"y1", "y1"}, {"y2", "y2"}, {"y3", "y3"}, {"y4", "y4"}, {"y5", "y5"}, {"der(y1)", "y1_1"}, {"der(y4)", "y4_1"}}},
    {"ta.fourbar_T0.8_gam9.81_x5", "FourBar", "taylor", 1e-14, 1e-9,
     {0},
     {{"x1", "y1"}, {"y1", "y2"}, {"x2", "y3"}, {"y2", "y4"}, {"der(x1)", "y1_1"}, {"der(y2)", "y4_1"}}},
    {"ta.fourbar_T0_gam1_x5", "FourBar", "taylor", 1e-14, 1e-9,
     {"T=0", "g=1"},
     {{"x1", "y1"}, {"y1", "y2"}, {"x2", "y3"}, {"y2", "y4"}, {"der(x1)", "y1_1"}, {"der(y2)", "y4_1"}}},
    {"ta.fourbar_g2_T0.8_gam1_x2", "ParallelogramOpposed", "taylor", 1e-14, 1e-9,
     {"g=1"},
     {{"x1", "y1"}, {"y1", "y2"}, {"x2", "y3"}, {"y2", "y4"}, {"der(x1)", "y1_1"}, {"der(y2)", "y4_1"}}},
    {"ta.mech6_c10_x1", "Chain6", "taylor", 1e-14, 1e-9,
     {0},
     {{"x1", "y1"}, {"y6", "y12"}, {"vx1", "y1_1"}, {"vy6", "y12_1"}}},
    {"bl.b_academic", "ExponentialPair", "taylor", 1e-13, 1e-9,
     {0},
     {{"x", "x"}, {"y", "y"}}},
    {"bl.b_selector", "SelectorChange", "taylor", 1e-13, 1e-9,
     {0},
     {{"x", "x"}, {"y", "y"}, {"z", "z"}}},
    {"bl.b_pendulum", "PendulumHidden", "taylor", 1e-14, 1e-9,
     {0},
     {{"x", "x"}, {"y", "y"}, {"v", "v"}, {"w", "w"}, {"lambda", "lam"}}},
    {"bl.b_springmass", "SpringMassChain", "taylor", 1e-13, 1e-9,
     {0},
     {{"p1", "p1"}, {"p2", "p2"}, {"p3", "p3"}, {"v1", "v1"}, {"v2", "v2"}, {"v3", "v3"}, {"F", "F"}}},
    {"bl.b_circuit", "LinearCircuit", "taylor", 1e-13, 1e-9,
     {0},
     {{"e1", "e1"}, {"e2", "e2"}, {"q1", "q1"}, {"q2", "q2"}, {"iV", "iV"}}},
    {"bl.b_akzo", "AkzoNobel", "radau", 1e-11, 1e-7,
     {0},
     {{"y1", "y1"}, {"y2", "y2"}, {"y3", "y3"}, {"y4", "y4"}, {"y5", "y5"}, {"y6", "y6"}}},
    {"bl.l_ex1_lotka", "LotkaVolterra", "taylor", 1e-14, 1e-9,
     {0},
     {{"x", "x"}, {"y", "y"}}},
    {"bl.l_ex4_index2", "IndexTwo", "taylor", 1e-13, 1e-9,
     {0},
     {{"u1", "u1"}, {"u2", "u2"}, {"w", "w"}}},
    {"bl.l_ex6_rigid", "EulerTop", "taylor", 1e-14, 1e-9,
     {"I[1]=2", "I[2]=2", "I[3]=1", "P[1]=1", "P[2]=0.5", "P[3]=0.8"},
     {{"P[1]", "P1"}, {"P[2]", "P2"}, {"P[3]", "P3"}}},
    {"bl.l_ex8_kepler", "ModifiedKepler", "taylor", 1e-14, 1e-9,
     {"eps=0"},
     {{"q[1]", "q1"}, {"q[2]", "q2"}, {"p[1]", "p1"}, {"p[2]", "p2"}}},
    {"bl.l_ex7_dow", "BatchReactor", "radau", 1e-11, 1e-7,
     {0},
     {{"u[1]", "u1"}, {"u[2]", "u2"}, {"u[3]", "u3"}, {"u[4]", "u4"}, {"u[5]", "u5"}, {"u[6]", "u6"}}},
    {"bl.l_ex3_friction", "FrictionOscillator", "taylor", 1e-13, 1e-9,
     {"v[1]=0", "v[2]=0", "r[1]=50", "r[2]=0"},
     {{"x[1]", "x1"}, {"x[2]", "x2"}, {"v[1]", "y1"}, {"v[2]", "y2"}, {"r[1]", "r1"}, {"r[2]", "r2"}}},
};
// clang-format on

static const double NEAR_ZERO = 1e-6; /* of the largest value of a state */

/* Largest value of the state, and that of a name; NaN: there is none. */
static double reference(json_t *entry, const char *name, double *largest) {
    json_t *values = json_object_get(entry, "state"), *names, *value;
    double found = NAN;
    const char *key;
    *largest = 0;
    if (json_is_object(values)) {
        json_object_foreach(values, key, value) {
            double x = strtod(json_string_value(value), NULL);
            *largest = fmax(*largest, fabs(x));
            if (strcmp(key, name) == 0)
                found = x;
        }
        return found;
    }
    names = json_object_get(entry, "names");
    for (size_t i = 0; i < json_array_size(values); i++) {
        double x = strtod(json_string_value(json_array_get(values, i)), NULL);
        *largest = fmax(*largest, fabs(x));
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            found = x;
    }
    return found;
}

static double final_value(const invo_result *r, const char *name) {
    for (int k = 0; k < invo_result_columns(r); k++)
        if (strcmp(invo_result_column(r, k), name) == 0)
            return invo_result_final(r)[k + 1];
    return NAN;
}

static void compare(const end_state *e, json_t *entry, const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; e->names[i].ours; i++) {
        double largest, exact = reference(entry, e->names[i].theirs, &largest),
                        ours = final_value(r, e->names[i].ours);
        double size = fabs(exact) < NEAR_ZERO * largest ? largest : fabs(exact);
        if (!(fabs(ours - exact) <= e->allowed * size))
            fail_msg("%s: %s = %.17g, reference %.17g", e->key, e->names[i].ours, ours,
                     exact);
    }
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= 4))
            fail_msg("%s: %s, level %d: %g units", e->key, row.row.equation,
                     row.row.level, row.scaled_max);
}

static void check(const end_state *e, json_t *entry) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    snprintf(path, sizeof path, "%s/models/%s.mo", source ? source : ".", e->model);
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    for (int i = 0; e->set[i]; i++)
        if (invo_model_set(m, e->set[i]))
            fail_msg("%s", invo_context_message(c));
    o.method = e->method, o.rtol = e->rtol, o.atol = NAN, o.points = 1;
    o.stop = strtod(json_string_value(json_object_get(entry, "t_end")), NULL);
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", e->key, invo_context_message(c));
    compare(e, entry, r);
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
}

/* NULL, with a word, where there are none. */
static json_t *load(void) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    snprintf(path, sizeof path, "%s/../shared/reference/reference.json",
             source ? source : ".");
    json_t *all = json_load_file(path, 0, NULL);
    if (!all)
        print_message("no references at %s: skipped\n", path);
    return all;
}

/* The chain of 24, from the start values of the reference: y1, y2 are the place of the
 * first particle, y1_1, y2_1 its velocity, and so on. */
static void the_chain_of_24_is_met(void **state) {
    enum { PARTICLES = 24 };
    char path[1200], text[100];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    json_t *all = load(), *entry = json_object_get(all, "ta.mech24_c10_x1"),
           *start = json_object_get(entry, "z0"), *end = json_object_get(entry, "state");
    (void)state;
    if (!all)
        skip();
    invo_context *c = invo_context_new();
    snprintf(path, sizeof path, "%s/models/Chain.mo", source ? source : ".");
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    for (int k = 0; k < 4 * PARTICLES; k++) {
        int i = k % (2 * PARTICLES);
        snprintf(text, sizeof text, "%s[%d,%d]=%s", k == i ? "q" : "v", i / 2 + 1,
                 i % 2 + 1, json_string_value(json_array_get(start, (size_t)k + 1)));
        if (invo_model_set(m, text))
            fail_msg("%s", invo_context_message(c));
    }
    o.method = "dop853", o.rtol = 1e-13, o.stop = 1, o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    for (int k = 0; k < 4 * PARTICLES; k++) {
        int i = k % (2 * PARTICLES);
        snprintf(text, sizeof text, "%s[%d,%d]", k == i ? "q" : "v", i / 2 + 1,
                 i % 2 + 1);
        double exact =
                   strtod(json_string_value(json_array_get(end, (size_t)k + 1)), NULL),
               ours = final_value(r, text);
        if (!(fabs(ours - exact) <= 1e-9 * fmax(1, fabs(exact))))
            fail_msg("%s = %.17g, reference %.17g", text, ours, exact);
    }
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    json_decref(all);
}

static void end_states_are_met(void **state) {
    json_t *all = load();
    (void)state;
    if (!all)
        skip();
    for (size_t k = 0; k < sizeof end_states / sizeof *end_states; k++) {
        json_t *entry = json_object_get(all, end_states[k].key);
        if (!entry)
            fail_msg("no reference %s", end_states[k].key);
        check(&end_states[k], entry);
    }
    json_decref(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(end_states_are_met),
                                       cmocka_unit_test(the_chain_of_24_is_met)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
