/* SPDX-License-Identifier: BSD-3-Clause */
/* Exported code by itself: -DHEADER='"pendulum.h"' -DPREFIX=Pendulum. Prints every
 * coordinate and top unknown with its name at the start, or, with a time, after steps of
 * the classical Runge-Kutta method; then the largest residual. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include HEADER

#define JOIN(a, b) a##_##b
#define EXPAND(a, b) JOIN(a, b)
#define THE(name) EXPAND(PREFIX, name)

enum { N = THE(COORDINATES), STEPS = 20000 };

static double z[THE(TOPS) + 1];
static double r[THE(ROWS) + 1];

static void slope(const double *u, double h, const double *k, double *v) {
    double at[N];
    for (int i = 0; i < N; i++)
        at[i] = u[i] + h * k[i];
    THE(direction)(at, THE(parameter), v);
}

static void step(double *u, double h) {
    static const double zero[N];
    double k[4][N];
    slope(u, 0, zero, k[0]);
    slope(u, h / 2, k[0], k[1]);
    slope(u, h / 2, k[1], k[2]);
    slope(u, h, k[2], k[3]);
    for (int i = 0; i < N; i++)
        u[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

int main(int argc, char **argv) {
    const double end = argc > 1 ? atof(argv[1]) : 0;
    double u[N];
    double largest = 0;
    for (int i = 0; i < N; i++)
        u[i] = THE(start)[i];
    for (int k = 0; k < STEPS && end > 0; k++)
        step(u, end / STEPS);
    THE(tops)(u, THE(parameter), z);
    THE(residual)(u, z, THE(parameter), r);
    for (int i = 0; i < N; i++)
        printf("%s %.17g\n", THE(coordinate_name)[i], u[i]);
    for (int j = 0; j < THE(TOPS); j++)
        printf("%s %.17g\n", THE(top_name)[j], z[j]);
    for (int i = 0; i < THE(ROWS); i++)
        largest = fabs(r[i]) > largest ? fabs(r[i]) : largest;
    printf("residual %.17g\n", largest);
    return 0;
}
