/* SPDX-License-Identifier: BSD-3-Clause */
/* The implicit midpoint rule, q = p + h v(r), r = p + h/2 v(r), by fixed-point iteration:
 * for systems that are not stiff. r is retracted where stages are ([TA00] (5.4) has there
 * the nearest point to the mean of p and q, which differs by the order of the error). */
#include <math.h>
#include <string.h>
#include "one_step.h"

enum { MOST_ITERATIONS = 100 };
/* Changes below this share of the point that no longer shrink are round-off. */
static const double ROUND_OFF = 1e-12;

/* work: r, v(r), the one before [n] each */
static size_t work_size(const void *data, int n) {
    (void)data;
    return 3 * (size_t)n;
}

static int order(const stepper *s) {
    (void)s;
    return 2;
}

/* How far the last iteration moved r, by the size of the point. */
static double change_of(const step *d, int n, const double *v, const double *before) {
    double most = 0, size = 0;
    for (int i = 0; i < n; i++) {
        const double x = fabs(d->h / 2 * (v[i] - before[i]));
        if (!isfinite(x)) return INFINITY;
        most = fmax(most, x);
        size = fmax(size, fmax(fabs(d->p[i]), fabs(d->h * v[i])));
    }
    return most > 0 ? most / size : 0;
}

static invo_status advance(stepper *s, const field *f, step *d) {
    const int n = f->n;
    double *r = s->work, *v = r + n, *before = v + n, last = INFINITY;
    s->why = NULL, d->has_w = 0;
    memcpy(v, d->v, (size_t)n * sizeof *v);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        memcpy(before, v, (size_t)n * sizeof *v);
        for (int i = 0; i < n; i++) r[i] = d->p[i] + d->h / 2 * v[i];
        one_step_time(s, d, 0.5, r);
        if (f->retract_stage) TRY(f->retract_stage(f->self, r));
        TRY(one_step_direction(f, d, r, v));
        const double change = change_of(d, n, v, before);
        if (change == 0 || (change <= ROUND_OFF && change >= last)) {
            for (int i = 0; i < n; i++) d->q[i] = d->p[i] + d->h * v[i];
            one_step_time(s, d, 1, d->q);
            return f->retract(f->self, d->q);
        }
        last = change;
    }
    s->why = "the fixed-point iteration of the implicit midpoint rule does not converge; "
             "the step is too long for it, or the system stiff; its last change";
    s->value = last;
    return INVO_E_STEP;
}

const stepper_class implicit_midpoint = {
    "implicit",           NEEDS_NOTHING,        work_size, order,
    one_step_no_estimate, one_step_no_estimate, advance,   one_step_no_dense,
    one_step_interpolate, one_step_reset};
