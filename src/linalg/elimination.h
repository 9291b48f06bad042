/* SPDX-License-Identifier: BSD-3-Clause */
/* Gaussian elimination of a sparse matrix written down as straight-line steps, in an
 * order that is chosen once, at a point: sparse ([Markowitz, Management Science 3 (1957)
 * 255]) and stable there. Elsewhere the size of its multipliers tells whether it still
 * is. */
#ifndef LINALG_ELIMINATION_H
#define LINALG_ELIMINATION_H
#include "involute_system.h"
#include "../base/arena.h"
#include "../base/straight.h"

/* Solves A z + b = 0. Its cells: the entries of A in pattern order, b, then others. */
typedef struct elimination {
    int cells, steps;
    const straight_step *step; /* [steps] */
    const int *solution;       /* [n]: cells of z, refined once */
    int plain_steps;           /* the first ones, for ... */
    const int *plain;          /* ... [n]: cells of z as it is */
    const int *inverse;        /* [n]: cells of -1 / pivot, by row */
    const double *scale;       /* [n]: power of two that brings the row of a pivot to
                                  entries of size 1, at the point */
    int watches;
    const int *watch; /* [watches]: cells of sums of squares of multipliers, of rows
                         scaled so: all of them, or, of large matrices, those of each
                         pivot, by row */
    int former_watch; /* of a symmetric matrix: the same cell of the rows before `first`
                         alone; STRAIGHT_NOTHING: there are none, or no others */
    int sign; /* of the order: times those of the pivots it is that of the determinant */
} elimination;

/* At how many points entries of n rows are looked at, at most. */
int elimination_points(int n);

/* value: [points, entries]: of the entries at the point, then at others where pivots had
 * better not be small; is_fixed: which of them are the same at all points, and so better
 * pivots than others. NULL where the matrix is singular at the first point, or takes more
 * than `most` steps before the result is refined. Lives in arena a. */
const elimination *elimination_new(arena *a, const invo_pattern *p, int points,
                                   const double *value, const char *is_fixed, int most);

/* Are both, of n rows, the same steps to the same results? */
int elimination_equal(int n, const elimination *a, const elimination *b);

/* The same for a symmetric positive definite matrix, of which p has the diagonal and what
 * is below it: pivots are taken from the diagonal, in an order of least degree but those
 * of the rows before `first` before all others, and the
 * result is not refined. watch: shares that diagonal entries have of what is left of
 * them, [1 / sine of the angle between a row and the others]^2: the largest one, or, of
 * large matrices, that of each row. */
const elimination *elimination_new_symmetric(arena *a, const invo_pattern *p, int first,
                                             int most);

#endif
