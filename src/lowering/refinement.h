/* SPDX-License-Identifier: BSD-3-Clause */
/* What refinements of points share: refine_form.c, refine_part.c. */
#ifndef LOWERING_REFINEMENT_H
#define LOWERING_REFINEMENT_H
#include <float.h>
#include "../linalg/saddle.h"
#include "lower.h"

/* No better point is searched for where all rows are within this many units, when they
 * are rounded: half a unit for the numbers, and one for the residual itself. */
static const double ENOUGH = 2;

/* Slopes below this share of a row's terms are round-off themselves: of a row that is 0 =
 * 0 but for the rounding of its numbers. */
static const double FLAT = 64 * DBL_EPSILON;

/* What may move. Unfixed is what the model does not fix at the start. */
typedef enum movable {
    MOVE_UNFIXED_TOPS,
    MOVE_UNFIXED,
    MOVE_TOPS,
    MOVE_COORDINATES,
    MOVE_TOPS_AND_UNFIXED,
    MOVE_ALL
} movable;

/* ... and how much more easily a share of a top unknown than one of a coordinate. */
typedef struct motion {
    movable what;
    double ease;
    double reach; /* the largest move of a coordinate */
    int apart;    /* rows that others do not need are no part of the iteration */
} motion;

typedef struct refine_part refine_part;

struct refinement {
    bound_code bounds; /* of the rows below */
    map map;           /* rows by slots, time included: the ledger's, ... */
    int initials;      /* ... and then so many initial equations ... */
    int at_start;      /* ... that count at the start of the run alone */
    saddle *saddle;
    double *value, *weight, *factor, *size, *rest, *nu;
    double *point, *kept; /* [columns] */
    long double *x, *next, *r, *slot;
    int *begin, *inside; /* entries by columns */
    int *row;            /* [entries] */
    int *open;           /* [columns]: rows of the iteration that hold it */
    int *queue;          /* [columns + entries] */
    char *is_out;        /* [rows]: no part of the iteration */
    int *follower;       /* [rows]: entries through which rows give top unknowns ... */
    int followers;       /* ... the later ones first */
    int is_large;        /* rows that do not need others are left to the end first */
    refine_part *part;
    int is_sized; /* `size` is that of the point to be refined */
    int worst;    /* the row that missed most when all were measured last; -1: none */
};

/* The size by which column j with the value x moves as easily as others; 0: it does not.
 */
double refinement_weight(const lowered *w, int j, double x, motion how);
long double *refinement_long_array(arena *a, int count);
int refinement_leaves_out(const lowered *w, int row, const char *left_out);

/* --- refine_part.c --- */

/* For the rows of the pattern. */
refine_part *refine_part_new(const lowered *w, const invo_pattern *p, arena *a);

/* Finds a point near (u, z), in f->x, at which the rows hold that miss their bound at (u,
 * z); f->size are the sizes of their terms. Returns 0 where it is not enough to move one
 * coordinate of each constraint, which no other constraint holds. */
int refine_part_polish(lowered *w, const double *u, const double *z,
                       const char *left_out);
/* The same for the point that refine_part_polish has tried last, with what else may move.
 * Returns 0 where that takes more than a few rows and blocks. */
int refine_part_solve(const lowered *w, const char *left_out);

#endif
