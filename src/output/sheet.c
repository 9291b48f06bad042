/* SPDX-License-Identifier: BSD-3-Clause */
/* Result files read back: the formats' readers fill a table, users ask for its columns.
 */
#include "sheet.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format.h"

static char *sheet_copy(invo_context *c, const char *text) {
    char *copy = memory_alloc(c, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

invo_status sheet_add_column(invo_context *c, invo_table *t, const char *name) {
    assert(t->room == 0);
    const size_t count = (size_t)t->columns + 1;
    sheet_column *more = memory_resize(c, t->column, count * sizeof *more);
    if (!more)
        return INVO_E_MEMORY;
    t->column = more;
    more[t->columns] = (sheet_column){.name = sheet_copy(c, name)};
    return more[t->columns++].name ? INVO_OK : INVO_E_MEMORY;
}

invo_status sheet_reserve(invo_context *c, invo_table *t, long rows) {
    if (rows <= t->room)
        return INVO_OK;
    const long room = rows > 2 * t->room ? rows : 2 * t->room;
    for (int j = 0; j < t->columns; j++) {
        double *more =
            memory_resize(c, t->column[j].value, (size_t)room * sizeof(double));
        if (!more)
            return INVO_E_MEMORY;
        t->column[j].value = more;
    }
    t->room = room;
    return INVO_OK;
}

invo_status sheet_find_word(invo_context *c, invo_table *t, int j, const char *word,
                            double *number) {
    assert(j >= 0 && j < t->columns);
    sheet_column *s = &t->column[j];
    int k = 0;
    while (k < s->words && strcmp(s->word[k], word) != 0)
        k++;
    *number = k;
    if (k < s->words)
        return INVO_OK;
    char **more = memory_resize(c, s->word, ((size_t)k + 1) * sizeof *more);
    if (!more)
        return INVO_E_MEMORY;
    s->word = more;
    s->word[k] = sheet_copy(c, word);
    s->words += s->word[k] != NULL;
    return s->word[k] ? INVO_OK : INVO_E_MEMORY;
}

invo_status sheet_refuse(invo_context *c, const char *path, const char *format, ...) {
    char text[800];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return report(c, INVO_E_SYNTAX, NAN, "%.400s: %s", path, text);
}

invo_status invo_table_read(invo_context *c, const char *path, invo_table **table) {
    int is_part;
    context_reset(c);
    *table = NULL;
    const output_format *format = format_read_by(c, path, &is_part);
    if (!format)
        return INVO_E_ARGUMENT;
    invo_table *t = memory_alloc(c, sizeof *t);
    if (!t)
        return INVO_E_MEMORY;
    invo_status status = format->read(c, path, is_part, t);
    if (status)
        invo_table_free(t);
    else
        *table = t;
    return status;
}

void invo_table_free(invo_table *t) {
    if (!t)
        return;
    for (int j = 0; j < t->columns; j++) {
        sheet_column *s = &t->column[j];
        for (int k = 0; k < s->words; k++)
            free(s->word[k]);
        free(s->word);
        free(s->name);
        free(s->value);
    }
    free(t->column);
    free(t);
}

int invo_table_columns(const invo_table *t) {
    return t->columns;
}

const char *invo_table_name(const invo_table *t, int column) {
    return column >= 0 && column < t->columns ? t->column[column].name : NULL;
}

long invo_table_rows(const invo_table *t) {
    return t->rows;
}

const double *invo_table_column(const invo_table *t, int column) {
    return column >= 0 && column < t->columns ? t->column[column].value : NULL;
}

const char *invo_table_word(const invo_table *t, int column, int number) {
    if (column < 0 || column >= t->columns || number < 0 ||
        number >= t->column[column].words)
        return NULL;
    return t->column[column].word[number];
}
