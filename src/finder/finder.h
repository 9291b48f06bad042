/* SPDX-License-Identifier: BSD-3-Clause */
/* Conserved quantities of a completed system, found without a trajectory: sums of
 * products of generators whose rates vanish at random points of the manifold. */
#ifndef FINDER_FINDER_H
#define FINDER_FINDER_H
#include "../lowering/lower.h"

typedef struct finder_request {
    int (*interrupt)(void *); /* asked often, a nonzero answer ends the search; or NULL */
    void *interrupt_data;
    int degree;            /* of products; 0: as large as is quick */
    int given;             /* further generators: */
    const expr *generator; /* [given], as the model writes them */
    int beyond_declared;   /* only what is independent of the declared invariants on the
                              solution from the start on */
} finder_request;

/* How far a quantity holds. */
typedef struct found_quantity {
    expr value;           /* in coordinates and parameters */
    const char *text;     /* the same as the model would write it */
    int degree;           /* of products of generators */
    int is_generic;       /* it exists for all values of the parameters ... */
    const char *only_for; /* ... but for these: "A, C"; "" */
    const char *level;    /* it holds only where these have their values at the start:
                             "p*a + q*b = 0"; "": everywhere */
    const char *numbers;  /* its numbers belong to the values of these: "m1, m2"; "" */
    int has_time;
    int has_angle;     /* it is no function of the point alone: angles jump */
    double residual;   /* of its rate in quadruple precision, as a share of its terms */
    const char *proof; /* "general", "values" or "none" (proof.h) */
} found_quantity;

typedef struct finding {
    int count;
    found_quantity *at;               /* [count] */
    int degree, generators, products; /* that were tried */
    int most;                         /* independent quantities that there can be */
    int is_sparse;                    /* products only of what shares an equation */
    int on_level;                     /* it was searched on the level of the start, too */
    const char *searched; /* generators that are no coordinates: "sin(a), 1/r" */
    const char *stopped;  /* why no more was tried, or NULL */
} finding;

/* Is there the quadruple precision that it needs? */
int finder_is_there(void);

/* Has the expression no kinks, jumps, tables or loops? */
int finder_is_smooth(graph *g, expr e);

/* Lives in arena a; w has a start. */
finding *finder_search(lowered *w, arena *a, const finder_request *q);

#endif
