/* SPDX-License-Identifier: BSD-3-Clause */
/* The program Singular: prime components of an ideal. */
#ifndef DECOMPOSE_SINGULAR_H
#define DECOMPOSE_SINGULAR_H
#include "components.h"

/* The minimal associated primes of the model's polynomials, those where a denominator
 * vanishes left out. 0, or an exit status, having reported why on standard error. Free in
 * any case. */
int singular_decompose(const invo_model *m, double seconds, decomposition *d);

#endif
