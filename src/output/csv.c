/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as comma-separated values: one header row, numbers that read back exactly. */
#include "csv.h"
#include <locale.h>
#include <math.h>
#include <string.h>
#include "format.h"

void csv_name(FILE *out, const char *name) {
    if (!strpbrk(name, ",\"\r\n")) {
        fputs(name, out);
        return;
    }
    putc('"', out);
    for (; *name; name++) {
        if (*name == '"')
            putc('"', out);
        putc(*name, out);
    }
    putc('"', out);
}

char csv_decimal_point(void) {
    return localeconv()->decimal_point[0];
}

void csv_number(FILE *out, double x, char decimal_point) {
    char text[40];
    if (isnan(x)) {
        fputs("nan", out);
        return;
    }
    snprintf(text, sizeof text, "%.17g", x);
    char *comma = decimal_point == '.' ? NULL : strchr(text, decimal_point);
    if (comma)
        *comma = '.';
    fputs(text, out);
}

static void csv_write_header(FILE *out, const invo_result *r) {
    fputs("time", out);
    for (int j = 0; j < invo_result_columns(r); j++) {
        putc(',', out);
        csv_name(out, invo_result_column(r, j));
    }
    putc('\n', out);
}

static void csv_write(FILE *out, const invo_result *r) {
    csv_write_header(out, r);
    char decimal_point = csv_decimal_point();
    int columns = invo_result_columns(r);
    long rows = invo_result_rows(r);
    for (long i = 0; i < rows && !ferror(out); i++) {
        const double *row = invo_result_row(r, i);
        for (int j = 0; j <= columns; j++) {
            if (j)
                putc(',', out);
            csv_number(out, row[j], decimal_point);
        }
        putc('\n', out);
    }
}

const output_format format_csv = {".csv", "comma-separated values", csv_write};
