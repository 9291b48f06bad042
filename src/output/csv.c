/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as comma-separated values: one header row, numbers that read back exactly. */
#include "csv.h"
#include <assert.h>
#include <locale.h>
#include <string.h>
#include "decimal.h"
#include "format.h"
#include "lines.h"

void csv_name(FILE *out, const char *name) {
    assert(name);
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

void csv_number(FILE *out, double x) {
    char text[DECIMAL_SIZE];
    fwrite(text, 1, (size_t)decimal_print(x, text), out);
}

static void csv_begin(output_table *t) {
    FILE *out = t->file.stream;
    fputs("time", out);
    for (int j = 0; j < t->columns; j++) {
        putc(',', out);
        csv_name(out, t->name[j]);
    }
    putc('\n', out);
}

static void csv_row(output_table *t, const double *value) {
    lines_write_row(t, value, ',');
}

static invo_status csv_read(invo_context *c, const char *path, int is_part,
                            invo_table *t) {
    return lines_read(c, path, is_part, ',', t);
}

const output_format format_csv = {
    .begin = csv_begin, .row = csv_row, .read = csv_read, .is_appended = 1};
