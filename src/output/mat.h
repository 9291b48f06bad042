/* SPDX-License-Identifier: BSD-3-Clause */
/* MATLAB files of version 4: the head of a matrix is type, rows, columns, 0, length of
 * the name with its zero, then the name and the values by columns. type: 1000 for big
 * endian, 10 times the kind of number (0 double, 1 float, 2 int, 3 short, 4 unsigned
 * short, 5 byte), 1 for text. */
#ifndef OUTPUT_MAT_H
#define OUTPUT_MAT_H
#include "sheet.h"

enum { MAT_DOUBLE = 0, MAT_INTEGER = 20, MAT_TEXT = 51, MAT_BIG_ENDIAN = 1000 };

invo_status mat_read(invo_context *c, const char *path, int is_part, invo_table *t);

#endif
