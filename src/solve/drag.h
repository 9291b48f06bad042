/* SPDX-License-Identifier: BSD-3-Clause */
/* Retractions that move the solution where no error of the method explains it (drag.c).
 */
#ifndef SOLVE_DRAG_H
#define SOLVE_DRAG_H
#include "engine.h"

typedef struct drag {
    int is_watched;    /* such moves may come */
    double *sum;       /* [n]: of such moves since the last start or restart */
    double tolerances; /* the largest of these in its tolerances ... */
    double before;     /* ... and what those of earlier restarts add up to */
    long steps;        /* that had them, in all */
    double from;       /* time of the first one */
} drag;

typedef struct run run;
typedef struct step step;

void drag_lay_out(drag *g, size_t n, pool *p);
void drag_begin(run *v);
/* After a step: INVO_E_CONSTRAINT with a message where such moves add up. */
invo_status drag_step(run *v, const step *d);

#endif
