/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a block of top equations is near a singular one, whatever its units are. */
#ifndef SOLVE_WEAKNESS_H
#define SOLVE_WEAKNESS_H
#include "../base/pool.h"
#include "involute_system.h"

typedef struct weakness {
    int most;              /* equations of the largest block that is looked at; 0: none */
    double *from, *from_z; /* [n], [tops]: where the run began, or its mode */
    double *entry;         /* of the largest pattern */
    double *before, *matrix; /* [most, most] */
    double *size;            /* [most, most]: logarithms of the sizes of entries */
    double *row, *column;    /* [most]: logarithms of factors */
    double *right, *x, *work;
} weakness;

void weakness_lay_out(weakness *w, const invo_system *s, pool *p);
/* Keeps the point with which others are compared. */
void weakness_begin(weakness *w, const invo_system *s, const double *u, const double *z);
/* Is the block near a singular one at u? Where it is too large to be looked at, it is. */
int weakness_is_there(weakness *w, const invo_system *s, int block, const double *u,
                      double *z);

#endif
