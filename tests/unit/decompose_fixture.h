/* SPDX-License-Identifier: BSD-3-Clause */
/* Ideals as texts, for the tests of the decomposition. */
#ifndef TESTS_DECOMPOSE_FIXTURE_H
#define TESTS_DECOMPOSE_FIXTURE_H
#include "algebra_fixture.h"
#include "../../src/algebra/decompose.h"
#include "../../src/algebra/groebner.h"

/* Components of polynomials in the letters, of which those with is_parameter are not
 * solved for. */
static inline prime_texts primes_of(const polys *generators, const char *denominator,
                                    const char *is_parameter) {
    const char **text = ARENA_ARRAY(memory, const char *, generators->count + 1);
    const char **under = ARENA_ARRAY(memory, const char *, generators->count + 1);
    for (int k = 0; k < generators->count; k++) {
        text[k] = text_of(generators->at[k]);
        under[k] = denominator;
    }
    ideal_text given = {VARIABLES, letters, is_parameter, generators->count, text, under};
    return decompose_ideal(memory, work, &given);
}

static inline polys generators_of_prime(const prime_text *p) {
    polys list = {0};
    for (int i = 0; i < p->count; i++)
        LIST_PUSH(memory, list, read(p->generator[i]));
    return list;
}

static inline int is_same_ideal(const polys *f, const polys *g) {
    polys x = groebner_basis(plain, memory, f), y = groebner_basis(plain, memory, g);
    if (x.count != y.count)
        return 0;
    for (int k = 0; k < x.count; k++)
        if (!poly_is_equal(plain, x.at[k], y.at[k]))
            return 0;
    return 1;
}

#endif
