/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of a line with names and lines of numbers. */
#ifndef OUTPUT_LINES_H
#define OUTPUT_LINES_H
#include "format.h"
#include "sheet.h"

/* separator: ',' as in CSV, or ' ' for any number of blanks; quotes around cells that
 * hold it, doubled within. A last line without its end is left out if the file is a part
 * of one: the last number may have lost digits. "-": standard input. */
invo_status lines_read(invo_context *c, const char *path, int is_part, char separator,
                       invo_table *t);
/* Writes the columns of the table, time first. */
void lines_write_row(const output_table *t, const double *value, char separator);

#endif
