/* SPDX-License-Identifier: BSD-3-Clause */
/* A point mass on a rod of length 1 in Cartesian coordinates: u = (x, y, vx, vy). The
 * constraint differentiated twice gives the force. */
#include <string.h>
#include "dop853.h"

static const double pendulum_gravity = 13.7503716373294544;

static void pendulum_start(const problem *p, real *u) {
    (void)p;
    u[0] = -1;
    u[1] = u[2] = u[3] = 0;
}

static void pendulum_column(const problem *p, int i, char *name) {
    static const char *const names[] = {"x", "y", "vx", "vy"};
    (void)p;
    strcpy(name, names[i]);
}

static inline void pendulum_side(const problem *p, real t, const real *u, real *f) {
    (void)p;
    (void)t;
    const real force = (u[2] * u[2] + u[3] * u[3] - pendulum_gravity * u[1]) /
                       (u[0] * u[0] + u[1] * u[1]);
    f[0] = u[2];
    f[1] = u[3];
    f[2] = -force * u[0];
    f[3] = -force * u[1] - pendulum_gravity;
}

static inline void pendulum_project(const problem *p, real t, real *u) {
    (void)p;
    (void)t;
    const real shrink = 1 / SQRT(u[0] * u[0] + u[1] * u[1]);
    u[0] *= shrink;
    u[1] *= shrink;
    const real along = u[0] * u[2] + u[1] * u[3];
    u[2] -= along * u[0];
    u[3] -= along * u[1];
}

#ifndef QUAD
static inline void pendulum_land(const problem *p, double t, double *u, double *f) {
    pendulum_project(p, t, u);
    pendulum_side(p, t, u, f);
}

static inline void pendulum_arrive(const problem *p, double t, double *u, double *f) {
    pendulum_side(p, t, u, f);
}

static int pendulum_limit(const problem *p, double tolerance, double *u, double *work,
                          counts *c) {
    return dop853(p, 4, 1, pendulum_side, pendulum_arrive, tolerance, u, work, c);
}

static int pendulum_limit_projected(const problem *p, double tolerance, double *u,
                                    double *work, counts *c) {
    return dop853(p, 4, 1, pendulum_side, pendulum_land, tolerance, u, work, c);
}

static int pendulum_rows(const problem *p, double tolerance, int count, double *row,
                         double *u, double *work, counts *c) {
    return dop853_with_rows(p, 4, 1, pendulum_side, pendulum_land, tolerance, count, row,
                            u, work, c);
}

/* y = (u, force, multiplier of the velocities' equation). */
enum { PENDULUM_DAE = 6 };

static int pendulum_dae_size(const problem *p) {
    (void)p;
    return PENDULUM_DAE;
}

static void pendulum_residual(const problem *p, double t, const double *y,
                              const double *yp, double *r) {
    (void)p;
    (void)t;
    r[0] = yp[0] - y[2] + y[5] * y[0];
    r[1] = yp[1] - y[3] + y[5] * y[1];
    r[2] = yp[2] + y[4] * y[0];
    r[3] = yp[3] + y[4] * y[1] + pendulum_gravity;
    r[4] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
    r[5] = y[0] * y[2] + y[1] * y[3];
}

static void pendulum_dae_start(const problem *p, double *y, double *yp) {
    memset(y, 0, PENDULUM_DAE * sizeof *y);
    memset(yp, 0, PENDULUM_DAE * sizeof *yp);
    pendulum_start(p, y); /* at rest on the height of the axis: no force */
    pendulum_side(p, 0, y, yp);
}

static void pendulum_differential(const problem *p, double *id) {
    (void)p;
    for (int i = 0; i < PENDULUM_DAE; i++)
        id[i] = i < 4;
}

static void pendulum_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, 4 * sizeof *out);
}

static const dae_form pendulum_dae = {pendulum_dae_size,  pendulum_residual,
                                      pendulum_dae_start, pendulum_differential,
                                      pendulum_state,     -1};
#endif

const problem pendulum = {
    .name = "pendulum",
    .title = "pendulum, T = 20",
    .model = "models/Pendulum.mo",
    .n = 4,
    .stop = 20,
    .floor = 1,
    .start = pendulum_start,
    .column = pendulum_column,
    .side = pendulum_side,
    .project = pendulum_project,
    .lower = -1,
#ifndef QUAD
    .limit = pendulum_limit,
    .limit_projected = pendulum_limit_projected,
    .limit_rows = pendulum_rows,
    .dae = &pendulum_dae,
#endif
};
