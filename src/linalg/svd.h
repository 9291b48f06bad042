/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular values and elimination for looking at a matrix once: ranks, condition numbers,
 * which columns follow from the others. Column-major, nothing allocated. */
#ifndef LINALG_SVD_H
#define LINALG_SVD_H

/* The singular values of a: [rows, columns], rows >= columns, largest first. a becomes U
 * times their diagonal. sigma: [columns]. a must be finite; rows * columns^2 operations,
 * a dozen times. */
void singular_values(int rows, int columns, double *a, double *sigma);

/* Gauss-Jordan elimination of a: [rows, columns] with the columns taken as pivots in the
 * given order, as far as a pivot is not small beside what else stands in its row; small
 * ones are taken only when there is no other way, and what is below `zero` never. So the
 * columns without pivot are as late in the order as they can be. Rows should have about
 * length 1. Returns the rank.
 * pivot_of: [columns] receives the row of each column's pivot, -1: none. On return column
 * j with pivot row i says x_j = - sum a_ik x_k over the columns k without pivot. */
int eliminate_in_order(int rows, int columns, double *a, const int *order, double zero,
                       int *pivot_of, double *work); /* work: [2 * rows] */

#endif
