/* Random ideals: the components hold the given polynomials, are prime, none contains
 * another, and together they are all: a product of elements, one of each, has a power in
 * the ideal. SPDX-License-Identifier: BSD-3-Clause */
#include "../unit/decompose_fixture.h"
#include "../../src/algebra/ideal.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { IDEALS = 120, SPARE = VARIABLES - 1 };

/* Sums, products of two ideals, products of polynomials, quadrics. */
static polys random_ideal(int number) {
    polys made = {0}, factor = {0};
    int variables = 2 + number % 3, kind = number % 4;
    for (int k = 0; k < 2; k++) LIST_PUSH(memory, factor, random_poly(variables, 1, 2));
    for (int k = 0; k < 2 + (kind == 3); k++) {
        poly f = random_poly(variables, 2, 3);
        if (kind == 1)
            for (int i = 0; i < 2; i++)
                LIST_PUSH(memory, made, poly_mul(plain, memory, f, factor.at[i]));
        else if (kind == 2)
            LIST_PUSH(memory, made, poly_mul(plain, memory, f, factor.at[k]));
        else
            LIST_PUSH(memory, made, f);
    }
    return made;
}

static int is_in(const polys *ideal, poly f) {
    polys basis = groebner_basis(plain, memory, ideal);
    return ideal_contains(plain, memory, &basis, f);
}

static int is_within(const polys *smaller, const polys *larger) {
    polys basis = groebner_basis(plain, memory, larger);
    for (int k = 0; k < smaller->count; k++)
        if (!ideal_contains(plain, memory, &basis, smaller->at[k])) return 0;
    return 1;
}

static int has_a_power_in(const polys *ideal, poly f) {
    polys left = ideal_saturate(plain, memory, ideal, f, SPARE);
    return is_in(&left, poly_constant(plain, memory, integer_of(1)));
}

static void check_ideal(int number) {
    polys given = random_ideal(number);
    prime_texts found = primes_of(&given, "1", no_units);
    poly product = poly_constant(plain, memory, integer_of(1));
    for (int k = 0; k < found.count; k++) {
        polys prime = generators_of_prime(&found.at[k]);
        if (!is_within(&given, &prime))
            fail_msg("ideal %d is not in its component", number);
        prime_texts again = primes_of(&prime, "1", no_units);
        if (again.count != 1 || !again.at[0].is_all)
            fail_msg("ideal %d: component %d splits again", number, k + 1);
        for (int i = 0; i < k; i++) {
            polys other = generators_of_prime(&found.at[i]);
            if (is_within(&prime, &other) || is_within(&other, &prime))
                fail_msg("ideal %d: component %d contains another", number, k + 1);
        }
        if (prime.count == 0) return;
        int any = (algebra_draw(work, 1000) + 1000) % prime.count;
        product = poly_mul(plain, memory, product, prime.at[any]);
    }
    if (!has_a_power_in(&given, product))
        fail_msg("ideal %d has more components", number);
}

static void components_are_prime_and_all(void **state) {
    (void)state;
    for (int k = 0; k < IDEALS; k++) {
        work->left = 1e8;
        check_ideal(k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_are_prime_and_all)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
