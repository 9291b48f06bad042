/* SPDX-License-Identifier: BSD-3-Clause */
/* The limit of a search, in operations and not in seconds, so that it ends at the same
 * place everywhere, and the question whether somebody wants it to end. */
#ifndef FINDER_EFFORT_H
#define FINDER_EFFORT_H
#include "../base/context.h"

typedef struct effort {
    invo_context *context;
    double left;              /* operations */
    int (*interrupt)(void *); /* or NULL */
    void *data;
} effort;

/* About ten seconds. */
extern const double EFFORT_ALLOWED;

/* Takes operations on numbers of double precision, each of quadruple precision counting
 * as EFFORT_QUAD. Returns whether the search may continue; fails with E_INTERRUPT where
 * it is interrupted. */
int effort_spend(effort *e, double operations);
static const double EFFORT_QUAD = 30;

#endif
