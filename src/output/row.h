/* SPDX-License-Identifier: BSD-3-Clause */
/* Words for the rows of the ledger. */
#ifndef OUTPUT_ROW_H
#define OUTPUT_ROW_H
#include "involute.h"

static inline const char *row_kind_word(invo_row_kind kind) {
    static const char *const words[] = {"explicit", "hidden", "invariant", "redundant",
                                        "top"};
    return words[kind];
}

#endif
