/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as columns for gnuplot: names in quotes on the first line, which it takes as
 * titles (set key autotitle columnhead), then numbers with spaces between them. */
#include "csv.h"
#include "format.h"

/* Quotes within a name, which Modelica has in 'quoted' names only, become apostrophes. */
static void gnuplot_name(FILE *out, const char *name) {
    putc('"', out);
    for (; *name; name++)
        putc(*name == '"' ? '\'' : *name, out);
    putc('"', out);
}

static void gnuplot_write(FILE *out, const invo_result *r) {
    int columns = invo_result_columns(r);
    char decimal_point = csv_decimal_point();
    gnuplot_name(out, "time");
    for (int j = 0; j < columns; j++) {
        putc(' ', out);
        gnuplot_name(out, invo_result_column(r, j));
    }
    putc('\n', out);
    for (long i = 0; i < invo_result_rows(r) && !ferror(out); i++)
        for (int j = 0; j <= columns; j++) {
            csv_number(out, invo_result_row(r, i)[j], decimal_point);
            putc(j < columns ? ' ' : '\n', out);
        }
}

const output_format format_gnuplot = {".dat", "columns for gnuplot", gnuplot_write};
