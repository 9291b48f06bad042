/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of consistent initial values share: initial.c finds them, conflict.c
 * explains why there are none, restart.c does the same after an event. */
#ifndef START_STARTING_H
#define START_STARTING_H
#include "initial.h"

typedef struct starting {
    lowered *w;
    completion *c;
    int slots;
    double *x, *guess, *weight; /* [slots] */
    char *fixed, *given;        /* the same */
    int *giver;                 /* the same: the variable whose start value it is */
    conditions *failed; /* the first part that had no solution, and the point there */
    double *failed_at;
    int lowest;              /* first stage, <= 0 */
    LIST(condition) initial; /* initial equations and declared constraints */
    int equations;           /* how many of these are the former */
    const left_side *left;   /* NULL: this is the start of a run */
    int is_near;             /* conditions.is_near */
    expr (*fold)(void *data, graph *g, expr f); /* changes rows (leap.c); NULL: none */
    void *fold_data;
} starting;

/* Stages that hold no derivative at all are below every other (completion_stage). */
enum { NO_STAGE = -100000 };

/* A continuous value that moves by more than this share was not consistent before. */
#define RESTART_LARGEST_JUMP 1e-6
/* Ahead of an event, rates that are the same to this share of the way are known. */
#define RESTART_SETTLED 1e-10
enum {
    MOST_ROUNDS_AHEAD = 20,
    MOST_GROWING_AHEAD =
        4 /* rounds one after the other: rates as steep as this do not settle */
};

/* Room for a start; left may be NULL. */
starting starting_new(lowered *w, const left_side *left);
void starting_copy(const starting *s, double *to, const double *from); /* a point */
/* The slot of variable v. */
int starting_slot(const starting *s, int v);
/* Weights by what is known, and the guess as first point. */
void starting_begin(starting *s);
/* Stage by stage, or all at once; 0 where there is no solution. */
int starting_solve(starting *s);
/* Stage by stage only. */
int starting_solve_stages(starting *s);
/* Solves a gathering by itself, and notes which branch was taken, or keeps the first
 * failure for the message. */
int starting_solve_part(starting *s, const gathering *g);
/* Takes the point over. */
void starting_keep(const starting *s);
/* The variable that is set, to *value, when an event sets v, which may be a multiple of
 * it. */
int restart_set_through(const completion *c, const left_side *left, int v, double *value);
/* Throws E_INCONSISTENT or E_SINGULAR: why starting_solve has found nothing. */
_Noreturn void starting_fail(starting *s);

#endif
