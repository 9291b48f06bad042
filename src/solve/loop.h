/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop over steps: cut a step, attempt it, settle it, go on. What differs between
 * constant steps, adaptive ones and steps by arclength is their pace. */
#ifndef SOLVE_LOOP_H
#define SOLVE_LOOP_H
#include "engine.h"

typedef struct run run;

typedef struct pace {
    double (*first)(run *v); /* the size of the first step */
    int (*is_over)(const run *v);
    /* Makes steps from size *h on as far as they are easy; NULL: none are. *again: what
     * follows the last one is done, as by `next`. */
    invo_status (*coast)(run *v, double *h, int *again);
    double (*cut)(run *v, double h); /* of a step of size h: what is to be attempted */
    int (*is_too_small)(const run *v, double h); /* NULL: nothing is */
    /* A step of size `now` is too small: finds another *h, or ends the run. */
    invo_status (*give_up)(run *v, double now, double *h);
    /* After an attempt, for which the control asks *h next: finishes the step where it
     * was good (v->attempts.rejected is 0), else prepares another one of size *h. */
    invo_status (*settle)(run *v, step *d, double *h);
    /* After an accepted step of size `now`. */
    invo_status (*next)(run *v, double now, double *h);
    invo_status (*end)(run *v); /* when it is over; NULL: nothing follows */
} pace;

extern const pace pace_constant, pace_adaptive, pace_arclength;

/* Until the end of the run. */
invo_status loop_run(run *v);

#endif
