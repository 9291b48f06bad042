/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear systems of a set of conditions: the solution of a square and regular one, the
 * step of least norm of any other, and ranks. Small ones are dense, large ones sparse. */
#ifndef POINTS_STEPS_H
#define POINTS_STEPS_H
#include "../lowering/slopes.h"

/* The matrix once more, with error bounds of its entries: pivots are judged by these,
 * whatever the units are (linalg/judged.h). Made when it is first asked for. */
typedef struct judged_matrix {
    double *a, *error, *work;
} judged_matrix;

typedef struct linear_steps {
    arena *arena;
    int rows, columns, entries;
    const int *row, *column; /* [entries] */
    sparse_slopes *sparse;   /* NULL: the matrix is `a` */
    double *a;               /* [rows, columns] */
    double *b;               /* [rows]: the right side, destroyed */
    double *x, *other;       /* [columns]: the solution, and scratch */
    double *length;          /* [columns] */
    double *work;
    int *pivot;
    judged_matrix judged;
    double tolerance; /* of ranks: what is less than this share is left alone */
} linear_steps;

/* Ranks are determined to this share, unless the tolerance is set. */
extern const double STEPS_TOLERANCE;

/* row, column: [entries], kept; several entries may fall together. */
linear_steps steps_new(arena *a, int rows, int columns, int entries, const int *row,
                       const int *column);
/* The matrix of these entries. */
void steps_load(linear_steps *l, const double *value);

/* b = A x */
void steps_multiply(linear_steps *l);
/* A x = b of a square set by elimination, which keeps its zeros; returns whether it is
 * regular. */
int steps_solve_square(linear_steps *l);
/* The sign of the determinant of a small square matrix; 0: it is singular, or not such.
 */
int steps_orientation(linear_steps *l);
/* x of least norm among those that minimise |A x - b|; returns the rank, of a sparse
 * matrix the largest that it can have. */
int steps_solve_least(linear_steps *l);
/* The same where columns are divided by their lengths: of least norm in other units. x
 * stays where that does not raise the rank; returns the larger one. Dense only. */
int steps_solve_equilibrated(linear_steps *l, int rank);
/* A x = b of a square set whose entries are known to unit * bound; returns whether it is
 * regular then. 0 for large sets. */
int steps_solve_judged(linear_steps *l, const double *value, const double *bound,
                       double unit);

/* Sets of more rows are not judged densely. */
enum { LARGEST_JUDGED = 300 };
/* The rank where such errors judge. */
int steps_rank_judged(linear_steps *l, const double *value, const double *bound);

#endif
