/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of numbers as result files hold them, while they are read. */
#ifndef OUTPUT_SHEET_H
#define OUTPUT_SHEET_H
#include "../base/context.h"

/* A column. One of texts, like the names of sections, has their numbers as values. */
typedef struct sheet_column {
    char *name;
    double *value; /* [room of the table] */
    int is_text, words;
    char **word; /* [words] */
} sheet_column;

struct invo_table {
    int columns;
    long rows, room;
    sheet_column *column;
};

/* Adds a column before there are rows. */
invo_status sheet_add_column(invo_context *c, invo_table *t, const char *name);
/* Room for that many rows at least, and for more where rows come one by one. */
invo_status sheet_reserve(invo_context *c, invo_table *t, long rows);
/* The number of a text of column j, a new one if need be. */
invo_status sheet_find_word(invo_context *c, invo_table *t, int j, const char *word,
                            double *number);
/* Reports that a file is not what its name says, or not complete. */
invo_status sheet_refuse(invo_context *c, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);

#endif
