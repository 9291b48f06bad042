/* SPDX-License-Identifier: BSD-3-Clause */
/* Chemical Akzo Nobel (test set of Bari, II-12): five concentrations; the sixth is in
 * equilibrium with two of them and is put in. */
#include <stdio.h>
#include <string.h>
#include "dop853.h"

enum { SPECIES = 5 };
static const double k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, klA = 3.3,
                    Ks = 115.83, pCO2 = 0.9, H = 737;

static void akzo_start(const problem *p, real *u) {
    static const double start[SPECIES] = {0.444, 0.00123, 0, 0.007, 0};
    (void)p;
    for (int i = 0; i < SPECIES; i++)
        u[i] = start[i];
}

static void akzo_column(const problem *p, int i, char *name) {
    (void)p;
    sprintf(name, "y%d", i + 1);
}

static inline void akzo_side(const problem *p, real t, const real *u, real *f) {
    const real root = SQRT(u[1]), y6 = Ks * u[0] * u[3], square = u[0] * u[0];
    const real r1 = k1 * square * square * root, r2 = k2 * u[2] * u[3];
    const real r3 = k2 / K * u[0] * u[4], r4 = k3 * u[0] * u[3] * u[3];
    const real r5 = k4 * y6 * y6 * root;
    (void)p;
    (void)t;
    f[0] = -2 * r1 + r2 - r3 - r4;
    f[1] = -0.5 * r1 - r4 - 0.5 * r5 + klA * (pCO2 / H - u[1]);
    f[2] = r1 - r2 + r3;
    f[3] = -r2 + r3 - 2 * r4;
    f[4] = r2 - r3 + r5;
}

#ifndef QUAD
static void akzo_jacobian(const problem *p, double t, const double *u, double *J) {
    /* The rates by (y1, y2, y3, y4, y5), then how they enter. */
    static const double in[SPECIES][SPECIES] = {{-2, 1, -1, -1, 0},
                                                {-0.5, 0, 0, -1, -0.5},
                                                {1, -1, 1, 0, 0},
                                                {0, -1, 1, -2, 0},
                                                {0, 1, -1, 0, 1}};
    const double root = sqrt(u[1]), half = 0.5 / root, cube = u[0] * u[0] * u[0];
    const double s = k4 * Ks * Ks, a = u[0], d = u[3];
    const double rate[SPECIES][SPECIES] = {
        {4 * k1 * cube * root, k1 * cube * a * half, 0, 0, 0},
        {0, 0, k2 * d, k2 * u[2], 0},
        {k2 / K * u[4], 0, 0, 0, k2 / K * a},
        {k3 * d * d, 0, 0, 2 * k3 * a * d, 0},
        {2 * s * a * d * d * root, s * a * a * d * d * half, 0, 2 * s * a * a * d * root,
         0}};
    (void)p;
    (void)t;
    for (int i = 0; i < SPECIES; i++)
        for (int j = 0; j < SPECIES; j++) {
            double sum = i == 1 && j == 1 ? -klA : 0;
            for (int r = 0; r < SPECIES; r++)
                sum += in[i][r] * rate[r][j];
            J[i * SPECIES + j] = sum;
        }
}

static inline void akzo_arrive(const problem *p, double t, double *u, double *f) {
    akzo_side(p, t, u, f);
}

static int akzo_limit(const problem *p, double tolerance, double *u, double *work,
                      counts *c) {
    return dop853(p, SPECIES, 1, akzo_side, akzo_arrive, tolerance, u, work, c);
}

/* With the sixth concentration, as an index-1 system. */
static int akzo_dae_size(const problem *p) {
    (void)p;
    return SPECIES + 1;
}

static void akzo_residual(const problem *p, double t, const double *y, const double *yp,
                          double *r) {
    const double root = sqrt(y[1]), square = y[0] * y[0];
    const double r1 = k1 * square * square * root, r2 = k2 * y[2] * y[3];
    const double r3 = k2 / K * y[0] * y[4], r4 = k3 * y[0] * y[3] * y[3];
    const double r5 = k4 * y[5] * y[5] * root;
    (void)p;
    (void)t;
    r[0] = yp[0] - (-2 * r1 + r2 - r3 - r4);
    r[1] = yp[1] - (-0.5 * r1 - r4 - 0.5 * r5 + klA * (pCO2 / H - y[1]));
    r[2] = yp[2] - (r1 - r2 + r3);
    r[3] = yp[3] - (-r2 + r3 - 2 * r4);
    r[4] = yp[4] - (r2 - r3 + r5);
    r[5] = Ks * y[0] * y[3] - y[5];
}

static void akzo_dae_start(const problem *p, double *y, double *yp) {
    akzo_start(p, y);
    akzo_side(p, 0, y, yp);
    y[5] = Ks * y[0] * y[3];
    yp[5] = Ks * (yp[0] * y[3] + y[0] * yp[3]);
}

static void akzo_state(const problem *p, const double *y, double *out) {
    (void)p;
    memcpy(out, y, SPECIES * sizeof *out);
}

static const dae_form akzo_dae = {akzo_dae_size, akzo_residual, akzo_dae_start,
                                  NULL,          akzo_state,    -1};
#endif

const problem akzo = {
    .name = "akzo",
    .title = "Chemical Akzo Nobel",
    .model = "models/AkzoNobel.mo",
    .n = SPECIES,
    .stop = 180,
    .floor = 1e-3,
    .stiff = 1,
    .start = akzo_start,
    .column = akzo_column,
    .side = akzo_side,
    .lower = -1,
#ifndef QUAD
    .jacobian = akzo_jacobian,
    .limit = akzo_limit,
    .dae = &akzo_dae,
#endif
};
