/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparisons that do not lose what is not a number. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H
#include <math.h>

/* The larger of `most` and x; infinite as soon as one of them is not a number (fmax would
 * drop it). */
static inline double larger(double most, double x) {
    if (isnan(x) || isnan(most)) return INFINITY;
    return x > most ? x : most;
}

#endif
