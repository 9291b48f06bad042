/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines on paper: clipped to a rectangle, interrupted at what is not finite, thinned. */
#ifndef DRAW_PATH_H
#define DRAW_PATH_H
#include "markup.h"

typedef struct box {
    double left, top, right, bottom; /* y goes down */
} box;

/* Adds "M1 2L3 4 ..." for the line through [count] points, as far as it is inside the
 * box. */
void path_add(markup *m, const box *b, long count, const double *x, const double *y);

/* Drops points that make no difference to the eye, in place: of those within one column
 * of half a pixel the first, the last, the highest and the lowest stay; points on a
 * straight line go. Returns how many stay. */
long path_thin(long count, double *x, double *y);

int box_has(const box *b, double x, double y);

#endif
