/* SPDX-License-Identifier: BSD-3-Clause */
/* Andrews' squeezer: u = (q, q'), seven relative angles. By hand: sines and cosines of
 * the seven absolute angles only, those of relative ones by products; each of the three
 * loops is two equations in two angles once the crank and its coupler are known, so that
 * the tangent `free` of the mechanism and a particular acceleration come from three 2 x 2
 * systems; the equation of motion along the tangent gives the rest. No multiplier is
 * needed. */
#include <stdio.h>
#include <string.h>
#include "dop853.h"

enum { ANGLES = 7 };
/* The absolute angles: q1, q1 + q2, q3, q4 + q5, q5, q6 + q7, q7. */
enum { CRANK, COUPLER, ROCKER, ROD4, ARM5, ROD6, ARM7 };

static const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050,
                    m6 = 0.00706, m7 = 0.05498;
static const double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7,
                    I5 = 1.169e-5, I6 = 5.667e-7, I7 = 1.912e-5;
static const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014,
                    yc = 0.072;
static const double stiffness = 4530, rest = 0.07785, torque = 0.033;
static const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007,
                    ra = 0.00092;
static const double ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02;
static const double ta = 0.02308, tb = 0.00916, u7 = 0.04, ua = 0.01228, ub = 0.00449;
static const double zf = 0.02, zt = 0.04, fa = 0.01421;

typedef struct directions {
    real c[ANGLES], s[ANGLES];
} directions;

/* The loops' matrices, inverted: right sides of all pairs to the angles after the crank.
 */
typedef struct loops {
    real inverse[3]; /* of the determinants */
} loops;

static void andrews_start(const problem *p, real *u) {
    static const double q[ANGLES] = {
        -0.0617138900142764496358948458001, 0,
        0.455279819163070380255912382449,   0.222668390165885884674473185609,
        0.487364979543842550225598953530,   -0.222668390165885884674473185609,
        1.23054744454982119249735015568};
    for (int i = 0; i < ANGLES; i++) {
        u[i] = q[i];
        u[ANGLES + i] = 0;
    }
    p->project(p, 0, u);
}

static void andrews_column(const problem *p, int i, char *name) {
    static const char *const names[] = {"beta",  "theta", "gamma",  "phi",
                                        "delta", "omega", "epsilon"};
    (void)p;
    if (i < ANGLES)
        sprintf(name, "%s", names[i]);
    else
        sprintf(name, "w[%d]", i - ANGLES + 1);
}

/* The angles, as the test set has it. */
static int andrews_compared(const problem *p, int i) {
    (void)p;
    return i < ANGLES;
}

/* Of relative angles, velocities or accelerations. */
static inline void to_absolute(const real *q, real *a) {
    a[CRANK] = q[0];
    a[COUPLER] = q[0] + q[1];
    a[ROCKER] = q[2];
    a[ROD4] = q[3] + q[4];
    a[ARM5] = q[4];
    a[ROD6] = q[5] + q[6];
    a[ARM7] = q[6];
}

static inline void to_relative(const real *a, real *q) {
    q[0] = a[CRANK];
    q[1] = a[COUPLER] - a[CRANK];
    q[2] = a[ROCKER];
    q[3] = a[ROD4] - a[ARM5];
    q[4] = a[ARM5];
    q[5] = a[ROD6] - a[ARM7];
    q[6] = a[ARM7];
}

static inline void directions_at(const real *q, directions *w) {
    real a[ANGLES];
    to_absolute(q, a);
    for (int i = 0; i < ANGLES; i++) {
        w->s[i] = SIN(a[i]);
        w->c[i] = COS(a[i]);
    }
}

static inline void loops_at(const directions *w, loops *l) {
    const real *c = w->c, *s = w->s;
    l->inverse[0] = -1 / (d * ss * (s[COUPLER] * s[ROCKER] + c[COUPLER] * c[ROCKER]));
    l->inverse[1] = 1 / (e * zt * (c[ROD4] * c[ARM5] + s[ROD4] * s[ARM5]));
    l->inverse[2] = -1 / (zf * u7 * (s[ROD6] * s[ARM7] + c[ROD6] * c[ARM7]));
}

/* Absolute angles' rates a with a[CRANK] given and g'(q) a = right. */
static inline void loops_solve(const directions *w, const loops *l, const real *right,
                               real *a) {
    const real *c = w->c, *s = w->s;
    const real px = -rr * s[CRANK] * a[CRANK], py = rr * c[CRANK] * a[CRANK];
    real x = right[0] - px, y = right[1] - py;
    a[COUPLER] = l->inverse[0] * ss * (-x * s[ROCKER] + y * c[ROCKER]);
    a[ROCKER] = l->inverse[0] * d * (y * s[COUPLER] + x * c[COUPLER]);
    const real qx = px + d * s[COUPLER] * a[COUPLER];
    const real qy = py - d * c[COUPLER] * a[COUPLER];
    x = right[2] - qx;
    y = right[3] - qy;
    a[ROD4] = -l->inverse[1] * zt * (x * c[ARM5] + y * s[ARM5]);
    a[ARM5] = l->inverse[1] * e * (-y * c[ROD4] + x * s[ROD4]);
    x = right[4] - qx;
    y = right[5] - qy;
    a[ROD6] = l->inverse[2] * u7 * (-x * s[ARM7] + y * c[ARM7]);
    a[ARM7] = l->inverse[2] * zf * (y * s[ROD6] + x * c[ROD6]);
}

/* Relative rates that keep the loops closed, the crank's being 1. */
static inline void free_motion(const directions *w, const loops *l, real *free) {
    static const real closed[6] = {0};
    real a[ANGLES];
    a[CRANK] = 1;
    loops_solve(w, l, closed, a);
    to_relative(a, free);
}

/* Relative accelerations of the loops' geometry, the crank's being 0. */
static inline void bound_acceleration(const directions *w, const loops *l, const real *v,
                                      real *bound) {
    const real *c = w->c, *s = w->s;
    real a[ANGLES], right[6], sq[ANGLES];
    to_absolute(v, a);
    for (int i = 0; i < ANGLES; i++)
        sq[i] = a[i] * a[i];
    const real x = rr * c[CRANK] * sq[CRANK] - d * c[COUPLER] * sq[COUPLER];
    const real y = rr * s[CRANK] * sq[CRANK] - d * s[COUPLER] * sq[COUPLER];
    right[0] = x - ss * s[ROCKER] * sq[ROCKER];
    right[1] = y + ss * c[ROCKER] * sq[ROCKER];
    right[2] = x - e * s[ROD4] * sq[ROD4] - zt * c[ARM5] * sq[ARM5];
    right[3] = y + e * c[ROD4] * sq[ROD4] - zt * s[ARM5] * sq[ARM5];
    right[4] = x - zf * c[ROD6] * sq[ROD6] - u7 * s[ARM7] * sq[ARM7];
    right[5] = y - zf * s[ROD6] * sq[ROD6] + u7 * c[ARM7] * sq[ARM7];
    a[CRANK] = 0;
    loops_solve(w, l, right, a);
    to_relative(a, bound);
}

/* The mass matrix has a 1 x 1 and three 2 x 2 blocks. */
typedef struct masses {
    real M11, M12, M22, M33, M44, M45, M55, M66, M67, M77;
} masses;

static inline void andrews_dynamics(const directions *w, const real *v, masses *m,
                                    real *f) {
    const real *c = w->c, *s = w->s;
    const real k4 = e - ea, k6 = zf - fa;
    const real c2 = c[COUPLER] * c[CRANK] + s[COUPLER] * s[CRANK];
    const real s2 = s[COUPLER] * c[CRANK] - c[COUPLER] * s[CRANK];
    const real s4 = s[ROD4] * c[ARM5] - c[ROD4] * s[ARM5];
    const real c4 = c[ROD4] * c[ARM5] + s[ROD4] * s[ARM5];
    const real s6 = s[ROD6] * c[ARM7] - c[ROD6] * s[ARM7];
    const real c6 = c[ROD6] * c[ARM7] + s[ROD6] * s[ARM7];

    m->M22 = m2 * da * da + I2;
    m->M12 = m->M22 - m2 * da * rr * c2;
    m->M11 = (m1 * ra * ra + m2 * rr * rr + I1) + m->M12 - m2 * da * rr * c2;
    m->M33 = m3 * (sa * sa + sb * sb) + I3;
    m->M44 = m4 * k4 * k4 + I4;
    m->M45 = m->M44 + m4 * zt * k4 * s4;
    m->M55 = (m4 * zt * zt + m5 * (ta * ta + tb * tb) + I5) + m->M45 + m4 * zt * k4 * s4;
    m->M66 = m6 * k6 * k6 + I6;
    m->M67 = m->M66 - m6 * u7 * k6 * s6;
    m->M77 = (m6 * u7 * u7 + m7 * (ua * ua + ub * ub) + I7) + m->M67 - m6 * u7 * k6 * s6;

    const real xd = sd * c[ROCKER] + sc * s[ROCKER] + (xb - xc);
    const real yd = sd * s[ROCKER] - sc * c[ROCKER] + (yb - yc);
    const real pull = stiffness * rest / SQRT(xd * xd + yd * yd) - stiffness;
    f[0] = torque - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * s2;
    f[1] = m2 * da * rr * v[0] * v[0] * s2;
    f[2] = pull * (xd * (sc * c[ROCKER] - sd * s[ROCKER]) +
                   yd * (sd * c[ROCKER] + sc * s[ROCKER]));
    f[3] = m4 * zt * k4 * v[4] * v[4] * c4;
    f[4] = -m4 * zt * k4 * v[3] * (v[3] + 2 * v[4]) * c4;
    f[5] = -m6 * u7 * k6 * v[6] * v[6] * c6;
    f[6] = m6 * u7 * k6 * v[5] * (v[5] + 2 * v[6]) * c6;
}

static inline void andrews_accelerate(const directions *w, const loops *l, const real *b,
                                      const real *v, real *acceleration) {
    real a[ANGLES], f[ANGLES];
    masses m;
    andrews_dynamics(w, v, &m, f);
    bound_acceleration(w, l, v, a);
    const real Mb[ANGLES] = {m.M11 * b[0] + m.M12 * b[1],
                             m.M12 * b[0] + m.M22 * b[1],
                             m.M33 * b[2],
                             m.M44 * b[3] + m.M45 * b[4],
                             m.M45 * b[3] + m.M55 * b[4],
                             m.M66 * b[5] + m.M67 * b[6],
                             m.M67 * b[5] + m.M77 * b[6]};
    real force = 0, inertia = 0, taken = 0;
    for (int i = 0; i < ANGLES; i++) {
        force += b[i] * f[i];
        inertia += Mb[i] * b[i];
        taken += Mb[i] * a[i];
    }
    const real crank = (force - taken) / inertia;
    for (int i = 0; i < ANGLES; i++)
        acceleration[i] = a[i] + crank * b[i];
}

static inline void andrews_evaluate(const directions *w, const loops *l, const real *free,
                                    const real *u, real *f) {
    for (int i = 0; i < ANGLES; i++)
        f[i] = u[ANGLES + i];
    andrews_accelerate(w, l, free, u + ANGLES, f + ANGLES);
}

static inline void andrews_side(const problem *p, real t, const real *u, real *f) {
    directions w;
    loops l;
    real free[ANGLES];
    (void)p;
    (void)t;
    directions_at(u, &w);
    loops_at(&w, &l);
    free_motion(&w, &l, free);
    andrews_evaluate(&w, &l, free, u, f);
}

static inline void loop_gaps(const directions *w, real *g) {
    const real *c = w->c, *s = w->s;
    const real x = rr * c[CRANK] - d * c[COUPLER], y = rr * s[CRANK] - d * s[COUPLER];
    g[0] = x - ss * s[ROCKER] - xb;
    g[1] = y + ss * c[ROCKER] - yb;
    g[2] = x - e * s[ROD4] - zt * c[ARM5] - xa;
    g[3] = y + e * c[ROD4] - zt * s[ARM5] - ya;
    g[4] = x - zf * c[ROD6] - u7 * s[ARM7] - xa;
    g[5] = y - zf * s[ROD6] + u7 * c[ARM7] - ya;
}

static inline real dot(const real *a, const real *b) {
    real sum = 0;
    for (int i = 0; i < ANGLES; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The directions after small turns: the series to the third power; larger ones anew. */
static inline void directions_turn(directions *w, const real *q, const real *move,
                                   real largest) {
    real turn[ANGLES];
    if (largest > 1e-4 || sizeof(real) > sizeof(double)) {
        directions_at(q, w);
        return;
    }
    to_absolute(move, turn);
    for (int i = 0; i < ANGLES; i++) {
        const real sq = turn[i] * turn[i];
        const real s = turn[i] * (1 - sq / 6), c = -sq / 2;
        const real ci = w->c[i], si = w->s[i];
        w->c[i] = ci + (ci * c + si * s);
        w->s[i] = si + (si * c - ci * s);
    }
}

/* Newton's iteration along the normals (quadratic: a move below 1e-8 is the last one),
 * then the velocities' part along the tangent. Leaves what the evaluation at the end
 * needs. */
static inline void andrews_move(real *u, directions *w, loops *l, real *free) {
    const real last = sizeof(real) > sizeof(double) ? 1e-36 : 1e-16;
    directions_at(u, w);
    for (int k = 0; k < 8; k++) {
        real gap[6], a[ANGLES], move[ANGLES];
        loops_at(w, l);
        free_motion(w, l, free);
        loop_gaps(w, gap);
        a[CRANK] = 0;
        loops_solve(w, l, gap, a);
        to_relative(a, move);
        const real along = dot(move, free) / dot(free, free);
        for (int i = 0; i < ANGLES; i++) {
            move[i] -= along * free[i];
            u[i] -= move[i];
        }
        const real square = dot(move, move);
        directions_turn(w, u, move, SQRT(square));
        if (square < last)
            break;
    }
    loops_at(w, l);
    free_motion(w, l, free);
    const real speed = dot(free, u + ANGLES) / dot(free, free);
    for (int i = 0; i < ANGLES; i++)
        u[ANGLES + i] = speed * free[i];
}

static void andrews_project(const problem *p, real t, real *u) {
    directions w;
    loops l;
    real free[ANGLES];
    (void)p;
    (void)t;
    andrews_move(u, &w, &l, free);
}

#ifndef QUAD
static const double TYPICAL_SPEED = 1000; /* of angles, by second */

static inline void andrews_land(const problem *p, double t, double *u, double *f) {
    directions w;
    loops l;
    double free[ANGLES];
    (void)p;
    (void)t;
    andrews_move(u, &w, &l, free);
    andrews_evaluate(&w, &l, free, u, f);
}

static inline void andrews_arrive(const problem *p, double t, double *u, double *f) {
    andrews_side(p, t, u, f);
}

static int andrews_limit(const problem *p, double tolerance, double *u, double *work,
                         counts *c) {
    return dop853(p, 2 * ANGLES, TYPICAL_SPEED, andrews_side, andrews_arrive, tolerance,
                  u, work, c);
}

static int andrews_limit_projected(const problem *p, double tolerance, double *u,
                                   double *work, counts *c) {
    return dop853(p, 2 * ANGLES, TYPICAL_SPEED, andrews_side, andrews_land, tolerance, u,
                  work, c);
}

static int andrews_rows(const problem *p, double tolerance, int count, double *row,
                        double *u, double *work, counts *c) {
    return dop853_with_rows(p, 2 * ANGLES, TYPICAL_SPEED, andrews_side, andrews_land,
                            tolerance, count, row, u, work, c);
}

/* y = (q, v, forces of the loops, multipliers of the velocities' equations). */
enum { ANDREWS_DAE = 26 };

static int andrews_dae_size(const problem *p) {
    (void)p;
    return ANDREWS_DAE;
}

/* The transposed Jacobian of the loops times m. */
static void loops_transposed(const directions *w, const double *m, double *r) {
    const double *c = w->c, *s = w->s;
    const double x = m[0] + m[2] + m[4], y = m[1] + m[3] + m[5];
    r[1] = d * (s[COUPLER] * x - c[COUPLER] * y);
    r[0] = r[1] + rr * (c[CRANK] * y - s[CRANK] * x);
    r[2] = -ss * (c[ROCKER] * m[0] + s[ROCKER] * m[1]);
    r[3] = -e * (c[ROD4] * m[2] + s[ROD4] * m[3]);
    r[4] = r[3] + zt * (s[ARM5] * m[2] - c[ARM5] * m[3]);
    r[5] = zf * (s[ROD6] * m[4] - c[ROD6] * m[5]);
    r[6] = r[5] - u7 * (c[ARM7] * m[4] + s[ARM7] * m[5]);
}

static void loop_rates(const directions *w, const double *v, double *r) {
    const double *c = w->c, *s = w->s;
    double a[ANGLES];
    to_absolute(v, a);
    const double x = d * s[COUPLER] * a[COUPLER] - rr * s[CRANK] * a[CRANK];
    const double y = rr * c[CRANK] * a[CRANK] - d * c[COUPLER] * a[COUPLER];
    r[0] = x - ss * c[ROCKER] * a[ROCKER];
    r[1] = y - ss * s[ROCKER] * a[ROCKER];
    r[2] = x - e * c[ROD4] * a[ROD4] + zt * s[ARM5] * a[ARM5];
    r[3] = y - e * s[ROD4] * a[ROD4] - zt * c[ARM5] * a[ARM5];
    r[4] = x + zf * s[ROD6] * a[ROD6] - u7 * c[ARM7] * a[ARM7];
    r[5] = y - zf * c[ROD6] * a[ROD6] - u7 * s[ARM7] * a[ARM7];
}

static void andrews_residual(const problem *p, double t, const double *y,
                             const double *yp, double *r) {
    const double *v = y + ANGLES, *a = yp + ANGLES;
    double f[ANGLES], force[ANGLES], drift[ANGLES];
    directions w;
    masses m;
    (void)p;
    (void)t;
    directions_at(y, &w);
    andrews_dynamics(&w, v, &m, f);
    loops_transposed(&w, y + 14, force);
    loops_transposed(&w, y + 20, drift);
    const double Ma[ANGLES] = {m.M11 * a[0] + m.M12 * a[1],
                               m.M12 * a[0] + m.M22 * a[1],
                               m.M33 * a[2],
                               m.M44 * a[3] + m.M45 * a[4],
                               m.M45 * a[3] + m.M55 * a[4],
                               m.M66 * a[5] + m.M67 * a[6],
                               m.M67 * a[5] + m.M77 * a[6]};
    for (int i = 0; i < ANGLES; i++) {
        r[i] = yp[i] - v[i] + drift[i];
        r[ANGLES + i] = Ma[i] - f[i] + force[i];
    }
    loop_gaps(&w, r + 14);
    loop_rates(&w, v, r + 20);
}

static void andrews_dae_start(const problem *p, double *y, double *yp) {
    memset(y, 0, ANDREWS_DAE * sizeof *y);
    memset(yp, 0, ANDREWS_DAE * sizeof *yp);
    andrews_start(p, y);
    andrews_side(p, 0, y, yp);
    y[14] = 98.5668703962410896057654982170;
    y[15] = -6.12268834425566265503114393122;
}

static void andrews_differential(const problem *p, double *id) {
    (void)p;
    for (int i = 0; i < ANDREWS_DAE; i++)
        id[i] = i < 2 * ANGLES;
}

static void andrews_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, 2 * ANGLES * sizeof *out);
}

static const dae_form andrews_dae = {andrews_dae_size,  andrews_residual,
                                     andrews_dae_start, andrews_differential,
                                     andrews_state,     -1};
#endif

const problem andrews = {
    .name = "andrews",
    .title = "Andrews' squeezer",
    .model = "models/AndrewsSqueezer.mo",
    .n = 2 * ANGLES,
    .stop = 0.03,
    .floor = 1,
    .start = andrews_start,
    .column = andrews_column,
    .compared = andrews_compared,
    .side = andrews_side,
    .project = andrews_project,
    .lower = -1,
#ifndef QUAD
    .limit = andrews_limit,
    .limit_projected = andrews_limit_projected,
    .limit_rows = andrews_rows,
    .dae = &andrews_dae,
#endif
};
