/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as columns for gnuplot: names in quotes on the first line, which it takes as
 * titles (set key autotitle columnhead), then numbers with spaces between them. */
#include "format.h"
#include "lines.h"

/* Quotes within a name, which Modelica has in 'quoted' names only, become apostrophes. */
static void gnuplot_name(FILE *out, const char *name) {
    putc('"', out);
    for (; *name; name++)
        putc(*name == '"' ? '\'' : *name, out);
    putc('"', out);
}

static void gnuplot_begin(output_table *t) {
    FILE *out = t->file.stream;
    gnuplot_name(out, "time");
    for (int j = 0; j < t->columns; j++) {
        putc(' ', out);
        gnuplot_name(out, t->name[j]);
    }
    putc('\n', out);
}

static void gnuplot_row(output_table *t, const double *value) {
    lines_write_row(t, value, ' ');
}

static invo_status gnuplot_read(invo_context *c, const char *path, int is_part,
                                invo_table *t) {
    return lines_read(c, path, is_part, ' ', t);
}

const output_format format_gnuplot = {
    .begin = gnuplot_begin, .row = gnuplot_row, .read = gnuplot_read, .is_appended = 1};
