/* SPDX-License-Identifier: BSD-3-Clause */
/* The metric: what 'nearest' means. W = diag(w^2), but for the mass metric, frozen during
 * a step. */
#ifndef GEOMETRY_METRIC_H
#define GEOMETRY_METRIC_H
#include "../base/options.h"
#include "../base/pool.h"
#include "../linalg/sparse.h"

/* W(row, column) = W(column, row) = value. */
typedef struct metric_coupling {
    int row, column;
    double value;
} metric_coupling;

/* What ties a coordinate to others: the strongest of the constraints that it is in. */
typedef enum metric_tie { TIE_NONE, TIE_INVARIANT, TIE_EQUATION } metric_tie;

typedef struct metric {
    choice_metric kind; /* of METRIC_MASS, with couplings, diagonal and inverse are those
                           without them */
    double rtol, atol;
    double relative;  /* rtol, which round-off bounds, of errors */
    int eases;        /* the tolerance of what is determined is that of a term in a series
                         of the unknown: see metric_error_scale */
    int moves_time;   /* t is a coordinate like any other (by arclength) */
    int absolute;     /* errors are measured by rtol alone */
    int end_only;     /* |q_i| instead of max(|p_i|, |q_i|) in the weights of errors */
    char *ignored;    /* [n]: marks of coordinates whose error does not count; NULL */
    double tolerance; /* the length in this metric that the tolerances stand for */
    const double *error; /* [n]: weights of the error norm at the beginning of the step,
                            or NULL: steps are constant */
    double *tolerances;  /* [n]: weights of `scaled`, where the metric is another; NULL */
    int remembers;       /* sizes of the last steps count in the weights of errors ... */
    double *recent;      /* ... [n]: which are these; 0: those of the step alone do */
    double patience;     /* 1, or how far tolerances are below what they can ask for */
    double *w;           /* [n]: a move of coordinate i by x has length w[i] |x| */
    double *inverse;     /* [n]: 1 / w^2; 0 for a coordinate that is held fixed (time) */
    int couplings;       /* entries of W beside the diagonal ... */
    metric_coupling *coupling; /* ... which only the orthogonal retraction knows */
    struct mass *mass;         /* METRIC_MASS: where they come from */
    /* A level: coordinates of one order of differentiation that constraints tie to each
     * other; all that are in no constraint are taken together. */
    int levels;
    double *level;            /* [levels]: the size of each where the metric was frozen */
    int *level_of;            /* [n] */
    int *by_level, *first_of; /* [n], [levels + 1]: coordinates, level by level */
    char *is_plain;           /* [levels]: all its nominals are 1 */
    char *tie;                /* [n]: a metric_tie */
    int *twin;     /* [n]: the first coordinate that always has the same weights */
    int *end_of;   /* [n]: behind the last twin of the first one, by places in by_level */
    int is_frozen; /* weights of these levels are there */
    int has_ignored; /* is any coordinate? */
    double *nominal; /* [n] */
    double *least;   /* [n]: round-off, which no error is below */
} metric;

void metric_lay_out(metric *m, const invo_system *s, pool *p);
/* Fills in what is known before there are points; `ignored` is known. */
void metric_prepare(metric *m, const invo_system *s);

/* Lets time move like other coordinates, or not; the metric is to be frozen then. */
static inline void metric_move_time(metric *m, int moves) {
    m->moves_time = moves;
    m->is_frozen = 0;
}

/* Sets the weights at u. */
void metric_freeze(metric *m, const invo_system *s, const double *u);

/* A coordinate that passes zero is not small for that reason: its tolerance is that of
 * its size some steps ago. Where a solution decays, by less than this share in a step
 * that is accurate, tolerances follow it. */
static const double METRIC_FADED = 0.9;

/* Notes the sizes at u, the end of a step, for the weights of later ones: what was large
 * counts less from step to step. */
void metric_note(metric *m, int n, const double *u);
/* Forgets those before u. */
void metric_forget(metric *m, int n, const double *u);

/* Weights of the error norm over a step from p, where the metric was frozen, to q:
 * 1 / (rtol max(|p_i|, |q_i|) + atol nominal_i), with sizes of the last steps in the
 * maximum where they count, or of round-off where that asks for
 * less; 1 / rtol where errors are absolute, 0 where they are ignored. scale: [n]
 *
 * With `eases`, an error e of a derivative y^(l) that follows from coordinates of lower
 * order counts no more than h^l e / l! would as an error of y. */
void metric_error_scale(const metric *m, const invo_system *s, const double *p,
                        const double *q, double *scale);

/* In units of atol, at least the ratio of any such weight, or of one of the tolerances,
 * to that of the metric; infinite where that would have to be looked for. */
double metric_most_tolerance(const metric *m);

double coordinate_nominal(const invo_system *s, int i);
/* The size of u_i, `share` of the nominal one at least. */
double coordinate_size(const invo_system *s, const double *u, int i, double share);
/* to: [tops] receives the coordinate whose derivative each is; others stay as they are.
 */
void coordinate_find_tops(const invo_system *s, int *to);

/* The length of a move, without couplings. */
static inline double metric_length(const metric *m, int n, const double *move) {
    return vector_weigh(n, m->w, move);
}

#endif
