/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular configurations: where constraints become dependent (watch.c). */
#ifndef SOLVE_WATCH_H
#define SOLVE_WATCH_H
#include "engine.h"

/* The smallest singular value of the constraint Jacobian, rows of length 1 (watch.c). */
typedef struct watch {
    int rows;              /* that are watched; below 2: pivots take their place */
    double first, largest; /* at the start; so far */
    double sigma, next;   /* at the current point, at the one looked at; NaN: not known */
    double *left, *right; /* [m], [n]: its vectors there, the right one in the metric */
    double *next_left, *next_right;
    int has_right, next_has_right; /* the right ones are known */
    int count;                     /* of rows that are independent, at most so far */
    int is_stale;                  /* the left vector is that of some steps ago */
    double strongest; /* largest of the least angles so far, as the retraction has them */
    int is_told;      /* a passage in progress, before the rows changed */
    int inside;       /* a passage: */
    int block, next_block; /* of top equations that is concerned; -1: the constraints */
    double closest;        /* its smallest value, and where that is: */
    double *point;         /* [n] */
    double *part;          /* [m]: how much each row takes part */
} watch;

typedef struct run run;

void watch_lay_out(watch *w, const invo_system *s, pool *p);
/* From a new start. */
void watch_begin(run *v);
/* Looks at u, the point that was retracted last, which may still be rejected ... */
void watch_look(run *v, const double *u);
/* ... and here it is not. */
invo_status watch_accept(run *v, const step *d);
/* Is it one where the constraints are dependent, or behind one? */
int watch_sees_branch(const run *v);
/* Tells of a passage in progress, for the rows that are watched will be others. */
void watch_leave(run *v);
/* They are others from here on. */
void watch_change(run *v);
/* Tells of a passage in progress; watch_close: at the end of the run. */
void watch_end(run *v);
void watch_close(run *v, invo_status status);

#endif
