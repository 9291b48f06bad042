/* Echelon forms against what defines them, in exact arithmetic throughout.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/exact.h"
#include "../../../src/linalg/modular.h"
#include <cmocka.h> /* last: it has a macro `fail` */

typedef const rational *number;

static invo_context *context;
static arena *memory;
static uint64_t random_state = 88172645463325252u;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static uint64_t draw(void) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static number of(double x) {
    return rational_of(memory, x);
}
static int equal(number x, number y) {
    return rational_sign(rational_sub(memory, x, y)) == 0;
}

typedef enum kind { UNITS, DECIMALS, DIGITS, SPREAD, HUGE, KINDS } kind;

static double entry(kind k) {
    static const double unit[] = {1, -1, 2, 0.5},
                        decimal[] = {0.1, 1e-6, 1e6, -0.3, 1, -2.2, 1e-3};
    double digits = ldexp((double)(draw() >> 11), -53) - 0.5;
    switch (k) {
    case UNITS:
        return unit[draw() % 4];
    case DECIMALS:
        return decimal[draw() % 7];
    case DIGITS:
        return digits;
    case SPREAD:
        return ldexp(digits, (int)(draw() % 121) - 60);
    default:
        return ldexp(digits, (int)(draw() % 2001) - 1000);
    }
}

static number *zeros(int rows, int columns) {
    number *m = ARENA_ARRAY(memory, number, rows * columns);
    for (int k = 0; k < rows * columns; k++)
        m[k] = &rational_zero;
    return m;
}

static number *random_matrix(int rows, int columns, kind k, int percent) {
    number *m = zeros(rows, columns);
    for (int i = 0; i < rows * columns; i++)
        if (draw() % 100 < (uint64_t)percent)
            m[i] = of(entry(k));
    return m;
}

/* [n, inner] [inner, columns] */
static number *product(int n, int inner, int columns, const number *x, const number *y) {
    number *m = zeros(n, columns);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < inner; k++)
            for (int j = 0; j < columns && rational_sign(x[i * inner + k]); j++)
                m[i * columns + j] = rational_add(
                    memory, m[i * columns + j],
                    rational_mul(memory, x[i * inner + k], y[k * columns + j]));
    return m;
}

static number *copy(int count, const number *x) {
    number *m = zeros(1, count);
    if (count)
        memcpy(m, x, sizeof *m * (size_t)count);
    return m;
}

static void check_equal(int count, const number *x, const number *y) {
    for (int k = 0; k < count; k++)
        assert_true(equal(x[k], y[k]));
}

static void check_form(int rows, int columns, const number *m, int rank,
                       const int *pivot) {
    for (int i = 0; i < rows; i++) {
        int first = i < rank ? pivot[i] : columns;
        for (int j = 0; j < first; j++)
            assert_int_equal(rational_sign(m[i * columns + j]), 0);
        if (i >= rank)
            continue;
        assert_true(i == 0 || pivot[i - 1] < pivot[i]);
        for (int k = 0; k < rows; k++)
            assert_true(equal(m[k * columns + pivot[i]], k == i ? of(1) : of(0)));
    }
}

/* Null rows of T end in a 1, further down from row to row: with the rows of m that the
 * others combine, they are independent. */
static void check_null_rows(int rows, const number *t, int rank) {
    for (int i = rank, last = -1; i < rows; i++) {
        int end = rows - 1;
        while (end >= 0 && !rational_sign(t[i * rows + end]))
            end--;
        assert_true(end > last && equal(t[i * rows + end], of(1)));
        last = end;
    }
}

static int check(int rows, int columns, const number *before) {
    number *m = copy(rows * columns, before), *plain = copy(rows * columns, before);
    number *t = ARENA_ARRAY(memory, number, rows * rows);
    int pivot[64] = {0}, again[64] = {0};
    int rank = exact_echelon(memory, rows, columns, m, pivot, t);
    check_form(rows, columns, m, rank, pivot);
    check_equal(rows * columns, product(rows, rows, columns, t, before), m);
    check_null_rows(rows, t, rank);
    assert_int_equal(exact_echelon(memory, rows, rows, t, again, NULL), rows);
    assert_int_equal(exact_echelon(memory, rows, columns, plain, again, NULL), rank);
    assert_memory_equal(pivot, again, sizeof *pivot * (size_t)rank);
    check_equal(rows * columns, plain, m);
    return rank;
}

static void forms_of_random_matrices(void **state) {
    (void)state;
    for (int rows = 1; rows <= 7; rows++)
        for (int columns = 1; columns <= 8; columns += 1 + columns / 3)
            for (kind k = 0; k < KINDS; k++) {
                check(rows, columns, random_matrix(rows, columns, k, 30));
                check(rows, columns, random_matrix(rows, columns, k, 100));
            }
}

static void ranks_of_products(void **state) {
    (void)state;
    for (kind k = 0; k < KINDS; k++)
        for (int rank = 0; rank <= 5; rank++) {
            int rows = 7, columns = 9;
            number *left = random_matrix(rows, rank, k == UNITS ? DIGITS : k, 100);
            number *right = random_matrix(rank, columns, DIGITS, 100);
            int found = check(rows, columns, product(rows, rank, columns, left, right));
            if (k == DECIMALS) /* equal factors are likely */
                assert_true(found <= rank);
            else
                assert_int_equal(found, rank);
        }
}

/* Rows with unequal denominators, not powers of two. */
static void fractions(void **state) {
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        number *m = random_matrix(5, 7, trial % 2 ? DECIMALS : UNITS, 60);
        for (int k = 0; k < 5 * 7; k++)
            m[k] = rational_div(memory, m[k], of((double)(1 + draw() % 12)));
        int rank = check(5, 7, m);
        int pivot[5];
        number *form = copy(35, m), *again;
        exact_echelon(memory, 5, 7, form, pivot, NULL);
        again = copy(35, form);
        assert_int_equal(exact_echelon(memory, 5, 7, again, pivot, NULL), rank);
        check_equal(35, again, form);
    }
}

static void regular_factors_change_nothing(void **state) {
    (void)state;
    for (kind k = 0; k < KINDS; k++) {
        int rows = 6, columns = 10, pivot[6], other[6];
        number *c = random_matrix(rows, columns, k, 50), *regular, *test;
        do {
            regular = random_matrix(rows, rows, k, 80), test = copy(rows * rows, regular);
        } while (exact_echelon(memory, rows, rows, test, pivot, NULL) < rows);
        number *combined = product(rows, rows, columns, regular, c);
        int rank = exact_echelon(memory, rows, columns, c, pivot, NULL);
        assert_int_equal(exact_echelon(memory, rows, columns, combined, other, NULL),
                         rank);
        assert_memory_equal(pivot, other, sizeof *pivot * (size_t)rank);
        check_equal(rows * columns, c, combined);
    }
}

/* 0.1 + 0.2 is not 0.3 in doubles: the third row is independent, by 2^-54. */
static void last_digits_count(void **state) {
    (void)state;
    const double tenths[] = {0.1, 1, 0.2, 1, 0.3, 2}, exact[] = {0.1, 1, 0.2, 2, 0.5, 5};
    number m[6];
    int pivot[3];
    for (int k = 0; k < 6; k++)
        m[k] = of(tenths[k]);
    assert_int_equal(check(3, 2, m), 2);
    for (int k = 0; k < 6; k++)
        m[k] = of(k == 4 ? 0.1 * 5 : exact[k]);
    assert_int_equal(exact_echelon(memory, 3, 2, m, pivot, NULL), 2);
    number close[4] = {of(0.1), of(0.3), of(0.1), of(0.1 + 0.2)};
    assert_int_equal(check(2, 2, close), 2);
    number same[4] = {of(0.1), of(0.3), of(0.2), of(0.6)};
    assert_int_equal(check(2, 2, same), 1);
}

/* The nearest doubles of a known solution: x + 2 y = 5, 3 x + 4 y = 6 */
static void solves(void **state) {
    (void)state;
    number m[6] = {of(1), of(2), of(5), of(3), of(4), of(6)};
    int pivot[2];
    assert_int_equal(exact_echelon(memory, 2, 3, m, pivot, NULL), 2);
    assert_true(rational_to_double(m[2]) == -4 && rational_to_double(m[5]) == 4.5);
}

/* Numbers that vanish modulo the first primes, which then see too small a rank, in one
 * place or in another. */
static void misleading_primes(void **state) {
    (void)state;
    number p[3];
    uint64_t below = (uint64_t)1 << MODULAR_BITS;
    for (int k = 0; k < 3; k++) {
        below = modular_prime(below);
        p[k] = rational_add(memory, of((double)(below >> 31 << 31)),
                            of((double)(below & 0x7fffffff)));
    }
    number both = rational_mul(memory, p[0], p[1]), one = of(1), zero = of(0);
    number all = rational_mul(memory, both, p[2]);
    number divisor[] = {p[0], p[1], p[2], both, all, rational_mul(memory, all, all)};
    for (int k = 0; k < 6; k++) {
        number x = divisor[k], more = rational_add(memory, x, one);
        number rank[] = {one, one, one, more}, lead[] = {x, one, one, zero},
               order[] = {one, x, one, one, zero, of(2), one, one, one};
        assert_int_equal(check(2, 2, rank), 2);
        assert_int_equal(check(2, 2, lead), 2);
        assert_int_equal(check(3, 3, order), 3);
        number dependent[] = {
            one, more, x, x, rational_mul(memory, more, x), rational_mul(memory, x, x)};
        assert_int_equal(check(2, 3, dependent), 1);
    }
}

static void empty_matrices(void **state) {
    (void)state;
    number t[9], *none = zeros(1, 1);
    int pivot[3];
    assert_int_equal(exact_echelon(memory, 0, 0, none, pivot, t), 0);
    assert_int_equal(exact_echelon(memory, 0, 3, none, pivot, t), 0);
    assert_int_equal(exact_echelon(memory, 3, 0, none, pivot, NULL), 0);
    assert_int_equal(exact_echelon(memory, 3, 0, none, pivot, t), 0);
    for (int k = 0; k < 9; k++)
        assert_true(equal(t[k], of(k % 4 == 0)));
    assert_int_equal(check(3, 4, zeros(3, 4)), 0);
}

/* Rows without common variables keep short numbers. */
static void blocks_stay_small(void **state) {
    (void)state;
    enum { N = 30 };
    number *m = zeros(N, 2 * N);
    int pivot[N];
    for (int i = 0; i < N; i++)
        m[i * 2 * N + i] = of(0.1 * (i + 1)), m[i * 2 * N + N + i] = of(1e-3);
    assert_int_equal(exact_echelon(memory, N, 2 * N, m, pivot, NULL), N);
    for (int k = 0; k < N * 2 * N; k++)
        assert_true(m[k]->denominator.count <= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_random_matrices),
        cmocka_unit_test(ranks_of_products),
        cmocka_unit_test(fractions),
        cmocka_unit_test(regular_factors_change_nothing),
        cmocka_unit_test(last_digits_count),
        cmocka_unit_test(solves),
        cmocka_unit_test(misleading_primes),
        cmocka_unit_test(empty_matrices),
        cmocka_unit_test(blocks_stay_small),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
