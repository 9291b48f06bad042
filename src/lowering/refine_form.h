/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LOWERING_REFINE_FORM_H
#define LOWERING_REFINE_FORM_H
#include "lower.h"

/* Adds invo_system.refine. form: [rows], what each row of the ledger measures, in
 * variables as written or as completion has them, invariants without their values at the
 * start. What it needs is made when it is first used. */
void lowered_add_refinement(lowered *w, int rows, const expr *form);
/* Adds invo_system.terms (term_form.c), for ledgers of the same forms. */
void lowered_add_terms(lowered *w);
/* Takes over the values of the parameters. */
void lowered_load_refinement(const lowered *w);

#endif
