/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks and solutions that do not hang on units: rows and columns are scaled by a
 * matching of largest product, and a pivot counts where it exceeds its own error bound.
 * Column-major, nothing allocated. */
#ifndef LINALG_JUDGED_H
#define LINALG_JUDGED_H
#include <stddef.h>

/* Scales by powers of two such that no entry of row[i] * a(i, j) * column[j] exceeds 2
 * and, as far as there is a matching of rows and columns, the matched ones are at least
 * 1/2 ([DK01]). a:
 * [rows, columns]; row: [rows]; column: [columns]; work: [rows + 5 * (columns + 1)]
 */
void matching_scales(int rows, int columns, const double *a, double *row, double *column,
                     double *work);

/* Rank of a: [rows, columns], each entry known to within error: [rows, columns]. Both are
 * destroyed. work: [judged_work(rows, columns)] */
int judged_rank(int rows, int columns, double *a, double *error, double *work);
size_t judged_work(int rows, int columns); /* in doubles */

/* Solves a x = b for a: [n, n] where its rank is n by the same judgement; returns whether
 * it is. a, error and b are destroyed. */
int judged_solve(int n, double *a, double *error, double *b, double *x, double *work);

#endif
