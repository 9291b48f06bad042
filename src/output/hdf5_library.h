/* SPDX-License-Identifier: BSD-3-Clause */
/* HDF5, loaded when the first .h5 file is written or read: to link it would cost every
 * run, also of those that know nothing of it, more than a small model takes. */
#ifndef OUTPUT_HDF5_LIBRARY_H
#define OUTPUT_HDF5_LIBRARY_H
#include <hdf5.h>

/* Flags such as H5F_ACC_RDONLY open the library and compare its version wherever they are
 * used: hdf5_load has done so. */
#undef H5CHECK
#undef H5OPEN
#define H5CHECK
#define H5OPEN

typedef struct hdf5_library {
#define HDF5_CALL(name) __typeof__(&name) name;
#define HDF5_NUMBER(name, variable) hid_t name;
#include "hdf5_call.def"
} hdf5_library;

/* To be used after hdf5_load alone, which writes it once. */
extern hdf5_library hdf5;

/* Loads the library. Returns NULL, or why that does not work: a text that stays. */
const char *hdf5_load(void);

#endif
