/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of formats, and the way from the name of a file to one of them. */
#include "format.h"
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

/* The format that the first n characters of a name stand for, or NULL. */
static const output_format *find_format(const char *path, size_t n) {
    for (int k = 0; k < FORMATS; k++) {
        const size_t m = strlen(formats[k].ending);
        if (n > m && strncmp(path + n - m, formats[k].ending, m) == 0)
            return formats[k].format;
    }
    return NULL;
}

/* Lists the endings that this build knows, but for that of one format: ".csv or .dat". */
static void list_endings(char *endings, const output_format *but) {
    *endings = 0;
    for (int k = 0; k < FORMATS; k++) {
        if (!formats[k].format->begin || formats[k].format == but)
            continue;
        strcat(endings, *endings ? " or " : "");
        strcat(endings, formats[k].ending);
    }
}

/* Reports that a name stands for no format, with the endings that do. */
static void refuse_ending(invo_context *c, const char *path) {
    char endings[200];
    list_endings(endings, NULL);
    report(c, INVO_E_ARGUMENT, NAN,
           "cannot determine the format of '%.400s'; use a name that ends in %s, or "
           "'-' for CSV on standard output",
           path, endings);
}

/* The same for a format that takes a library which the build did not find, or which is
 * not there now. */
static const output_format *check_there(invo_context *c, const char *path,
                                        const output_format *format) {
    char endings[200];
    if (!format)
        return NULL;
    const char *missing = NULL;
    if (format->begin && format->load)
        missing =
            c->is_sandboxed ? "a sandboxed program loads no library" : format->load();
    if (format->begin && !missing)
        return format;
    list_endings(endings, format);
    if (missing)
        report(
            c, INVO_E_ARGUMENT, NAN,
            "'%.400s': cannot load HDF5: %s; install it, or use a name that ends in %s",
            path, missing, endings);
    else
        report(c, INVO_E_ARGUMENT, NAN,
               "'%.400s': built without HDF5; install it (Debian: libhdf5-dev) and build "
               "again, or use a name that ends in %s",
               path, endings);
    return NULL;
}

const output_format *format_of(invo_context *c, const char *path) {
    if (strcmp(path, "-") == 0 || file_is_device(path))
        return &format_csv;
    const output_format *format = find_format(path, strlen(path));
    if (!format)
        refuse_ending(c, path);
    return check_there(c, path, format);
}

const output_format *format_read_by(invo_context *c, const char *path, int *is_part) {
    static const char part[] = ".part";
    const size_t m = strlen(part);
    size_t n = strlen(path);
    while (n > 0 && strchr("0123456789", path[n - 1]))
        n--;
    *is_part = n > m && strncmp(path + n - m, part, m) == 0;
    const output_format *format = find_format(path, *is_part ? n - m : strlen(path));
    return format ? check_there(c, path, format) : &format_csv;
}
