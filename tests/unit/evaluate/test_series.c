/* Taylor coefficients against symbolic derivatives: every operation of op.def, alone and
 * inside others, on functions whose derivatives are known.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/merge.h"
#include "../../../src/evaluate/series.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;
static arena *memory;
static graph *g;
static expr x, y, z;

enum { ORDER = 7, INPUTS = 4 }; /* x, y, z, and a parameter */

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    x = expr_jet(g, 0, 0), y = expr_jet(g, 1, 0), z = expr_jet(g, 2, 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

/* Derivatives of x, y and z at the point; x and x y, or z and z / y, are in the domain of
 * every function. */
static const double jet[3][ORDER + 1] = {
    {0.4, 0.7, -0.3, 0.9, 0.2, -0.8, 0.5, 1.1},
    {0.6, -0.5, 0.8, 0.1, -1.2, 0.4, 0.3, -0.6},
    {1.5, 0.2, 0.6, -0.7, 0.3, 0.9, -1.4, 0.8},
};
static const double parameter = 1.7;

static double leaf(void *data, const expr_node *n) {
    (void)data;
    return n->op == OP_PARAMETER ? parameter : jet[n->variable][n->order];
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->op == OP_PARAMETER ? INPUTS - 1 : n->variable;
}

static void load(series *s) {
    for (int v = 0; v < 3; v++) {
        double factor = 1;
        for (int m = 0; m <= ORDER; m++, factor /= m)
            series_of(s, v)[m] = factor * jet[v][m];
    }
    series_of(s, INPUTS - 1)[0] = parameter;
}

static double factorial(int m) {
    return m < 2 ? 1 : m * factorial(m - 1);
}

/* --- written down --- */

static int merged, refused; /* expressions so far */

/* The same coefficients in straight-line code, whose inputs are those of x, y and z. */
static void check_merged(expr f, const double *value) {
    enum { COEFFICIENTS = 3 * (ORDER + 1), SLOTS = 4000 };
    const tape *t = tape_lower(g, memory, INPUTS, input, NULL, 1, &f);
    merge *m = merge_new(memory, COEFFICIENTS);
    struct merged_series *s = merge_series_new(m, memory, t, INPUTS - 1, ORDER + 1);
    int output[ORDER + 1], variables;
    const int *from;
    double slot[SLOTS];
    if (!s) {
        refused++;
        return;
    }
    merged++;
    for (int k = 0; k <= ORDER; k++) {
        int in[INPUTS];
        for (int v = 0; v < 3; v++)
            in[v] = merge_input(m, v * (ORDER + 1) + k);
        in[INPUTS - 1] = merge_input(m, COEFFICIENTS);
        merge_series_pass(s, k, in, &output[k]);
    }
    const tape *made = merge_finish(m, memory, 0, ORDER + 1, output, &from, &variables);
    assert_true(made->slots <= SLOTS);
    for (int i = 0; i < SLOTS; i++)
        slot[i] = NAN;
    for (int i = 0; i < made->inputs; i++) {
        const int k = from[i] % (ORDER + 1);
        slot[i] = from[i] < COEFFICIENTS ? jet[from[i] / (ORDER + 1)][k] / factorial(k)
                                         : parameter;
    }
    tape_prepare(made, slot);
    tape_execute(made, slot);
    for (int k = 0; k <= ORDER; k++) {
        const double exact = value[k] / factorial(k);
        const double x_k = slot[tape_output(made, k)];
        if (!(fabs(x_k - exact) <= 1e-12 * fmax(1, fabs(exact))))
            fail_msg("%s in code: coefficient %d is %.17g, not %.17g",
                     expr_op_name(expr_get(g, f)->op), k, x_k, exact);
    }
}

/* Coefficients 0 .. ORDER of two expressions, the second `ahead` orders before the first,
 * against their total derivatives. */
static void check_ahead(expr f, expr other, int ahead) {
    const expr root[2] = {f, other};
    const int before[2] = {0, ahead};
    const int lead[INPUTS] = {SERIES_GIVEN, SERIES_GIVEN, SERIES_GIVEN, SERIES_CONSTANT};
    const tape *t = tape_lower(g, memory, INPUTS, input, NULL, 2, root);
    series *s = series_new(memory, t, lead, before, ORDER);
    expr derivative[2] = {f, other};
    double value[2][ORDER + 1], out[2];
    for (int i = 0; i < 2; i++)
        for (int m = 0; m <= ORDER; m++) {
            value[i][m] = derivative[i] == EXPR_ZERO
                              ? 0
                              : expr_evaluate(g, derivative[i], leaf, NULL);
            if (derivative[i] != EXPR_ZERO)
                derivative[i] = expr_total(g, derivative[i]);
        }
    check_merged(f, value[0]);
    load(s);
    for (int k = -s->deepest; k + ahead <= ORDER; k++) {
        series_tails(s, k);
        series_finish(s, k, out);
        for (int i = 0; i < 2; i++) {
            int m = k + before[i];
            double exact = m < 0 ? 0 : value[i][m] / factorial(m);
            if (!(fabs(out[i] - exact) <= 1e-12 * fmax(1, fabs(exact))))
                fail_msg("%s: coefficient %d is %.17g, not %.17g",
                         expr_op_name(expr_get(g, root[i])->op), m, out[i], exact);
        }
    }
}

static void check(expr f) {
    check_ahead(f, x, 0);
}

static expr call(expr_op op, expr a, expr b) {
    const expr argument[2] = {a, b};
    return expr_call(g, op, argument);
}

/* Alone, and of and inside other things that vary. */
static void check_unary(expr_op op) {
    expr f = call(op, x, x);
    expr inner = expr_mul(g, x, y);
    if (isnan(expr_evaluate(g, f, leaf, NULL))) {
        f = call(op, z, z);
        inner = expr_div(g, z, y);
    }
    check(f);
    check(expr_mul(g, y, call(op, inner, x)));
    check(expr_div(g, x, expr_add(g, z, expr_mul(g, f, f))));
}

static void check_binary(expr_op op) {
    expr p = expr_parameter(g, 0);
    check(call(op, y, z));
    check(call(op, z, y));
    check(expr_mul(g, x, call(op, expr_mul(g, x, y), expr_add(g, x, z))));
    check(call(op, z, p));
    check(call(op, p, z));
}

static void every_function_of_one_argument(void **state) {
    (void)state;
#define UNARY(code, ...) check_unary(OP_##code);
#define BINARY(code, ...)
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
}

static void every_function_of_two_arguments(void **state) {
    (void)state;
#define UNARY(code, ...)
#define BINARY(code, ...) check_binary(OP_##code);
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
}

/* Most have code: only pieces, tables and angles have not. */
static void most_of_them_have_code(void **state) {
    (void)state;
    merged = refused = 0;
#define UNARY(code, name, result, shape, ...)                                            \
    if (SHAPE_##shape == SHAPE_SMOOTH && OP_##code != OP_NOEVENT)                        \
        check_unary(OP_##code);
#define BINARY(code, ...)
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
    assert_true(merged >= 18 && refused == 0);
}

static void arithmetic_and_choices(void **state) {
    (void)state;
    expr two = expr_number(g, 2), p = expr_parameter(g, 0);
    check(expr_sub(g, expr_mul(g, x, y), expr_neg(g, z)));
    check(expr_div(g, x, y));
    check(expr_div(g, p, y));
    check(expr_div(g, y, p));
    check(expr_pow(g, x, expr_number(g, 5)));
    check(expr_pow(g, x, expr_number(g, -1.5)));
    check(expr_add(g, expr_mul(g, p, x), two));
    check(expr_if(g, call(OP_LT, x, y), expr_mul(g, x, z), y));
    check(expr_if(g, call(OP_GT, x, y), expr_mul(g, x, z), y));
    check(call(OP_ABS, expr_neg(g, expr_mul(g, x, z)), x));
    check(call(OP_MOD, expr_neg(g, z), x));
    check(call(OP_REM, expr_neg(g, z), x));
}

/* An integral row serves both functions of a pair. */
static void sine_and_cosine_share_their_rows(void **state) {
    (void)state;
    expr s = call(OP_SIN, x, x), c = call(OP_COS, x, x);
    const expr root[2] = {s, c};
    const int before[2] = {0, 0};
    const int lead[INPUTS] = {SERIES_GIVEN, SERIES_GIVEN, SERIES_GIVEN, SERIES_CONSTANT};
    series *f = series_new(memory, tape_lower(g, memory, INPUTS, input, NULL, 2, root),
                           lead, before, ORDER);
    assert_int_equal(f->rows, INPUTS + 2);
    check(expr_add(g, expr_mul(g, s, s), expr_mul(g, c, c)));
}

/* Shared parts are expanded as far as the one that needs most. */
static void outputs_run_ahead_of_each_other(void **state) {
    (void)state;
    expr shared = expr_mul(g, x, call(OP_EXP, y, y));
    expr f = expr_add(g, shared, z), other = expr_mul(g, shared, call(OP_SIN, z, z));
    for (int ahead = 0; ahead <= ORDER; ahead++) {
        check_ahead(f, other, ahead);
        check_ahead(other, f, ahead);
        check_ahead(f, x, ahead);
    }
}

/* What is solved for enters linearly, and only where it can: y and not sqrt(x). */
static void a_pass_is_settled_when_its_unknowns_are_known(void **state) {
    (void)state;
    const expr root = expr_mul(g, call(OP_SQRT, x, x), expr_div(g, y, z));
    const int before = 2, ahead[INPUTS] = {4, 2, 3, SERIES_CONSTANT};
    series *s = series_new(memory, tape_lower(g, memory, INPUTS, input, NULL, 1, &root),
                           ahead, &before, ORDER);
    const double slope = sqrt(jet[0][0]) / jet[2][0];
    double out, again;
    load(s);
    assert_true(s->settled < s->lives && s->settled > 0);
    for (int k = -2; k <= ORDER - 2; k++) {
        double *coefficient = &series_of(s, 1)[k + 2], keep = *coefficient;
        series_tails(s, k);
        series_finish(s, k, &out);
        *coefficient = keep + 1;
        series_settle(s, k, &again);
        assert_true(fabs(again - out - slope) < 1e-14);
        *coefficient = keep;
        series_settle(s, k, &again);
        assert_true(again == out);
    }
}

/* sqrt at 0 has no series, and says so. */
static void what_has_no_series_is_not_finite(void **state) {
    (void)state;
    const expr f = call(OP_SQRT, y, y);
    const int before = 0;
    const int lead[INPUTS] = {SERIES_GIVEN, SERIES_GIVEN, SERIES_GIVEN, SERIES_CONSTANT};
    series *s = series_new(memory, tape_lower(g, memory, INPUTS, input, NULL, 1, &f),
                           lead, &before, ORDER);
    double out;
    load(s);
    series_of(s, 1)[0] = 0;
    series_tails(s, 0);
    series_finish(s, 0, &out);
    assert_true(out == 0);
    series_tails(s, 1);
    series_finish(s, 1, &out);
    assert_false(isfinite(out));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_of_one_argument),
        cmocka_unit_test(every_function_of_two_arguments),
        cmocka_unit_test(most_of_them_have_code),
        cmocka_unit_test(arithmetic_and_choices),
        cmocka_unit_test(sine_and_cosine_share_their_rows),
        cmocka_unit_test(outputs_run_ahead_of_each_other),
        cmocka_unit_test(a_pass_is_settled_when_its_unknowns_are_known),
        cmocka_unit_test(what_has_no_series_is_not_finite),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
