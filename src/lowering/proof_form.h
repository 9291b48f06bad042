/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LOWERING_PROOF_FORM_H
#define LOWERING_PROOF_FORM_H
#include "lower.h"

/* Adds invo_system.inspection, where there is quadruple precision. What it needs is made
 * when it is first used. */
void lowered_add_proofs(lowered *w);
/* Takes over the values of parameters and invariants. */
void lowered_load_proofs(const lowered *w);

#endif
