/* SPDX-License-Identifier: BSD-3-Clause */
/* Generators: the functions of a point whose products are tried as terms of conserved
 * quantities. */
#ifndef FINDER_GENERATORS_H
#define FINDER_GENERATORS_H
#include "surface.h"

typedef enum generator_kind {
    GENERATOR_TIME,
    GENERATOR_COORDINATE,
    GENERATOR_FUNCTION, /* that the equations contain, or somebody gave */
    GENERATOR_LOG,      /* of what divides its rate, or of a denominator */
    GENERATOR_ANGLE     /* of a pair on a circle */
} generator_kind;

typedef struct generator {
    expr value;
    generator_kind kind;
    int is_single; /* it is no factor of products */
} generator;

typedef struct generators {
    int count;
    generator *at;
    int are_free;    /* no algebraic relation is possible among them on the manifold */
    quad_tape value; /* of all, then their rates */
    quad_tape slope; /* by coordinates, sizes not included: entries ... */
    const int *entry_generator, *entry_slot; /* ... of these */
    char *is_near; /* [count, count]: an equation contains both */
} generators;

/* What the equations of the system contain, and more: [given]. */
generators *generators_find(surface *s, int given, const expr *more);

/* Has it jumps, between which it may be constant without being conserved? */
int generator_has_jumps(graph *g, expr e);

#endif
