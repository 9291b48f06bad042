/* SPDX-License-Identifier: BSD-3-Clause */
/* A problem of the speed benchmark, as all programs see it. The file of a problem holds
 * what a user of an ODE code would write by hand: the equations reduced to an ODE, the
 * elimination of what the constraints determine, the projection. Compiled with QUAD the
 * same right sides give the reference values (make_reference.c). */
#ifndef SPEED_PROBLEM_H
#define SPEED_PROBLEM_H
#include <math.h>
#include <stddef.h>

#ifdef QUAD
#include <quadmath.h>
typedef __float128 real;
#define SQRT sqrtq
#define SIN sinq
#define COS cosq
#define EXP expq
#define FABS fabsq
#else
typedef double real;
#define SQRT sqrt
#define SIN sin
#define COS cos
#define EXP exp
#define FABS fabs
#endif

typedef struct problem problem;
typedef struct counts {
    long steps, rejected, evaluations;
} counts;

/* The differential equation as C+proj, CVODE, ARKODE and GSL take it. */
typedef void ode_side(const problem *p, real t, const real *u, real *f);
/* Moves u onto the constraints (orthogonally, to round-off). */
typedef void ode_projection(const problem *p, real t, real *u);
/* A whole integration by the hand-written program from the start values in u to the end
 * values there; `work` holds problem_work(p) numbers. Returns 0, or 1 on failure. */
typedef int ode_program(const problem *p, double tolerance, real *u, real *work,
                        counts *c);
/* Dense or band Jacobian of `side`, by columns: J[(row - column + upper) + column*(lower
 * + upper + 1)] with band, J[row + column*n] dense. */
typedef void ode_jacobian(const problem *p, real t, const real *u, real *J);

/* The same problem as M(y) y' = ... for IDA: residual r(t, y, y'), the start, and how y
 * contains u. */
typedef struct dae_form {
    const char *about;
    int (*size)(const problem *p);
    void (*residual)(const problem *p, double t, const double *y, const double *yp,
                     double *r);
    void (*start)(const problem *p, double *y, double *yp);
    void (*differential)(const problem *p,
                         double *id); /* 1: differential, 0: algebraic */
    void (*state)(const problem *p, const double *y, double *u);
    /* dF/dy + c dF/dy' by columns: dense, J[row + column*size], where band < 0 */
    void (*jacobian)(const problem *p, double t, double c, const double *y,
                     const double *yp, double *J);
    int band; /* half band width of the matrix, same layout as above; -1: dense */
} dae_form;

/* M u' = f(t, u) with a constant matrix M: what RADAU5 takes. */
typedef struct mass_form {
    int (*size)(const problem *p);
    ode_side *side;
    ode_jacobian *jacobian;
    int lower, upper;   /* band of the Jacobian; -1: dense */
    const double *mass; /* band of M by rows; NULL: identity */
    int mass_lower, mass_upper;
    void (*start)(const problem *p, double *y);
    void (*state)(const problem *p, const double *y, double *u);
} mass_form;

struct problem {
    const char *name, *title;
    const char *model; /* file, from the top of the tree */
    int links;         /* of a chain: its number of particles; else 0 */
    int n;             /* size of u */
    double stop;
    double floor; /* errors are |u - reference|/max(|reference|, floor) */
    int stiff;    /* explicit programs are left out */
    void (*start)(const problem *p, real *u);
    void (*column)(const problem *p, int i, char *name); /* of u[i] in the model */
    int (*compared)(const problem *p, int i);            /* NULL: all */
    ode_side *side;
    ode_projection *project;
    ode_jacobian *jacobian;
    int lower, upper; /* band of the Jacobian; -1: dense */
    ode_program *limit, *limit_projected;
    const dae_form *dae;
    const mass_form *mass;
};

static inline size_t problem_work(const problem *p) {
    return 32 * (size_t)p->n + 64;
}

extern const problem pendulum, kepler, andrews, chain_6, chain_50, chain_500, chain_5000;
extern const problem car_axis, akzo, heat, transistor, rectifier;
#endif
