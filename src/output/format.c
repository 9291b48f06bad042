/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of formats, and the way from the name of a file to one of them. */
#include "format.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "file.h"

static const struct {
    const char *ending;
    const output_format *format;
} formats[] = {
#define FORMAT(name, ending, help) {ending, &format_##name},
#include "involute_format.def"
};

enum { FORMATS = sizeof formats / sizeof *formats };

static int ends_in(const char *path, const char *ending) {
    assert(path && ending);
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* Reports that a name stands for no format, with the endings that do. */
static void refuse_ending(invo_context *c, const char *path) {
    char endings[200] = "";
    for (int k = 0; k < FORMATS; k++) {
        strcat(endings, k ? " or " : "");
        strcat(endings, formats[k].ending);
    }
    if (ends_in(path, ".h5") || ends_in(path, ".hdf5"))
        report(c, INVO_E_ARGUMENT, NAN,
               "cannot write '%.400s': built without HDF5; use a name that ends in %s",
               path, endings);
    else
        report(c, INVO_E_ARGUMENT, NAN,
               "cannot determine the format of '%.400s'; use a name that ends in %s, or "
               "'-' for CSV on standard output",
               path, endings);
}

const output_format *format_of(invo_context *c, const char *path) {
    if (strcmp(path, "-") == 0 || file_is_device(path))
        return &format_csv;
    for (int k = 0; k < FORMATS; k++)
        if (ends_in(path, formats[k].ending))
            return formats[k].format;
    refuse_ending(c, path);
    return NULL;
}
