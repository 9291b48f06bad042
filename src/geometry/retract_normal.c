/* Normal retraction: all constraints jointly, along the normal space at the given point. Invariants that
 * spoil the convergence are dropped one by one, weakest first.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "retract_joint.h"

/* Factors the normal space at u without its `drop` weakest invariants and marks what is left out. */
invo_status retract_factor(retraction *r, const double *u, int drop) {
    const invo_system *s = r->manifold->s;
    r->space.rows = s->constraints;
    manifold_jacobian(r->manifold, u, r->space.value);
    r->factorizations++;
    int bad = normal_space_factor(&r->space, &r->manifold->pattern, NULL, r->metric, s->invariants,
                                  r->unit, drop);
    if (bad) {
        r->row = bad - 1, r->value = 0;
        return INVO_E_RETRACTION;
    }
    for (int i = 0; i < s->constraints; i++)
        r->left_out[i] = i >= s->constraints - s->invariants && !(r->space.strength[i] > 0);
    return INVO_OK;
}

invo_status retract_joint(retraction *r, double *u, retract_iteration iterate) {
    const invo_system *s = r->manifold->s;
    for (int drop = 0;; drop++) {
        int slow = 0;
        TRY(retract_factor(r, u, drop));
        invo_status status = iterate(r, u, &slow);
        if ((!slow && !status) || drop >= s->invariants) return status;
        memcpy(u, r->from, sizeof *u * (size_t)s->coordinates);
    }
}

static invo_status along(retraction *r, double *u, int *slow) {
    return retract_along(r, u, -1, NULL, slow);
}

static invo_status normal(retraction *r, double *u) { return retract_joint(r, u, along); }

const retraction_class retraction_normal = {"normal", normal};
