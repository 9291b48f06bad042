/* SPDX-License-Identifier: BSD-3-Clause */
/* Large blocks of top equations before the run: solved by what the run will evaluate and
 * factor, without programs of their own. */
#ifndef POINTS_LINEAR_BLOCK_H
#define POINTS_LINEAR_BLOCK_H
#include "../lowering/lower.h"

/* The block of w->system that is block b of the completion; -1: it is a small one. */
int linear_block_find(const lowered *w, int b);

/* z: [size of the block], at x: [coordinates + unknowns]. Returns 0 where the block is
 * singular, or not finite. */
int linear_block_solve(lowered *w, int number, const double *x, double *z);

/* Are all pivots at x above `least`, for rows of size 1? */
int linear_block_exceeds(lowered *w, int number, const double *x, double least);

#endif
