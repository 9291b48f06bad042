/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns of numbers and texts as HDF5: a data set for each in the group `members`, in
 * their order, with the attribute `name`. Texts have the length of the longest. Times of
 * objects are not kept, so that the same columns give the same bytes. */
#include "dataset.h"
#ifdef INVOLUTE_HAS_HDF5
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "hdf5_driver.h"
#include "hdf5_part.h"

enum { DATASET_PIECE = 1 << 16 }; /* rows written at once, as far as memory allows */

static hid_t dataset_group(hid_t file) {
    hid_t list = hdf5.H5Pcreate(hdf5.group_creation);
    hdf5.H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hdf5.H5Pset_obj_track_times(list, 0);
    hid_t group = hdf5.H5Gcreate2(file, "members", H5P_DEFAULT, list, H5P_DEFAULT);
    hdf5.H5Pclose(list);
    return group;
}

/* With the end of texts. */
static size_t dataset_width(const invo_dataset *d, int column) {
    size_t width = 1;
    for (long i = 0; i < d->rows; i++) {
        const size_t n = strlen(d->text(d->data, i, column)) + 1;
        width = n > width ? n : width;
    }
    return width;
}

/* A column on its way: the type in memory and in the file, and the bytes of a value. */
typedef struct dataset_type {
    hid_t memory, file;
    size_t size;
    int is_own; /* to be closed */
} dataset_type;

static dataset_type dataset_type_of(const invo_dataset *d, int column) {
    if (d->kind[column] == INVO_COLUMN_REAL)
        return (dataset_type){hdf5.own_number, hdf5.file_number, sizeof(double), 0};
    if (d->kind[column] == INVO_COLUMN_WHOLE) /* converted on the way */
        return (dataset_type){hdf5.own_number, hdf5.file_whole, sizeof(double), 0};
    const size_t width = dataset_width(d, column);
    hid_t type = hdf5.H5Tcopy(hdf5.text_type);
    hdf5.H5Tset_size(type, width);
    hdf5.H5Tset_cset(type, H5T_CSET_UTF8);
    return (dataset_type){type, type, width, 1};
}

static void dataset_fill(const invo_dataset *d, int column, const dataset_type *t,
                         long first, long count, char *to) {
    memset(to, 0, t->size * (size_t)count);
    for (long i = 0; i < count; i++, to += t->size) {
        if (d->kind[column] == INVO_COLUMN_TEXT) {
            const char *text = d->text(d->data, first + i, column);
            memcpy(to, text, strlen(text));
        } else {
            const double x = d->number(d->data, first + i, column);
            memcpy(to, &x, sizeof x);
        }
    }
}

/* Writes the rows of a data set, piece by piece. */
static int dataset_put_rows(const invo_dataset *d, int column, const dataset_type *t,
                            hid_t set) {
    const long piece = t->size > 64 ? DATASET_PIECE / 64 : DATASET_PIECE;
    char *room = malloc(t->size * (size_t)piece);
    int good = room != NULL;
    errno = good ? 0 : ENOMEM;
    for (long i = 0; good && i < d->rows; i += piece) {
        const hsize_t from = (hsize_t)i;
        const hsize_t count = (hsize_t)(d->rows - i < piece ? d->rows - i : piece);
        dataset_fill(d, column, t, i, (long)count, room);
        hid_t space = hdf5.H5Dget_space(set);
        hid_t memory = hdf5.H5Screate_simple(1, &count, NULL);
        good = hdf5.H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, NULL, &count,
                                        NULL) >= 0 &&
               hdf5.H5Dwrite(set, t->memory, memory, space, H5P_DEFAULT, room) >= 0;
        hdf5.H5Sclose(memory);
        hdf5.H5Sclose(space);
    }
    free(room);
    return good;
}

static int dataset_put_column(hid_t group, const invo_dataset *d, int column) {
    const hsize_t rows = (hsize_t)d->rows;
    const dataset_type t = dataset_type_of(d, column);
    char *link = hdf5_link_name(d->name[column]);
    hid_t space = hdf5.H5Screate_simple(1, &rows, NULL);
    hid_t list = hdf5.H5Pcreate(hdf5.set_creation);
    hdf5.H5Pset_obj_track_times(list, 0);
    hid_t set =
        link ? hdf5.H5Dcreate2(group, link, t.file, space, H5P_DEFAULT, list, H5P_DEFAULT)
             : -1;
    const int good = set >= 0 && hdf5_put_text(set, "name", d->name[column]) &&
                     dataset_put_rows(d, column, &t, set);
    hdf5.H5Dclose(set);
    hdf5.H5Pclose(list);
    hdf5.H5Sclose(space);
    if (t.is_own)
        hdf5.H5Tclose(t.memory);
    free(link);
    return good;
}

static int dataset_put_all(hid_t file, const invo_dataset *d) {
    hid_t group = dataset_group(file);
    int good = group >= 0 && hdf5_put_text(file, "version", "Involute " INVO_VERSION);
    for (int j = 0; good && j < d->columns; j++)
        good = dataset_put_column(group, d, j);
    hdf5.H5Gclose(group);
    return good;
}

void dataset_hdf5_write(output_file *f, const invo_dataset *d) {
    int good = 0;
    hid_t driver = -1;
    hid_t file = -1;
    errno = 0;
    HDF5_QUIET(file = hdf5_driver_create(f, &driver);
               good = file >= 0 && dataset_put_all(file, d);
               if (file >= 0) good = hdf5.H5Fclose(file) >= 0 && good);
    if (driver >= 0)
        hdf5.H5FDunregister(driver);
    if (!good && !f->error)
        f->error = errno ? errno : EIO;
}
#else
typedef int dataset_hdf5_is_empty; /* ISO C asks for a declaration */
#endif
