/* SPDX-License-Identifier: BSD-3-Clause */
/* Crossings of Poincare sections as comma-separated values, row by row as they come. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "csv.h"
#include "file.h"
#include "format.h"

struct invo_crossings {
    output_file file;
    char *path;
    int has_header;
};

static int crossings_is_listed(const invo_section *s, const char *name) {
    for (int k = 0; k < s->columns; k++)
        if (strcmp(s->column[k], name) == 0)
            return 1;
    return 0;
}

/* A column is written where a section lists it, or one of them lists nothing. */
static int crossings_is_written(const invo_crossing *x, int column) {
    assert(column >= 0 && column < x->columns);
    for (int k = 0; k < x->sections; k++)
        if (x->section[k].columns == 0 ||
            crossings_is_listed(&x->section[k], x->column[column]))
            return 1;
    return 0;
}

static void crossings_write_header(FILE *out, const invo_crossing *x) {
    fputs("section,direction,time", out);
    for (int j = 0; j < x->columns; j++)
        if (crossings_is_written(x, j)) {
            putc(',', out);
            csv_name(out, x->column[j]);
        }
    putc('\n', out);
}

void invo_crossings_write(void *file, const invo_crossing *x) {
    assert(file && x->row);
    invo_crossings *f = file;
    FILE *out = f->file.stream;
    if (!f->has_header)
        crossings_write_header(out, x);
    f->has_header = 1;
    csv_name(out, x->section[x->number].name);
    fprintf(out, ",%d,", x->direction);
    csv_number(out, x->row[0]);
    for (int j = 0; j < x->columns; j++)
        if (crossings_is_written(x, j)) {
            putc(',', out);
            csv_number(out, x->row[j + 1]);
        }
    putc('\n', out);
}

invo_status invo_crossings_open(invo_context *c, const char *path,
                                invo_crossings **file) {
    *file = NULL;
    TRY(invo_output_check(c, path));
    if (format_of(c, path) != &format_csv)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "cannot write crossings to '%.400s'; use a name that ends in .csv",
                      path);
    invo_crossings *f = memory_alloc(c, sizeof *f + strlen(path) + 1);
    if (!f)
        return INVO_E_MEMORY;
    f->path = strcpy((char *)(f + 1), path);
    invo_status status = file_open(c, f->path, &f->file);
    if (status)
        free(f);
    else
        *file = f;
    return status;
}

invo_status invo_crossings_mark(invo_context *c, invo_crossings *f,
                                long mark[INVO_OUTPUT_MARKS]) {
    mark[2] = f->has_header;
    return file_mark(c, &f->file, &mark[0], &mark[1]);
}

invo_status invo_crossings_go_back(invo_context *c, invo_crossings *f, const long *mark) {
    if (!mark[2])
        return INVO_OK;
    TRY(file_adopt(c, &f->file, mark[0], mark[1]));
    f->has_header = 1;
    return INVO_OK;
}

invo_status invo_crossings_close(invo_context *c, invo_crossings *f) {
    if (!f)
        return INVO_OK;
    if (!f->has_header)
        fputs("section,direction,time\n", f->file.stream);
    invo_status status = file_close(c, &f->file);
    free(f);
    return status;
}

void invo_crossings_discard(invo_crossings *f) {
    file_discard(&f->file);
    free(f);
}
