/* The words of machine code for AArch64, on any processor: those that an assembler makes.
 * tests/check_arm64.sh runs such code. SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/evaluate/jit.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* Whose code a line of the list is: an operation, or one of these. */
enum { CODE_BEGIN = 1000, CODE_END, CODE_FAR, CODE_MANY };

/* Names of operations and of the others in one list. */
enum {
#define OPERATION(arity, code, ...) CODE_##code = TAPE_##code,
#include "../../../src/expr/tape_op.def"
};

typedef struct line {
    int of;
    uint32_t word;
    const char *text;
} line;

static const line lines[] = {
#define LINE(of, word, text) {CODE_##of, word, text},
#include "arm64_code.def"
};
enum { LINES = sizeof lines / sizeof *lines };

enum { WORDS = 200, MOST_OPERANDS = 200, MOST_SLOTS = 70001 };

static unsigned char bytes[4 * WORDS];

static uint32_t word_at(size_t k) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; i++)
        word |= (uint32_t)bytes[4 * k + i] << 8 * i;
    return word;
}

static size_t write_words(const tape *t) {
    static int next[MOST_OPERANDS];
    static int upcoming[MOST_SLOTS];
    static signed char places[MOST_SLOTS];
    const jit_scratch scratch = {next, upcoming, places, NULL};
    jit_buffer b = {bytes, 0, sizeof bytes, 0};
    assert_true(jit_write_arm64(&b, t, scratch));
    assert_false(b.is_full);
    return b.size / 4;
}

/* The words from `at` on are those of the list; where they end. */
static size_t compare_words(int of, size_t at) {
    for (int k = 0; k < LINES; k++) {
        if (lines[k].of != of)
            continue;
        if (word_at(at) != lines[k].word)
            fail_msg("word %zu of %d is %08x, not %08x: %s", at, of,
                     (unsigned)word_at(at), (unsigned)lines[k].word, lines[k].text);
        at++;
    }
    return at;
}

static void check_code(const tape *t, int of) {
    size_t count = write_words(t);
    size_t at = compare_words(CODE_BEGIN, 0);
    at = compare_words(of, at);
    at = compare_words(CODE_END, at);
    assert_int_equal(at, count);
}

static int is_listed(int of) {
    for (int k = 0; k < LINES; k++)
        if (lines[k].of == of)
            return 1;
    return 0;
}

static void test_operations(void **state) {
    (void)state;
    int count = 0;
    for (int op = 0; op <= TAPE_OR; op++) {
        if (!is_listed(op))
            continue;
        const unsigned char byte = (unsigned char)op;
        const int arity = tape_arity((tape_op)op);
        uint16_t operand[5] = {3, 0, 1, 2};
        operand[1 + arity] = 3;
        tape t = {.slots = 4, .length = 1, .outputs = 1, .operands = 1 + arity};
        t.op = &byte;
        t.operand = operand;
        check_code(&t, op);
        count++;
    }
    assert_int_equal(count, 24);
}

/* Slots that are too far away for the distance of an instruction. */
static void test_far_slots(void **state) {
    (void)state;
    const unsigned char op = TAPE_MUL;
    const uint32_t operand[] = {65536, 5000, 70000, 65536};
    tape t = {.slots = 70001, .length = 1, .outputs = 1, .operands = 3};
    t.op = &op;
    t.operand = operand;
    check_code(&t, CODE_FAR);
}

/* Twenty-two values, all read at the end: the registers of the caller are left alone. */
static void test_registers(void **state) {
    (void)state;
    enum { VALUES = 21 };
    unsigned char op[2 * VALUES];
    uint16_t operand[5 * VALUES + 1];
    int at = 0;
    for (int k = 0; k < VALUES; k++) {
        op[k] = TAPE_NEG;
        operand[at++] = (uint16_t)(1 + k);
        operand[at++] = 0;
    }
    for (int k = 0; k < VALUES - 1; k++) {
        op[VALUES + k] = TAPE_ADD;
        operand[at++] = 0;
        operand[at++] = (uint16_t)(k ? 0 : VALUES);
        operand[at++] = (uint16_t)(1 + k);
    }
    tape t = {.inputs = 1, .slots = 1 + VALUES, .outputs = 0, .operands = at};
    t.length = 2 * VALUES - 1;
    t.op = op;
    t.operand = operand;
    write_words(&t);
    compare_words(CODE_MANY, compare_words(CODE_BEGIN, 0));
}

/* A buffer that is too small says so and keeps what lies behind it. */
static void test_full_buffer(void **state) {
    (void)state;
    int next[3];
    int upcoming[3];
    signed char places[3];
    const unsigned char op = TAPE_ADD;
    const uint16_t operand[] = {2, 0, 1, 2};
    tape t = {.inputs = 2, .slots = 3, .length = 1, .outputs = 1, .operands = 3};
    t.op = &op;
    t.operand = operand;
    for (size_t room = 0; room < 48; room++) {
        jit_buffer b = {bytes, 0, room, 0};
        bytes[room] = 0x55;
        jit_write_arm64(&b, &t, (jit_scratch){next, upcoming, places, NULL});
        assert_true(b.is_full);
        assert_true(bytes[room] == 0x55);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_far_slots),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_full_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
