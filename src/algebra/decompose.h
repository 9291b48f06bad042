/* SPDX-License-Identifier: BSD-3-Clause */
/* The minimal primes over an ideal of polynomials over the rational numbers: the
 * irreducible components of its variety. */
#ifndef ALGEBRA_DECOMPOSE_H
#define ALGEBRA_DECOMPOSE_H
#include "poly.h"

typedef struct ideal_text {
    int variables;
    const char *const *name;  /* [variables] */
    const char *is_parameter; /* [variables] not solved for: coefficients are fractions of
                                 polynomials in these */
    int count;
    const char *const *generator; /* [count] */
    const char *const
        *denominator; /* [count] components where one vanishes are dropped */
} ideal_text;

typedef struct prime_text {
    int dimension;
    int degree; /* 0: not known */
    int is_all; /* the ideal is the one that was given */
    int count;
    const char **generator; /* [count] */
} prime_text;

typedef LIST(prime_text) prime_texts;

/* Throws E_LIMIT where the work allowed is not enough. None for the whole ring. */
prime_texts decompose_ideal(arena *a, algebra_work *w, const ideal_text *given);

#endif
