/* SPDX-License-Identifier: BSD-3-Clause */
/* An order of elimination for a square matrix whose last row and first column are full:
 * what is left of it, J, is matched and ordered by itself, and row and column come last,
 * together. Matched with anything else they would leave a J without some row and some
 * other column, and a J that is a long chain is then nearly singular by exponents. */
#ifndef LINALG_BORDER_ORDER_H
#define LINALG_BORDER_ORDER_H
#include "involute_system.h"

/* row, column: [n], to be eliminated in this order. *operations is an estimate for one
 * factorization. Returns 0: no memory. */
int border_order(const invo_pattern *p, int *row, int *column, double *operations);

#endif
