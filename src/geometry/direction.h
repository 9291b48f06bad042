/* SPDX-License-Identifier: BSD-3-Clause */
/* The direction of the solution at a point: v = (1, u shifted, z), z from the top
 * equations block by block, or straight from the system's own function. */
#ifndef GEOMETRY_DIRECTION_H
#define GEOMETRY_DIRECTION_H
#include "../base/context.h"
#include "../base/pool.h"
#include "../linalg/factor.h"

typedef struct direction {
    const invo_system *s;
    matrix_factor **factor; /* [blocks]: of those of more than one equation, else NULL */
    double *z;              /* [tops]: of the last point */
    double *spare;          /* [tops]: scratch */
    double *value, *b;      /* of the largest block */
    double
        *smallest; /* [blocks]: smallest pivot of each block at the last point, by size */
    int sign; /* of the product of all pivots there: flips where a block was singular on
                 the way */
    struct schur *schur; /* --direction block; else NULL */
    int order;           /* the code of the system's shortcut that is used; 0: none */
    int distrusted;      /* points in a row at which the shortcut could not be trusted */
    int is_measured;     /* its pivots are known as ... */
    double *measure;     /* ... [blocks]: a share of those that are chosen at a point */
    struct {
        double *u, *z, *smallest; /* what the blocks gave first; NULL: it is not noted */
        int sign;                 /* 0: nothing yet */
    } noted;
    long evaluations, factorizations;
    int block, unknown; /* after a failure: where */
} direction;

/* Analyses the blocks; direction_free frees that. */
invo_status direction_plan(direction *d, const invo_system *s, invo_context *c);
void direction_free(direction *d);
void direction_lay_out(direction *d, pool *p);

/* v: [n]; `refine` asks for one step of iterative refinement, for points whose residuals
 * go into the ledger. E_DIRECTION where a block is singular, E_DOMAIN where a value is
 * not finite. Nothing is allocated but where the pivots of a sparse block must be chosen
 * again (sparse.h): E_MEMORY. */
invo_status direction_at(direction *d, const double *u, double *v, int refine);

/* Uses this code of the system's shortcut from now on, 0: none; ... */
void direction_hurry(direction *d, int order);
/* ... which is compared with the blocks at u first, z being that of u then; ... */
void direction_compare(direction *d, const double *u);
/* ... could it not be trusted at the last points? */
int direction_is_distrusted(const direction *d);
/* The direction alone, where z is not asked for: v: [n]. */
invo_status direction_stage(direction *d, const double *u, double *v);
/* All stages of a step of so many, by the shortcut (invo_shortcut.step); NULL: cannot. */
const double *direction_step(direction *d, const double *p, const double *v, double h,
                             int stages);
/* The terms of dense output with so many extra stages (invo_shortcut.dense); NULL:
 * cannot. */
const double *direction_dense(direction *d, const double *p, const double *k, double h,
                              int extra);
/* v alone, without refinement: z of the leading blocks is that of u, all other is
 * whatever it was. */
invo_status direction_slope(direction *d, const double *u, double *v);

/* z of what is not given: blocks that only compute what is shown, from the others. given:
 * [tops]. What has no finite value stays so. */
void direction_rest(direction *d, const double *u, const int *given);

#endif
