/* SPDX-License-Identifier: BSD-3-Clause */
/* What a stepper sees of a problem: points p[0..n-1] with p[0] = t, the direction of the
 * solution there, and the way back onto the manifold. A stepper states what else it needs
 * (stepper_class.needs), a field what it offers; the driver compares the two before the
 * first step. */
#ifndef GEOMETRY_FIELD_H
#define GEOMETRY_FIELD_H
#include "../base/context.h"

/* Capabilities beyond direction and retraction. None is offered yet but NEEDS_NOTHING;
 * they are where implicit stages (Jacobian of the direction), Taylor coefficients, group
 * preserving methods (gradient of H) and splittings come in, each with a function pointer
 * of its own below. */
typedef enum field_need {
    NEEDS_NOTHING = 0,
    NEEDS_JACOBIAN = 1 << 0,
    NEEDS_TAYLOR = 1 << 1,
    NEEDS_GRADIENT = 1 << 2,
    NEEDS_SPLITTING = 1 << 3
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
    /* The same for the other point of an embedded pair, or NULL where errors are
     * estimated in the ambient space. */
    invo_status (*retract_other)(void *self, double *p);
} field;

#endif
