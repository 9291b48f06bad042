/* SPDX-License-Identifier: BSD-3-Clause */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "table.h"

void table_free(table *t) {
    free(t->text);
    free(t->name);
    free(t->section);
    free(t->value);
    *t = (table){0};
}

int table_has_sections(const table *t) {
    return t->columns >= 3 && strcmp(t->name[0], "section") == 0 &&
           strcmp(t->name[1], "direction") == 0;
}

static int table_no_memory(void) {
    fprintf(stderr, "error: out of memory\n");
    return EXIT_FILES;
}

/* The whole of a file, with a zero at the end; NULL with errno. */
static char *table_read_text(const char *path) {
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t length = 0;
    size_t capacity = 1 << 16;
    char *text = in ? malloc(capacity + 1) : (char *)NULL;
    for (size_t n; text && (n = fread(text + length, 1, capacity - length, in)) > 0;) {
        length += n;
        if (length < capacity)
            continue;
        char *more = realloc(text, 2 * capacity + 1);
        if (!more)
            free(text);
        text = more;
        capacity *= 2;
    }
    const int has_failed = !in || ferror(in);
    if (in && in != stdin)
        fclose(in);
    if (text)
        text[length] = 0;
    if (!has_failed)
        return text;
    free(text);
    return NULL;
}

/* Ends the name at *at in place, without its quotes, and moves to the next. Returns the
 * character behind it. */
static char table_take_name(char **at) {
    char *from = *at;
    char *to = *at;
    const int is_quoted = *from == '"';
    from += is_quoted;
    while (*from && (is_quoted || !strchr(",\r\n", *from))) {
        if (is_quoted && *from == '"' && *++from != '"')
            break;
        *to++ = *from++;
    }
    while (*from == '\r')
        from++;
    char behind = *from;
    *at = *from ? from + 1 : from;
    *to = 0;
    return behind;
}

static int table_read_names(table *t, char **at) {
    int most = 2;
    for (const char *s = *at; *s && *s != '\n'; s++)
        most += *s == ',';
    t->name = calloc((size_t)most, sizeof *t->name);
    for (char behind = ','; t->name && behind == ',' && t->columns < most;) {
        t->name[t->columns++] = *at;
        behind = table_take_name(at);
    }
    return t->name != NULL;
}

/* The number of the section whose name is at *at, which moves behind it; -1 without
 * memory. */
static int table_read_section(table *t, char **at) {
    const char *name = *at;
    const char behind = table_take_name(at);
    int k = 0;
    if (behind != ',')
        *at -= behind != 0; /* the row ends here */
    while (k < t->sections && strcmp(t->section[k], name) != 0)
        k++;
    if (k < t->sections)
        return k;
    const char **more = realloc(t->section, (size_t)(k + 1) * sizeof *more);
    if (!more)
        return -1;
    t->section = more;
    t->section[t->sections++] = name;
    return k;
}

/* Reads one row into `value`, cells without a value as NaN; returns how many it has, -1
 * for what is no number. */
static int table_read_row(table *t, char **at, double *value, int most) {
    assert(most > 0);
    int count = 0;
    if (table_has_sections(t))
        value[count++] = table_read_section(t, at);
    for (;;) {
        char *end = *at + strspn(*at, " ");
        double x = NAN;
        if (!strchr(",\r\n", *end)) {
            const char *begin = end;
            x = strtod(begin, &end);
            if (end == begin)
                return -1;
        }
        if (count < most)
            value[count] = x;
        count++;
        while (*end == ' ' || *end == '\r')
            end++;
        *at = end + (*end == ',');
        if (*end == ',')
            continue;
        return *end == '\n' || *end == 0 ? count : -1;
    }
}

/* Reads all rows behind the names; a row with another number of values is an error. */
static int table_read_rows(table *t, char *at) {
    assert(t->columns > 0);
    long most = 1;
    for (const char *s = at; *s; s++)
        most += *s == '\n';
    t->value = malloc((size_t)most * (size_t)t->columns * sizeof *t->value);
    if (!t->value)
        return table_no_memory();
    for (at += strspn(at, "\r\n"); *at; at += strspn(at, "\r\n")) {
        double *row = t->value + t->rows * t->columns;
        int count = table_read_row(t, &at, row, t->columns);
        if (count == t->columns) {
            t->rows++;
            continue;
        }
        fprintf(stderr, "error: %s: row %ld ", t->source, t->rows + 1);
        if (count < 0)
            fprintf(stderr, "has a value that is not a number\n");
        else
            fprintf(stderr, "has %d values, the first row has %d names\n", count,
                    t->columns);
        return EXIT_FAILURE;
    }
    if (t->rows)
        return 0;
    fprintf(stderr, "error: %s has no rows of numbers to draw\n", t->source);
    return EXIT_FAILURE;
}

int table_read(table *t, const char *path) {
    *t = (table){.source = path};
    errno = 0;
    t->text = table_read_text(path);
    if (!t->text) {
        fprintf(stderr, "error: cannot read '%s': %s\n", path,
                strerror(errno ? errno : ENOMEM));
        return EXIT_FILES;
    }
    char *at = t->text;
    if (!table_read_names(t, &at))
        return table_no_memory();
    return table_read_rows(t, at);
}
