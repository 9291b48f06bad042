/* SPDX-License-Identifier: BSD-3-Clause */
/* Krawczyk's test [KRA69] for more unknowns than equations: a proof that f(x) = 0, f: R^n
 * -> R^m, has a solution near a given point x0.
 *
 * Independent rows are chosen, r of them; x moves in r directions only, x = x0 + V y,
 * where V spans their gradients in units of the sizes of x. With C near (f' V)^-1 and a
 * box |y| <= rho, the map y - C f(x0 + V y) takes the box into |y| <= k with
 *
 *     k = |C f(x0)| + |1 - C f'(X) V| rho,    X = {x: |x - x0| <= |V| rho}.
 *
 * Where k < rho, it has a fixed point (Brouwer), and f has a zero with |y| <= k, the only
 * one in the box: it is at y = -C f(x0), up to k - |C f(x0)|. Everything that is rounded
 * here is bounded from above.
 *
 * In large systems, rows with a coordinate that no other row has are left out of this at
 * first, and then in turn those that have one among what remains: whatever the other
 * coordinates are in their box, such a row is met by its own one (intermediate values).
 */
#ifndef LINALG_KRAWCZYK_H
#define LINALG_KRAWCZYK_H
#include "../base/arena.h"
#include "involute_system.h"

typedef struct krawczyk {
    const invo_pattern *pattern; /* of f'; the first column is not moved */
    /* Set by the caller: */
    double *slope, *width; /* by the pattern: f'(X) within slope +- width */
    double *value, *error; /* [m]: f(x0) within value +- error */
    double *rounding; /* [m]: error of f in units of round-off, if it were evaluated so */
    double *size;     /* [n]: of x0; units of y are relative to these */
    double *reach;    /* [n]: X is |x - x0| <= reach */
    char *left_out;   /* [m]: rows that do not count */
    /* Found: */
    int rank;         /* rows that are independent */
    double *offset;   /* [n]: a zero of these rows is x0 + offset, ... */
    double *slack;    /* [n]: ... up to this, ... */
    double *radius;   /* [n]: and so within this of x0 */
    double *spread;   /* [n]: a box that must lie in X */
    double largest;   /* radius in units of size */
    double condition; /* how far a relative error of 1 in all x and in the evaluation of f
                         moves the zero, likewise */
    /* Rows with a coordinate of their own, in the order in which they are found: */
    int singles;
    int *single_row, *single_entry; /* [singles] */
    /* The others: */
    int core, cores; /* independent ones, and all */
    int *core_row;   /* [cores] */
    int *row;        /* [core] */
    double *basis;   /* V: [core, n], by directions */
    double *inverse; /* C: [core, core], by rows, lower triangle */
    double *center;  /* C f(x0): [core], ... */
    double *step;    /* ... and a bound of its size */
    /* Work, grown where the core is larger than before: */
    arena *arena, *own;
    int room;
    int *open;     /* [n]: rows that have a column, ... */
    int *open_by;  /* ... and their numbers, combined by exclusive or */
    int *examined; /* [entries]: rows of a pass */
    char *is_single;
    char *is_reduced; /* [cores]: rows of `scaled` that are remainders */
    double *entry; /* by the pattern: rows of the core in relative terms, of length 1 */
    double *scaled, *square, *product, *left, *rho, *bound;
} krawczyk;

/* pattern: borrowed. Memory comes from a. */
krawczyk *krawczyk_new(arena *a, const invo_pattern *pattern);

/* Chooses rows, directions and C by the slopes, and the condition. Returns the rank. */
int krawczyk_choose(krawczyk *k);

/* What a relative error of 1 in every coordinate, the first one included, and in the
 * evaluation makes of row i. */
double krawczyk_row_unit(const krawczyk *k, int i);

typedef enum krawczyk_verdict {
    KRAWCZYK_PROVED,
    KRAWCZYK_FAR,    /* the box that is needed, k->spread, is not within X */
    KRAWCZYK_WIDE,   /* slopes change too much in X, or are too ill-conditioned */
    KRAWCZYK_UNKNOWN /* numbers are not finite */
} krawczyk_verdict;

krawczyk_verdict krawczyk_test(krawczyk *k);

#endif
