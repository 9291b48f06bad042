/* SPDX-License-Identifier: BSD-3-Clause */
/* A curve in bounded memory, whatever its number of points, that looks the same when it
 * is drawn. Its first points are kept as they come. When there are more, a grid of cells
 * finer than what is seen lies over the curve, and what runs within cells that it has
 * covered before is left out: an orbit that is run through a thousand times, a line of a
 * million points. Extremes are kept, as they lie in cells of their own. Where the curve
 * leaves the grid, the grid becomes coarser and the points that were kept pass through it
 * again. */
#ifndef DRAW_TRAIL_H
#define DRAW_TRAIL_H

enum { TRAIL_CELLS = 2048 }; /* of a side of the grid; more than half of them are used */

typedef struct trail {
    int is_log[2]; /* cells of an axis are equal in its logarithm */
    int is_points; /* points that are not joined */
    long count, room;
    double *at[2]; /* [room]: what is kept; a pair of NaN makes a gap; owned */
    /* of the grid */
    unsigned char *covered; /* [TRAIL_CELLS, TRAIL_CELLS / 8]; NULL: none yet; owned */
    double low[2], cell[2]; /* its corner, and the size of a cell */
    double last[2];         /* where the pen is, in cells; NaN: it is up */
    double last_point[2];   /* the same as it was given */
    double from[2], to[2];  /* the range of all points, where they are on the axes */
    long hidden;            /* segments that were left out */
    int has_gap;            /* the pen moved without drawing */
    int waiting;            /* segments that are drawn, but cover nothing yet */
    double segment[8][4];   /* [waiting]: ends in cells */
} trail;

void trail_begin(trail *s, int log_x, int log_y, int is_points);
void trail_free(trail *s);
/* Adds a point; values that cannot be drawn make a gap. Returns 0 without memory. */
int trail_add(trail *s, double x, double y);
/* Leaves out what a curve of few points runs through again, so that its dashes are seen:
 * they would fill each other's gaps. Nothing is added afterwards. */
void trail_settle(trail *s);

#endif
