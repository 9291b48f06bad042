/* SPDX-License-Identifier: BSD-3-Clause */
/* Householder reflections in the order of the columns; or these in double precision, with
 * residuals in quadruple precision that are solved for again. */
#include "quad_least.h"
#include <math.h>
#include "dense.h"

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

/* --- by refinement --- */

/* A column that keeps this share of its length is independent of those before, though
 * entries and reflections are rounded to double precision. */
static const double CLEARLY_INDEPENDENT = 1e-8;
/* Of a residual, what the columns may take of it where it is called the least one. */
static const double IS_LEAST = 1e-3;
/* Changes of coefficients, as a share of the largest: one that is none, and one after
 * which others may stay as large. */
static const double NO_CHANGE = 1e-32;
static const double SMALL_CHANGE = 1e-26;
static const double SHRINKS = 0.1; /* a change beside the one before */
enum { MOST_STEPS = 12 };

/* Factors a matrix whose columns have length 1; returns 0 where one is not clearly
 * independent. diagonal, beta: [columns] */
static int refine_factor(int rows, int columns, double *a, double *diagonal,
                         double *beta) {
    for (int j = 0; j < columns; j++) {
        double *own = a + (size_t)j * (size_t)rows + j;
        if (!(vector_length(rows - j, own) > CLEARLY_INDEPENDENT))
            return 0;
        beta[j] = householder(rows - j, own, &diagonal[j]);
        for (int k = j + 1; k < columns; k++)
            householder_reflect(rows - j, own, beta[j], a + (size_t)k * (size_t)rows + j);
    }
    return 1;
}

/* Reflects b: [rows]; its first part becomes the solution, [columns]. Returns the length
 * of that part before, which is what the solution takes of b. */
static double refine_solve(int rows, int columns, const double *a, const double *diagonal,
                           const double *beta, double *b) {
    for (int j = 0; j < columns; j++)
        householder_reflect(rows - j, a + (size_t)j * (size_t)rows + j, beta[j], b + j);
    double length = vector_length(columns, b);
    for (int j = columns - 1; j >= 0; j--) {
        b[j] /= diagonal[j];
        vector_add(j, -b[j], a + (size_t)j * (size_t)rows, b);
    }
    return length;
}

/* rest = b - a x. Returns its length. */
static quad refine_rest(int rows, int columns, const quad *a, const quad *b,
                        const quad *x, quad *rest) {
    for (int i = 0; i < rows; i++)
        rest[i] = b[i];
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            rest[i] -= x[j] * a[i + (size_t)j * (size_t)rows];
    return quad_length(rows, rest);
}

size_t quad_refined_work(int rows, int columns) {
    return (size_t)rows * (size_t)columns + (size_t)rows + 2 * (size_t)columns;
}

quad quad_refined_squares(int rows, int columns, const quad *a, const quad *b, quad zero,
                          quad *x, quad *rest, double *work) {
    double *factor = work;
    double *right = factor + (size_t)rows * (size_t)columns;
    double *diagonal = right + rows;
    double *beta = diagonal + columns;
    for (size_t k = 0; k < (size_t)rows * (size_t)columns; k++)
        factor[k] = (double)a[k];
    if (!refine_factor(rows, columns, factor, diagonal, beta))
        return -1;
    for (int j = 0; j < columns; j++)
        x[j] = 0;
    quad length = refine_rest(rows, columns, a, b, x, rest);
    const quad size = length * length;
    double before = INFINITY;
    for (int k = 0; k < MOST_STEPS && length > 0; k++) {
        for (int i = 0; i < rows; i++)
            right[i] = (double)(rest[i] / length);
        const double taken = refine_solve(rows, columns, factor, diagonal, beta, right);
        const double change = (double)length * vector_length(columns, right);
        const quad own = quad_length(columns, x);
        const int is_left = length > zero * QUAD_FUNCTION(sqrt)(size + own * own);
        if ((is_left && taken <= IS_LEAST) || change <= NO_CHANGE * own)
            return length;
        if (!(change < SHRINKS * before))
            return change <= SMALL_CHANGE * own ? length : -1;
        for (int j = 0; j < columns; j++)
            x[j] += right[j] * length;
        length = refine_rest(rows, columns, a, b, x, rest);
        before = change;
    }
    return length > 0 ? -1 : length;
}
