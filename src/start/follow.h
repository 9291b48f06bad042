/* SPDX-License-Identifier: BSD-3-Clause */
/* States that follow what constraints prescribe. Memory is that of the completion: borrow
 * it. */
#ifndef START_FOLLOW_H
#define START_FOLLOW_H
#include "../lowering/lower.h"

/* [coordinates]: which of them the constraints give at u, whatever the others are. */
char *follow_given(lowered *w, const double *u);
/* Is variable v one of these, or computed from them alone? */
int follow_gives(const lowered *w, const char *given, int v);
/* Do the impulses of coordinates that jump ([coordinates]) leave all alone that is not
 * given? By structure: what may be reached counts as reached. */
int follow_spares_free(const lowered *w, const char *given, const char *jumps);

#endif
