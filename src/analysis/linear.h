/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed system to first order at a point of its manifold. */
#ifndef ANALYSIS_LINEAR_H
#define ANALYSIS_LINEAR_H
#include "../lowering/lower.h"
#include "../system/deviation.h"

/* What is to be shown of it. */
typedef struct linear_request {
    const deviations *inputs; /* of the system */
    int outputs;
    const char *const *output; /* [outputs]: names of columns */
} linear_request;

/* At (u, z) of a system that is not changed: results in memory of a, texts included.
 * Throws E_SINGULAR where the constraints or the top equations are, E_LIMIT where it is
 * too large, E_ARGUMENT for outputs that there are none of. */
void linear_find(lowered *w, arena *a, const double *u, const double *z,
                 const linear_request *r, invo_linear *l);

/* The constraints but for invariants, and the top equations, with their slopes by slots.
 */
typedef struct linear_maps {
    int rows, tops, slots;
    map constraint, top;
} linear_maps;
linear_maps linear_maps_new(lowered *w);
/* Slopes at (u, z), column-major; either may be NULL. constraint: [rows, slots], top:
 * [tops, slots] */
void linear_maps_run(const lowered *w, const linear_maps *m, const double *u,
                     const double *z, double *constraint, double *top);

#endif
