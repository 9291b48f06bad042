/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of a model: the external objects CombiTable1D, CombiTable2D and CombiTimeTable
 * of the Modelica library. */
#ifndef TRANSLATE_TABLE_H
#define TRANSLATE_TABLE_H
#include "translate.h"

/* Numbers in rows. */
typedef struct table_matrix {
    int rows, columns;
    const double *at; /* [rows, columns], the last subscript fastest */
} table_matrix;

/* Reads the matrix of this name from a file, "double name(2,3)" and its numbers, or all
 * of a file of comma-separated values; 0 after an error. Relative paths begin where the
 * model is. */
int table_read_file(translation *t, const ast *e, const char *path, const char *name,
                    const char *delimiter, int headers, table_matrix *to);

#endif
