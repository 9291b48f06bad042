/* SPDX-License-Identifier: BSD-3-Clause */
/* Result files, row by row as the run computes them, in constant memory. What is there
 * can be read at any time, up to the last second: it is in NAME.part, which takes its
 * name when the file is closed. */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "format.h"

enum { LONGEST_PATTERN = 400 };

struct invo_output {
    invo_context *context;
    output_table table;
    const output_format *format;
    char *path;
    char *patterns; /* of columns, separated by commas; "": all */
    int has_begun;
    int has_head;   /* which an earlier run has written */
    time_t settled; /* when the file could be read last */
};

/* Takes the first of the patterns, as fnmatch reads it; 0: there is none left. Commas
 * within brackets, of arrays and derivatives, separate nothing. */
static int next_pattern(const char **patterns, char *pattern, size_t size) {
    const char *p = *patterns;
    size_t k = 0;
    if (!p || !*p)
        return 0;
    for (int depth = 0; *p && (*p != ',' || depth > 0); p++) {
        depth += (*p == '[' || *p == '(') - (*p == ']' || *p == ')');
        if (strchr("[]\\", *p) && k + 2 < size)
            pattern[k++] = '\\';
        if (k + 1 < size)
            pattern[k++] = *p;
    }
    pattern[k] = 0;
    *patterns = p + (*p == ',');
    return 1;
}

int invo_column_chosen(const char *patterns, const char *name) {
    char pattern[LONGEST_PATTERN];
    if (!patterns || !*patterns)
        return 1;
    while (next_pattern(&patterns, pattern, sizeof pattern))
        if (fnmatch(pattern, name, 0) == 0)
            return 1;
    return 0;
}

/* Refuses a name or pattern, with the column that was probably meant. */
static invo_status refuse_pattern(invo_context *c, const char *pattern, int size,
                                  int columns, const char *const *column) {
    char wrong[LONGEST_PATTERN], names[4000] = "";
    size_t used = 0;
    size_t n = 0;
    for (int j = 0; j < columns && used + strlen(column[j]) + 2 < sizeof names; j++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", column[j]);
    snprintf(wrong, sizeof wrong, "%.*s", size, pattern);
    const char *near = invo_name_near(wrong, names, &n);
    if (near)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "no column fits '%s' in the columns to write; did you mean '%.*s'?",
                      wrong, (int)n, near);
    return report(c, INVO_E_ARGUMENT, NAN,
                  "no column fits '%s' in the columns to write; the first of the %d "
                  "columns is '%s'",
                  wrong, columns, columns ? column[0] : "time");
}

invo_status invo_columns_check(invo_context *c, const char *patterns, int columns,
                               const char *const *column) {
    char pattern[LONGEST_PATTERN];
    for (const char *rest = patterns, *at = rest;
         next_pattern(&rest, pattern, sizeof pattern); at = rest) {
        int fits = fnmatch(pattern, "time", 0) == 0; /* which is always there */
        for (int j = 0; j < columns && !fits; j++)
            fits = fnmatch(pattern, column[j], 0) == 0;
        if (!fits)
            return refuse_pattern(c, at, (int)(rest - at - (rest[-1] == ',')), columns,
                                  column);
    }
    return INVO_OK;
}

int invo_output_begin(void *output, int columns, const char *const *column) {
    const invo_output *o = output;
    return (int)invo_columns_check(o->context, o->patterns, columns, column);
}

/* Marks the columns that nobody asked for. */
static void leave_out(const invo_output *o, const invo_output_row *row, char *extra) {
    const invo_model *m = o->table.model;
    const int count =
        m && !*o->patterns ? invo_columns_extra(m, row->columns, row->column, extra) : 0;
    if (count)
        diagnose(o->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "%d of %d columns are not written: they are protected, or equal to "
                 "another one or its negative; --columns '*' writes all, --columns NAMES "
                 "those that it names",
                 count, row->columns);
}

/* Chooses the columns and writes the head. */
static invo_status stream_begin(invo_output *o, const invo_output_row *row) {
    output_table *t = &o->table;
    const size_t most = (size_t)row->columns + 1;
    TRY((invo_status)invo_output_begin(o, row->columns, row->column));
    t->name = memory_alloc(o->context, most * sizeof *t->name);
    int *from = memory_alloc(o->context, most * sizeof *from);
    t->from = from;
    char *extra = memory_alloc(o->context, most);
    if (!t->name || !from || !extra) {
        free(extra);
        return INVO_E_MEMORY;
    }
    leave_out(o, row, extra);
    for (int j = 0; j < row->columns; j++)
        if (!extra[j] && invo_column_chosen(o->patterns, row->column[j])) {
            t->name[t->columns] = row->column[j];
            from[t->columns++] = j + 1;
        }
    free(extra);
    t->time = row->value ? row->value[0] : 0;
    if (!o->has_head)
        o->format->begin(t);
    o->has_begun = 1;
    return INVO_OK;
}

static invo_status refuse_row(invo_output *o) {
    return report(o->context, INVO_E_FILE, NAN,
                  "'%.400s' holds %ld rows, which is the largest number for this format; "
                  "use a name that ends in .csv",
                  o->path, o->table.rows);
}

static void stream_settle(invo_output *o) {
    if (o->format->settle && o->has_begun)
        o->format->settle(&o->table);
    if (fflush(o->table.file.stream))
        file_check(o->context, &o->table.file);
}

int invo_output_write(void *output, const invo_output_row *row) {
    invo_output *o = output;
    if (!o->has_begun) {
        invo_status status = stream_begin(o, row);
        if (status)
            return status;
    }
    if (o->format->most_rows && o->table.rows >= o->format->most_rows)
        return refuse_row(o);
    o->format->row(&o->table, row->value);
    o->table.rows++;
    o->table.time = row->value[0];
    if (time(NULL) != o->settled) {
        stream_settle(o);
        o->settled = time(NULL);
    }
    return file_check(o->context, &o->table.file);
}

static invo_status stream_open(invo_context *c, const char *path, const char *columns,
                               const output_format *format, const invo_model *m,
                               invo_output **output) {
    *output = NULL;
    invo_output *o = memory_alloc(c, sizeof *o + strlen(path) + strlen(columns) + 2);
    if (!o)
        return INVO_E_MEMORY;
    o->context = c;
    o->format = format;
    o->path = strcpy((char *)(o + 1), path);
    o->patterns = strcpy(o->path + strlen(path) + 1, columns);
    o->settled = time(NULL);
    o->table.model = m;
    invo_status status = file_open(c, o->path, &o->table.file);
    if (status)
        free(o);
    else
        *output = o;
    return status;
}

invo_status invo_output_open(invo_context *c, const char *path, const char *columns,
                             const invo_model *m, invo_output **output) {
    *output = NULL;
    const output_format *format = format_of(c, path);
    if (!format)
        return INVO_E_ARGUMENT;
    return stream_open(c, path, columns ? columns : "", format, m, output);
}

long invo_output_rows(const invo_output *o) {
    return o->table.rows;
}

/* For checkpoints: [bytes, their end, rows]. */
invo_status invo_output_mark(invo_context *c, invo_output *o,
                             long mark[INVO_OUTPUT_MARKS]) {
    if (!o->format->is_appended)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "checkpoints: '%.400s' cannot be continued where a run was killed; "
                      "use a name that ends in .csv",
                      o->path);
    mark[2] = o->has_begun || o->has_head ? o->table.rows : -1;
    return file_mark(c, &o->table.file, &mark[0], &mark[1]);
}

invo_status invo_output_go_back(invo_context *c, invo_output *o, const long *mark) {
    if (mark[2] < 0)
        return INVO_OK; /* nothing was written */
    if (mark[2] > mark[0])
        return report(c, INVO_E_FILE, NAN,
                      "'%.400s' cannot have %ld rows in %ld bytes, as the checkpoint has "
                      "it",
                      o->path, mark[2], mark[0]);
    TRY(file_adopt(c, &o->table.file, mark[0], mark[1]));
    o->has_head = 1;
    o->table.rows = mark[2];
    return INVO_OK;
}

invo_status invo_output_close(invo_context *c, invo_output *o) {
    if (!o)
        return INVO_OK;
    invo_status status = INVO_OK;
    stream_settle(o);
    if (o->format->end)
        o->format->end(&o->table);
    if (o->has_begun)
        status = file_close(c, &o->table.file);
    else if (o->has_head) /* the run that was to continue it did not come about */
        file_leave(&o->table.file);
    else
        file_discard(&o->table.file);
    free((void *)o->table.name);
    free((void *)o->table.from);
    free(o);
    return status;
}

/* Writes the rows that the result has kept. */
static invo_status stream_write_result(invo_context *c, const invo_result *r,
                                       const char *path, const output_format *format) {
    invo_output *o;
    const int columns = invo_result_columns(r);
    const char **name = memory_alloc(c, sizeof *name * ((size_t)columns + 1));
    if (!name)
        return INVO_E_MEMORY;
    for (int j = 0; j < columns; j++)
        name[j] = invo_result_column(r, j);
    invo_output_row row = {.columns = columns, .column = name};
    invo_status status = stream_open(c, path, "", format, NULL, &o);
    if (!status)
        status = stream_begin(o, &row);
    for (long i = 0; !status && i < invo_result_rows(r); i++) {
        row.value = invo_result_row(r, i);
        if (row.value && invo_output_write(o, &row))
            break; /* closing reports it */
    }
    invo_status closed = invo_output_close(c, o);
    free((void *)name);
    return status ? status : closed;
}

invo_status invo_result_write(invo_context *c, const invo_result *r, const char *path) {
    const output_format *format = format_of(c, path);
    return format ? stream_write_result(c, r, path, format) : INVO_E_ARGUMENT;
}

invo_status invo_result_write_csv(invo_context *c, const invo_result *r,
                                  const char *path) {
    return stream_write_result(c, r, path, &format_csv);
}
