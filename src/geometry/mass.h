/* SPDX-License-Identifier: BSD-3-Clause */
/* The mass matrix of a mechanical system as metric: M in M q'' + ... = 0, for positions
 * and for velocities alike. It stands in the blocks of top equations: rows that were not
 * differentiated, columns whose unknown is a second derivative. */
#ifndef GEOMETRY_MASS_H
#define GEOMETRY_MASS_H
#include "../base/pool.h"
#include "metric.h"

/* One entry of the mass matrix. */
typedef struct mass_entry {
    int block, at;         /* in the pattern of this block */
    int row, column;       /* velocities */
    int row_of, column_of; /* positions */
} mass_entry;

typedef struct mass {
    int count, most;   /* entries, and room for them */
    mass_entry *entry; /* [count] */
    int *velocity;     /* [tops]: the coordinate that has this derivative, -1: none */
    int *position;     /* [tops]: the one below */
    int *column;       /* [tops]: the column that was matched with a row */
    int *taken;        /* [tops]: and those that are */
    double *z, *matrix, *b;
    double *diagonal;          /* [coordinates] */
    metric_coupling *coupling; /* [count] */
} mass;

void mass_lay_out(mass *m, const invo_system *s, pool *p);

/* Finds the entries. Returns 0, or 1 + the row of the ledger that goes with no
 * coordinate. */
int mass_find(mass *m, const invo_system *s);

/* Sets weights and couplings of w at u: every pair of coordinates once. Returns the
 * largest difference between M and its transpose, against the diagonal; infinite where
 * that is not positive. */
double mass_freeze(mass *m, metric *w, const invo_system *s, const double *u);

#endif
