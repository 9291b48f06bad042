/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of hybrid systems share; each has a section below. */
#ifndef STRUCTURE_HYBRID_STATE_H
#define STRUCTURE_HYBRID_STATE_H
#include "hybrid.h"

typedef struct mode {
    double *key;       /* [conditions]: values of the mode's conditions */
    int is_common;     /* whatever the values of the free ones (common_mode.c) */
    struct mode *next; /* of the same bucket, or of those that are common */
    dae system;
    lowered *lowered;
    const expr *rate;        /* [crossings] */
    program rates;           /* of the crossings' functions along the solution ... */
    char *has_rate;          /* ... where they hold no top unknown */
    char *of_tops;           /* functions that hold one ... */
    double *noise;           /* ... and what round-off of the point makes of them */
    char *rests;             /* those whose rate is zero, wherever the point is */
    int slides;              /* along surfaces (sliding.c) */
    int *weight;             /* [crossings]: the variable that is its weight, or -1 */
    double *left_u, *left_z; /* a point before an event, or after a reinit */
} mode;

typedef enum guard_kind { GUARD_NONE, GUARD_ASKED, GUARD_SETS_RATE } guard_kind;

/* A relation or floor, and how it was decided. */
typedef struct hybrid_switch {
    double anchor;       /* its function when it was decided; NaN: not yet */
    double anchor_slack; /* how far that may be off by round-off */
    int flips;           /* times that it was left at once, in this event */
    int turns;           /* changes in this round */
    char is_crossed;     /* in this round: it has the value that it crossed to */
    char has_crossed;    /* in this event, from the value ... */
    double before;       /* ... that it had */
    double last;         /* when it has crossed before this event, ... */
    char has_last;       /* ... if it has */
    char is_reset;       /* a reinit in this round sets what it compares: it is literal */
    char is_new;         /* whither the solution goes is to be asked */
    char slides;         /* its function is held at zero ... */
    char leads;          /* ... and its weight is that of all with the same surface */
    char told;           /* a note says that it slides */
    char fails;          /* to hold the solution there alone, in this event */
    char is_leaving;     /* clearly, its boundary: what it does there is no noise */
    guard_kind guards;   /* whether a reinit that it brought about sets its rate */
} hybrid_switch;

/* Events of one crossing that follow each other faster and faster (zeno.c). */
typedef struct pile {
    double last, interval, factor; /* time of the last event, since the one before, and
                                      against the interval before that */
    int count;                     /* of factors in a row that agree */
    const struct mode *in;         /* the mode before the last event, and ... */
    double *u;                     /* ... the point, [coordinates] there */
} pile;

enum { HYBRID_LOOKS = 4 };

struct hybrid {
    dae *system;
    dae *written; /* the same with initial equations that are for continuous unknowns */
    crossings *crossings;
    lowering how;
    LIST(mode *) modes;
    mode **bucket; /* [buckets]: modes by their keys, but for common ones */
    int buckets;
    mode *common; /* the first of these */
    int indexed;  /* modes that are in these lists; -1: they are to be made anew */
    LIST(shown_jet) shown; /* derivatives that the results of the run have columns of */
    char *is_free;         /* [conditions]: left open in common modes */
    int keeps_free;        /* a common mode is being made */
    int refuses_common;    /* there is none */
    mode *found;           /* by common_mode.c */
    mode *now;
    double t, *u, *z; /* the point that expressions see, in the mode `now` */
    mode *left;       /* the mode of the point that states are carried over from */
    int *state_order; /* [variables]: derivatives below this are states, in any mode */
    char *feeds;      /* [parameters]: some equation holds it */
    double *loaded;   /* [parameters]: values that the present point is consistent with */
    double *initial;  /* [parameters]: the values of the initial problem */
    double *before;   /* [parameters]: pre of discrete variables */
    struct first_values *first;
    char *assigned;    /* [parameters]: by a `when` */
    double *candidate; /* [parameters]: scratch */
    int sweep;         /* of the present instant ... */
    int round;         /* ... in this round of the event iteration */
    char **was;        /* by when branch, in order: conditions of the last round */
    double *next;      /* [clocks]: their next instants */
    double *tick;      /* [clocks]: the numbers of these ... */
    double *near_tick; /* ... and how far from them it is still the same instant */
    char *is_set;      /* [variables]: by reinit in this event */
    double *set;
    double *functions; /* [crossings]: scratch */
    double *sizes;
    double *rates, *rate_sizes;
    double *ahead, *ahead_error; /* [HYBRID_LOOKS, crossings]: a little later ... */
    int looks;                   /* ... and how many of these are known */
    const when_branch **fired;   /* [whens]: in this round, or NULL */
    signed char *sides;          /* [crossings]: scratch */
    double *slack; /* [crossings]: how far a function may be off zero by round-off */
    int any_leaving;
    pile *piles;             /* [2 * crossings]: downwards and upwards */
    hybrid_switch *switches; /* [crossings] */
    const char *unquiet;     /* what changed in the last round, for the message */
    char *failing;           /* [asserts] */
    double **assert_sizes;   /* [asserts] (assertions.c) */
    double *guess;   /* [variables]: before there is a point; NULL: start values */
    char *literal;   /* [crossings]: evaluated as they are, without events (literal.c) */
    expr *condition; /* [conditions]: those that are literal, else NO_EXPR */
    int *repeats;    /* [crossings]: events in quick succession, and ... */
    double *struck;  /* ... the time of the last one */
    char *all_was;   /* [was_count]: was[...], in one */
    int was_count;
    double *kept; /* [parameters]: values before the event ... */
    char *kept_was;
    hybrid_switch *kept_switches;
    double *kept_tick, *kept_next;
    int is_measured; /* the noise at the present point */
    unsigned shake;  /* random numbers for that */
    int is_starting;
    int has_set_states; /* a reinit has acted */
    int is_at_limit;    /* of a pile of events */
    int is_ending;      /* nothing follows: no boundary is left */
    size_t said, noted; /* the message before and after the last initial point */
    int is_waiting;     /* for a reinit, without which the new mode has no point */
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
/* The same; *size: the largest of the values that it is made of. */
double hybrid_evaluate_size(hybrid *h, expr e, double *size);
int hybrid_holds(hybrid *h, expr guard);
/* Does the rate of crossing k hold variable v? */
int hybrid_rate_holds(const hybrid *h, int k, int v);
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

/* Sweeps before values that depend on each other are solved for together, and the number
 * of the one after that. */
enum { PATIENCE = 6, AFTER_LOOP = PATIENCE - 1 };
/* Rounds from this on do not go on for round-off. */
enum { LATE_ROUND = 3 };

/* What differs by less than this share of itself in this sweep is the same. */
double hybrid_same(const hybrid *h);
/* These return whether anything has changed. */
int hybrid_change(hybrid *h, int p, double value);
/* Discrete equations and when clauses until all agree, with pre as it is. */
int hybrid_solve_discrete(hybrid *h);
/* The same, where nothing else fires. */
int hybrid_renew_discrete(hybrid *h);
/* Solves for values that depend on each other through the continuous part (loop.c);
 * returns whether there are any. */
int hybrid_solve_loop(hybrid *h);
/* A point at the start, with the present values; returns whether there is one. */
int hybrid_try_start(hybrid *h);
/* The next round of the event iteration: pre is what is now. */
int hybrid_shift_pre(hybrid *h);
void hybrid_remember_conditions(hybrid *h);
/* Do they set states? */
int hybrid_is_setting(hybrid *h);
/* What the branches that fired do beside assigning discrete variables. */
int hybrid_act(hybrid *h);
void hybrid_set_pre(hybrid *h);
/* The parameters that stand for pre(v) follow the values from before. */
int hybrid_load_pre(hybrid *h);
void hybrid_note_true_conditions(hybrid *h);
void hybrid_fail_assertion(hybrid *h, const action *a); /* or warns */
const char *hybrid_message(hybrid *h, const action *a); /* of assert and terminate */

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
/* Does the model say terminal()? It is true from hybrid_end to hybrid_silence. */
int hybrid_asks_end(const hybrid *h);
void hybrid_end(hybrid *h);
void hybrid_set_clocks(hybrid *h, double t);
double hybrid_next_tick(const hybrid *h, double t);
int hybrid_asks_initial(hybrid *h, expr e);

/* --- switches.c --- */

void hybrid_run_functions(hybrid *h);
int hybrid_function_count(const hybrid *h);
/* The point before an event decides what an event moves. */
void hybrid_anchor_switches(hybrid *h);
void hybrid_flip_crossed(hybrid *h, const char *crossed);
/* Switches that the present point contradicts; returns whether there are any. */
int hybrid_follow_switches(hybrid *h);
/* A reinit moves the functions that hold what it sets. */
void hybrid_reset_switches(hybrid *h);
/* Does the function of crossing k hold a variable that a reinit sets? */
int hybrid_sets_function(const hybrid *h, int k);
/* The solution goes on in another way: those on their boundary may be left. */
void hybrid_doubt_switches(hybrid *h);
/* A round of the event iteration is over. */
void hybrid_release_switches(hybrid *h);
/* After an event: what is on its boundary is there for the run, too. */
void hybrid_widen_slacks(hybrid *h);
/* Is crossing k on its boundary, and does the solution stay where every one is that is on
 * its own? */
int hybrid_stays_on_boundaries(hybrid *h, int k);
/* Switches on their boundary take the side to which the solution goes, those that crossed
 * in this event only where it is quiet; returns whether any of them changes. */
int hybrid_leave_boundaries(hybrid *h, int is_quiet);
/* Switch k, on its boundary, takes the value of a side (+1, -1). */
void hybrid_take_side(hybrid *h, int k, int side);

/* --- trial.c --- */

typedef int hybrid_look(hybrid *h, int k);
/* What `look` returns for crossing k if all of other surfaces take these sides (0: none)
 * and what follows has happened; then everything is as before. 0: that fails. */
int hybrid_try(hybrid *h, const signed char *sides, int k, hybrid_look *look);

/* --- hybrid.c --- */

enum { HYBRID_ROUNDS = 100 }; /* of an event iteration, at most */

/* The event iteration; is_start: relations stay literal until all else is quiet. */
void hybrid_settle(hybrid *h, int is_start);
/* Rounds until pre(v) = v; no boundary is left. */
void hybrid_run_rounds(hybrid *h);
/* What the branches that fired set; returns whether they do. */
int hybrid_set_states(hybrid *h);
_Noreturn void hybrid_refuse_to_settle(hybrid *h, int rounds);

/* --- hybrid_point.c --- */

void hybrid_use_point(hybrid *h, mode *m);
/* The present point is the one that states are carried over from. */
void hybrid_keep_left(hybrid *h);
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
/* The functions of the crossings `ahead` of time, in the present mode, and how far they
 * may be off; returns 0 where that is not known. */
int hybrid_look_ahead(hybrid *h, double ahead, double *f, double *error);

/* --- sliding.c --- */

/* Relations that share a surface slide together, with one weight: that of the first.
 * Returns 1 if crossing j holds where k does, beside the surface (v > 0 and v >= 0), -1
 * if it holds where k does not (v > 0 and v < 0), 0 if it has another surface. */
int hybrid_orientation(const hybrid *h, int k, int j);
/* Is this value of a condition no truth value, but tells that it slides? */
int hybrid_is_sliding_code(double value);
/* Conditions that slide get such values; throws where they cannot. */
void hybrid_slide_conditions(hybrid *h);
/* Weights as further variables, the surfaces as further equations, and an expression with
 * weights for the conditions that slide. */
void hybrid_add_weights(hybrid *h, mode *m);
void hybrid_add_surfaces(hybrid *h, mode *m);
expr hybrid_blend(const hybrid *h, const mode *m, expr e);
/* Passes zero where the solution leaves surface k. */
expr hybrid_end_of_sliding(const hybrid *h, const mode *m, int k);
/* Begins to slide, unless the surface holds by itself where others are slid along. */
void hybrid_begin_sliding(hybrid *h, int k);
/* Does not slide any more where a reinit sets what the function of a surface holds. */
void hybrid_lift_off(hybrid *h);
int hybrid_any_slides(const hybrid *h);
/* Notes on what slides from here on, and what does not any more. */
void hybrid_tell_sliding(hybrid *h);
/* Throws if an event does not settle since no weights hold the solution on a surface. */
void hybrid_check_weights(hybrid *h);
void hybrid_end_sliding(hybrid *h, int k);
/* Ends it where the weight is not between 0 and 1; returns whether that is so. */
int hybrid_follow_weight(hybrid *h, int k);
/* (mode.c) */
double hybrid_weight(hybrid *h, int k);

/* --- zeno.c --- */

/* Counts the crossings of this event; returns the number of a pile that is as good as
 * endless, or -1. */
int hybrid_watch_piles(hybrid *h);
/* Sets all states to the limit of a pile, and the time. */
void hybrid_set_limit(hybrid *h, int number);
_Noreturn void hybrid_refuse_pile(hybrid *h, int number);

/* --- literal.c --- */

/* Counts the relations that brought the event; one that does so again and again at the
 * same place becomes literal, where it decides nothing but values in equations. */
void hybrid_count_repeats(hybrid *h, const char *crossed);
/* Makes all relations literal that may be and are close to zero at (u, z), after an event
 * that led to a point without values; returns whether there are any. */
int hybrid_free_relations(hybrid *h, const double *u, const double *z);
/* The condition as an expression, where all its relations are literal; else NO_EXPR. */
expr hybrid_literal_condition(hybrid *h, int number);

void hybrid_add_events(hybrid *h, lowered *w);

/* --- hybrid_functions.c --- */

/* What is looked at between events. */
void hybrid_add_functions(hybrid *h, lowered *w);

/* --- columns.c --- */

/* Columns that the run shows and the mode has none of its own for, and those of discrete
 * variables. */
void hybrid_add_columns(hybrid *h, const mode *m);
/* The columns of the present mode are those of the run, in all modes. */
void hybrid_keep_columns(hybrid *h);

#endif
