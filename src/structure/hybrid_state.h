/* SPDX-License-Identifier: BSD-3-Clause */
/* What mode.c, happening.c and hybrid.c share. */
#ifndef STRUCTURE_HYBRID_STATE_H
#define STRUCTURE_HYBRID_STATE_H
#include "hybrid.h"

typedef struct mode {
    double *key;   /* [conditions]: values of the mode's conditions */
    int is_common; /* whatever the values of the free ones (common_mode.c) */
    dae system;
    lowered *lowered;
    int *written; /* [unknowns]: the highest derivative that the equations hold */
    char *is_differentiated; /* [variables]: in the equations as written */
    program rates;           /* of the crossings' functions along the solution ... */
    char *has_rate;          /* ... where they hold no top unknown */
    char *of_tops;           /* functions that hold one */
} mode;

struct hybrid {
    dae *system;
    crossings *crossings;
    lowering how;
    LIST(mode *) modes;
    char *is_free;      /* [conditions]: left open in common modes */
    int keeps_free;     /* a common mode is being made */
    int refuses_common; /* there is none */
    mode *found;        /* by common_mode.c */
    mode *now;
    double t, *u, *z; /* the point that expressions see, in the mode `now` */
    char **was;       /* by when branch, in order: conditions of the last round */
    double *next;     /* [clocks]: their next instants */
    char *is_set;     /* [variables]: by reinit in this event */
    double *set;
    double *functions; /* [crossings]: scratch */
    double *sizes;
    double *rates, *rate_sizes;
    const when_branch **fired; /* [whens]: in this round, or NULL */
    double *slack; /* [crossings]: how far a function may be off zero by round-off */
    char *decided; /* [crossings]: crossed at an event, inside that band ever since */
    const char *unquiet; /* what changed in the last round, for the message */
    char *failing;       /* [asserts] */
    double *guess;       /* [variables]: before there is a point; NULL: start values */
    char *literal;   /* [crossings]: evaluated as they are, without events (literal.c) */
    expr *condition; /* [conditions]: those that are literal, else NO_EXPR */
    int *repeats;    /* [crossings]: events in quick succession, and ... */
    double *struck;  /* ... the time of the last one */
    double *kept;    /* [parameters]: values before the event */
    int is_starting;
    int terminate;
    const char *message;
};

/* --- mode.c --- */

/* The value of parameter p. */
static inline double *hybrid_value(hybrid *h, int p) {
    return &h->system->parameters.at[p].value;
}
/* The order-th derivative of variable v in the present point; its kind tells whether it
 * may jump. */
left_kind hybrid_jet(hybrid *h, int v, int order, double *value);
double hybrid_evaluate(hybrid *h, expr e);
int hybrid_holds(hybrid *h, expr guard);
mode *hybrid_new_mode(hybrid *h);
/* The same, not in the list yet; where a common one is made, NULL if its equations would
 * have to be changed. */
mode *hybrid_build_mode(hybrid *h);
/* The mode of the present values; *fresh tells whether it is a new one. */
mode *hybrid_find_mode(hybrid *h, int *fresh);

/* --- common_mode.c --- */

/* A mode that serves all values of the free conditions, or NULL. */
mode *hybrid_new_common(hybrid *h);
/* Is this leaf a free condition? */
int hybrid_is_free(const hybrid *h, const expr_node *n);

/* --- happening.c --- */

/* These return whether anything has changed. */
int hybrid_change(hybrid *h, int p, double value);
int hybrid_follow_discrete(hybrid *h);
int hybrid_run_whens(hybrid *h);
int hybrid_follow_switches(hybrid *h);
/* Sets the clocks of this instant, at the start only initial(); returns whether a sample
 * is due. */
int hybrid_strike(hybrid *h, double t);
void hybrid_silence(hybrid *h);
void hybrid_set_clocks(hybrid *h, double t);
void hybrid_set_pre(hybrid *h);
void hybrid_check_assertion(hybrid *h, const action *a);
void hybrid_run_functions(hybrid *h);
int hybrid_function_count(const hybrid *h);
void hybrid_flip_crossed(hybrid *h, const char *crossed);

/* --- literal.c --- */

/* Counts the relations that brought the event; one that does so again and again at the
 * same place becomes literal, where it decides nothing but values in equations. */
void hybrid_count_repeats(hybrid *h, const char *crossed);
/* Makes all relations literal that may be and are close to zero at (u, z), after an event
 * that led to a point without values; returns whether there are any. */
int hybrid_free_relations(hybrid *h, const double *u, const double *z);
/* The condition as an expression, where all its relations are literal; else NO_EXPR. */
expr hybrid_literal_condition(hybrid *h, int number);

/* --- hybrid.c --- */

void hybrid_add_events(hybrid *h, lowered *w);
void hybrid_add_columns(hybrid *h, lowered *w);

#endif
