/* SPDX-License-Identifier: BSD-3-Clause */
/* The transistor amplifier (test set of Bari, II-14). By hand: u = the voltages of the
 * five capacitors (U2 - U1, U3, U4 - U5, U6, U7 - U8); sums of node equations determine
 * the eight nodes from them, two by a scalar Newton iteration, started where it ended
 * last. */
#include <stdio.h>
#include <string.h>
#include "dop853.h"

enum { CAPACITORS = 5, NODES = 8 };
static const double Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
static const double C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;
static const double full_turn = 200 * 3.14159265358979323846264338328;

static inline real signal_at(real t) {
    return 0.1 * SIN(full_turn * t);
}

/* a - slope*U - share*beta*(exp((U - low)/UF) - 1) = 0, increasing and concave in -U:
 * Newton's iteration; returns U and the current. */
static inline real junction(real a, real slope, real share, real low, real *guess,
                            real *current) {
    const real small = sizeof(real) > sizeof(double) ? 1e-26 : 1e-11;
    real U = *guess;
    for (int k = 0; k < 50; k++) {
        const real grown = beta * EXP((U - low) / UF);
        const real move =
            (a - slope * U - share * (grown - beta)) / (slope + share * grown / UF);
        U += move;
        if (FABS(move) < small * UF * 1e3) {
            /* the exponential at the end, by its series */
            const real z = move / UF;
            *guess = U;
            *current = grown * (1 + z + z * z / 2) - beta;
            return U;
        }
    }
    *guess = Ub / 2; /* a stage went astray */
    *current = NAN;
    return U;
}

typedef struct nodes {
    real U[NODES], i3, i6;
} nodes;

static _Thread_local real guess2 = 3, guess5 = 3;

static inline void nodes_at(real t, const real *u, nodes *x) {
    real *U = x->U;
    /* the first two equations added: (Ue - U1)/R0 + (Ub - 2 U2)/R - (1 - alpha) i3 = 0 */
    U[1] = junction((signal_at(t) + u[0]) / R0 + Ub / R, 1 / R0 + 2 / R, 1 - alpha, u[1],
                    &guess2, &x->i3);
    U[0] = U[1] - u[0];
    U[2] = u[1];
    /* the fourth and the fifth: (2 Ub - U4 - 2 U5)/R - alpha i3 - (1 - alpha) i6 = 0 */
    U[4] = junction((2 * Ub - u[2]) / R - alpha * x->i3, 3 / R, 1 - alpha, u[3], &guess5,
                    &x->i6);
    U[3] = U[4] + u[2];
    U[5] = u[3];
    /* the last two: (Ub - U7 - U8)/R - alpha i6 = 0 */
    U[7] = (Ub - u[4] - R * alpha * x->i6) / 2;
    U[6] = U[7] + u[4];
}

static void transistor_start(const problem *p, real *u) {
    static const double start[CAPACITORS] = {3, 3, 3, 3, 6};
    (void)p;
    guess2 = guess5 = 3;
    for (int i = 0; i < CAPACITORS; i++)
        u[i] = start[i];
}

static void transistor_observe(const problem *p, real t, const real *u, real *out) {
    nodes x;
    (void)p;
    nodes_at(t, u, &x);
    memcpy(out, x.U, sizeof x.U);
}

static void transistor_column(const problem *p, int i, char *name) {
    (void)p;
    sprintf(name, "U%d", i + 1);
}

static inline void transistor_side(const problem *p, real t, const real *u, real *f) {
    nodes x;
    (void)p;
    nodes_at(t, u, &x);
    f[0] = (x.U[0] - signal_at(t)) / (R0 * C1);
    f[1] = (x.i3 - x.U[2] / R) / C2;
    f[2] = ((Ub - x.U[3]) / R - alpha * x.i3) / C3;
    f[3] = (x.i6 - x.U[5] / R) / C4;
    f[4] = x.U[7] / (R * C5);
}

#ifndef QUAD
static inline void transistor_arrive(const problem *p, double t, double *u, double *f) {
    transistor_side(p, t, u, f);
}

static int transistor_limit(const problem *p, double tolerance, double *u, double *work,
                            counts *c) {
    return dop853(p, CAPACITORS, 1, transistor_side, transistor_arrive, tolerance, u,
                  work, c);
}

/* M U' = f(t, U) in the eight nodes, as RADAU5 takes it: M and f' are band matrices. */
static const double transistor_mass[NODES * 3] = {
    0,    -1e-6, 1e-6, 1e-6, -1e-6, 0, 0, -2e-6, 0,    0,    -3e-6, 3e-6,
    3e-6, -3e-6, 0,    0,    -4e-6, 0, 0, -5e-6, 5e-6, 5e-6, -5e-6, 0};

static void nodes_side(const problem *p, double t, const double *U, double *f) {
    const double i3 = beta * (exp((U[1] - U[2]) / UF) - 1);
    const double i6 = beta * (exp((U[4] - U[5]) / UF) - 1);
    (void)p;
    f[0] = (U[0] - signal_at(t)) / R0;
    f[1] = (2 * U[1] - Ub) / R + (1 - alpha) * i3;
    f[2] = U[2] / R - i3;
    f[3] = (U[3] - Ub) / R + alpha * i3;
    f[4] = (2 * U[4] - Ub) / R + (1 - alpha) * i6;
    f[5] = U[5] / R - i6;
    f[6] = (U[6] - Ub) / R + alpha * i6;
    f[7] = U[7] / R;
}

enum { NODES_LOWER = 2, NODES_UPPER = 1, NODES_WIDTH = 4 };

static void nodes_jacobian(const problem *p, double t, const double *U, double *J) {
    const double g3 = beta / UF * exp((U[1] - U[2]) / UF);
    const double g6 = beta / UF * exp((U[4] - U[5]) / UF);
    const double rows[NODES][NODES_WIDTH] = {
        {0, 0, 1 / R0, 0},
        {0, 0, 2 / R + (1 - alpha) * g3, -(1 - alpha) * g3},
        {0, -g3, 1 / R + g3, 0},
        {alpha * g3, -alpha * g3, 1 / R, 0},
        {0, 0, 2 / R + (1 - alpha) * g6, -(1 - alpha) * g6},
        {0, -g6, 1 / R + g6, 0},
        {alpha * g6, -alpha * g6, 1 / R, 0},
        {0, 0, 1 / R, 0}};
    (void)p;
    (void)t;
    memcpy(J, rows, sizeof rows);
}

static void nodes_start(const problem *p, double *y) {
    static const double start[NODES] = {0, 3, 3, 6, 3, 3, 6, 0};
    (void)p;
    memcpy(y, start, sizeof start);
}

static void nodes_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, NODES * sizeof *out);
}

static const mass_form transistor_nodes = {
    NODES, nodes_side, nodes_jacobian, NODES_LOWER, NODES_UPPER, transistor_mass,
    1,     1,          nodes_start,    nodes_state};

static int nodes_size(const problem *p) {
    (void)p;
    return NODES;
}

static void nodes_residual(const problem *p, double t, const double *y, const double *yp,
                           double *r) {
    nodes_side(p, t, y, r);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < 3; j++) {
            const int column = i + j - 1;
            if (column >= 0 && column < NODES)
                r[i] -= transistor_mass[3 * i + j] * yp[column];
        }
}

/* Derivatives at the start, where no transistor conducts: the algebraic equations
 * differentiated. */
static void nodes_dae_start(const problem *p, double *y, double *yp) {
    double u[CAPACITORS], f[CAPACITORS];
    nodes_start(p, y);
    transistor_start(p, u);
    transistor_side(p, 0, u, f);
    const double g = beta / UF, own = (1 - alpha) * g;
    yp[2] = f[1];
    yp[5] = f[3];
    yp[1] = ((0.1 * full_turn + f[0]) / R0 + own * yp[2]) / (1 / R0 + 2 / R + own);
    yp[0] = yp[1] - f[0];
    yp[4] = (-f[2] / R - alpha * g * (yp[1] - yp[2]) + own * yp[5]) / (3 / R + own);
    yp[3] = yp[4] + f[2];
    yp[7] = (-f[4] - R * alpha * g * (yp[4] - yp[5])) / 2;
    yp[6] = yp[7] + f[4];
}

static const dae_form transistor_dae = {nodes_size, nodes_residual, nodes_dae_start,
                                        NULL,       nodes_state,    -1};
#endif

const problem transistor = {
    .name = "transistor",
    .title = "transistor amplifier",
    .model = "bench/TransistorAmplifier.mo",
    .n = CAPACITORS,
    .stop = 0.2,
    .floor = 1,
    .stiff = 1,
    .start = transistor_start,
    .outputs = NODES,
    .observe = transistor_observe,
    .column = transistor_column,
    .side = transistor_side,
    .lower = -1,
#ifndef QUAD
    .limit = transistor_limit,
    .dae = &transistor_dae,
    .mass = &transistor_nodes,
#endif
};
