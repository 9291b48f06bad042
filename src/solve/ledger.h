/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger: residuals of all rows at the points of a run (ledger.c). */
#ifndef SOLVE_LEDGER_H
#define SOLVE_LEDGER_H
#include <float.h>
#include "../base/number.h"
#include "engine.h"

/* A fixed value that the start does not have; without name: none. */
typedef struct missed_value {
    const char *name;
    double fixed, value;
} missed_value;

/* Rows that are looked at together for whether one of them has grown (ledger_lanes.c). */
enum { LEDGER_GROUP = 4 };

typedef struct books {
    double *residual, *unit;  /* [rows of the ledger], at the last point ... */
    double *units;            /* ... and the residuals in units, by size */
    int *nonzero, nonzeros;   /* the rows, ascending, whose residual is not 0 there */
    int *of;                  /* [rows of the ledger]: number in the result */
    double *rate, *rate_size; /* [checked] */
    double bad_units; /* residual in units, or rate of change, that broke its bound ... */
    int bad_row;      /* ... and its row */
    char *dropped;    /* [constraints]: marks of invariants that were found and are
                         constant no longer */
    int has_dropped;  /* one since the step was begun */
    long additions;   /* how often residuals may have become the largest so far */
    int groups;       /* of rows that have grown in a lane (ledger_lanes.c): ... */
    int *group;       /* ... their first rows */
    missed_value missed;
    double since_step[INVO_ROW_KINDS]; /* largest units since the last accepted step, by
                                          kind; NaN: none */
    double step_from;                  /* the end of that step */
} books;

typedef struct run run;

void ledger_lay_out(books *b, const invo_system *s, pool *p);
/* Residuals and units at (u, z of the last direction). Where a row exceeds its bound, the
 * direction is refined, and then the point, by round-off; at a start without what the
 * model fixes. E_CONSTRAINT where neither is enough. */
typedef enum point_use { POINT_OF_RUN, POINT_OF_START } point_use;
invo_status ledger_examine(run *v, double *u, double *slope, point_use use);
/* At the start of a run: top unknowns take the values that the model fixes, if they only
 * miss them by round-off. E_INCONSISTENT where one misses its fixed value by more, a
 * warning where bounds are lifted. */
invo_status ledger_take_fixed(run *v);
/* A new engine takes over what was dropped before. */
void ledger_follow_drops(run *v);
/* Are the residuals that the system has made for one of several lanes within their
 * bounds, and at round-off? is_at_rest: no move makes those of constraints smaller. */
int ledger_accepts(const run *v, const invo_row_values *x, int lane, int lanes,
                   int is_at_rest);
/* Adds them to the ledger. */
void ledger_add(run *v, const invo_row_values *x);
/* The same for the points of all lanes (ledger_lanes.c), where no step is told to a
 * callback; [INVO_LANES] each, converged: all is within its bounds, constraints at
 * round-off; met: as is_at_rest. */
void ledger_judge_lanes(run *v, const invo_row_values *x, char *converged, char *met);
/* Adds the lanes that were judged last. */
void ledger_add_lanes(run *v, const invo_row_values *x, const char *accepted);
/* Residuals of constraints above so many units are left by Newton's iteration, not by
 * round-off. */
static const double LEDGER_CONVERGED = 1;
/* A rate of change above this share of its terms is none of round-off. */
static const double LEDGER_TANGENT = 1e-6;
/* What was found to follow from the others must continue doing so: a residual of this
 * share of its terms is none of round-off. */
static const double LEDGER_FOLLOWS = 1e-6;
/* Residuals are themselves rounded, by up to a unit: points are refined before they come
 * this near to the bound. */
static const double LEDGER_NEARLY = 0.75;
/* A quotient that may exceed the largest one so far is computed; the product with which
 * it is compared is rounded, too. */
static const double LEDGER_NEARLY_MOST = 1 - 8 * DBL_EPSILON;
/* Keeps a residual where it is the largest so far, by itself or in units: a quotient is
 * only computed where it may be. */
static inline void ledger_enlarge(ledger_entry *r, double size, double unit) {
    if (size > r->max)
        r->max = size;
    if (size > LEDGER_NEARLY_MOST * r->scaled_max * unit)
        r->scaled_max = larger(r->scaled_max, size / unit);
}
/* Is the row one that follows from others, which another point makes smaller, not another
 * direction? */
int ledger_is_followed(const run *v, int row);
/* Refines u, its slope and z in the direction, where rows whose residuals and units are
 * in the ledger come close to their bound; returns whether all hold then, and 0 where the
 * direction has to be looked at before. */
int ledger_settle(run *v, double *u, double *slope);
/* Lists these residuals as far as they are not 0, in units. */
void ledger_read(run *v, const double *residual, const double *unit);
/* Adds the last examined point to the ledger. */
void ledger_record(run *v);
/* Begins the account of a step at the current point. */
void ledger_begin_step(run *v);
/* Hands the last step to the callback of the options, if there is one. */
void ledger_tell_step(run *v);
/* Compares the units of the rows with their terms at the current point. */
void ledger_weigh(run *v);
/* The same a few times: after 8, 64, ... accepted steps. */
void ledger_weigh_after(run *v, long steps);
/* The next of these numbers after `steps`. */
long ledger_next_weighing(long steps);
/* At the end of a run: names the rows whose units have lost their meaning. */
void ledger_close(run *v, invo_status status);

#endif
