/* SPDX-License-Identifier: BSD-3-Clause */
/* A block of top equations as a saddle point, [[E, F], [G, 0]] (q, lambda) = -(b1, b2):
 * lambda are the unknowns that are no derivative of a coordinate, G the rows without
 * them, as in M q'' + K + G' lambda = 0, g(q) = 0. */
#ifndef GEOMETRY_SCHUR_H
#define GEOMETRY_SCHUR_H
#include "../base/context.h"

typedef struct schur {
    const invo_system *s;
    int *is_multiplier;  /* [tops] */
    int *place, *row;    /* [size]: columns q, then lambda; rows of E, then of G */
    int *pivot;          /* [size] */
    int *low, *high;     /* [l]: first and last entry of each row of the last of these: */
    int q, l;            /* how many of each in the block at hand */
    double *e, *f, *sum; /* [q, q], [q, l]: E^-1 F, [l, l]: G E^-1 F */
    double *scale, *r, *x, *p, *w; /* [size] each; w: [2 size] */
    long iterations, factorizations;
} schur;

size_t schur_work(const invo_system *s);     /* in doubles */
size_t schur_integers(const invo_system *s); /* in ints */
void schur_init(schur *a, const invo_system *s, double *work, int *integers);

/* Is any block a saddle point? */
int schur_is_there(const schur *a);

/* z of a block, value and b as block_equations gives them, improved from what z holds.
 * Returns 0 where the block is no saddle point or the iteration does not converge. */
int schur_solve(schur *a, const invo_block *k, const double *value, const double *b,
                double *z);

#endif
