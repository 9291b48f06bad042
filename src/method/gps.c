/* SPDX-License-Identifier: BSD-3-Clause */
/* The group preserving scheme of [Liu], (22), (23) and, for several blocks, (94) - (96):
 * each block x of coordinates moves with its length, (x, |x|), by an element of the
 * Lorentz group, the exponential of the algebra element at the beginning of the step.
 * The lengths are private to a step: the cone (x, |x|) is left by a retraction and begun
 * anew from the retracted point. With the radial retraction, which solves the constraints
 * for the lengths, (18) and (100), it is the modified scheme (mgps).
 *
 * What is in no block moves by Euler's rule, and so does a block that is nothing beside
 * its own motion: it has no direction to speak of. */
#include <math.h>
#include "lorentz.h"
#include "one_step.h"

/* Motion by this many lengths of a block: e^30 times its length would be its new one. */
static const double OVERRUN = 30;

/* work: h eta of each block [n], after sums |x|^2, |v|^2, x v [n] each */
static size_t gps_work_size(const void *data, int n) {
    (void)data;
    return 3 * (size_t)n;
}

static int gps_order(const stepper *s) {
    (void)s;
    return 1;
}

static double length_of_step(double h, double xx, double vv, double xv) {
    const double x = sqrt(xx);
    const double v = sqrt(vv);
    if (!(fabs(h) * v <= OVERRUN * x) || v == 0)
        return h;
    return h * lorentz_stretch(h * v / x, xv / (x * v));
}

static invo_status gps_advance(stepper *s, const field *f, step *d) {
    double *xx = s->work;
    double *vv = xx + f->n;
    double *xv = vv + f->n;
    for (int g = 0; g < f->groups; g++)
        xx[g] = vv[g] = xv[g] = 0;
    for (int i = 1; i < f->n; i++) {
        const int g = f->group[i];
        if (g < 0)
            continue;
        xx[g] += d->p[i] * d->p[i];
        vv[g] += d->v[i] * d->v[i];
        xv[g] += d->p[i] * d->v[i];
    }
    for (int g = 0; g < f->groups; g++)
        xx[g] = length_of_step(d->h, xx[g], vv[g], xv[g]);
    for (int i = 0; i < f->n; i++)
        d->q[i] = d->p[i] + (f->group[i] < 0 ? d->h : xx[f->group[i]]) * d->v[i];
    one_step_time(s, d, 1, d->q);
    d->has_w = 0;
    return f->retract(f->self, d->q);
}

const stepper_class group_preserving = {.kind = "group preserving",
                                        .needs = NEEDS_BLOCKS,
                                        .work_size = gps_work_size,
                                        .order = gps_order,
                                        .estimates = one_step_no_estimate,
                                        .estimate_order = one_step_no_estimate,
                                        .step = gps_advance,
                                        .dense = one_step_no_dense,
                                        .interpolate = one_step_interpolate,
                                        .reset = one_step_reset};
