/* SPDX-License-Identifier: BSD-3-Clause */
/* The symplectic method of order 4 of Forest and Ruth ([FR90]; [HLW06] II.4, V.3; [Liu],
 * Table 2) for a direction in two parts, each a function of the other part alone, as that
 * of a Hamiltonian T(p) + V(q): the flow of each is a straight line. Drift (part 1) comes
 * first; time goes with the part whose partner depends on it. Where the parts are not
 * those of a Hamiltonian, the order is the same. */
#include "one_step.h"

enum { DRIFTS = 4 };

/* work: x, v [n] each */
static size_t forest_ruth_work_size(const void *data, int n) {
    (void)data;
    return 2 * (size_t)n;
}

static int forest_ruth_order(const stepper *s) {
    (void)s;
    return 4;
}

static void flow(const field *f, int part, double h, const double *v, double *x) {
    for (int i = 0; i < f->n; i++)
        if (f->part[i] == part)
            x[i] += h * v[i];
}

/* Composes three steps of leapfrog with weights w, 1 - 2 w, w. */
static invo_status forest_ruth_advance(stepper *s, const field *f, step *d) {
    static const double CUBE_ROOT_OF_TWO = 1.2599210498948732;
    const double w =
        1 / (2 - CUBE_ROOT_OF_TWO); /* of the first and the last of three steps */
    const double drift[DRIFTS] = {w / 2, (1 - w) / 2, (1 - w) / 2, w / 2};
    const double kick[DRIFTS - 1] = {w, 1 - 2 * w, w};
    double *x = s->work;
    double *v = x + f->n;
    d->has_w = 0;
    vector_copy(f->n, d->p, x);
    vector_copy(f->n, d->v, v);
    for (int k = 0; k < DRIFTS; k++) {
        flow(f, 1, drift[k] * d->h, v, x);
        if (k == DRIFTS - 1)
            break;
        TRY(one_step_direction(f, d, x, v));
        flow(f, 2, kick[k] * d->h, v, x);
        TRY(one_step_direction(f, d, x, v));
    }
    vector_copy(f->n, x, d->q);
    one_step_time(s, d, 1, d->q);
    return f->retract(f->self, d->q);
}

const stepper_class forest_ruth = {.kind = "splitting",
                                   .needs = NEEDS_SPLITTING | NEEDS_TIME,
                                   .work_size = forest_ruth_work_size,
                                   .order = forest_ruth_order,
                                   .estimates = one_step_no_estimate,
                                   .estimate_order = one_step_no_estimate,
                                   .step = forest_ruth_advance,
                                   .dense = one_step_no_dense,
                                   .interpolate = one_step_interpolate,
                                   .reset = one_step_reset};
