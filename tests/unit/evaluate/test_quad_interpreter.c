/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes in quadruple precision: every function against values of another program with
 * more digits, and against long double at random points. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/long_interpreter.h"
#include "../../../src/evaluate/quad_interpreter.h"
#include "../../../src/expr/graph.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { SLOTS = 64, POINTS = 200 };

static invo_context *context;
static arena *memory;
static graph *g;
static expr argument[2];

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

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

static quad evaluate(expr e, quad x, quad y) {
    const tape *t = tape_lower(g, memory, 2, input, NULL, 1, &e);
    quad slot[SLOTS];
    quad out = NAN;
    assert_true(t->slots <= SLOTS);
    slot[0] = x;
    slot[1] = y;
    tape_run_quad(t, slot, &out);
    return out;
}

static long double evaluate_long(expr e, long double x, long double y) {
    const tape *t = tape_lower(g, memory, 2, input, NULL, 1, &e);
    long double slot[SLOTS];
    long double out = NAN;
    slot[0] = x;
    slot[1] = y;
    tape_run_long(t, slot, &out);
    return out;
}

static quad size_of(quad x) {
    return x < 0 ? -x : x;
}

static quad call(expr_op op, quad x, quad y) {
    return evaluate(expr_call(g, op, argument), x, y);
}

static void values_have_33_digits(void **state) {
    (void)state;
    const struct {
        expr_op op;
        double x, y, part[3];
    } row[] = {
#define VALUE(op, x, y, first, second, third) {OP_##op, x, y, {first, second, third}},
#include "quad_values.def"
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const quad exact = (quad)row[i].part[0] + row[i].part[1] + row[i].part[2];
        const quad error = call(row[i].op, row[i].x, row[i].y) - exact;
        /* the worst of these functions is documented with 5 units */
        if (size_of(error) > 10 * QUAD_ROUNDING * size_of(exact))
            fail_msg("function %d at %g, %g: off by %g", (int)row[i].op, row[i].x,
                     row[i].y, (double)(error / exact));
    }
}

static double draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

static void every_operation_agrees_with_long_double(void **state) {
    (void)state;
    const expr_op all[] = {
#define UNARY(code, ...) OP_##code,
#define BINARY(code, ...) OP_##code,
#include "../../../src/expr/op.def"
#undef UNARY
#undef BINARY
    };
    uint64_t seed = 1;
    int compared = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const expr e = expr_call(g, all[k], argument);
        for (int i = 0; i < POINTS; i++) {
            const double x = i % 2 ? draw(&seed) : 12 * draw(&seed) - 6;
            const double y = 12 * draw(&seed) - 6;
            const long double expected = evaluate_long(e, x, y);
            const quad found = evaluate(e, x, y);
            assert_int_equal(found != found, expected != expected);
            if (expected != expected)
                continue;
            compared++;
            const quad error = size_of(found - expected);
            /* remainders lose digits by their quotient, which is below 6 / 0.01 */
            assert_true(error <= 16 * LDBL_EPSILON * (quad)(fabsl(expected) + 1));
        }
    }
    assert_true(compared > 6000);
}

static void identities_hold(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < POINTS; i++) {
        const quad x = (quad)(4 * draw(&seed) - 2) + draw(&seed) * 1e-17;
        const quad s = call(OP_SIN, x, 0);
        const quad c = call(OP_COS, x, 0);
        const quad e = call(OP_EXP, x, 0);
        assert_true(size_of(s * s + c * c - 1) <= 8 * QUAD_ROUNDING);
        assert_true(size_of(call(OP_LOG, e, 0) - x) <= 8 * QUAD_ROUNDING);
        assert_true(size_of(call(OP_TAN, x, 0) * c - s) <= 8 * QUAD_ROUNDING);
        assert_true(size_of(call(OP_ERF, x, 0) + call(OP_ERFC, x, 0) - 1) <=
                    16 * QUAD_ROUNDING);
        const quad power = x * x * x * x * x;
        assert_true(size_of(call(OP_POW, x, 5) - power) <=
                    16 * QUAD_ROUNDING * size_of(power));
    }
}

static void residuals_that_doubles_lose(void **state) {
    (void)state;
    expr square[2];
    for (int k = 0; k < 2; k++)
        square[k] = expr_mul(g, argument[k], argument[k]);
    const expr circle = expr_sub(g, expr_add(g, square[0], square[1]), expr_number(g, 1));
    /* 3/5 and 4/5 as doubles: their squares miss 1 by 2.2e-17 exactly, which is 0 in
     * doubles */
    const double x = 0.6;
    const double y = 0.8;
    const quad found = evaluate(circle, x, y);
    const quad dx = (quad)x - (quad)3 / 5;
    const quad dy = (quad)y - (quad)4 / 5;
    const quad expected = 2 * ((quad)3 / 5 * dx + (quad)4 / 5 * dy) + dx * dx + dy * dy;
    assert_true(x * x + y * y - 1 == 0);
    assert_true(expected != 0);
    assert_true(size_of(found - expected) <= 4 * QUAD_ROUNDING);
}

static void edges_are_those_of_the_functions(void **state) {
    (void)state;
    assert_true(call(OP_SQRT, 0, 0) == 0);
    assert_true(call(OP_SQRT, -1, 0) != call(OP_SQRT, -1, 0));
    assert_true(call(OP_LOG, 0, 0) == -INFINITY);
    assert_true(call(OP_ASIN, 1.5, 0) != call(OP_ASIN, 1.5, 0));
    assert_true(call(OP_EXP, 20000, 0) == INFINITY);
    assert_true(call(OP_EXP, 1000, 0) > DBL_MAX);
    assert_true(call(OP_FLOOR, -0.5, 0) == -1);
    assert_true(call(OP_CEIL, (quad)2 + 1e-30, 0) == 3);
    assert_true(call(OP_REM, -7, 4) == -3);
    assert_true(call(OP_MOD, -7, 4) == 1);
    assert_true(call(OP_DIV, -7, 4) == -1);
    assert_true(call(OP_MAX, NAN, 1) != call(OP_MAX, NAN, 1));
    assert_true(call(OP_POW, 0, 0) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_33_digits),
        cmocka_unit_test(every_operation_agrees_with_long_double),
        cmocka_unit_test(identities_hold),
        cmocka_unit_test(residuals_that_doubles_lose),
        cmocka_unit_test(edges_are_those_of_the_functions),
    };
    if (!QUAD_IS_THERE)
        return 0;
    return cmocka_run_group_tests(tests, setup, teardown);
}
