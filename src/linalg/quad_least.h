/* SPDX-License-Identifier: BSD-3-Clause */
/* Least squares in quadruple precision, for small matrices that are looked at once.
 * Column-major, nothing allocated. */
#ifndef LINALG_QUAD_LEAST_H
#define LINALG_QUAD_LEAST_H
#include <stddef.h>
#include "../base/quad.h"

/* x that minimises |a x - b|; a: [rows, columns], rows > columns, of full rank, and b:
 * [rows] are destroyed. Returns |a x - b|, or a number below 0 where the rank is not
 * full: a column is left with less than `zero` of its length. */
quad quad_least_squares(int rows, int columns, quad *a, quad *b, quad zero, quad *x);

/* The same where columns have length 1 and are clearly independent, in a fraction of the
 * time: a and b stay as they are, rest: [rows] receives b - a x. Returns a number below 0
 * where columns are not clearly independent or x does not converge: then it is not known.
 * Where more is left than `zero` of sqrt(|b|^2 + |x|^2), x has a few digits. work:
 * [quad_refined_work(rows, columns)] */
quad quad_refined_squares(int rows, int columns, const quad *a, const quad *b, quad zero,
                          quad *x, quad *rest, double *work);
size_t quad_refined_work(int rows, int columns); /* in doubles */

#endif
