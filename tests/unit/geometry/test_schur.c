/* SPDX-License-Identifier: BSD-3-Clause */
/* Saddle points with their rows and unknowns shuffled, against residuals: diagonal and
 * full E, symmetric and other Schur complements, from zero and from near by. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/schur.h"
#include <cmocka.h>

enum { Q = 5, L = 3, SIZE = Q + L, WORK = 600 };

static double next_random(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

/* Everything in one: the first Q unknowns are derivatives of coordinates 1..Q. */
typedef struct bench {
    invo_system s;
    invo_block block;
    invo_coordinate coordinate[Q + 1];
    int unknown[SIZE], row[SIZE], start[SIZE + 1], column[SIZE * SIZE];
    double a[SIZE][SIZE], value[SIZE * SIZE], b[SIZE], work[WORK];
    schur schur;
} bench;

static void lay_out(bench *t) {
    pool p = {0};
    schur_lay_out(&t->schur, &t->s, &p);
    assert_true(p.used <= sizeof t->work);
    memset(t->work, 0, sizeof t->work);
    pool_open(&p, t->work);
    schur_lay_out(&t->schur, &t->s, &p);
}

/* The system that a describes, rows in another order; derivatives are the first unknowns.
 */
static void assemble(bench *t, int derivatives, unsigned *seed) {
    static const int order[SIZE] = {3, 6, 0, 5, 1, 7, 2, 4};
    for (int i = 0, e = 0; i < SIZE; i++) {
        t->unknown[i] = i, t->b[i] = next_random(seed);
        for (int j = 0; j < SIZE; j++)
            if (t->a[order[i]][j] != 0)
                t->column[e] = j, t->value[e++] = t->a[order[i]][j];
        t->start[i + 1] = e;
    }
    for (int i = 1; i <= derivatives; i++)
        t->coordinate[i].derivative = derivatives + i;
    t->block = (invo_block){SIZE, t->unknown, t->row, {SIZE, SIZE, t->start, t->column}};
    t->s = (invo_system){.coordinates = derivatives + 1, .tops = SIZE, .blocks.count = 1};
    t->s.coordinate = t->coordinate, t->s.blocks.at = &t->block;
    lay_out(t);
}

static void set_up(bench *t, int full, int symmetric, unsigned *seed) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < Q; j++)
            if (i == j || full)
                t->a[i][j] = next_random(seed) + (i == j ? 5 : 0);
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < L; j++) {
            t->a[Q + j][i] = next_random(seed) + (i == j ? 2 : 0);
            t->a[i][Q + j] = symmetric ? t->a[Q + j][i] : 2 * t->a[Q + j][i] * (j + 1);
        }
    assemble(t, Q, seed);
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
    int block, unknown;
    bench t;
    (void)state;
    for (int round = 0; round < 100; round++) {
        double z[SIZE] = {0};
        set_up(&t, round % 2, round / 2 % 2, &seed);
        assert_true(schur_is_there(&t.schur, &block, &unknown));
        assert_true(schur_solve(&t.schur, 0, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-13);
        assert_int_equal(t.schur.factorizations, round % 2);
        z[0] += 1e-9; /* a warm start */
        assert_true(schur_solve(&t.schur, 0, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-13);
    }
}

/* Four masses, two constraints, and two unknowns more: s = lambda1 + lambda2, which is
 * what acts on the first mass, and r, twice the second acceleration, which acts on the
 * last. */
static void set_up_sums(bench *t, unsigned *seed) {
    enum { MASSES = 4, FIRST = MASSES, SUM = MASSES + 2, TWICE };
    memset(t, 0, sizeof *t);
    for (int i = 0; i < MASSES; i++)
        t->a[i][i] = 3 + next_random(seed);
    for (int k = 0; k < 2; k++)
        for (int i = 1; i <= 2; i++)
            t->a[MASSES + k][k + i] = t->a[k + i][FIRST + k] =
                next_random(seed) + (i == 1 ? 2 : 0);
    for (int k = 0; k < 2; k++)
        t->a[MASSES + k][0] = 1;
    t->a[0][SUM] = 1;
    t->a[SUM][SUM] = 1, t->a[SUM][FIRST] = t->a[SUM][FIRST + 1] = -1;
    t->a[TWICE][TWICE] = 1, t->a[TWICE][1] = -2, t->a[3][TWICE] = 0.3;
    assemble(t, MASSES, seed);
}

/* What only serves to write the equations down is eliminated; nothing is factored, and
 * the sum, not one of its terms, goes, so that l iterations do: the Schur complement is
 * symmetric but for r. */
static void test_intermediate_unknowns(void **state) {
    unsigned seed = 11;
    int block, unknown;
    bench t;
    (void)state;
    for (int round = 0; round < 100; round++) {
        double z[SIZE] = {0};
        set_up_sums(&t, &seed);
        assert_true(schur_is_there(&t.schur, &block, &unknown));
        assert_true(schur_solve(&t.schur, 0, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-13);
        assert_int_equal(t.schur.factorizations, 0);
        assert_int_equal(t.schur.at.l, 2);
        assert_int_equal(t.schur.at.parts, 6);
        assert_true(t.schur.at.place[6] < t.schur.at.q);
        assert_true(t.schur.at.place[7] < t.schur.at.q);
    }
}

/* Two of five unknowns have no mass: they are found from constraints, with forces that
 * are not free. */
static void test_without_mass(void **state) {
    unsigned seed = 5;
    bench t;
    (void)state;
    for (int round = 0; round < 100; round++) {
        double z[SIZE] = {0};
        set_up(&t, 0, round % 2, &seed);
        t.a[0][0] = t.a[1][1] = 0;
        assemble(&t, Q, &seed);
        assert_true(schur_solve(&t.schur, 0, t.value, t.b, z));
        assert_int_equal(t.schur.at.l, L - 2);
        assert_true(residual(&t, z) < 1e-11);
    }
}

/* Neither definite nor symmetric, with columns of all sizes: it is factored. */
static void test_bad_complements(void **state) {
    unsigned seed = 5;
    bench t;
    (void)state;
    for (int round = 0; round < 100; round++) {
        double z[SIZE] = {0};
        set_up(&t, 0, 0, &seed);
        for (int i = 0; i < Q; i++) {
            if (i % 2)
                t.a[i][i] = -t.a[i][i];
            for (int j = 0; j < L; j++)
                t.a[i][Q + j] = (next_random(&seed) + (i == j ? 2 : 0)) * pow(1e4, j - 1);
        }
        assemble(&t, Q, &seed);
        assert_true(schur_solve(&t.schur, 0, t.value, t.b, z));
        assert_true(residual(&t, z) < 1e-9);
    }
}

/* Without multipliers, and with multipliers for no constraint; told by an unknown. */
static void test_no_saddle(void **state) {
    unsigned seed = 3;
    int block, unknown;
    double z[SIZE] = {0};
    bench t;
    (void)state;
    set_up(&t, 0, 1, &seed);
    invo_coordinate all[SIZE + 1] = {{0}};
    for (int i = 1; i <= SIZE; i++)
        all[i].derivative = SIZE + i;
    t.s.coordinate = all, t.s.coordinates = SIZE + 1;
    lay_out(&t);
    assert_false(schur_is_there(&t.schur, &block, &unknown));
    assert_false(schur_solve(&t.schur, 0, t.value, t.b, z));
    assert_int_equal(block, 0);
    assert_true(t.schur.is_derivative[unknown]);
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            t.a[i][j] = i == j || j == Q;
    assemble(&t, Q, &seed);
    assert_false(schur_is_there(&t.schur, &block, &unknown));
    assert_false(t.schur.is_derivative[unknown]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solutions),    cmocka_unit_test(test_intermediate_unknowns),
        cmocka_unit_test(test_without_mass), cmocka_unit_test(test_bad_complements),
        cmocka_unit_test(test_no_saddle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
