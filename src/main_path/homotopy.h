/* SPDX-License-Identifier: BSD-3-Clause */
/* The start of a model that writes homotopy(actual, simplified), where the equations as
 * they are have led to none. */
#ifndef MAIN_PATH_HOMOTOPY_H
#define MAIN_PATH_HOMOTOPY_H
#include "main_path.h"

/* Is this a failure that the model says what to do about? */
int homotopy_may_help(const invo_model *m, invo_status status);

/* Follows the start from 'simplified' to 'actual', and begins there. `again` completes
 * the model; `said` is the size of the messages before it failed with `status`. Returns
 * OK with a note, or the status with a note how far it came. */
invo_status homotopy_follow(invo_model *m, const plan *p,
                            invo_status (*again)(invo_model *, const plan *), size_t said,
                            invo_status status);

#endif
