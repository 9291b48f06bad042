/* SPDX-License-Identifier: BSD-3-Clause */
/* Taylor methods whose terms are tangential, or nearly so, and leave the normal part to
 * the retraction: [TA01] Corollary 3.4, Propositions 3.5 and 3.9. With derivatives c'',
 * c''' of the solution, pi the tangential projection and S = c'' - pi c'' = W^-1 B'a,
 *
 *     nabla_V V = pi c'',  nabla_V nabla_V V = pi c''' + X,
 *     X = pi (dV)' S = -pi W^-1 (sum of a_i d2 phi_i) V      (Lemmas 8.1 to 8.3)
 *
 * so the terms need two or three derivatives of the solution and one product with second
 * differentials. V need not have length 1: no step of the proofs uses it. The retraction
 * must be the nearest point, or along the normal space, whose difference is O(h^4). */
#include <string.h>
#include "one_step.h"

/* work: terms of the solution [4, n], S [n], X [n] */
enum { ARRAYS = 6 };

static size_t taylor_geometric_work_size(const void *data, int n) {
    (void)data;
    return ARRAYS * (size_t)n;
}

static int taylor_geometric_order(const stepper *s) {
    return ((const geometric_taylor *)s->method)->order;
}

/* The terms h^k u^(k) / k! at p, k <= 3, become those of the method. */
static invo_status taylor_geometric_make_terms(const stepper *s, const field *f,
                                               const step *d) {
    const geometric_taylor *m = s->method;
    const size_t n = f->n;
    double *second = s->work + 2 * n;
    double *third = second + n;
    double *normal = third + n;
    double *x = normal + n;
    double *const tangential[] = {second, third};
    const int cubic = m->order == 3;
    TRY(f->expand(f->self, d->p, d->h, m->order, s->work));
    memcpy(normal, second, n * sizeof *normal);
    TRY(f->tangent(f->self, d->p, cubic ? 2 : 1, tangential, s->work + n,
                   cubic ? x : NULL));
    /* x is pi W^-1 (sum of a_i d2 phi_i) V for S of the term h^2 c''/2 and V of the term
     * h c': so -x = h^3 X / 2. */
    for (size_t i = 0; i < n; i++) {
        normal[i] -= second[i];
        if (m->is_normal)
            second[i] += 2. / 3 * normal[i];
        if (cubic)
            third[i] -= x[i] * (m->is_normal ? 1. / 3 : 1);
    }
    return INVO_OK;
}

static invo_status taylor_geometric_advance(stepper *s, const field *f, step *d) {
    const geometric_taylor *m = s->method;
    const int n = f->n;
    const double *c = s->work;
    d->has_w = 0;
    TRY(taylor_geometric_make_terms(s, f, d));
    d->q[0] = d->p[0] + d->h;
    for (int i = 1; i < n; i++) {
        double third = m->order == 3 ? c[3 * n + i] : 0;
        d->q[i] = d->p[i] + (c[n + i] + (c[2 * n + i] + third));
    }
    return f->retract(f->self, d->q);
}

const stepper_class taylor_geometric = {.kind = "geometric Taylor",
                                        .needs = NEEDS_TAYLOR | NEEDS_TANGENT,
                                        .work_size = taylor_geometric_work_size,
                                        .order = taylor_geometric_order,
                                        .estimates = one_step_no_estimate,
                                        .estimate_order = one_step_no_estimate,
                                        .step = taylor_geometric_advance,
                                        .dense = one_step_no_dense,
                                        .interpolate = one_step_interpolate,
                                        .reset = one_step_reset};
