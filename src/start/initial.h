/* SPDX-License-Identifier: BSD-3-Clause */
/* A consistent initial point, and the checks that are made there. */
#ifndef START_INITIAL_H
#define START_INITIAL_H
#include "../points/conditions.h"

/* Fills w->start and w->top at time t: fixed start values and initial equations hold
 * exactly, the rest is found stage by stage (lowest derivatives first), nearest to the
 * guesses. Notes what was chosen. Throws E_INCONSISTENT, E_SINGULAR. */
void initial_point(lowered *w, double t);

/* A point as one list x: [slots], and the start of a system as such a list. */
void point_copy(const completion *c, const double *u, const double *z, double *x);
void point_read(const lowered *w, double *x);
void point_write(lowered *w, const double *x);
/* The order-th derivative of variable v at (u, z), what is eliminated excepted; NaN:
 * above the top one. */
double point_jet(const completion *c, const double *u, const double *z, int v, int order);

/* What is known from before an event. */
typedef enum left_kind {
    LEFT_UNKNOWN,
    LEFT_MAY_JUMP, /* a highest derivative, a multiplier */
    LEFT_CONTINUOUS
} left_kind;
/* A new value that a reinit gives a variable. */
typedef struct state_setting {
    int is_set;
    double value;
} state_setting;
/* A state that follows what constraints prescribe (follow.h). */
typedef struct state_jump {
    int variable;
    double before, after;
} state_jump;
typedef struct left_side {
    double t;
    left_kind (*value)(void *data, int v, int order, double *value); /* of variable v */
    void *data;
    const state_setting *set; /* [variables] */
    int variables;            /* that `value` knows, the first ones */
    const int *state_order;   /* [variables]: derivatives below this are continuous */
    /* Did constraints give the variable by themselves? NULL: nothing may jump. */
    int (*is_given)(void *data, int v);
    state_jump *jump; /* the first, where RESTART_FOLLOWS is returned */
} left_side;

/* Fills w->start and w->top after an event: continuous values stay, and only what the
 * mode implies is solved for again; where values were set, others follow them. A state
 * that constraints give before and after follows these. Throws E_INCONSISTENT. */
void initial_restart(lowered *w, const left_side *left);

/* The same, without a throw. */
typedef enum restart_kind {
    RESTART_FOUND,
    RESTART_FOLLOWS, /* found, where states follow what constraints prescribe */
    RESTART_NOWHERE, /* there is no point */
    RESTART_JUMPS    /* a state would have to jump */
} restart_kind;
restart_kind initial_try_restart(lowered *w, const left_side *left);

/* The same a little ahead of the event, where continuous values have moved by their
 * rates. Returns whether there is such a point and the system is regular there: what is
 * undefined or singular in one point only is stepped over. */
int initial_ahead(lowered *w, const left_side *left, double ahead);
/* The same where the left side is the start of w itself. */
int initial_further(lowered *w, const left_side *left, double ahead);

/* Is the system Jacobian regular at the start? */
int verify_regular(lowered *w);
/* Which blocks of the top equations are regular at x ([slots]): is_sure is [blocks]. */
void verify_blocks(lowered *w, const double *x, char *is_sure);

/* The same, where a point that is known to the root of round-off only, a double root,
 * counts as singular. */
int verify_clearly_regular(lowered *w);

/* Throws E_SINGULAR where the system Jacobian is singular at the start, E_INCONSISTENT
 * where a declared invariant or constraint is not tangent to the solutions there or at
 * random nearby points of the manifold. */
void verify_start(lowered *w);

#endif
