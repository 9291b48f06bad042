/* SPDX-License-Identifier: BSD-3-Clause */
/* Saddle points with their rows and unknowns shuffled, against residuals: diagonal and
 * full E, symmetric and other Schur complements, from zero and from near by. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../src/geometry/schur.h"
#include <cmocka.h>

enum { Q = 5, L = 3, SIZE = Q + L, WORK = 400 };

static double next_random(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

/* Everything in one: the first Q unknowns are derivatives of coordinates 1..Q. */
typedef struct bench {
    invo_system s;
    invo_block block;
    invo_coordinate coordinate[Q + 1];
    int unknown[SIZE], row[SIZE], start[SIZE + 1], column[SIZE * SIZE], ints[100];
    double a[SIZE][SIZE], value[SIZE * SIZE], b[SIZE], work[WORK];
    schur schur;
} bench;

static void set_up(bench *t, int full, int symmetric, unsigned *seed) {
    static const int order[SIZE] = {3, 6, 0, 5, 1, 7, 2, 4};
    memset(t, 0, sizeof *t);
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < Q; j++)
            if (i == j || full) t->a[i][j] = next_random(seed) + (i == j ? 5 : 0);
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < L; j++) {
            t->a[Q + j][i] = next_random(seed) + (i == j ? 2 : 0);
            t->a[i][Q + j] = symmetric ? t->a[Q + j][i] : 2 * t->a[Q + j][i] * (j + 1);
        }
    for (int i = 0, e = 0; i < SIZE; i++) {
        t->unknown[i] = i, t->b[i] = next_random(seed);
        for (int j = 0; j < SIZE; j++)
            if (t->a[order[i]][j] != 0)
                t->column[e] = j, t->value[e++] = t->a[order[i]][j];
        t->start[i + 1] = e;
    }
    for (int i = 1; i <= Q; i++) t->coordinate[i].next = -i;
    t->block = (invo_block){SIZE, t->unknown, t->row, {SIZE, SIZE, t->start, t->column}};
    t->s = (invo_system){.coordinates = Q + 1, .tops = SIZE, .blocks = 1};
    t->s.coordinate = t->coordinate, t->s.block = &t->block;
    assert_true(schur_work(&t->s) <= WORK && schur_integers(&t->s) <= 100);
    schur_init(&t->schur, &t->s, t->work, t->ints);
}

static double residual(const bench *t, const double *z) {
    double most = 0;
    for (int i = 0; i < SIZE; i++) {
        double sum = t->b[i];
        for (int e = t->start[i]; e < t->start[i + 1]; e++)
            sum += t->value[e] * z[t->column[e]];
        most = fmax(most, fabs(sum));
    }
    return most;
}

static void test_solutions(void **state) {
    unsigned seed = 7;
    bench t;
    (void)state;
    for (int round = 0; round < 100; round++) {
        double z[SIZE] = {0};
        set_up(&t, round % 2, round / 2 % 2, &seed);
        assert_true(schur_is_there(&t.schur));
        assert_true(schur_solve(&t.schur, &t.block, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-13);
        assert_int_equal(t.schur.factorizations, round % 2);
        z[0] += 1e-9; /* a warm start */
        assert_true(schur_solve(&t.schur, &t.block, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-13);
    }
}

static void test_no_saddle(void **state) {
    unsigned seed = 3;
    double z[SIZE] = {0};
    bench t;
    (void)state;
    set_up(&t, 0, 1, &seed);
    for (int j = 0; j < SIZE; j++) t.schur.is_multiplier[j] = 0;
    assert_false(schur_is_there(&t.schur));
    assert_false(schur_solve(&t.schur, &t.block, t.value, t.b, z));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_no_saddle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
