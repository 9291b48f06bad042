/* SPDX-License-Identifier: BSD-3-Clause */
/* A direction in two parts, each a function of the coordinates of the other one only. */
#ifndef GEOMETRY_SPLITTING_H
#define GEOMETRY_SPLITTING_H
#include "../base/context.h"

/* part: [n] receives 1 or 2, work: [3 n]. 1 is, in each group of coordinates that depend
 * on each other, the part with the lowest derivative, or the first name in the alphabet.
 * Returns 0 where there is no such splitting: v[*of] depends on coordinate *on, which
 * would have to be in the same part. The system must have a direction_pattern. */
int splitting_find(const invo_system *s, int *part, int *work, int *of, int *on);

#endif
