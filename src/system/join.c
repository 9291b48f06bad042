/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists in messages, item by item. */
#include <assert.h>
#include "join.h"

const char *text_join(arena *a, const char *list, const char *separator,
                      const char *item) {
    return arena_print(a, "%s%s%s", list, *list ? separator : "", item);
}

const char *text_join_and(arena *a, const char *list, int i, int count,
                          const char *item) {
    assert(i >= 0 && i < count);
    return text_join(a, list, i == count - 1 ? " and " : ", ", item);
}
