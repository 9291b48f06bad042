/* SPDX-License-Identifier: BSD-3-Clause */
/* The polynomial of a step between its ends, in loops that a compiler writes with
 * instructions for several coordinates at once: [HNW93] II.6. */
#include "one_step.h"

/* With z = 1 - theta, r2 = q - p, r3 = h v - r2, r4 = r2 - h w - r3,
 *     u = p + theta (r2 + z (r3 + theta (r4 + z (r5 + theta (r6 + z (r7 + theta r8)))))),
 * Hermite where it ends with r4, Dormand-Prince 5 with r5; u has what follows r4. In the
 * second half it is written from q, so that both ends are met to the last bit. */
static void interpolant_close(const step *d, int n, double theta, double *restrict u) {
    const double z = 1 - theta;
    const double h = d->h;
    const double *restrict p = d->p;
    const double *restrict q = d->q;
    const double *restrict v = d->v;
    const double *restrict w = d->w;
    const int is_first = theta < 0.5;
    for (int i = 0; i < n; i++) {
        const double r2 = q[i] - p[i];
        const double r3 = h * v[i] - r2;
        const double r4 = r2 - h * w[i] - r3;
        const double bend = r3 + theta * (r4 + z * u[i]);
        u[i] = is_first ? p[i] + theta * (r2 + z * bend) : q[i] + z * (theta * bend - r2);
    }
}

/* Four terms in one pass. */
static void interpolant_four(int n, double theta, const double *restrict r,
                             double *restrict u) {
    const double z = 1 - theta;
    const double *restrict r6 = r + n;
    const double *restrict r7 = r6 + n;
    const double *restrict r8 = r7 + n;
    for (int i = 0; i < n; i++)
        u[i] = r[i] + theta * (r6[i] + z * (r7[i] + theta * r8[i]));
}

void interpolant_between(const step *d, int n, double theta, int terms, const double *r,
                         double *u) {
    const double z = 1 - theta;
    if (terms == 4) {
        interpolant_four(n, theta, r, u);
        interpolant_close(d, n, theta, u);
        return;
    }
    for (int i = 0; i < n; i++)
        u[i] = terms ? r[(terms - 1) * n + i] : 0;
    for (int j = terms - 1; j-- > 0;)
        for (int i = 0; i < n; i++)
            u[i] = r[j * n + i] + (j % 2 ? z : theta) * u[i];
    interpolant_close(d, n, theta, u);
}
