/* SPDX-License-Identifier: BSD-3-Clause */
/* The cubic of a step: [HNW93] II.6. */
#include "stepper.h"

void step_hermite(const step *d, int n, double theta, double *u) {
    const double z = 1 - theta;
    for (int i = 0; i < n; i++) {
        const double rise = d->q[i] - d->p[i], r = d->h * d->v[i] - rise;
        const double bend = r + theta * (rise - d->h * d->w[i] - r);
        u[i] = theta < 0.5 ? d->p[i] + theta * (rise + z * bend)
                           : d->q[i] + z * (theta * bend - rise);
    }
    u[0] = theta < 1 ? d->p[0] + theta * d->h : d->q[0];
}
