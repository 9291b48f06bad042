/* What the retractions that take all constraints at once share.
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_RETRACT_JOINT_H
#define GEOMETRY_RETRACT_JOINT_H
#include "retraction.h"

/* Factors the normal space at u without its `drop` weakest invariants and marks what is left out. */
invo_status retract_factor(retraction *r, const double *u, int drop);

/* An iteration on the factored normal space; sets *slow where it contracts badly. */
typedef invo_status (*retract_iteration)(retraction *r, double *u, int *slow);

/* Iterates, dropping the weakest invariants until it converges well. */
invo_status retract_joint(retraction *r, double *u, retract_iteration iterate);

#endif
