/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's matrices of implicit stages. With the derivative of each coordinate being the
 * next coordinate or a top unknown, a stage system
 *     du_i = r d(next of i) + rho_i,    T_u du + T_z dz = tau,    r = h / eigenvalue,
 * leaves, all coordinates eliminated, one matrix of the size of z:
 *     M(r) = sum over l of r^(d_j - l) dT/dy_j^(l)   (docs/design.md, 4). */
#ifndef METHOD_IRK_MATRIX_H
#define METHOD_IRK_MATRIX_H
#include "../geometry/top_form.h"
#include "../base/pool.h"
#include "../linalg/factor.h"
#include "../linalg/lane_lu.h"
#include "collocation.h"

/* Coordinates that follow each other, as do their derivatives in slots. */
typedef struct irk_run {
    int first, count, slot;
} irk_run;

typedef struct irk_matrix {
    top_form *form;
    int n, tops;
    int *top, *depth; /* [n]: whose derivatives lead to which z, and how many steps */
    int *order;       /* [n - 1]: coordinates but time, those next to z first */
    int deepest;      /* largest depth */
    irk_run *run;     /* [runs]: all coordinates but time, those next to z first */
    int runs;
    invo_pattern pattern; /* of M */
    int *target;          /* [entries of T']: place in M; -1: none */
    int *step;            /* [the same]: the power of r that it counts with */
    int *known;           /* [rows + 1]: where what depends on u ends in a row of T' */
    double *jacobian;     /* [entries of T'] */
    double *share;        /* [entries of M, deepest + 1]: what counts with a power of r */
    double *value;        /* [2, entries of M] */
    double *power;        /* [2, deepest + 1], or in lanes */
    double *part;         /* [2, n]: scratch of solutions */
    matrix_factor *real, *pair[MOST_PAIRS];
    lane_lu *lanes;  /* of small systems: factors for all eigenvalues, the real one first;
                        else NULL */
    int is_in_lanes; /* these serve; `real` and `pair` are for where they do not */
    const collocation *split; /* the table of these columns; NULL: none */
    double columns[MOST_STAGES * LANE_NUMBER];
    double
        ratio[2 * (MOST_PAIRS + 1)]; /* h / eigenvalue: of the real one, of the pairs */
    double h; /* of the factors, with the table that they belong to; NULL: none */
    const collocation *table;
    long factorizations;
    struct irk_matrix *left; /* itself, for the next run of the system */
    void *memory;
} irk_matrix;

/* pairs: complex factors that are made at once; others are when they are first needed.
 * Takes what irk_matrix_leave has left to the next run, if that can be: it is as new. */
invo_status irk_matrix_new(irk_matrix *m, top_form *f, int pairs, invo_context *c);
void irk_matrix_leave(irk_matrix *m);
void irk_matrix_free(irk_matrix *m);
/* The same derivatives with factors of its own, for another table or another h: it may be
 * used as long as `of` is as it was. m: zero, or from the last call, whose factors serve
 * again. */
invo_status irk_matrix_beside(irk_matrix *m, const irk_matrix *of, int pairs,
                              invo_context *c);

/* The derivatives of T at (u, z); the factors are void after this. */
invo_status irk_matrix_load(irk_matrix *m, const double *u, const double *z);

/* Factors M for all eigenvalues of the table and the step h, if they are not at hand.
 * E_DIRECTION where one is singular, E_MEMORY. */
invo_status irk_matrix_factor(irk_matrix *m, const collocation *t, double h);

/* Solves for the pair of eigenvalues number `pair`, in complex numbers, or for the real
 * one (-1): z holds tau and receives dz; rho: [n], NULL: 0; du: [n] receives the
 * coordinates, NULL: not wanted. */
void irk_matrix_solve(irk_matrix *m, int pair, const double *rho, double *z, double *du);
/* z -= M^-1 residual of all stages, [tops, stages] each; hat: [tops, stages], scratch. */
void irk_matrix_correct(irk_matrix *m, const double *residual, double *hat, double *z);

#endif
