/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular configurations: where constraints become dependent (watch.c). */
#ifndef SOLVE_WATCH_H
#define SOLVE_WATCH_H
#include <math.h>
#include "engine.h"
#include "weakness.h"

/* Equations that are solved for one unknown each, by the pivot that has lost most: its
 * share of the largest so far. */
typedef struct watch_lone {
    int count;          /* 0: there are none, and no lists */
    double share, next; /* at the current point, at the one looked at; NaN: not known,
                           infinite: there are none */
    int block, next_block;
    double strong_at; /* the last time at which it was large */
    int inside;       /* a passage: */
    double closest;   /* its smallest value, and where that is: */
    double *point;    /* [n] */
    int *entry;       /* [blocks]: of the kernel's matrix; -1: none; ... */
    double *most;     /* ... its largest size so far */
    int *block_of;    /* [rows]: scratch */
} watch_lone;

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
    int is_due; /* nothing was computed yet, and `right` is the point where it began */
    double strongest; /* largest of the least angles so far, as the retraction has them */
    int is_told;      /* a passage in progress, before the rows changed */
    int inside;       /* a passage: */
    int block, next_block; /* of top equations that is concerned; -1: the constraints */
    double closest;        /* its smallest value, and where that is: */
    double *point;         /* [n] */
    double *part;          /* [m]: how much each row takes part */
    watch_lone lone;
    weakness weakness; /* of blocks of several equations */
} watch;

/* Values above this share of the largest so far are far from a singular configuration. */
static const double WATCH_FAR = 1e-2;
static inline double watch_far(const watch *w) {
    return WATCH_FAR * w->largest;
}

/* A shortcut leaves no factor, but the least angle between rows: as long as its sine,
 * squared, is above this share of the largest one, the singular value is large, too. */
static const double WATCH_STRONG = 0.5;
static inline int watch_is_well(const watch *w, double weakest) {
    return weakest >= WATCH_STRONG * w->strongest;
}

/* The next point is far from one, too, where there was no passage before (coast.c): by
 * this angle, the singular value being left as it is; ... */
static inline void watch_stay(watch *w, double weakest) {
    w->strongest = weakest > w->strongest ? weakest : w->strongest;
    w->next = w->sigma;
    w->is_stale = 1;
    w->is_told = 0;
}
/* ... or by this share of pivots. */
static inline void watch_go_on(watch *w, double share) {
    w->next = w->sigma = share;
    w->largest = share > w->largest ? share : w->largest;
    w->is_told = 0;
}

/* Does the pivot of a lone equation come to zero within this step and few others like it?
 * A passage begins below NEAR where the time in which it falls by a factor of e is below
 * CLOSING of that since it was large; a coefficient such as exp(-t) only becomes small.
 * The equations of impasse points are like that, too (watch.c). */
static const double WATCH_LONE_NEAR = 1e-3, WATCH_LONE_STRONG = 0.5;
static const double WATCH_CLOSING = 2e-3;
static inline int watch_is_closing(const watch_lone *w, double share, double from,
                                   double to) {
    return share < WATCH_LONE_NEAR && share < w->share &&
           fabs(to - from) <
               WATCH_CLOSING * fabs(to - w->strong_at) * log(w->share / share);
}
/* It is this share at time t. */
static inline void watch_take_lone(watch_lone *w, double share, double t) {
    w->share = share;
    if (share >= WATCH_LONE_STRONG)
        w->strong_at = t;
}

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
