/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of formats, and the way from the name of a file to one of them. */
#include "format.h"
#include <math.h>
#include <string.h>
#include "file.h"

static const output_format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "format.def"
};

enum { FORMATS = sizeof formats / sizeof *formats };

static int ends_in(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* Reports that a name stands for no format, with the endings that do. */
static void refuse_ending(invo_context *c, const char *path) {
    char endings[200] = "";
    for (int k = 0; k < FORMATS; k++) {
        strcat(endings, k ? " or " : "");
        strcat(endings, formats[k]->ending);
    }
    if (ends_in(path, ".h5") || ends_in(path, ".hdf5"))
        report(c, INVO_E_ARGUMENT, NAN,
               "cannot write '%.400s': built without HDF5; use a name that ends in %s",
               path, endings);
    else
        report(c, INVO_E_ARGUMENT, NAN,
               "cannot tell the format of '%.400s'; a name that ends in %s, or '-' for "
               "CSV on standard output",
               path, endings);
}

const output_format *format_of(invo_context *c, const char *path) {
    if (strcmp(path, "-") == 0 || file_is_device(path))
        return &format_csv;
    for (int k = 0; k < FORMATS; k++)
        if (ends_in(path, formats[k]->ending))
            return formats[k];
    refuse_ending(c, path);
    return NULL;
}

static invo_status write_as(invo_context *c, const invo_result *r, const char *path,
                            const output_format *format) {
    output_file f;
    TRY(file_open(c, path, &f));
    format->write(f.stream, r);
    return file_close(c, &f);
}

invo_status invo_result_write(invo_context *c, const invo_result *r, const char *path) {
    const output_format *format = format_of(c, path);
    return format ? write_as(c, r, path, format) : INVO_E_ARGUMENT;
}

invo_status invo_result_write_csv(invo_context *c, const invo_result *r,
                                  const char *path) {
    return write_as(c, r, path, &format_csv);
}
