/* SPDX-License-Identifier: BSD-3-Clause */
/* Taylor series of a completed system, behind the series functions of
 * involute_system.h. */
#ifndef LOWERING_SERIES_FORM_H
#define LOWERING_SERIES_FORM_H
#include "lower.h"

/* Adds them up to this order. */
void lowered_add_series(lowered *w, int order);
/* Takes over the values of the parameters. */
void lowered_load_series(const lowered *w);

#endif
