/* SPDX-License-Identifier: BSD-3-Clause */
/* The direction of the solution at a point: v = (1, u shifted, z), z from the top
 * equations block by block, or straight from the system's own function. */
#ifndef GEOMETRY_DIRECTION_H
#define GEOMETRY_DIRECTION_H
#include "../base/context.h"

typedef struct direction {
    const invo_system *s;
    double *z;                          /* [tops]: of the last point */
    double *value, *b, *a, *lu, *scale; /* of the largest block */
    int *pivot;
    double
        *smallest; /* [blocks]: smallest pivot of each block at the last point, by size */
    int sign; /* of the product of all pivots there: flips where a block was singular on
                 the way */
    struct schur *schur; /* --direction block; else NULL */
    long evaluations, factorizations;
    int block, unknown; /* after a failure: where */
} direction;

size_t direction_work(const invo_system *s); /* in doubles */
void direction_init(direction *d, const invo_system *s, double *work, int *pivot);
int direction_largest(const invo_system *s); /* size of the largest block */

/* v: [n]. E_DIRECTION where a block is singular, E_DOMAIN where a value is not finite. */
invo_status direction_at(direction *d, const double *u, double *v);

/* The same with one step of iterative refinement, for points whose residuals go into the
 * ledger. */
invo_status direction_refined(direction *d, const double *u, double *v);

/* z of what is not given: blocks that only compute what is shown, from the others. given:
 * [tops]. What has no finite value stays so. */
void direction_rest(direction *d, const double *u, const int *given);

#endif
