/* SPDX-License-Identifier: BSD-3-Clause */
/* Switches: the frozen values of relations and floors, how they were decided, and when
 * they change. */
#ifndef EVENTS_SWITCHES_H
#define EVENTS_SWITCHES_H
#include <stdint.h>
#include "mode.h"

/* Times ahead at which functions are evaluated (switches.c). */
enum { HYBRID_LOOKS = 4 };

/* Whether a reinit that a switch brought about sets its rate. */
typedef enum guard_kind { GUARD_NONE, GUARD_ASKED, GUARD_SETS_RATE } guard_kind;

/* The function of a switch at the present point (hybrid_run_functions). */
typedef struct switch_reading {
    double f;
    double slack; /* how far it may be off zero by round-off */
    double rate, rate_size;
    double ahead[HYBRID_LOOKS]; /* a little later ... */
    double ahead_error[HYBRID_LOOKS];
} switch_reading;

typedef struct hybrid_switch {
    const crossing *of;
    int number;       /* of the crossing */
    int event;        /* its first event function; a floor has two */
    double *value;    /* of its parameter */
    char is_of_delay; /* a delay leaves a stretch of the past by it */
    char *is_literal; /* it is evaluated as it is, without events (literal.c) */
    switch_reading at;
    double anchor;       /* its function when it was decided; NaN: not yet */
    double anchor_slack; /* how far that may be off by round-off */
    int flips;           /* times that it was left at once, in this event */
    int turns;           /* changes in this round */
    char is_crossed;     /* in this round: it has the value that it crossed to */
    char has_crossed;    /* in this event, from the value ... */
    double before;       /* ... that it had */
    double last;         /* when it has crossed before this event; NaN: never */
    char is_reset;       /* a reinit in this round sets what it compares: it is literal */
    char is_new;         /* the direction of the solution must be determined */
    char slides;         /* its function is held at zero ... */
    char leads;          /* ... and its weight is that of all with the same surface */
    char told;           /* a note has reported that it slides */
    char fails;          /* to hold the solution there alone, in this event */
    char is_leaving;     /* clearly, its boundary: what it does there is no noise */
    guard_kind guards;
} hybrid_switch;

typedef struct switch_table {
    hybrid_switch *at; /* [count]: by crossing */
    int count;
    int events;       /* event functions of them all */
    int looks;        /* how many of the times ahead are known ... */
    int looks_end;    /* ... and no more can be */
    int is_measured;  /* the noise at the present point */
    uint32_t shake;   /* random numbers for that */
    double *f, *size; /* [count]: scratch of programs */
} switch_table;

/* Relations that are evaluated as they are (literal.c). */
typedef struct literal_state {
    char is_literal;
    int repeats;   /* events in quick succession, and ... */
    double struck; /* ... the time of the last one */
} literal_state;

typedef struct literal_table {
    literal_state *at; /* [crossings] */
    expr *condition;   /* [conditions]: those that are literal, else NO_EXPR */
} literal_table;

#define EACH_SWITCH(h, s)                                                                \
    for (hybrid_switch *s = (h)->switches.at;                                            \
         s < (h)->switches.at + (h)->switches.count; s++)

void hybrid_make_switches(hybrid *h);
static inline int switch_is_relation(const hybrid_switch *s) {
    return s->of->kind == CROSSING_RELATION;
}
/* The function of the switch in the present mode. */
mode_function *switch_function(const hybrid *h, const hybrid_switch *s);
/* Has an event function of the switch crossed? */
int switch_has_event(const hybrid_switch *s, const char *crossed);

void hybrid_run_functions(hybrid *h);
/* The point before an event decides what an event moves. */
void hybrid_anchor_switches(hybrid *h);
void hybrid_flip_crossed(hybrid *h, const char *crossed);
/* Switches that the present point contradicts; returns whether there are any. */
int hybrid_follow_switches(hybrid *h);
/* The first of them alone. */
int hybrid_follow_first(hybrid *h);
/* A reinit moves the functions that hold what it sets. */
void hybrid_reset_switches(hybrid *h);
/* Does the function of the switch hold a variable that a reinit sets? */
int hybrid_sets_function(const hybrid *h, const hybrid_switch *s);
/* The solution continues in another way: switches on their boundary may leave it. */
void hybrid_doubt_switches(hybrid *h);
/* A round of the event iteration is over. */
void hybrid_release_switches(hybrid *h);
/* After an event: what is on its boundary is there for the run, too. */
void hybrid_widen_slacks(hybrid *h);
/* Is switch k on its boundary, and does the solution stay where every one is that is on
 * its own? */
int hybrid_stays_on_boundaries(hybrid *h, int k);
/* Switches on their boundary take the side to which the solution goes, those that crossed
 * in this event only where it is quiet; returns whether any of them changes. */
int hybrid_leave_boundaries(hybrid *h, int is_quiet);
/* A switch on its boundary takes the value of a side (+1, -1). */
void hybrid_take_side(hybrid *h, hybrid_switch *s, int side);

/* --- literal.c --- */

/* Counts the relations that brought the event; one that does so again and again at the
 * same place becomes literal, where it decides nothing but values in equations. */
void hybrid_count_repeats(hybrid *h, const char *crossed);
/* Makes all relations literal that may be and are close to zero at (u, z), after an event
 * that led to a point without values; returns whether there are any. */
int hybrid_free_relations(hybrid *h, const double *u, const double *z);
/* Makes all relations literal that may be and compare what is solved for; returns whether
 * there are any. */
int hybrid_free_solved(hybrid *h);
/* The condition as an expression, where all its relations are literal; else NO_EXPR. */
expr hybrid_literal_condition(hybrid *h, int number);

#endif
