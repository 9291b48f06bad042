/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of HDF5 files that results and ensembles share. */
#ifndef OUTPUT_HDF5_PART_H
#define OUTPUT_HDF5_PART_H
#include "hdf5_library.h"

/* What prints the errors of HDF5, while that is off. */
typedef struct hdf5_printer {
    H5E_auto2_t print;
    void *data;
} hdf5_printer;

hdf5_printer hdf5_hush(void);
void hdf5_speak(hdf5_printer p);

/* HDF5 prints what goes wrong unless it is told not to, here and now. */
#define HDF5_QUIET(statement)                                                            \
    do {                                                                                 \
        const hdf5_printer printer = hdf5_hush();                                        \
        statement;                                                                       \
        hdf5_speak(printer);                                                             \
    } while (0)

/* Texts of any length, which Python's reader hands out as str. */
hid_t hdf5_text_type(void);
/* Adds a text as an attribute; returns whether that succeeded. */
int hdf5_put_text(hid_t to, const char *key, const char *text);
/* Makes a group whose members keep their order. */
hid_t hdf5_new_group(hid_t in, const char *name);
/* A name as that of a link, where '/' separates groups and "." is the group itself;
 * malloc'ed. */
char *hdf5_link_name(const char *name);

#endif
