/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns in straight-line code (invo_shortcut). */
#ifndef LOWERING_SHORTCUT_FORM_H
#define LOWERING_SHORTCUT_FORM_H
#include "lower.h"

typedef struct shortcut_form shortcut_form;

/* Offers a shortcut; it is made when a run asks for it. */
void lowered_add_shortcut(lowered *w);
/* Notes that the blocks were evaluated: after some times, code pays. */
void lowered_count_evaluation(const lowered *w);
/* Takes over the values of the parameters. */
void lowered_load_shortcut(lowered *w);

#endif
