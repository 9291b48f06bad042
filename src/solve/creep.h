/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps that the constraints take back (creep.c). */
#ifndef SOLVE_CREEP_H
#define SOLVE_CREEP_H
#include "engine.h"

/* Whether steps lead anywhere (creep.c): since progress was judged last, or the last step
 * that was long enough for as many of them as are allowed to reach the stop time, */
typedef struct creep {
    double *from;  /* [n]: the point then, */
    double *asked; /* [n]: how far directions were to move it ... */
    double *way;   /* [n]: ... with the sizes added up, */
    double *slack; /* [n]: how well that is known, */
    double marked; /* when that was, */
    int is_broken; /* and whether an event has moved it */
    int is_idle; /* the last step was long: progress is judged from the next short one */
} creep;

typedef struct run run;

void creep_lay_out(creep *c, size_t n, pool *p);
/* Progress is judged after so many steps. */
enum { CREEP_OFTEN = 1024 };
/* Progress is judged from here on. */
void creep_begin(run *v);
/* After an accepted step of size h. */
void creep_note(run *v, double h);
/* Have retractions taken back most of the steps since then? Then that is reported. */
int creep_is_reason(run *v);

#endif
