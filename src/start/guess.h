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

/* Parameter values must be known (system_parameters). With `beside` 0, what has no start
 * value and follows from nothing is 0. With 1 or -1, this and what start values put at 0
 * is a little above or below where comparisons hold it, one variable after the other, so
 * that those of what depends on each other agree: m >= 0 and n >= 0 where m + n = 0. */
guesses guess_values(dae *s, const crossings *c, double t, int beside);
/* Are comparisons decided differently? */
int guess_differs(const crossings *c, const guesses *a, const guesses *b);

#endif
