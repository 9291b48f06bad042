/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the reference for hybrid models stands, shared by its files. */
#ifndef TESTS_PROPERTY_HYBRID_WALK_H
#define TESTS_PROPERTY_HYBRID_WALK_H
#include "hybrid.h"

/* Times and distances below which the outcome is not certain. */
#define LEAST_DISTANCE 1e-3 /* of a relation from zero at an event */
#define MOVED 1e-11         /* operands that an event has moved */
#define FIRST 1e-6          /* until when what begins on a boundary has left it */

typedef struct walk {
    const hybrid_model *m;
    hybrid_outcome *o;
    double t, x[MOST_STATES], old_x[MOST_STATES];
    double slope[MOST_STATES], z[MOST_ALGEBRAICS];
    double d[MOST_DISCRETES], pre[MOST_DISCRETES];
    int held[MOST_RELATIONS], fired[MOST_RELATIONS];
    int returns;                 /* events, each of which undoes the last one at once */
    double left[MOST_RELATIONS]; /* relations before the event; NAN: decide literally */
    double near[MOST_RELATIONS], before_near[MOST_RELATIONS]; /* at the last two steps */
    int is_event, ticking[MOST_CLOCKS];
    long ticks[MOST_CLOCKS]; /* so far */
    int was[MOST_ITEMS][MOST_BRANCHES][MOST_CONDITIONS];
    int is[MOST_ITEMS][MOST_BRANCHES][MOST_CONDITIONS];
    double jump[MOST_STATES];
    int jumps[MOST_STATES];
    double last_event;
    int sweeps; /* of this event so far */
    int boundaries, at_start;
} walk;

void walk_give_up(walk *w, hybrid_trouble kind, const char *why);

/* Values. Between events relations are held. At an event a relation is literal if its
 * operands have moved; else it keeps its value, which is the one crossed to where it has
 * fired. */
double walk_value(walk *w, int node);
double walk_difference(walk *w, int k); /* of the operands of relation k */
int walk_literal(const walk *w, int k, double difference);
int walk_relation(walk *w, int k);
int walk_flows(const hybrid_model *m, int k);      /* it changes while nothing happens */
int walk_is_of_time(const hybrid_model *m, int k); /* time < constant, and so on */
double walk_threshold(const hybrid_model *m, int k); /* that constant */

/* Between events. */
void walk_look(walk *w); /* the continuous equations at (t, x) */
void walk_advance(walk *w, double t, const double *x, double h); /* from (t, x) by h */
int walk_has_crossed(walk *w); /* a relation is on the other side than held */
/* Moves to the first crossing in the step h from (t, x). */
void walk_locate(walk *w, double t, const double *x, double h);
double walk_rate(walk *w, int k); /* of relation k along the solution */

/* Events. */
void walk_copy_pre(walk *w);
void walk_sweep(walk *w, int is_active); /* all equations once; whether whens may fire */
void walk_settle(walk *w);               /* sweeps until nothing changes, 8.6 */
void walk_refresh(walk *w);              /* also what nothing asks for at the moment */
void walk_leave(walk *w);
/* Whether relation k is clearly true or false, or cannot change. */
int walk_is_apart(const walk *w, int k);
/* fired: [relations]; clocks have been set. */
void walk_happen(walk *w, const int *fired);
#endif
