/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether the direction of C functions keeps their constraints (tangency.c). */
#ifndef SOLVE_TANGENCY_H
#define SOLVE_TANGENCY_H
#include "engine.h"

/* Whether the direction of C functions keeps their constraints (tangency.c). */
typedef struct tangency {
    double *size;       /* [constraints]: of the terms of their rates, at most so far */
    double *by_time;    /* [constraints]: scratch */
    double *along;      /* [constraints]: scratch */
    int row;            /* the constraint that is not kept; -1: none */
    double rate, terms; /* its rate of change, and the sum of the sizes of its terms */
} tangency;

typedef struct run run;

void tangency_lay_out(tangency *t, const invo_system *s, pool *p);
/* At a point whose residuals have just been measured: E_INCONSISTENT where a system of C
 * functions does not keep its constraints (tangency.c). */
invo_status tangency_check(run *v, const double *u, const double *slope);

#endif
