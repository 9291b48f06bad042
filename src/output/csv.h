/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields of comma-separated values. */
#ifndef OUTPUT_CSV_H
#define OUTPUT_CSV_H
#include <stdio.h>

/* RFC 4180: a name with a comma, a quote or a line break goes in quotes, quotes doubled.
 */
void csv_name(FILE *out, const char *name);
/* With a decimal point whatever the locale of the calling program says. */
void csv_number(FILE *out, double x);
/* That of the locale, for numbers that the C library reads. */
char csv_decimal_point(void);

#endif
