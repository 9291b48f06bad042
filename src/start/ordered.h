/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions on a start in the order in which they determine its values. */
#ifndef START_ORDERED_H
#define START_ORDERED_H
#include "starting.h"

/* Solves the rows of g for its columns in s->x, from the values there: what rows alone
 * determine block by block, each given the ones before, then what is left free, nearest
 * to the guesses; rows that are too many must hold. Returns whether all rows hold; if
 * not, s->failed is the part that had no solution first. */
int ordered_solve(starting *s, const gathering *g);

#endif
