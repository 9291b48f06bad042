/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef EVALUATE_INTERVAL_TABLE_H
#define EVALUATE_INTERVAL_TABLE_H
#include "../expr/lookup.h"
#include "enclosure.h"

/* A table, or a derivative of one, over a box that lies in one of its pieces. Those that
 * depend on events take one instant. */
enclosure enclosure_table(const lookup *l, enclosure x, enclosure y,
                          enclosure_trouble *trouble);
/* A bound of the error that lookup_value_quad makes at (x, y). */
double enclosure_table_error(const lookup *l, double x, double y);

#endif
