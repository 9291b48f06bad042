/* SPDX-License-Identifier: BSD-3-Clause */
/* Which code runs the programs of a system, as --evaluator says (invo_evaluation). */
#ifndef LOWERING_TUNING_FORM_H
#define LOWERING_TUNING_FORM_H
#include "lower.h"

/* Before any program is made. */
void lowered_add_code(lowered *w, choice_evaluator evaluator);
/* A program of arena a has this code; nothing happens without lowered_add_code. */
void tuning_add(const lowered *w, arena *a, jit *code);

#endif
