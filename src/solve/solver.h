/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of an integration: everything that the loop works on, in one block of memory.
 */
#ifndef SOLVE_SOLVER_H
#define SOLVE_SOLVER_H
#include "../geometry/direction.h"
#include "../geometry/mass.h"
#include "../geometry/retraction.h"
#include "../method/controller.h"
#include "solve.h"

/* The smallest singular value of the constraint Jacobian, rows of length 1 (watch.c). */
typedef struct watch {
    double first, largest; /* at the start; so far */
    double sigma, next;   /* at the current point, at the one looked at; NaN: not known */
    double *left, *right; /* [m], [n]: its vectors there, the right one in the metric */
    double *next_left, *next_right;
    int has_right, next_has_right; /* the right ones are known */
    int count;                     /* of rows that are independent, at most so far */
    int inside;                    /* a passage: */
    int block, next_block; /* of top equations that is concerned; -1: the constraints */
    double closest;        /* its smallest value, and where that is: */
    double *point;         /* [n] */
    double *part;          /* [m]: how much each row takes part */
} watch;

typedef struct solver {
    invo_context *context;
    const invo_system *s;
    invo_options o; /* resolved: nothing is 'auto' or not given any more */
    invo_result *result;
    int n;
    const method *method;
    manifold manifold;
    metric metric;
    mass mass; /* of the mass metric */
    direction direction;
    retraction retraction;
    watch watch;
    field field;
    stepper stepper;
    controller controller;
    int doubling;    /* error by step doubling */
    double farthest; /* move of a retraction in the attempt at hand, in tolerances */
    double target;   /* time that the step at hand must land on, or NaN */

    double *u, *v, *q, *w; /* [n]: the point and its direction, the next ones */
    double *error[2], *scale;
    double *middle, *middle_slope, *coarse; /* step doubling */
    double *work;                           /* [2 n] */
    double *top;                            /* [tops]: z at q */
    double *top_before;                     /* [tops]: z at p */
    double *point, *slope;                  /* output between steps */
    double *residual, *unit;                /* [rows of the ledger], at the last point */

    /* By column of the result, through all systems of a run: */
    int *column_of; /* number in the system at hand, or -1 */
    char *outside;  /* has left its min or max; first when and where */
    double *outside_time, *outside_value;
    int *ledger_of; /* [rows of the ledger]: number in the result */

    double *g, *g_start, *g_low, *g_high; /* [events]: event functions */
    double *g_probe;                      /* [3, events]: inside the step */
    double event_theta;                   /* where in the step the event is */
    int too_long;  /* the step, to tell what the event functions do */
    char *crossed; /* [events] */
    double *event_point, *event_slope, *event_top;
    int dense_ready;   /* interpolation in the step at hand is prepared */
    double last_event; /* its time, and how many came in quick succession */

    int burst;
    double renewed; /* where system->renew was asked last */
    int ended;      /* by terminate() */
    int restarted;  /* an event has happened: choose a new step size */

    long next_output;         /* number of the next output time */
    double *rate, *rate_size; /* [checked] */
    double bad_units; /* residual in units, or rate of change, that broke its bound, and
                         its row */
    int bad_row;
    int rejected_last;
    int sign;             /* of the pivots at the current point */
    double *first_pivots; /* [blocks]: smallest pivots at the start */
    invo_status trouble;  /* why the last attempt failed; OK: its error was too large */
    double *lasting;      /* owns what is kept by column */
    double *block;        /* owns all arrays of doubles ... */
    int *integers;        /* ... and of ints */
    int *mass_integers;   /* of the mass metric, within them */
} solver;

/* Fills in every option that is 'auto' or not given. Reports what does not fit the
 * system. */
invo_status solver_options(invo_context *c, const invo_system *s, const invo_options *o,
                           invo_options *resolved);
invo_status solver_new(invo_context *c, const invo_system *s, const invo_options *o,
                       solver *v);
void solver_free(solver *v);

/* Books (ledger.c). */
/* Residuals and units at (u, z of the last direction); refines the direction where a top
 * equation asks for it. E_CONSTRAINT where a row exceeds the bound. */
invo_status ledger_examine(solver *v, const double *u, double *slope);
/* Adds the last examined point to the ledger. */
void ledger_record(solver *v);

/* Output rows (record.c). */
invo_status record_row(solver *v, const double *u);
void record_final(solver *v, const double *u);
/* Rows at all output times inside the step from p to q. On failure *theta tells where in
 * the step. */
invo_status record_between(solver *v, const step *d, double end, double *theta);
/* A row at the current point, where one is due. */
invo_status record_end(solver *v);
/* Min and max of the variables: noted on the way, told at the end. */
void record_ranges(solver *v, const double *u);
void record_warnings(const solver *v);

/* Events (event.c). */
/* Looks for the first event in the step from p to q; *found tells whether there is one:
 * then event_point, event_slope and event_top hold the point. */
invo_status event_find(solver *v, const step *d, int *found);
/* Whether the step may be done again, shorter, for the sake of an event. */
int event_may_shorten(const solver *v, const step *d);
/* Lets it happen at u; the solver then goes on from there, maybe in another system. */
invo_status event_happen(solver *v);
/* Events without progress: says so. */
invo_status event_pile_up(solver *v, const char *name);

/* Takes another system, with new memory for it. */
invo_status solver_switch(solver *v, const invo_system *s);
/* From the start of the system at hand: onto the manifold, direction, books. */
invo_status solver_begin(solver *v);

/* Singular configurations (watch.c). */
/* From a new start. */
void watch_begin(solver *v);
/* Looks at the point that was retracted last, which may still be rejected ... */
void watch_look(solver *v);
/* ... and here it is not. */
void watch_accept(solver *v, const step *d);
/* Tells of a passage in progress; watch_close: at the end of the run. */
void watch_end(solver *v);
void watch_close(solver *v);

/* Messages (message.c): the reason for the end as a status with a message in the context.
 */
invo_status message_trouble(solver *v, double t, double h, int too_small);
/* Appends to a text; returns the new length, at most size - 1. */
size_t message_append(char *text, size_t size, size_t used, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Is `name` der(...) of `of`? */
int message_is_derivative(const char *name, const char *of);

#endif
