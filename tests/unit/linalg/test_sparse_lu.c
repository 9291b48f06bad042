/* Sparse LU against the dense one: solutions, signs, singular columns, pivots that must
 * be chosen anew. SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/sparse.h"
#include "../random_matrix.h"
#include <cmocka.h>

static void matrix_dense(const matrix *m, double *a) { /* [rows, columns] */
    int rows = m->pattern.rows;
    for (int k = 0; k < rows * m->pattern.columns; k++)
        a[k] = 0;
    for (int i = 0; i < rows; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            a[i + m->column[k] * rows] = m->value[k];
}

/* Solution and sign of the determinant by the dense LU; 0: singular. */
static int dense_solve(const matrix *m, double *b) {
    int n = m->pattern.rows, sign = 1, *pivot = malloc(sizeof(int) * (size_t)n);
    double *a = malloc(sizeof(double) * (size_t)n * (size_t)(n + 1)), *scale = a + n * n;
    matrix_dense(m, a);
    if (lu_factor(n, a, pivot, scale))
        sign = 0;
    for (int i = 0; i < n && sign; i++)
        if ((a[i + i * n] < 0) != (pivot[i] != i))
            sign = -sign;
    if (sign)
        lu_solve(n, a, pivot, scale, b);
    free(a), free(pivot);
    return sign;
}

static void solutions_and_signs_are_those_of_dense_lu(void **state) {
    (void)state;
    for (int n = 1; n <= 400; n += n < 12 ? 1 : 97)
        for (int trial = 0; trial < 6; trial++) {
            matrix m = random_matrix(n, n, 4);
            sparse_lu *f = sparse_lu_new(&m.pattern);
            double *b = malloc(sizeof(double) * (size_t)n * 2), *x = b + n;
            assert_non_null(f);
            for (int again = 0; again < 4; again++) {
                for (int k = 0; k < m.start[n]; k++)
                    m.value[k] = uniform();
                for (int i = 0; i < n; i++) {
                    double size = pow(10, 8 * uniform()); /* badly scaled rows */
                    for (int k = m.start[i]; k < m.start[i + 1]; k++)
                        m.value[k] *= size;
                    b[i] = x[i] = size * uniform();
                }
                int sign = dense_solve(&m, b);
                double largest = 0;
                if (!sign)
                    continue;
                assert_int_equal(sparse_lu_factor(f, m.value), 0);
                assert_int_equal(sparse_lu_solve(f, x, again % 2), 0);
                assert_int_equal(sparse_lu_sign(f), sign);
                for (int i = 0; i < n; i++)
                    largest = fmax(largest, fabs(b[i]));
                double condition = largest / sparse_lu_smallest(f);
                for (int i = 0; i < n; i++)
                    assert_true(fabs(x[i] - b[i]) < 1e-12 * condition);
            }
            sparse_lu_free(f), matrix_free(&m), free(b);
        }
}

/* The first matrix makes the diagonal its pivots; in the second they are nearly zero. */
static void pivots_are_chosen_anew_where_they_have_become_bad(void **state) {
    (void)state;
    static const int start[] = {0, 2, 5, 8, 10},
                     column[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
    const invo_pattern p = {4, 4, start, column};
    sparse_lu *f = sparse_lu_new(&p);
    double value[10], b[4] = {1, 2, 3, 4};
    for (int tiny = 0; tiny < 3; tiny++) {
        double diagonal = tiny == 0 ? 4 : tiny == 1 ? 1e-13 : 0;
        for (int i = 0; i < 4; i++)
            for (int k = start[i]; k < start[i + 1]; k++)
                value[k] = column[k] == i ? diagonal : column[k] > i ? 1 : 1.5;
        double x[4], r[4];
        memcpy(x, b, sizeof b);
        assert_int_equal(sparse_lu_factor(f, value), 0);
        assert_int_equal(sparse_lu_solve(f, x, 0), 0);
        sparse_multiply(&p, value, x, r);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(r[i] - b[i]) < 1e-14);
    }
    sparse_lu_free(f);
}

/* After a rest a matrix is as one of a new object: where it is the same again, where its
 * entries are others, whose pivots are not, and where it was not fresh before. */
static void a_rest_leaves_no_trace(void **state) {
    (void)state;
    static const int start[] = {0, 2, 4, 6}, column[] = {0, 1, 1, 2, 0, 2};
    static const double first[] = {1, 2, 3, 4, 5, 6}, other[] = {1e-3, 2, 3, 4, 5, 6};
    const double *in_turn[] = {first, first, other, other, first};
    const invo_pattern p = {3, 3, start, column};
    sparse_lu *kept = sparse_lu_new(&p);
    assert_non_null(kept);
    for (int k = 0; k < 5; k++) {
        sparse_lu *fresh = sparse_lu_new(&p);
        double x[3] = {1, -2, 3}, y[3] = {1, -2, 3};
        assert_non_null(fresh);
        assert_int_equal(sparse_lu_factor(kept, in_turn[k]), 0);
        assert_int_equal(sparse_lu_factor(fresh, in_turn[k]), 0);
        assert_int_equal(sparse_lu_solve(kept, x, 0), 0);
        assert_int_equal(sparse_lu_solve(fresh, y, 0), 0);
        assert_memory_equal(x, y, sizeof x);
        assert_true(sparse_lu_smallest(kept) == sparse_lu_smallest(fresh));
        assert_int_equal(sparse_lu_sign(kept), sparse_lu_sign(fresh));
        if (k == 3) /* numbers of pivots that were chosen for another matrix */
            assert_int_equal(sparse_lu_factor(kept, first), 0);
        assert_true(sparse_lu_rest(kept));
        sparse_lu_free(fresh);
    }
    sparse_lu_free(kept);
}

static void singular_and_undefined_matrices_are_reported(void **state) {
    (void)state;
    static const int start[] = {0, 2, 4, 5}, column[] = {0, 1, 0, 1, 2};
    const invo_pattern p = {3, 3, start, column};
    sparse_lu *f = sparse_lu_new(&p);
    double singular[] = {1, 2, 2, 4, 1}, regular[] = {1, 2, 2, 5, 1},
           zero[] = {1, 2, 0, 0, 1}, undefined[] = {1, 2, 2, NAN, 1}, b[] = {3, 7, 1};
    for (int k = 0; k < 2; k++) {
        int bad = sparse_lu_factor(f, singular);
        assert_true(bad == 1 || bad == 2);
        assert_int_equal(sparse_lu_factor(f, zero), 2);
        assert_int_equal(sparse_lu_factor(f, undefined), 2);
        assert_int_equal(sparse_lu_factor(f, regular), 0);
        assert_int_equal(sparse_lu_rank(f, 1e-9), 3);
    }
    assert_int_equal(sparse_lu_solve(f, b, 1), 0);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(b[i] - 1) < 1e-14);
    sparse_lu_free(f);
}

/* A net of n x n particles with rods along rows and columns, [1 G'; G 0] with G of three
 * entries for each end. Row i of G is that of a rod. */
static matrix net_matrix(int n) {
    int particles = n * n, rods = 2 * n * (n - 1), size = 3 * particles + rods;
    int *end = malloc(sizeof(int) * 2 * (size_t)rods), count = 0;
    for (int k = 0; k < particles; k++) {
        if (k % n < n - 1)
            end[count++] = k, end[count++] = k + 1;
        if (k < particles - n)
            end[count++] = k, end[count++] = k + n;
    }
    matrix m = {.start = calloc((size_t)size + 1, sizeof(int)),
                .column = malloc(sizeof(int) * (size_t)(3 * particles + 12 * rods)),
                .value = malloc(sizeof(double) * (size_t)(3 * particles + 12 * rods))};
    for (int i = 0, next = 0; i < size; i++) {
        if (i < 3 * particles)
            m.column[next++] = i;
        for (int r = 0; r < rods; r++)
            for (int side = 0; side < 2; side++)
                for (int k = 0; k < 3; k++) {
                    int at = 3 * end[2 * r + side] + k;
                    if (at == i)
                        m.column[next++] = 3 * particles + r;
                    if (i == 3 * particles + r)
                        m.column[next++] = at;
                }
        m.start[i + 1] = next;
    }
    m.pattern = (invo_pattern){size, size, m.start, m.column};
    free(end);
    return m;
}

/* Minimum degree on the matched matrix made 364 990 entries, four times of what it had
 * estimated: pivots were taken beside the diagonal. */
static void grids_are_ordered_with_little_fill(void **state) {
    (void)state;
    matrix m = net_matrix(24);
    int size = m.pattern.rows;
    sparse_lu *f = sparse_lu_new(&m.pattern);
    double *x = malloc(sizeof(double) * 2 * (size_t)size), *b = x + size;
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < size; i++)
            x[i] = uniform();
        for (int i = 0; i < size; i++) {
            b[i] = 0;
            for (int k = m.start[i]; k < m.start[i + 1]; k++) {
                int is_mass = m.column[k] == i;
                m.value[k] = is_mass ? 1 : uniform();
                b[i] += m.value[k] * x[m.column[k]];
            }
        }
        assert_int_equal(sparse_lu_factor(f, m.value), 0);
        assert_int_equal(sparse_lu_solve(f, b, 1), 0);
        for (int i = 0; i < size; i++)
            assert_true(fabs(b[i] - x[i]) < 1e-8);
        assert_true(sparse_lu_entries(f) < 200000);
    }
    sparse_lu_free(f), matrix_free(&m), free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_and_signs_are_those_of_dense_lu),
        cmocka_unit_test(pivots_are_chosen_anew_where_they_have_become_bad),
        cmocka_unit_test(a_rest_leaves_no_trace),
        cmocka_unit_test(singular_and_undefined_matrices_are_reported),
        cmocka_unit_test(grids_are_ordered_with_little_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
