/* Primes against a sieve and known ones; echelon forms against what defines them.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/modular.h"
#include <cmocka.h>

enum { ROWS = 6, COLUMNS = 9, WIDTH = COLUMNS + ROWS };

static uint64_t random_state = 88172645463325252u;

static uint64_t draw(void) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static void primes(void **state) {
    (void)state;
    enum { END = 20000 };
    static char composite[END];
    for (int n = 2; n < END; n++)
        for (int k = 2 * n; k < END; k += n)
            composite[k] = 1;
    for (uint64_t n = END - 1; n > 3;) {
        uint64_t p = modular_prime(n);
        for (uint64_t k = p + 1; k < n; k++)
            assert_true(composite[k]);
        assert_false(composite[p]);
        n = p;
    }
    const uint64_t power = (uint64_t)1 << MODULAR_BITS;
    static const uint64_t below[] = {57, 87, 117, 143, 153, 167, 171, 195, 203, 273};
    uint64_t p = power;
    for (int k = 0; k < 10; k++)
        assert_true((p = modular_prime(p)) == power - below[k]);
    assert_true(modular_prime((uint64_t)1 << 61) == ((uint64_t)1 << 61) - 1);
}

static void inverses(void **state) {
    (void)state;
    uint64_t p = modular_prime((uint64_t)1 << MODULAR_BITS);
    for (int trial = 0; trial < 100; trial++) {
        uint64_t x = 1 + draw() % (p - 1);
        assert_true(modular_multiply(x, modular_inverse(x, p), p) == 1);
    }
}

/* m: [A, 1] with A = [ROWS, rank] [rank, COLUMNS], sparse */
static void random_matrix(uint64_t p, int rank, uint64_t *m) {
    uint64_t left[ROWS][ROWS], right[ROWS][COLUMNS];
    for (int k = 0; k < ROWS * ROWS; k++)
        left[k / ROWS][k % ROWS] = draw() % 2 ? draw() % p : 0;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        right[k / COLUMNS][k % COLUMNS] = draw() % 2 ? draw() % p : 0;
    memset(m, 0, sizeof *m * ROWS * WIDTH);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            for (int k = 0; k < rank; k++)
                m[i * WIDTH + j] =
                    (m[i * WIDTH + j] + modular_multiply(left[i][k], right[k][j], p)) % p;
        m[i * WIDTH + COLUMNS + i] = 1;
    }
}

static void check_echelon(uint64_t p, int rank) {
    uint64_t before[ROWS * WIDTH], m[ROWS * WIDTH];
    int lead[ROWS], found = 0;
    random_matrix(p, rank, before), memcpy(m, before, sizeof m);
    modular_echelon(p, ROWS, COLUMNS, WIDTH, m, lead);
    for (int i = 0; i < ROWS; i++) {
        const uint64_t *row = m + i * WIDTH;
        for (int j = 0; j < COLUMNS; j++) {
            uint64_t sum = 0;
            for (int k = 0; k < ROWS; k++)
                sum =
                    (sum + modular_multiply(row[COLUMNS + k], before[k * WIDTH + j], p)) %
                    p;
            assert_true(sum == row[j]);
            assert_true(j >= lead[i] || row[j] == 0);
        }
        if (lead[i] == COLUMNS)
            continue;
        found++;
        for (int k = 0; k < ROWS; k++)
            assert_true(m[k * WIDTH + lead[i]] == (k == i));
    }
    assert_true(found <= rank);
}

static void echelon_forms(void **state) {
    (void)state;
    static const uint64_t modulus[] = {3, 101, ((uint64_t)1 << MODULAR_BITS) - 57};
    for (int k = 0; k < 3; k++)
        for (int rank = 0; rank <= ROWS; rank++)
            for (int trial = 0; trial < 200; trial++)
                check_echelon(modulus[k], rank);
}

/* The product of the pivots is a determinant. */
static void determinant(void **state) {
    (void)state;
    uint64_t m[4] = {2, 3, 5, 11}, dependent[4] = {2, 3, 4, 6};
    int lead[2];
    assert_true(modular_echelon(101, 2, 2, 2, m, lead) == 7);
    assert_true(lead[0] == 0 && lead[1] == 1);
    modular_echelon(101, 2, 2, 2, dependent, lead);
    assert_true(lead[0] == 0 && lead[1] == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primes),
        cmocka_unit_test(inverses),
        cmocka_unit_test(echelon_forms),
        cmocka_unit_test(determinant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
