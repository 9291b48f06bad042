/* SPDX-License-Identifier: BSD-3-Clause */
/* The form of the direction: which coordinates each of its components depends on, and
 * whether it is a polynomial of them. */
#ifndef LOWERING_DIRECTION_FORM_H
#define LOWERING_DIRECTION_FORM_H
#include "lower.h"

/* The waist's direction_pattern and degree. */
void lowered_add_form(lowered *w);

#endif
