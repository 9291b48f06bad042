/* SPDX-License-Identifier: BSD-3-Clause */
/* Multipliers of sparse rows B: B B' nu = r, by a factor of the saddle-point matrix
 *     [ I   B'     ]
 *     [ B  -delta I ]
 * in an order of least fill. B need not have full rank: redundant rows share their
 * multiplier (nu is the one of least norm), and where r does not fit them, B' nu is that
 * of the least squares; a row whose sine to the others is below 1e-7 counts as redundant.
 * Rows should have length 1 or 0. */
#ifndef LINALG_SADDLE_H
#define LINALG_SADDLE_H
#include "shelf.h"
#include "sparse.h"

typedef struct saddle {
    invo_pattern pattern; /* of B; its arrays are borrowed */
    double *b;            /* [entries] of B, to be filled before saddle_factor */
    double operations;    /* of one factorization */
    int size;             /* columns + rows */
    int *place;           /* [size]: of each column, then each row, in the order */
    int *start, *row;     /* the upper half of the matrix in that order, by columns */
    int *from;            /* entry of B that it is; -1: diagonal */
    double *entry;
    int *parent, *l_start, *l_count, *l_row, *stack, *flag; /* LDL's */
    double *l, *d, *y;
    double *r, *z, *p, *q, *w, *m; /* [rows] */
    double *t;                     /* [columns] */
    double accuracy; /* of B' nu, by the last correction that is made: 1e-9 unless set */
    double delta; /* 1e-8 unless set: with a smaller one few digits take fewer iterations,
                     and more digits more */
    long stalls;  /* solves that did not reach it */
} saddle;

/* Memory for all of it is taken by one call of memory(owner, size), which gives zeroed
 * memory or NULL. Takes the first `rows` rows of the pattern. NULL: no memory. */
typedef void *(*saddle_memory)(void *owner, size_t size);
saddle *saddle_new(const invo_pattern *p, int rows, saddle_memory memory, void *owner);
/* The same, where saddle_leave has left one of the last run if that can be: it is as new.
 * Its memory must be one that `free` frees. */
saddle *saddle_take(invo_shelf *shelf, const invo_pattern *p, int rows,
                    saddle_memory memory, void *owner);
void saddle_leave(invo_shelf *shelf, saddle *s);

/* Returns 0 where B is not finite. */
int saddle_factor(saddle *s);

/* nu: [rows] from r: [rows], which may be the same. Returns 0 where it stalled short of
 * its accuracy, with the best that it has found. */
int saddle_solve(saddle *s, const double *r, double *nu);
/* The same without refinement: for callers that measure what it leaves. */
void saddle_estimate(saddle *s, const double *r, double *nu);

/* The least |B'x| / |x|, by a few steps of inverse iteration from x: [rows], which then
 * is where it is taken, of length 1. Never too small, and good to some 1e-8. */
double saddle_smallest(saddle *s, int steps, double *x);

/* How many of the rows follow from the others, to a sine of some 1e-7; `most` if there
 * are more. work: [rows * most] */
int saddle_nullity(saddle *s, int most, double *work);

#endif
