/* SPDX-License-Identifier: BSD-3-Clause */
/* The polynomial of a step between its ends, in loops that a compiler writes with
 * instructions for several coordinates at once: [HNW93] II.6. */
#include "../linalg/wide.h"
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

/* As interpolant_close, the places side by side instead of the coordinates; h, p, q, v, w
 * are of the step, theta and z of the places. */
#define CLOSE_AT(i, x)                                                                   \
    do {                                                                                 \
        const double r2 = q[i] - p[i];                                                   \
        const double r3 = h * v[i] - r2;                                                 \
        const double r4 = r2 - h * w[i] - r3;                                            \
        const wide_lanes bend = r3 + theta * (r4 + z * (x));                             \
        const wide_lanes first = p[i] + theta * (r2 + z * bend);                         \
        const wide_lanes second = q[i] + z * (theta * bend - r2);                        \
        wide_to(u)[i] = (wide_lanes)(((wide_bits)first & is_first) |                     \
                                     ((wide_bits)second & ~is_first));                   \
    } while (0)

WIDE void interpolant_at_four(const step *d, int n, const double *at, int terms,
                              const double *restrict r, double *restrict u) {
    const wide_lanes theta = *wide_from(at);
    const wide_lanes z = 1 - theta;
    const wide_bits is_first = theta < 0.5;
    const double h = d->h;
    const double *restrict p = d->p;
    const double *restrict q = d->q;
    const double *restrict v = d->v;
    const double *restrict w = d->w;
    if (terms == 4) {
        const double *restrict r6 = r + n;
        const double *restrict r7 = r6 + n;
        const double *restrict r8 = r7 + n;
        for (int i = 0; i < n; i++)
            CLOSE_AT(i, r[i] + theta * (r6[i] + z * (r7[i] + theta * r8[i])));
        return;
    }
    for (int i = 0; i < n; i++) {
        const double last = terms ? r[(terms - 1) * n + i] : 0;
        wide_lanes x = WIDE_ALL(last);
        for (int j = terms - 1; j-- > 0;)
            x = r[j * n + i] + (j % 2 ? z : theta) * x;
        CLOSE_AT(i, x);
    }
}

void interpolant_lanes(const step *d, int n, const double *theta, int terms,
                       const double *r, double *u) {
    interpolant_at_four(d, n, theta, terms, r, u);
}
