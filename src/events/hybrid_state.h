/* SPDX-License-Identifier: BSD-3-Clause */
/* A hybrid system: its parts, each of which has a header and a file of its own. */
#ifndef EVENTS_HYBRID_STATE_H
#define EVENTS_HYBRID_STATE_H
#include "happening.h"
#include "sliding.h"
#include "trial.h"
#include "zeno.h"

struct hybrid {
    dae *system;
    dae *written; /* the same with initial equations that are for continuous unknowns */
    crossings *crossings;
    lowering how;
    mode_table modes;
    switch_table switches;
    literal_table literals;
    mode *now;
    double t, *u, *z; /* the point that expressions see, in the mode `now` */
    mode *left;       /* the mode of the point that states are carried over from */
    LIST(memory_region) regions; /* of the state of an event */
    event_progress progress;
    int *state_order; /* [variables]: derivatives below this are states, in any mode */
    parameter_state *parameter; /* [parameters] */
    double *initial;            /* [parameters]: the values of the initial problem */
    LIST(watched_branch) branches;
    const when_branch **fired;  /* [whens]: in this round, or NULL */
    clock_state *clock;         /* [clocks] */
    state_setting *set;         /* [variables]: by reinit in this event */
    pile *piles;                /* [2 * crossings]: downwards and upwards */
    assertion_state *assertion; /* [asserts] */
    struct first_values *first;
    struct recorded_room *recorded; /* of delays */
    double due; /* a variable delay comes to a breaking point then; INFINITY: none does */
    double *guess; /* [variables]: before there is a point; NULL: start values */
    int is_starting;
    int has_set_states; /* a reinit has acted */
    int is_at_limit;    /* of a pile of events */
    int is_ending;      /* nothing follows: no boundary is left */
    mode_finder find;   /* of conserved quantities; NULL: none is looked for */
    void *find_data;
    size_t said, noted; /* the message before and after the last initial point */
};

/* --- hybrid.c --- */

enum { HYBRID_ROUNDS = 100 }; /* of an event iteration, at most */

/* The event iteration; is_start: relations stay literal until all else is quiet. */
void hybrid_settle(hybrid *h, int is_start);
/* Rounds until pre(v) = v; no boundary is left. */
void hybrid_run_rounds(hybrid *h);
/* What the branches that fired set; returns whether they do. */
int hybrid_set_states(hybrid *h);
_Noreturn void hybrid_refuse_to_settle(hybrid *h, int rounds);
void hybrid_add_events(hybrid *h, lowered *w);

/* --- hybrid_point.c --- */

void hybrid_use_point(hybrid *h, mode *m);
/* The present point is the one that states are carried over from. */
void hybrid_keep_left(hybrid *h);
/* The present point is consistent with the present values. */
void hybrid_note_loaded(hybrid *h);
/* The time that the run covers, or 1. */
double hybrid_span(const hybrid *h);
/* The same, or the present time where that is larger. */
double hybrid_scale_of_time(const hybrid *h);
/* Parameters have changed: all programs of the mode take them over. */
void hybrid_load_values(mode *m);
/* Makes the point consistent with a mode of the present values. */
void hybrid_move_to(hybrid *h, mode *m, int fresh);
/* The mode of the present values, and a point in it; returns whether it is another one.
 */
int hybrid_follow_mode(hybrid *h);
/* The same at the start, where the initial problem gives the point. */
void hybrid_follow_start(hybrid *h);
/* Fills in the noise of the present mode, at the present point. */
void hybrid_measure_noise(hybrid *h);
/* The functions of the switches `ahead` of time, in the present mode, and how far they
 * may be off, as number i of their looks; returns 0 where that is not known. */
int hybrid_look_ahead(hybrid *h, double ahead, int i);

/* --- enrich.c --- */

/* The event has settled: the present mode is searched for conserved quantities, if that
 * is asked for, and continues with them. */
void hybrid_enrich(hybrid *h);

/* --- hybrid_functions.c --- */

/* Adds what is evaluated between events. */
void hybrid_add_functions(hybrid *h, lowered *w);

#endif
