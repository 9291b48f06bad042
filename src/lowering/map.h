/* SPDX-License-Identifier: BSD-3-Clause */
/* Maps: rows of expressions as functions of a point (u, z), with their values, their
 * slopes as a sparse matrix, and their units of round-off. Every Jacobian that a run
 * needs is built here.
 *
 * Slots number the point: x = (u, z), time first, then coordinates, then top unknowns. */
#ifndef LOWERING_MAP_H
#define LOWERING_MAP_H
#include "program.h"

/* The columns of a matrix of slopes. */
typedef struct map_columns {
    int count;
    const int *of; /* [slots]: 1 + the column of a slot, 0: none; NULL: the slot itself */
    int is_written; /* the rows are of the text: slots are those of results */
    int is_whole;   /* its values are one program, which keeps what is constant */
} map_columns;

/* A matrix of slopes while it is collected, row by row. */
typedef struct map_slopes {
    completion *completion;
    arena *arena;     /* of the lists, and ... */
    arena *scratch;   /* ... of a row */
    LIST(int) start;  /* the entries before each row that is complete */
    LIST(int) column; /* [entries] */
    LIST(expr) entry; /* [entries] */
} map_slopes;

/* Memory comes from a, which the caller frees when the programs are made. */
map_slopes map_begin(completion *c, arena *a);
/* Adds an entry to the current row; EXPR_ZERO is skipped. */
void map_push(map_slopes *s, int column, expr slope);
/* Ends the row: its columns in increasing order, each once. */
void map_end_row(map_slopes *s);
/* Adds the gradient of f, EXPR_ZERO included, as a row. */
void map_add_row(map_slopes *s, expr f, map_columns by);
/* Adds row i of the system Jacobian; column: [unknowns], or NULL: their numbers. */
void map_add_system_row(map_slopes *s, int i, const int *column);
/* The pattern of the rows so far, in the arena of the completion. */
invo_pattern map_pattern(const map_slopes *s, int columns);

typedef struct map {
    program value;        /* [rows]; without outputs where nobody asks */
    program slope;        /* in the order of the pattern; likewise */
    invo_pattern pattern; /* of the slopes */
    int is_constant; /* slopes, but those of the first column, are parameters alone */
} map;

map map_new(struct lowered *w, int rows, const expr *f, map_columns by);

/* Rows f that are affine in the top unknowns z[unknown[...]], as many: the entries of
 * their matrix in the order of the pattern, then the rows without these unknowns. */
map_slopes map_affine(struct lowered *w, arena *a, int size, const int *unknown,
                      const expr *f, invo_pattern *pattern);

/* value: [rows], slope: [entries]; either may be NULL. */
void map_run(const struct lowered *w, const map *m, const double *u, const double *z,
             double *value, double *slope);
/* Takes over the values of parameters and invariants. */
void map_load(const struct lowered *w, const map *m);

#endif
