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

/* With z = 1 - theta, r2 = q - p, r3 = h v - r2, r4 = r2 - h w - r3,
 *     u = p + theta (r2 + z (r3 + theta (r4 + z (r5 + theta (r6 + z (r7 + theta r8)))))),
 * Hermite where it ends with r4, Dormand-Prince 5 with r5. In the second half it is
 * written from q, so that both ends are met to the last bit. */
void one_step_between(const stepper *s, const step *d, int n, double theta, int terms,
                      const double *r, double *u) {
    const double z = 1 - theta;
    assert(theta >= 0 && theta <= 1);
    for (int i = 0; i < n; i++) {
        const double r2 = d->q[i] - d->p[i];
        const double r3 = d->h * d->v[i] - r2;
        const double r4 = r2 - d->h * d->w[i] - r3;
        double tail = 0;
        for (int j = terms; j-- > 0;)
            tail = r[j * n + i] + (j % 2 ? z : theta) * tail;
        const double bend = r3 + theta * (r4 + z * tail);
        u[i] = theta < 0.5 ? d->p[i] + theta * (r2 + z * bend)
                           : d->q[i] + z * (theta * bend - r2);
    }
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
