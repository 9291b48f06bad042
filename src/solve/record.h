/* SPDX-License-Identifier: BSD-3-Clause */
/* Output rows (record.c). */
#ifndef SOLVE_RECORD_H
#define SOLVE_RECORD_H
#include "engine.h"

typedef struct row_state {
    /* By column of the result, through all systems of a run: */
    int *column_of;          /* number in the current system, or -1 */
    int *slot;               /* of that; -1: its value is found elsewhere */
    int ranges;              /* so many columns have a min or a max: */
    int *ranged;             /* [ranges] */
    int needs_point;         /* columns are read otherwise than from their slots */
    struct system_map *maps; /* of systems that the run has been in; the last one first */
    char *outside; /* has left its min or max; first when and where. NULL: none has any */
    double *outside_time, *outside_value;
    double *lasting;     /* owns what is kept by column */
    size_t lasting_size; /* bytes */
    double *lane;     /* [n, INVO_LANES]: points for rows; [n]: one of them on its way */
    long alone;       /* the rows before this one are made one after the other */
    long planned;     /* output times of the run */
    long next;        /* number of the next output time */
    long next_check;  /* number of the next time to look at assertions */
    long kept;        /* rows up to the last event */
    int is_due;       /* a row at the current event, whatever that is */
    int is_refused;   /* the callback takes no more rows */
    int hides_events; /* no rows for events (--event-rows no) */
} row_state;

typedef struct run run;

/* What rows need by the size of the current system. */
void record_lay_out(row_state *r, int n, pool *p);
/* Counts the output times. */
void record_plan(run *v);
/* Takes over which columns the current system has: after column_of has changed. */
void record_map(run *v);
invo_status record_row(run *v, const double *u);
/* Time and columns at u and the last z into row: [1 + columns]. */
void record_fill(const run *v, const double *u, double *row);
/* A row at v->point, which is on the manifold; slope: a direction nearby, or NULL:
 * v->slope is the direction there. */
invo_status record_point(run *v, const double *slope);
/* Brings v->point, which is near the constraints, onto them by the code of the system,
 * with z there; 0: cannot, and nothing has changed. to: all of it, until the next call.
 */
int record_hurry(run *v, invo_row_values *to);
/* The k-th output time; past the stop time where there are no more. */
double record_time(const run *v, long k);
void record_final(run *v, const double *u);
/* Rows at all output times inside the step, up to the event in it. On failure
 * v->now.theta is where in the step. */
invo_status record_step(run *v, const step *d);
/* A row at the current point, where one is due. */
invo_status record_end(run *v);
/* The two rows of an event, which stand for an output time at the same instant too; a
 * bend has the row of that alone. */
invo_status record_before_event(run *v);
invo_status record_after_event(run *v, int is_bend);
/* Is the last row that after an event at t, or the first of the run? */
int record_has_event_at(const run *v, double t);
/* Where an event has just happened at the current point, its second row gives way to that
 * of what follows at the same instant. */
void record_continue_event(run *v);
/* Hands rows to the callback of the options, if there is one: those that nothing can
 * replace any longer, or all. */
invo_status record_release(run *v, int all);
/* The final values as the last row, where they are not. */
invo_status record_last(run *v);
/* At the current point: the final values, and the columns that leave their min or max,
 * which are reported at the end. */
void record_ranges(run *v);
void record_warnings(run *v, invo_status status);

#endif
