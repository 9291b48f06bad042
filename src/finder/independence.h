/* SPDX-License-Identifier: BSD-3-Clause */
/* Which quantities are independent: by the rank of their gradients along the manifold, at
 * some points of it. */
#ifndef FINDER_INDEPENDENCE_H
#define FINDER_INDEPENDENCE_H
#include "second_look.h"

enum { INDEPENDENCE_POINTS = 3 };

typedef struct independence {
    surface *surface;
    const generators *generators;
    int points, known;                  /* known: quantities so far */
    int most;                           /* there can be no more */
    double *value[INDEPENDENCE_POINTS]; /* of generators */
    double *slope[INDEPENDENCE_POINTS]; /* their entries */
    double *basis[INDEPENDENCE_POINTS]; /* rows of [coordinates], orthonormal */
    int rank[INDEPENDENCE_POINTS];
} independence;

/* on_the_level: by points of the solution from the start on, and the declared invariants
 * are known. NULL: no points are found. */
independence *independence_new(surface *s, const generators *g, int on_the_level);
/* Is the quantity independent of those that are known? Then it is one of them. c:
 * coefficients, or NULL: those of q */
int independence_add(independence *d, const products *p, const candidate *q,
                     int is_trial);

#endif
