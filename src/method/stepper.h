/* SPDX-License-Identifier: BSD-3-Clause */
/* A family of integrators behind one small interface. One static const object per family,
 * one table or file per method; nothing here allocates: the driver hands over `work` of
 * work_size(). */
#ifndef METHOD_STEPPER_H
#define METHOD_STEPPER_H
#include "../geometry/field.h"
#include "../linalg/vector.h"
#include "controller.h"

typedef struct stepper {
    const struct stepper_class *kind;
    const void *method; /* static coefficients, e.g. a tableau */
    invo_scheme scheme; /* class->scheme(); stages = 0: none */
    double *work;       /* [work_size()], owned by the driver */
    const double *made; /* what the field has made of the last step and `work` has not:
                           [n, stages - 1] of an explicit method; NULL: nothing */
    int low;            /* go on with the lower-order point of the pair (--advance low) */
    int secant;         /* slopes of stages by secants ([Baese] section 5) */
    int arclength;      /* the parameter is not t: v[0] is not 1 but by chance */
    int hermite; /* interpolate by Hermite: the driver put the step together itself */
    double rtol; /* relative tolerance */
    void *own;   /* what class->prepare made */
    long factorizations; /* so far */
    struct {
        int iterations;    /* of the last stage equations that could not be solved ... */
        double size, rate; /* ... their last correction, in tolerances, and the factor
                              between corrections */
    } newton;
    int terms;       /* order of a method of variable order, for its tolerance */
    int is_late;     /* the error of the last step was not what class->fit knew */
    const char *why; /* the last step failed for a reason of the method's own, with ... */
    double value;    /* ... this number in its message; NULL: it did not */
} stepper;

/* The data of a step, all [n] and owned by the driver. */
typedef struct step {
    const double *p, *v; /* the point and the direction there */
    double h;            /* may be negative */
    double *q;           /* out: the new point, retracted */
    double *w;           /* out: the direction at q, where has_w is set */
    int has_w;
    double *error[2]; /* out: error estimates of q, as many as class->estimates() says;
                         NULL where the driver wants none */
    const double *weight; /* reciprocal tolerances of the coordinates at p, for methods
                             that solve equations; NULL: to round-off, as constant steps
                             need it, and without an estimate */
    /* Where estimates come before the retraction of q: are they too large? Then the step
     * ends there, with is_refused set. NULL: they never are. */
    int (*refuse)(void *self, const struct step *d);
    void *self;
    int is_refused;
} step;

typedef struct stepper_class {
    const char *kind;                               /* "explicit Runge-Kutta" */
    unsigned needs;                                 /* field_need bits */
    size_t (*work_size)(const void *method, int n); /* in doubles */
    int (*order)(const stepper *s);                 /* of the point that goes on */
    int (*estimates)(const stepper *s); /* 0: none, 1: error[0], 2: the pair of dop853 */
    int (*estimate_order)(const stepper *s); /* q of an error ~ h^(q+1); 0 if none */
    invo_status (*step)(stepper *s, const field *f, step *d);
    /* Prepares interpolation in the step just made (d->w must hold the direction at
     * d->q); may cost evaluations. Then interpolate() gives the point at p + theta h, not
     * retracted, for theta in [0, 1], any number of times until the next step. */
    invo_status (*dense)(stepper *s, const field *f, const step *d);
    void (*interpolate)(const stepper *s, const step *d, int n, double theta, double *u);
    /* The same at INVO_LANES places of the step, u: [n, INVO_LANES], but for u[0], which
     * the caller knows; NULL: one after the other. */
    void (*interpolate_lanes)(const stepper *s, const step *d, int n, const double *theta,
                              double *u);
    /* After dense(): error: [n] receives how far interpolate() may be off inside the
     * step, where that is more than at its end; 0: that is not known. NULL: it never is.
     */
    int (*inside)(const stepper *s, int n, double *error);
    int is_dense_free; /* interpolate() needs no dense() before it: the step is a series
                        */
    /* What interpolate() takes beside the step, in doubles, after dense(): kept, and put
     * back before interpolate() at any later time. NULL: nothing. */
    size_t (*keep_size)(const stepper *s, int n);
    void (*keep)(const stepper *s, int n, double *to);
    void (*restore)(stepper *s, int n, const double *from);
    void (*reset)(stepper *s); /* after an event or a jump of p */
    /* Memory of its own, for the field at hand; NULL: needs none. */
    invo_status (*prepare)(stepper *s, const field *f, invo_context *c);
    void (*release)(stepper *s);
    /* The next step size after an attempt with this error norm (INFINITY: it failed), in
     * place of the controller's; the stepper may change its order. NULL: the controller
     * decides. */
    double (*propose)(stepper *s, controller *c, const step *d, double error, int good);
    /* The size of the next step, from p, by what the method knows of the solution there,
     * before any attempt, as a positive number; h: the last one, weight: as of error
     * norms. Where that is little, it may return INFINITY. NULL: the controller decides,
     * and where is_late is set, it has a say. */
    double (*fit)(stepper *s, const field *f, const double *p, double h,
                  const double *weight);
    /* h |lambda| of the step just made, lambda being the largest eigenvalue of the field
     * that can be told from its stages; weight: as of error norms. NULL or NaN: unknown.
     */
    double (*stiffness)(const stepper *s, const step *d, int n, const double *weight);
    /* The scheme whose steps a field may make as a whole (field.step), as `step` needs
     * it; NULL: none. */
    invo_scheme (*scheme)(const stepper *s);
} stepper_class;

extern const stepper_class rk_explicit; /* methods are tableaus: tableau.h */
/* h |lambda| of a step that ends at q with the direction w ([HW96] IV.2), k being the
 * direction at x, a last stage at the same time; NaN: unknown. */
double rk_explicit_stiffness(int n, double h, const double *w, const double *k,
                             const double *q, const double *x, const double *weight);
extern const stepper_class
    rk_implicit; /* collocation and what [TA00] makes of it: irk.h */
extern const stepper_class
    rk_collocation;                /* with error estimate and step size of its own */
extern const stepper_class taylor; /* variable order */
extern const stepper_class taylor_geometric; /* methods are geometric_taylor */

/* [TA01] 3: the order, and whether normal directions are used. */
typedef struct geometric_taylor {
    int order, is_normal;
} geometric_taylor;
extern const stepper_class group_preserving, hamiltonian_group, kahan,
    forest_ruth; /* one method each */

/* The list of methods. */
typedef struct method {
    const char *name, *about, *pair, *stability;
    int stages;
    const stepper_class *kind;
    const void *data;
    choice_retraction retraction; /* the one that makes it this method; auto: any */
} method;
const method *method_chosen(choice_method m); /* NULL: auto */
const method *method_find(const char *name);  /* NULL: no such method */
const method *method_at(int i);               /* NULL past the last */
int method_is_implicit(const method *m);      /* needs derivatives of the top equations */
/* The order of the Taylor coefficients that a method asks for; 0: none. */
int method_series_order(const method *m, double rtol);

#endif
