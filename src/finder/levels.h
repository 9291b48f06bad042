/* SPDX-License-Identifier: BSD-3-Clause */
/* Quantities that are conserved on one level only of others: these are kept at their
 * values at the start, as further constraints, and the search is made again. */
#ifndef FINDER_LEVELS_H
#define FINDER_LEVELS_H
#include "search.h"

/* Adds to what f has found, up to the degree that f has reached. */
void levels_search(search *f, const finder_request *q);

#endif
