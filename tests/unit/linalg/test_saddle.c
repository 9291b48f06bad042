/* Saddle-point solves against what defines them: B B' nu = r on independent rows, the
 * least norm on redundant ones, the least squares where r does not fit.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/saddle.h"
#include "../random_matrix.h"
#include <cmocka.h>

static void *zeroed(void *owner, size_t size) {
    (void)owner;
    return calloc(1, size);
}

/* Rows of length 1, in columns whose sizes differ by up to 10^spread either way. */
static void scale(matrix *m, double spread) {
    double *size = malloc(sizeof(double) * (size_t)m->pattern.columns);
    for (int j = 0; j < m->pattern.columns; j++)
        size[j] = pow(10, spread * uniform());
    for (int i = 0; i < m->pattern.rows; i++) {
        double sum = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            m->value[k] *= size[m->column[k]];
            sum += m->value[k] * m->value[k];
        }
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            m->value[k] /= sqrt(sum);
    }
    free(size);
}

static saddle *factored(const matrix *m) {
    saddle *s = saddle_new(&m->pattern, m->pattern.rows, zeroed, NULL);
    assert_non_null(s);
    memcpy(s->b, m->value, sizeof *s->b * (size_t)m->start[m->pattern.rows]);
    assert_true(saddle_factor(s));
    return s;
}

static double length(int n, const double *x) {
    return sqrt(dot(n, x, x));
}

/* move = B' nu for r = B x must be the projection of x: x - move is orthogonal to rows.
 */
static double distance_from_projection(saddle *s, const matrix *m, int *solved) {
    int rows = m->pattern.rows, columns = m->pattern.columns;
    double *x = malloc(sizeof(double) * (size_t)(2 * columns + 2 * rows)),
           *move = x + columns, *r = move + columns, *nu = r + rows;
    memset(x, 0, sizeof(double) * (size_t)(2 * columns + 2 * rows));
    for (int j = 0; j < columns; j++)
        x[j] = uniform();
    sparse_multiply(&m->pattern, m->value, x, r);
    *solved = saddle_solve(s, r, nu);
    sparse_multiply_transposed(&m->pattern, m->value, nu, move);
    for (int j = 0; j < columns; j++)
        x[j] -= move[j];
    sparse_multiply(&m->pattern, m->value, x, r);
    double distance = length(rows, r) / length(columns, move);
    free(x);
    return distance;
}

static void moves_are_projections_at_every_size_and_scale(void **state) {
    (void)state;
    for (int rows = 1; rows <= 2000; rows = rows * 2 + 1)
        for (int k = 0; k < 6; k++) {
            matrix m = random_matrix(rows, rows + rows / 2 + 2, 5);
            int solved;
            scale(&m, 4 * (k % 3)); /* in columns of 1e-8 and 1e8 rows get parallel */
            saddle *s = factored(&m);
            double distance = distance_from_projection(s, &m, &solved);
            assert_true(k % 3 || solved);
            assert_true(distance < (k % 3 ? 1e-5 : 1e-14));
            free(s), matrix_free(&m);
        }
}

/* A row repeated: both copies get the same multiplier, and the move stays. */
static void redundant_rows_share_their_multiplier(void **state) {
    (void)state;
    for (int rows = 2; rows <= 600; rows = rows * 3) {
        matrix m = random_matrix(rows, 2 * rows + 3, 5);
        int solved, columns = m.pattern.columns, last = rows - 1, first = m.start[last];
        int count = m.start[1];
        m.column = realloc(m.column, sizeof(int) * (size_t)(first + count + 8));
        m.value = realloc(m.value, sizeof(double) * (size_t)(first + count + 8));
        memcpy(m.column + first, m.column, sizeof(int) * (size_t)count);
        memcpy(m.value + first, m.value, sizeof(double) * (size_t)count);
        m.start[rows] = first + count, m.pattern.column = m.column;
        scale(&m, 0);
        memcpy(m.value + first, m.value, sizeof(double) * (size_t)count);
        saddle *s = factored(&m);
        double *r = malloc(sizeof(double) * (size_t)(2 * rows + columns));
        assert_true(distance_from_projection(s, &m, &solved) < 1e-10);
        r[0] = uniform();
        for (int i = 1; i < rows; i++)
            r[i] = i == last ? r[0] : uniform();
        assert_true(saddle_solve(s, r, r + rows));
        assert_true(fabs(r[rows] - r[rows + last]) < 1e-6 * fabs(r[rows]));
        double *work = malloc(sizeof(double) * (size_t)rows * 5);
        assert_int_equal(saddle_nullity(s, 5, work), 1);
        free(s), free(r), free(work), matrix_free(&m);
    }
}

/* Rows that differ by 10^-k from a combination of others are told apart, and solved. */
static void nearly_dependent_rows_are_solved(void **state) {
    (void)state;
    for (int k = 1; k <= 6; k++) {
        static int start[] = {0, 2, 4, 6}, column[] = {0, 1, 1, 2, 0, 2};
        double e = pow(10, -k), value[] = {1, 1, 1, 1 + e, 1, -1};
        matrix m = {{3, 3, start, column}, start, column, value};
        int solved;
        scale(&m, 0);
        saddle *s = factored(&m);
        double work[6], distance = distance_from_projection(s, &m, &solved);
        assert_int_equal(saddle_nullity(s, 2, work), 0);
        assert_true(solved && distance < 1e-9);
        free(s);
    }
}

/* With little regularisation two digits take few iterations, also where two rows are
 * nearly parallel and two others contradict each other a little. */
static void little_regularisation_gives_a_few_digits(void **state) {
    (void)state;
    const double angle = 1e-6;
    int start[] = {0, 1, 3, 4, 5};
    int column[] = {0, 0, 1, 2, 2};
    double value[] = {1, cos(angle), sin(angle), 1, 1};
    matrix m = {{4, 3, start, column}, start, column, value};
    saddle *s = saddle_new(&m.pattern, 4, zeroed, NULL);
    assert_non_null(s);
    memcpy(s->b, value, sizeof value);
    s->delta = 1e-12;
    s->accuracy = 1e-2;
    assert_true(saddle_factor(s));
    const double move[] = {0, 1, 0.5};
    double r[4], nu[4], found[3];
    sparse_multiply(&m.pattern, value, move, r);
    r[3] += 1e-5;
    saddle_solve(s, r, nu);
    sparse_multiply_transposed(&m.pattern, value, nu, found);
    for (int j = 0; j < 3; j++)
        assert_true(fabs(found[j] - move[j]) < 0.02);
    free(s);
}

static void the_number_of_redundant_rows_is_found(void **state) {
    (void)state;
    for (int extra = 0; extra <= 7; extra++) { /* more rows than columns */
        matrix m = random_matrix(40 + extra, 40, 5);
        double work[47 * 10];
        for (int i = 0; i < 40; i++)
            for (int k = m.start[i]; k < m.start[i + 1]; k++)
                if (m.column[k] == i)
                    m.value[k] += 6;
        scale(&m, 0);
        saddle *s = factored(&m);
        assert_int_equal(saddle_nullity(s, 10, work), extra);
        assert_int_equal(saddle_nullity(s, 3, work), extra < 3 ? extra : 3);
        free(s), matrix_free(&m);
    }
}

static void what_is_not_finite_is_refused(void **state) {
    (void)state;
    matrix m = random_matrix(10, 20, 3);
    scale(&m, 0);
    saddle *s = factored(&m);
    s->b[7] = NAN;
    assert_false(saddle_factor(s));
    free(s), matrix_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_projections_at_every_size_and_scale),
        cmocka_unit_test(redundant_rows_share_their_multiplier),
        cmocka_unit_test(nearly_dependent_rows_are_solved),
        cmocka_unit_test(little_regularisation_gives_a_few_digits),
        cmocka_unit_test(the_number_of_redundant_rows_is_found),
        cmocka_unit_test(what_is_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
