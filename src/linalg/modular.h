/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear algebra modulo primes p < 2^62. Nothing here allocates. */
#ifndef LINALG_MODULAR_H
#define LINALG_MODULAR_H
#include <stdint.h>

enum { MODULAR_BITS = 62 };

uint64_t modular_prime(uint64_t below); /* the largest one; below > 3 */
uint64_t modular_multiply(uint64_t x, uint64_t y, uint64_t p);
uint64_t modular_inverse(uint64_t x, uint64_t p); /* x != 0 */

/* Reduces the rows of m: [rows][width] to those of a reduced echelon form of the leading
 * `columns`, row by row and in place: row i starts with its 1 in column lead[i], in which
 * all other rows are zero, or is zero in all these columns if it depends on earlier rows;
 * then lead[i] = columns. Returns the product of the pivots. */
uint64_t modular_echelon(uint64_t p, int rows, int columns, int width, uint64_t *m,
                         int *lead);

#endif
