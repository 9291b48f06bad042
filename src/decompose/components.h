/* SPDX-License-Identifier: BSD-3-Clause */
/* Components of constraints, found by any program. */
#ifndef DECOMPOSE_COMPONENTS_H
#define DECOMPOSE_COMPONENTS_H
#include "involute.h"

typedef struct component {
    int dimension;
    int degree; /* 0: not known */
    int is_all; /* its ideal is the one that was given */
    int count;
    char **generator; /* [count] in the symbols of the model, then in its names */
} component;

typedef struct decomposition {
    int count;
    component *at;
    const char *engine; /* the program that found them */
} decomposition;

/* Both return 0 where there is no memory. */
int components_add(decomposition *d, component c);
int components_add_generator(decomposition *d, const char *text); /* to the last one */

/* By the library, after invo_model_polynomials. Free in any case. */
invo_status components_find(invo_model *m, double seconds, decomposition *d);
/* Large ones first, then by their equations: the same order every time, in the names of
 * the model. 0: no memory. */
int components_arrange(const invo_model *m, decomposition *d);
void components_free(decomposition *d);

#endif
