/* SPDX-License-Identifier: BSD-3-Clause */
#include "page.h"

const char *const report_step_names[STEP_COLUMNS] = {
    "t", "h", "order", "explicit", "hidden", "invariant", "redundant", "top"};
