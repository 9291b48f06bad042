/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of the Taylor method for a tolerance, and its steps in parts, for a loop that
 * retracts their ends by itself. */
#ifndef METHOD_TAYLOR_H
#define METHOD_TAYLOR_H
#include "stepper.h"

enum { TAYLOR_LEAST = 4, TAYLOR_MOST = 30 }; /* 1e-16 asks for the most */
int taylor_order(double rtol);
/* Of the step that the terms allow: they are known before it, and only its weights are
 * not. */
static const double TAYLOR_SAFETY = 0.95;

/* The step, in their unit, that the last two terms allow, about so long: [order + 1, n];
 * INFINITY: they vanish. */
double taylor_fitting(int n, int order, const double *terms, double about,
                      const double *weight);

/* The end of a step before its retraction, d->q, and its error by the last terms. */
invo_status taylor_predict(stepper *s, const field *f, const step *d);
/* Adds what the direction at the end, which is known, tells of the error. */
void taylor_add_defect(stepper *s, const step *d, int n);
/* Notes what the retraction has added to the end, for interpolation. */
void taylor_note_gap(stepper *s, int n, const double *predicted, const double *q);

#endif
