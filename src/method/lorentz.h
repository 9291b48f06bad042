/* SPDX-License-Identifier: BSD-3-Clause */
/* The exponential map of so(n, 1) on its cone. X = (x, |x|) moves by exp(h A), where
 * A = [[0, a], [a', 0]] is held fixed, a: [n]. With y = h |a| and c the cosine between x
 * and a, [Liu] (10) - (12), (16), (22), (23):
 *
 *     x moves to x + eta |x| a,   eta = h (sinh y / y + c (cosh y - 1) / y),
 *     n = x / |x| moves to (n + ((cosh y - 1) c + sinh y) a / |a|) / (cosh y + c sinh y).
 */
#ifndef METHOD_LORENTZ_H
#define METHOD_LORENTZ_H

/* eta / h: 1 for y = 0, without cancellation for small y; infinite where cosh y is. */
double lorentz_stretch(double y, double c);

/* Moves the unit vector n by the unit vector a, [count] each, through y, of any size and
 * sign. */
void lorentz_turn(int count, double *n, const double *a, double y);

#endif
