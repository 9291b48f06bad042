/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of inputs over time. */
#ifndef MAIN_PATH_INPUT_H
#define MAIN_PATH_INPUT_H
#include "../system/system.h"

/* Reads CSV text (a head `time,name,...`, then rows of numbers, times not decreasing) as
 * signals of the system's inputs. Throws E_ARGUMENT with file and line. */
void input_read(invo_context *c, arena *a, dae *s, const char *path, const char *text,
                size_t size);

#endif
