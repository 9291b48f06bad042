/* SPDX-License-Identifier: BSD-3-Clause */
/* Implicit Runge-Kutta methods on a manifold: what their files share. Stages are solved
 * for their top unknowns z; the coordinates follow by quadrature, so that only T(u, z) =
 * 0 is left to be solved, with the matrices of irk_matrix.h. */
#ifndef METHOD_IRK_H
#define METHOD_IRK_H
#include "../geometry/metric.h"
#include "irk_matrix.h"
#include "stepper.h"

typedef enum irk_scheme {
    IRK_STAGES,   /* a Runge-Kutta method, [TA01] 4.2 */
    IRK_LEFT,     /* p is the retraction of q - h V(q): [TA00] (5.3) on the left */
    IRK_MIDPOINT, /* q = R(p + h V(r)), r = R((p + q)/2): [TA00] (5.4) */
    IRK_HALF_STEP /* implicit Euler from r with h/2: its step size control, [TA00] 6.2.2
                   */
} irk_scheme;

enum { MOST_TABLES = 3 };
/* Systems of so many unknowns have room for the highest order from the start, and for
 * finer solutions where rows will ask for them; in larger ones that is made when it is
 * needed. */
enum { IRK_SMALL = 32 };

typedef struct irk_method {
    irk_scheme scheme;
    int estimates; /* has an error estimate of its own ... */
    int low;       /* ... of this order; 0: by the table */
    int tables;    /* of growing order */
    const collocation *table[MOST_TABLES];
} irk_method;

/* Where the z of the next stages are expected: the polynomial through those of a step. */
typedef struct irk_past {
    int count; /* 0: none */
    double t, h, node[MOST_STAGES];
    double *z; /* [tops, count] */
} irk_past;

/* Steps by arclength: the same scheme with s as its time, the step and the field in wider
 * clothes. */
typedef struct irk_along {
    const field *outer; /* NULL: by time */
    field inner;
    step step;
    double *p, *v, *q, *w, *error[2], *weight; /* [n] */
} irk_along;

/* The solution inside of a step, where its own stages do not give it well enough. */
typedef struct irk_fine {
    struct irk *solver;       /* of its stages; NULL: none was needed yet */
    double estimate;          /* of the error of the step's own polynomial, in tolerances;
                                 INFINITY: not known */
    int pieces;               /* of the step; 0: its own polynomial serves */
    const collocation *table; /* of each */
    const double *u;          /* [n, stages, pieces]: the last stage is the end of each */
    double *room;             /* for those; NULL: none was needed yet */
} irk_fine;

typedef struct irk {
    const irk_method *method;
    invo_context *context;
    const collocation *table; /* of the last attempt, which may be interpolated yet */
    const collocation *next;  /* of the next one */
    top_form *form;
    irk_matrix matrix;
    int n, tops;
    int is_affine;        /* T is linear: corrections with fresh factors are exact */
    double matrix_t;      /* where the Jacobian was computed; NaN: nowhere */
    irk_past old, fresh;  /* of the step that led to p; of the last attempt */
    double *weight;       /* [n]: reciprocal tolerances of errors */
    int weighted;         /* how many of them, but that of time, are not 0 */
    double *aim;          /* [n]: those of the iteration, which solves for all of them */
    double *z0;           /* [tops]: at p */
    double *u, *z;        /* [n, s], [tops, s]: stages */
    double *slope;        /* [n, s]: their directions, where they are retracted */
    double *residual;     /* [tops, s] */
    double *change, *hat; /* [n, s], [n or tops, s]: corrections, transformed */
    double *inner, *x;    /* [n]: the point r of the midpoint rule; scratch */
    irk_along along;
    irk_fine fine;
    struct {
        int iterations, most, exact;
        double size, quotient, rate, reach, limit;
        double first, largest; /* sizes of corrections in this iteration */
        double noise;          /* size of those that need not converge */
        double shrink;         /* of the step after a failure */
    } newton;
    struct { /* of the step size control (irk.c) */
        int first, since_change;
        int failed, rejected;  /* since the last accepted step: the iteration; anything */
        double error, h, rate; /* of the last accepted step */
    } control;
    struct {                      /* what follows from the table and the tolerance */
        const collocation *table; /* NULL: nothing yet */
        double rtol;              /* that they are made for */
        double inner, limit;      /* of the estimate, of the iteration */
        double wider;             /* tolerance by that of the estimate */
        double theta;             /* where the polynomial is farthest ... */
        double value[MOST_STAGES + 1], slope[MOST_STAGES]; /* ... and its weights there */
        double end[MOST_STAGES]; /* those of slopes at the end */
    } fixed;
    void *memory;
} irk;

/* Room for steps of up to so many stages, without matrices. NULL: no memory. */
irk *irk_new(const irk_method *m, top_form *form, int stages, invo_context *c);
/* Makes what every step with the table and this tolerance needs: k->fixed. */
void irk_fix(irk *k, double rtol);
/* What is left inside the step, where output rows and events are interpolated, where that
 * is larger than error: [n]. */
invo_status irk_look_inside(irk *k, const field *f, const step *d, double *error);

/* Room for all that finer solutions take, and the derivatives of the last step. */
invo_status irk_fine_open(irk *k);
/* The largest of error: [n] in tolerances of the iteration; INFINITY: one is no number.
 */
double irk_farthest(const irk *k, const double *error);

/* Prepares the interpolation in the step just made; returns what it factored in *count.
 * E_NEWTON where its equations cannot be solved. */
invo_status irk_fine_make(irk *k, const field *f, const step *d, long *count);
/* The point there, where k->fine.pieces is not 0. */
void irk_fine_interpolate(const irk *k, const step *d, int n, double theta, double *u);
/* What that takes, in doubles: kept, and put back, borrowed, at any later time. */
size_t irk_fine_keep_size(const irk *k);
void irk_fine_keep(const irk *k, double *to);
void irk_fine_restore(irk *k, const double *from);
void irk_fine_free(irk *k);

/* Solves for the stages of the step: k->u, k->z, and k->slope where they are retracted.
 * E_NEWTON where the iteration does not converge. It begins with what the last step
 * predicts or, where it is to stand still, with p for all stages. */
invo_status irk_solve(irk *k, const field *f, const step *d, int still);
/* x solves x = R(r + h/2 V(x)), beginning with what it holds. */
invo_status irk_half_step(irk *k, const field *f, const step *d, double *x);
/* The end of the step, not retracted. */
void irk_end(const irk *k, const field *f, const step *d, double *q);

/* The derivatives of all coordinates: their sum over the stages with these weights [s];
 * those of each stage, [n, s]. */
void irk_mean_slope(const irk *k, const double *weight, double *out);
void irk_all_slopes(const irk *k, double *out);
/* The derivative of coordinate i at stage r. */
double irk_slope(const irk *k, int i, int r);

/* Size of changes[n, count] in tolerances of the iteration. */
double irk_norm(const irk *k, int count, const double *changes);

#endif
