/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps by arclength and what they meet (arclength.c, impasse.c, land.c). */
#ifndef SOLVE_ARC_H
#define SOLVE_ARC_H
#include "engine.h"

enum { MOST_TURNS = 4 }; /* within one step */

/* A point of a step where dt/ds vanishes. */
typedef struct turn {
    double theta, t; /* where in the step, and when */
    int folds;       /* dt/ds changes its sign */
} turn;

/* Steps by arclength. */
typedef struct arc {
    int automatic;   /* the run is by time and only passes an impasse point */
    int changed;     /* the parameter has: the loop starts again */
    int refused;     /* there is no kernel form of this system */
    int column;      /* of s in the result, or -1 */
    double s, at;    /* length up to the current point, and to the one that is recorded */
    double sense;    /* sign of dt/ds now */
    double side;     /* sign of dt/ds where it was clear last */
    long before;     /* impasse points there had been then */
    double flattest; /* largest |dt/ds| so far, by arclength ... */
    double gentlest; /* ... and smallest ds/dt, by time */
    double entered;  /* |dt/ds| where time was given up */
    int sign;        /* of det[D; V] at the current point, 0: not known */
    int lost;        /* the current step ends where the solution is no longer one curve */
    long lost_row;   /* its place among the impasse points; -1: none */
    int flipped;     /* it was the reason to reject the last step */
    int astray;      /* stages of the current step had another sign */
    double sigma, largest; /* at the current point; so far */
    double *point, *slope; /* [n]: the end of a trial */
    turn turn[MOST_TURNS];
    int turns;
    int idle;                    /* steps since time has moved */
    double moving_tau, moving_s; /* where it moved last: |dt/ds| and s */
    double still_s, still_most;  /* where it stood still first, and how far it may */
    int is_dead; /* the first fold is one of constraints: no point of them lies beyond */
    long kept_rows; /* rows before the step with the first fold; -1: there is none yet */
    double *kept;   /* [1 + columns]: the final values then */
} arc;

typedef struct run run;

double arclength_least_step(const run *v); /* shorter ones make no progress */
/* Is that looked for at all? */
int impasse_may_come(const run *v);
/* A block of top equations has lost much of its pivots below this share of the largest
 * ones; steps between two looks where none has. */
static const double IMPASSE_LOST = 0.02;
enum { IMPASSE_SELDOM = 4 };
/* After every good step by time: is dt/ds going to zero? */
int impasse_is_near(run *v);
/* Has the last step failed for that reason? */
int impasse_may_be_reason(const run *v);
/* Goes on by arclength from here; returns whether it can. */
int arclength_enter(run *v);
void arclength_leave(run *v);
/* Rows at all output times inside the step by arclength, as record_step. */
invo_status arclength_record(run *v, const step *d);
/* The step up to the event in it becomes part of the way. */
invo_status arclength_note(run *v, const step *d);
/* Finds the turns of the step just made; *trials returns whether trial steps were made.
 */
invo_status impasse_find(run *v, const step *d, int *trials);
/* The number of a point where the solution is not one curve among the impasse points of
 * the result, by its time; -1: none. */
long impasse_known(const run *v, double t);
/* A trial step of theta h into v->arc.point and slope. */
invo_status arclength_try(run *v, const step *d, double theta);
/* Shortens the step to end at the first requested time in it; *landed is that time, or
 * NaN. */
invo_status land(run *v, step *d, double *landed);
/* How near to a given time the end of a step must come; it is set to it then. */
double land_nearness(const run *v, double t);
/* The t of the step at theta, between turns, for a given time: where in [low, high]? */
invo_status land_between(run *v, const step *d, double t, double low, double high,
                         double *theta);
/* Looks at sigma and the sign of det[D; V] at the end of the step. *good is 0 where the
 * step is to be done again with *h. */
invo_status regularity_watch(run *v, step *d, double *h, int *good);

#endif
