/* Equations that only give a name, a sign or a value make no coordinates.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "involute.h"
#include <cmocka.h>

enum { LONGEST = 1 << 22 };

static invo_context *context;
static invo_model *model;
static invo_options options;
static char *text; /* [LONGEST] */
static size_t used;

static int begin(void **state) {
    (void)state;
    invo_options_init(&options);
    used = 0;
    return !(context = invo_context_new()) || !(text = malloc(LONGEST));
}

static int end(void **state) {
    (void)state;
    invo_model_free(model);
    model = NULL;
    invo_context_free(context);
    free(text);
    return 0;
}

static void add(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int size = vsnprintf(text + used, LONGEST - used, format, list);
    va_end(list);
    assert_true(size >= 0 && used + (size_t)size < LONGEST);
    used += (size_t)size;
}

static invo_status completed(void) {
    invo_model_free(model);
    model = NULL;
    invo_status status = invo_model_parse(context, "m.mo", text, used, &model);
    used = 0;
    return status ? status : invo_model_complete(model, &options);
}

static void need(invo_status status) {
    if (status)
        fail_msg("%s", invo_context_message(context));
}

static double initial(const char *name) {
    invo_initial p;
    for (int i = 0; invo_model_initial(model, i, &p); i++)
        if (!strcmp(name, p.name))
            return p.value;
    fail_msg("no column %s", name);
    return NAN;
}

static void assert_counts(int dof, int coordinates, int constraints) {
    const invo_structure *s = invo_model_structure(model);
    assert_int_equal(s->dof, dof);
    assert_int_equal(s->coordinates, coordinates);
    assert_int_equal(s->constraints, constraints);
}

static void assert_coordinates(const char *list) {
    char seen[1000] = "";
    const invo_system *s = invo_model_system(model);
    for (int i = 1; i < s->coordinates; i++) {
        strcat(seen, i > 1 ? " " : "");
        strcat(seen, s->coordinate[i].name);
    }
    assert_string_equal(seen, list);
}

/* `count` rigid inertias in a row, each with two flanges, as a tool exports them; the
 * equations from the last to the first if `backward`. */
static void write_shaft(int count, int backward) {
    static const char *const names[] = {
        "phi", "w", "a", "flange_a.phi", "flange_a.tau", "flange_b.phi", "flange_b.tau"};
    add("model Shaft\n  Real 'i1.phi'(start = 0.5, fixed = true), 'i1.w'(start = 1, "
        "fixed "
        "= true);\n");
    for (int k = 1; k <= count; k++)
        for (int i = k == 1 ? 2 : 0; i < 7; i++)
            add("  Real 'i%d.%s';\n", k, names[i]);
    add("equation\n  'i1.flange_a.tau' = -sin('i1.flange_a.phi');\n"
        "  'i%d.flange_b.tau' = 0.0;\n",
        count);
    for (int m = 1; m <= count; m++) {
        int k = backward ? count + 1 - m : m;
        add("  'i%d.phi' = 'i%d.flange_a.phi';\n  'i%d.phi' = 'i%d.flange_b.phi';\n", k,
            k, k, k);
        add("  'i%d.w' = der('i%d.phi');\n  'i%d.a' = der('i%d.w');\n", k, k, k, k);
        add("  0.1 * 'i%d.a' = 'i%d.flange_a.tau' + 'i%d.flange_b.tau';\n", k, k, k);
        if (k == 1)
            continue;
        add("  'i%d.flange_b.phi' = 'i%d.flange_a.phi';\n", k - 1, k);
        add("  'i%d.flange_b.tau' + 'i%d.flange_a.tau' = 0.0;\n", k - 1, k);
    }
    add("end Shaft;\n");
}

/* 3010 equations, 2 degrees of freedom, index 3; 2577 coordinates and 2574 constraints
 * without elimination. */
static void an_exported_model_shrinks_to_its_freedom(void **state) {
    (void)state;
    for (int backward = 0; backward < 2; backward++) {
        write_shaft(430, backward);
        clock_t began = clock();
        need(completed());
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        const invo_structure *s = invo_model_structure(model);
        assert_int_equal(s->equations, 3010);
        assert_int_equal(s->index, 3);
        assert_counts(2, 3, 0);
        assert_coordinates("'i1.phi' 'i1.w'");
        assert_true(initial("'i430.flange_b.phi'") == 0.5);
        assert_true(fabs(initial("'i77.a'") + sin(0.5) / 43) < 1e-12);
        if (seconds > 10)
            fail_msg("%g s", seconds); /* 0.3 s, less than a second each */
    }
}

/* A chain of names, in time linear in its length. */
static void long_chains_of_names(void **state) {
    (void)state;
    enum { LENGTH = 19998 };
    add("model Chain Real x(start = 1, fixed = true), y;\n");
    for (int k = 1; k <= LENGTH; k++)
        add("Real c%d;\n", k);
    add("equation der(x) = -y; der(c%d) = -y - x + c1; c1 = x;\n", LENGTH);
    for (int k = 2; k <= LENGTH; k++)
        add(k % 2 ? "c%d = c%d;\n" : "c%d + c%d = 0;\n", k, k - 1);
    add("end Chain;\n");
    need(completed());
    assert_counts(1, 2, 0);
    assert_coordinates("x");
    assert_true(initial("c19997") == 1 && initial("c19998") == -1);
}

/* Sums that would grow with the length of a chain are cut: 250 constraints instead of
 * 600. */
static void values_stay_short(void **state) {
    (void)state;
    enum { LENGTH = 200 };
    add("model Arm parameter Real p = 0.1; Real x0(start = 0, fixed = true), v0(start = "
        "1, "
        "fixed = true), F;\n");
    for (int k = 1; k <= LENGTH; k++)
        add("Real x%d, d%d(start = 0, fixed = true);\n", k, k);
    add("equation der(x0) = v0; der(v0) = F; F = -der(der(x%d));\n", LENGTH);
    for (int k = 1; k <= LENGTH; k++)
        add("x%d = x%d + d%d; der(d%d) = sin(d%d) + p;\n", k, k - 1, k, k, k);
    add("end Arm;\n");
    need(completed());
    const invo_structure *s = invo_model_structure(model);
    assert_int_equal(s->dof, LENGTH + 2);
    assert_in_range(s->constraints, 1, 3 * LENGTH / 2);
    assert_int_equal(s->coordinates - 1 - s->constraints, s->dof);
}

/* Which variable stays: the one that is differentiated, has a start value, the shorter
 * name. */
static void the_better_known_variable_stays(void **state) {
    (void)state;
    add("model M Real aa, b, c; equation aa = b; b = c; der(aa) = -c; end M;");
    need(completed());
    assert_coordinates("aa");
    add("model M Real aa, b(start = 1), c; equation aa + b = 0; b = c; der(aa) + der(b) "
        "+ "
        "2*der(c) = -c; end M;");
    need(completed());
    assert_coordinates("b");
    add("model M Real aa, c, b; equation aa + b = 0; b = c; der(aa) + der(b) + 2*der(c) "
        "= "
        "-c; end M;");
    need(completed());
    assert_coordinates("b");
}

/* A circle of explicit equations is cut somewhere. */
static void circles_are_cut(void **state) {
    (void)state;
    add("model M Real x(start = 1), y(start = 1), z(start = 1), u; equation "
        "x = y*z + u; y = 0.1*x*z + 1; der(x) + der(y) = -x*u; der(z) = -z; end M;");
    need(completed());
    const invo_structure *s = invo_model_structure(model);
    assert_int_equal(s->dof, 2);
    assert_int_equal(s->coordinates - 1 - s->constraints, 2);
    double x = initial("x"), y = initial("y"), z = initial("z");
    assert_true(fabs(y - 0.1 * x * z - 1) < 1e-12);
    assert_true(fabs(x - y * z - initial("u")) < 1e-12);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_exported_model_shrinks_to_its_freedom),
        TEST(long_chains_of_names),
        TEST(values_stay_short),
        TEST(the_better_known_variable_stays),
        TEST(circles_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
