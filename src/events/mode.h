/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes of a system with events, each completed once and kept, and the values that
 * expressions have in the present one. */
#ifndef EVENTS_MODE_H
#define EVENTS_MODE_H
#include "hybrid.h"

/* The function of a crossing in a mode. */
typedef struct mode_function {
    expr rate;     /* along the solution, where ... */
    char has_rate; /* ... it is known: of top unknowns, only where these have formulas */
    char of_tops;  /* it holds a top unknown */
    char rests;    /* its rate is zero, wherever the point is */
    int weight;    /* the variable that is its weight (sliding.c), or -1 */
    double noise;  /* what round-off of the point makes of it; only where of_tops */
} mode_function;

typedef struct mode {
    double *key;       /* [conditions]: values of the mode's conditions */
    int is_common;     /* whatever the values of the free ones (common_mode.c) */
    struct mode *next; /* of the same bucket, or of those that are common */
    dae system;
    lowered *lowered;
    mode_function *function; /* [crossings] */
    program rates;           /* of these */
    program delays;          /* [3, delays]: values, rates, times that are read */
    char *has_rate;          /* [delays]: the rate is known */
    int slides;              /* along surfaces (sliding.c) */
    double *left;            /* [slots]: a point before an event, or after a reinit */
    lowered *plain;          /* without conserved quantities that were found (enrich.c) */
    int added, searches;     /* how many of these, and how often was it searched */
    double *searched;        /* [parameters]: values at the last search */
} mode;

/* All modes that were met. */
typedef struct mode_table {
    LIST(mode *) all;
    mode **bucket; /* [buckets]: modes by their keys, but for common ones */
    int buckets;
    mode *common;          /* the first of these */
    int indexed;           /* modes that are in these lists; -1: they must be rebuilt */
    LIST(shown_jet) shown; /* derivatives that the results of the run have columns of */
    char *is_free;         /* [conditions]: left open in common modes */
    int keeps_free;        /* a common mode is being made */
    int refuses_common;    /* there is none */
    mode *found;           /* by common_mode.c */
} mode_table;

/* The order-th derivative of variable v in the present point; its kind is whether it may
 * jump. */
left_kind hybrid_jet(hybrid *h, int v, int order, double *value);
double hybrid_evaluate(hybrid *h, expr e);
/* The same; *size: the largest of the values that it is made of. */
double hybrid_evaluate_size(hybrid *h, expr e, double *size);
int hybrid_holds(hybrid *h, expr guard);
/* Does the rate of crossing k hold variable v? */
int hybrid_rate_holds(const hybrid *h, int k, int v);
/* The value of the weight of crossing k. */
double hybrid_weight(hybrid *h, int k);
mode *hybrid_new_mode(hybrid *h);
/* The same, not in the list yet; where a common one is made, NULL if its equations would
 * have to be changed. */
mode *hybrid_build_mode(hybrid *h);
/* Completes the equations of a mode, and lowers what else belongs to it. */
void hybrid_complete_mode(hybrid *h, mode *m);
/* Returns the mode of the present values; *fresh is whether it is a new one. */
mode *hybrid_find_mode(hybrid *h, int *fresh);

/* --- common_mode.c --- */

/* A mode that serves all values of the free conditions, or NULL. */
mode *hybrid_new_common(hybrid *h);
/* Is this leaf a free condition? */
int hybrid_is_free(const hybrid *h, const expr_node *n);

/* --- columns.c --- */

/* Columns that the run shows and the mode has none of its own for, and those of discrete
 * variables. */
void hybrid_add_columns(hybrid *h, const mode *m);
/* The columns of the present mode are those of the run, in all modes. */
void hybrid_keep_columns(hybrid *h);

#endif
