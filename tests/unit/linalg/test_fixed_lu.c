/* LU in a given order: solutions of real and complex systems, by blocks and as they
 * stand; an order that no longer serves, and factors that fill, are noticed.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/number.h"
#include "../../../src/linalg/fixed_lu.h"
#include <cmocka.h>

enum { N = 12 };

typedef struct matrix {
    int start[N + 1], column[N * N];
    double value[2 * N * N];
    invo_pattern pattern;
} matrix;

static double number(uint32_t *seed) {
    return random_next(seed) / 4294967296.0 - 0.5;
}

/* Entries (i, j) with |i - j| <= band and, above the blocks of `size`, some others; the
 * diagonal is large. */
static void fill(matrix *m, int band, int size, uint32_t *seed) {
    int entries = 0;
    for (int i = 0; i < N; i++) {
        m->start[i] = entries;
        for (int j = 0; j < N; j++) {
            const int same = i / size == j / size;
            const int far = j / size > i / size && (i + j) % 3 == 0;
            if (!(same && j >= i - band && j <= i + band) && !far)
                continue;
            m->column[entries] = j;
            m->value[2 * entries] = number(seed) + (i == j ? 4 : 0);
            m->value[2 * entries + 1] = number(seed);
            entries++;
        }
    }
    m->start[N] = entries;
    m->pattern = (invo_pattern){N, N, m->start, m->column};
}

/* Solves for a known solution, real parts alone where width is 1. */
static void check(const matrix *m, fixed_lu *f, int width, uint32_t *seed) {
    double value[2 * N * N], x[2 * N], b[2 * N] = {0};
    for (int k = 0; k < m->start[N]; k++)
        for (int c = 0; c < width; c++)
            value[width * k + c] = m->value[2 * k + c];
    for (int i = 0; i < width * N; i++)
        x[i] = number(seed);
    for (int i = 0; i < N; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            const double *a = value + width * k, *y = x + width * m->column[k];
            b[width * i] += a[0] * y[0] - (width == 2 ? a[1] * y[1] : 0);
            if (width == 2)
                b[2 * i + 1] += a[0] * y[1] + a[1] * y[0];
        }
    assert_true(fixed_lu_factor(f, value, 1));
    fixed_lu_solve(f, b);
    for (int i = 0; i < width * N; i++)
        assert_true(fabs(b[i] - x[i]) < 1e-13);
}

static void systems_are_solved(void **state) {
    uint32_t seed = 7;
    (void)state;
    for (int band = 0; band < 4; band++)
        for (int size = 1; size <= N; size++) {
            matrix m;
            int is_full, row[N], begin[N + 1], blocks = 0;
            fill(&m, band, size, &seed);
            for (int i = 0; i < N; i++) { /* each block from its end */
                const int first = i / size * size;
                const int last = first + size > N ? N - 1 : first + size - 1;
                row[i] = first + last - i;
                if (i == first)
                    begin[blocks++] = i;
            }
            begin[blocks] = N;
            const fixed_order o = {row, row, blocks, begin};
            fixed_lu *f = fixed_lu_new(&m.pattern, 1, &o, 0, &is_full);
            assert_non_null(f);
            fixed_lu *complex = fixed_lu_like(f, 2);
            assert_non_null(complex);
            fixed_lu *plain = fixed_lu_new(&m.pattern, 2, NULL, 0, &is_full);
            assert_non_null(plain);
            for (int again = 0; again < 3; again++, fill(&m, band, size, &seed)) {
                check(&m, f, 1, &seed);
                check(&m, complex, 2, &seed);
                check(&m, plain, 2, &seed);
            }
            fixed_lu_free(f);
            fixed_lu_free(complex);
            fixed_lu_free(plain);
        }
}

static void notice_bad_order(int band) {
    uint32_t seed = 7;
    matrix m;
    int is_full;
    double value[N * N];
    fill(&m, band, N, &seed);
    fixed_lu *f = fixed_lu_new(&m.pattern, 1, NULL, 0, &is_full);
    assert_non_null(f);
    for (int k = 0; k < m.start[N]; k++)
        value[k] = m.value[2 * k];
    assert_true(fixed_lu_factor(f, value, 1));
    value[0] = 1e-8; /* the first pivot */
    assert_false(fixed_lu_factor(f, value, 1));
    assert_true(fixed_lu_factor(f, value, 0));
    value[0] = 0;
    assert_false(fixed_lu_factor(f, value, 0));
    value[0] = NAN;
    assert_false(fixed_lu_factor(f, value, 0));
    fixed_lu_free(f);
}

static void a_bad_order_is_noticed(void **state) {
    (void)state;
    notice_bad_order(1);
    notice_bad_order(2);
}

static void factors_that_fill_are_refused(void **state) {
    matrix m = {.start = {0}};
    int entries = 0, is_full;
    (void)state;
    for (int i = 0; i < N; i++) { /* an arrow that points to the upper left */
        m.start[i] = entries;
        for (int j = 0; j < N; j++)
            if (i == 0 || j == 0 || i == j)
                m.column[entries++] = j;
    }
    m.start[N] = entries;
    m.pattern = (invo_pattern){N, N, m.start, m.column};
    int row[N];
    const int begin[2] = {0, N};
    const fixed_order o = {row, row, 1, begin};
    for (int i = 0; i < N; i++)
        row[i] = i;
    assert_null(fixed_lu_new(&m.pattern, 1, &o, 2 * entries, &is_full));
    assert_true(is_full);
    fixed_lu *f = fixed_lu_new(&m.pattern, 1, &o, N * N, &is_full);
    assert_non_null(f);
    assert_false(is_full);
    fixed_lu_free(f);
    /* in an order of its own it does not fill at all */
    f = fixed_lu_new(&m.pattern, 1, NULL, entries, &is_full);
    assert_non_null(f);
    fixed_lu_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_solved),
        cmocka_unit_test(a_bad_order_is_noticed),
        cmocka_unit_test(factors_that_fill_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
