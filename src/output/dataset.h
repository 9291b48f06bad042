/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of columns of numbers and texts: one function for each format. Errors stay in the
 * stream, or are file.error. */
#ifndef OUTPUT_DATASET_H
#define OUTPUT_DATASET_H
#include "file.h"

void npz_write(output_file *f, const invo_dataset *d);
#ifdef INVOLUTE_HAS_HDF5
void dataset_hdf5_write(output_file *f, const invo_dataset *d);
#endif

#endif
