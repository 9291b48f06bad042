/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations T(u, z) = 0 as an implicit method sees them, with the derivative of
 * coordinate i being in slot derivative[i]. Where the system gives nothing but a
 * direction, z is its derivative and T = z - v(u), differentiated by differences.
 *
 * By arclength the parameter s comes first and all coordinates, time among them, behind
 * it: u = (s; t, ...), z = the direction of the field, by differences as well. */
#ifndef GEOMETRY_TOP_FORM_H
#define GEOMETRY_TOP_FORM_H
#include "direction.h"
#include "field.h"

typedef struct top_form {
    const invo_system *s;
    direction *direction;
    int n, tops;
    const int *derivative;       /* [n]: slots */
    const invo_pattern *pattern; /* rows: tops; columns: n + tops */
    invo_pattern full;           /* where the system gives none */
    double *v, *shifted, *point; /* [n] each */
    const field *along;          /* by arclength; else NULL */
    double *near;                /* [n - 1]: a direction that those of `along` continue */
    int row;                     /* of T that had no finite value last; -1: none */
    int holes; /* entries of the last Jacobian without a finite value, taken as 0 */
    long evaluations, jacobians;
    void *memory;
} top_form;

/* `d` is borrowed. */
invo_status top_form_new(top_form *f, const invo_system *s, direction *d,
                         invo_context *c);
/* By arclength along a field of directions, which is borrowed. */
invo_status top_form_new_along(top_form *f, const invo_system *s, const field *along,
                               invo_context *c);
void top_form_free(top_form *f);

/* Are its derivatives computed by differences, as a dense matrix? */
int top_form_by_differences(const top_form *f);

/* The size of coordinate i. */
double top_form_nominal(const top_form *f, int i);

/* E_DOMAIN where a value is not finite. */
invo_status top_form_residual(top_form *f, const double *u, const double *z,
                              double *residual);
/* The same at so many points, one after the other. */
invo_status top_form_residuals(top_form *f, int count, const double *u, const double *z,
                               double *residual);
/* value: entries of the pattern. A slope that is infinite (sqrt at 0) is taken for zero:
 * the iteration must do without it. */
invo_status top_form_jacobian(top_form *f, const double *u, const double *z,
                              double *value);
/* z at u, by the direction. */
invo_status top_form_solve(top_form *f, const double *u, double *z);

#endif
