/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LOWERING_LEDGER_FORM_H
#define LOWERING_LEDGER_FORM_H
#include "lower.h"

/* Adds the ledger and the description of its rows: the constraints phi, the top
 * equations, what is redundant, the derivatives of spare equations, and then the
 * equations of the text that are none of these. Rows of the text that completion has
 * rewritten are measured as they were written. */
void lowered_add_ledger(lowered *w, const expr *phi);

/* Adds invo_ledger.measure: the same rows at the points of a run, with units where they
 * matter (ledger_units.c). */
void lowered_add_units(lowered *w);
/* Takes over the values of parameters and invariants. */
void lowered_load_units(lowered *w);
/* Forgets what a run has found out, and the programs that it has made. */
void lowered_forget_units(lowered *w);

/* An equation of the text that is a top equation, not differentiated. */
typedef struct text_formula {
    expr f;
    int row;     /* of the completion */
    int differs; /* the text has it in another form */
} text_formula;

/* Adds invo_system.show: those of them that are formulas for their top unknowns, where
 * any of them differs (formula_form.c). */
void lowered_add_formulas(lowered *w, int count, const text_formula *text);

#endif
