/* LU of tridiagonal matrices: solutions of real and complex systems of every size; pivots
 * that are zero and factors that grow are noticed.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/number.h"
#include "../../../src/linalg/tridiagonal.h"
#include <cmocka.h>

enum { MOST = 12 };
static const double GROWTH = 1e4;

static double number(uint32_t *seed) {
    return random_next(seed) / 4294967296.0 - 0.5;
}

/* a: [width, n, n], zero where |i - j| > band */
static void fill(int n, int width, int band, double *a, uint32_t *seed) {
    memset(a, 0, sizeof *a * (size_t)(width * n * n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int w = 0; w < width && j >= i - band && j <= i + band; w++)
                a[width * (i * n + j) + w] = number(seed) + (i == j && !w ? 4 : 0);
}

/* b = A x */
static void multiply(int n, int width, const double *a, const double *x, double *b) {
    memset(b, 0, sizeof *b * (size_t)(width * n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double *entry = a + width * (i * n + j);
            const double *y = x + width * j;
            b[width * i] += entry[0] * y[0] - (width == 2 ? entry[1] * y[1] : 0);
            if (width == 2)
                b[2 * i + 1] += entry[0] * y[1] + entry[1] * y[0];
        }
}

static void make_solution(int n, int width, const double *a, double *x, double *b,
                          uint32_t *seed) {
    for (int i = 0; i < width * n; i++)
        x[i] = number(seed);
    multiply(n, width, a, x, b);
}

static void compare(int count, const double *x, const double *b) {
    for (int i = 0; i < count; i++)
        assert_true(fabs(b[i] - x[i]) < 1e-13);
}

typedef struct bands {
    int below[MOST], middle[MOST], above[MOST];
    double l[2 * MOST], u[2 * MOST], inverse[2 * MOST];
} bands;

static tridiagonal bands_of(bands *s, int n) {
    for (int i = 0; i < n; i++) {
        s->below[i] = i ? i * n + i - 1 : -1;
        s->middle[i] = i * n + i;
        s->above[i] = i + 1 < n ? i * n + i + 1 : -1;
    }
    return (tridiagonal){n, s->below, s->middle, s->above, s->l, s->u, s->inverse};
}

static void tridiagonal_systems_are_solved(void **state) {
    double a[2 * MOST * MOST], x[2 * MOST], b[2 * MOST];
    uint32_t seed = 5;
    bands s;
    (void)state;
    for (int n = 1; n <= MOST; n++) {
        const tridiagonal t = bands_of(&s, n);
        fill(n, 1, 1, a, &seed);
        make_solution(n, 1, a, x, b, &seed);
        assert_true(tridiagonal_factor(&t, a, GROWTH));
        tridiagonal_solve(&t, b);
        compare(n, x, b);
        fill(n, 2, 1, a, &seed);
        make_solution(n, 2, a, x, b, &seed);
        assert_true(tridiagonal_factor_complex(&t, a, GROWTH));
        tridiagonal_solve_complex(&t, b);
        compare(2 * n, x, b);
    }
}

/* A small pivot anywhere, in either half or in the middle. */
static void bad_pivots_of_tridiagonal_ones_are_noticed(void **state) {
    double a[2 * MOST * MOST];
    uint32_t seed = 9;
    bands s;
    (void)state;
    for (int n = 2; n <= MOST; n++)
        for (int i = 0; i < n; i++) {
            const tridiagonal t = bands_of(&s, n);
            fill(n, 1, 0, a, &seed);
            a[i * n + i] = 0;
            assert_false(tridiagonal_factor(&t, a, GROWTH));
            fill(n, 2, 0, a, &seed);
            a[2 * (i * n + i)] = a[2 * (i * n + i) + 1] = 0;
            assert_false(tridiagonal_factor_complex(&t, a, GROWTH));
        }
    double grows[9] = {1e-9, 1, 0, 1, 1, 1, 0, 1, 1};
    const tridiagonal t = bands_of(&s, 3);
    assert_false(tridiagonal_factor(&t, grows, GROWTH));
    assert_true(tridiagonal_factor(&t, grows, INFINITY));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tridiagonal_systems_are_solved),
        cmocka_unit_test(bad_pivots_of_tridiagonal_ones_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
