/* SPDX-License-Identifier: BSD-3-Clause */
/* The inner loops of implicit stages: products with the small matrices of a table, for
 * every unknown and every coordinate, in one pass over the memory. */
#ifndef METHOD_IRK_KERNEL_H
#define METHOD_IRK_KERNEL_H
#include "collocation.h"

/* Vectors of eigenvectors: of the real one if there is one, n numbers, then of each pair
 * n complex numbers. */

/* hat = t^-1 in, for in: [n, s] */
void irk_kernel_split(const collocation *t, int n, const double *in, double *hat);
/* The same in lanes, first for the real eigenvalue, if there is one, then for the pairs,
 * as lane_lu.h has right sides: those that are left are 0. hat: [n, LANE_NUMBER] */
void irk_kernel_split_lanes(const collocation *t, int n, const double *columns,
                            const double *in, double *hat);
/* What that takes, the columns of t^-1 in lanes: [s, LANE_NUMBER] */
void irk_kernel_columns(const collocation *t, double *columns);
/* out = t hat */
void irk_kernel_join(const collocation *t, int n, const double *hat, double *out);
/* out -= t hat */
void irk_kernel_correct(const collocation *t, int n, const double *hat, double *out);
/* The same with lanes. */
void irk_kernel_correct_lanes(const collocation *t, int n, const double *hat,
                              double *out);

/* out[., r] = sum over j < count of weight[r, j] in[., j], r < s, vectors of length n;
 * those of `in` are `stride` apart. weight: by rows */
void irk_kernel_combine(int n, int s, int count, const double *weight, const double *in,
                        int stride, double *out);

/* u = the sum over j < count of weight[j] value[j], vectors of length n. The weights add
 * up to 1: it is made from value[0], without loss. */
void irk_kernel_blend(int n, int count, const double *weight, const double *const *value,
                      double *u);

/* A step of coordinates that follow each other, as do their derivatives, in all stages;
 * arrays begin with the first of them. */
typedef struct irk_piece {
    int count;
    const double *p, *v; /* [count]: where the step begins; v: NULL without a0 */
    const double *slope; /* of stage 0; those of the next one: */
    int slope_stride;
    double *u; /* of stage 0; those of the next one: */
    int stride;
    double *change;       /* u - what it was; as u; NULL: not wanted */
    const double *weight; /* [count] */
} irk_piece;

/* u = p + h (a0 v + A slope); returns the sum of the squares of the weighted changes. */
double irk_kernel_integrate(const collocation *t, double h, const irk_piece *x);

/* The sum of the squares of the weighted changes. */
double irk_kernel_squares(int n, const double *change, const double *weight);

#endif
