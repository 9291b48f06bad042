/* SPDX-License-Identifier: BSD-3-Clause */
/* A block of top equations as a saddle point, [[E, F], [G, 0]] (x, lambda) = -(b1, b2),
 * as in M q'' + K + G' lambda = 0, g(q) = 0; schur_plan.h tells what is what. */
#ifndef GEOMETRY_SCHUR_H
#define GEOMETRY_SCHUR_H
#include "../base/pool.h"
#include "schur_plan.h"

typedef struct schur {
    const invo_system *s;
    int *is_derivative;  /* [tops]: of a coordinate */
    int *plan, *where;   /* of all blocks, and where each begins: [blocks] */
    int *search;         /* for making them */
    int *pivot;          /* [size] */
    int *low, *high;     /* [l]: first and last entry of each row of the last of these: */
    double *e, *f, *sum; /* factors of the parts of E, [q, l]: E^-1 F, [l, l]: G E^-1 F */
    double *scale, *r, *x, *p, *w; /* [size] each; w: [2 size] */
    schur_plan at;                 /* of the current block */
    int is_factored;               /* `sum` holds factors */
    long iterations, factorizations;
} schur;

void schur_lay_out(schur *a, const invo_system *s, pool *p);

/* Is any block a saddle point? Else *block and *unknown: what comes nearest to one, -1
 * where there are no blocks of more than one equation; *unknown is an unknown of it that
 * belongs to no differentiated constraint, or a derivative where it has no other. */
int schur_is_there(const schur *a, int *block, int *unknown);

/* z of a block, value and b as blocks.equations gives them, improved from what z holds.
 * Returns 0 where the block is no saddle point or the iteration does not converge. */
int schur_solve(schur *a, int block, const double *value, const double *b, double *z);

#endif
