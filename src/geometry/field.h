/* SPDX-License-Identifier: BSD-3-Clause */
/* What a stepper sees of a problem: points p[0..n-1] with p[0] = t, the direction of the
 * solution there, and the way back onto the manifold. A stepper states what else it needs
 * (stepper_class.needs), a field what it offers; the driver compares the two before the
 * first step. */
#ifndef GEOMETRY_FIELD_H
#define GEOMETRY_FIELD_H
#include "../base/context.h"

/* Capabilities beyond direction and retraction, each with a member of its own below;
 * NEEDS_TAYLOR is not offered yet, NEEDS_JACOBIAN only with NEEDS_QUADRATIC. */
typedef enum field_need {
    NEEDS_NOTHING = 0,
    NEEDS_JACOBIAN = 1 << 0,
    NEEDS_TAYLOR = 1 << 1,
    NEEDS_GRADIENT = 1 << 2,
    NEEDS_SPLITTING = 1 << 3,
    NEEDS_BLOCKS = 1 << 4,
    NEEDS_QUADRATIC = 1 << 5, /* each component of v is quadratic in p */
    NEEDS_TIME = 1 << 6       /* the parameter is t: v[0] = 1 */
} field_need;

typedef struct field {
    int n;           /* ambient dimension */
    unsigned offers; /* field_need bits */
    void *self;      /* borrowed by the functions */
    /* v spans the distribution at p. On entry v holds a direction near by (or zero): the
     * sign is chosen to continue it. By time: v[0] = 1. */
    invo_status (*direction)(void *self, const double *p, double *v);
    /* Moves p onto the manifold in place. */
    invo_status (*retract)(void *self, double *p);
    /* The same for the stages of a step, or NULL where stages stay as they are. */
    invo_status (*retract_stage)(void *self, double *p);

    /* dv/dp: [n, n] by columns. */
    invo_status (*jacobian)(void *self, const double *p, double *matrix);
    /* NEEDS_GRADIENT: an invariant H of the coordinates p[1..n-1] that is zero on the
     * manifold, its gradient [n] (0 for t) and its Hessian [n-1, n-1], which has the
     * definite `sign`; hessian may be NULL. E_DOMAIN where it is not finite. */
    invo_status (*hamiltonian)(void *self, const double *p, double *value,
                               double *gradient, double *hessian);
    int sign;
    /* NEEDS_SPLITTING: part[i] is 1 or 2; v[i] depends on coordinates of the other part
     * only. */
    const int *part; /* [n] */
    /* NEEDS_BLOCKS: group[i] is the block of coordinate i, -1: none (time is in none). */
    int groups;
    const int *group; /* [n] */
} field;

#endif
