/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns where all coordinates are known: block by block, by what the run will
 * evaluate and factor, in room that is kept with the system. */
#ifndef POINTS_TOP_BLOCKS_H
#define POINTS_TOP_BLOCKS_H
#include "../lowering/lower.h"

/* x: [coordinates + unknowns], of which the top unknowns are written. Returns 0 where a
 * block is singular or nearly so, or where they are doubtful: then x holds nothing, and
 * other ways have to decide. */
int top_blocks_solve(lowered *w, double *x);
/* Is a top unknown not finite, or so large that it may be round-off alone? */
int top_blocks_doubt(const lowered *w, const double *x);

#endif
