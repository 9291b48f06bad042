/* SPDX-License-Identifier: BSD-3-Clause */
/* Result files as columns of numbers. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H
#include "cli.h"

/* Columns of numbers with names. The first one of a file of crossings is the number of
 * the section, whose names are apart. */
typedef struct table {
    const char *source; /* the file, for messages */
    char *text;         /* names are part of it; owned */
    const char **name;  /* [columns]; owned */
    int columns;
    int sections;
    const char **section; /* [sections]; owned */
    long rows;
    double *value; /* [rows, columns]; owned */
} table;

/* Reads a file of comma-separated values with one row of names. Returns 0, or the exit
 * status after a message. */
int table_read(table *t, const char *path);
void table_free(table *t);
/* Whether it is a file of crossings. */
int table_has_sections(const table *t);

#endif
