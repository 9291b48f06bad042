/* SPDX-License-Identifier: BSD-3-Clause */
/* --method auto: which method at which time (choose.c). */
#ifndef SOLVE_CHOOSE_H
#define SOLVE_CHOOSE_H
#include "engine.h"

/* --method auto: which method at which time (choose.c). */
typedef struct chooser {
    int on;
    choice_method usual; /* the explicit method */
    int hits, calm; /* steps at the edge of stability, and steps since the last one */
    int near_edge, far_from_edge; /* the same with those that are near it */
    double t, cost;               /* where the count of the current method began */
    long steps;                   /* accepted until then */
    long wait, rest;  /* steps to wait before the next trial; no trial before this one */
    double rescued;   /* where steps fell to zero last */
    int has_expanded; /* the Taylor method has been tried */
    double pace;      /* time that its steps took on average, at best */
    long changes;
    double spent;   /* evaluations that the work of engines before was worth */
    int has_looked; /* whether the start is stiff has been asked */
    double mode;    /* the fastest mode that was seen then; 0: none yet */
    /* Radau is on trial since this step: whoever was in charge before, and its rate. */
    int on_trial;
    double mean; /* of what trials of the explicit method showed; 0: none yet */
    choice_method before;
    double rate;
} chooser;

typedef struct run run;

void chooser_begin(run *v);
/* May the method be another one than that which it began with, this one? */
int chooser_may_take(const run *v, choice_method m);
/* The current engine is going: its work stays counted. */
void chooser_leave(run *v);
/* Prepares interpolation in the step. Whether rows are asked for is no matter of the
 * method: its work is not counted. */
invo_status chooser_make_dense(run *v, const step *d);
/* Looks at a good step, before it is finished. */
void chooser_note(run *v, const step *d);
/* The same for a step whose h |lambda| is z; NaN: it is not known. Returns whether
 * chooser_look has something to do once the step is accepted. */
int chooser_note_stiffness(run *v, double z);
/* After an accepted step: may continue with another method, then with step size *h. */
invo_status chooser_look(run *v, double *h);
/* h |lambda| at the edge of stability. */
double chooser_edge(const run *v);
/* Until so many steps are accepted, chooser_look finds nothing to do but what
 * chooser_note_stiffness returns. */
long chooser_due(const run *v);
/* The step size fell to zero: does another method continue? */
int chooser_give_up(run *v, double *h);

#endif
