/* SPDX-License-Identifier: BSD-3-Clause */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

void table_free(table *t) {
    free(t->text);
    free(t->name);
    free(t->value);
    *t = (table){0};
}

int table_column(const table *t, const char *name) {
    assert(name);
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->name[k], name) == 0)
            return k;
    return -1;
}

static int table_no_memory(void) {
    fprintf(stderr, "error: out of memory\n");
    return EXIT_FILES;
}

/* Gives the names room in one text, and takes the values row by row. */
static int table_take(table *t, const invo_table *from) {
    size_t size = 1;
    t->columns = invo_table_columns(from);
    t->rows = t->room = invo_table_rows(from);
    for (int k = 0; k < t->columns; k++)
        size += strlen(invo_table_name(from, k)) + 1;
    char *at = t->text = malloc(size);
    t->name = calloc((size_t)t->columns + 1, sizeof *t->name);
    t->value = malloc(((size_t)t->rows * (size_t)t->columns + 1) * sizeof *t->value);
    if (!at || !t->name || !t->value)
        return table_no_memory();
    for (int k = 0; k < t->columns; k++) {
        const double *column = invo_table_column(from, k);
        t->name[k] = strcpy(at, invo_table_name(from, k));
        at += strlen(at) + 1;
        for (long i = 0; i < t->rows; i++)
            t->value[i * t->columns + k] = column[i];
    }
    return 0;
}

int table_read(table *t, const char *path) {
    invo_context *c = invo_context_new();
    invo_table *from = NULL;
    *t = (table){.source = path};
    invo_status status = c ? invo_table_read(c, path, &from) : INVO_E_MEMORY;
    int code = invo_status_exit(status);
    if (status)
        fputs(c ? invo_context_message(c) : "error: out of memory\n", stderr);
    else if (invo_table_rows(from) == 0) {
        fprintf(stderr, "error: %s has no rows of numbers to draw\n", path);
        code = EXIT_FAILURE;
    } else
        code = table_take(t, from);
    invo_table_free(from);
    invo_context_free(c);
    return code;
}

/* Takes over the names of the columns, as part of a text of its own. */
static int table_take_columns(table *t, const invo_output_row *row) {
    size_t size = sizeof "time";
    for (int k = 0; k < row->columns; k++)
        size += strlen(row->column[k]) + 1;
    t->columns = row->columns + 1;
    t->name = calloc((size_t)t->columns, sizeof *t->name);
    char *at = t->text = malloc(size);
    if (!t->name || !at)
        return 0;
    for (int k = 0; k < t->columns; k++) {
        t->name[k] = strcpy(at, k ? row->column[k - 1] : "time");
        at += strlen(at) + 1;
    }
    return 1;
}

int table_append(table *t, const invo_output_row *row) {
    enum { FIRST_ROOM = 1000 };
    if (!t->name && !table_take_columns(t, row))
        return table_no_memory();
    const size_t width = sizeof *t->value * (size_t)t->columns;
    if (t->rows == t->room) {
        long room = t->room ? 2 * t->room : FIRST_ROOM;
        double *value = realloc(t->value, width * (size_t)room);
        if (!value)
            return table_no_memory();
        t->value = value;
        t->room = room;
    }
    memcpy(t->value + t->rows++ * t->columns, row->value, width);
    return 0;
}
