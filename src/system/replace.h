/* SPDX-License-Identifier: BSD-3-Clause */
/* Leaves replaced in a whole system as the model gives it. */
#ifndef SYSTEM_REPLACE_H
#define SYSTEM_REPLACE_H
#include "system.h"

/* Replaces leaves in all equations, conditions, actions, messages and delays of the
 * system, before crossings_extract. */
void system_replace_leaves(dae *s, expr_map map, void *data);

#endif
