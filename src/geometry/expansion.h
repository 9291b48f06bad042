/* SPDX-License-Identifier: BSD-3-Clause */
/* Taylor coefficients of the solution through a point, h^k u^(k) / k!: the top equations
 * are linear in the k-th coefficients of z with the same matrix for every k, so one
 * factor serves them all (docs/design.md, 4). */
#ifndef GEOMETRY_EXPANSION_H
#define GEOMETRY_EXPANSION_H
#include "../base/context.h"
#include "../linalg/factor.h"

/* Equations that are solved together. */
typedef struct expansion_part {
    int size;
    const int *unknown, *row; /* [size] */
    matrix_factor *factor;
    invo_pattern pattern; /* of the part alone, in its own numbers */
    int *entry;           /* its entries in the whole matrix */
} expansion_part;

typedef struct expansion {
    const invo_system *s;
    int parts;
    expansion_part *part; /* in the order in which they are solved */
    int *integers;        /* owns patterns */
    int *column;          /* [tops]: place of an unknown in its part, or -1 */
    double *value;        /* [entries]: the matrix */
    double *z, *r, *b;    /* [tops] */
    double *block;        /* owns the numbers */
    double least;         /* unit of time below which powers of it would underflow */
    long factorizations;
    int is_quick; /* the last one was made by the system's shortcut */
    int unknown;  /* after a failure: the z concerned, or -1 */
} expansion;

/* Where the system offers series. On failure nothing is left to free. */
invo_status expansion_new(expansion *e, const invo_system *s, invo_context *c);
void expansion_free(expansion *e);

/* coefficient: [order + 1, n], from the point u with its top unknowns z. E_DIRECTION
 * where a part is singular, E_DOMAIN where a coefficient is not finite. */
invo_status expansion_at(expansion *e, const double *u, const double *z, double h,
                         int order, double *coefficient);

#endif
