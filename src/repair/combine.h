/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of the top equations whose matrix is singular on the manifold although their
 * structure is not: the combinations of their rows that lose the highest derivatives. */
#ifndef REPAIR_COMBINE_H
#define REPAIR_COMBINE_H
#include "top_block.h"

/* The system with rows of a singular block replaced by combinations, or left out because
 * they follow from the others. Throws E_INCONSISTENT, E_BALANCE where that leaves nothing
 * to solve, E_SINGULAR where it cannot be done. */
dae *combine_rows(const top_block *b);

#endif
