/* SPDX-License-Identifier: BSD-3-Clause */
/* The nearest point u of the manifold to a, as a stationary point of
 *
 *     (u - a)' W (u - a) / 2 + mu' phi(u),
 *
 * with gradient F = (W(u - a) + B(u)'mu, phi(u)) and matrix [[W + sum mu d2phi, B'],
 * [B, 0]] ([TAN05] (4.1), (4.2)). In units in which W has a diagonal of ones and the kept
 * rows of B have length 1, over the coordinates that are not held fixed. */
#ifndef GEOMETRY_LAGRANGIAN_H
#define GEOMETRY_LAGRANGIAN_H
#include "retraction.h"

typedef struct lagrangian {
    retraction *r;
    int n, m;             /* coordinates that may move; kept rows */
    int *coordinate;      /* [n] */
    int *place;           /* [coordinates]: the number among those, -1: held fixed */
    const int *kept;      /* [m] */
    double *unit;         /* [n]: the length 1 of each */
    double *scale;        /* [m]: length of each gradient */
    double *b;            /* entries of B, all rows, in pattern order, as they are */
    invo_pattern pattern; /* of h */
    double *h;            /* lower triangle of sum mu d2phi, as it is */
    double *g, *f;        /* [n], [m]: F in these units */
    double *shifted;      /* [coordinates] */
    double *value;        /* as b: scratch for differences */
} lagrangian;

void lagrangian_lay_out(lagrangian *l, retraction *r, const invo_system *s, pool *p);
/* A retraction begins: which coordinates may move, and the rows that are kept. */
void lagrangian_begin(lagrangian *l, int m, const int *kept);

/* The rows at u, with the multipliers r->mu: B; and, if asked for, the second
 * differentials. */
void lagrangian_evaluate(lagrangian *l, const double *u, int with_hessian);
/* The lengths of the current rows; before anything is computed in these units. */
void lagrangian_measure(lagrangian *l);
/* F at u, phi being in r->residual. */
void lagrangian_gradient(lagrangian *l, const double *u);

/* y = (W + sum mu d2phi) x, the second part only if asked for; f = B x; y = B' f. */
void lagrangian_curve(const lagrangian *l, int with_hessian, const double *x, double *y);
void lagrangian_rows(const lagrangian *l, const double *x, double *f);
void lagrangian_normal(const lagrangian *l, const double *f, double *y);

/* The first step from u = a, mu = 0 by conjugate gradients ([TAN05] Algorithm 4.6), to
 * the share eps of |phi|, or of its square (settings.squared); y: [m], x: [n], in these
 * units. work: [lagrangian_first_work()]. */
size_t lagrangian_first_work(const invo_system *s);
void lagrangian_first(lagrangian *l, double eps, double *x, double *y, double *work);

/* r->move and r->mu from a step x: [n], y: [m] in these units. */
void lagrangian_step(const lagrangian *l, const double *x, const double *y);

#endif
