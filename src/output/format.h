/* SPDX-License-Identifier: BSD-3-Clause */
/* The formats of result files. A format is one file with its output_format and one line
 * in the list of format.c. */
#ifndef OUTPUT_FORMAT_H
#define OUTPUT_FORMAT_H
#include <stdio.h>
#include "involute.h"

typedef struct output_format {
    const char *ending; /* of the names of its files: ".csv" */
    const char *title;  /* for messages */
    /* Errors stay in the stream: whoever closes it reports them. */
    void (*write)(FILE *out, const invo_result *r);
} output_format;

#define FORMAT(name) extern const output_format format_##name;
#include "format.def"

/* The format that the ending of a name stands for; CSV for "-" and for devices, which
 * have none. NULL, with a message: it stands for none. */
const output_format *format_of(invo_context *c, const char *path);

#endif
