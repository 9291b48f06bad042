/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that take their name when they are complete: written under a name beside it, then
 * renamed. What is no regular file (a device, a pipe, "-" for standard output) is written
 * directly. */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H
#include <stdio.h>
#include "../base/context.h"

typedef struct output_file {
    FILE *stream;
    const char *path; /* as the caller gave it: for messages */
    char *target;     /* where it ends up, links followed; malloc */
    char *temporary;  /* where it is written; NULL: directly. malloc */
    char *buffer;     /* of the stream; NULL: its own. malloc */
    int is_standard;  /* standard output, which stays open */
    int error;        /* errno of what was not written through the stream; 0: none */
    int has_failed;   /* which was reported */
    int is_marked;    /* a checkpoint goes on from it: it is never removed */
} output_file;

/* Is there something of this name that is neither a regular file nor a folder? */
int file_is_device(const char *path);
invo_status file_open(invo_context *c, const char *path, output_file *f);
/* Reports an error of the stream, once. */
invo_status file_check(invo_context *c, output_file *f);
/* Where the file is: bytes so far, all of them on the disk, and a number made of the last
 * ones. E_FILE; E_ARGUMENT, with a message, for what is no regular file. */
invo_status file_mark(invo_context *c, output_file *f, long *size, long *last);
/* Continues the file that a run has left which came as far: what it wrote beyond that is
 * cut off. E_FILE: there is none. */
invo_status file_adopt(invo_context *c, output_file *f, long size, long last);
/* Ends the file and gives it its name, or removes it if anything could not be written,
 * but for what a checkpoint goes on from. */
invo_status file_close(invo_context *c, output_file *f);
/* Ends it without: what had the name before stays. */
void file_discard(output_file *f);
/* Leaves it beside its name, as a run that is killed does. */
void file_leave(output_file *f);

#endif
