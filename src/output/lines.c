/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of cells. Cells of a column are numbers, nothing (NaN), or, where the first one
 * is neither, texts. */
#include "lines.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "csv.h"
#include "decimal.h"

typedef struct line_reader {
    invo_context *context;
    const char *path;
    FILE *in;
    char separator, decimal_point;
    int is_part;
    int has_failed;
    invo_table *table;
    char *line; /* getline's */
    size_t capacity;
} line_reader;

static void lines_trim(char *line, size_t size) {
    while (size > 0 && strchr("\r\n", line[size - 1]))
        line[--size] = 0;
}

/* Reads the next line that is not empty; 0: there is none. */
static int lines_next(line_reader *r) {
    for (;;) {
        const ssize_t size = getline(&r->line, &r->capacity, r->in);
        r->has_failed |= size < 0 && !feof(r->in); /* which may be for want of memory */
        if (size <= 0)
            return 0;
        if (r->line[size - 1] != '\n' && r->is_part)
            return 0;
        lines_trim(r->line, (size_t)size);
        if (r->line[strspn(r->line, " \t")])
            return 1;
    }
}

/* Takes the cell at *at, which ends with a zero afterwards and has lost its quotes, and
 * moves behind it; NULL: there is none left. */
static char *lines_take_cell(char **at, char separator) {
    char *from = *at;
    if (from && separator == ' ')
        from += strspn(from, " \t");
    if (!from || (separator == ' ' && !*from))
        return NULL;
    char *const cell = from;
    char *to = from;
    const int is_quoted = *from == '"';
    from += is_quoted;
    while (*from && (is_quoted || *from != separator)) {
        if (is_quoted && *from == '"' && *++from != '"')
            break;
        *to++ = *from++;
    }
    while (*from && *from != separator)
        from++;
    *at = *from ? from + 1 : NULL;
    *to = 0;
    return cell;
}

/* The number in a cell, NaN where it is empty; returns whether it is one. */
static int lines_number(const line_reader *r, char *cell, double *value) {
    char *end = cell + strspn(cell, " \t");
    *value = NAN;
    if (!*end)
        return 1;
    char *point = r->decimal_point == '.' ? NULL : strchr(cell, '.');
    if (point)
        *point = r->decimal_point;
    const char *begin = end;
    const double x = strtod(begin, &end);
    if (end != begin && !end[strspn(end, " \t")])
        *value = x;
    else if (point)
        *point = '.';
    return end != begin && !end[strspn(end, " \t")];
}

/* Puts a cell into column j of the row at work. */
static invo_status lines_put(line_reader *r, int j, char *cell) {
    invo_table *t = r->table;
    sheet_column *s = &t->column[j];
    const int is_number = !s->is_text && lines_number(r, cell, &s->value[t->rows]);
    if (t->rows == 0 && !is_number)
        s->is_text = 1;
    if (s->is_text)
        return sheet_find_word(r->context, t, j, cell, &s->value[t->rows]);
    if (is_number)
        return INVO_OK;
    return sheet_refuse(r->context, r->path,
                        "row %ld has a value that is not a number, '%.40s'", t->rows + 1,
                        cell);
}

static invo_status lines_read_row(line_reader *r) {
    invo_table *t = r->table;
    char *at = r->line;
    char *cell;
    int count = 0;
    TRY(sheet_reserve(r->context, t, t->rows + 1));
    while ((cell = lines_take_cell(&at, r->separator))) {
        if (count < t->columns)
            TRY(lines_put(r, count, cell));
        count++;
    }
    if (count != t->columns)
        return sheet_refuse(r->context, r->path,
                            "row %ld has %d values, the first row has %d names",
                            t->rows + 1, count, t->columns);
    t->rows++;
    return INVO_OK;
}

static int lines_quotes_are_even(const char *line) {
    int even = 1;
    for (; *line; line++)
        even ^= *line == '"';
    return even;
}

/* Appends the next line: a name within quotes has a line break. Returns whether there is
 * one. */
static int lines_join(line_reader *r) {
    char *first = strdup(r->line);
    char *joined = NULL;
    if (first && lines_next(r) &&
        (joined = malloc(strlen(first) + strlen(r->line) + 2))) {
        strcat(strcat(strcpy(joined, first), "\n"), r->line);
        free(r->line);
        r->line = joined;
        r->capacity = strlen(joined) + 1;
    }
    free(first);
    return joined != NULL;
}

static invo_status lines_read_names(line_reader *r) {
    if (!lines_next(r))
        return INVO_OK;
    while (!lines_quotes_are_even(r->line))
        if (!lines_join(r))
            return sheet_refuse(r->context, r->path, "a name has no closing quote");
    char *at = r->line;
    char *name;
    while ((name = lines_take_cell(&at, r->separator)))
        TRY(sheet_add_column(r->context, r->table, name));
    return INVO_OK;
}

invo_status lines_read(invo_context *c, const char *path, int is_part, char separator,
                       invo_table *t) {
    const int is_standard = strcmp(path, "-") == 0;
    line_reader r = {.context = c,
                     .path = path,
                     .in = is_standard ? stdin : fopen(path, "rb"),
                     .separator = separator,
                     .decimal_point = csv_decimal_point(),
                     .is_part = is_part,
                     .table = t};
    errno = r.in ? 0 : errno;
    invo_status status = r.in ? lines_read_names(&r) : INVO_OK;
    while (r.in && !status && t->columns && lines_next(&r))
        status = lines_read_row(&r);
    if (!status && (!r.in || r.has_failed))
        status = report(c, INVO_E_FILE, NAN, "cannot read '%.400s': %s", path,
                        strerror(errno ? errno : EIO));
    if (r.in && !is_standard)
        fclose(r.in);
    free(r.line);
    return status;
}

/* Pieces of lines go to the stream together: a call of it costs more than a number. */
void lines_write_row(const output_table *t, const double *value, char separator) {
    enum { CELLS = 100 };
    char piece[(CELLS + 1) * (DECIMAL_SIZE + 1)];
    size_t used = (size_t)decimal_print(value[0], piece);
    for (int j = 0; j < t->columns; j += CELLS) {
        const int count = t->columns - j < CELLS ? t->columns - j : CELLS;
        if (j > 0) {
            fwrite(piece, 1, used, t->file.stream);
            used = 0;
        }
        used += decimal_print_cells(count, t->from + j, value, separator, piece + used);
    }
    piece[used++] = '\n';
    fwrite(piece, 1, used, t->file.stream);
}
