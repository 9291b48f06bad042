/* SPDX-License-Identifier: BSD-3-Clause */
/* The program Singular: prime components of an ideal. */
#ifndef CLI_SINGULAR_H
#define CLI_SINGULAR_H
#include "involute.h"

typedef struct component {
    int dimension;
    int is_all; /* its ideal is the one that was given */
    int count;
    char **generator; /* [count], in the symbols of the model */
} component;

typedef struct decomposition {
    int count;
    component *at;
} decomposition;

/* The minimal associated primes of the model's polynomials, those where a denominator
 * vanishes left out; sorted, so that they come in the same order every time. 0, or an
 * exit status, having told why on standard error. Free in any case. */
int singular_decompose(const invo_model *m, double seconds, decomposition *d);
void decomposition_free(decomposition *d);

#endif
