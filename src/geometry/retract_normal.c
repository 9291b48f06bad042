/* SPDX-License-Identifier: BSD-3-Clause */
/* Normal retraction: all constraints jointly, along the normal space at the given point.
 * Invariants that spoil the convergence are dropped one by one, weakest first. */
#include <string.h>
#include "retract_joint.h"

invo_status retract_factor(newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->manifold->s;
    manifold_jacobian(r->manifold, u, r->space.value);
    r->factorizations++;
    int bad = normal_space_factor(&r->space, &r->manifold->pattern, NULL, r->metric,
                                  s->invariants, r->unit, w->drop);
    if (bad) {
        r->row = bad - 1, r->value = 0;
        return INVO_E_RETRACTION;
    }
    for (int i = 0; i < s->constraints; i++)
        r->left_out[i] =
            i >= s->constraints - s->invariants && !(r->space.strength[i] > 0);
    return INVO_OK;
}

invo_status retract_joint(retraction *r, double *u,
                          void (*move)(newton *w, const double *u)) {
    const invo_system *s = r->manifold->s;
    /* A start far from the given point can be slow for that reason alone: then from there
     * before any invariant is blamed. */
    int plain = r->settings.start <= START_PLAIN || !r->kind->start;
    retraction_take(r, -1);
    for (int drop = 0;; drop += plain, plain = 1) {
        newton w = {.r = r,
                    .stage = -1,
                    .drop = drop,
                    .factor = retract_factor,
                    .move = move,
                    .normal = 1};
        int slow = 0;
        w.plain = plain;
        memset(r->mu, 0, sizeof *r->mu * (size_t)s->constraints);
        invo_status status = newton_iterate(&w, u, &slow);
        if ((!slow && !status) || (plain && drop >= s->invariants)) return status;
        memcpy(u, r->from, sizeof *u * (size_t)s->coordinates);
    }
}

static invo_status normal(retraction *r, double *u) {
    return retract_joint(r, u, newton_normal_move);
}

const retraction_class retraction_normal = {.name = "normal", .retract = normal};
