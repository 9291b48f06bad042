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
/* The same with so many rows at equal distances in time, the last one at the stop time:
 * u and its slope each, all brought onto the constraints. */
typedef int ode_rows(const problem *p, double tolerance, int count, real *row, real *u,
                     real *work, counts *c);
/* The matrix of `side`: J[row*columns + column]; with band, columns is lower + upper + 1
 * and the column counts from row - lower. */
typedef void ode_jacobian(const problem *p, real t, const real *u, real *J);

/* The same problem as F(t, y, y') = 0 for IDA: of index 1, or of index 2 after Gear,
 * Gupta and Leimkuhler (constraints on positions and on velocities, one multiplier for
 * each). */
typedef struct dae_form {
    int (*size)(const problem *p);
    void (*residual)(const problem *p, double t, const double *y, const double *yp,
                     double *r);
    void (*start)(const problem *p, double *y, double *yp);
    /* Of index 2: 1 for differential unknowns, 0 for multipliers, which no test of errors
     * may see. NULL: of index 1, all are tested. */
    void (*differential)(const problem *p, double *id);
    void (*state)(const problem *p, const double *y, double *out);
    int band; /* half band width; -1: dense */
} dae_form;

/* The same problem as M y' = f(t, y) with a constant band matrix M, for RADAU5. */
typedef struct mass_form {
    int size;
    ode_side *side;
    ode_jacobian *jacobian;
    int lower, upper;
    const double *mass; /* by rows, as Jacobians are */
    int mass_lower, mass_upper;
    void (*start)(const problem *p, double *y);
    void (*state)(const problem *p, const double *y, double *out);
} mass_form;

/* A phase of a switching problem: until a time, or until u[root] becomes zero. */
typedef struct phase {
    double until;
    int root; /* -1: none */
} phase;

struct problem {
    const char *name, *title;
    const char *model; /* file, from the top of the tree */
    int links;         /* of a chain: its number of particles; else 0 */
    int n;             /* size of u */
    double stop;
    double floor; /* errors are |out - reference|/max(|reference|, floor) */
    int stiff;    /* implicit methods are used */
    void (*start)(const problem *p, real *u);
    /* What is compared: `outputs` values that follow from u; 0: u itself. */
    int outputs;
    void (*observe)(const problem *p, real t, const real *u, real *out);
    void (*column)(const problem *p, int i, char *name); /* of a value in the model */
    int (*compared)(const problem *p, int i);            /* NULL: all */
    ode_side *side;
    ode_projection *project;
    ode_jacobian *jacobian;
    int lower, upper; /* band of the Jacobian; lower -1: dense */
    ode_program *limit, *limit_projected;
    ode_rows *limit_rows; /* with projection; NULL: not written */
    const dae_form *dae;
    const mass_form *mass;
    /* The next phase after one has ended at t, where `side` changes; at_root: by its
     * root. NULL: there are none. */
    phase (*next)(const problem *p, double t, double *u, int at_root);
    void (*exact)(const problem *p, real *u); /* the end, where a formula is known */
};

static inline int problem_outputs(const problem *p) {
    return p->outputs ? p->outputs : p->n;
}

static inline size_t problem_work(const problem *p) {
    return 32 * (size_t)p->n + 64;
}

extern const problem pendulum, kepler, andrews, chain_6, chain_50, chain_500, chain_5000;
extern const problem car_axis, akzo, heat, transistor, buck;
#endif
