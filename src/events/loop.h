/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's iteration for a few values of which only a defect is known. */
#ifndef EVENTS_LOOP_H
#define EVENTS_LOOP_H
#include "../system/system.h"

typedef struct value_problem {
    int count;
    const parameter_type *type; /* [count]; NULL: all are Real */
    /* r[count] vanishes at the solution, but for round-off of size[count] */
    void (*defect)(void *data, const double *y, double *r, double *size);
    void *data;
} value_problem;

/* Values that a pass gives again to this share are solved for: it makes many times its
 * round-off of those that depend on each other. */
static const double LOOP_CLOSE = 1e-12;

/* From y[count] to a solution; returns whether one was found. */
int values_solve(arena *a, const value_problem *p, double *y);

#endif
