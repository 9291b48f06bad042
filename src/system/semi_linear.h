/* SPDX-License-Identifier: BSD-3-Clause */
/* What flows without direction: y = semiLinear(x, sa, sb) is sa*x for x >= 0 and sb*x
 * else, and determines neither sa nor sb where x is zero. */
#ifndef SYSTEM_SEMI_LINEAR_H
#define SYSTEM_SEMI_LINEAR_H
#include "system.h"

/* Applies the rule of the Modelica specification [MLS36, 3.7.2.5]: y = semiLinear(x, sa,
 * s1), y = semiLinear(x, s1, s2), ..., y = semiLinear(x, sN, sb) becomes s1 = if x >= 0
 * then sa else sb, s2 = s1, ..., sN = sN-1, y = semiLinear(x, sa, sb). The equations as
 * they were are kept as implied ones. Names of one flow count as one, whatever their
 * sign. */
void semi_linear_resolve(dae *s);

#endif
