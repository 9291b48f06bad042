/* SPDX-License-Identifier: BSD-3-Clause */
/* Trivial equations: a = b, a = -b, a = constant, a = e(...). Each computes a variable
 * from others, so that this one need not be a coordinate, nor the equation a constraint.
 *
 * By the offsets c_i, d_j of the system as written: if equation i gives variable v
 * explicitly and d_v = c_i, then v^(l) can be replaced by e^(l) in all other equations
 * and no offset grows, for d_j >= c_i + sigma_ij = d_v + sigma_ij >= c_k + sigma_kv +
 * sigma_ij. So c_i coordinates and as many constraints go; the equation itself remains
 * and computes v from the result. */
#ifndef COMPLETION_TRIVIAL_H
#define COMPLETION_TRIVIAL_H
#include "complete.h"

/* The plain equations of the system as written, by row. */
typedef struct written_rows {
    signature signature;  /* columns are variables */
    const int *equation;  /* of each row */
    const int *column_of; /* assigned to each row, or -1 */
    const int *c, *d;
} written_rows;

/* Fills c->system, c->binding, c->derived and c->level from c->written. Throws
 * E_BALANCE, E_INCONSISTENT where trivial equations or fixed values contradict each
 * other. */
void trivial_eliminate(completion *c, const written_rows *rows);

/* c->binding for all variables: which equations are taken (trivial.c). The attributes in
 * c->system may be changed. */
void trivial_find(completion *c, const written_rows *rows);

/* e in variables that stay. */
expr trivial_substitute(const completion *c, expr e);

/* The same for an event function: what is not differentiated in the system as written is
 * left as a top unknown, so that its rate of change does not decide at a boundary. */
expr trivial_substitute_function(const completion *c, expr e);

/* Start values, `fixed` and nominal of a group of variables that are multiples of one go
 * to this one. group: [count], bound to `keeper`, which is -1 where they are constants.
 */
void trivial_inherit(completion *c, int keeper, int count, const int *group);

#endif
