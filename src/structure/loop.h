/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's iteration for a few values of which only a defect is known. */
#ifndef STRUCTURE_LOOP_H
#define STRUCTURE_LOOP_H
#include "system.h"

typedef struct value_problem {
    int count;
    const parameter_type *type; /* [count]; NULL: all are Real */
    /* r[count] vanishes at the solution, but for round-off of size[count] */
    void (*defect)(void *data, const double *y, double *r, double *size);
    void *data;
} value_problem;

/* From y[count] to a solution; returns whether one was found. */
int values_solve(arena *a, const value_problem *p, double *y);

#endif
