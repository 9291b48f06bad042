/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of inputs over time, read from CSV text. */
#include "input.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    invo_context *context;
    arena *arena;
    dae *system;
    source file;
    const char *next;
    int line;
} reader;

static place input_here(const reader *r, const char *at) {
    const char *begin = at;
    while (begin > r->file.text && begin[-1] != '\n')
        begin--;
    return (place){&r->file, r->line, (int)(at - begin) + 1, 1};
}

/* One cell, without blanks and quotes around it; `end` is what ends it. */
static const char *cell(reader *r, char *end) {
    assert(r->next >= r->file.text && r->next <= r->file.text + r->file.size);
    const char *begin = r->next + strspn(r->next, " \t");
    int quoted = *begin == '"';
    if (quoted)
        begin++;
    const char *stop =
        begin + (quoted ? strcspn(begin, "\"\n") : strcspn(begin, ",\r\n"));
    r->next = stop + (quoted && *stop == '"');
    r->next += strspn(r->next, " \t\r");
    *end = *r->next;
    if (*r->next)
        r->next++;
    while (!quoted && stop > begin && (stop[-1] == ' ' || stop[-1] == '\t'))
        stop--;
    return arena_copy(r->arena, begin, (size_t)(stop - begin));
}

static int find_input(const dae *s, const char *name) {
    assert(name);
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].kind == PARAMETER_INPUT &&
            strcmp(s->parameters.at[p].name, name) == 0)
            return p;
    return -1;
}

/* The head: time, then names of inputs. *first: the number of the first signal. Returns
 * how many there are. */
static int read_head(reader *r, int *first) {
    char end;
    place where = input_here(r, r->next);
    dae *s = r->system;
    const char *time = cell(r, &end);
    if (strcmp(time, "time") != 0)
        fail(r->context, INVO_E_ARGUMENT, where,
             "the first column must be 'time', found '%.60s'", time);
    *first = s->signals.count;
    while (end == ',') {
        where = input_here(r, r->next);
        const char *name = cell(r, &end);
        signal f = {.parameter = find_input(s, name)};
        if (f.parameter < 0)
            fail(r->context, INVO_E_ARGUMENT, where, "the model has no input '%.60s'",
                 name);
        LIST_PUSH(r->arena, s->signals, f);
    }
    return s->signals.count - *first;
}

static double input_read_number(reader *r, char *end) {
    place where = input_here(r, r->next);
    char *stop;
    const char *text = cell(r, end);
    double value = strtod(text, &stop);
    if (stop == text || *stop || !isfinite(value))
        fail(r->context, INVO_E_ARGUMENT, where,
             "expected a finite number, found '%.60s'", text);
    return value;
}

typedef struct table {
    LIST(double) t;
    LIST(double) cells; /* row by row */
} table;

/* Reads all rows below the header. Times must not decrease; blank lines are skipped. */
static void read_rows(reader *r, int columns, table *rows) {
    assert(columns >= 0);
    while (*r->next) {
        char end;
        place where = input_here(r, r->next);
        r->line++;
        if (r->next[strspn(r->next, " \t\r")] == '\n' ||
            !r->next[strspn(r->next, " \t\r")]) {
            r->next += strcspn(r->next, "\n");
            if (*r->next)
                r->next++;
            continue;
        }
        where.line = r->line;
        double t = input_read_number(r, &end);
        if (rows->t.count && t < rows->t.at[rows->t.count - 1])
            fail(r->context, INVO_E_ARGUMENT, where, "time decreases from %g to %g",
                 rows->t.at[rows->t.count - 1], t);
        LIST_PUSH(r->arena, rows->t, t);
        for (int k = 0; k < columns; k++) {
            if (end != ',')
                fail(r->context, INVO_E_ARGUMENT, where,
                     "this row has %d values; the header has %d", k, columns);
            LIST_PUSH(r->arena, rows->cells, input_read_number(r, &end));
        }
        if (end == ',')
            fail(r->context, INVO_E_ARGUMENT, where,
                 "this row has more values than the header");
    }
}

void input_read(invo_context *c, arena *a, dae *s, const char *path, const char *text,
                size_t size) {
    assert(text && path);
    reader r = {c, a, s, {path, text, size, NULL}, text, 1};
    int first;
    table rows = {{0}, {0}};
    if (memchr(text, 0, size))
        fail(c, INVO_E_ARGUMENT, (place){&r.file, 1, 1, 1},
             "the file contains a zero byte: it is no text");
    int columns = read_head(&r, &first);
    read_rows(&r, columns, &rows);
    if (rows.t.count == 0)
        fail(c, INVO_E_ARGUMENT, (place){&r.file, 1, 1, 1}, "the table has no rows");
    for (int k = 0; k < columns; k++) {
        double *value = ARENA_ARRAY(a, double, rows.t.count);
        for (int i = 0; i < rows.t.count; i++)
            value[i] = rows.cells.at[i * columns + k];
        signal *f = &s->signals.at[first + k];
        f->count = rows.t.count;
        f->t = rows.t.at;
        f->value = value;
    }
}
