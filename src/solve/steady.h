/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether constant steps follow the solution (steady.c). */
#ifndef SOLVE_STEADY_H
#define SOLVE_STEADY_H
#include "engine.h"

/* Whether constant steps follow the solution (steady.c). */
typedef struct steady {
    double *before;        /* [n]: the last increment */
    double *size;          /* [n]: largest values of the coordinates so far */
    double *steps, *backs; /* [n]: moves of the method and of its retractions, fading */
    double rate;           /* growth of the field along the last increment */
    double stiffness;      /* h |lambda| along it */
    double sum, largest;   /* logarithms of what increments grew by beyond the field */
    double share;          /* largest of backs / steps ... */
    int coordinate;        /* ... and where */
    int moved;             /* steps in a row with too large a share */
    int hits, calm;        /* steps beyond the edge of stability, and since the last */
    int block;             /* steps of the present block: */
    double damped, grown;  /* sums of rates and of growth, */
    double *missed;        /* [n]: what directions asked for and was not done, */
    double way[2];         /* and how far they asked for, in both halves */
    long count;            /* of steps since the last restart */
} steady;

typedef struct run run;

void steady_lay_out(steady *s, size_t n, pool *p);
/* From a new start, or after a jump. */
void steady_reset(run *v);
/* The end of a step was retracted to p. */
void steady_retracted(run *v, const double *p);
/* After a step with both directions: E_STEP with a message where it and those before no
 * longer follow the solution. With the settings of a paper the result only notes when. */
invo_status steady_examine(run *v, const step *d);

#endif
