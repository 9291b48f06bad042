/* Lowering: which operations, how many slots. Values are compared in
 * tests/property/test_expr_values.c.
 * SPDX-License-Identifier: BSD-3-Clause */
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

static expr num(double v) {
    return expr_number(g, v);
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}
static const tape *lower(int count, const expr *root) {
    return tape_lower(g, memory, 3, input, NULL, count, root);
}
static expr call(expr_op op, expr a) {
    return expr_call(g, op, &a);
}

static void check(expr e, int length, const tape_op *want) {
    const tape *t = lower(1, &e);
    assert_int_equal(t->length, length);
    for (int i = 0; i < length; i++)
        assert_int_equal(t->op[i], want[i]);
}
#define LOWERS(e, ...)                                                                   \
    do {                                                                                 \
        const tape_op want_[] = {__VA_ARGS__};                                           \
        check((e), (int)(sizeof want_ / sizeof *want_), want_);                          \
    } while (0)

static void test_sums(void **state) {
    (void)state;
    LOWERS(expr_add(g, x, y), TAPE_ADD);
    LOWERS(expr_sub(g, y, x), TAPE_SUB);
    LOWERS(expr_sub(g, x, y), TAPE_SUB);
    LOWERS(expr_sub(g, num(1), x), TAPE_SUB);
    LOWERS(expr_add(g, x, expr_mul(g, num(3), y)), TAPE_MULADD);
    LOWERS(expr_sub(g, expr_neg(g, x), y), TAPE_NEG, TAPE_SUB);
    expr both = expr_sum(g, 2, (double[]){2, 3}, (expr[]){x, y});
    LOWERS(both, TAPE_MUL, TAPE_MULADD);
}

static void test_products(void **state) {
    (void)state;
    LOWERS(expr_mul(g, x, y), TAPE_MUL);
    LOWERS(expr_neg(g, x), TAPE_NEG);
    LOWERS(expr_div(g, x, y), TAPE_DIVIDE);
    LOWERS(expr_div(g, num(-1), x), TAPE_DIVIDE);
    LOWERS(expr_div(g, x, num(3)), TAPE_DIVIDE);
    LOWERS(expr_pow(g, x, num(2)), TAPE_MUL);
    LOWERS(expr_pow(g, x, num(8)), TAPE_MUL, TAPE_MUL, TAPE_MUL);
    LOWERS(expr_pow(g, x, num(-3)), TAPE_MUL, TAPE_MUL, TAPE_DIVIDE);
    LOWERS(expr_div(g, expr_mul(g, x, y), expr_mul(g, z, z)), TAPE_MUL, TAPE_MUL,
           TAPE_DIVIDE);
}

static void test_functions(void **state) {
    (void)state;
    LOWERS(call(OP_SIN, x), TAPE_SIN);
    LOWERS(expr_call(g, OP_OR, (expr[]){x, y}), TAPE_OR);
    LOWERS(expr_if(g, x, y, z), TAPE_SELECT);
}

static void test_constants_are_shared(void **state) {
    (void)state;
    expr e[] = {expr_add(g, num(3), expr_mul(g, num(3), x)), expr_div(g, y, num(3)),
                num(3), num(0), num(-0.0)};
    const tape *t = lower(5, e);
    assert_int_equal(t->constants, 3);
    assert_int_equal(t->inputs, 3);
    for (int i = 0; i < t->outputs; i++)
        assert_true(tape_output(t, i) >= 0 && tape_output(t, i) < t->slots);
}

static void test_outputs(void **state) {
    (void)state;
    expr s = call(OP_SIN, x), e[] = {x, EXPR_ZERO, num(2), s, s, call(OP_COS, s)};
    const tape *t = lower(6, e);
    assert_int_equal(t->length, 2);
    assert_int_equal(tape_output(t, 0), 0);
    assert_true(t->constant[tape_output(t, 1) - t->inputs] == 0);
    assert_true(t->constant[tape_output(t, 2) - t->inputs] == 2);
    assert_int_equal(tape_output(t, 3), tape_output(t, 4));
    assert_int_not_equal(tape_output(t, 3), tape_output(t, 5));
    assert_int_equal(lower(0, NULL)->length, 0);
}

static void test_slots_are_reused(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 1000; i++)
        e = expr_add(g, expr_mul(g, call(OP_SIN, e), call(OP_COS, e)), y);
    const tape *t = lower(1, &e);
    assert_int_equal(t->length, 4000);
    assert_true(t->slots <= t->inputs + t->constants + 4);
}

static void test_deep_chain(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 1000000; i++)
        e = call(OP_COS, e);
    const tape *t = lower(1, &e);
    assert_int_equal(t->length, 1000000);
    assert_true(t->slots <= 3 + 2);
}

/* Lowering twice gives the same code, whatever else the graph holds by then. */
static void test_repeatable(void **state) {
    (void)state;
    expr e =
        expr_sum(g, 3, (double[]){2, 3, 0.7},
                 (expr[]){call(OP_EXP, x), expr_mul(g, x, y), expr_div(g, z, num(3))});
    const tape *a = lower(1, &e);
    for (int i = 0; i < 100; i++)
        expr_add(g, call(OP_SIN, num(i)), x);
    const tape *b = lower(1, &e);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->op, b->op, (size_t)a->length);
    assert_int_equal(a->operands, b->operands);
    assert_memory_equal(a->operand, b->operand, (size_t)a->operands * sizeof(uint16_t));
    assert_int_equal(a->constants, b->constants);
    assert_memory_equal(a->constant, b->constant, (size_t)a->constants * sizeof(double));
    assert_int_equal(tape_output(a, 0), tape_output(b, 0));
}

/* Constants that overflow when multiplied with each other. */
static void test_odd_constants(void **state) {
    (void)state;
    LOWERS(expr_mul(g, num(1e200), expr_mul(g, num(1e200), x)), TAPE_MUL, TAPE_MUL);
    LOWERS(expr_div(g, expr_div(g, x, num(1e-200)), num(1e-200)), TAPE_DIVIDE,
           TAPE_DIVIDE);
}

/* Pieces hold all roots in order, some thousand nodes each. */
static void test_cuts(void **state) {
    (void)state;
    enum { COUNT = 10000 };
    expr *root = ARENA_ARRAY(memory, expr, COUNT);
    for (int i = 0; i < COUNT; i++)
        root[i] = call(OP_SIN, expr_mul(g, x, num(i + 0.5)));
    tape_pieces p = tape_cuts(g, memory, 2 * COUNT + 1, 1, COUNT, root);
    assert_true(p.count >= 2 * COUNT / PIECE_NODES && p.count < 10);
    assert_int_equal(p.first[0], 0);
    assert_int_equal(p.first[p.count], COUNT);
    for (int k = 0; k < p.count; k++) {
        const tape *t = lower(p.first[k + 1] - p.first[k], root + p.first[k]);
        assert_true(t->outputs > 0 && t->length <= PIECE_NODES);
    }
    expr all = x; /* what every root needs, longer than a piece */
    for (int i = 0; i < COUNT; i++)
        all = call(OP_COS, all);
    for (int i = 0; i < COUNT; i++)
        root[i] = expr_mul(g, all, num(i + 0.5));
    assert_int_equal(tape_cuts(g, memory, 2 * COUNT + 1, 1, COUNT, root).count, 1);
}

/* z stands for the value of the first root. */
static int first_root(void *data, const expr_node *n) {
    (void)data;
    return n->variable == 2 ? ~0 : n->variable;
}

/* Later roots read the rounded value, whose slot is kept, and not the expression again.
 */
static void test_roots_read_earlier_ones(void **state) {
    (void)state;
    expr root[3] = {expr_add(g, x, num(1e16)), expr_sub(g, z, num(1e16)),
                    expr_mul(g, z, call(OP_SIN, z))};
    const tape *t = tape_lower(g, memory, 2, first_root, NULL, 3, root);
    double slot[16] = {1, 0}, out[3] = {NAN, NAN, NAN};
    assert_true(t->slots <= 16);
    tape_prepare(t, slot);
    tape_run(t, slot, out);
    assert_true(out[0] == 1e16);
    assert_true(out[1] == 0);
    assert_true(out[2] == 1e16 * sin(1e16));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_sums),
        TEST(test_products),
        TEST(test_functions),
        TEST(test_constants_are_shared),
        TEST(test_outputs),
        TEST(test_slots_are_reused),
        TEST(test_deep_chain),
        TEST(test_repeatable),
        TEST(test_odd_constants),
        TEST(test_cuts),
        TEST(test_roots_read_earlier_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
