/* SPDX-License-Identifier: BSD-3-Clause */
/* The solution between output rows, after the run (dense.c): what every accepted step was
 * interpolated by, and the run itself, whose engine brings points onto the manifold. */
#ifndef SOLVE_DENSE_H
#define SOLVE_DENSE_H
#include "engine.h"

typedef struct run run;

/* An accepted step, from t to end. */
typedef struct dense_entry {
    double t, end;
    int stretch;
    int is_line;  /* to an event beyond which the equations have no values: straight */
    int is_arc;   /* by arclength */
    double *data; /* h, p, v, q, w, z at p, z at q, and what the method keeps */
} dense_entry;

/* Steps of one system with the same values and the same engine. */
typedef struct dense_stretch {
    const invo_system *s;
    int plan;
    int engine;    /* the entry with which its engine began */
    int order;     /* the code of the shortcut that it uses; 0: none */
    double *state; /* as process.keep gives it; NULL: none */
} dense_stretch;

typedef struct dense_chunk {
    struct dense_chunk *next;
    size_t used, size; /* doubles */
    double at[];
} dense_chunk;

typedef struct dense {
    dense_chunk *chunks;
    dense_entry *entry;
    int entries, entry_capacity;
    dense_stretch *stretch;
    int stretches, stretch_capacity;
    plan *plan;
    int plans, plan_capacity;
    double *first; /* [1 + columns]: the first row, whose z may be the model's own */
    int begins;    /* starts so far: of the run, and after events */
    int is_fresh;  /* a new start: values may have changed */
    long switches; /* engines of the run at the last step */
    double folded; /* time at which the solution turned back; NaN: it did not */
    int now;       /* stretch that the run has returned to; -1: none */
    run *run;      /* of the result, when it is over; NULL: what it needs has gone */
    struct dense_owner *owner;
} dense;

/* Shared by a result and the model that it comes from: who goes first tells the other. */
typedef struct dense_owner {
    dense *of; /* NULL: the result has gone */
} dense_owner;

/* Whether the run can be kept: E_ARGUMENT with the reason. */
invo_status dense_check(const run *v);
/* Observes a run with the option `dense`. */
void dense_begin(run *v);
/* The first row has been recorded. */
invo_status dense_start(run *v);
invo_status dense_step(run *v, const step *d);
/* The straight line from u to q. */
invo_status dense_line(run *v);
/* The result takes the run, which is over. */
void dense_take(run *v);

/* The system at the end of the run and its last point there, before any other time is
 * asked for. They live as long as the result. */
void dense_last(const invo_result *r, const invo_system **s, const double **u,
                const double **z);
/* The first point of an accepted step, with the values of its time put back; u and z live
 * as above, the values until the next call. entry: below dense_steps. */
int dense_steps(const invo_result *r);
invo_status dense_visit(const invo_result *r, int entry, const invo_system **s,
                        const double **u, const double **z);

/* The owner of what the result's system needs; it must call dense_release before that
 * goes. NULL: out of memory, or the result keeps no steps. */
dense_owner *dense_own(invo_context *c, invo_result *r);
/* The result can no longer be asked. */
void dense_release(dense_owner *o);

void dense_free(dense *d); /* NULL: nothing */

#endif
