/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters that initial equations determine. */
#ifndef START_TUNE_H
#define START_TUNE_H
#include "../system/crossings.h"

/* Finds the values of all parameters that are to be tuned, at time t: from then on they
 * are set, and what follows from them has its value. The system must have passed
 * crossings_extract. Throws E_INCONSISTENT, E_BALANCE.
 *
 * discrete: [parameters] values of discrete variables at the start, as
 * hybrid_solve_initial found them; NULL: not known yet. Returns those that were used, NaN
 * for those that were not; NULL where nothing is tuned. */
const double *tune_parameters(dae *s, const crossings *c, double t,
                              const double *discrete);
int is_tuning(const dae *s, expr f); /* does f contain such a parameter? */

#endif
