/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists in messages. */
#ifndef SYSTEM_JOIN_H
#define SYSTEM_JOIN_H
#include "../base/arena.h"

/* Returns the list with one more item; the separator is put before all but the first. */
const char *text_join(arena *a, const char *list, const char *separator,
                      const char *item);
/* The same for item i of `count`: "a, b and c". */
const char *text_join_and(arena *a, const char *list, int i, int count, const char *item);

#endif
