/* SPDX-License-Identifier: BSD-3-Clause */
/* The constraints of a quasi-linear system E(x, t) x' = f(x, t) by their levels, and
 * which components a half-explicit method solves for ([Baese] Procedures 2.4 and 3.11).
 */
#ifndef LOWERING_LEVELS_H
#define LOWERING_LEVELS_H
#include "lower.h"

typedef struct level_constraint {
    expr f; /* zero on the manifold; contains no derivative */
    int level;
} level_constraint;

typedef struct constraint_levels {
    LIST(level_constraint) constraints;
    int maximal;             /* nu_c; -1: there are no constraints */
    int required, algebraic; /* how many components are, required ones among these */
    int *component; /* [variables]: the required ones, the other algebraic ones in the
                       order of their pivots, the differential ones as declared */
} constraint_levels;

/* Returns NULL where the system as written is not quasi-linear of first order, has
 * branches, is large, or cannot be decided at the initial point. */
constraint_levels *levels_find(lowered *w);

#endif
