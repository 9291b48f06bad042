/* SPDX-License-Identifier: BSD-3-Clause */
/* Retractions: ways to bring a point onto the manifold. */
#ifndef GEOMETRY_RETRACTION_H
#define GEOMETRY_RETRACTION_H
#include "../base/options.h"
#include "active_set.h"
#include "dependence.h"
#include "manifold.h"
#include "newton.h"
#include "normal_space.h"

typedef struct retraction_settings {
    double bound; /* --constraint-bound: where iterations stagnate, the residual must be
                     below half of it */
    /* Where the iteration of the orthogonal retraction begins, for a point a that a step
     * from p has led to, with multipliers 0 unless stated otherwise. initialized: at a;
     * an inexact iteration takes its first step by [TAN05] Algorithm 4.6. plain: at a.
     * previous: at p. curvature: beside p + h v, by the curvature there, [TA01] (5.3).
     * stage: at the stage before, p for the first ([Baese] 4.1.4). */
    choice_newton_start start;
    /* When the matrix is factored again. auto: where it contracts badly; by an exact
     * iteration, always. once: at the beginning only. kept: where it contracts badly,
     * also from call to call. */
    choice_jacobian jacobian;
    double forcing; /* of the inexact iteration: the first share of the residual ... */
    int squared;    /* ... or of its square, rows as they are written */
    double first_share;      /* of an exact iteration that is initialized: what conjugate
                                gradients leave in its first step; 0: it is exact */
    double pivot_tolerance;  /* of the chart retraction */
    choice_newton_test rule; /* newton_rule.c has the formulas */
    double tolerance, relative; /* of that rule */
    int relative_first;         /* before the first move, too */
    double fold_limit;          /* of the radial retraction */
    long limit; /* --newton-limit: the point is taken after so many iterations; 0: none */
} retraction_settings;

typedef struct retraction {
    const struct retraction_class *kind;
    retraction_settings settings;
    const invo_system *s;
    manifold *manifold;
    metric *metric;
    /* [n]: where the current step began and its direction there, or NULL. */
    const double *previous, *velocity;
    int begins;         /* no stage of it has been retracted yet */
    const double *unit; /* [rows]: units of round-off of the last point of the ledger */
    normal_space space;
    struct block_matrix *block[2]; /* of the exact iteration; NULL: dense */
    int block_used;                /* which was factored */
    saddle **sparse; /* [stages of the staged retraction, or 1]: NULL: dense */
    int sets;        /* how many these are */
    double *residual, *move, *from, *mu; /* [m], [n], [n], [m] */
    double *mu_before, *scratch;         /* [m], [n]: of newton_rule.c */
    active_set active;
    void *own;       /* what the class has laid out */
    int has_factor;  /* of all constraints, by an earlier call */
    int hurries;     /* the shortcut of the system is used */
    int must_factor; /* no shortcut: somebody looks at the normal space afterwards */
    double weakest;  /* of the rows that were taken last, where a shortcut has: the least
                        sine of an angle between them, squared; 0: the normal space is
                        factored */
    long calls, iterations, factorizations;
    long linear_iterations, selector_changes, fallbacks;
    long folds; /* fallbacks because the lengths of the blocks are no chart */
    int most_iterations;
    double moved; /* length of the last retraction's move in the metric */
    int row;      /* after a failure: the constraint that was not met ... */
    double value; /* ... and its residual */
    int column;   /* the coordinate that cannot be solved for, or -1; */
    int rank;     /* how many of the constraints are independent, or -1: not known */
    double slope; /* the length of its gradient, where that is 0 or overflows; else 1 */
    int tries;
} retraction;

/* The constraints that a retraction takes at once. Of all, it takes gradients. */
typedef enum retraction_rows { ROWS_ALL, ROWS_BY_STAGE, ROWS_NONE } retraction_rows;

struct newton;
/* A member that is not given is 0: all constraints at once, sparse, for every system. */
typedef struct retraction_class {
    const char *name;
    retraction_rows rows;
    /* E_RETRACTION where the iteration does not converge, E_DOMAIN where phi is not
     * finite. */
    invo_status (*retract)(retraction *r, double *u);
    /* Reports E_ARGUMENT for a system that it cannot take, or NULL: it takes every one.
     */
    invo_status (*fits)(invo_context *c, const invo_system *s);
    /* Factors the rows that it takes last; NULL: no shortcut takes them. */
    invo_status (*factor_last)(retraction *r, const double *u);
    /* Takes what it needs beyond what all share, r->own, or NULL. */
    void (*lay_out)(retraction *r, const invo_system *s, pool *p);
    /* Begins the iteration at another point than the given one, or NULL: *factored tells
     * whether it has factored the matrix. */
    invo_status (*start)(struct newton *w, double *u, int *factored);
    int every; /* the matrix is to be factored in every iteration unless said otherwise */
    int is_dense; /* its matrices are not sparse */
    int nearest;  /* it has multipliers mu, for the nearest point */
    int linear; /* a fresh matrix gives linear convergence only, but for the first step */
    int uses_blocks; /* groups of coordinates, as the model gives them */
    int computes;    /* it solves for coordinates whatever the step made of them */
} retraction_class;

#define RETRACTION_CLASS(member, name) extern const retraction_class retraction_##name;
INVO_RETRACTIONS(RETRACTION_CLASS)
#undef RETRACTION_CLASS
extern const retraction_class retraction_none;
/* The orthogonal one with other Newton iterations (--newton, --metric mass). */
extern const retraction_class retraction_exact, retraction_exact_sparse,
    retraction_inexact, retraction_coupled;

/* Returns the class of a word; of 'auto', which no settled plan has, retraction_none. */
const retraction_class *retraction_find(choice_retraction word);

/* The block of coordinate j for the radial retraction, -1: none, as the system says or,
 * if it says nothing: all in one for one constraint, by the order of derivatives if that
 * gives as many blocks as constraints, else by the first constraint that contains it. And
 * how many blocks that makes. */
int radial_group(const invo_system *s, int j);
int radial_groups(const invo_system *s);

/* Decides what is factored sparse and analyses it; retraction_free frees that. */
invo_status retraction_plan(retraction *r, const retraction_class *kind,
                            const invo_system *s, invo_context *c);
void retraction_free(retraction *r);
/* The manifold is laid out. */
void retraction_lay_out(retraction *r, const retraction_settings *settings, manifold *m,
                        metric *w, pool *p);

/* For the classes: the normal space takes the constraints of a stage, or all of them
 * (-1).
 */
void retraction_take(retraction *r, int stage);

/* Is no coordinate of `to` farther from that of `from` than so many ulps of its size, or
 * of its nominal size where that is more? Values of a
 * point follow each other at a distance of `stride` in `to`. */
int retraction_is_within(const invo_system *s, const double *from, const double *to,
                         int stride, double ulps);
/* The same of INVO_LANES points, [n, INVO_LANES] each. */
void retraction_within_lanes(const invo_system *s, const double *from, const double *to,
                             double ulps, char *within);
/* Factors the rows that the class has taken last at u, where a shortcut has not. */
invo_status retraction_factor_last(retraction *r, const double *u);

/* Whether the settings leave moves and matrices to the class, so that code of the system
 * may take its place; ... */
int retraction_may_hurry(const retraction *r);
/* ... all of it, where the system has such code; 0: it is to be done otherwise, from the
 * same u. */
int retraction_arrive(retraction *r, double *u);

/* Is no invariant weak (normal_space.c), with gradients of these lengths, squared, and
 * the least angle between them? */
int retraction_is_strong(const retraction *r, const invo_arrival *a);
/* How long a move may be, in the metric, that round-off in an invariant makes. */
double retraction_most_disturbance(const retraction *r);

/* Retracts u with the class's method and keeps the books. */
invo_status retract(retraction *r, double *u);

/* How an iteration continues. */
typedef enum newton_course {
    GOES_ON,
    ENDS,
    IS_UNMET, /* it has come to rest, but not on the manifold */
    IS_DEPENDENT,
    IS_WEAK,
    IS_LOST
} newton_course;

typedef struct newton_progress {
    newton_course course;
    double size, before, first; /* of the last move, the one before it, and the first */
    double asked;               /* the longest move that one row asked for */
    int fresh;                  /* the matrix was factored for this move */
    int bad;                    /* it is to be factored */
    int factored;
    int watched;  /* it is factored in every iteration, for invariants are suspicious */
    double least; /* move so far ... */
    int since;    /* ... and how many ago that was */
} newton_progress;

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
    /* The volume that the gradients of invariants span where it was factored, and how
     * many these are; NULL: slow convergence alone shows that they are dependent. */
    double (*volume)(const struct newton *w, int *rows);
    dependence dependence;
    newton_progress progress;
    int cleared; /* invariants are known to be independent: what is slow goes on */
    int fresh;   /* factored since the last move */
    int plain;   /* begin at the given point, whatever the settings say */
    int moves;   /* of newton_rule.c: how many there were, and what it measured last */
    double measure;
    int normal; /* `factor` makes the normal space of all rows: a move that they ask for
                   and do not get shows that they contradict each other */
} newton;

/* Whether the papers' rule is met at u, where r->residual is; to be asked before every
 * move and after the last. RULE_ROUND_OFF never is. */
int newton_rule_is_met(newton *w, const double *u);

/* Takes r->move from u, as far as it is finite; returns its size in ulps. */
double newton_advance(newton *w, double *u);

/* The plain move: along the normal space as factored. */
void newton_normal_move(newton *w, const double *u);

/* Iterates from u with a matrix that is factored at u and again where it contracts badly.
 * *slow is set where that does not help because invariants are dependent. */
invo_status newton_iterate(newton *w, double *u, int *slow);

/* The same until the sum of all residuals is below settings.tolerance ([Baese] 4.1.4).
 * Rows may cancel each other in it: the ledger tells what is left of them. */
invo_status newton_to_sum(newton *w, double *u);

/* For iterations of their own: the size of r->move in ulps of the coordinates; whether
 * the residuals at u are as small as round-off allows, `size` being that of the last
 * move. */
double retraction_ulps(const retraction *r, const double *u);
int retraction_is_at_round_off(const newton *w, const double *u, double size);
/* r->residual at u, of all constraints or those of the stage. */
invo_status retraction_evaluate(const newton *w, const double *u);

enum {
    RETRACTION_WEAK = 2
}; /* *slow of newton_iterate: round-off in an invariant moves
      the point by too much */
enum { RETRACTION_FEW_ULPS = 4 }; /* a move that is as good as none */
/* Ulps are those of a coordinate, or of this share of its nominal size where that is
 * more: as of the leaves of the ledger. */
static const double RETRACTION_LEAF_SHARE = 1e-3;

#endif
