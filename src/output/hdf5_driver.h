/* SPDX-License-Identifier: BSD-3-Clause */
/* HDF5 on a file that is already open. An error of the system is kept in the file and
 * hidden from HDF5, which would not free what it cannot write and would crash at the end
 * of the program. */
#ifndef OUTPUT_HDF5_DRIVER_H
#define OUTPUT_HDF5_DRIVER_H
#include <hdf5.h>
#include "file.h"

/* Makes an empty HDF5 file; < 0: no. f outlives it. *driver goes to H5FDunregister once
 * it is closed. */
hid_t hdf5_driver_create(output_file *f, hid_t *driver);

#endif
