/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of columns, which follow from those that variables declare. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "../main_path/main_path.h"

/* The unit of the variable whose name has these characters. */
static const char *column_unit_inside(const invo_model *m, const char *name,
                                      size_t size) {
    const int v = name_index_variable(m->named, name, size);
    const char *unit = v >= 0 ? m->model->system.variables.at[v].unit : NULL;
    return unit ? unit : "";
}

static int column_has_units(const invo_model *m) {
    const dae *s = &m->model->system;
    for (int k = 0; k < s->variables.count; k++)
        if (s->variables.at[k].unit)
            return 1;
    return 0;
}

/* The unit of what stands within so many der(. */
static const char *column_unit_of(const invo_model *m, const char *column, int order) {
    const char *inner = column + strlen("der(") * (size_t)order;
    const size_t length = strlen(inner);
    if (strcmp(column, "time") == 0)
        return column_has_units(m) ? "s" : "";
    if (order == 0)
        return invo_model_unit(m, column);
    return length > (size_t)order ? column_unit_inside(m, inner, length - (size_t)order)
                                  : "";
}

int invo_column_unit(const invo_model *m, const char *column, char *unit, size_t size) {
    assert(m && column && unit && size > 0);
    int order = 0;
    while (strncmp(column + strlen("der(") * (size_t)order, "der(", 4) == 0)
        order++;
    const char *of = column_unit_of(m, column, order);
    *unit = 0;
    if (!*of)
        return 0;
    const char *left = strpbrk(of, "/.") ? "(" : "";
    const char *right = *left ? ")" : "";
    if (order == 0)
        return snprintf(unit, size, "%s", of);
    if (order == 1)
        return snprintf(unit, size, "%s%s%s/s", left, of, right);
    return snprintf(unit, size, "%s%s%s/s%d", left, of, right, order);
}
