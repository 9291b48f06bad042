/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of columns, which follow from those that variables declare. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../main_path/main_path.h"

/* The unit of what der( stands around `order` times. */
static const char *unit_inside(const invo_model *m, const char *column, int order) {
    const size_t skipped = strlen("der(") * (size_t)order;
    const size_t size = strlen(column) - skipped;
    char *inner = size > (size_t)order ? strndup(column + skipped, size - (size_t)order)
                                       : (char *)NULL;
    const char *unit = inner ? invo_model_unit(m, inner) : "";
    free(inner);
    return unit;
}

static int unit_is_declared(const invo_model *m) {
    const dae *s = &m->model->system;
    for (int k = 0; k < s->variables.count; k++)
        if (s->variables.at[k].unit)
            return 1;
    return 0;
}

int invo_column_unit(const invo_model *m, const char *column, char *unit, size_t size) {
    assert(m && column && unit && size > 0);
    int order = 0;
    while (strncmp(column + strlen("der(") * (size_t)order, "der(", 4) == 0)
        order++;
    const char *of = unit_inside(m, column, order);
    if (strcmp(column, "time") == 0)
        of = unit_is_declared(m) ? "s" : "";
    *unit = 0;
    if (!*of)
        return 0;
    if (order == 0)
        return snprintf(unit, size, "%s", of);
    const char *left = strpbrk(of, "/.") ? "(" : "";
    const char *right = *left ? ")" : "";
    if (order == 1)
        return snprintf(unit, size, "%s%s%s/s", left, of, right);
    return snprintf(unit, size, "%s%s%s/s%d", left, of, right, order);
}
