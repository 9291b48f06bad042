/* SPDX-License-Identifier: BSD-3-Clause */
/* A block of the top equations, A z + b = 0, at points of the manifold: its rank there,
 * and which of its rows depend on each other. */
#ifndef REPAIR_TOP_BLOCK_H
#define REPAIR_TOP_BLOCK_H
#include "../points/sample.h"

#define ROUND_OFF 1e-12 /* what this share of its terms is left of is no structure */

typedef struct top_block {
    lowered *lowered;
    const sample *sample;
    int size;
    const int *unknown; /* [size] */
    int *row;           /* [size]: in completion->row, assigned to these unknowns */
    program entries;    /* A by rows */
    double **raw;       /* [sample->count]: A by rows ... */
    double **value;     /* ... and equilibrated */
    double **error;  /* [sample->count]: of raw, where ranks are judged by it, or NULL */
    double *scratch; /* [size][size]: of rank_of */
    int rank;        /* the largest among the points */
    int best;        /* the point where it is reached */
} top_block;

/* The blocks first..last-1 of the completion, as one. */
top_block *top_block_new(lowered *w, const sample *s, int first, int last);

/* Block b, known to be regular, without its matrix: for top_block_solve alone. */
top_block *top_block_regular(lowered *w, const sample *s, int b);

/* Solves the block for its top unknowns in every point of the sample; returns whether
 * that succeeded. */
int top_block_solve(const top_block *b);

expr top_block_slope(const top_block *b, int i, int k); /* A(i, k) */

/* A row that depends on others, of the smallest offset that such a row has: it is the one
 * to be replaced. Marks a minimal set of rows that it depends on in use: [size]. The rank
 * must be less than the size. */
int top_block_dependent(const top_block *b, char *use);

/* How steady the factor of each marked row is in the combination that vanishes: the
 * smallest among the points over the largest, 0 where it changes its sign. steady: [size]
 */
void top_block_steadiness(const top_block *b, const char *circuit, double *steady);

/* The factors of the marked rows in that combination, where they are the same in all
 * points; returns whether they are. u: [size] */
int top_block_constant(const top_block *b, const char *circuit, double *u);

/* Marks a minimal set of unknowns that the rows do not distinguish. */
void top_block_free(const top_block *b, char *free_one);

/* What is left of a row when its highest derivatives are eliminated. */
typedef struct leftover {
    expr rest;    /* EXPR_ZERO: nothing */
    double value; /* of the rest at the best point */
    int is_safe;  /* the row's own factor in the combination is constant: wherever the
                     others hold, the rest is equivalent to the row */
} leftover;

/* Eliminates the derivatives of order d - shift from row `found`, with the help of the
 * rows in `use`, all of them differentiated c - shift times. Returns 0 where they do not
 * vanish. */
int tableau_eliminate(const top_block *b, const char *use, int found, int shift,
                      leftover *r);

/* The shift that such a combination allows: as often as row `found` is differentiated,
 * if it stays free of highest derivatives then, else 0. */
int tableau_shift(const top_block *b, const char *use, int found);

/* For messages: "a, b and c" of the rows, "x, y" of the unknowns. */
const char *top_block_rows(const top_block *b, const char *use, int found);
const char *top_block_names(const top_block *b, const char *marked);

#endif
