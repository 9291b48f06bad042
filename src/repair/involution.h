/* SPDX-License-Identifier: BSD-3-Clause */
/* Completion that does not trust structure alone: ranks and tangency are tested near the
 * point where the solution begins, and what they show becomes new equations. */
#ifndef REPAIR_INVOLUTION_H
#define REPAIR_INVOLUTION_H
#include "../lowering/lower.h"

/* Where to look. */
typedef struct surroundings {
    double t;
    /* The order-th derivative of variable v, or NaN where nothing is known. */
    double (*value)(void *data, int v, int order);
    void *data;
    double spread; /* how far to look, in sizes of the unknowns; 0: a tenth */
} surroundings;

/* Start values of the model; nothing is known of derivatives that have no name. */
surroundings start_values(dae *s, double t);

/* The initial point of w, and only what is close to it: a second test where w is singular
 * there. */
surroundings closer_look(lowered *w);

/* The completed and lowered system. Where the system Jacobian is singular on the
 * manifold, rows are combined; where an equation beyond the number of unknowns is not
 * tangent, its derivative is added; until neither happens. Parameter values must be
 * known. Throws E_BALANCE, E_MODEL, E_SINGULAR, E_INCONSISTENT. */
lowered *involve(dae *s, lowering how, surroundings at);

/* Certifies w, which is followed (replay.h), for other values of the parameters, which it
 * has taken over: involve would make the same of them. Else leaves, and w cannot be used
 * any more. */
void involve_again(lowered *w, surroundings at);

/* The same where nothing has to be combined, added or left out; else NULL. */
lowered *involve_plain(dae *s, lowering how, surroundings at);

/* After the initial point: extra equations that follow from the others there are left
 * out, where no nearby points could decide. Returns w or what takes its place. */
lowered *involve_thin(lowered *w, lowering how);

#endif
