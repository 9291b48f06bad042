/* SPDX-License-Identifier: BSD-3-Clause */
/* A second look at a candidate: on its own terms alone, at other points, in quadruple
 * precision. What is conserved has a residual that falls with the precision; an accident
 * keeps its own. */
#ifndef FINDER_SECOND_LOOK_H
#define FINDER_SECOND_LOOK_H
#include "products.h"

/* Generators and their rates at points. */
typedef struct quad_rows {
    surface *surface;
    const generators *generators;
    int parameter;      /* that has another value here; -1: none */
    LIST(quad *) point; /* [2 * generators] each */
} quad_rows;

/* A sum of products with coefficients. */
typedef struct candidate {
    int count;
    int *product; /* [count] */
    quad *c;      /* [count] */
    int pivot;    /* place of the one whose coefficient is 1 */
    int degree;
    double residual; /* of its rate, as a share of the terms */
} candidate;

/* The largest residual of what is conserved. */
extern const double LOOK_ZERO;

/* Computes the coefficients of the terms other than the pivot, and the residual. Returns
 * 0 where they are not determined, or there are no points. */
int second_look(quad_rows *rows, const products *p, candidate *q);

/* Removes terms with coefficients that are zero. */
void candidate_trim(candidate *q);

/* Leaves out the terms whose coefficients are smaller than this share of the largest. */
void candidate_drop(candidate *q, double share);

#endif
