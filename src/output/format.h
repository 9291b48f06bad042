/* SPDX-License-Identifier: BSD-3-Clause */
/* The formats of result files. A format is one file with its output_format and one line
 * in involute_format.def. */
#ifndef OUTPUT_FORMAT_H
#define OUTPUT_FORMAT_H
#include "file.h"

/* Rows on their way into a file. */
typedef struct output_table {
    output_file file;
    const invo_model *model; /* of units and parameters; NULL: none */
    int columns;             /* that are written, time not counted */
    const char **name;       /* [columns] */
    const int *from; /* [columns]: where they are in the rows that come, time being 0 */
    long rows;       /* written so far, ... */
    double time;     /* ... and the time of the last one */
    long rows_place, time_place; /* where these are in the file, for formats that do */
    void *state;                 /* of formats that do not write to the stream */
} output_table;

/* Errors stay in the stream, or are file.error: the functions that write and close report
 * them. */
typedef struct output_format {
    /* Gets ready what the format needs; returns NULL, or why that is not there. NULL: it
     * needs nothing. */
    const char *(*load)(void);
    void (*begin)(output_table *t); /* NULL: this build does not have the format */
    void (*row)(output_table *t, const double *value);
    /* Makes what was written a file that can be read; NULL: it always is. */
    void (*settle)(output_table *t);
    /* Ends what does not go through the stream; NULL: everything does. */
    void (*end)(output_table *t);
    /* Reads a file back, also what a killed run has left (is_part). The table is empty.
     */
    invo_status (*read)(invo_context *c, const char *path, int is_part, invo_table *t);
    long most_rows;  /* that a file can hold; 0: any number */
    int is_appended; /* a row is bytes at the end of the file, and nothing else changes */
} output_format;

#define FORMAT(name, ending, help) extern const output_format format_##name;
#include "involute_format.def"

/* The format that the ending of a name stands for; CSV for "-" and for devices, which
 * have none. NULL, with a message: it stands for none. */
const output_format *format_of(invo_context *c, const char *path);

/* The format of a file that is read: the ending is that before .part, .part1, ... of a
 * run that was killed; CSV where it stands for none. NULL, with a message: this build
 * cannot read it, or what it needs is not there. */
const output_format *format_read_by(invo_context *c, const char *path, int *is_part);

#endif
