/* SPDX-License-Identifier: BSD-3-Clause */
/* Proofs that quantities are conserved, by exact algebra: the rate of change is zero
 * modulo the equations. */
#ifndef FINDER_PROOF_H
#define FINDER_PROOF_H
#include "surface.h"

/* Returns "general" where the rate of the quantity vanishes for all values of the
 * parameters for which the equations determine the derivatives, "values" where it does so
 * for these, "none" where that is not found out: it may vanish all the same. Levels of
 * the surface count as equations. */
const char *proof_find(surface *s, expr quantity);

#endif
