/* Operations and error bounds, on tapes written by hand.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/interpreter.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;
static arena *memory;
static graph *g;
static expr x, y, z;

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

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}
static expr num(double v) {
    return expr_number(g, v);
}

static double run(tape_op op, double a, double b, double c) {
    const uint16_t operand[] = {3, 0, 1, 2, 3};
    const unsigned char code = (unsigned char)op;
    tape t = {.inputs = 3, .slots = 4, .length = 1, .outputs = 1};
    t.op = &code, t.operand = operand, t.operands = 4;
    double slot[4] = {a, b, c, 0}, v;
    tape_run(&t, slot, &v);
    return v;
}

static double bound(tape_op op, double a, double b, double c, double ea, double eb,
                    double ec) {
    const uint16_t operand[] = {3, 0, 1, 2, 3};
    const unsigned char code = (unsigned char)op;
    tape t = {.inputs = 3, .slots = 4, .length = 1, .outputs = 1};
    t.op = &code, t.operand = operand, t.operands = 4;
    double slot[4] = {a, b, c, 0}, error[4] = {ea, eb, ec, 0}, v, e;
    tape_run_bound(&t, slot, error, &v, &e);
    assert_memory_equal(&v, &slot[3], sizeof v);
    return e;
}

static void test_operations(void **state) {
    (void)state;
    assert_true(run(TAPE_COPY, 2, 0, 0) == 2);
    assert_true(signbit(run(TAPE_NEG, 0, 0, 0)));
    assert_true(run(TAPE_ADD, 2, 3, 0) == 5);
    assert_true(run(TAPE_SUB, 2, 3, 0) == -1);
    assert_true(run(TAPE_MUL, 2, 3, 0) == 6);
    assert_true(run(TAPE_DIVIDE, 2, 4, 0) == 0.5);
    assert_true(run(TAPE_SELECT, 1, 3, NAN) == 3);
    assert_true(run(TAPE_SELECT, 0, NAN, 4) == 4);
    assert_true(run(TAPE_ATAN2, 1, -1, 0) == atan2(1, -1));
    assert_true(run(TAPE_SIGN, -3, 0, 0) == -1);
    assert_true(isnan(run(TAPE_MIN, 1, NAN, 0)) && isnan(run(TAPE_MAX, NAN, 1, 0)));
    assert_true(run(TAPE_NOT, 0, 0, 0) == 1);
}

/* Rounded after the multiplication: a fused one would give -DBL_EPSILON^2. */
static void test_multiply_add_rounds_twice(void **state) {
    (void)state;
    double a = 1 + DBL_EPSILON, b = 1 - DBL_EPSILON;
    assert_true(run(TAPE_MULADD, a, b, -1) == 0);
    assert_true(run(TAPE_MULADD, 2, 3, 4) == 10);
}

static void test_bounds(void **state) {
    (void)state;
    assert_true(bound(TAPE_ADD, 2, -3, 0, 10, 20, 0) == 31);
    assert_true(bound(TAPE_SUB, 2, -3, 0, 10, 20, 0) == 35);
    assert_true(bound(TAPE_MUL, 2, -3, 0, 10, 20, 0) == 40 + 30 + 6);
    assert_true(bound(TAPE_DIVIDE, 6, -3, 0, 9, 12, 0) == (9 + 2 * 12) / 3. + 2);
    assert_true(bound(TAPE_MULADD, 2, -3, 1, 10, 20, 5) == 76 + 5 + 5);
    assert_true(bound(TAPE_NEG, 2, 0, 0, 10, 0, 0) == 10);
    assert_true(bound(TAPE_COPY, 2, 0, 0, 10, 0, 0) == 10);
    assert_true(bound(TAPE_SELECT, 1, 2, 3, 10, 20, 30) == 20);
    assert_true(bound(TAPE_SELECT, 0, 2, 3, 10, 20, 30) == 30);
    assert_true(bound(TAPE_SIN, 1, 0, 0, 10, 0, 0) ==
                circle_at(1).cos * 10 + circle_at(1).sin);
    assert_true(bound(TAPE_ABS, -1, 0, 0, 10, 0, 0) == 11);
    assert_true(bound(TAPE_FLOOR, 2.5, 0, 0, 10, 0, 0) == 2);
}

/* Where a slope is infinite or not a number, the bound is still good for something. */
static void test_bounds_at_the_edge(void **state) {
    (void)state;
    assert_true(bound(TAPE_SQRT, 0, 0, 0, 0, 0, 0) == 0);
    assert_true(bound(TAPE_POW, -2, 3, 0, 1, 3, 0) == 12 + 8);
    assert_true(bound(TAPE_MUL, INFINITY, 1, 0, 1, 0, 0) == INFINITY);
}

static void test_constants(void **state) {
    (void)state;
    expr e = expr_add(g, expr_mul(g, num(-3), x), num(5));
    const tape *t = tape_lower(g, memory, 3, input, NULL, 1, &e);
    double slot[16], error[16], v, b;
    assert_true(t->slots <= 16);
    slot[0] = 2, error[0] = 2;
    tape_prepare(t, slot);
    tape_run(t, slot, &v);
    assert_true(v == -1);
    tape_run_bound(t, slot, error, &v, &b);
    /* |-3| 2 + 6 for the product, 1 for the sum: the constants are exact */
    assert_true(v == -1 && b == 12 + 1);
}

static void test_exact_constants(void **state) {
    (void)state;
    static const double exact[] = {0,         1,    -3,  2.5,      0.0625,
                                   123456789, 9e15, 1e9, 0x1p-1000};
    static const double rounded[] = {0.1, 9.81, 1 / 3., -2.2, 1.1e-8, 1234.5678, 6.02e23};
    for (size_t k = 0; k < sizeof exact / sizeof *exact; k++)
        assert_true(tape_constant_error(exact[k]) == 0);
    for (size_t k = 0; k < sizeof rounded / sizeof *rounded; k++)
        assert_true(tape_constant_error(rounded[k]) == fabs(rounded[k]));
}

/* x (1 - 1/2 + 1/3 - ...), against long double. */
static void test_bound_covers_rounding(void **state) {
    (void)state;
    enum { TERMS = 40 };
    double c[TERMS], slot[256], error[256], v, b;
    expr term[TERMS];
    long double exact = 0;
    for (int i = TERMS; i >= 1; i--) {
        c[i - 1] = i % 2 ? 1 : -1, term[i - 1] = expr_div(g, x, num(i));
        exact += (long double)c[i - 1] * (1 / 3.) / i;
    }
    expr e = expr_sum(g, TERMS, c, term);
    const tape *t = tape_lower(g, memory, 3, input, NULL, 1, &e);
    assert_true(t->slots <= 256);
    slot[0] = error[0] = 1 / 3.;
    tape_prepare(t, slot);
    tape_run_bound(t, slot, error, &v, &b);
    assert_true(fabsl(exact - v) <= DBL_EPSILON * b);
    assert_true(b < 100); /* and says something */
}

/* max(max(x0, x1), x2) ...: with as many slots as 16 bits can tell, fewer and more. */
static void test_many_inputs(void **state) {
    (void)state;
    int seen[2] = {0};
    for (int inputs = NARROW_SLOTS - 3; inputs <= NARROW_SLOTS + 3; inputs++) {
        expr e = x;
        for (int i = 1; i < inputs; i++)
            e = expr_call(g, OP_MAX, (expr[]){e, expr_jet(g, i, 0)});
        const tape *t = tape_lower(g, memory, inputs, input, NULL, 1, &e);
        assert_int_equal(tape_is_wide(t), t->slots > 65536);
        if (t->slots == 65536 || t->slots == 65537)
            seen[t->slots - 65536] = 1;
        double *slot = ARENA_ARRAY(memory, double, t->slots), v, b, w,
               *error = ARENA_ARRAY(memory, double, t->slots);
        for (int i = 0; i < inputs; i++)
            slot[i] = error[i] = i;
        tape_prepare(t, slot);
        tape_run(t, slot, &v);
        assert_true(v == inputs - 1);
        tape_run_bound(t, slot, error, &w, &b);
        assert_true(w == v && b >= v);
        tape_scatter(t, slot, (int[]){0}, &w);
        assert_true(w == v);
    }
    assert_true(seen[0] && seen[1]);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_operations),
        TEST(test_multiply_add_rounds_twice),
        TEST(test_bounds),
        TEST(test_bounds_at_the_edge),
        TEST(test_constants),
        TEST(test_exact_constants),
        TEST(test_bound_covers_rounding),
        TEST(test_many_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
