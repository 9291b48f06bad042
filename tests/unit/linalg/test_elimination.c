/* Eliminations written down as steps, run here step by step in long double: they solve
 * random sparse systems, also with values other than those that they were chosen for, and
 * their pivots have the sign of the determinant.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/elimination.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST_ROWS = 12, MOST_CELLS = 20000, ENOUGH = 100000 };

static uint64_t seed = 1;

static double chance(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

typedef struct example {
    int n, entries;
    int start[MOST_ROWS + 1], column[MOST_ROWS * MOST_ROWS];
    double value[MOST_ROWS * MOST_ROWS], b[MOST_ROWS];
    char is_fixed[MOST_ROWS * MOST_ROWS];
    invo_pattern pattern;
} example;

static void draw_values(example *x) {
    for (int k = 0; k < x->entries; k++)
        x->value[k] = 2 * chance() - 1;
    for (int i = 0; i < x->n; i++)
        x->b[i] = 2 * chance() - 1;
}

/* A diagonal somewhere, so that the pattern is regular, and a few entries beside it. */
static void draw_example(example *x, int is_lower) {
    x->n = 1 + (int)(chance() * MOST_ROWS);
    x->entries = 0;
    const int shift = is_lower ? 0 : (int)(chance() * x->n);
    for (int i = 0; i < x->n; i++) {
        x->start[i] = x->entries;
        for (int j = 0; j < (is_lower ? i + 1 : x->n); j++)
            if (j == (i + shift) % x->n || chance() < 0.25) {
                x->is_fixed[x->entries] = chance() < 0.3;
                x->column[x->entries++] = j;
            }
    }
    x->start[x->n] = x->entries;
    x->pattern = (invo_pattern){x->n, x->n, x->start, x->column};
    draw_values(x);
}

static void run_steps(const elimination *e, int steps, const example *x,
                      long double *cell) {
    assert_true(e->cells <= MOST_CELLS);
    for (int k = 0; k < e->cells; k++)
        cell[k] = NAN; /* what is read must have been written */
    for (int k = 0; k < x->entries; k++)
        cell[k] = x->value[k];
    for (int i = 0; i < x->n; i++)
        cell[x->entries + i] = x->b[i];
    for (int k = 0; k < steps; k++) {
        const straight_step *s = &e->step[k];
        const long double c = s->c == STRAIGHT_NOTHING ? 0 : cell[s->c];
        switch (s->kind) {
        case STRAIGHT_INVERT:
            cell[s->to] = -1 / cell[s->a];
            break;
        case STRAIGHT_MULTIPLY:
            cell[s->to] = cell[s->a] * cell[s->b];
            break;
        case STRAIGHT_ADD:
            cell[s->to] = c + cell[s->a];
            break;
        case STRAIGHT_ADD_PRODUCT:
            cell[s->to] = c + cell[s->a] * cell[s->b];
            break;
        case STRAIGHT_ADD_SQUARE:
            cell[s->to] = c + cell[s->a] * s->factor * cell[s->a] * s->factor;
            break;
        case STRAIGHT_LARGEST:
            cell[s->to] = fmaxl(c, fabsl(cell[s->a]) * s->factor);
            break;
        }
    }
}

/* A z + b, beside the size of its terms. */
static void check_solution(const example *x, const int *z, const long double *cell) {
    for (int i = 0; i < x->n; i++) {
        long double rest = x->b[i];
        long double size = fabs(x->b[i]);
        for (int k = x->start[i]; k < x->start[i + 1]; k++) {
            rest += x->value[k] * cell[z[x->column[k]]];
            size += fabsl(x->value[k] * cell[z[x->column[k]]]);
        }
        assert_true(fabsl(rest) <= 1e-12L * size);
    }
}

static int determinant_sign(const example *x) {
    double a[MOST_ROWS * MOST_ROWS] = {0};
    double scale[MOST_ROWS];
    int pivot[MOST_ROWS];
    int sign = 1;
    for (int i = 0; i < x->n; i++)
        for (int k = x->start[i]; k < x->start[i + 1]; k++)
            a[i + x->column[k] * x->n] = x->value[k];
    if (lu_factor(x->n, a, pivot, scale))
        return 0;
    for (int i = 0; i < x->n; i++)
        if ((a[i + i * x->n] < 0) != (pivot[i] != i))
            sign = -sign;
    return sign;
}

static void test_random(void **state) {
    static long double cell[MOST_CELLS];
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    int solved = 0;
    int elsewhere = 0;
    (void)state;
    for (int k = 0; k < 2000; k++) {
        example x;
        draw_example(&x, 0);
        const elimination *e =
            elimination_new(a, &x.pattern, 1, x.value, x.is_fixed, ENOUGH);
        if (!e)
            continue;
        run_steps(e, e->steps, &x, cell);
        check_solution(&x, e->solution, cell);
        check_solution(&x, e->plain, cell);
        assert_true(e->watches == 0 || cell[e->watch[0]] <= 100.01L * x.n * x.n / 2);
        int sign = e->sign;
        for (int i = 0; i < x.n; i++)
            sign *= cell[e->inverse[i]] > 0 ? -1 : 1;
        assert_int_equal(sign, determinant_sign(&x));
        solved++;
        draw_values(&x);
        run_steps(e, e->steps, &x, cell);
        if (e->watches && !(cell[e->watch[0]] <= 1e6L))
            continue;
        check_solution(&x, e->solution, cell);
        elsewhere++;
    }
    assert_true(solved > 1500 && elsewhere > 1000);
    arena_free(a);
    invo_context_free(c);
}

static void test_symmetric(void **state) {
    static long double cell[MOST_CELLS];
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    (void)state;
    for (int k = 0; k < 1000; k++) {
        example x;
        example whole = {0};
        draw_example(&x, 1);
        for (int i = 0; i < x.n; i++)
            for (int l = x.start[i]; l < x.start[i + 1]; l++)
                if (x.column[l] == i)
                    x.value[l] += 2 * MOST_ROWS; /* positive definite */
        const elimination *e =
            elimination_new_symmetric(a, &x.pattern, x.pattern.rows, ENOUGH);
        assert_non_null(e);
        run_steps(e, e->steps, &x, cell);
        whole.n = x.n;
        for (int i = 0; i < x.n; i++) { /* both halves */
            whole.b[i] = x.b[i];
            whole.start[i] = whole.entries;
            for (int r = 0; r < x.n; r++)
                for (int l = x.start[r]; l < x.start[r + 1]; l++) {
                    const int other = r == i ? x.column[l] : r;
                    if (r != i && x.column[l] != i)
                        continue;
                    whole.column[whole.entries] = other;
                    whole.value[whole.entries++] = x.value[l];
                }
        }
        whole.start[x.n] = whole.entries;
        check_solution(&whole, e->solution, cell);
        assert_true(e->watches == 1);
        assert_true(cell[e->watch[0]] > 1 - 1e-15L && cell[e->watch[0]] < 4);
    }
    arena_free(a);
    invo_context_free(c);
}

/* Pivots that stay the same are preferred: a pendulum at x = 1 keeps 1 and 1. */
static void test_fixed_pivots(void **state) {
    static const int start[] = {0, 2, 4, 6};
    static const int column[] = {0, 2, 1, 2, 0, 1};
    static const char is_fixed[] = {1, 0, 1, 0, 0, 0};
    const double at_start[] = {1, 1, 1, 1e-30, 1, 1e-30};
    const invo_pattern p = {3, 3, start, column};
    long double cell[200];
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    (void)state;
    const elimination *e = elimination_new(a, &p, 1, at_start, is_fixed, ENOUGH);
    assert_non_null(e);
    for (double x = 1; x > 1e-6; x /= 10) {
        const double y = sqrt(1 - x * x);
        example here = {
            .n = 3, .entries = 6, .value = {1, x, 1, y, x, y}, .b = {1, 2, 3}};
        run_steps(e, e->steps, &here, cell);
        assert_true(cell[e->watch[0]] <= 2);
    }
    arena_free(a);
    invo_context_free(c);
}

/* What is small at another point is no pivot, however large it is at the first. */
static void test_other_points(void **state) {
    static const int start[] = {0, 2, 4};
    static const int column[] = {0, 1, 0, 1};
    static const char is_fixed[4];
    const double value[] = {3, 1, 1, 1, 1e-9, 1, 1, 1};
    const invo_pattern p = {2, 2, start, column};
    long double cell[200];
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    (void)state;
    const elimination *e = elimination_new(a, &p, 2, value, is_fixed, ENOUGH);
    example there = {.n = 2, .entries = 4, .value = {1e-9, 1, 1, 1}, .b = {1, 2}};
    assert_non_null(e);
    run_steps(e, e->steps, &there, cell);
    assert_true(cell[e->watch[0]] <= 20);
    arena_free(a);
    invo_context_free(c);
}

static void test_refuses(void **state) {
    static const int start[] = {0, 2, 4};
    static const int column[] = {0, 1, 0, 1};
    static const char is_fixed[4];
    const double singular[] = {1, 2, 2, 4};
    const double regular[] = {1, 2, 2, 5};
    const invo_pattern p = {2, 2, start, column};
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    (void)state;
    assert_null(elimination_new(a, &p, 1, singular, is_fixed, ENOUGH));
    assert_null(elimination_new(a, &p, 1, regular, is_fixed, 0));
    assert_non_null(elimination_new(a, &p, 1, regular, is_fixed, ENOUGH));
    arena_free(a);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),       cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_fixed_pivots), cmocka_unit_test(test_other_points),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
