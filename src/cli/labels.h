/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_LABELS_H
#define CLI_LABELS_H
#include "cli.h"

enum { LABEL_SIZE = 160 };

/* Names [count] result files by what differs between their runs, "L = 2", "method =
 * radau", as far as their side files tell (NULL: there is none), else by file. */
void labels_choose(int count, const char *const *file, invo_side_file *const *side,
                   char (*label)[LABEL_SIZE]);

#endif
