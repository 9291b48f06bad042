/* Merged tapes: the values of the tapes they were made of to the last bit, each operation
 * once, what depends on fixed inputs alone first, in interpreter and machine code.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/evaluate/jit.h"
#include "../../../src/evaluate/merge.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { INPUTS = 4, FIXED = 2, SLOTS = 400, ROOTS = 6, DEPTH = 40 };

static invo_context *context;
static arena *memory;
static graph *g;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static uint64_t seed = 1;

static int draw(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

/* Expressions of the inputs, which have much in common. */
static void draw_roots(expr *root) {
    expr pool[DEPTH];
    for (int k = 0; k < DEPTH; k++) {
        const expr x = k < INPUTS ? EXPR_ZERO : pool[draw(k)];
        const expr y = k < INPUTS ? EXPR_ZERO : pool[draw(k)];
        if (k < INPUTS)
            pool[k] = expr_jet(g, k, 0);
        else if (k % 5 == 0)
            pool[k] = expr_call(g, draw(2) ? OP_SIN : OP_COS, &x);
        else if (k % 5 == 1)
            pool[k] = expr_sub(g, x, expr_number(g, draw(7) - 3));
        else if (k % 5 == 2)
            pool[k] = expr_mul(g, expr_number(g, 0.1), x);
        else
            pool[k] = k % 2 ? expr_add(g, x, y) : expr_mul(g, x, y);
    }
    for (int k = 0; k < ROOTS; k++)
        root[k] = pool[DEPTH - 1 - draw(DEPTH / 2)];
}

static int is_same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void run_separately(const expr *root, const double *in, double *out) {
    for (int k = 0; k < ROOTS; k++) {
        const tape *t = tape_lower(g, memory, INPUTS, input, NULL, 1, &root[k]);
        double slot[SLOTS];
        assert_true(t->slots <= SLOTS);
        memcpy(slot, in, sizeof *in * INPUTS);
        tape_prepare(t, slot);
        tape_execute(t, slot);
        out[k] = slot[tape_output(t, 0)];
    }
}

static void prepare(const tape *t, const int *from, const double *in, double *slot) {
    assert_true(t->slots <= SLOTS);
    for (int k = 0; k < SLOTS; k++)
        slot[k] = NAN;
    for (int k = 0; k < t->inputs; k++)
        slot[k] = in[from[k]];
    tape_prepare(t, slot);
}

/* The second run begins behind what is fixed, with other values of the rest. */
static void check_merged(jit_memory *code, const expr *root, int is_busy) {
    merge *m = merge_new(memory, FIXED);
    const int *from;
    int variables;
    int all[INPUTS];
    int output[ROOTS];
    double in[INPUTS], slot[SLOTS], other[SLOTS], wanted[ROOTS];
    for (int k = 0; k < INPUTS; k++)
        all[k] = merge_input(m, k);
    for (int k = 0; k < ROOTS; k++)
        merge_tape(m, tape_lower(g, memory, INPUTS, input, NULL, 1, &root[k]), all,
                   &output[k]);
    if (is_busy)
        merge_mark_busy(m);
    const tape *t = merge_finish(m, memory, 0, ROOTS, output, &from, &variables);
    for (int k = 0; k < t->inputs; k++)
        assert_true(k < variables ? from[k] < FIXED : from[k] >= FIXED);
    jit j = jit_new(code, t);
    const int has_code = jit_translate(&j);
    for (int k = 0; k < INPUTS; k++)
        in[k] = 0.37 * (k + 1);
    prepare(t, from, in, slot);
    tape_execute_once(t, slot);
    memcpy(other, slot, sizeof slot);
    for (int point = 0; point < 3; point++) {
        for (int k = 0; k < FIXED; k++)
            in[k] = draw(1000) / 300.0 - 1;
        for (int k = 0; k < variables; k++)
            slot[k] = other[k] = in[from[k]];
        run_separately(root, in, wanted);
        tape_execute_rest(t, slot);
        if (has_code)
            jit_execute(&j, other);
        for (int k = 0; k < ROOTS; k++) {
            assert_true(is_same(slot[tape_output(t, k)], wanted[k]));
            if (has_code)
                assert_true(is_same(other[tape_output(t, k)], wanted[k]));
        }
    }
}

static void test_random_tapes(void **state) {
    jit_memory *code = jit_memory_new(memory);
    (void)state;
    for (int k = 0; k < 500; k++) {
        expr root[ROOTS];
        draw_roots(root);
        check_merged(code, root, k % 2);
    }
}

/* sin(x) y + cos(x), twice, and something that nobody asks for. */
static void test_each_once(void **state) {
    merge *m = merge_new(memory, FIXED);
    const int x = merge_input(m, 0);
    const int y = merge_input(m, 1);
    const int p = merge_input(m, 2);
    int output[2];
    const int *from;
    int variables;
    (void)state;
    for (int k = 0; k < 2; k++) {
        const int sine = merge_operate(m, TAPE_SIN, x, -1, -1);
        merge_operate(m, TAPE_EXP, x, -1, -1);
        const int product = merge_operate(m, TAPE_MUL, k ? y : sine, k ? sine : y, -1);
        const int cosine = merge_operate(m, TAPE_COS, x, -1, -1);
        output[k] = merge_operate(m, TAPE_ADD, product, cosine, -1);
    }
    assert_int_equal(output[0], output[1]);
    output[1] = merge_operate(m, TAPE_EXP, merge_operate(m, TAPE_MUL, p, p, -1), -1, -1);
    const tape *t = merge_finish(m, memory, 0, 2, output, &from, &variables);
    assert_int_equal(t->length, 7);
    assert_int_equal(t->once, 3); /* with a copy into the slot of the output */
    assert_int_equal(tape_output(t, 1), tape_output(t, 0) + 1);
    assert_int_equal(tape_output(t, 0), t->together - 1);
    assert_int_equal(variables, 2);
    assert_int_equal(t->op[t->once], TAPE_SIN);
    assert_int_equal(t->op[t->once + 1], TAPE_COS); /* beside it: one call */
    assert_int_equal(
        merge_operate(m, TAPE_MUL, merge_number(m, 3), merge_number(m, 0.5), -1),
        merge_number(m, 1.5));
}

/* All inputs below a number come first, needed or not, and an input that is an output has
 * a slot among the outputs. */
static void test_whole_inputs(void **state) {
    merge *m = merge_new(memory, INPUTS);
    const int y = merge_input(m, 1);
    const int output[] = {y, merge_operate(m, TAPE_MUL, y, y, -1), y};
    const int *from;
    int variables;
    double slot[SLOTS];
    double out[3];
    (void)state;
    const tape *t = merge_finish(m, memory, 3, 3, output, &from, &variables);
    assert_int_equal(variables, 3);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(from[k], k);
        slot[k] = k + 2;
    }
    tape_prepare(t, slot);
    tape_run(t, slot, out);
    assert_true(out[0] == 3 && out[1] == 9 && out[2] == 3);
}

/* The running error bound in operations of a tape is that of the interpreter. */
static void test_bounds(void **state) {
    (void)state;
    for (int draws = 0; draws < 300; draws++) {
        expr root[ROOTS];
        int in[INPUTS], in_error[INPUTS], output[2 * ROOTS];
        double x[INPUTS], slot[SLOTS], error[SLOTS], other[SLOTS];
        double value[ROOTS], bound[ROOTS], made[2 * ROOTS];
        const int *from;
        int variables;
        draw_roots(root);
        const tape *t = tape_lower(g, memory, INPUTS, input, NULL, ROOTS, root);
        merge *m = merge_new(memory, INPUTS);
        for (int k = 0; k < INPUTS; k++) {
            in[k] = merge_input(m, k);
            in_error[k] = merge_operate(m, TAPE_ABS, in[k], -1, -1);
            x[k] = draw(1000) / 300.0 - 1;
            slot[k] = x[k];
            error[k] = fabs(x[k]);
        }
        assert_true(merge_tape_bound(m, t, in, in_error, output, output + ROOTS));
        const tape *both =
            merge_finish(m, memory, 0, 2 * ROOTS, output, &from, &variables);
        assert_true(t->slots <= SLOTS);
        prepare(both, from, x, other);
        tape_run(both, other, made);
        tape_prepare(t, slot);
        tape_run_bound(t, slot, error, value, bound);
        for (int k = 0; k < ROOTS; k++) {
            assert_true(is_same(made[k], value[k]));
            assert_true(is_same(made[ROOTS + k], bound[k]));
        }
    }
}

/* How many values are expected changes nothing, be they fewer or more. */
static void test_expected(void **state) {
    enum { SUMS = 5000 };
    static const long expected[] = {0, 1, SUMS, 3 * SUMS};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        merge *m = merge_new(memory, 1);
        merge_expect(m, expected[i]);
        for (int round = 0; round < 2; round++) {
            int sum = merge_input(m, 0);
            for (int k = 1; k <= SUMS; k++) {
                sum = merge_operate(m, TAPE_ADD, sum, merge_number(m, 0.5), -1);
                assert_int_equal(sum, k + 1);
            }
        }
        assert_int_equal(merge_count(m), SUMS + 2);
    }
}

static int circular(merge *m, tape_op op, int x) {
    return merge_operate(m, op, x, -1, -1);
}

/* Sines of sums of angles whose own are needed are sums of products, but for sums of such
 * sums; others stay. */
static void test_angles(void **state) {
    enum { OUTPUTS = 8 };
    const double in[3] = {0.3, -1.7, 2.9};
    merge *m = merge_new(memory, 3);
    const int x = merge_input(m, 0);
    const int y = merge_input(m, 1);
    const int z = merge_input(m, 2);
    const int sum = merge_operate(m, TAPE_ADD, x, y, -1);
    const int difference = merge_operate(m, TAPE_SUB, sum, x, -1);
    const int other = merge_operate(m, TAPE_ADD, sum, z, -1);
    const int *from;
    int variables;
    int output[OUTPUTS] = {
        circular(m, TAPE_SIN, x),         circular(m, TAPE_COS, y),
        circular(m, TAPE_SIN, sum),       circular(m, TAPE_COS, sum),
        circular(m, TAPE_COS, other),     circular(m, TAPE_SIN, difference),
        circular(m, TAPE_COS, difference)};
    const double angle[OUTPUTS] = {
        in[0], in[1], in[0] + in[1], in[0] + in[1], in[0] + in[1] + in[2],
        in[1], in[1], in[0] + in[1]};
    double slot[SLOTS];
    int calls = 0;
    (void)state;
    output[OUTPUTS - 1] = merge_operate(m, TAPE_MUL, output[2], sum, -1);
    merge_add_angles(m, OUTPUTS, output);
    const tape *t = merge_finish(m, memory, 3, OUTPUTS, output, &from, &variables);
    for (int i = 0; i < t->length; i++)
        calls += t->op[i] == TAPE_SIN || t->op[i] == TAPE_COS;
    /* both of x, y and the difference, which is none of given angles; cosine of other */
    assert_int_equal(calls, 7);
    tape_prepare(t, slot);
    memcpy(slot, in, sizeof in);
    tape_execute_rest(t, slot);
    for (int k = 0; k < OUTPUTS; k++) {
        const int is_sine = k == 0 || k == 2 || k == 5 || k == OUTPUTS - 1;
        const double wanted = is_sine ? sin(angle[k]) : cos(angle[k]);
        const double factor = k == OUTPUTS - 1 ? angle[k] : 1;
        const double got = slot[tape_output(t, k)];
        assert_true(fabs(got - wanted * factor) < 1e-15);
    }
}

/* Sines and cosines that do not wait for each other stand side by side, eight arguments
 * at a time, those of one argument together, wherever they were asked for. */
static void test_groups(void **state) {
    enum { ANGLES = 12 };
    merge *m = merge_new(memory, 1);
    const int *from;
    int variables;
    int output[2 * ANGLES];
    (void)state;
    int angle = merge_input(m, 0);
    for (int k = 0; k < ANGLES; k++) {
        angle = merge_operate(m, TAPE_ADD, angle, merge_number(m, 1), -1);
        const int sine = merge_operate(m, TAPE_SIN, angle, -1, -1);
        output[k] = merge_operate(m, TAPE_MUL, sine, angle, -1);
    }
    for (int k = 0; k < ANGLES; k++) {
        angle = merge_operate(m, TAPE_ADD, k ? angle : merge_input(m, 0),
                              merge_number(m, 1), -1);
        output[ANGLES + k] = merge_operate(m, TAPE_COS, angle, -1, -1);
    }
    const tape *t = merge_finish(m, memory, 0, 2 * ANGLES, output, &from, &variables);
    int runs = 0;
    for (int i = 0; i < t->length; i++) {
        const int is_circle = t->op[i] == TAPE_SIN || t->op[i] == TAPE_COS;
        const int was = i && (t->op[i - 1] == TAPE_SIN || t->op[i - 1] == TAPE_COS);
        runs += is_circle && !was;
    }
    assert_int_equal(runs, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_tapes), cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_whole_inputs), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_expected),     cmocka_unit_test(test_groups),
        cmocka_unit_test(test_angles),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
