/* SPDX-License-Identifier: BSD-3-Clause */
/* What the field offers to steppers beyond direction and retraction, and what it says
 * where a system cannot. */
#include <math.h>
#include "solver.h"

/* The highest derivatives are known where the step begins. */
invo_status solver_expand(void *self, const double *p, double h, int order,
                          double *coefficient) {
    solver *sv = self;
    const double *z = sv->top_before;
    if (p != sv->u) {
        TRY(direction_at(&sv->direction, p, sv->work));
        z = sv->direction.z;
    }
    invo_status status = expansion_at(&sv->expansion, p, z, h, order, coefficient);
    if (status) sv->direction.unknown = sv->expansion.unknown, sv->direction.block = -1;
    return status;
}

invo_status solver_tangent(void *self, const double *p, int count, double *const *x,
                           const double *v, double *y) {
    solver *sv = self;
    TRY(tangent_take(&sv->tangent, p));
    for (int k = 0; k < count; k++)
        tangent_project(&sv->tangent, x[k], k ? NULL : sv->retraction.mu);
    if (!y) return INVO_OK;
    tangent_curve(&sv->tangent, p, sv->retraction.mu, v, y);
    tangent_project(&sv->tangent, y, NULL);
    return INVO_OK;
}

enum { FEWEST_TERMS = 3 }; /* of a series that methods can use */

unsigned solver_offers(const invo_system *s) {
    unsigned all = NEEDS_NOTHING;
    if (s->series_order >= FEWEST_TERMS) all |= NEEDS_TAYLOR;
    if (s->hessian || s->constraints == 0) all |= NEEDS_TANGENT;
    return all;
}

invo_status message_needs(invo_context *c, const invo_system *s, const method *m) {
    if (m->kind->needs & NEEDS_TAYLOR && s->series_order < FEWEST_TERMS)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s needs Taylor coefficients of the equations, which are "
                      "made from models; a system of C callbacks may give them "
                      "(series_order in involute_system.h), or use dop853",
                      m->name);
    return report(c, INVO_E_ARGUMENT, NAN,
                  "method %s needs second derivatives of the constraints, and this "
                  "system has none (hessian in involute_system.h); use dop853",
                  m->name);
}
