/* SPDX-License-Identifier: BSD-3-Clause */
/* Fronts within a step that its stages may miss (front.c). */
#ifndef SOLVE_FRONT_H
#define SOLVE_FRONT_H
#include "engine.h"

enum { FRONT_SAMPLES = 6, FRONT_CHECKS = 4, FRONT_POINTS = 5 };

/* Fronts within the step (front.c). */
typedef struct front_room {
    double *sample;   /* [FRONT_SAMPLES, fronts]: arguments along the step */
    double *check;    /* [FRONT_CHECKS, fronts]: between the samples */
    double *argument; /* [fronts] */
    double *slope;    /* [FRONT_POINTS, n] */
    double *inside;   /* [n, INVO_LANES]: points between the ends of the step */
    double *top;      /* [tops]: z at q */
    int is_told;      /* that constant steps pass one */
    int is_asked_far; /* a front that directions would have to be asked about is passed */
} front_room;

typedef struct run run;

void front_lay_out(front_room *f, const invo_system *s, pool *p);
/* Does the step, which is good and whose end is known, pass a front that its stages may
 * have missed? Then *theta is the share of it after which it should end. */
int front_is_passed(run *v, const step *d, double *theta);
/* Does no argument need the top unknowns? Then front_is_far may be asked. */
int front_is_plain(const invo_system *s);
/* Is it certain without directions that front_is_passed finds none in the step? It
 * changes nothing. The cubic through both ends stands for the step. */
int front_is_far(run *v, const step *d);
/* How far the error of a step moves the argument of a front that is active at its end, in
 * the largest moves that are allowed. */
double front_error_move(run *v, const step *d);
/* Tells of the first front that a constant step passes; but not where a paper made its
 * steps so. */
void front_tell(run *v, const step *d);

#endif
