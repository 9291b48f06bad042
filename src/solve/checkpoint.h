/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoints: a run that goes on from one gives the same bits as if it had never ended.
 *
 * The state of a run in the middle is large and lies everywhere: factors, series, code
 * that was made for a point. So a run with checkpoints gives all of that up at places
 * that depend on nothing but the run itself, whether a checkpoint is written there or
 * not: it begins its method anew from the point, as after an event. What is left is the
 * point, the numbers of struct run, the result, and the systems, which chronicle.h makes
 * again. */
#ifndef SOLVE_CHECKPOINT_H
#define SOLVE_CHECKPOINT_H
#include "engine.h"

typedef struct checkpointing {
    const invo_checkpoint *given; /* NULL: there are none */
    int is_on;                    /* the method begins anew from time to time: */
    long due;                     /* when so many steps are accepted */
    double h;                     /* the step after that */
    int is_resumed;               /* the run has not made a step since it was read */
    double began;                 /* in seconds, less what was spent earlier */
    double spent;                 /* until the checkpoint was written, ... */
    double earlier;               /* ... the one that this run goes on from */
    double written;               /* when the last one was, in seconds */
} checkpointing;

typedef struct run run;

/* What runs with checkpoints cannot have: E_ARGUMENT with the reason. */
invo_status checkpoint_check(invo_context *c, const invo_system *s, const plan *p);
/* Before the first step of a run; takes it up at its checkpoint, if it is to continue
 * (is_resumed). Where that fails, the run is of no use but to be freed. */
invo_status checkpoint_begin(run *v);
int checkpoint_is_due(const run *v);
/* Between two steps, of which the next has size h: begins the method anew, and writes a
 * checkpoint before that if it is time. */
invo_status checkpoint_pass(run *v, double h);

#endif
