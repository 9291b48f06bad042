/* Random ideals: the components hold the given polynomials, are prime, none contains
 * another, and together they are all: a product of elements, one of each, has a power in
 * the ideal. SPDX-License-Identifier: BSD-3-Clause */
#include "../unit/decompose_fixture.h"
#include "../../src/algebra/ideal.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { IDEALS = 120, SPARE = VARIABLES - 1 };

/* f = l a + m b and g = l c + m d: beside l = m = 0 they meet where a d = b c, on which
 * no element of a basis need factor. */
static polys quadrics_through_a_space(int variables) {
    poly l = random_poly(variables, 1, 3), m = random_poly(variables, 1, 3);
    polys made = {0};
    for (int k = 0; k < 2; k++) {
        poly left = poly_mul(plain, memory, l, random_poly(variables, 1, 2));
        poly right = poly_mul(plain, memory, m, random_poly(variables, 1, 2));
        LIST_PUSH(memory, made, poly_add(plain, memory, left, right));
    }
    return made;
}

/* Any polynomials, products of two ideals, products of polynomials, quadrics that share a
 * linear space. */
static polys random_ideal(int number) {
    polys made = {0}, factor = {0};
    int variables = 2 + number % 3, kind = number % 4;
    if (kind == 3)
        return quadrics_through_a_space(3 + number / 4 % 2);
    for (int k = 0; k < 2; k++)
        LIST_PUSH(memory, factor, random_poly(variables, 1, 2));
    for (int k = 0; k < 2; k++) {
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
        if (!ideal_contains(plain, memory, &basis, smaller->at[k]))
            return 0;
    return 1;
}

static int has_a_power_in(const polys *ideal, poly f) {
    polys left = ideal_saturate(plain, memory, ideal, f, SPARE);
    return is_in(&left, poly_constant(plain, memory, integer_of(1)));
}

/* Vanishes on no other component, unless by chance. */
static poly combination_of(const polys *ideal) {
    poly sum = {0, NULL, NULL};
    for (int k = 0; k < ideal->count; k++) {
        integer c = integer_of(1 + k + algebra_draw(work, 50) * 2 * ideal->count);
        sum = poly_combine(plain, memory, integer_of(1), sum, c, NULL, ideal->at[k]);
    }
    return sum;
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
        if (prime.count == 0)
            return;
        product = poly_mul(plain, memory, product, combination_of(&prime));
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

/* --- known components in other coordinates --- */

/* Primes in x, y, z: points, lines, a conic, the twisted cubic, surfaces, and some that
 * are so over the rational numbers only. */
static const char *const known[] = {"x; y",
                                    "x - 1; z",
                                    "x; y - 1; z - 2",
                                    "x - y^2; z - x*y; x^2 - y*z",
                                    "x^2 - 2; y",
                                    "x^2 + y^2 - 1; z",
                                    "x*y - z",
                                    "x^2 - 2*y^2; z - 1",
                                    "x^2 + 1; y - x; z",
                                    "z - 3"};
enum { KNOWN = sizeof known / sizeof *known, MIXED = 60 };

/* x + q(y, z), y + p(z), z: has a polynomial inverse, so primes stay primes. */
static polys bend(const polys *ideal, poly q, poly p) {
    poly x = poly_add(plain, memory, poly_variable(plain, memory, 0), q);
    poly y = poly_add(plain, memory, poly_variable(plain, memory, 1), p);
    polys bent = {0};
    for (int k = 0; k < ideal->count; k++) {
        poly f = poly_substitute(plain, memory, ideal->at[k], 1, y);
        LIST_PUSH(memory, bent, poly_substitute(plain, memory, f, 0, x));
    }
    return bent;
}

static polys product_ideal(const polys *x, const polys *y) {
    polys all = {0};
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < y->count; k++)
            LIST_PUSH(memory, all, poly_mul(plain, memory, x->at[i], y->at[k]));
    return all;
}

/* Adds multiples of later generators, so that none shows its factors. */
static polys mix(const polys *ideal) {
    polys mixed = {0};
    for (int k = 0; k < ideal->count; k++) {
        poly f = ideal->at[k];
        for (int i = k + 1; i < ideal->count; i++) {
            integer c = integer_of(algebra_draw(work, 2));
            f = poly_combine(plain, memory, integer_of(1), f, c, NULL, ideal->at[i]);
        }
        LIST_PUSH(memory, mixed, f);
    }
    return mixed;
}

static int any(int count) {
    return (algebra_draw(work, 10000) + 10000) % count;
}

static void check_mixed(int number) {
    enum { PRIMES = 2 };
    polys prime[PRIMES], all = {0};
    poly q = poly_set(plain, memory, random_poly(3, 2, 1), 0, integer_of(0));
    poly p = poly_set(plain, memory, random_poly(3, 2, 1), 0, integer_of(0));
    p = poly_set(plain, memory, p, 1, integer_of(0));
    int count = PRIMES, expected = 0;
    for (int k = 0; k < count; k++) {
        polys straight = read_list(known[any(KNOWN)]);
        prime[k] = bend(&straight, q, p);
        all = k ? product_ideal(&all, &prime[k]) : prime[k];
    }
    all = mix(&all);
    prime_texts found = primes_of(&all, "1", no_units);
    for (int k = 0; k < count; k++) {
        int is_minimal = 1, hits = 0;
        for (int i = 0; i < count; i++)
            if (i != k && is_within(&prime[i], &prime[k]))
                is_minimal &= i > k && is_within(&prime[k], &prime[i]);
        for (int i = 0; is_minimal && i < found.count; i++) {
            polys one = generators_of_prime(&found.at[i]);
            hits += is_same_ideal(&one, &prime[k]);
        }
        if (hits != is_minimal)
            fail_msg("mixture %d: prime %d found %d times", number, k, hits);
        expected += is_minimal;
    }
    if (found.count != expected)
        fail_msg("mixture %d: %d components", number, found.count);
}

static void check_one(invo_context *c, void *number) {
    (void)c;
    check_mixed(*(int *)number);
}

static void known_components_are_found(void **state) {
    (void)state;
    for (int k = 0; k < MIXED; k++) {
        work->left = 1e8;
        if (protect(context, check_one, &k))
            fail_msg("mixture %d: %s", k, invo_context_message(context));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_are_prime_and_all),
                                       cmocka_unit_test(known_components_are_found)};
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
