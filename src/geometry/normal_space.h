/* SPDX-License-Identifier: BSD-3-Clause */
/* The normal space of the manifold at a point: rows of B = d phi, equilibrated, with a
 * factor of B W^-1 B'. Redundant rows and invariants that cannot be enforced here are
 * left out. With a sparse factor, the rows before `first` are in it, and redundant ones
 * among them share their multipliers; the others, invariants, are its dense border. */
#ifndef GEOMETRY_NORMAL_SPACE_H
#define GEOMETRY_NORMAL_SPACE_H
#include <math.h>
#include "../linalg/saddle.h"
#include "active_set.h"
#include "metric.h"

typedef struct normal_space {
    int rows, count; /* of B; of those that are kept */
    int *kept;       /* [rows]: the kept rows, in the order in which they were factored */
    const invo_pattern *pattern;
    const int *column; /* coordinate of each column of the pattern; NULL: the same */
    double *value;     /* entries of B, rows divided by scale */
    double *scale;     /* [rows]: length of each row in the dual metric */
    double *strength; /* [rows]: sine of the angle to the rows kept before; 0: left out */
    double *nu;       /* [rows] */

    saddle *sparse; /* of the rows before `first`, or NULL: then first is 0 */
    int first;
    double *across;   /* [first, rows - first]: products of sparse and dense rows */
    double *solution; /* the same, by the sparse factor */
    double *spread;   /* [columns]: a dense row */

    double *gram; /* [rows - first, rows - first]; projected, if there is a sparse part */
    double *factor;        /* the same: lower triangle, by position in `kept` */
    double *row_of_factor; /* [rows - first] */
    int width;             /* coordinates, where all rows are dense; else 0 */
    double *rest;          /* [width]: what is left of a row */
    double *probe, *moved; /* [rows], [coordinates]: what round-off in a row does */
    int coordinates;
} normal_space;

/* The largest that a normal space will have to take. */
typedef struct normal_size {
    int rows;
    int coordinates; /* 0: there are no error weights to look at */
    size_t entries;
    int dense;           /* rows outside a sparse factor */
    int width;           /* coordinates, where all rows are dense; else 0 */
    int border, columns; /* rows beside one, and its columns; 0: there is none */
} normal_size;

void normal_space_lay_out(normal_space *s, normal_size z, pool *p);

/* Factors the rows `value` (raw entries in pattern order, destroyed into scaled ones).
 * The last `invariants` rows are taken after the others, strongest first; one is left out
 * where its unit[] of round-off would move the point by more than a tenth of the
 * tolerance, in the metric or in the error norm; `drop` more of the weakest are left out.
 * row: the place of each row in unit[]; NULL: the same. A constraint with a small sine to
 * the others is kept where its unit would move the point by less than that.
 * Returns 0, or the number + 1 of a row without gradient that is no invariant. */
int normal_space_factor(normal_space *s, const invo_pattern *pattern, const int *column,
                        const int *row, const metric *m, int invariants,
                        const double *unit, int drop);

/* The volume that the rows from `first` on span beside those before them, as far as they
 * are kept, whose number is *count. */
double normal_space_volume(const normal_space *s, int first, int *count);

/* nu = (B W^-1 B')^-1 r on the kept rows; then move[coordinate] -= W^-1 B' nu. r: [rows]
 */
void normal_space_solve(normal_space *s, const double *r);
void normal_space_move(const normal_space *s, const metric *m, double *move);

/* The smallest singular value of B W^-1/2, rows scaled to length 1, as factored last: of
 * the first `rows` rows as far as they are kept, whose number is *count. y: [rows] is its
 * left vector, on entry a guess or zero; a few steps of inverse iteration. */
double normal_space_smallest(normal_space *s, int rows, double *y, int *count);
/* The right vector that belongs to it: x = W^-1/2 B'y / sigma, n: [coordinates] */
void normal_space_right(const normal_space *s, const metric *m, int rows, double sigma,
                        const double *y, int n, double *x);

/* Is a row without a direction: of length 0, or of one that is not finite? */
static inline int normal_space_is_flat(const normal_space *s, int i) {
    return !(s->scale[i] > 0 && isfinite(s->scale[i]));
}

#endif
