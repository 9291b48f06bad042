/* SPDX-License-Identifier: BSD-3-Clause */
/* What the retractions that take all constraints at once share. */
#ifndef GEOMETRY_RETRACT_JOINT_H
#define GEOMETRY_RETRACT_JOINT_H
#include "retraction.h"

/* Solves with w->move, leaving out the weakest invariants one by one as long as they are
 * dependent. */
invo_status retract_joint(retraction *r, double *u,
                          void (*move)(newton *w, const double *u));

/* Factors the normal space at u without the weakest invariants (w->drop) and marks what
 * is left out. */
invo_status retract_factor(newton *w, const double *u);

/* An iteration for the nearest point may fail because its multipliers are large, far away
 * or where invariants are dependent. Newton's iteration for some point tells which: are
 * they, with `drop` of them left out? u is lost. */
int retract_is_dependent(retraction *r, int drop, double *u);

/* For the orthogonal retraction: begins where --newton-start says (class->start). */
invo_status retract_start(newton *w, double *u, int *factored);
/* The tangent at the point where the step began, as far as the step goes: u = p + h v.
 * Returns 0 where the step is not known. */
int retract_tangent(const retraction *r, double *u);

#endif
