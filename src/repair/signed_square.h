/* SPDX-License-Identifier: BSD-3-Clause */
/* Signed squares, as in turbulent flow: q abs(q) = e has one solution for every e, q =
 * sign(e) sqrt(abs(e)), but no derivative by q at rest. */
#ifndef REPAIR_SIGNED_SQUARE_H
#define REPAIR_SIGNED_SQUARE_H
#include "../system/system.h"

/* s, or a copy in which every equation c q abs(q) + rest = 0 that is to give q does so
 * explicitly; c holds numbers and parameters only, and rest does not hold q. Other
 * equations then have -rest/c for q abs(q). */
dae *signed_squares_solve(dae *s);

#endif
