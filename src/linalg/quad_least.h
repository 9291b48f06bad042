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

#endif
