/* SPDX-License-Identifier: BSD-3-Clause */
/* --steps-output: a row for each accepted step, in the formats of results. */
#include "steps.h"
#include <string.h>

enum {
    STEPS_SIZE,
    STEPS_ORDER,
    STEPS_UNITS,
    STEPS_COLUMNS = STEPS_UNITS + INVO_ROW_KINDS
};

static const char *const steps_names[STEPS_COLUMNS] = {
    "step", "order", "explicit", "hidden", "invariant", "redundant", "top"};

int steps_write(invo_output *file, const invo_step_info *step) {
    double value[1 + STEPS_COLUMNS] = {step->t, step->h, step->order};
    const invo_output_row row = {STEPS_COLUMNS, steps_names, value};
    memcpy(value + 1 + STEPS_UNITS, step->units, sizeof step->units);
    return invo_output_write(file, &row);
}
