/* SPDX-License-Identifier: BSD-3-Clause */
/* What would happen: the state of an event is kept, and put back. */
#ifndef EVENTS_TRIAL_H
#define EVENTS_TRIAL_H
#include "switches.h"

/* How far an event has come. */
typedef struct event_progress {
    int sweep;           /* of the present instant ... */
    int round;           /* ... in this round of the event iteration */
    int is_waiting;      /* for a reinit, without which the new mode has no point */
    int any_leaving;     /* a switch leaves its boundary */
    const char *unquiet; /* what changed in the last round, for the message */
    int has_told_jump;   /* of a state that follows what is prescribed */
    int terminate;
    const char *message;
} event_progress;

typedef struct memory_region {
    void *at;
    size_t size;
} memory_region;

/* All that rounds change, but for modes that they find. */
typedef struct snapshot {
    arena *own;
    mode *now, *left;
    double t, *value; /* [parameters] */
    event_progress progress;
    void **region;  /* [regions] */
    double *x;      /* [slots of now]: its start */
    double *left_x; /* [slots of left] */
} snapshot;

/* A zeroed array that belongs to the state of an event. */
void *hybrid_array(hybrid *h, size_t item, int count);
snapshot hybrid_keep(hybrid *h); /* `own` is freed by the caller */
void hybrid_put_back(hybrid *h, const snapshot *k);

/* Runs body(context, argument); where it throws, that is forgotten, but for lack of
 * memory. Returns whether it came to its end. */
int hybrid_attempt(hybrid *h, void (*body)(invo_context *, void *), void *argument);

typedef int hybrid_look(hybrid *h, hybrid_switch *s);
/* What `look` returns for the switch if all of other surfaces take these sides (0: none)
 * and what follows has happened; then everything is as before. 0: that fails. */
int hybrid_try(hybrid *h, const signed char *sides, hybrid_switch *s, hybrid_look *look);

#endif
