/* SPDX-License-Identifier: BSD-3-Clause */
/* The coefficients of an explicit Runge-Kutta method, as tableau.def lists them. */
#ifndef METHOD_TABLEAU_H
#define METHOD_TABLEAU_H

/* The directions of a step are numbered 0..stages-1, then the direction at the new point
 * (where it is not the last stage already), then the extra stages of dense output; s is
 * the number of all of them. */
typedef struct tableau {
    int stages, order;
    int fsal;              /* first same as last: the last stage is the new point */
    int low[2];            /* orders of the points with weights b - e[0] and b - e[1] */
    int extra;             /* extra stages of dense output */
    int terms;             /* rows of `dense`; 0: cubic Hermite */
    double inside;         /* how far dense output is off inside a step that is long for
                              y' = l y, as a share of its last term; 0: unknown */
    const double *a;       /* strictly lower triangle, row by row */
    const double *b;       /* [stages] */
    const double *c;       /* [s], or [stages] where nothing is extra */
    const double *e[2];    /* [stages] each: error estimates; NULL: none */
    const double *dense_a; /* rows of the extra stages, one after the other */
    const double *dense;   /* [s] for each term */
} tableau;

#endif
