/* SPDX-License-Identifier: BSD-3-Clause */
/* Interpolation in a step of a one-step method: [HNW93] II.6. */
#include "one_step.h"
#include <assert.h>

void one_step_time(const stepper *s, const step *d, double c, double *x) {
    if (!s->arclength && d->v[0] == 1)
        x[0] = d->p[0] + c * d->h;
}

invo_status one_step_direction(const field *f, const step *d, const double *x,
                               double *v) {
    vector_copy(f->n, d->v, v);
    return f->direction(f->self, x, v);
}

invo_status one_step_slope(const field *f, const step *d, const double *x, double *v) {
    vector_copy(f->n, d->v, v);
    return field_slope(f, x, v);
}

void one_step_between(const stepper *s, const step *d, int n, double theta, int terms,
                      const double *r, double *u) {
    assert(theta >= 0 && theta <= 1);
    interpolant_between(d, n, theta, terms, r, u);
    if (theta < 1)
        one_step_time(s, d, theta, u);
}

int one_step_no_estimate(const stepper *s) {
    (void)s;
    return 0;
}

invo_status one_step_no_dense(stepper *s, const field *f, const step *d) {
    (void)s;
    (void)f;
    (void)d;
    return INVO_OK;
}

void one_step_interpolate(const stepper *s, const step *d, int n, double theta,
                          double *u) {
    one_step_between(s, d, n, theta, 0, NULL, u);
}

void one_step_reset(stepper *s) {
    (void)s;
}
