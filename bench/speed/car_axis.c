/* SPDX-License-Identifier: BSD-3-Clause */
/* A car axis on a bumpy road (test set of Bari, II-17): u = (xl, yl, xr, yr) and their
 * velocities, both constraints depend on time (the first one through the road). Both
 * multipliers come from a 2 x 2 system. */
#include <string.h>
#include "dop853.h"

enum { PLACES = 4, AXIS_DAE = 12 };
static const double axis_mass = 0.01 * 0.01 * 10 / 2, axis_rest = 0.5, bump = 0.1,
                    omega = 10, axis_gravity = 1;

/* The right end of the road's unit vector and its first two derivatives. */
typedef struct road {
    real x, y, dx, dy, ddx, ddy;
} road;

static inline road road_at(real t) {
    road b;
    b.y = bump * SIN(omega * t);
    b.dy = bump * omega * COS(omega * t);
    b.ddy = -omega * omega * b.y;
    b.x = SQRT(1 - b.y * b.y);
    b.dx = -b.y * b.dy / b.x;
    b.ddx = -(b.dy * b.dy + b.y * b.ddy + b.dx * b.dx) / b.x;
    return b;
}

static void axis_start(const problem *p, real *u) {
    static const double start[] = {0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0};
    for (int i = 0; i < p->n; i++)
        u[i] = start[i];
}

static void axis_column(const problem *p, int i, char *name) {
    static const char *const names[] = {"xl", "yl", "xr", "yr", "ul", "vl", "ur", "vr"};
    (void)p;
    strcpy(name, names[i]);
}

/* Accelerations without the constraints. */
static inline void axis_forces(const road *b, const real *q, real *a) {
    const real left = SQRT(q[0] * q[0] + q[1] * q[1]);
    const real x = q[2] - b->x, y = q[3] - b->y, right = SQRT(x * x + y * y);
    const real pull = (axis_rest - left) / (left * axis_mass);
    const real push = (axis_rest - right) / (right * axis_mass);
    a[0] = pull * q[0];
    a[1] = pull * q[1] - axis_gravity;
    a[2] = push * x;
    a[3] = push * y - axis_gravity;
}

/* Normals: (b, 0) and (d, -d) with d = left - right. Solves [bb, bd; bd, 2 dd] m = r. */
static inline void axis_solve(const road *b, real dx, real dy, real r1, real r2,
                              real *m) {
    const real bb = b->x * b->x + b->y * b->y, bd = b->x * dx + b->y * dy;
    const real dd = 2 * (dx * dx + dy * dy), shrink = 1 / (bb * dd - bd * bd);
    m[0] = shrink * (dd * r1 - bd * r2);
    m[1] = shrink * (bb * r2 - bd * r1);
}

static inline void axis_push(const road *b, real dx, real dy, const real *m, real *q) {
    q[0] -= m[0] * b->x + m[1] * dx;
    q[1] -= m[0] * b->y + m[1] * dy;
    q[2] += m[1] * dx;
    q[3] += m[1] * dy;
}

static inline void axis_side(const problem *p, real t, const real *u, real *f) {
    const road b = road_at(t);
    const real *q = u, *v = u + PLACES;
    real *a = f + PLACES, m[2];
    (void)p;
    const real dx = q[0] - q[2], dy = q[1] - q[3], wx = v[0] - v[2], wy = v[1] - v[3];
    axis_forces(&b, q, a);
    const real r1 = b.x * a[0] + b.y * a[1] + 2 * (b.dx * v[0] + b.dy * v[1]) +
                    b.ddx * q[0] + b.ddy * q[1];
    const real r2 = dx * (a[0] - a[2]) + dy * (a[1] - a[3]) + wx * wx + wy * wy;
    axis_solve(&b, dx, dy, r1, r2, m);
    axis_push(&b, dx, dy, m, a);
    for (int i = 0; i < PLACES; i++)
        f[i] = v[i];
}

static inline void axis_project(const problem *p, real t, real *u) {
    const road b = road_at(t);
    real *q = u, *v = u + PLACES, m[2];
    (void)p;
    for (int k = 0; k < 8; k++) {
        const real dx = q[0] - q[2], dy = q[1] - q[3];
        axis_solve(&b, dx, dy, q[0] * b.x + q[1] * b.y, (dx * dx + dy * dy - 1) / 2, m);
        axis_push(&b, dx, dy, m, q);
        if (m[0] * m[0] + m[1] * m[1] < 1e-16)
            break;
    }
    const real dx = q[0] - q[2], dy = q[1] - q[3];
    axis_solve(&b, dx, dy, b.x * v[0] + b.y * v[1] + b.dx * q[0] + b.dy * q[1],
               dx * (v[0] - v[2]) + dy * (v[1] - v[3]), m);
    axis_push(&b, dx, dy, m, v);
}

#ifndef QUAD
static inline void axis_land(const problem *p, double t, double *u, double *f) {
    axis_project(p, t, u);
    axis_side(p, t, u, f);
}

static inline void axis_arrive(const problem *p, double t, double *u, double *f) {
    axis_side(p, t, u, f);
}

static int axis_limit(const problem *p, double tolerance, double *u, double *work,
                      counts *c) {
    return dop853(p, 2 * PLACES, 1, axis_side, axis_arrive, tolerance, u, work, c);
}

static int axis_limit_projected(const problem *p, double tolerance, double *u,
                                double *work, counts *c) {
    return dop853(p, 2 * PLACES, 1, axis_side, axis_land, tolerance, u, work, c);
}

/* y = (q, v, two forces, two multipliers of the velocities' equations). */
static int axis_dae_size(const problem *p) {
    (void)p;
    return AXIS_DAE;
}

static void axis_residual(const problem *p, double t, const double *y, const double *yp,
                          double *r) {
    const road b = road_at(t);
    const double *q = y, *v = y + PLACES;
    const double dx = q[0] - q[2], dy = q[1] - q[3];
    double a[PLACES], w[PLACES];
    (void)p;
    axis_forces(&b, q, a);
    axis_push(&b, dx, dy, y + 8, a);
    memcpy(w, v, sizeof w);
    axis_push(&b, dx, dy, y + 10, w);
    for (int i = 0; i < PLACES; i++) {
        r[i] = yp[i] - w[i];
        r[PLACES + i] = yp[PLACES + i] - a[i];
    }
    r[8] = q[0] * b.x + q[1] * b.y;
    r[9] = (dx * dx + dy * dy - 1) / 2;
    r[10] = b.x * v[0] + b.y * v[1] + b.dx * q[0] + b.dy * q[1];
    r[11] = dx * (v[0] - v[2]) + dy * (v[1] - v[3]);
}

static void axis_dae_start(const problem *p, double *y, double *yp) {
    memset(y, 0, AXIS_DAE * sizeof *y);
    memset(yp, 0, AXIS_DAE * sizeof *yp);
    axis_start(p, y);
    axis_side(p, 0, y, yp); /* the forces in the constraints are 0 at the start */
}

static void axis_differential(const problem *p, double *id) {
    (void)p;
    for (int i = 0; i < AXIS_DAE; i++)
        id[i] = i < 2 * PLACES;
}

static void axis_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, 2 * PLACES * sizeof *out);
}

static const dae_form axis_dae = {axis_dae_size,     axis_residual, axis_dae_start,
                                  axis_differential, axis_state,    -1};
#endif

const problem car_axis = {
    .name = "car-axis",
    .title = "car axis",
    .model = "bench/CarAxis.mo",
    .n = 2 * PLACES,
    .stop = 3,
    .floor = 1,
    .start = axis_start,
    .column = axis_column,
    .side = axis_side,
    .project = axis_project,
    .lower = -1,
#ifndef QUAD
    .limit = axis_limit,
    .limit_projected = axis_limit_projected,
    .dae = &axis_dae,
#endif
};
