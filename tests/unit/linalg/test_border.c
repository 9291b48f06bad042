/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse null vectors of (b, J) where J is a long chain, regular and singular: small
 * residuals, the sign that the determinant has, and factors that stay as sparse as J. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/border.h"
#include <cmocka.h>

enum { MOST = 2000 };

static int start[MOST + 1], column[4 * MOST];
static double value[4 * MOST], guess[MOST + 1], x[MOST + 1];

/* Rows (1, 1, -2 + shift, 1) of length 1: second differences, singular where the shift is
 * 4 sin(k pi / (2 m + 2))^2. */
static invo_pattern chain(int m, double shift) {
    int at = 0;
    for (int i = 0; i < m; i++) {
        int first = at;
        column[at] = 0, value[at++] = 1;
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < m)
                column[at] = j + 1, value[at++] = j == i ? -2 + shift : 1;
        double sum = 0;
        for (int e = first; e < at; e++)
            sum += value[e] * value[e];
        for (int e = first; e < at; e++)
            value[e] /= sqrt(sum);
        start[i + 1] = at;
    }
    return (invo_pattern){m, m + 1, start, column};
}

static double first_shift(int m) {
    double s = sin(acos(-1) / (2 * m + 2));
    return 4 * s * s;
}

static void guess_smooth(int m) {
    double sum = 0;
    guess[0] = 0.01;
    for (int j = 1; j <= m; j++)
        guess[j] = sin(acos(-1) * j / (m + 1));
    for (int j = 0; j <= m; j++)
        sum += guess[j] * guess[j];
    for (int j = 0; j <= m; j++)
        guess[j] /= sqrt(sum);
}

static void check(int m, double shift, border *b, int *sign) {
    chain(m, shift);
    assert_int_equal(border_solve(b, value, guess, 1, x, sign), 0);
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        assert_true(fabs(sum) < 1e-15);
    }
    if (!(border_entries(b) < 10 * m))
        fail_msg("%d rows: factors of %ld entries", m, border_entries(b));
}

/* t = x[0] turns back there, and nothing else happens: the sign stays. */
static void a_singular_chain_is_passed(void **state) {
    (void)state;
    static const int size[] = {10, 100, MOST};
    static const double share[] = {0, 0.5, 0.999, 1 - 1e-6, 1, 1 + 1e-6, 1.001, 1.5};
    for (int k = 0; k < 3; k++) {
        int m = size[k], sign, first = 0;
        double before = 0;
        invo_pattern p = chain(m, 0);
        border *b = border_new(&p, FACTOR_SPARSE);
        assert_non_null(b);
        guess_smooth(m);
        for (int i = 0; i < 8; i++) {
            check(m, share[i] * first_shift(m), b, &sign);
            if (i == 0)
                first = sign, before = x[0];
            assert_int_equal(sign, first);
        }
        assert_true(x[0] * before < 0);
        border_free(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_singular_chain_is_passed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
