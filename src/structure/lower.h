/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed system lowered to tapes, behind the functions of involute_system.h. */
#ifndef STRUCTURE_LOWER_H
#define STRUCTURE_LOWER_H
#include "../evaluate/interpreter.h"
#include "complete.h"

/* A tape with its slots. Inputs are u, z, the parameters, the values of the invariants.
 */
typedef struct program {
    const tape *tape;
    double *slot, *error, *out;
} program;

typedef struct lowered {
    invo_system system;
    completion *completion;
    program constraint, jacobian, ledger, rates;
    program *block, *stage_residual, *stage_matrix;
    double *invariant; /* [invariants]: their values at the start */
    double *start;     /* [coordinates] */
    double *nominal;   /* [coordinates + unknowns] */
    double *top;       /* [unknowns]: z at the start */
    program functions; /* of the crossings (hybrid.c) */
    struct hybrid *hybrid;
} lowered;

typedef struct lowering {
    int square; /* solve scalar top equations as 1 by 1 blocks instead of in closed form
                 */
    int use_jacobian; /* d phi will be asked for (normal and orthogonal retraction) */
} lowering;

/* Parameter values must be known (system_parameters). */
lowered *lower(completion *c, lowering how);

void program_load(const lowered *w, const program *p); /* values of the parameters */
program program_new(lowered *w, int count, const expr *root);
/* Runs on (u, z); z may be NULL where the roots contain no top unknown. */
void program_run(const lowered *w, const program *p, const double *u, const double *z,
                 double *out);
void program_run_bound(const lowered *w, const program *p, const double *u,
                       const double *z, double *out, double *bound);

/* Takes over the values of the parameters, after an event has changed some. */
void lowered_load_parameters(lowered *w);

/* Fixes the values of the invariants at u, once and for all programs. */
void lowered_keep_invariants(lowered *w, const double *u);

/* Value of an expression in parameters; `otherwise` for NO_EXPR. */
double parameter_value(dae *s, expr e, double otherwise);

#endif
