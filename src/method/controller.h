/* SPDX-License-Identifier: BSD-3-Clause */
/* Step size control: error norms, the next step size after a step, the first one. */
#ifndef METHOD_CONTROLLER_H
#define METHOD_CONTROLLER_H
#include <math.h>
#include "../base/options.h"
#include "../geometry/field.h"
#include "../linalg/vector.h"

/* All that is remembered from step to step. */
typedef struct controller {
    choice_controller kind; /* richardson: rejected steps shrink by one power more;
                               halving: half or twice the size */
    int q;
    double safety, max_growth;
    double after_rejection; /* largest growth of the step that follows one; 1 */
    double min_factor;      /* a step shrinks at most by this ... */
    double failed_factor;   /* ... and just so after an attempt without an estimate */
    double power;           /* h_new ~ err^-power ... */
    double beta;            /* ... times last_error^beta ... */
    double gamma;           /* ... times error_before^gamma */
    double retry_power;     /* of a rejected step */
    double last_error;      /* of the last accepted step, and of the one before */
    double error_before;
    int rejected; /* the last attempt was */
} controller;

/* q of an error ~ h^(q+1): class->estimate_order(), or the order of the method with step
 * doubling. max_growth: NAN for the default, 5 up to q = 5, 10 beyond. */
void controller_init(controller *c, choice_controller kind, int q, double safety,
                     double max_growth);

/* For PI and Richardson control: another exponent of the last error than 0.04. */
void controller_remember(controller *c, double beta);

/* Root mean square of error[i] * weight[i] over i = 1..n-1 with nonzero weights, 0 if
 * there are none; INFINITY if any error[i], weighed or not, is not finite. A weight is
 * the reciprocal of the tolerance of a coordinate. */
double controller_norm(int n, const double *error, const double *weight);

/* The mean of |error[i] * weight[i]| over i = 0..n-1 with nonzero weights, 0 if there are
 * none; INFINITY if any error[i], weighed or not, is not finite. */
double controller_mean(int n, const double *error, const double *weight);

/* The largest |error[i] * weight[i]| over i = 0..n-1, and the root of the sum of their
 * squares; INFINITY where an error is not finite. */
double controller_largest(int n, const double *error, const double *weight);
double controller_length(int n, const double *error,
                         const double *weight); /* i = 1..n-1 */

/* The root of the mean of so many squares, from their sum. */
static inline double controller_root(double sum, int count) {
    if (!isfinite(sum))
        return INFINITY;
    return count ? sqrt(sum / count) : sum;
}

/* The norms of the two estimates of dop853 as one number: n5^2 / sqrt(n5^2 + 0.01 n3^2)
 */
static inline double controller_combine(double n5, double n3) {
    if (!isfinite(n5) || !isfinite(n3))
        return INFINITY;
    const double share = 0.1 * n3 / n5; /* which may be infinite */
    return n5 == 0 ? 0 : n5 / sqrt(1 + share * share);
}

/* error[i] = (fine[i] - coarse[i]) / (2^order - 1): the estimate for `fine`, computed
 * in two half steps, or the difference itself with order 1; may overwrite either. */
void controller_double(int n, int order, const double *coarse, const double *fine,
                       double *error);

/* The size of the next step after one of size h with error norm err (1: as large as
 * allowed), with the sign of h. Accepted steps don't grow right after a rejection;
 * rejected ones always shrink, whatever err is. For an attempt that failed without an
 * error estimate, err = INFINITY. The caller cuts to the largest step and the end. */
double controller_accept(controller *c, double h, double err);
double controller_reject(controller *c, double h, double err);
/* Notes an accepted step whose successor is not the controller's to choose. */
void controller_pass(controller *c, double err);

/* The first step of a method of given order from p with direction v: [HNW93] II.4, with
 * one more direction at an Euler point, or two: beside a kink or a singular point, where
 * the direction at p says nothing of the scale. `span` is what remains to the end, signed
 * (may be infinite); no result is larger than |span| or max_step. weight as above; work:
 * [2 n]. Where the direction at the Euler point fails, a much smaller step is taken
 * instead: the step after it will tell. looks: longer steps are tried as long as the
 * direction is calm along them; the papers have none of that. */
double controller_first_step(const field *f, const double *p, const double *v,
                             const double *weight, int order, double span,
                             double max_step, int looks, double *work);
/* The longest that it is where nothing is looked at. */
double controller_usual_first(int n, const double *p, const double *v,
                              const double *weight);

#endif
