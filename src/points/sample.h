/* SPDX-License-Identifier: BSD-3-Clause */
/* Points of the manifold near the start, where ranks and tangency are decided. Near: an
 * exponential at a far-off point fakes a rank loss. Random: at rest, or in a symmetric
 * position, much vanishes that does not vanish elsewhere. */
#ifndef POINTS_SAMPLE_H
#define POINTS_SAMPLE_H
#include "conditions.h"

enum { SAMPLE_POINTS = 6 };

typedef struct sample {
    lowered *lowered;
    int count;
    double *point[SAMPLE_POINTS]; /* [coordinates + unknowns] each */
} sample;

/* Up to `most` random points around x that satisfy the constraints, declared invariants
 * excepted; with `top`, the top equations too (without, the top unknowns are those of x).
 * Fewer, or none, where no more are found. They are `spread` sizes of their coordinates
 * apart; 0: a tenth. */
sample sample_manifold(lowered *w, const double *x, int most, int top, double spread);

/* Moves extra equations that follow from the others, by rank at the points, to the
 * redundant ones; returns how many. The completion must then be lowered again. */
int drop_redundant(lowered *w, const sample *near_by);

/* Rank of the constraints at x, declared invariants excepted. */
int sample_rank(lowered *w, const double *x);

#endif
