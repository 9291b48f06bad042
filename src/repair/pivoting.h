/* SPDX-License-Identifier: BSD-3-Clause */
/* Small dense matrices by rows, eliminated with complete pivoting to read ranks and
 * dependent rows. */
#ifndef REPAIR_PIVOTING_H
#define REPAIR_PIVOTING_H

/* Divides rows, then columns, by their largest entries, so many times in turn; a: [rows]
 * [columns]. */
void pivoting_equilibrate(int rows, int columns, double *a, int passes);

/* Where pivots are searched for: the rows from `row` on, the columns first..last-1. */
typedef struct pivot_range {
    int row, first, last;
} pivot_range;

/* Eliminates with pivots that are larger than `least`, the largest first, for at most
 * `most` of them; a: [rows][columns]. Row number range.row + k holds pivot k afterwards.
 * Returns how many there are. */
int pivoting_eliminate(int rows, int columns, double *a, pivot_range range, int most,
                       double least);

#endif
