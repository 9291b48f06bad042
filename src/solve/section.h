/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincare sections (section.c). */
#ifndef SOLVE_SECTION_H
#define SOLVE_SECTION_H
#include "engine.h"

typedef struct section_state {
    double *start, *now; /* [sections]: functions where the step began, and scratch */
    double *sample;      /* [6, sections]: within it */
    double *row;         /* [1 + columns] */
} section_state;

typedef struct run run;

void section_lay_out(section_state *x, const invo_system *s, pool *p);
/* From the current point on. */
void section_begin(run *v);
/* Records every crossing in the step, up to the event in it. */
invo_status section_look(run *v, const step *d);

#endif
