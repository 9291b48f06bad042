/* SPDX-License-Identifier: BSD-3-Clause */
/* First-order reductions written by the user, recognised as names of jet coordinates. */
#ifndef COMPLETION_ALIAS_H
#define COMPLETION_ALIAS_H
#include "complete.h"

/* a: [variables], filled with the variable and order that each variable is a name of
 * (itself and 0 for most). Returns the equations that this uses up; their residual is
 * zero by definition; the list is in `scratch`. */
int *alias_find(dae *s, arena *scratch, alias *a, int *count);

/* An expr_map with the aliases as data. */
expr alias_rename(void *aliases, graph *g, expr leaf);

/* Whether this residual makes `name` the order-th derivative of `of`. */
int alias_read(const graph *g, expr residual, int *of, int *order, int *name);

/* e with every alias replaced. */
expr alias_substitute(dae *s, alias *a, expr e);

#endif
