/* SPDX-License-Identifier: BSD-3-Clause */
/* The discrete part of an event: discrete equations, when clauses, pre, clocks and
 * assertions. */
#ifndef EVENTS_HAPPENING_H
#define EVENTS_HAPPENING_H
#include "mode.h"

/* A branch of a `when`, and its conditions in the last round. */
typedef struct watched_branch {
    const when_branch *of;
    int clause, is_first, is_last; /* the number of its clause, and where it is in that */
    char *was;                     /* [conditions] */
} watched_branch;

/* What an event knows of a parameter. */
typedef struct parameter_state {
    double before;    /* pre of a discrete variable */
    double loaded;    /* the value that the present point is consistent with */
    double candidate; /* scratch of when clauses */
    char feeds;       /* some equation holds it */
    char assigned;    /* by a `when` */
} parameter_state;

typedef struct assertion_state {
    int fails;
    double *sizes; /* (assertions.c) */
} assertion_state;

typedef struct clock_state {
    double next;      /* instant */
    double tick;      /* the number of that, and ... */
    double near_tick; /* ... how far from it is still the same instant */
} clock_state;

/* Sweeps before values that depend on each other are solved for together, and the number
 * of the one after that. */
enum { PATIENCE = 6, AFTER_LOOP = PATIENCE - 1 };

/* The value of parameter p. */
double *hybrid_value(const hybrid *h, int p);
/* The value of condition k of the mode. */
double *hybrid_condition(const hybrid *h, int k);
/* The values of all parameters; [parameters] */
void hybrid_read_values(const hybrid *h, double *to);
void hybrid_write_values(hybrid *h, const double *from);
/* Do two values differ by more than this sweep distinguishes? */
int hybrid_differ(const hybrid *h, double a, double b);
/* These return whether anything has changed. */
int hybrid_change(hybrid *h, int p, double value);
/* Discrete equations and when clauses until all agree, with pre as it is. */
int hybrid_solve_discrete(hybrid *h);
/* The same, where nothing else fires. */
int hybrid_renew_discrete(hybrid *h);
/* The next round of the event iteration: pre is what is now. */
int hybrid_shift_pre(hybrid *h);
void hybrid_list_branches(hybrid *h);
void hybrid_remember_conditions(hybrid *h);
/* Do they set states? */
int hybrid_is_setting(hybrid *h);
/* What the branches that fired do beside assigning discrete variables. */
int hybrid_act(hybrid *h);
void hybrid_set_pre(hybrid *h);
/* Sets the parameters pre(v) to the values from before. */
int hybrid_load_pre(hybrid *h);
void hybrid_note_true_conditions(hybrid *h);
void hybrid_fail_assertion(hybrid *h, const action *a); /* or warns */

/* --- loop.c --- */

/* Solves for values that depend on each other through the continuous part; returns
 * whether there are any. */
int hybrid_solve_loop(hybrid *h);
/* A point at the start, with the present values; returns whether there is one. */
int hybrid_try_start(hybrid *h);

/* --- search.c --- */

/* Finds values of relations for which discrete values, mode and point agree, where taking
 * them in turn goes round in a circle; begun: [switches], their values before this round.
 * Returns whether there are any. */
int hybrid_search_relations(hybrid *h, const double *begun);

/* --- assertions.c --- */

/* What comparisons of the assertion need to know of the points before. */
double *hybrid_assertion_sizes(hybrid *h, const action *a);
/* sizes: from there, or NULL */
int hybrid_is_violated(hybrid *h, const action *a, double *sizes);

/* --- first_values.c --- */

/* Which initial equation is for which pre(v), and in what order; before there are modes.
 */
void hybrid_find_first_values(hybrid *h);
/* Solves the discrete part of the initial problem in the present point. */
int hybrid_solve_first(hybrid *h);
/* The same together with the point, from the start values; returns whether it is solved.
 */
int hybrid_solve_first_jointly(hybrid *h);
/* Do all initial equations hold? */
int hybrid_has_first_values(hybrid *h);
/* Throws E_INCONSISTENT where an initial equation does not hold. */
void hybrid_check_first_values(hybrid *h);

/* --- clocks.c --- */

/* Sets the clocks of this instant, at the start only initial(); returns whether a sample
 * is due. */
int hybrid_strike(hybrid *h, double t);
/* Returns whether one was on. */
int hybrid_silence(hybrid *h);
/* Does the model use terminal()? It is true from hybrid_end to hybrid_silence. */
int hybrid_asks_end(const hybrid *h);
void hybrid_end(hybrid *h);
void hybrid_set_clocks(hybrid *h, double t);
double hybrid_next_tick(const hybrid *h, double t);
/* Is this leaf initial()? data: the system */
int clock_is_initial(void *data, const expr_node *leaf);
int hybrid_asks_initial(hybrid *h, expr e);

#endif
