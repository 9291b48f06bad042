/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear algebra without round-off. */
#ifndef LINALG_EXACT_H
#define LINALG_EXACT_H
#include "rational.h"

/* Brings m: [rows][columns], row-major, to its reduced row echelon form, columns taken in
 * order, and returns the rank; pivot: [rows] receives the columns of the leading ones.
 * transform: [rows][rows] or NULL receives T, regular, with T * before = after. The rows
 * of T past the rank span the left null space: each belongs to a row of m that depends on
 * earlier ones, in their order, and has its last entry, a 1, there. */
int exact_echelon(arena *a, int rows, int columns, const rational **m, int *pivot,
                  const rational **transform);

#endif
