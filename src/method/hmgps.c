/* SPDX-License-Identifier: BSD-3-Clause */
/* The Hamiltonian group preserving scheme of [Liu], section 5, for an invariant H with a
 * definite Hessian B, of either sign. Then X = grad H are coordinates too, and with
 * n = X/|X| and X' = B x' = |X| a the pair (X, |X|) moves on the cone of so(n, 1): n by
 * the exponential map (16), the length |X| so that H stays what it was (81). The paper
 * writes x' = J grad H with a skew J. Of the direction v alone, J = (v n' - n v')/|X|,
 * so J grad H = v - (n v) n: v without what would change H.
 *
 * The new point has grad H(x) = X n and H(x) = 0. That is solved for x and the length X
 * together by Newton's method, with B n dX as the only other direction:
 *
 *     B dx = n dX - (grad H - X n),   grad H dx = -H.
 *
 * A definite B makes n B^-1 n positive, so that a ray meets the level set only once:
 * these lengths have no folds but where B ceases to be definite, which is E_FOLD. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/cholesky.h"
#include "../linalg/dense.h"
#include "lorentz.h"
#include "one_step.h"

enum { MOST_ITERATIONS = 40, MOST_HALVINGS = 20 };
/* A move of this share of the point leaves an error of its square, below round-off. */
static const double SURE = 1e-9;

typedef struct scheme {
    const field *f;
    int m;                     /* n - 1: the coordinates beside time */
    double *g, *n, *a, *x, *b; /* [n] each; g, n, a, b from [1] */
    double *hessian;           /* [m, m] */
    double value, length;      /* H at x; |grad H| */
} scheme;

static size_t hmgps_work_size(const void *data, int n) {
    (void)data;
    return 6 * (size_t)n + (size_t)n * n;
}

static scheme open_scheme(stepper *s, const field *f) {
    const int n = f->n;
    double *w = s->work;
    return (scheme){.f = f,
                    .m = n - 1,
                    .g = w,
                    .n = w + n,
                    .a = w + 2 * n,
                    .x = w + 3 * n,
                    .b = w + 4 * n,
                    .hessian = w + 6 * n};
}

static int hmgps_order(const stepper *s) {
    (void)s;
    return 1;
}

static invo_status hmgps_refuse(stepper *s, invo_status status, const char *why,
                                double value) {
    s->why = why;
    s->value = value;
    return status;
}

static const char not_definite[] =
    "the Hessian of H is no longer definite, so that grad H does not determine a point; "
    "the error of H is";

/* B x, B full and symmetric. */
static void hmgps_multiply(const scheme *k, const double *x, double *y) {
    for (int i = 0; i < k->m; i++)
        y[i] = dot(k->m, k->hessian + i * k->m, x);
}

/* B as it is into its factor. */
static invo_status hmgps_factor(scheme *k) {
    vector_scale(k->m * k->m, k->f->sign, k->hessian);
    return cholesky_factor(k->m, k->hessian) ? INVO_E_FOLD : INVO_OK;
}

/* n at the end of the step. E_FOLD where B is not definite at p. */
static invo_status hmgps_turn(stepper *s, scheme *k, const step *d) {
    const int m = k->m;
    const double *v = d->v + 1;
    double *n = k->n + 1;
    double *a = k->a + 1;
    double *b = k->b + 1;
    for (int i = 0; i < m; i++)
        n[i] = k->g[i + 1] / k->length;
    const double along = dot(m, n, v);
    for (int i = 0; i < m; i++)
        b[i] = (v[i] - along * n[i]) / k->length;
    hmgps_multiply(k, b, a);
    const double size = vector_normalize(m, a);
    if (!isfinite(size))
        return INVO_E_DOMAIN;
    if (hmgps_factor(k))
        return hmgps_refuse(s, INVO_E_FOLD, not_definite, k->value);
    if (size > 0)
        lorentz_turn(m, n, a, d->h * size);
    return INVO_OK;
}

/* H, gradient and factor at x. E_DOMAIN, or E_FOLD where B is not definite. */
static invo_status hmgps_evaluate(scheme *k) {
    TRY(k->f->hamiltonian(k->f->self, k->x, &k->value, k->g, k->hessian));
    return hmgps_factor(k);
}

/* dx into a, and dX; b is scratch: B^-1 n. */
static double newton_move(scheme *k) {
    const int m = k->m;
    double *a = k->a + 1;
    double *b = k->b + 1;
    double *g = k->g + 1;
    double *n = k->n + 1;
    for (int i = 0; i < m; i++) {
        a[i] = k->f->sign * (g[i] - k->length * n[i]);
        b[i] = k->f->sign * n[i];
    }
    cholesky_solve(m, k->hessian, a);
    cholesky_solve(m, k->hessian, b);
    const double change = (dot(m, g, a) - k->value) / dot(m, g, b);
    for (int i = 0; i < m; i++)
        a[i] = change * b[i] - a[i];
    return change;
}

/* x + share dx, halved until H has a value and a definite Hessian there. */
static invo_status hmgps_move(scheme *k, double change) {
    invo_status status = INVO_OK;
    double share = 1;
    for (int tries = 0; tries < MOST_HALVINGS; tries++, share /= 2) {
        vector_add(k->m, share, k->a + 1, k->x + 1);
        status = hmgps_evaluate(k);
        if (!status) {
            k->length += share * change;
            return INVO_OK;
        }
        vector_add(k->m, -share, k->a + 1, k->x + 1);
    }
    return status;
}

/* x with gradient along n on the level set, from the x at hand. */
static invo_status hmgps_solve(stepper *s, scheme *k) {
    for (int tries = 0; tries < MOST_ITERATIONS; tries++) {
        const double change = newton_move(k);
        const double size = vector_length(k->m, k->a + 1);
        if (!isfinite(size))
            break;
        if (size <= SURE * vector_length(k->m, k->x + 1)) {
            vector_add(k->m, 1, k->a + 1, k->x + 1);
            return INVO_OK;
        }
        const invo_status status = hmgps_move(k, change);
        if (status == INVO_E_FOLD)
            return hmgps_refuse(s, status, not_definite, k->value);
        if (status)
            return hmgps_refuse(s, status,
                                "the way from grad H back to a point leaves the "
                                "domain of H; its error is",
                                k->value);
    }
    return hmgps_refuse(
        s, INVO_E_RETRACTION,
        "Newton's iteration from grad H back to a point did not converge; the "
        "error of H is",
        k->value);
}

static invo_status hmgps_advance(stepper *s, const field *f, step *d) {
    scheme k = open_scheme(s, f);
    s->why = NULL;
    d->has_w = 0;
    vector_move(f->n, d->p, d->h, d->v, d->q);
    one_step_time(s, d, 1, d->q);
    vector_copy(f->n, d->p, k.x);
    TRY(f->hamiltonian(f->self, k.x, &k.value, k.g, k.hessian));
    k.length = vector_length(k.m, k.g + 1);
    if (k.length > 0) { /* else at rest, where H has its extremum */
        TRY(hmgps_turn(s, &k, d));
        vector_copy(f->n, d->q, k.x);
        if (hmgps_evaluate(&k)) { /* Euler's point is outside */
            vector_copy(f->n, d->p, k.x);
            TRY(hmgps_evaluate(&k));
        }
        k.length = dot(k.m, k.g + 1, k.n + 1);
        TRY(hmgps_solve(s, &k));
        vector_copy(k.m, k.x + 1, d->q + 1);
    }
    return f->retract(f->self, d->q);
}

const stepper_class hamiltonian_group = {.kind = "group preserving",
                                         .needs = NEEDS_GRADIENT,
                                         .work_size = hmgps_work_size,
                                         .order = hmgps_order,
                                         .estimates = one_step_no_estimate,
                                         .estimate_order = one_step_no_estimate,
                                         .step = hmgps_advance,
                                         .dense = one_step_no_dense,
                                         .interpolate = one_step_interpolate,
                                         .reset = one_step_reset};
