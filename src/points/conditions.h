/* SPDX-License-Identifier: BSD-3-Clause */
/* A set of equations to be solved for some of the coordinates and top unknowns, nearest
 * to a guess: one stage of the consistent initial values, or all of them at once. */
#ifndef POINTS_CONDITIONS_H
#define POINTS_CONDITIONS_H
#include "../lowering/lower.h"
#include "steps.h"
#include "tearing.h"

/* What counts in a rank: every slope; those above their round-off; those that are known
 * where the point is known to the root of round-off only. */
typedef enum rank_kind { RANK_ALL, RANK_STRICT, RANK_CLEAR } rank_kind;

/* Which rows are to vanish, and what may be changed for that. */
typedef struct condition_set {
    int rows;
    const condition *row; /* [rows] */
    int columns;
    const int *column;    /* [columns]: slots that may be changed */
    const double *guess;  /* [slots] */
    const double *weight; /* the same: how much a move of this slot counts */
    const char *given;    /* the same: start values that somebody gave; NULL: none. What
                             has none and is given by a formula follows from that. */
} condition_set;

/* A set while it is collected. */
typedef struct gathering {
    LIST(condition) row;
    LIST(int) column;
} gathering;

/* Adds row i of the completion at the stages first..last, as far as it has these. */
void gather_row(gathering *g, completion *c, int i, int first, int last);
condition_set gathered(const gathering *g, const double *guess, const double *weight);

/* Rows that give columns explicitly, of a square set, in levels. */
typedef struct condition_formulas {
    tearing torn;
    int levels;
    program *program; /* [levels]: residuals and slopes of one level */
    double *value;
    int are_used; /* the columns that they give are no unknowns */
} condition_formulas;

/* Where a guess that was a critical point has led to. */
typedef struct condition_branch {
    int is_nudged; /* the guess had to be moved */
    int slot;      /* another branch has another value of this slot; 0: none */
    double value;
} condition_branch;

typedef struct conditions {
    arena *memory;
    lowered *lowered;
    int rows, columns; /* these and the next as in the set */
    const condition *row;
    const int *column;
    const double *guess, *weight;
    const char *given;
    program value, slope;
    int *entry_row, *entry_column;     /* of the slopes */
    double *slope_value, *slope_bound; /* in their order, scaled */
    char *is_curved; /* [columns]: some slope depends on it: its moves are limited */
    char *is_moved;  /* [rows]: it holds a column */
    condition_formulas formulas;
    linear_steps linear;
    double *r, *bound;    /* [rows]: residuals, and their round-off in units of eps */
    double *scale, *foot; /* [rows]: bounds and residuals before a step */
    double *first;        /* [rows]: residuals at the guess; 0: holds, infinite: none */
    double *trial;        /* [columns]: before a step; the others likewise for more */
    double *start, *moved, *before, *last;
    double first_radius;
    double radius;  /* of trust, in sizes of the columns that are curved */
    double nothing; /* units of round-off up to which a slope is zero */
    rank_kind strictness;
    int is_quick;            /* does not try nudges one by one: the caller asks often */
    int is_near;             /* ... nor any: the guess is near, or there is no solution */
    condition_branch branch; /* out */
    /* where it is kept: */
    char *was_given;         /* [columns] */
    uint32_t hash;           /* of rows and columns */
    struct conditions *next; /* of the same bucket */
} conditions;

conditions *conditions_new(lowered *w, const condition_set *set);

/* Weights that are all 1, made once for a system: [slots]. A system may have as many sets
 * as unknowns. */
const double *conditions_ones(lowered *w);

/* The same, kept with the system: it is made once for these rows and columns, and used
 * again with other guesses, weights and values of parameters. The set belongs to the
 * caller until the next call. Rows must not hold numbers that are new each time. */
conditions *conditions_kept(lowered *w, const condition_set *set);

/* How many sets are kept. */
int conditions_count_kept(const lowered *w);

/* Solves in x ([slots]). Returns 1 if every row vanishes to round-off.
 * The work is bounded. */
int conditions_solve(conditions *s, double *x);

/* Newton's iteration alone, without a search for the point nearest to the guess. */
int conditions_restore(conditions *s, double *x);

/* Has x, a solution, the other orientation than all points far away? The orientations of
 * all solutions add up to that one: then there are at least two more. Returns the slot
 * of an unknown that takes part, by its name; 0: no, or it is not known. Moves x and
 * puts it back. */
int conditions_turned(conditions *s, double *x);

/* The largest factor by which the round-off of a row at x exceeds that at another point:
 * beside a singular point every residual is within its round-off, and carries no
 * information. */
double conditions_blur(conditions *s, const double *from, const double *x);

/* The row with the largest residual in units of round-off at x (-1: all are at
 * round-off), and its value. */
int conditions_worst(conditions *s, const double *x, double *value);

/* The guess of a slot moved by up to a tenth of its size, as its name decides. */
double conditions_nudged(const lowered *w, int slot, double guess);

/* Rank of the slopes at x. */
int conditions_rank(conditions *s, const double *x);
/* The same there or a little beside, where it is larger: a fixed value that only touches
 * a constraint at x counts as well. */
int conditions_rank_around(conditions *s, const double *x);

/* The stage of what is differentiated least, <= 0. */
int lowest_stage(const completion *c);
/* The name of the coordinate or top unknown in a slot. */
const char *slot_name(const lowered *w, int slot);

#endif
