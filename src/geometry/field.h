/* SPDX-License-Identifier: BSD-3-Clause */
/* What a stepper sees of a problem: points p[0..n-1] with p[0] = t, the direction of the
 * solution there, and the way back onto the manifold. A stepper states what else it needs
 * (stepper_class.needs), a field what it offers; the driver compares the two before the
 * first step. */
#ifndef GEOMETRY_FIELD_H
#define GEOMETRY_FIELD_H
#include "../base/context.h"

/* Capabilities beyond direction and retraction, each with a pointer of its own below: the
 * top equations with their derivatives for implicit stages, Taylor coefficients, tangent
 * spaces; gradients of H and splittings for group preserving methods. */
typedef enum field_need {
    NEEDS_NOTHING = 0,
    NEEDS_JACOBIAN = 1 << 0,
    NEEDS_TAYLOR = 1 << 1,
    NEEDS_GRADIENT = 1 << 2,
    NEEDS_SPLITTING = 1 << 3,
    NEEDS_TANGENT = 1 << 4,
    NEEDS_BLOCKS = 1 << 5,
    NEEDS_QUADRATIC = 1 << 6, /* each component of v is quadratic in p */
    NEEDS_TIME = 1 << 7       /* the parameter is t: v[0] = 1 */
} field_need;

typedef struct field {
    int n;           /* ambient dimension */
    unsigned offers; /* field_need bits */
    void *self;      /* borrowed by the functions */
    /* v spans the distribution at p. On entry v holds a direction nearby (or zero): the
     * sign is chosen to continue it. By time: v[0] = 1. */
    invo_status (*direction)(void *self, const double *p, double *v);
    /* The same at a stage of a step, where nothing else is asked for; NULL: `direction`.
     */
    invo_status (*stage_direction)(void *self, const double *p, double *v);
    /* All stages of an explicit step as invo_shortcut.step has them, v[0] being 1; NULL,
     * or a return of NULL: stage by stage. */
    const double *(*step)(void *self, const double *p, const double *v, double h);
    /* Terms of dense output as invo_shortcut.dense has them; the same. */
    const double *(*dense)(void *self, const double *p, const double *k, double h);
    /* Moves p onto the manifold in place. */
    invo_status (*retract)(void *self, double *p);
    /* The same for the stages of a step, or NULL where stages stay as they are. */
    invo_status (*retract_stage)(void *self, double *p);
    /* The same for points inside a step that are on the manifold by the definition of the
     * method. */
    invo_status (*retract_inner)(void *self, double *p);
    struct top_form *tops; /* NEEDS_JACOBIAN: top_form.h */
    int has_rows_inside;   /* points inside of steps will be asked for */
    /* NEEDS_TAYLOR: the solution through p, coefficient: [order + 1, n] gets
     * h^k u^(k) / k!. By time only. */
    invo_status (*expand)(void *self, const double *p, double h, int order,
                          double *coefficient);
    /* NEEDS_TANGENT, in the metric of the retraction. At p, x[k], k < count, become their
     * tangential parts; the normal part of x[0] was W^-1 B'a, and y, unless it is NULL,
     * gets the tangential part of W^-1 (sum of a_i d2 phi_i) v. */
    invo_status (*tangent)(void *self, const double *p, int count, double *const *x,
                           const double *v, double *y);
    /* The same for the other point of an embedded pair, or NULL where errors are
     * estimated in the ambient space. */
    invo_status (*retract_other)(void *self, double *p);

    /* NEEDS_QUADRATIC: dv/dp, [n, n] by columns. */
    invo_status (*jacobian)(void *self, const double *p, double *matrix);
    /* NEEDS_GRADIENT: an invariant H of the coordinates p[1..n-1] that is zero on the
     * manifold, its gradient [n] (0 for t) and its Hessian [n-1, n-1], which has the
     * definite `sign`; hessian may be NULL. E_DOMAIN where it is not finite. */
    invo_status (*hamiltonian)(void *self, const double *p, double *value,
                               double *gradient, double *hessian);
    int sign;
    /* NEEDS_SPLITTING: part[i] is 1 or 2; v[i] depends on coordinates of the other part
     * only. */
    const int *part; /* [n] */
    /* NEEDS_BLOCKS: group[i] is the block of coordinate i, -1: none (time is in none). */
    int groups;
    const int *group; /* [n] */
} field;

static inline invo_status field_slope(const field *f, const double *p, double *v) {
    return (f->stage_direction ? f->stage_direction : f->direction)(f->self, p, v);
}

#endif
