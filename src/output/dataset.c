/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns of numbers and texts as a file, by the ending of its name. */
#include "dataset.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include "csv.h"
#include "format.h"

static void dataset_csv_write(output_file *f, const invo_dataset *d) {
    FILE *out = f->stream;
    for (int j = 0; j < d->columns; j++) {
        if (j)
            putc(',', out);
        csv_name(out, d->name[j]);
    }
    putc('\n', out);
    for (long i = 0; i < d->rows && !ferror(out); i++)
        for (int j = 0; j < d->columns; j++) {
            if (d->kind[j] == INVO_COLUMN_TEXT)
                csv_name(out, d->text(d->data, i, j));
            else
                csv_number(out, d->number(d->data, i, j));
            putc(j + 1 < d->columns ? ',' : '\n', out);
        }
}

typedef struct dataset_format {
    const char *ending;
    void (*write)(output_file *f, const invo_dataset *d); /* NULL: not in this build */
} dataset_format;

static const dataset_format dataset_formats[] = {
    {".csv", dataset_csv_write},
    {".npz", npz_write},
#ifdef INVOLUTE_HAS_HDF5
    {".h5", dataset_hdf5_write},
#else
    {".h5", NULL},
#endif
};
enum { DATASET_FORMATS = sizeof dataset_formats / sizeof *dataset_formats };

static const dataset_format *dataset_find(const char *path) {
    if (strcmp(path, "-") == 0 || file_is_device(path))
        return &dataset_formats[0];
    const char *dot = strrchr(path, '.');
    for (int k = 0; dot && k < DATASET_FORMATS; k++)
        if (strcasecmp(dot, dataset_formats[k].ending) == 0)
            return &dataset_formats[k];
    return NULL;
}

/* The format of a file that can be written here; NULL, with a message: there is none. */
static const dataset_format *dataset_format_of(invo_context *c, const char *path) {
    const dataset_format *f = dataset_find(path);
    if (!f) {
        report(c, INVO_E_ARGUMENT, NAN,
               "'%.400s': an ensemble is written as .csv, .npz or .h5", path);
        return NULL;
    }
    if (!f->write) {
        report(c, INVO_E_ARGUMENT, NAN,
               "'%.400s': this build of Involute has no HDF5; write .csv or .npz", path);
        return NULL;
    }
    if (strcmp(f->ending, ".h5") == 0) {
        const char *why =
            c->is_sandboxed ? "a sandboxed program loads no library" : format_hdf5.load();
        if (why) {
            report(c, INVO_E_FILE, NAN, "'%.400s': HDF5 cannot be loaded: %s", path, why);
            return NULL;
        }
    }
    return f;
}

invo_status invo_dataset_check(invo_context *c, const char *path) {
    output_file f;
    context_reset(c);
    if (!dataset_format_of(c, path))
        return c->status;
    if (strcmp(path, "-") == 0 || file_is_device(path))
        return INVO_OK;
    TRY(file_open(c, path, &f));
    file_discard(&f);
    return INVO_OK;
}

invo_status invo_dataset_write(invo_context *c, const char *path, const invo_dataset *d) {
    assert(d->rows >= 0 && d->columns > 0);
    output_file f;
    context_reset(c);
    const dataset_format *format = dataset_format_of(c, path);
    if (!format)
        return c->status;
    TRY(file_open(c, path, &f));
    format->write(&f, d);
    return file_close(c, &f);
}
