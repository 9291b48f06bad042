/* SPDX-License-Identifier: BSD-3-Clause */
/* Kahan's scheme ([SS94]; [Liu] (26), (27)): x x is replaced by x(l) x(l+1), x by the
 * mean, in a direction that is quadratic in the coordinates. In terms of v and its
 * Jacobian v',
 *
 *     (1 - h/2 v'(p)) (q - p) = h v(p),
 *
 * one linear solve; of order 2, and its own inverse with -h. Time is a coordinate as any
 * other, so quadratic means in all of them together. */
#include <math.h>
#include "../linalg/dense.h"
#include "one_step.h"

/* work: the matrix [n, n], scale [n], pivots [n] */
static size_t kahan_work_size(const void *data, int n) {
    (void)data;
    return (size_t)n * n + 2 * (size_t)n;
}

static int kahan_order(const stepper *s) {
    (void)s;
    return 2;
}

/* Solves (1 - h/2 v') (q - p) = h v. */
static invo_status kahan_advance(stepper *s, const field *f, step *d) {
    const int n = f->n;
    double *matrix = s->work;
    double *scale = matrix + n * n;
    int *pivot = (int *)(void *)(scale + n);
    s->why = NULL;
    d->has_w = 0;
    TRY(f->jacobian(f->self, d->p, matrix));
    vector_scale(n * n, -d->h / 2, matrix);
    for (int i = 0; i < n; i++) {
        matrix[i + i * n] += 1;
        d->q[i] = d->h * d->v[i];
    }
    if (lu_factor(n, matrix, pivot, scale)) {
        s->why = "the matrix of Kahan's scheme, 1 - h/2 dv/du, is singular for the step";
        s->value = d->h;
        return INVO_E_STEP;
    }
    lu_solve(n, matrix, pivot, scale, d->q);
    vector_add(n, 1, d->p, d->q);
    one_step_time(s, d, 1, d->q);
    return f->retract(f->self, d->q);
}

const stepper_class kahan = {.kind = "linearly implicit",
                             .needs = NEEDS_QUADRATIC | NEEDS_TIME,
                             .work_size = kahan_work_size,
                             .order = kahan_order,
                             .estimates = one_step_no_estimate,
                             .estimate_order = one_step_no_estimate,
                             .step = kahan_advance,
                             .dense = one_step_no_dense,
                             .interpolate = one_step_interpolate,
                             .reset = one_step_reset};
