/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of results: columns over time or over one another. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H
#include "cli.h"

/* Columns of numbers with names. */
typedef struct table {
    const char *source;      /* the file, for messages and names */
    char *text;              /* names are part of it; owned */
    const char **name;       /* [columns]; owned */
    const invo_model *model; /* which knows units; NULL: none are known */
    int columns;
    long rows, room;
    double *value; /* [room, columns]; owned */
} table;

/* Reads a result file in any of the formats. Returns 0, or the exit status after a
 * message. */
int table_read(table *t, const char *path);
/* Adds a row of a result. Returns 0, or the exit status after a message. */
int table_append(table *t, const invo_output_row *row);
void table_free(table *t);
/* -1: there is none. */
int table_column(const table *t, const char *name);

/* Draws what --x, --y and the like ask for, of all tables together, to a file. Returns 0,
 * or the exit status after a message. */
int plot_write(const arguments *a, const table *list, int count, const char *path,
               const char *title);
/* Refuses a file name that is neither .svg nor .png. */
int plot_check_path(const arguments *a, const char *path);

#endif
