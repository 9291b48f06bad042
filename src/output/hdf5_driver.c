/* SPDX-License-Identifier: BSD-3-Clause */
/* A file driver of HDF5 that reads and writes by the descriptor of an output_file. */
#ifdef INVOLUTE_HAS_HDF5
#include "hdf5_driver.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hdf5_library.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

typedef struct driver_file {
    H5FD_t head;
    output_file *file;
    haddr_t allocated, written; /* ends of what HDF5 has taken, and of what is there */
} driver_file;

/* What goes through HDF5's lists to the function that opens. */
typedef struct driver_info {
    output_file *file;
} driver_info;

static void driver_fail(const driver_file *f) {
    if (!f->file->error)
        f->file->error = errno ? errno : EIO;
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t list, haddr_t most) {
    const driver_info *info = hdf5.H5Pget_driver_info(list);
    driver_file *f = info ? calloc(1, sizeof *f) : NULL;
    (void)name;
    (void)flags;
    (void)most;
    if (!f)
        return NULL;
    f->file = info->file;
    return &f->head;
}

static herr_t driver_close(H5FD_t *file) {
    free(file);
    return 0;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags) {
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
             H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_allocated(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const driver_file *)file)->allocated;
}

static herr_t driver_set_allocated(H5FD_t *file, H5FD_mem_t type, haddr_t end) {
    (void)type;
    ((driver_file *)file)->allocated = end;
    return 0;
}

static haddr_t driver_get_written(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const driver_file *)file)->written;
}

/* What is not in the file is zeros. */
static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t at,
                          size_t size, void *to) {
    const driver_file *f = (const driver_file *)file;
    size_t done = 0;
    (void)type;
    (void)list;
    while (done < size) {
        const ssize_t n = pread(fileno(f->file->stream), (char *)to + done, size - done,
                                (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            driver_fail(f);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    memset((char *)to + done, 0, size - done);
    return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t at,
                           size_t size, const void *from) {
    driver_file *f = (driver_file *)file;
    size_t done = 0;
    (void)type;
    (void)list;
    while (done < size && !f->file->error) {
        const ssize_t n = pwrite(fileno(f->file->stream), (const char *)from + done,
                                 size - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            driver_fail(f);
        done += n > 0 ? (size_t)n : 0;
    }
    if (at + size > f->written)
        f->written = at + size;
    return 0;
}

static herr_t driver_truncate(H5FD_t *file, hid_t list, hbool_t is_closing) {
    driver_file *f = (driver_file *)file;
    (void)list;
    (void)is_closing;
    if (f->allocated == f->written)
        return 0;
    if (!f->file->error && ftruncate(fileno(f->file->stream), (off_t)f->allocated) != 0)
        driver_fail(f);
    f->written = f->allocated;
    return 0;
}

static const H5FD_class_t driver_class = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* between those of HDF5 and registered ones */
#endif
    .name = "involute",
    .maxaddr = (haddr_t)1 << 62,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(driver_info),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_allocated,
    .set_eoa = driver_set_allocated,
    .get_eof = driver_get_written,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY};

/* Of the versions of HDF5 files the first with room for many attributes is taken. The
 * time of its making is not kept: the same numbers give the same bytes. */
hid_t hdf5_driver_create(output_file *f, hid_t *driver) {
    const driver_info info = {f};
    *driver = hdf5.H5FDregister(&driver_class);
    hid_t list = hdf5.H5Pcreate(hdf5.file_access);
    hdf5.H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18);
    hid_t creation = hdf5.H5Pcreate(hdf5.file_creation);
    hdf5.H5Pset_obj_track_times(creation, 0);
    hid_t file = -1;
    if (*driver >= 0 && hdf5.H5Pset_driver(list, *driver, &info) >= 0)
        file = hdf5.H5Fcreate(f->path, H5F_ACC_TRUNC, creation, list);
    hdf5.H5Pclose(creation);
    hdf5.H5Pclose(list);
    return file;
}
#else
typedef int hdf5_driver_is_empty; /* ISO C asks for a declaration */
#endif
