/* SPDX-License-Identifier: BSD-3-Clause */
/* Normal retraction: all constraints jointly, along the normal space at the given point.
 * Invariants that are found to be dependent are dropped one by one, weakest first. */
#include "retract_joint.h"

invo_status retract_factor(newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->s;
    manifold_jacobian(r->manifold, u, r->space.value);
    r->factorizations++;
    int bad = normal_space_factor(&r->space, &r->manifold->pattern, NULL, NULL, r->metric,
                                  s->invariants, r->unit, w->drop);
    if (bad) {
        r->row = bad - 1;
        r->value = 0;
        if (normal_space_is_flat(&r->space, bad - 1))
            r->slope = r->space.scale[bad - 1];
        return INVO_E_RETRACTION;
    }
    for (int i = r->active.first; i < s->constraints; i++)
        r->active.left_out[i] = !(r->space.strength[i] > 0);
    return INVO_OK;
}

static double retract_normal_volume(const newton *w, int *rows) {
    const invo_system *s = w->r->s;
    return normal_space_volume(&w->r->space, s->constraints - s->invariants, rows);
}

static newton iteration(retraction *r, int drop,
                        void (*move)(newton *w, const double *u)) {
    const invo_system *s = r->s;
    return (newton){.r = r,
                    .stage = -1,
                    .drop = drop,
                    .factor = retract_factor,
                    .move = move,
                    .volume = s->invariants ? retract_normal_volume : NULL,
                    .normal = 1};
}

int retract_is_dependent(retraction *r, int drop, double *u) {
    const invo_system *s = r->s;
    newton w = iteration(r, drop, newton_normal_move);
    int slow = 0;
    if (drop >= s->invariants || r->kind == &retraction_normal)
        return 0;
    vector_copy(s->coordinates, r->from, u);
    retraction_take(r, -1);
    w.plain = 1;
    newton_iterate(&w, u, &slow);
    return slow;
}

/* Drops invariants, weakest first, as long as the iteration shows that they are
 * dependent. */
invo_status retract_joint(retraction *r, double *u,
                          void (*move)(newton *w, const double *u)) {
    const invo_system *s = r->s;
    /* A start far from the given point can be slow for that reason alone: then from there
     * before any invariant is blamed. */
    int plain = r->settings.start <= START_PLAIN || !r->kind->start;
    int drop = 0;
    int cleared = 0; /* a linear iteration that was cut short is taken up again */
    for (;;) {
        newton w = iteration(r, drop, move);
        int slow = 0;
        w.plain = plain;
        w.cleared = cleared;
        retraction_take(r, -1);
        vector_zero(s->constraints, r->mu);
        invo_status status = newton_iterate(&w, u, &slow);
        if (!slow && !status)
            return status;
        if (plain) {
            if (drop >= s->invariants || cleared)
                return status;
            if (!slow || (r->kind->linear && slow != RETRACTION_WEAK))
                cleared = !retract_is_dependent(r, drop, u);
            if (cleared && !slow)
                return status;
            drop += !cleared;
        }
        plain = 1;
        vector_copy(s->coordinates, r->from, u);
    }
}

static invo_status normal(retraction *r, double *u) {
    if (r->s->stages.count == 0 && retraction_may_hurry(r) && retraction_arrive(r, u))
        return INVO_OK;
    r->weakest = 0;
    return retract_joint(r, u, newton_normal_move);
}

static invo_status normal_factor_last(retraction *r, const double *u) {
    newton w = iteration(r, 0, newton_normal_move);
    retraction_take(r, -1);
    return w.factor(&w, u);
}

const retraction_class retraction_normal = {
    .name = "normal", .retract = normal, .factor_last = normal_factor_last};
