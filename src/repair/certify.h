/* SPDX-License-Identifier: BSD-3-Clause */
/* The derivative array of a system as written, F, F', F'', ..., at a point that satisfies
 * it: index and degrees of freedom by its ranks, without any transformation of the
 * equations ([Campbell95]). */
#ifndef REPAIR_CERTIFY_H
#define REPAIR_CERTIFY_H
#include "../points/sample.h"

/* Compares the completion with the derivative array of the equations of `written`, which
 * it was made from, and takes the index from there. Throws E_SINGULAR where the degrees
 * of freedom disagree. Returns 0 where the array does not decide: it is too large, or its
 * ranks depend on round-off. */
int certify(const dae *written, lowered *w, const sample *points);

#endif
