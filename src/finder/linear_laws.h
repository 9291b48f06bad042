/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear conservation laws of systems of any size, exactly: of rates that are sums of the
 * same expressions, as those of reactions are. */
#ifndef FINDER_LINEAR_LAWS_H
#define FINDER_LINEAR_LAWS_H
#include "../lowering/lower.h"

/* sum of c[k] times the coordinate in slot[k] */
typedef struct linear_law {
    int count;
    const int *slot;
    const double *c; /* whole numbers */
} linear_law;

typedef struct linear_laws {
    int count;
    linear_law *at;
    int is_complete; /* no number has become too large */
} linear_laws;

/* Of all coordinates that equations differentiate once. In arena a. */
linear_laws linear_laws_find(lowered *w, arena *a);

#endif
