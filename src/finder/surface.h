/* SPDX-License-Identifier: BSD-3-Clause */
/* The manifold of a completed system in quadruple precision: points on it that lie far
 * apart, with the top unknowns there, for given values of the parameters. */
#ifndef FINDER_SURFACE_H
#define FINDER_SURFACE_H
#include "../evaluate/quad_interpreter.h"
#include "../lowering/lower.h"
#include "effort.h"

/* Zeroed, aligned for quad, which arenas are not. */
quad *quad_array(arena *a, size_t count);

/* A tape whose inputs are the slots of a point, then the parameters, then a zero; what
 * it has as constants are inputs behind these, with the values that people write. */
typedef struct quad_tape {
    const tape *tape;
    quad *slot, *out; /* [tape->slots], [tape->outputs] */
    double *near_slot, *near_out;
} quad_tape;

/* The entries of a matrix that are not always zero. */
typedef struct slope_entries {
    quad_tape entry;
    const int *row, *column;
} slope_entries;

typedef struct surface {
    lowered *lowered;
    arena *arena;
    effort *effort;
    int slots, coordinates, unknowns, parameters;
    int rows;              /* of constraints, declared invariants excepted */
    int levels;            /* of these, quantities that are kept at their start values */
    const expr *row, *top; /* [rows], [unknowns] */
    quad_tape row_value, top_value;
    slope_entries row_slope; /* d row / du, without time */
    slope_entries top_slope; /* d top / dz */
    quad *parameter;         /* [parameters] */
    double *near_parameter;  /* the same in double precision */
    quad_tape binding;       /* values of parameters from others ... */
    const int *bound;        /* ... of these */
    double *near;            /* [slots]: a point in double precision */
    double *matrix, *right, *step, *work, *scale; /* of linear systems */
    int *pivot;
    double step_cost, exact_cost; /* operations of Newton steps in x, ... */
    double near_cost, tops_cost;  /* ... and of those in z */
    double spread;                /* of points, in sizes of their coordinates */
    int has_drawn;                /* a point was found */
    uint32_t state;               /* of random numbers */
    double dimension;             /* of the manifold with time, at the last point */
} surface;

/* level: [levels], expressions that keep their values at the start. */
surface *surface_new(lowered *w, arena *a, effort *e, int levels, const expr *level);

/* Points at which generators have no value, as a root of what is negative, for each that
 * is used. */
enum { SURFACE_MOST_VAIN = 20 };

/* Another point, x: [slots]. Returns 0 where many attempts have found none, or the effort
 * is spent. */
int surface_draw(surface *s, quad *x);
/* The start, x: [slots]; returns 0 where its top unknowns are not determined. */
int surface_start(surface *s, quad *x);
/* Moves x a little along the solution, by about a third of the sizes of its coordinates;
 * returns 0 where that fails. */
int surface_advance(surface *s, quad *x);
/* The top unknowns of a point whose coordinates are given. Returns whether they are
 * determined there. */
int surface_solve_tops(surface *s, quad *x);

/* Values of all parameters as the model gives them, but `which` multiplied by a factor,
 * or changed by it where it is 0; which < 0: none. */
void surface_set_parameters(surface *s, int which, double factor);

/* The rank of the constraints at x, and an orthonormal basis of their gradients, [rank,
 * coordinates] row by row. */
int surface_normals(surface *s, const quad *x, double *basis);

/* Expressions in coordinates, top unknowns and parameters as a tape, in the arena. */
quad_tape quad_tape_new(surface *s, int count, const expr *root);
/* Runs at x: [slots]; the outputs are in t->out. */
void quad_tape_run(const surface *s, const quad_tape *t, const quad *x);
/* The same in double precision, in t->near_out. */
void quad_tape_run_near(const surface *s, const quad_tape *t, const quad *x);
/* At a point of double precision, x: [slots]. */
void quad_tape_run_double(const surface *s, const quad_tape *t, const double *x);

/* The number that people write for x. */
quad quad_of_decimal(double x);

#endif
