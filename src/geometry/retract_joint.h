/* SPDX-License-Identifier: BSD-3-Clause */
/* What the retractions that take all constraints at once share. */
#ifndef GEOMETRY_RETRACT_JOINT_H
#define GEOMETRY_RETRACT_JOINT_H
#include "retraction.h"

/* Solves with w->move, leaving out the weakest invariants one by one until it converges
 * well. */
invo_status retract_joint(retraction *r, double *u,
                          void (*move)(newton *w, const double *u));

#endif
