/* SPDX-License-Identifier: BSD-3-Clause */
/* Heat in a rod of 1000 cells, both ends kept at 0, at first 1 everywhere inside. */
#include <stdio.h>
#include "problem.h"

enum { CELLS = 1000 };
static const double cell_weight = (CELLS + 1.) * (CELLS + 1.);

static void heat_start(const problem *p, real *u) {
    for (int i = 0; i < p->n; i++)
        u[i] = 1;
}

static void heat_column(const problem *p, int i, char *name) {
    (void)p;
    sprintf(name, "u[%d]", i + 1);
}

static int heat_compared(const problem *p, int i) {
    (void)p;
    return i % 20 == 0;
}

static void heat_side(const problem *p, real t, const real *u, real *f) {
    const int n = p->n;
    (void)t;
    f[0] = cell_weight * (u[1] - 2 * u[0]);
    for (int i = 1; i < n - 1; i++)
        f[i] = cell_weight * (u[i - 1] - 2 * u[i] + u[i + 1]);
    f[n - 1] = cell_weight * (u[n - 2] - 2 * u[n - 1]);
}

#ifdef QUAD
/* The sum of the eigenvectors sin(k pi i h), h = 1/(n + 1), each with its rate. */
static void heat_exact(const problem *p, real *u) {
    const int n = p->n;
    const real h = 1 / (real)(n + 1);
    for (int i = 0; i < n; i++)
        u[i] = 0;
    for (int k = 1; k <= n; k += 2) {
        const real half = k * M_PIq * h / 2, s = SIN(half);
        const real part = 2 * h * COS(half) / s * EXP(-4 * s * s / (h * h) * p->stop);
        for (int i = 0; i < n; i++)
            u[i] += part * SIN(2 * half * (i + 1));
    }
}
#else
static void heat_jacobian(const problem *p, double t, const double *u, double *J) {
    (void)t;
    (void)u;
    for (int i = 0; i < p->n; i++) {
        J[3 * i] = i ? cell_weight : 0;
        J[3 * i + 1] = -2 * cell_weight;
        J[3 * i + 2] = i < p->n - 1 ? cell_weight : 0;
    }
}

static int heat_dae_size(const problem *p) {
    return p->n;
}

static void heat_residual(const problem *p, double t, const double *y, const double *yp,
                          double *r) {
    heat_side(p, t, y, r);
    for (int i = 0; i < p->n; i++)
        r[i] = yp[i] - r[i];
}

static void heat_dae_start(const problem *p, double *y, double *yp) {
    heat_start(p, y);
    heat_side(p, 0, y, yp);
}

static void heat_state(const problem *p, const double *y, double *out) {
    for (int i = 0; i < p->n; i++)
        out[i] = y[i];
}

static const dae_form heat_dae = {heat_dae_size, heat_residual, heat_dae_start,
                                  NULL,          heat_state,    1};
#endif

const problem heat = {
    .name = "heat",
    .title = "heat, 1000 cells",
    .model = "bench/Heat.mo",
    .n = CELLS,
    .stop = 0.1,
    .floor = 1,
    .stiff = 1,
    .start = heat_start,
    .column = heat_column,
    .compared = heat_compared,
    .side = heat_side,
    .lower = 1,
    .upper = 1,
#ifdef QUAD
    .exact = heat_exact,
#else
    .jacobian = heat_jacobian,
    .dae = &heat_dae,
#endif
};
