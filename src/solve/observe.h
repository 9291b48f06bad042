/* SPDX-License-Identifier: BSD-3-Clause */
/* Observers of a run, in a table: they see every start, every good step and the end,
 * and change nothing that the loop goes by. */
#ifndef SOLVE_OBSERVE_H
#define SOLVE_OBSERVE_H
#include "engine.h"

typedef struct run run;

/* Each of the functions may be NULL. */
typedef struct observer {
    const char *name;
    void (*begin)(run *v); /* at a new start: of the run, or after an event */
    /* A good step, up to v->event.theta of it, before its end is the current point.
     * On failure the step is done again, up to v->now.theta of it. */
    invo_status (*step)(run *v, const step *d);
    void (*end)(run *v, invo_status status); /* of the run, which has come to this */
} observer;

const observer *observer_at(int i); /* NULL past the last */
void observe_begin(run *v);
invo_status observe_step(run *v, const step *d);
void observe_end(run *v, invo_status status);

#endif
