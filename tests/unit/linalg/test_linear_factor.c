/* SPDX-License-Identifier: BSD-3-Clause */
/* Factors of real matrices: dense and sparse ones give the same solutions, signs and
 * singular columns; scalars are themselves; small, full and filling matrices are dense,
 * long chains sparse. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include "../../../src/linalg/factor.h"
#include "../random_matrix.h"
#include <cmocka.h>

static matrix_factor *made(const matrix *m, factor_use use, factor_form form) {
    matrix_factor *f = factor_new(&m->pattern, use, form);
    assert_non_null(f);
    return f;
}

static void fill(matrix *m) {
    for (int i = 0; i < m->pattern.rows; i++) {
        double size = pow(10, 8 * uniform()); /* badly scaled rows, of either sign */
        size = uniform() < 0 ? -size : size;
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            m->value[k] = size * (uniform() + 3 * (m->column[k] == i));
    }
}

/* The largest residual of A x = b, against the terms of its row. */
static double worst_row(const matrix *m, const double *b, const double *x) {
    double worst = 0;
    for (int i = 0; i < m->pattern.rows; i++) {
        double rest = b[i];
        double size = fabs(b[i]);
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            rest -= m->value[k] * x[m->column[k]];
            size += fabs(m->value[k] * x[m->column[k]]);
        }
        worst = fmax(worst, fabs(rest) / size);
    }
    return worst;
}

static void dense_and_sparse_factors_agree(void **state) {
    (void)state;
    for (int n = 2; n <= 80; n += 13) {
        matrix m = random_matrix(n, n, 4);
        matrix_factor *f[] = {made(&m, FACTOR_POINT, FACTOR_DENSE),
                              made(&m, FACTOR_POINT, FACTOR_SPARSE)};
        double *b = malloc(sizeof(double) * (size_t)n * 2), *x = b + n;
        for (int again = 0; again < 6; again++) {
            int sign[2];
            fill(&m);
            for (int i = 0; i < n; i++)
                b[i] = uniform();
            for (int k = 0; k < 2; k++) {
                for (int i = 0; i < n; i++)
                    x[i] = b[i];
                assert_int_equal(factor_update(f[k], m.value), 0);
                assert_int_equal(factor_solve(f[k], x, again % 2), 0);
                assert_true(worst_row(&m, b, x) < (again % 2 ? 1e-15 : 1e-11));
                assert_true(factor_smallest(f[k]) > 0 && factor_smallest(f[k]) < 2);
                sign[k] = factor_sign(f[k]);
            }
            assert_int_equal(sign[0], sign[1]);
        }
        for (int k = m.start[1]; k < m.start[2];
             k++) /* a row of zeros; then not finite */
            m.value[k] = 0;
        for (int k = 0; k < 2; k++)
            assert_int_equal(factor_update(f[k], m.value), 2);
        m.value[m.start[1]] = INFINITY;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(factor_update(f[k], m.value), 2);
            factor_free(f[k]);
        }
        free(b);
        matrix_free(&m);
    }
}

static void a_scalar_is_itself(void **state) {
    (void)state;
    matrix m = random_matrix(1, 1, 1);
    matrix_factor *f = made(&m, FACTOR_POINT, FACTOR_BY_ITSELF);
    double b = 3;
    m.value[0] = -7e-30;
    assert_int_equal(factor_update(f, m.value), 0);
    assert_int_equal(factor_solve(f, &b, 0), 0);
    assert_true(b == 3 / -7e-30 && factor_smallest(f) == 7e-30);
    assert_int_equal(factor_sign(f), -1);
    static const double bad[] = {0, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        m.value[0] = bad[k];
        assert_int_equal(factor_update(f, m.value), 1);
    }
    factor_free(f);
    matrix_free(&m);
}

static int is_dense(int n, int most, factor_use use) {
    matrix m = random_matrix(n, n, most);
    matrix_factor *f = made(&m, use, FACTOR_BY_ITSELF);
    int dense = factor_is_dense(f);
    factor_free(f);
    matrix_free(&m);
    return dense;
}

static void the_form_is_chosen_by_size_and_fill(void **state) {
    (void)state;
    assert_true(is_dense(23, 2, FACTOR_POINT));
    assert_false(is_dense(60, 2, FACTOR_POINT));
    assert_true(is_dense(60, 40, FACTOR_POINT));
    assert_true(is_dense(1, 2, FACTOR_STAGES));
    assert_true(is_dense(5, 2, FACTOR_STAGES));
    assert_false(is_dense(16, 2, FACTOR_STAGES));
    assert_true(is_dense(17, 40, FACTOR_STAGES));
    assert_false(is_dense(17, 2, FACTOR_STAGES));
    assert_false(is_dense(12, 2, FACTOR_COMPLEX));
    assert_true(is_dense(5, 2, FACTOR_COMPLEX));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_and_sparse_factors_agree),
        cmocka_unit_test(a_scalar_is_itself),
        cmocka_unit_test(the_form_is_chosen_by_size_and_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
