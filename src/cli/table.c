/* SPDX-License-Identifier: BSD-3-Clause */
#include "table.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "say.h"

void table_free(table *t) {
    invo_table_free(t->file);
    invo_context_free(t->context);
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

/* Takes the names of sections, which are the words of the first column. */
static int table_take_sections(table *t) {
    while (invo_table_word(t->file, 0, t->sections))
        t->sections++;
    t->section = calloc((size_t)t->sections + 1, sizeof *t->section);
    for (int k = 0; t->section && k < t->sections; k++)
        t->section[k] = invo_table_word(t->file, 0, k);
    return t->section != NULL;
}

/* Takes names, and the values row by row. */
static int table_take(table *t) {
    assert(t->file);
    t->columns = invo_table_columns(t->file);
    t->rows = invo_table_rows(t->file);
    t->name = calloc((size_t)t->columns + 1, sizeof *t->name);
    t->value = malloc(((size_t)t->rows * (size_t)t->columns + 1) * sizeof *t->value);
    if (!t->name || !t->value || !table_take_sections(t))
        return table_no_memory();
    for (int k = 0; k < t->columns; k++) {
        const double *column = invo_table_column(t->file, k);
        t->name[k] = invo_table_name(t->file, k);
        for (long i = 0; i < t->rows; i++)
            t->value[i * t->columns + k] = column[i];
    }
    return 0;
}

int table_read(table *t, const char *path) {
    *t = (table){.source = path, .context = invo_context_new()};
    if (!t->context)
        return table_no_memory();
    invo_status status = invo_table_read(t->context, path, &t->file);
    if (status) {
        fputs(invo_context_message(t->context), stderr);
        return invo_status_exit(status);
    }
    if (invo_table_rows(t->file) > 0)
        return table_take(t);
    say(stderr, "error: %s has no rows of numbers to draw\n", path);
    return EXIT_FAILURE;
}
