/* SPDX-License-Identifier: BSD-3-Clause */
/* A planet whose energy and angular momentum are kept: u = (x, y, vx, vy). */
#include <string.h>
#include "dop853.h"

static const double kepler_speed = 1.73;

static void kepler_start(const problem *p, real *u) {
    (void)p;
    u[0] = 0.5;
    u[1] = u[2] = 0;
    u[3] = kepler_speed;
}

static void kepler_column(const problem *p, int i, char *name) {
    static const char *const names[] = {"x", "y", "vx", "vy"};
    (void)p;
    strcpy(name, names[i]);
}

static inline void kepler_side(const problem *p, real t, const real *u, real *f) {
    (void)p;
    (void)t;
    const real square = u[0] * u[0] + u[1] * u[1];
    const real pull = 1 / (square * SQRT(square));
    f[0] = u[2];
    f[1] = u[3];
    f[2] = -pull * u[0];
    f[3] = -pull * u[1];
}

/* Gauss-Newton for both invariants; the iteration is quadratic, so a move below 1e-8 is
 * the last one. */
static inline void kepler_project(const problem *p, real t, real *u) {
    const real speed = kepler_speed;
    const real energy = speed * speed / 2 - 2, momentum = speed / 2;
    (void)p;
    (void)t;
    for (int k = 0; k < 6; k++) {
        const real square = u[0] * u[0] + u[1] * u[1], inverse = 1 / SQRT(square);
        const real pull = inverse / square;
        const real a = (u[2] * u[2] + u[3] * u[3]) / 2 - inverse - energy;
        const real b = u[0] * u[3] - u[1] * u[2] - momentum;
        const real g[4] = {pull * u[0], pull * u[1], u[2], u[3]};
        const real m[4] = {u[3], -u[2], -u[1], u[0]};
        const real gg = g[0] * g[0] + g[1] * g[1] + g[2] * g[2] + g[3] * g[3];
        const real mm = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3];
        const real gm = g[0] * m[0] + g[1] * m[1] + g[2] * m[2] + g[3] * m[3];
        const real shrink = 1 / (gg * mm - gm * gm);
        const real ca = shrink * (mm * a - gm * b), cb = shrink * (gg * b - gm * a);
        for (int i = 0; i < 4; i++)
            u[i] -= ca * g[i] + cb * m[i];
        if (ca * ca * gg + cb * cb * mm < 1e-16)
            return;
    }
}

#ifndef QUAD
static inline void kepler_land(const problem *p, double t, double *u, double *f) {
    kepler_project(p, t, u);
    kepler_side(p, t, u, f);
}

static inline void kepler_arrive(const problem *p, double t, double *u, double *f) {
    kepler_side(p, t, u, f);
}

static int kepler_limit(const problem *p, double tolerance, double *u, double *work,
                        counts *c) {
    return dop853(p, 4, 1, kepler_side, kepler_arrive, tolerance, u, work, c);
}

static int kepler_limit_projected(const problem *p, double tolerance, double *u,
                                  double *work, counts *c) {
    return dop853(p, 4, 1, kepler_side, kepler_land, tolerance, u, work, c);
}

/* y = (u, a multiplier for each invariant). */
enum { KEPLER_DAE = 6 };

static int kepler_dae_size(const problem *p) {
    (void)p;
    return KEPLER_DAE;
}

static void kepler_residual(const problem *p, double t, const double *y, const double *yp,
                            double *r) {
    const double inverse = 1 / sqrt(y[0] * y[0] + y[1] * y[1]);
    const double pull = inverse * inverse * inverse, a = y[4], b = y[5];
    (void)p;
    (void)t;
    r[0] = yp[0] - y[2] + a * pull * y[0] + b * y[3];
    r[1] = yp[1] - y[3] + a * pull * y[1] - b * y[2];
    r[2] = yp[2] + pull * y[0] + a * y[2] - b * y[1];
    r[3] = yp[3] + pull * y[1] + a * y[3] + b * y[0];
    r[4] =
        (y[2] * y[2] + y[3] * y[3]) / 2 - inverse - kepler_speed * kepler_speed / 2 + 2;
    r[5] = y[0] * y[3] - y[1] * y[2] - kepler_speed / 2;
}

static void kepler_dae_start(const problem *p, double *y, double *yp) {
    memset(y, 0, KEPLER_DAE * sizeof *y);
    memset(yp, 0, KEPLER_DAE * sizeof *yp);
    kepler_start(p, y);
    kepler_side(p, 0, y, yp);
}

static void kepler_differential(const problem *p, double *id) {
    (void)p;
    for (int i = 0; i < KEPLER_DAE; i++)
        id[i] = i < 4;
}

static void kepler_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, 4 * sizeof *out);
}

static const dae_form kepler_dae = {kepler_dae_size,  kepler_residual,
                                    kepler_dae_start, kepler_differential,
                                    kepler_state,     -1};
#endif

const problem kepler = {
    .name = "kepler",
    .title = "Kepler, 50 revolutions",
    .model = "models/KeplerOrbit.mo",
    .n = 4,
    .stop = 310.84,
    .floor = 1,
    .start = kepler_start,
    .column = kepler_column,
    .side = kepler_side,
    .project = kepler_project,
    .lower = -1,
#ifndef QUAD
    .limit = kepler_limit,
    .limit_projected = kepler_limit_projected,
    .dae = &kepler_dae,
#endif
};
