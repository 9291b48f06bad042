/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as HDF5, where the build has that library: a data set for each column in the
 * group `results`, in the order of the columns, with its `name` and `unit`; parameters as
 * attributes of the group `parameters`; model and version as attributes of the file.
 * Data sets grow by chunks. Rows are kept until a chunk is full, and what there is of it
 * is written whenever the file is made readable. The chunk cache is off: each chunk is
 * written whole, and many columns must not keep many chunks. */
#include "format.h"
#ifdef INVOLUTE_HAS_HDF5
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "hdf5_driver.h"
#include "hdf5_part.h"
#include "sheet.h"

enum {
    MOST_CHUNK = 1024,    /* rows */
    LEAST_CHUNK = 64,     /* rows, however many columns there are */
    BUFFER_SIZE = 1 << 22 /* bytes of all columns together, where that allows it */
};

typedef struct hdf5_writer {
    hid_t file, driver;
    hid_t *set;    /* [columns + 1]: time first */
    double *value; /* [columns + 1, chunk] */
    long chunk, kept;
} hdf5_writer;

hdf5_printer hdf5_hush(void) {
    hdf5_printer p = {0};
    hdf5.H5Eget_auto2(H5E_DEFAULT, &p.print, &p.data);
    hdf5.H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return p;
}

void hdf5_speak(hdf5_printer p) {
    hdf5.H5Eset_auto2(H5E_DEFAULT, p.print, p.data);
}

/* --- writing --- */

static void hdf5_fail(output_table *t) {
    if (!t->file.error)
        t->file.error = errno ? errno : EIO;
}

hid_t hdf5_text_type(void) {
    hid_t type = hdf5.H5Tcopy(hdf5.text_type);
    hdf5.H5Tset_size(type, H5T_VARIABLE);
    hdf5.H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

int hdf5_put_text(hid_t to, const char *key, const char *text) {
    hid_t type = hdf5_text_type();
    hid_t space = hdf5.H5Screate(H5S_SCALAR);
    hid_t attribute = hdf5.H5Acreate2(to, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const int good = attribute >= 0 && hdf5.H5Awrite(attribute, type, &text) >= 0;
    hdf5.H5Aclose(attribute);
    hdf5.H5Sclose(space);
    hdf5.H5Tclose(type);
    return good;
}

static int hdf5_put_number(hid_t to, const char *key, double x) {
    hid_t space = hdf5.H5Screate(H5S_SCALAR);
    hid_t attribute =
        hdf5.H5Acreate2(to, key, hdf5.file_number, space, H5P_DEFAULT, H5P_DEFAULT);
    const int good = attribute >= 0 && hdf5.H5Awrite(attribute, hdf5.own_number, &x) >= 0;
    hdf5.H5Aclose(attribute);
    hdf5.H5Sclose(space);
    return good;
}

hid_t hdf5_new_group(hid_t in, const char *name) {
    hid_t list = hdf5.H5Pcreate(hdf5.group_creation);
    hdf5.H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hdf5.H5Pset_attr_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hid_t group = hdf5.H5Gcreate2(in, name, H5P_DEFAULT, list, H5P_DEFAULT);
    hdf5.H5Pclose(list);
    return group;
}

char *hdf5_link_name(const char *name) {
    char *link = strdup(strcmp(name, ".") == 0 ? "|" : name);
    for (char *p = link; p && *p; p++)
        if (*p == '/')
            *p = '|';
    return link;
}

static hid_t hdf5_new_set(hid_t group, const char *name, long chunk) {
    const hsize_t none = 0;
    const hsize_t any = H5S_UNLIMITED;
    const hsize_t rows = (hsize_t)chunk;
    char *link = hdf5_link_name(name);
    hid_t space = hdf5.H5Screate_simple(1, &none, &any);
    hid_t creation = hdf5.H5Pcreate(hdf5.set_creation);
    hid_t access = hdf5.H5Pcreate(hdf5.set_access);
    hdf5.H5Pset_chunk(creation, 1, &rows);
    hdf5.H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
    hdf5.H5Pset_chunk_cache(access, 0, 0, 1);
    hid_t set = link ? hdf5.H5Dcreate2(group, link, hdf5.file_number, space, H5P_DEFAULT,
                                       creation, access)
                     : -1;
    hdf5.H5Pclose(access);
    hdf5.H5Pclose(creation);
    hdf5.H5Sclose(space);
    free(link);
    return set;
}

static int hdf5_add_columns(output_table *t, hdf5_writer *w) {
    hid_t group = hdf5_new_group(w->file, "results");
    char unit[100];
    int good = group >= 0;
    for (int j = 0; good && j <= t->columns; j++) {
        const char *name = j ? t->name[j - 1] : "time";
        w->set[j] = hdf5_new_set(group, name, w->chunk);
        good = w->set[j] >= 0 && hdf5_put_text(w->set[j], "name", name);
        if (t->model && invo_column_unit(t->model, name, unit, sizeof unit) > 0)
            good = good && hdf5_put_text(w->set[j], "unit", unit);
    }
    hdf5.H5Gclose(group);
    return good;
}

static int hdf5_add_parameters(const output_table *t, hid_t file) {
    invo_parameter p;
    hid_t group = hdf5_new_group(file, "parameters");
    int good = group >= 0;
    for (int i = 0; good && t->model && invo_model_parameter(t->model, i, &p); i++)
        good = hdf5_put_number(group, p.name, p.value);
    hdf5.H5Gclose(group);
    if (t->model)
        good = good && hdf5_put_text(file, "model", invo_model_name(t->model));
    return good && hdf5_put_text(file, "version", "Involute " INVO_VERSION);
}

/* Makes the writer; NULL without memory. */
static hdf5_writer *hdf5_allocate(size_t columns) {
    hdf5_writer *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->file = w->driver = -1;
    w->chunk = MOST_CHUNK;
    while (w->chunk > LEAST_CHUNK &&
           (size_t)w->chunk * columns * sizeof *w->value > BUFFER_SIZE)
        w->chunk /= 2;
    w->set = calloc(columns, sizeof *w->set);
    w->value = malloc(columns * (size_t)w->chunk * sizeof *w->value);
    if (w->set && w->value)
        return w;
    free(w->set);
    free(w->value);
    free(w);
    return NULL;
}

static void hdf5_begin(output_table *t) {
    hdf5_writer *w = hdf5_allocate((size_t)t->columns + 1);
    int good = 0;
    t->state = w;
    errno = w ? 0 : ENOMEM;
    if (w)
        HDF5_QUIET(w->file = hdf5_driver_create(&t->file, &w->driver);
                   good = w->file >= 0 && hdf5_add_columns(t, w) &&
                          hdf5_add_parameters(t, w->file));
    if (!good)
        hdf5_fail(t);
}

/* Writes the rows that are kept, at the end of a column. */
static int hdf5_append(hid_t set, const double *value, long before, long count) {
    const hsize_t from = (hsize_t)before;
    const hsize_t rows = (hsize_t)count;
    const hsize_t all = from + rows;
    if (hdf5.H5Dset_extent(set, &all) < 0)
        return 0;
    hid_t space = hdf5.H5Dget_space(set);
    hid_t memory = hdf5.H5Screate_simple(1, &rows, NULL);
    const int good =
        hdf5.H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, NULL, &rows, NULL) >= 0 &&
        hdf5.H5Dwrite(set, hdf5.own_number, memory, space, H5P_DEFAULT, value) >= 0;
    hdf5.H5Sclose(memory);
    hdf5.H5Sclose(space);
    return good;
}

static void hdf5_write_kept(output_table *t, hdf5_writer *w, long rows) {
    int good = 1;
    errno = 0;
    for (int j = 0; good && j <= t->columns && w->kept; j++)
        HDF5_QUIET(good = hdf5_append(w->set[j], w->value + j * w->chunk, rows - w->kept,
                                      w->kept));
    if (!good)
        hdf5_fail(t);
}

static void hdf5_row(output_table *t, const double *value) {
    hdf5_writer *w = t->state;
    if (t->file.error)
        return;
    w->value[w->kept] = value[0];
    for (int j = 0; j < t->columns; j++)
        w->value[(j + 1) * w->chunk + w->kept] = value[t->from[j]];
    if (++w->kept < w->chunk)
        return;
    hdf5_write_kept(t, w, t->rows + 1);
    w->kept = 0;
}

static void hdf5_settle(output_table *t) {
    hdf5_writer *w = t->state;
    herr_t flushed = 0;
    if (t->file.error)
        return;
    hdf5_write_kept(t, w, t->rows);
    HDF5_QUIET(flushed = hdf5.H5Fflush(w->file, H5F_SCOPE_LOCAL));
    if (flushed < 0)
        hdf5_fail(t);
}

static void hdf5_end(output_table *t) {
    hdf5_writer *w = t->state;
    if (!w)
        return;
    int good = 1;
    errno = 0;
    for (int j = 0; w->set && j <= t->columns; j++)
        if (w->set[j] > 0)
            HDF5_QUIET(good = hdf5.H5Dclose(w->set[j]) >= 0 && good);
    if (w->file >= 0)
        HDF5_QUIET(good = hdf5.H5Fclose(w->file) >= 0 && good);
    if (w->driver >= 0)
        hdf5.H5FDunregister(w->driver);
    if (!good)
        hdf5_fail(t);
    free(w->set);
    free(w->value);
    free(w);
    t->state = NULL;
}

/* --- reading --- */

/* The name of the k-th member of a group, malloc'ed; NULL: there is none, or no memory.
 */
static char *hdf5_member(hid_t group, long k) {
    const ssize_t size = hdf5.H5Lget_name_by_idx(
        group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, (hsize_t)k, NULL, 0, H5P_DEFAULT);
    char *name = size < 0 ? NULL : malloc((size_t)size + 1);
    if (name)
        hdf5.H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, (hsize_t)k,
                                name, (size_t)size + 1, H5P_DEFAULT);
    return name;
}

/* The attribute `name` of a data set, for H5free_memory; NULL: it has none. */
static char *hdf5_name_of(hid_t set) {
    hid_t attribute = hdf5.H5Aopen(set, "name", H5P_DEFAULT);
    hid_t type = hdf5.H5Aget_type(attribute);
    char *name = NULL;
    if (type >= 0 && hdf5.H5Tis_variable_str(type) > 0 &&
        hdf5.H5Aread(attribute, type, &name) < 0)
        name = NULL;
    hdf5.H5Tclose(type);
    hdf5.H5Aclose(attribute);
    return name;
}

/* How many rows a data set has; -1: it is no column. */
static long hdf5_rows_of(hid_t set) {
    hsize_t rows = 0;
    hid_t space = hdf5.H5Dget_space(set);
    const int is_column = hdf5.H5Sget_simple_extent_ndims(space) == 1 &&
                          hdf5.H5Sget_simple_extent_dims(space, &rows, NULL) == 1;
    hdf5.H5Sclose(space);
    return is_column ? (long)rows : -1;
}

/* Adds a column, and takes the number of rows that all have. */
static invo_status hdf5_add_member(invo_context *c, const char *path, hid_t group,
                                   const char *link, long *rows, invo_table *t) {
    hid_t set = hdf5.H5Dopen2(group, link, H5P_DEFAULT);
    const long here = hdf5_rows_of(set);
    char *name = hdf5_name_of(set);
    invo_status status = INVO_OK;
    if (here < 0)
        status =
            sheet_refuse(c, path, "'results/%.100s' is not a column of numbers", link);
    else
        status = sheet_add_column(c, t, name ? name : link);
    if (here < *rows || *rows < 0)
        *rows = here;
    hdf5.H5free_memory(name);
    hdf5.H5Dclose(set);
    return status;
}

static invo_status hdf5_read_column(invo_context *c, const char *path, hid_t group,
                                    const char *link, long rows, double *to) {
    const hsize_t from = 0;
    const hsize_t count = (hsize_t)rows;
    hid_t set = hdf5.H5Dopen2(group, link, H5P_DEFAULT);
    hid_t space = hdf5.H5Dget_space(set);
    hid_t memory = hdf5.H5Screate_simple(1, &count, NULL);
    const int good =
        hdf5.H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, NULL, &count, NULL) >= 0 &&
        hdf5.H5Dread(set, hdf5.own_number, memory, space, H5P_DEFAULT, to) >= 0;
    hdf5.H5Sclose(memory);
    hdf5.H5Sclose(space);
    hdf5.H5Dclose(set);
    return good ? INVO_OK : sheet_refuse(c, path, "cannot read 'results/%.100s'", link);
}

/* Does one thing with each member of the group: adds columns, then reads their values. */
static invo_status hdf5_read_group(invo_context *c, const char *path, hid_t group,
                                   invo_table *t) {
    char *link;
    long rows = -1;
    invo_status status = INVO_OK;
    for (long k = 0; !status && (link = hdf5_member(group, k)); k++) {
        status = hdf5_add_member(c, path, group, link, &rows, t);
        free(link);
    }
    if (!status && rows > 0)
        status = sheet_reserve(c, t, rows);
    for (int j = 0; !status && rows > 0 && j < t->columns; j++) {
        link = hdf5_member(group, j);
        status = link ? hdf5_read_column(c, path, group, link, rows, t->column[j].value)
                      : INVO_E_MEMORY;
        free(link);
    }
    t->rows = rows > 0 ? rows : 0;
    return status;
}

static invo_status hdf5_read_file(invo_context *c, const char *path, invo_table *t) {
    hid_t file = hdf5.H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return sheet_refuse(c, path, "not an HDF5 file, or not a complete one");
    hid_t group = hdf5.H5Gopen2(file, "results", H5P_DEFAULT);
    invo_status status =
        group < 0 ? sheet_refuse(c, path, "not a result: there is no group 'results'")
                  : hdf5_read_group(c, path, group, t);
    hdf5.H5Gclose(group);
    hdf5.H5Fclose(file);
    return status;
}

static invo_status hdf5_read(invo_context *c, const char *path, int is_part,
                             invo_table *t) {
    invo_status status = INVO_OK;
    FILE *in = fopen(path, "rb");
    (void)is_part;
    if (!in)
        return report(c, INVO_E_FILE, NAN, "cannot read '%.400s': %s", path,
                      strerror(errno));
    fclose(in);
    HDF5_QUIET(status = hdf5_read_file(c, path, t));
    return status;
}

const output_format format_hdf5 = {.load = hdf5_load,
                                   .begin = hdf5_begin,
                                   .row = hdf5_row,
                                   .settle = hdf5_settle,
                                   .end = hdf5_end,
                                   .read = hdf5_read};
#else
const output_format format_hdf5 = {0};
#endif
