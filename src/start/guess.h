/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of the unknowns before there is a point: what is fixed, what formulas make of
 * that, then start values and what formulas make of these. */
#ifndef START_GUESS_H
#define START_GUESS_H
#include "../system/crossings.h"

typedef struct guesses {
    double *value;     /* [variables] */
    double *parameter; /* [parameters]: with crossings and conditions at these values */
} guesses;

/* Parameter values must be known (system_parameters). */
guesses guess_values(dae *s, const crossings *c, double t);

#endif
