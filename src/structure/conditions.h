/* SPDX-License-Identifier: BSD-3-Clause */
/* A set of equations to be solved for some of the coordinates and top unknowns, nearest
 * to a guess: one stage of the consistent initial values, or all of them at once. */
#ifndef STRUCTURE_CONDITIONS_H
#define STRUCTURE_CONDITIONS_H
#include "lower.h"
#include "slopes.h"
#include "tearing.h"

/* What counts in a rank: every slope; those above their round-off; those that are known
 * where the point is known to the root of round-off only. */
typedef enum rank_kind { RANK_ALL, RANK_STRICT, RANK_CLEAR } rank_kind;

typedef struct conditions {
    arena *memory;
    lowered *lowered;
    int rows, columns;
    const condition *row; /* [rows] */
    const int *column;    /* [columns]: slots of (u, z) that may be changed */
    const double *guess;  /* [coordinates + unknowns] */
    const double *weight; /* the same: how much a move of this slot counts */
    const char *given;    /* the same: start values that somebody gave; NULL: none */
    program value, slope;
    int *entry_row, *entry_column;     /* of the slopes */
    double *slope_value, *slope_bound; /* in their order */
    char *is_curved;  /* [columns]: some slope depends on it: its moves are limited */
    tearing formulas; /* rows that give columns explicitly, of a square set */
    program *formula; /* [levels]: residuals and slopes of one level */
    double *formula_value;
    int levels, use_formulas;
    sparse_slopes *sparse; /* the slopes of many conditions; NULL: they are in `a` */
    double *r, *bound, *scale, *trial, *moved, *move, *start, *found, *foot, *before,
        *last, *column_length, *a, *b, *step, *work, *judged, *error, *judged_work;
    int *pivot;
    double tolerance; /* of ranks: what is less than this share is left alone */
    double first_radius;
    double radius;  /* of trust, in sizes of the columns that are curved */
    double nothing; /* units of round-off up to which a slope is zero */
    rank_kind strictness;
    int is_quick;    /* does not try nudges one by one: the caller asks often */
    int nudged;      /* out: the guess was a critical point and had to be moved */
    int branch_slot; /* out: another branch has another value of this slot; 0: none */
    double branch_value;
    /* where it is kept: */
    char *was_given;         /* [columns] */
    unsigned hash;           /* of rows and columns */
    struct conditions *next; /* of the same bucket */
} conditions;

conditions *conditions_new(lowered *w, int rows, const condition *row, int columns,
                           const int *column, const double *guess, const double *weight);

/* The same, where some slots have start values that somebody gave: what has none and is
 * given by a formula follows from that. */
conditions *conditions_new_given(lowered *w, int rows, const condition *row, int columns,
                                 const int *column, const double *guess,
                                 const double *weight, const char *given);

/* The same, kept with the system: it is made once for these rows and columns, and used
 * again with other guesses, weights and values of parameters. The set belongs to the
 * caller until the next call. Rows must not hold numbers that are new each time. */
conditions *conditions_kept(lowered *w, int rows, const condition *row, int columns,
                            const int *column, const double *guess, const double *weight,
                            const char *given);

/* Solves in x ([coordinates + unknowns]). Returns 1 if every row vanishes to round-off.
 * The work is bounded. */
int conditions_solve(conditions *s, double *x);

/* Newton's iteration alone, without a search for the point nearest to the guess. */
int conditions_restore(conditions *s, double *x);

/* The largest factor by which the round-off of a row at x exceeds that at another point:
 * beside a singular point every residual is within its round-off, and says nothing. */
double conditions_blur(conditions *s, const double *from, const double *x);

/* The row with the largest residual in units of round-off at x (-1: all are at
 * round-off), and its value. */
int conditions_worst(conditions *s, const double *x, double *value);

/* Rank of the slopes at x. */
int conditions_rank(conditions *s, const double *x);

#endif
