/* SPDX-License-Identifier: BSD-3-Clause */
/* Which unknowns and rows of a block of top equations make up its saddle point
 *
 *     [[E, F], [G, 0]] (x, lambda) = -(b1, b2).
 *
 * x are the derivatives of coordinates and what serves to write the equations down:
 * forces that are sums of others, accelerations with names of their own. lambda are
 * multipliers, G as many differentiated constraints, which have none. E is in block
 * triangular form: where bodies have masses and nothing else, all its parts are of
 * size 1. */
#ifndef GEOMETRY_SCHUR_PLAN_H
#define GEOMETRY_SCHUR_PLAN_H
#include "../base/context.h"
#include "../linalg/sparse.h"

typedef struct schur_plan {
    int q, l;      /* how many x and lambda; l is 0 where the block is no saddle point */
    int parts;     /* of E */
    int *part;     /* [parts + 1]: where they begin, the last end being q */
    int *place;    /* [size]: of each unknown, x in the order of the parts, then lambda */
    int *row;      /* [size]: likewise of each row, those of E and then of G */
    int *row_at;   /* [q]: the row of the block that is row k of E */
    int *diagonal; /* [q]: the entry of the block that is E(k, k) */
} schur_plan;

size_t schur_plan_integers(int size); /* what a plan keeps */
size_t schur_plan_work(int size);     /* in ints: for schur_plan_make alone */

/* Makes the plan of a block, from its pattern alone, in `kept`. is_derivative: [tops] */
void schur_plan_make(const invo_system *s, const invo_block *k, const int *is_derivative,
                     int *kept, int *work);
/* The plan that `kept` holds. */
schur_plan schur_plan_open(int size, int *kept);

#endif
