/* Every row of op.def over its domain: slopes, derivatives and Taylor series against
 * values alone. A new function needs a row of `domain`.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/series.h"
#include "../../../src/expr/graph.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { GRID = 7, TERMS = 24, INPUTS = 2 };

/* Where a function is smooth: x in [x[0], x[1]], y in [y[0], y[1]]. */
static const struct {
    expr_op op;
    double x[2], y[2];
} domain[] = {
    {OP_SIN, {-9, 9}, {0, 0}},
    {OP_COS, {-9, 9}, {0, 0}},
    {OP_TAN, {-1.2, 1.2}, {0, 0}},
    {OP_ASIN, {-0.8, 0.8}, {0, 0}},
    {OP_ACOS, {-0.8, 0.8}, {0, 0}},
    {OP_ATAN, {-9, 9}, {0, 0}},
    {OP_SINH, {-5, 5}, {0, 0}},
    {OP_COSH, {-5, 5}, {0, 0}},
    {OP_TANH, {-3, 3}, {0, 0}},
    {OP_ASINH, {-9, 9}, {0, 0}},
    {OP_ACOSH, {1.3, 9}, {0, 0}},
    {OP_ERF, {-3, 3}, {0, 0}},
    {OP_ERFC, {-3, 3}, {0, 0}},
    {OP_EXP, {-9, 9}, {0, 0}},
    {OP_EXPM1, {-3, 9}, {0, 0}},
    {OP_LOG, {0.5, 90}, {0, 0}},
    {OP_LOG10, {0.5, 90}, {0, 0}},
    {OP_LOG1P, {-0.5, 90}, {0, 0}},
    {OP_SQRT, {0.5, 90}, {0, 0}},
    {OP_ABS, {-9, -0.5}, {0, 0}},
    {OP_ABS, {0.5, 9}, {0, 0}},
    {OP_SIGN, {-9, -0.5}, {0, 0}},
    {OP_FLOOR, {2.2, 2.8}, {0, 0}},
    {OP_CEIL, {-2.8, -2.2}, {0, 0}},
    {OP_INTEGER, {-2.8, -2.2}, {0, 0}},
    {OP_NOT, {0.5, 9}, {0, 0}},
    {OP_NOEVENT, {-9, 9}, {0, 0}},
    {OP_ATAN2, {0.5, 5}, {-5, 5}},
    {OP_ATAN2, {-5, -0.5}, {-5, 5}},
    {OP_POW, {0.5, 4}, {-3, 3}},
    {OP_MIN, {-9, -1}, {0, 9}},
    {OP_MIN, {1, 9}, {-9, 0}},
    {OP_MAX, {-9, -1}, {0, 9}},
    {OP_MAX, {1, 9}, {-9, 0}},
    {OP_MOD, {-8.6, -8.2}, {1.45, 1.6}},
    {OP_REM, {-8.6, -8.2}, {1.45, 1.6}},
    {OP_DIV, {-8.6, -8.2}, {1.45, 1.6}},
    {OP_LT, {1, 9}, {-9, 0}},
    {OP_LE, {1, 9}, {-9, 0}},
    {OP_GT, {1, 9}, {-9, 0}},
    {OP_GE, {1, 9}, {-9, 0}},
    {OP_EQ, {1, 9}, {-9, 0}},
    {OP_NE, {1, 9}, {-9, 0}},
    {OP_AND, {1, 9}, {1, 9}},
    {OP_OR, {1, 9}, {1, 9}},
};

static invo_context *context;
static arena *memory;
static graph *g;
static expr argument[INPUTS];

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    argument[0] = expr_jet(g, 0, 0);
    argument[1] = expr_jet(g, 1, 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static double leaf(void *data, const expr_node *n) {
    return ((const double *)data)[n->variable];
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

static double value_at(expr e, double *point) {
    return e == EXPR_ZERO ? 0 : expr_evaluate(g, e, leaf, point);
}

/* The derivative of e by argument k, from values alone: differences of order 6. */
static double difference(expr e, const double *point, int k) {
    static const double weight[3] = {45, -9, 1};
    const double h = 2e-3;
    double total = 0;
    for (int i = 0; i < 3; i++) {
        double right[INPUTS] = {point[0], point[1]};
        double left[INPUTS] = {point[0], point[1]};
        right[k] += (i + 1) * h;
        left[k] -= (i + 1) * h;
        total += weight[i] * (value_at(e, right) - value_at(e, left));
    }
    return total / (60 * h);
}

static void is_near(const char *what, expr_op op, const double *point, double is,
                    double must, double size) {
    if (fabs(is - must) <= 1e-8 * fmax(1, size))
        return;
    fail_msg("%s of %s at %g, %g is %.17g, not %.17g", what, expr_op_name(op), point[0],
             point[1], is, must);
}

/* Slopes for error bounds and series, and first and second derivatives. */
static void check_slopes(expr_op op, double *point) {
    expr f = expr_call(g, op, argument);
    double v = value_at(f, point);
    double slope[3];
    tape_slopes((tape_op)((int)op - (int)OP_SIN + (int)TAPE_SIN), NULL, point[0],
                point[1], 0, v, slope);
    for (int k = 0; k < op_arguments[op]; k++) {
        expr derivative = expr_partial(g, f, argument[k]);
        double exact = difference(f, point, k);
        is_near("slope", op, point, slope[k], exact, fabs(v));
        is_near("derivative", op, point, value_at(derivative, point), exact, fabs(v));
        for (int j = 0; j < op_arguments[op] && derivative != EXPR_ZERO; j++) {
            expr second = expr_partial(g, derivative, argument[j]);
            double change = difference(derivative, point, j);
            is_near("second derivative", op, point, value_at(second, point), change,
                    fabs(exact) + fabs(v));
        }
    }
}

/* The sum of the Taylor series along a line through the point, at its other end. */
static void check_series(expr_op op, const double *point) {
    static const double way[INPUTS] = {0.05, 0.02};
    const int lead[INPUTS] = {SERIES_GIVEN, SERIES_GIVEN};
    const int ahead = 0;
    expr f = expr_call(g, op, argument);
    double end[INPUTS] = {point[0] + way[0], point[1] + way[1]};
    const tape *t = tape_lower(g, memory, INPUTS, input, NULL, 1, &f);
    series *s = series_new(memory, t, lead, &ahead, TERMS);
    for (int i = 0; i < INPUTS; i++) {
        series_of(s, i)[0] = point[i];
        series_of(s, i)[1] = way[i];
    }
    double total = 0;
    for (int k = 0; k <= TERMS; k++) {
        double term;
        series_tails(s, k);
        series_finish(s, k, &term);
        total += term;
    }
    double exact = value_at(f, end);
    is_near("series", op, point, total, exact, fabs(exact));
}

static void check_over_domain(int row) {
    const double *x = domain[row].x;
    const double *y = domain[row].y;
    for (int i = 0; i < GRID; i++)
        for (int j = 0; j < GRID; j++) {
            double point[INPUTS] = {x[0] + (x[1] - x[0]) * i / (GRID - 1),
                                    y[0] + (y[1] - y[0]) * j / (GRID - 1)};
            check_slopes(domain[row].op, point);
            check_series(domain[row].op, point);
        }
}

static void check_function(expr_op op) {
    int rows = 0;
    for (size_t k = 0; k < sizeof domain / sizeof *domain; k++)
        if (domain[k].op == op) {
            check_over_domain((int)k);
            rows++;
        }
    if (!rows)
        fail_msg("%s has no row in the table of domains", expr_op_name(op));
}

static void every_row_agrees_with_its_values(void **state) {
    (void)state;
#define UNARY(code, ...) check_function(OP_##code);
#define BINARY(code, ...) check_function(OP_##code);
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
}

/* How often the shape says that a function is differentiated before nothing is left, at
 * least: 0 between jumps, 1 between kinks, 2 where it is curved. */
static int degree_by_shape(expr_shape shape) {
    switch (shape) {
    case SHAPE_SIGN:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        return 0;
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_REMAINDER:
        return 1;
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
        return 2;
    }
    return -1;
}

static int degree_by_derivatives(expr_op op) {
    expr first = expr_partial(g, expr_call(g, op, argument), argument[0]);
    if (first == EXPR_ZERO)
        return 0;
    return expr_partial(g, first, argument[0]) == EXPR_ZERO ? 1 : 2;
}

static void check_shape(expr_op op) {
    int is = degree_by_shape(expr_op_shape(op));
    int must = degree_by_derivatives(op);
    if (is != must && op != OP_NOEVENT) /* the identity, which has neither */
        fail_msg("the shape of %s has degree %d, not %d", expr_op_name(op), is, must);
}

/* Events, and steps that end at kinks, depend on the shape alone. */
static void every_shape_agrees_with_its_derivatives(void **state) {
    (void)state;
#define UNARY(code, ...) check_shape(OP_##code);
#define BINARY(code, ...) check_shape(OP_##code);
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_agrees_with_its_values),
        cmocka_unit_test(every_shape_agrees_with_its_derivatives),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
