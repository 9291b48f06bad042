/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages for systems whose equations cannot be assigned to their unknowns. */
#ifndef COMPLETION_BALANCE_H
#define COMPLETION_BALANCE_H
#include "signature.h"
#include "../system/system.h"

/* Throws E_BALANCE with the unknowns that too few equations contain and the equations
 * that contain too few unknowns. equation[rows], variable_of[columns]: numbers in the
 * system. */
_Noreturn void balance_fail(dae *s, const signature *g, const int *equation,
                            const int *variable_of, const int *row_of,
                            const int *column_of);

#endif
