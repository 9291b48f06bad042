/* Conjugate gradients and SymmLQ against LU, on definite, indefinite and singular
 * matrices. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/linalg/krylov.h"
#include <cmocka.h>

enum { MOST = 60 };

typedef struct problem {
    int n;
    double a[MOST * MOST], b[MOST], x[MOST], work[5 * MOST];
    long products;
} problem;

static uint32_t random_state = 5;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

static void multiply(void *self, const double *x, double *y) {
    problem *p = self;
    p->products++;
    for (int i = 0; i < p->n; i++) {
        y[i] = 0;
        for (int j = 0; j < p->n; j++)
            y[i] += p->a[i + j * p->n] * x[j];
    }
}

/* A = sum of d_k q_k q_k' over random q_k, rank of them, d_k of both signs if asked for.
 */
static void set_up(problem *p, int n, int rank, int indefinite) {
    double q[MOST];
    *p = (problem){.n = n};
    for (int k = 0; k < rank; k++) {
        double d = indefinite && k % 3 == 0 ? -1 : 1, norm = 0;
        for (int i = 0; i < n; i++)
            q[i] = uniform(), norm += q[i] * q[i];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p->a[i + j * n] += d * q[i] * q[j] / norm;
    }
    for (int i = 0; i < n; i++)
        p->b[i] = uniform();
    if (rank < n) { /* a right-hand side in the range */
        double y[MOST];
        memcpy(y, p->b, sizeof y);
        multiply(p, y, p->b), p->products = 0;
    }
}

static double length(int n, const double *x) {
    return sqrt(dot(n, x, x));
}

static double residual(problem *p) {
    double y[MOST];
    multiply(p, p->x, y);
    for (int i = 0; i < p->n; i++)
        y[i] -= p->b[i];
    return length(p->n, y);
}

typedef int solver(const linear_map *, const double *, double *, double, int, double *,
                   double *);

static void check(solver *solve, int rank_lost, int indefinite, double tolerance) {
    for (int n = 1; n <= MOST; n += n < 6 ? 1 : 9) {
        problem p;
        int rank = n > rank_lost ? n - rank_lost : 1;
        double seen;
        set_up(&p, n, rank, indefinite);
        const linear_map a = {n, &p, multiply};
        int count = solve(&a, p.b, p.x, tolerance, 20 * n + 10, &seen, p.work);
        assert_int_equal(count, p.products);
        if (!(residual(&p) <= 2 * tolerance * length(n, p.b)))
            fail_msg("n = %d, rank %d: |b - A x| = %g, seen as %g, after %d", n, rank,
                     residual(&p), seen, count);
        if (tolerance < 1e-8)
            continue;
        assert_true(fabs(seen - residual(&p)) <=
                    1e-6 * length(n, p.b)); /* the estimate */
    }
}

static void definite_systems(void **state) {
    (void)state;
    check(conjugate_gradients, 0, 0, 1e-10), check(symmlq, 0, 0, 1e-10);
}
static void indefinite_systems(void **state) {
    (void)state;
    check(symmlq, 0, 1, 1e-9);
}
static void singular_systems(void **state) {
    (void)state;
    check(conjugate_gradients, 3, 0, 1e-9), check(symmlq, 3, 0, 1e-9);
    check(symmlq, 3, 1, 1e-9);
}
static void estimates_of_the_residual(void **state) {
    (void)state;
    check(conjugate_gradients, 0, 0, 0.3), check(symmlq, 0, 1, 0.3);
}

/* Nothing to do, nothing to be done, and the shortest solution. */
static void ends_of_the_range(void **state) {
    (void)state;
    static solver *const both[] = {conjugate_gradients, symmlq};
    for (int k = 0; k < 2; k++) {
        problem p;
        double seen;
        set_up(&p, 7, 7, 0);
        const linear_map a = {7, &p, multiply}, empty = {0, &p, multiply};
        memset(p.b, 0, sizeof p.b);
        assert_int_equal(both[k](&a, p.b, p.x, 1e-9, 99, &seen, p.work), 0);
        assert_true(length(7, p.x) == 0 && seen == 0);
        assert_int_equal(both[k](&empty, p.b, p.x, 1e-9, 99, &seen, p.work), 0);
        p.b[3] = 1;
        memset(p.a, 0, sizeof p.a); /* b outside the range of A = 0 */
        assert_true(both[k](&a, p.b, p.x, 1e-9, 99, &seen, p.work) <= 1);
        assert_true(seen >= 1 && length(7, p.x) == 0);
        p.a[0] = 2, p.b[3] = 0, p.b[0] = 4; /* A = diag(2, 0, ...): x = (2, 0, ...) */
        assert_int_equal(both[k](&a, p.b, p.x, 1e-9, 99, &seen, p.work), 1);
        assert_true(p.x[0] == 2 && length(6, p.x + 1) == 0);
    }
}

/* As many different eigenvalues as iterations. */
static void few_eigenvalues_take_few_iterations(void **state) {
    (void)state;
    problem p = {.n = 50};
    double seen;
    for (int i = 0; i < 50; i++)
        p.a[i * 51] = i % 3 - 0.7, p.b[i] = uniform();
    const linear_map a = {50, &p, multiply};
    assert_in_range(symmlq(&a, p.b, p.x, 1e-12, 99, &seen, p.work), 3, 4);
    assert_true(residual(&p) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definite_systems),
        cmocka_unit_test(indefinite_systems),
        cmocka_unit_test(singular_systems),
        cmocka_unit_test(estimates_of_the_residual),
        cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(few_eigenvalues_take_few_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
