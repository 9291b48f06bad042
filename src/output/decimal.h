/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as texts of 17 digits, which read back exactly. */
#ifndef DECIMAL_H
#define DECIMAL_H
#include <stddef.h>

enum { DECIMAL_SIZE = 40 }; /* more than a text takes: decimal.c writes in pieces */

/* Writes x as printf("%.17g") does in the C locale, with NaN as "nan" whatever its sign.
 * Returns the length of the text, which ends with 0. */
int decimal_print(double x, char text[DECIMAL_SIZE]);

/* The same for value[from[k]], k < count, a separator before each of them, without a 0 at
 * the end. text: [count (DECIMAL_SIZE + 1)]. Returns how long it is. */
size_t decimal_print_cells(int count, const int *from, const double *value,
                           char separator, char *text);

#endif
