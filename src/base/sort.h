/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorting of lists that are mostly short. */
#ifndef BASE_SORT_H
#define BASE_SORT_H
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SORT_FEW = 12, SORT_LARGEST = 64 /* bytes of an item */ };

/* As qsort. A few items are inserted one after the other, which keeps equal ones in their
 * order: that takes less time than qsort to begin. */
static inline void sort_items(void *items, int count, size_t size,
                              int (*compare)(const void *, const void *)) {
    char *at = items;
    char item[SORT_LARGEST];
    assert(size <= sizeof item);
    if (count > SORT_FEW) {
        qsort(items, (size_t)count, size, compare);
        return;
    }
    for (int i = 1; i < count; i++) {
        char *to = at + size * (size_t)i;
        if (compare(to - size, to) <= 0)
            continue;
        memcpy(item, to, size);
        for (; to > at && compare(to - size, item) > 0; to -= size)
            memcpy(to, to - size, size);
        memcpy(to, item, size);
    }
}

#endif
