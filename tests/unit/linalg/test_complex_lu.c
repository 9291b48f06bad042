/* Complex LU, dense and sparse: solutions of random systems, the same by both, also after
 * the numbers have changed; singular matrices are found.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/factor.h"
#include <cmocka.h>

enum { N = 30, WIDTH = 4 };

static double next_number(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

/* A band around a cyclic diagonal, with zeros on the diagonal itself: pivots are needed.
 */
typedef struct matrix {
    int start[N + 1], column[N * WIDTH];
    double value[2 * N * WIDTH];
    invo_pattern pattern;
} matrix;

static void fill(matrix *m, uint64_t *seed) {
    for (int k = 0; k < 2 * N * WIDTH; k++)
        m->value[k] = next_number(seed);
    for (int i = 0; i < N; i++)
        for (int k = 2 * i * WIDTH; k < 2 * (i + 1) * WIDTH; k++)
            m->value[k] *= pow(10, i % 7 - 3); /* rows of many sizes */
}

static void set_up(matrix *m, uint64_t *seed) {
    for (int i = 0; i < N; i++) {
        char used[N] = {0};
        for (int k = 1; k <= WIDTH; k++)
            used[(i * 7 + k * k) % N] = 1;
        m->start[i] = i ? m->start[i] : 0, m->start[i + 1] = m->start[i];
        for (int j = 0; j < N; j++)
            if (used[j])
                m->column[m->start[i + 1]++] = j;
    }
    m->pattern = (invo_pattern){N, N, m->start, m->column};
    fill(m, seed);
}

/* b = A x */
static void multiply(const matrix *m, const double *x, double *b) {
    for (int i = 0; i < N; i++) {
        b[2 * i] = b[2 * i + 1] = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            const double *a = m->value + 2 * k, *y = x + 2 * m->column[k];
            b[2 * i] += a[0] * y[0] - a[1] * y[1];
            b[2 * i + 1] += a[0] * y[1] + a[1] * y[0];
        }
    }
}

static void check(const matrix *m, matrix_factor *f, uint64_t *seed) {
    double x[2 * N], b[2 * N];
    for (int i = 0; i < 2 * N; i++)
        x[i] = next_number(seed);
    multiply(m, x, b);
    assert_int_equal(factor_update(f, m->value), 0);
    assert_int_equal(factor_solve(f, b, 0), 0);
    for (int i = 0; i < 2 * N; i++)
        if (!(fabs(b[i] - x[i]) < 1e-9))
            fail_msg("%d: %g and %g", i, b[i], x[i]);
}

static void systems_are_solved(void **state) {
    (void)state;
    for (int dense = 0; dense < 2; dense++) {
        uint64_t seed = 5;
        matrix m;
        set_up(&m, &seed);
        matrix_factor *f =
            factor_new(&m.pattern, FACTOR_COMPLEX, dense ? FACTOR_DENSE : FACTOR_SPARSE);
        assert_non_null(f);
        for (int k = 0; k < 20; k++, fill(&m, &seed))
            check(&m, f, &seed);
        factor_free(f);
    }
}

static void singular_matrices_are_found(void **state) {
    (void)state;
    for (int dense = 0; dense < 2; dense++) {
        uint64_t seed = 5;
        matrix m;
        set_up(&m, &seed);
        matrix_factor *f =
            factor_new(&m.pattern, FACTOR_COMPLEX, dense ? FACTOR_DENSE : FACTOR_SPARSE);
        assert_non_null(f);
        for (int k = m.start[9]; k < m.start[10]; k++)
            m.value[2 * k] = m.value[2 * k + 1] = 0;
        assert_int_equal(factor_update(f, m.value), 10);
        fill(&m, &seed);
        m.value[4] = NAN;
        assert_int_equal(factor_update(f, m.value), 1);
        fill(&m, &seed);
        check(&m, f, &seed); /* and it recovers */
        factor_free(f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_solved),
        cmocka_unit_test(singular_matrices_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
