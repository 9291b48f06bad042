/* The involutive form of small systems whose structure is known by hand.
 * SPDX-License-Identifier: BSD-3-Clause */
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

static invo_context *context;
static invo_model *model;
static invo_options options;

static int begin(void **state) {
    (void)state;
    invo_options_init(&options);
    return !(context = invo_context_new());
}

static int end(void **state) {
    (void)state;
    invo_model_free(model);
    model = NULL;
    invo_context_free(context);
    return 0;
}

/* `body` stands between "model M" and "end M;". */
static invo_status completed(const char *body) {
    char text[2000];
    invo_model_free(model);
    model = NULL;
    int size = snprintf(text, sizeof text, "model M %s end M;", body);
    assert_in_range(size, 1, sizeof text - 1);
    invo_status status = invo_model_parse(context, "m.mo", text, (size_t)size, &model);
    return status ? status : invo_model_complete(model, &options);
}

static void need(invo_status status) {
    if (status)
        fail_msg("%s", invo_context_message(context));
}

static void read_file(const char *name) {
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    snprintf(path, sizeof path, "%s/models/%s", root ? root : ".", name);
    need(invo_model_read(context, path, &model));
    need(invo_model_complete(model, &options));
}

typedef struct expected {
    int unknowns, equations, index, dof, coordinates, constraints, invariants;
} expected;

static void assert_structure(expected e) {
    const invo_structure *s = invo_model_structure(model);
    assert_non_null(s);
    assert_int_equal(s->unknowns, e.unknowns);
    assert_int_equal(s->equations, e.equations);
    assert_int_equal(s->index, e.index);
    assert_int_equal(s->dof, e.dof);
    assert_int_equal(s->coordinates, e.coordinates);
    assert_int_equal(s->constraints, e.constraints);
    assert_int_equal(s->invariants, e.invariants);
}

static void assert_blocks(int count, const int *size) {
    invo_block_info info;
    for (int b = 0; b < count; b++) {
        assert_true(invo_model_block(model, b, &info));
        assert_int_equal(info.size, size[b]);
    }
    assert_false(invo_model_block(model, count, &info));
}

static int coordinate_of(const char *name) {
    const invo_system *s = invo_model_system(model);
    for (int i = 0; i < s->coordinates; i++)
        if (!strcmp(s->coordinate[i].name, name))
            return i;
    return -1;
}

static const char pendulum_of_second_order[] =
    "Real x(start = 0.6), y(start = -0.8), l; "
    "equation der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1;";

static void pendulum_of_order_two(void **state) {
    (void)state;
    need(completed(pendulum_of_second_order));
    assert_structure((expected){3, 3, 3, 2, 5, 2, 0});
    assert_blocks(1, (int[]){3});
    const int c[] = {0, 0, 2}, d[] = {2, 2, 0};
    invo_offset o;
    for (int i = 0; i < 3; i++) {
        assert_true(invo_model_equation_offset(model, i, &o));
        assert_int_equal(o.offset, c[i]);
        assert_true(invo_model_unknown_offset(model, i, &o));
        assert_int_equal(o.offset, d[i]);
    }
    assert_false(invo_model_equation_offset(model, 3, &o));
    assert_false(invo_model_unknown_offset(model, -1, &o));
    assert_true(coordinate_of("der(x)") > 0 && coordinate_of("l") < 0);
}

/* Names for the velocities change what is written, not the manifold. */
static void pendulum_of_order_one(void **state) {
    (void)state;
    read_file("Pendulum.mo");
    assert_structure((expected){5, 5, 3, 2, 5, 2, 0});
    assert_true(coordinate_of("vx") > 0 && coordinate_of("der(x)") < 0);
    invo_hidden h;
    assert_true(invo_model_hidden(model, 0, &h));
    assert_false(invo_model_hidden(model, 1, &h));
}

static void spring_mass_chain(void **state) {
    (void)state;
    read_file("SpringMassChain.mo");
    assert_structure((expected){7, 7, 5, 2, 9, 6, 0});
    assert_blocks(2, (int[]){1, 3});
}

static void linear_circuit(void **state) {
    (void)state;
    read_file("LinearCircuit.mo");
    assert_structure((expected){5, 5, 2, 1, 3, 1, 0});
}

static void four_bar(void **state) {
    (void)state;
    read_file("FourBar.mo");
    assert_structure((expected){7, 7, 3, 2, 9, 6, 0});
    assert_blocks(1, (int[]){7});
}

/* The equation, differentiated once, is linear in der(der(y)); itself it becomes the
 * constraint. */
static void implicit_equation(void **state) {
    (void)state;
    need(completed("Real y(start = 0.5, fixed = true); "
                   "equation der(y)^2 + y^2 + time^2 = 1;"));
    assert_structure((expected){1, 1, 0, 1, 3, 1, 0});
    const invo_system *s = invo_model_system(model);
    assert_int_equal(s->row[0].kind, INVO_ROW_EXPLICIT);
    assert_int_equal(s->row[0].level, 0);
    assert_int_equal(s->row[1].kind, INVO_ROW_TOP);
    assert_int_equal(s->row[1].level, 1);
    const double u[] = {0.1, 0.2, 0.3};
    double phi = NAN;
    s->constraint(s->self, u, &phi);
    assert_true(fabs(phi - (0.3 * 0.3 + 0.2 * 0.2 + 0.1 * 0.1 - 1)) < 1e-15);
}

/* Only the loop that is not linear becomes a coordinate. */
static void nonlinear_loop(void **state) {
    (void)state;
    need(completed("Real x(start = 1, fixed = true), y, w; "
                   "equation der(x) = -y; y^3 + y = x; w = y + x;"));
    assert_structure((expected){3, 3, 1, 1, 3, 1, 0});
    assert_true(coordinate_of("y") > 0 && coordinate_of("w") < 0);
}

/* What it needs at the top is differentiated with it: der(x) becomes a coordinate. */
static void nonlinear_loop_takes_along_what_it_needs(void **state) {
    (void)state;
    need(completed("Real x(start = 1, fixed = true), y, w; "
                   "equation der(x) = -x; y^3 + y = der(x); w = y;"));
    assert_structure((expected){3, 3, 1, 1, 4, 2, 0});
    assert_true(coordinate_of("der(x)") > 0 && coordinate_of("w") < 0);
    double u = invo_model_system(model)->start[coordinate_of("y")];
    assert_true(fabs(u * u * u + u + 1) < 1e-15);
}

static void algebraic_variable_with_a_named_derivative(void **state) {
    (void)state;
    need(completed("Real x, v; equation x = sin(time); v = der(x);"));
    assert_structure((expected){2, 2, 2, 0, 2, 1, 0});
    invo_result *r = NULL;
    options.stop = 2;
    need(invo_model_run(model, &options, &r));
    const double *row = invo_result_final(r);
    assert_string_equal(invo_result_column(r, 1), "v");
    assert_true(fabs(row[1] - sin(2)) < 1e-15 && fabs(row[2] - cos(2)) < 1e-15);
    invo_result_free(r);
}

static void third_derivative(void **state) {
    (void)state;
    need(completed("Real x(start = 1); equation der(der(der(x))) = -x;"));
    assert_structure((expected){1, 1, 0, 3, 4, 0, 0});
    assert_int_equal(coordinate_of("der(der(x))"), 3);
}

static void consistent_extra_equation(void **state) {
    (void)state;
    need(completed("Real x(start = 0.6), y(start = 0.7); "
                   "equation der(x) = y; der(y) = -x; x^2 + y^2 = 1;"));
    assert_structure((expected){2, 3, 0, 1, 3, 1, 0});
    const double *u = invo_model_system(model)->start;
    assert_true(fabs(u[1] * u[1] + u[2] * u[2] - 1) < 1e-15);
}

static void extra_equation_that_does_not_follow(void **state) {
    (void)state;
    assert_int_equal(completed("Real x(start = 1), y; "
                               "equation der(x) = y; der(y) = -x; x^2 + 2*y^2 = 1;"),
                     INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_error(context), "x^2 + 2*y^2 = 1"));
}

/* Said twice is said once: the freedom is that of the manifold, the rank counts. */
static void repeated_equations_take_no_freedom(void **state) {
    (void)state;
    static const struct {
        const char *body;
        int dof;
    } cases[] = {
        {"Real x(start = 0.6), y(start = 0.8); equation der(x) = y; der(y) = -x; "
         "x^2 + y^2 = 1; 3*x^2 + 3*y^2 = 3;",
         1},
        {"Real x(start = 0.6), y(start = -0.8), l; equation der(der(x)) = -x*l; "
         "der(der(y)) = -y*l - 10; x^2 + y^2 = 1; 2*x^2 + 2*y^2 = 2;",
         2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        need(completed(cases[k].body));
        assert_int_equal(invo_model_structure(model)->dof, cases[k].dof);
        char note[40]; /* nothing is fixed: the note counts the same freedom */
        snprintf(note, sizeof note, "%d of %d degrees", cases[k].dof, cases[k].dof);
        if (!strstr(invo_context_message(context), note))
            fail_msg("'%s' is not in: %s", note, invo_context_message(context));
    }
}

/* The same for an equation that holds derivatives: nothing is left of it. */
static void repeated_differential_equation_is_harmless(void **state) {
    (void)state;
    need(completed("Real x(start = 1, fixed = true); equation der(x) = -x; "
                   "2*der(x) = -2*x;"));
    assert_int_equal(invo_model_structure(model)->dof, 1);
    invo_result *r = NULL;
    options.stop = 1;
    invo_status status = invo_model_run(model, &options, &r);
    double x = r ? invo_result_final(r)[1] : NAN;
    invo_result_free(r);
    need(status);
    assert_true(fabs(x - exp(-1)) < 1e-5);
}

/* Energy = kinetic + potential, each a variable of its own: neither is a coordinate. */
static void invariant_of_algebraic_variables_is_kept(void **state) {
    (void)state;
    need(completed(
        "Real x(start = 0.6, fixed = true), y(start = -0.8), l, kinetic, potential; "
        "Real energy = kinetic + potential annotation(__involute(invariant = true)); "
        "equation der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1; "
        "kinetic = (der(x)^2 + der(y)^2)/2; potential = 10*y;"));
    assert_structure((expected){6, 6, 3, 2, 5, 3, 1});
    invo_result *r = NULL;
    options.stop = 5;
    need(invo_model_run(model, &options, &r));
    int column = -1;
    for (int k = 0; k < invo_result_columns(r); k++)
        if (!strcmp(invo_result_column(r, k), "energy"))
            column = k + 1;
    assert_true(column > 0);
    for (long k = 0; k < invo_result_rows(r); k++)
        assert_true(fabs(invo_result_row(r, k)[column] + 8) < 2e-14);
    invo_result_free(r);
}

/* An invariant of a highest derivative that is no coordinate makes it one. */
static void invariant_of_a_block_unknown(void **state) {
    (void)state;
    need(completed("Real x(start = 1), y(start = 2), p, q; "
                   "Real sum = p + q annotation(__involute(invariant = true)); "
                   "equation der(x) = x - y; der(y) = y - x; p + 2*q = 2*x + y; "
                   "2*p + q = x + 2*y;"));
    assert_int_equal(invo_model_structure(model)->invariants, 1);
    assert_int_equal(invo_model_structure(model)->dof, 2);
}

/* Names declared before what they are derivatives of, and not in its order. */
static void invariants_mean_what_they_name(void **state) {
    (void)state;
    need(completed("Real v(start = 0.8), u, x(start = 1), y; "
                   "Real A = x*v - y*u annotation(__involute(invariant = true)); "
                   "equation der(x) = u; der(y) = v; der(u) = -x; der(v) = -y;"));
    const invo_system *s = invo_model_system(model);
    double point[5] = {0}, phi = NAN;
    point[coordinate_of("x")] = 2, point[coordinate_of("v")] = 5;
    point[coordinate_of("y")] = 3, point[coordinate_of("u")] = 7;
    s->constraint(s->self, point, &phi);
    assert_true(fabs(phi - (2 * 5 - 3 * 7 - 0.8)) < 1e-14);
}

static void false_invariant_is_refused(void **state) {
    (void)state;
    assert_int_equal(
        completed("Real x(start = 1), v(start = 0); "
                  "Real e = v^2 + 2*x^2 annotation(__involute(invariant = true)); "
                  "equation der(x) = v; der(v) = -x;"),
        INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_error(context), "rate of change"));
}

static void missing_equations_name_the_unknowns(void **state) {
    (void)state;
    assert_int_equal(completed("Real x, first, second; "
                               "equation der(x) = -x; first*second = x;"),
                     INVO_E_BALANCE);
    assert_non_null(strstr(invo_context_message(context), "first, second"));
    assert_null(invo_model_structure(model));
}

/* Structure says regular, the numbers do not. */
static void equations_that_say_the_same_leave_one_missing(void **state) {
    (void)state;
    assert_int_equal(completed("Real x(start = 1), y(start = 1); equation "
                               "der(x) + der(y) = 1; 2*der(x) + 2*der(y) = 2;"),
                     INVO_E_BALANCE);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(pendulum_of_order_two),
        TEST(pendulum_of_order_one),
        TEST(spring_mass_chain),
        TEST(linear_circuit),
        TEST(four_bar),
        TEST(implicit_equation),
        TEST(nonlinear_loop),
        TEST(nonlinear_loop_takes_along_what_it_needs),
        TEST(algebraic_variable_with_a_named_derivative),
        TEST(third_derivative),
        TEST(consistent_extra_equation),
        TEST(extra_equation_that_does_not_follow),
        TEST(repeated_equations_take_no_freedom),
        TEST(invariant_of_algebraic_variables_is_kept),
        TEST(invariant_of_a_block_unknown),
        TEST(false_invariant_is_refused),
        TEST(missing_equations_name_the_unknowns),
        TEST(equations_that_say_the_same_leave_one_missing),
        TEST(repeated_differential_equation_is_harmless),
        TEST(invariants_mean_what_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
