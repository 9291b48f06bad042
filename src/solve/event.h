/* SPDX-License-Identifier: BSD-3-Clause */
/* Events and kinks (event.c). */
#ifndef SOLVE_EVENT_H
#define SOLVE_EVENT_H
#include "engine.h"

enum { EVENT_PROBES = 4 }; /* points of a step at which event functions are looked at */

/* What the samples at both ends and at the other probes weigh at each probe. */
typedef struct event_weights {
    int is_known;
    double of[EVENT_PROBES + 1][EVENT_PROBES + 2];
} event_weights;

typedef struct event_state {
    event_weights others;
    double *g, *g_start, *g_low, *g_high; /* [events]: event functions */
    double *g_probe;                      /* [EVENT_PROBES, events]: inside the step */
    double *g_bare;                       /* [events]: scratch */
    char *crossed;                        /* [events] */
    char *armed;   /* [events]: a change of sign in this step is no noise */
    char *bare;    /* [events]: located where it is zero, without the band of round-off */
    int any_bare;  /* while an event is located */
    double *band;  /* [events]: how far a function is off by the tolerances ... */
    double *slack; /* ... and by round-off */
    double *side;  /* [events]: 1 + how many kinks are below the start; -i: at kink i */
    double *errors;              /* [n + tops]: of which bands are made */
    double *point, *slope, *top; /* the event that was found */
    double *before;              /* [n]: the direction just before it */
    double theta;                /* where in the step it is */
    int too_long;                /* the step, to tell what the functions do */
    double usual_step;    /* before steps were cut for an event; 0: they were not */
    double left;          /* from the end of the current step to a kink; 0: none */
    int cuts;             /* of the current step for an event or a kink ahead */
    double last;          /* time of the last event, and ... */
    int burst;            /* ... how many came in quick succession */
    long counted;         /* all of them, and ... */
    double counted_from;  /* ... when the last hundred began */
    long tiny_steps;      /* in a row */
    int ended;            /* by terminate() ... */
    const char *farewell; /* ... with these words, or NULL */
    int restarted;        /* an event has happened: choose a new step size */
    int jumped;           /* the point or its direction did */
    int at_kink;          /* the last step has ended at a kink */
} event_state;

typedef struct run run;

void event_lay_out(event_state *e, const invo_system *s, pool *p);
/* Looks for the first event in the step from p to q; *found returns whether there is one:
 * then event_point, event_slope and event_top hold the point. */
invo_status event_find(run *v, const step *d, int *found);
/* The next instant after t at which something happens by time alone; one that misses the
 * stop time by round-off is there. INFINITY: none. */
double event_next_instant(const run *v, double t);
/* Counts tiny steps; returns whether the solution may have ended. */
int event_is_stuck(run *v, double h);
/* Lets algebraic unknowns jump where their solution ends at a kink; *leaps: they did. */
invo_status event_leap_on(run *v, int *leaps);
/* The run is over: lets happen what happens then. */
invo_status event_finish(run *v);
/* After a step that was not good: where in it an event function or a kink changes sign
 * first, as far as can be determined; 1 where none does. */
double event_ahead(run *v, const step *d);
/* Does the direction lead to a kink in a few steps like the last one? Then it is the kink
 * that makes it steep, as where q abs(q) = x passes zero, and time advances beyond it. */
int event_is_near_kink(run *v);
/* Is there a kink between the ends of the step? */
int event_has_kink(run *v, const step *d);
/* Was the event that was found a kink, at which nothing happens? */
int event_is_kink(const run *v, const step *d);
/* Is there a kink in the same place, whatever else happens there? */
int event_holds_kink(const run *v, const step *d);
/* The step leaves the domain of the equations beyond the event at theta. Close to it,
 * this makes a point just beyond it the event point; returns whether it does. */
int event_leap(run *v, const step *d, double theta);
/* Is what lies beyond the kink so much of the step that its end is not to be trusted? */
int event_bends(run *v, const step *d);
/* Does the direction jump there, as a step of size h would notice? */
int event_jumps(run *v, const double *before, const double *after, double h);
/* Whether the step may be done again, shorter, for the sake of an event. */
int event_may_shorten(const run *v, const step *d);
/* Is v->point, an output point within a step that no event ends, beyond one? Then that
 * has come and gone between the places that were looked at. *has_direction: the z
 * of v->point is known, or, afterwards, has been computed for that with v->slope. */
int event_is_missed(run *v, const step *d, int *has_direction);
/* Does the step end beyond an event, by more than noise? */
int event_is_beyond(run *v, const step *d);
/* Lets it happen at u; the solver then continues from there, maybe in another system. */
invo_status event_happen(run *v);
/* Counts kinks at which the direction jumps as if they were events: a direction that
 * leads back to the kink from both sides is no motion. */
invo_status event_burst(run *v);
/* Events without progress: says so. */
invo_status event_pile_up(run *v, const char *name);

#endif
