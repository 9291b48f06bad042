/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a point is from where the solution stops being one curve: contact forms,
 * constraints and top equations together leave one direction free as long as the smallest
 * of their singular values that belongs to the others, sigma, is not zero. */
#ifndef GEOMETRY_REGULARITY_H
#define GEOMETRY_REGULARITY_H
#include "../linalg/saddle.h"
#include "unit_rows.h"

/* Singular values and the search for a point are dense: no more columns than this. */
enum { REGULARITY_LARGEST_DENSE = 40 };

typedef struct regularity {
    kernel *kernel;
    manifold *manifold;
    unit_rows m;         /* the matrix of all unit rows */
    int rows, columns;   /* of it */
    saddle *sparse;      /* of [m; direction]', for the estimate */
    invo_pattern turned; /* its pattern ... */
    int *from;           /* ... and which entry of m stands where */
    double *vector;      /* [columns]: of the last estimate */
    double *a;           /* [max(rows, columns), rows]: the transpose of m, dense */
    double *sigma;       /* [rows] */
    double *w, *frame;   /* [columns, 2]: free directions and what holds them */
    double *residual, *shifted, *point; /* [2 equations], [n], [n]: of the location */
    double *move;                       /* [n + 2 columns] */
    double *matrix, *work;              /* [equations, n + 2 columns]; of least_squares */
    double *judged, *error, *judged_work; /* the shape of a, twice; of judged_rank */
} regularity;

/* Lays the matrix out and analyses it; regularity_free frees that. */
invo_status regularity_plan(regularity *r, const invo_system *s, invo_context *c);
void regularity_free(regularity *r);
void regularity_lay_out(regularity *r, kernel *k, manifold *m, pool *p);

/* About sigma at u, where k has found the direction last: never too small, and good where
 * it is small. INFINITY where it cannot be determined. */
double regularity_estimate(regularity *r, const double *u);

/* Is the system small enough for what follows? */
int regularity_is_exact(const regularity *r);

/* sigma at u; INFINITY where it cannot be determined, or the system is too large. */
double regularity_sigma(regularity *r, const double *u);

/* Looks for the point near u, where the direction is slope, at which sigma vanishes, no
 * further than `reach` in nominal sizes. Returns whether there is one, in r->point; 0
 * where the system is too large. */
int regularity_locate(regularity *r, const double *u, const double *slope, double reach);

#endif
