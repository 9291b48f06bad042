/* SPDX-License-Identifier: BSD-3-Clause */
/* What one-step methods share: cubic interpolation, and nothing to remember. */
#ifndef METHOD_ONE_STEP_H
#define METHOD_ONE_STEP_H
#include "stepper.h"

/* The point at theta between p and q, whose directions are v and w, by Hermite's cubic;
 * r: [n, terms] are terms of higher order, as rk_explicit.c has them. */
void one_step_between(const stepper *s, const step *d, int n, double theta, int terms,
                      const double *r, double *u);

/* The same with time as a coordinate like all others (interpolant.c). */
void interpolant_between(const step *d, int n, double theta, int terms, const double *r,
                         double *u);
/* The same at INVO_LANES places, u: [n, INVO_LANES]. */
void interpolant_lanes(const step *d, int n, const double *theta, int terms,
                       const double *r, double *u);

/* By time, x[0] at c h exactly: no stage may lie beyond the end of the step by rounding,
 * where what is defined up to there only would fail. */
void one_step_time(const stepper *s, const step *d, double c, double *x);

/* The direction at x, continuing that of the step. */
invo_status one_step_direction(const field *f, const step *d, const double *x, double *v);
/* The same at a point inside the step (field.slope). */
invo_status one_step_slope(const field *f, const step *d, const double *x, double *v);

/* Members of a stepper_class that has no embedded pair and no interpolant of its own. */
int one_step_no_estimate(const stepper *s);
invo_status one_step_no_dense(stepper *s, const field *f, const step *d);
void one_step_interpolate(const stepper *s, const step *d, int n, double theta,
                          double *u);
void one_step_reset(stepper *s);

#endif
