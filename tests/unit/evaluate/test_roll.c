/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of merged tapes: they are found, advance by constant strides, and give the same
 * bits by the interpreter, by machine code, and by loops written here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/evaluate/jit.h"
#include "../../../src/evaluate/merge.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { CELLS = 301, EDGES = CELLS - 1 };

static invo_context *context;
static arena *memory;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

/* A chain of cells: differences between neighbours, a tridiagonal matrix of them that is
 * factored from one end, and its solution. kind: what else is done on the way. */
typedef struct cells {
    double d[EDGES], q[EDGES], p[EDGES], r[EDGES];
} cells;

static void run_cells(const double *u, int kind, cells *c) {
    for (int i = 0; i < EDGES; i++)
        c->d[i] = u[i + 1] - u[i];
    for (int i = 0; i < EDGES; i++)
        c->q[i] = c->d[i] * c->d[i] + 3;
    if (kind == 1)
        for (int i = 0; i < EDGES; i++)
            c->q[i] = fabs(c->q[i] / (c->d[i] > 0.25 ? c->d[i] : 0.25));
    if (kind == 2)
        for (int i = 0; i < EDGES; i++)
            c->q[i] = circle_at(c->q[i]).sin + 4;
    c->p[0] = -1 / c->q[0];
    for (int i = 1; i < EDGES; i++) {
        const double m = c->d[i] * c->p[i - 1];
        c->p[i] = -1 / (m * c->d[i] + c->q[i]);
    }
    c->r[EDGES - 1] = c->p[EDGES - 1];
    for (int i = EDGES - 2; i >= 0; i--)
        c->r[i] = c->p[i] * c->r[i + 1] + c->q[i];
}

static int value_of(merge *m, tape_op op, int x, int y, int z) {
    return merge_operate(m, op, x, y, z);
}

/* The same as values; output: [2 EDGES], some in the other direction */
static void merge_cells(merge *m, int kind, int *output) {
    int d[EDGES], q[EDGES], p[EDGES], r[EDGES];
    const int three = merge_number(m, 3);
    const int quarter = merge_number(m, 0.25);
    const int four = merge_number(m, 4);
    const int one = merge_number(m, -1);
    for (int i = 0; i < EDGES; i++)
        d[i] = value_of(m, TAPE_SUB, merge_input(m, i + 1), merge_input(m, i), -1);
    for (int i = 0; i < EDGES; i++) {
        q[i] = value_of(m, TAPE_MULADD, d[i], d[i], three);
        if (kind == 1) {
            const int most = value_of(m, TAPE_MAX, d[i], quarter, -1);
            q[i] = value_of(m, TAPE_DIVIDE, q[i], most, -1);
            q[i] = value_of(m, TAPE_ABS, q[i], -1, -1);
        }
        if (kind == 2) {
            q[i] = value_of(m, TAPE_SIN, q[i], -1, -1);
            q[i] = value_of(m, TAPE_ADD, q[i], four, -1);
        }
    }
    p[0] = value_of(m, TAPE_DIVIDE, one, q[0], -1);
    for (int i = 1; i < EDGES; i++) {
        const int by = value_of(m, TAPE_MUL, d[i], p[i - 1], -1);
        const int sum = value_of(m, TAPE_MULADD, by, d[i], q[i]);
        p[i] = value_of(m, TAPE_DIVIDE, one, sum, -1);
    }
    r[EDGES - 1] = p[EDGES - 1];
    for (int i = EDGES - 2; i >= 0; i--)
        r[i] = value_of(m, TAPE_MULADD, p[i], r[i + 1], q[i]);
    for (int i = 0; i < EDGES; i++) {
        output[i] = r[EDGES - 1 - i];
        output[EDGES + i] = q[i];
    }
}

/* Operands of round k are those of round 0 and k times what round 1 adds. */
static int count_in_loops(const tape *t) {
    int count = 0;
    int number = 0;
    int at = 0;
    for (int l = 0; l < t->loops; l++) {
        const tape_loop *loop = &t->loop[l];
        int operands = 0;
        for (; number < loop->first; number++)
            at += 1 + tape_arity((tape_op)t->op[number]);
        for (int j = 0; j < loop->body; j++)
            operands += 1 + tape_arity((tape_op)t->op[number + j]);
        for (int i = 0; i < operands * loop->count; i++) {
            const int first = tape_operand(t, at + i % operands);
            const int by = tape_operand(t, at + operands + i % operands) - first;
            assert_int_equal(tape_operand(t, at + i), first + i / operands * by);
        }
        for (int j = 0; j < loop->body * loop->count; j++)
            assert_int_equal(t->op[number + j], t->op[loop->first + j % loop->body]);
        count += loop->body * loop->count;
    }
    return count;
}

static void check_cells(int kind) {
    int output[2 * EDGES];
    int variables;
    const int *from;
    double u[CELLS];
    cells wanted;
    merge *m = merge_new(memory, CELLS);
    merge_cells(m, kind, output);
    const tape *t = merge_finish(m, memory, CELLS, 2 * EDGES, output, &from, &variables);
    assert_true(count_in_loops(t) > 0.7 * t->length);
    jit j = jit_new(jit_memory_new(memory), t);
    const int has_code = jit_translate(&j);
    double *slot = calloc((size_t)t->slots, sizeof *slot);
    double *other = calloc((size_t)t->slots, sizeof *slot);
    for (int point = 0; point < 3; point++) {
        for (int i = 0; i < CELLS; i++)
            u[i] = slot[i] = other[i] = sin(1.7 * i + point);
        tape_prepare(t, slot);
        tape_prepare(t, other);
        run_cells(u, kind, &wanted);
        tape_execute_rest(t, slot);
        if (has_code)
            jit_execute(&j, other);
        for (int i = 0; i < EDGES; i++) {
            assert_true(slot[tape_output(t, i)] == wanted.r[EDGES - 1 - i]);
            assert_true(slot[tape_output(t, EDGES + i)] == wanted.q[i]);
            if (!has_code)
                continue;
            assert_true(other[tape_output(t, i)] == wanted.r[EDGES - 1 - i]);
            assert_true(other[tape_output(t, EDGES + i)] == wanted.q[i]);
        }
    }
    free(slot);
    free(other);
}

static void test_arithmetic(void **state) {
    (void)state;
    check_cells(0);
}

static void test_choices(void **state) {
    (void)state;
    check_cells(1);
}

/* Functions are called outside of loops. */
static void test_calls(void **state) {
    (void)state;
    check_cells(2);
}

/* --- strides --- */

/* Rounds with a rest, whatever number of them is done at once. */
enum { POINTS = 203, PLACES = 5 * POINTS, RESULTS = 4 * POINTS };

/* Where point i finds its numbers: four side by side, and one in the opposite order. */
static void find_places(int i, int *at) {
    for (int k = 0; k < 3; k++)
        at[k] = 4 * i + k;
    at[3] = 4 * (POINTS - 1 - i) + 3;
    at[4] = 4 * POINTS + POINTS - 1 - i;
}

/* Where its results are. */
static void find_results(int i, int *at) {
    at[0] = 2 * i;
    at[1] = 2 * (POINTS - 1 - i) + 1;
    at[2] = 2 * POINTS + POINTS - 1 - i;
    at[3] = 3 * POINTS + i;
}

static void run_point(const double *x, double *y) {
    const double a = x[0] * x[1];
    const double b = x[2] - x[3];
    const double c = fabs(x[4]);
    const double d = a * b + c;
    y[0] = a > b ? a : b;
    y[1] = (x[3] != 0 ? d : c) / (c + 0.25);
    y[2] = sqrt(c) * x[4] + a * x[3];
    y[3] = y[0] * y[1] - (y[2] + x[0] * x[2]);
}

static void merge_point(merge *m, const int *x, int *y) {
    const int a = value_of(m, TAPE_MUL, x[0], x[1], -1);
    const int b = value_of(m, TAPE_SUB, x[2], x[3], -1);
    const int c = value_of(m, TAPE_ABS, x[4], -1, -1);
    const int d = value_of(m, TAPE_MULADD, a, b, c);
    const int e = value_of(m, TAPE_SELECT, x[3], d, c);
    const int f = value_of(m, TAPE_ADD, c, merge_number(m, 0.25), -1);
    const int g = value_of(m, TAPE_SQRT, c, -1, -1);
    const int h = value_of(m, TAPE_MUL, a, x[3], -1);
    y[0] = value_of(m, TAPE_MAX, a, b, -1);
    y[1] = value_of(m, TAPE_DIVIDE, e, f, -1);
    y[2] = value_of(m, TAPE_MULADD, g, x[4], h);
    const int k = value_of(m, TAPE_MUL, y[0], y[1], -1);
    y[3] = value_of(m, TAPE_SUB, k, value_of(m, TAPE_MULADD, x[0], x[2], y[2]), -1);
}

/* Numbers that are side by side, apart, and in the opposite order. */
static void test_strides(void **state) {
    (void)state;
    int output[RESULTS];
    int variables;
    const int *from;
    merge *m = merge_new(memory, PLACES);
    for (int i = 0; i < PLACES; i++) /* in this order */
        merge_input(m, i);
    for (int i = 0; i < POINTS; i++) {
        int at[5], x[5], y[4];
        find_places(i, at);
        for (int k = 0; k < 5; k++)
            x[k] = merge_input(m, at[k]);
        merge_point(m, x, y);
        find_results(i, at);
        for (int k = 0; k < 4; k++)
            output[at[k]] = y[k];
    }
    const tape *t = merge_finish(m, memory, PLACES, RESULTS, output, &from, &variables);
    assert_true(count_in_loops(t) > 0.9 * t->length);
    jit j = jit_new(jit_memory_new(memory), t);
    double *slot = calloc((size_t)t->slots, sizeof *slot);
    for (int i = 0; i < PLACES; i++)
        slot[i] = sin(1.7 * i);
    tape_prepare(t, slot);
    const int has_code = jit_translate(&j);
    if (has_code)
        jit_execute(&j, slot);
    else
        tape_execute_rest(t, slot);
    for (int i = 0; i < POINTS; i++) {
        int at[5];
        double x[5], y[4];
        find_places(i, at);
        for (int k = 0; k < 5; k++)
            x[k] = sin(1.7 * at[k]);
        run_point(x, y);
        find_results(i, at);
        for (int k = 0; k < 4; k++)
            assert_true(slot[tape_output(t, at[k])] == y[k]);
    }
    free(slot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_strides),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
