/* Ranks, condition numbers and free start values of systems that have them by
 * construction; hidden constraints go back into their model.
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
#include <jansson.h>

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

static void need(invo_status status) {
    if (status)
        fail_msg("%s", invo_context_message(context));
}

static void complete_text(const char *text) {
    invo_model_free(model);
    model = NULL;
    need(invo_model_parse(context, "m.mo", text, strlen(text), &model));
    need(invo_model_complete(model, &options));
}

static const invo_certificate *certified(const char *text) {
    complete_text(text);
    need(invo_model_certify(model));
    return invo_model_certificate(model);
}

static invo_initial named(const char *name) {
    invo_initial p = {0};
    for (int i = 0; invo_model_initial(model, i, &p); i++)
        if (strcmp(p.name, name) == 0)
            return p;
    fail_msg("there is no %s", name);
    return p;
}

static int count_independent(void) {
    invo_initial p;
    int count = 0;
    for (int i = 0; invo_model_initial(model, i, &p); i++)
        count += p.independent;
    return count;
}

/* Rows (1, 1, 0) and (1, 1 + e, 0), nearly parallel: condition 4/e. */
static void nearly_dependent_constraints(void **state) {
    (void)state;
    const invo_certificate *k = certified(
        "model M parameter Real e = 1e-4; Real x, y, z(start = 1), a, b; equation "
        "der(x) = a; der(y) = b; der(z) = a + b; x + x^3 + y + y^3 = 0; x + x^3 + (1 + "
        "e)*y + y^3 = 0; end M;");
    assert_int_equal(k->constraint.rows, 2);
    assert_int_equal(k->constraint.columns, 2);
    assert_int_equal(k->constraint.rank, 2);
    double condition = k->constraint.largest / k->constraint.smallest;
    assert_true(fabs(condition * 1e-4 / 4 - 1) < 1e-3);
    assert_true(k->looked && k->taken == 0);
    assert_true(named("z").free && named("z").independent);
    assert_false(named("x").free || named("y").free);
    assert_string_equal(named("x").origin, "follows");
    assert_string_equal(named("z").origin, "start");
}

/* Nominal sizes and factors of rows do not count. */
static void units_do_not_count(void **state) {
    (void)state;
    const invo_certificate *k =
        certified("model M Real x(nominal = 1e6, start = 1e6), y(nominal = 1e-3), u, v; "
                  "equation der(x) = u; der(y) = v; (1e-6*x + 1e3*y)^2 = 1; "
                  "(1e4*x - 1e13*y)^2 = 1e20; end M;");
    assert_true(fabs(k->constraint.largest / k->constraint.smallest - 1) < 1e-9);
}

/* What the model fixes is preferred. */
static void preference(void **state) {
    static const char *const text[] = {
        "model M Real x(start = 0.6, fixed = true), y(start = 0.8), l; equation "
        "der(x) = 1 + l*x; der(y) = l*y; x^2 + y^2 = 1; end M;",
        "model M Real x(start = 0.6), y(start = 0.8, fixed = true), l; equation "
        "der(x) = 1 + l*x; der(y) = l*y; x^2 + y^2 = 1; end M;"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(certified(text[k])->taken, 1);
        assert_int_equal(count_independent(), 1);
        assert_true(named(k ? "y" : "x").independent);
        assert_true(named("x").free && named("y").free);
    }
}

/* Parts without a common column are looked at one by one, however many there are. */
static void many_parts(void **state) {
    (void)state;
    const invo_certificate *k = certified(
        "model M Real x[300](each start = 0.6, each fixed = true), y[300](each start = "
        "0.8), F[300]; equation for i in 1:300 loop der(der(x[i])) = -F[i]*x[i]; "
        "der(der(y[i])) = -F[i]*y[i]; x[i]^2 + y[i]^2 = 1; end for; end M;");
    invo_block_info b;
    assert_int_equal(k->constraint.rank, 600);
    assert_int_equal(k->constraint.columns, 1200);
    assert_true(fabs(k->constraint.largest / k->constraint.smallest - 1) < 1e-12);
    assert_int_equal(k->taken, 300);
    assert_int_equal(count_independent(), invo_model_structure(model)->dof);
    for (int i = 0; i < 300; i++) {
        assert_true(invo_model_block(model, i, &b));
        assert_true(b.size == 3 && b.matrix.rank == 3 && !b.prolonged);
    }
}

/* A part of 99 rows is looked at, one of 1999 is too large. */
static void large_parts(void **state) {
    (void)state;
    static const char *const text =
        "model M parameter Integer n = %d; Real x[n](start = linspace(1, n, n)), v[n], "
        "F[n]; equation "
        "der(x) = v; for i in 1:n loop der(v[i]) = F[i]; end for; "
        "for i in 1:n - 1 loop (x[i + 1] - x[i])^2 = 1; end for; F[1] = 0; end M;";
    char small[500], large[500];
    snprintf(small, sizeof small, text, 100), snprintf(large, sizeof large, text, 2000);
    const invo_certificate *k = certified(small);
    assert_int_equal(k->constraint.rank, 198);
    assert_true(k->constraint.smallest > 0);
    assert_int_equal(count_independent(), 2);
    k = certified(large);
    assert_int_equal(k->constraint.rank, -1);
    assert_true(isnan(k->constraint.smallest));
    assert_false(k->looked);
}

static void only_after_completion(void **state) {
    (void)state;
    static const char text[] = "model M Real x; equation der(x) = 1; end M;";
    need(invo_model_parse(context, "m.mo", text, strlen(text), &model));
    assert_int_equal(invo_model_certify(model), INVO_E_ARGUMENT);
    assert_null(invo_model_certificate(model));
    complete_text(text);
    assert_null(invo_model_certificate(model));
    need(invo_model_certify(model));
    assert_non_null(invo_model_certificate(model));
    need(invo_model_set(model, "x=2"));
    assert_null(invo_model_certificate(model));
}

static void signature_and_assignment(void **state) {
    (void)state;
    complete_text("model M Real x(start = 0.6), y(start = -0.8), l; equation "
                  "der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1; end M;");
    static const int sigma[3][3] = {{2, -1, 0}, {-1, 2, 0}, {0, 0, -1}};
    invo_offset c, d;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            assert_int_equal(invo_model_signature(model, i, j), sigma[i][j]);
        assert_true(invo_model_equation_offset(model, i, &c));
        assert_true(invo_model_unknown_offset(model, c.assigned, &d));
        assert_int_equal(d.assigned, i);
        assert_int_equal(d.offset - c.offset, sigma[i][c.assigned]);
        sum += sigma[i][c.assigned];
    }
    assert_int_equal(sum, 2);
    assert_int_equal(invo_model_signature(model, 3, 0), -1);
}

/* The text of a model of this tree. */
static char *read_text(const char *name) {
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 20000);
    assert_in_range(fread(text, 1, 19999, f), 1, 19998);
    fclose(f);
    return text;
}

/* The model with its hidden constraints as further equations, first in their section. */
static char *with_hidden(const char *text, int *count) {
    char *more = calloc(1, 40000), *at = more;
    const char *equations = strstr(text, "\nequation\n");
    invo_hidden h;
    assert_non_null(equations);
    at += sprintf(at, "%.*s\nequation\n", (int)(equations - text), text);
    for (*count = 0; invo_model_hidden(model, *count, &h); ++*count)
        at += sprintf(at, "%s;\n", h.text);
    sprintf(at, "%s", equations + 10);
    return more;
}

static void hidden_constraints_parse_back(void **state) {
    static const char *const names[] = {"models/Pendulum.mo", "models/FourBar.mo",
                                        "models/SpringMassChain.mo", "models/Chain6.mo"};
    static const int hidden[] = {1, 3, 4, 5};
    (void)state;
    for (int k = 0; k < 4; k++) {
        char *text = read_text(names[k]);
        int count;
        complete_text(text);
        invo_structure before = *invo_model_structure(model);
        char *more = with_hidden(text, &count);
        assert_int_equal(count, hidden[k]);
        complete_text(more);
        assert_int_equal(invo_model_structure(model)->equations,
                         before.equations + hidden[k]);
        assert_int_equal(invo_model_structure(model)->dof, before.dof);
        free(text), free(more);
    }
}

/* The JSON is well-formed and says what the accessors say, for systems of all kinds. */
static void json_says_the_same(void **state) {
    static const char *const names[] = {
        "models/FourBar.mo", "models/Chain6.mo", "tests/reference/KeplerInvariants.mo",
        "tests/reference/DiodeLoop.mo", "tests/reference/BouncingBallStops.mo"};
    (void)state;
    for (int k = 0; k < 5; k++) {
        char *source = read_text(names[k]), *text = NULL;
        certified(source);
        need(invo_model_json(context, model, &text));
        json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(j);
        json_t *hidden = json_object_get(j, "hidden_constraints"), *independent;
        invo_hidden h;
        int count = 0;
        for (; invo_model_hidden(model, count, &h); count++)
            assert_string_equal(json_string_value(json_array_get(hidden, (size_t)count)),
                                h.text);
        assert_int_equal(json_array_size(hidden), count);
        assert_int_equal(json_array_size(json_object_get(j, "hidden_from")), count);
        independent = json_object_get(
            json_object_get(json_object_get(j, "certificate"), "start_values"),
            "independent");
        assert_int_equal(json_array_size(independent), invo_model_structure(model)->dof);
        assert_int_equal(count_independent(), invo_model_structure(model)->dof);
        json_decref(j), free(text), free(source);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nearly_dependent_constraints),
        TEST(units_do_not_count),
        TEST(preference),
        TEST(many_parts),
        TEST(large_parts),
        TEST(only_after_completion),
        TEST(signature_and_assignment),
        TEST(hidden_constraints_parse_back),
        TEST(json_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
