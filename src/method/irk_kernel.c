/* SPDX-License-Identifier: BSD-3-Clause */
/* Each loop is written once for s stages and compiled for every number of stages that a
 * table may have, so that the small matrices and what belongs to one unknown stay in
 * registers. Sums are made in the order of the stages; those over unknowns in four parts,
 * one for each lane, and a rest. */
#include "irk_kernel.h"
#include <assert.h>
#include <stddef.h>
#include "../linalg/lane_lu.h"

#define INLINE static inline __attribute__((always_inline))

/* Calls `does` with the number of stages as a constant. */
#define STAGES_CASE(k, does, ...)                                                        \
    case k:                                                                              \
        does(k, __VA_ARGS__);                                                            \
        break;
#define FOR_STAGES(s, does, ...)                                                         \
    switch (s) {                                                                         \
        STAGES_CASE(1, does, __VA_ARGS__)                                                \
        STAGES_CASE(2, does, __VA_ARGS__)                                                \
        STAGES_CASE(3, does, __VA_ARGS__)                                                \
        STAGES_CASE(4, does, __VA_ARGS__)                                                \
        STAGES_CASE(5, does, __VA_ARGS__)                                                \
        STAGES_CASE(6, does, __VA_ARGS__)                                                \
        STAGES_CASE(7, does, __VA_ARGS__)                                                \
    }

/* Where component i of unknown l stands among the eigenvectors of s stages. An odd number
 * of them has one real eigenvalue. */
INLINE size_t irk_kernel_place(int s, int n, int i, int l) {
    const int real = s % 2;
    if (i < real)
        return (size_t)l;
    const int pair = (i - real) / 2;
    return (size_t)(real + 2 * pair) * n + 2 * (size_t)l + (i - real) % 2;
}

/* The same in lanes. */
INLINE size_t irk_kernel_lane(int s, int i, int l) {
    const int real = s % 2;
    const int is_imaginary = i >= real && (i - real) % 2;
    return LANE_NUMBER * (size_t)l + (i + real) / 2 + is_imaginary * WIDE_LANES;
}

/* row of the matrix times x: [s] */
INLINE double irk_kernel_dot(int s, const double *row, const double *x) {
    double sum = row[0] * x[0];
    for (int j = 1; j < s; j++)
        sum += row[j] * x[j];
    return sum;
}

INLINE void irk_kernel_split_by(int s, int n, const double *inverse,
                                const double *restrict in, double *restrict hat) {
    for (int l = 0; l < n; l++) {
        double x[MOST_STAGES];
        for (int j = 0; j < s; j++)
            x[j] = in[l + (size_t)j * n];
        for (int i = 0; i < s; i++)
            hat[irk_kernel_place(s, n, i, l)] = irk_kernel_dot(s, inverse + i * s, x);
    }
}

void irk_kernel_split(const collocation *t, int n, const double *in, double *hat) {
    assert(t->real == t->stages % 2);
    FOR_STAGES(t->stages, irk_kernel_split_by, n, t->inverse, in, hat)
}

void irk_kernel_columns(const collocation *t, double *columns) {
    const int s = t->stages;
    assert(t->real == s % 2);
    for (int k = 0; k < LANE_NUMBER * s; k++)
        columns[k] = 0;
    for (int j = 0; j < s; j++)
        for (int i = 0; i < s; i++)
            columns[irk_kernel_lane(s, i, j)] = t->inverse[i * s + j];
}

INLINE void irk_kernel_split_lanes_by(int s, int n, const double *columns,
                                      const double *restrict in, double *restrict hat) {
    wide_lanes re[MOST_STAGES];
    wide_lanes im[MOST_STAGES];
    for (int j = 0; j < s; j++) {
        re[j] = *wide_from(columns + LANE_NUMBER * j);
        im[j] = *wide_from(columns + LANE_NUMBER * j + WIDE_LANES);
    }
    for (int l = 0; l < n; l++) {
        wide_lanes x = in[l] * re[0];
        wide_lanes y = in[l] * im[0];
        for (int j = 1; j < s; j++) {
            x += in[l + (size_t)j * n] * re[j];
            y += in[l + (size_t)j * n] * im[j];
        }
        *wide_to(hat + LANE_NUMBER * (size_t)l) = x;
        *wide_to(hat + LANE_NUMBER * (size_t)l + WIDE_LANES) = y;
    }
}

WIDE void irk_kernel_split_in_lanes(int s, int n, const double *columns, const double *in,
                                    double *hat) {
    FOR_STAGES(s, irk_kernel_split_lanes_by, n, columns, in, hat)
}

void irk_kernel_split_lanes(const collocation *t, int n, const double *columns,
                            const double *in, double *hat) {
    irk_kernel_split_in_lanes(t->stages, n, columns, in, hat);
}

/* out = matrix x, or out -= matrix x, for unknown l of so many, x: [s] */
INLINE void irk_kernel_join_one(int s, int n, int l, const double *matrix, int adds,
                                const double *x, double *restrict out) {
    for (int j = 0; j < s; j++) {
        const double sum = irk_kernel_dot(s, matrix + j * s, x);
        double *to = out + l + (size_t)j * n;
        *to = adds ? *to - sum : sum;
    }
}

INLINE void irk_kernel_join_by(int s, int n, const double *matrix, int adds,
                               const double *restrict hat, double *restrict out) {
    for (int l = 0; l < n; l++) {
        double x[MOST_STAGES];
        for (int i = 0; i < s; i++)
            x[i] = hat[irk_kernel_place(s, n, i, l)];
        irk_kernel_join_one(s, n, l, matrix, adds, x, out);
    }
}

void irk_kernel_join(const collocation *t, int n, const double *hat, double *out) {
    assert(t->real == t->stages % 2);
    FOR_STAGES(t->stages, irk_kernel_join_by, n, t->t, 0, hat, out)
}

void irk_kernel_correct(const collocation *t, int n, const double *hat, double *out) {
    assert(t->real == t->stages % 2);
    FOR_STAGES(t->stages, irk_kernel_join_by, n, t->t, 1, hat, out)
}

INLINE void irk_kernel_correct_lanes_by(int s, int n, const double *matrix,
                                        const double *restrict hat,
                                        double *restrict out) {
    for (int l = 0; l < n; l++) {
        double x[MOST_STAGES];
        for (int i = 0; i < s; i++)
            x[i] = hat[irk_kernel_lane(s, i, l)];
        irk_kernel_join_one(s, n, l, matrix, 1, x, out);
    }
}

void irk_kernel_correct_lanes(const collocation *t, int n, const double *hat,
                              double *out) {
    assert(t->real == t->stages % 2);
    FOR_STAGES(t->stages, irk_kernel_correct_lanes_by, n, t->t, hat, out)
}

/* The same for four unknowns. */
INLINE void irk_kernel_dot_lanes(int s, const double *row, const wide_lanes *x,
                                 wide_lanes *sum) {
    *sum = row[0] * x[0];
    for (int j = 1; j < s; j++)
        *sum += row[j] * x[j];
}

/* The sum of the lanes. */
INLINE double irk_kernel_join_lanes(const wide_lanes *x) {
    return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
}

INLINE void irk_kernel_combine_by(int count, int n, int s, const double *weight,
                                  const double *restrict in, int stride,
                                  double *restrict out) {
    int l = 0;
    for (; l + WIDE_LANES <= n; l += WIDE_LANES) {
        wide_lanes x[MOST_STAGES];
        for (int j = 0; j < count; j++)
            x[j] = *wide_from(in + l + (size_t)j * stride);
        for (int r = 0; r < s; r++) {
            wide_lanes sum;
            irk_kernel_dot_lanes(count, weight + r * count, x, &sum);
            *wide_to(out + l + (size_t)r * n) = sum;
        }
    }
    for (; l < n; l++) {
        double x[MOST_STAGES];
        for (int j = 0; j < count; j++)
            x[j] = in[l + (size_t)j * stride];
        for (int r = 0; r < s; r++)
            out[l + (size_t)r * n] = irk_kernel_dot(count, weight + r * count, x);
    }
}

WIDE void irk_kernel_combine_lanes(int n, int s, int count, const double *weight,
                                   const double *in, int stride, double *out) {
    FOR_STAGES(count, irk_kernel_combine_by, n, s, weight, in, stride, out)
}

void irk_kernel_combine(int n, int s, int count, const double *weight, const double *in,
                        int stride, double *out) {
    assert(count > 0 && count <= MOST_STAGES);
    irk_kernel_combine_lanes(n, s, count, weight, in, stride, out);
}

INLINE void irk_kernel_blend_by(int others, int n, const double *weight,
                                const double *const *value, double *u) {
    const double *p = value[0];
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 1; j <= others; j++)
            sum += weight[j] * (value[j][i] - p[i]);
        u[i] = p[i] + sum;
    }
}

void irk_kernel_blend(int n, int count, const double *weight, const double *const *value,
                      double *u) {
    const int others = count - 1;
    if (others > MOST_STAGES) { /* p, the stages, and an end that is none of them */
        irk_kernel_blend_by(others, n, weight, value, u);
        return;
    }
    FOR_STAGES(others, irk_kernel_blend_by, n, weight, value, u)
}

/* Unknown i of a piece; returns the sum of the squares of its weighted changes. */
INLINE double irk_kernel_integrate_one(int s, const collocation *t, double h,
                                       const irk_piece *x, int i, int wants) {
    double y[MOST_STAGES];
    double square = 0;
    for (int j = 0; j < s; j++)
        y[j] = x->slope[i + (size_t)j * x->slope_stride];
    for (int r = 0; r < s; r++) {
        const size_t at = i + (size_t)r * x->stride;
        double step = irk_kernel_dot(s, t->a + r * s, y);
        if (t->a0)
            step += t->a0[r] * x->v[i];
        const double now = x->p[i] + h * step;
        if (wants) {
            const double moved = now - x->u[at];
            const double size = moved * x->weight[i];
            x->change[at] = moved;
            square += size * size;
        }
        x->u[at] = now;
    }
    return square;
}

/* The same for four unknowns, whose squares are added to those of their lanes. */
INLINE void irk_kernel_integrate_four(int s, const collocation *t, double h,
                                      const irk_piece *x, int i, int wants,
                                      wide_lanes *square) {
    const wide_lanes p = *wide_from(x->p + i);
    wide_lanes y[MOST_STAGES];
    for (int j = 0; j < s; j++)
        y[j] = *wide_from(x->slope + i + (size_t)j * x->slope_stride);
    for (int r = 0; r < s; r++) {
        const size_t at = i + (size_t)r * x->stride;
        wide_lanes step;
        irk_kernel_dot_lanes(s, t->a + r * s, y, &step);
        if (t->a0)
            step += t->a0[r] * *wide_from(x->v + i);
        const wide_lanes now = p + h * step;
        if (wants) {
            const wide_lanes moved = now - *wide_from(x->u + at);
            const wide_lanes size = moved * *wide_from(x->weight + i);
            *wide_to(x->change + at) = moved;
            *square += size * size;
        }
        *wide_to(x->u + at) = now;
    }
}

INLINE double irk_kernel_integrate_all(int s, const collocation *t, double h,
                                       const irk_piece *x, int wants) {
    wide_lanes lanes = WIDE_ALL(0);
    double rest = 0;
    int i = 0;
    for (; i + WIDE_LANES <= x->count; i += WIDE_LANES)
        irk_kernel_integrate_four(s, t, h, x, i, wants, &lanes);
    for (; i < x->count; i++)
        rest += irk_kernel_integrate_one(s, t, h, x, i, wants);
    return irk_kernel_join_lanes(&lanes) + rest;
}

INLINE void irk_kernel_integrate_by(int s, const collocation *t, double h,
                                    const irk_piece *x, double *sum) {
    *sum = x->change ? irk_kernel_integrate_all(s, t, h, x, 1)
                     : irk_kernel_integrate_all(s, t, h, x, 0);
}

WIDE double irk_kernel_integrate_lanes(const collocation *t, double h,
                                       const irk_piece *x) {
    double sum = 0;
    FOR_STAGES(t->stages, irk_kernel_integrate_by, t, h, x, &sum)
    return sum;
}

double irk_kernel_integrate(const collocation *t, double h, const irk_piece *x) {
    assert(t->stages >= 1 && t->stages <= MOST_STAGES);
    return irk_kernel_integrate_lanes(t, h, x);
}

WIDE double irk_kernel_squares_lanes(int n, const double *change, const double *weight) {
    wide_lanes lanes = WIDE_ALL(0);
    double rest = 0;
    int i = 0;
    for (; i + WIDE_LANES <= n; i += WIDE_LANES) {
        const wide_lanes size = *wide_from(change + i) * *wide_from(weight + i);
        lanes += size * size;
    }
    for (; i < n; i++) {
        const double size = change[i] * weight[i];
        rest += size * size;
    }
    return irk_kernel_join_lanes(&lanes) + rest;
}

double irk_kernel_squares(int n, const double *change, const double *weight) {
    return irk_kernel_squares_lanes(n, change, weight);
}
