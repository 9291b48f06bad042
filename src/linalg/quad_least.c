/* SPDX-License-Identifier: BSD-3-Clause */
/* Householder reflections in the order of the columns. */
#include "quad_least.h"

static quad quad_dot(int n, const quad *x, const quad *y) {
    quad sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static quad quad_length(int n, const quad *x) {
    return QUAD_FUNCTION(sqrt)(quad_dot(n, x, x));
}

/* Makes x the vector of the reflection that takes it to (alpha, 0, ...); returns alpha,
 * and 2 / |x|^2. */
static quad quad_reflector(int n, quad *x, quad *beta) {
    quad length = quad_length(n, x);
    quad alpha = x[0] > 0 ? -length : length;
    x[0] -= alpha;
    *beta = 2 / quad_dot(n, x, x);
    return alpha;
}

static void quad_reflect(int n, const quad *v, quad beta, quad *x) {
    quad factor = beta * quad_dot(n, v, x);
    for (int i = 0; i < n; i++)
        x[i] -= factor * v[i];
}

quad quad_least_squares(int rows, int columns, quad *a, quad *b, quad zero, quad *x) {
    for (int j = 0; j < columns; j++) {
        quad *own = a + (size_t)j * rows;
        quad beta;
        if (!(quad_length(rows - j, own + j) > zero * quad_length(rows, own)))
            return -1;
        x[j] = quad_reflector(rows - j, own + j, &beta);
        for (int k = j + 1; k < columns; k++)
            quad_reflect(rows - j, own + j, beta, a + (size_t)k * rows + j);
        quad_reflect(rows - j, own + j, beta, b + j);
    }
    for (int j = columns - 1; j >= 0; j--) {
        x[j] = b[j] / x[j];
        for (int i = 0; i < j; i++)
            b[i] -= x[j] * a[i + (size_t)j * rows];
    }
    return quad_length(rows - columns, b + columns);
}
