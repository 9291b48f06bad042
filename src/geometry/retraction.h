/* SPDX-License-Identifier: BSD-3-Clause */
/* Retractions: ways to bring a point onto the manifold. */
#ifndef GEOMETRY_RETRACTION_H
#define GEOMETRY_RETRACTION_H
#include "manifold.h"
#include "normal_space.h"

typedef struct retraction {
    const struct retraction_class *kind;
    manifold *manifold;
    metric *metric;
    double bound; /* --constraint-bound: where iterations stagnate, the residual must be
                     below half of it */
    const double *unit; /* [rows]: units of round-off of the last point of the ledger */
    normal_space space;
    saddle **sparse; /* [stages of the staged retraction, or 1]: NULL: dense */
    int sets;        /* how many these are */
    double *residual, *move, *from, *mu; /* [m], [n], [n], [m] */
    char *left_out;                      /* [m]: rows not enforced by the last call */
    long calls, iterations, factorizations;
    int most_iterations;
    double moved; /* length of the last retraction's move in the metric */
    int row;      /* after a failure: the constraint that was not met ... */
    double value; /* ... and its residual */
    int tries;
} retraction;

typedef struct retraction_class {
    const char *name;
    /* E_RETRACTION where the iteration does not converge, E_DOMAIN where phi is not
     * finite. */
    invo_status (*retract)(retraction *r, double *u);
} retraction_class;

extern const retraction_class retraction_staged, retraction_normal, retraction_orthogonal,
    retraction_none;

/* Decides what is factored sparse and analyses it; retraction_free frees that. */
invo_status retraction_plan(retraction *r, const retraction_class *kind,
                            const invo_system *s, invo_context *c);
void retraction_free(retraction *r);
size_t retraction_work(const retraction *r, const invo_system *s); /* in doubles */
size_t retraction_integers(const invo_system *s);                  /* in ints */
void retraction_init(retraction *r, manifold *m, metric *w, double bound, double *work,
                     int *integers, char *left_out);

/* For the classes: the normal space takes the constraints of a stage, or all of them (0).
 */
void retraction_take(retraction *r, int set, int rows);

/* Retracts u with the class's method and keeps the books. */
invo_status retract(retraction *r, double *u);

/* For the classes: a simplified Newton iteration over some rows of phi. */
typedef struct newton {
    retraction *r;
    int stage;      /* of the staged retraction, or -1: all of phi */
    int drop;       /* how many invariants to leave out */
    const int *row; /* numbers of the rows in phi; NULL: the same */
    /* Factors the normal space at u. */
    invo_status (*factor)(struct newton *w, const double *u);
    /* r->move from r->residual, the rows of phi at u. */
    void (*move)(struct newton *w, const double *u);
} newton;

/* The plain move: along the normal space as factored. */
void newton_normal_move(newton *w, const double *u);

/* Iterates from u with a matrix that is factored at u and again where it contracts badly.
 * *slow is set where that does not help. */
invo_status newton_iterate(newton *w, double *u, int *slow);

#endif
