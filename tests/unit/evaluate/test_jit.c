/* Machine code against the interpreter: the same bits for every operation, for values of
 * every kind, and for more values at once than there are registers.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/evaluate/jit.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { INPUTS = 5, SLOTS = 45, LENGTH = 120, OUTPUTS = 20 };
enum { OPERATIONS = TAPE_OR + 1, TAPES = 3000 };

static invo_context *context;
static arena *memory;
static jit_memory *code;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    code = jit_memory_new(memory);
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

static double draw_value(void) {
    static const double special[] = {0,  -0.0, 1,     -1,  2,        0.5,
                                     -3, 1e30, 1e-30, NAN, INFINITY, -INFINITY};
    int k = draw(40);
    return k < 12 ? special[k] : (draw(20001) - 10000) / 1000.0;
}

/* The sign of a NaN is not compared. */
static int same_bits(double a, double b) {
    return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a);
}

/* Several points at once have the bits of one after the other. */
static void compare_lanes(const tape *t) {
    jit_function *run = jit_translate_lanes(code, t);
    double wide[SLOTS * JIT_LANES];
    double slot[JIT_LANES][SLOTS];
    if (!run)
        return; /* this processor has none */
    for (int lane = 0; lane < JIT_LANES; lane++) {
        for (int k = 0; k < t->slots; k++) {
            slot[lane][k] = draw_value();
            wide[k * JIT_LANES + lane] = slot[lane][k];
        }
        tape_execute(t, slot[lane]);
    }
    run(wide);
    for (int lane = 0; lane < JIT_LANES; lane++)
        for (int k = 0; k < t->outputs; k++) {
            const int at = tape_output(t, k);
            assert_true(same_bits(wide[at * JIT_LANES + lane], slot[lane][at]));
        }
}

/* Runs both ways on a few points; skips where this machine has no code. */
static void compare(const tape *t) {
    jit n = jit_new(code, t);
    if (!jit_translate(&n))
        skip();
    for (int point = 0; point < 3; point++) {
        double slot[SLOTS];
        double other[SLOTS];
        for (int k = 0; k < t->slots; k++)
            slot[k] = draw_value();
        memcpy(other, slot, sizeof slot);
        tape_execute(t, slot);
        jit_execute(&n, other);
        for (int k = 0; k < t->outputs; k++)
            if (!same_bits(slot[tape_output(t, k)], other[tape_output(t, k)]))
                fail_msg("output %d: %.17g is %.17g", k, slot[tape_output(t, k)],
                         other[tape_output(t, k)]);
    }
    compare_lanes(t);
}

static void test_every_operation(void **state) {
    (void)state;
    for (int op = 0; op < OPERATIONS; op++) {
        if (op == TAPE_LOOKUP || op == TAPE_ROUTINE)
            continue;
        unsigned char byte = (unsigned char)op;
        int arity = tape_arity((tape_op)op);
        for (int k = 0; k < 200; k++) {
            uint16_t operand[5];
            operand[0] = (uint16_t)(k % 4);
            for (int i = 1; i <= arity; i++)
                operand[i] = (uint16_t)draw(4);
            operand[1 + arity] = operand[0];
            tape t = {.slots = 4, .length = 1, .outputs = 1, .operands = 1 + arity};
            t.op = &byte;
            t.operand = operand;
            compare(&t);
        }
    }
}

/* Arithmetic alone keeps values in registers; anything else also calls functions. */
static void draw_tape(int operations) {
    static unsigned char op[LENGTH];
    static uint16_t operand[4 * LENGTH + OUTPUTS];
    tape t = {.inputs = INPUTS, .slots = SLOTS, .outputs = OUTPUTS};
    int count = 0;
    t.length = 1 + draw(LENGTH);
    for (int i = 0; i < t.length; i++) {
        do
            op[i] = (unsigned char)draw(operations);
        while (op[i] == TAPE_LOOKUP || op[i] == TAPE_ROUTINE);
        operand[count++] = (uint16_t)(INPUTS + draw(SLOTS - INPUTS));
        for (int k = 0; k < tape_arity((tape_op)op[i]); k++)
            operand[count++] = (uint16_t)draw(SLOTS);
    }
    t.operands = count;
    for (int k = 0; k < OUTPUTS; k++)
        operand[count++] = (uint16_t)draw(SLOTS);
    t.op = op;
    t.operand = operand;
    compare(&t);
}

static void test_random_tapes(void **state) {
    (void)state;
    for (int k = 0; k < TAPES; k++) {
        draw_tape(TAPE_MULADD + 1);
        draw_tape(OPERATIONS);
    }
}

static const double TWICE = 2;

static void test_tables(void **state) {
    (void)state;
    const double x[] = {0, 1, 3};
    const double y[] = {1, 4, 2};
    lookup_table points = {3, x, y, LOOKUP_LINEAR, LOOKUP_LINES};
    graph *g = graph_new(memory);
    const lookup *l = graph_add_lookup(g, lookup_curve(memory, &points));
    const uint16_t operand[] = {3, 0, 1, 4, 3, 2, 4};
    const unsigned char op[] = {TAPE_LOOKUP, TAPE_MUL};
    tape t = {.inputs = 3, .slots = 5, .length = 2, .outputs = 1, .operands = 6};
    t.op = op;
    t.operand = operand;
    t.lookup = &l;
    jit n = jit_new(code, &t);
    if (!jit_translate(&n))
        skip();
    double slot[5] = {2, 0, TWICE, 0, 0};
    jit_execute(&n, slot);
    assert_true(slot[4] == TWICE * 3);
}

/* More slots than numbers of 16 bits, and than an instruction reaches. */
static void test_far_slots(void **state) {
    (void)state;
    enum { MANY = 70000 };
    static double slot[MANY];
    const uint32_t operand[] = {MANY - 1, 4095, 4096, 66000, MANY - 1, 66000, 66000};
    const unsigned char op[] = {TAPE_SUB, TAPE_MUL};
    tape t = {.inputs = 3, .slots = MANY, .length = 2, .outputs = 1, .operands = 6};
    t.op = op;
    t.operand = operand;
    jit n = jit_new(code, &t);
    if (!jit_translate(&n))
        skip();
    slot[4095] = 7;
    slot[4096] = TWICE;
    slot[66000] = 3;
    jit_execute(&n, slot);
    assert_true(slot[66000] == 15);
}

/* The code takes over after some runs, and nothing changes. */
static void test_takes_over(void **state) {
    (void)state;
    const uint16_t operand[] = {2, 0, 1, 2};
    const unsigned char op = TAPE_ADD;
    tape t = {.inputs = 2, .slots = 3, .length = 1, .outputs = 1, .operands = 3};
    t.op = &op;
    t.operand = operand;
    jit translated = jit_new(code, &t);
    jit interpreted = jit_new(NULL, &t);
    for (int k = 0; k < 1000; k++) {
        double slot[3] = {k, 1, 0};
        jit_execute(&translated, slot);
        assert_true(slot[2] == k + 1);
        jit_execute(&interpreted, slot);
    }
    assert_null(interpreted.run);
    jit again = jit_new(code, &t);
    if (jit_translate(&again))
        assert_non_null(translated.run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_operation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_random_tapes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far_slots, setup, teardown),
        cmocka_unit_test_setup_teardown(test_takes_over, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
