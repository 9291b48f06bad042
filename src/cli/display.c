/* SPDX-License-Identifier: BSD-3-Clause */
/* The displayUnit of a variable, or its unit, and those of its derivatives. */
#include "display.h"
#include <stdio.h>
#include <string.h>

int display_inner_name(const char *column, char inner[DISPLAY_NAME]) {
    int order = 0;
    while (strncmp(column + 4 * order, "der(", 4) == 0)
        order++;
    snprintf(inner, DISPLAY_NAME, "%s", column + 4 * order);
    const size_t n = strlen(inner);
    if (n > (size_t)order)
        inner[n - (size_t)order] = 0;
    return order;
}

/* Writes "(m/s)/s2" for a unit that is divided by seconds. */
static void display_print(const char *unit, int order, char to[DISPLAY_TEXT]) {
    const char *left = order && strpbrk(unit, "/.") ? "(" : "";
    const char *right = *left ? ")" : "";
    const int used = snprintf(to, DISPLAY_TEXT, "%s%.30s%s", left, unit, right);
    if (*unit && order == 1)
        snprintf(to + used, DISPLAY_TEXT - (size_t)used, "/s");
    else if (*unit && order > 1)
        snprintf(to + used, DISPLAY_TEXT - (size_t)used, "/s%d", order);
}

display display_of_unit(const char *unit, const char *display_unit, int order) {
    display d = {.factor = 1};
    const int converts =
        *display_unit && invo_unit_convert(unit, display_unit, &d.factor, &d.offset);
    if (order)
        d.offset = 0; /* differences have none */
    display_print(converts ? display_unit : unit, order, d.unit);
    return d;
}

display display_of_column(const invo_model *m, const char *column) {
    char inner[DISPLAY_NAME];
    const int order = display_inner_name(column, inner);
    return display_of_unit(invo_model_unit(m, inner), invo_model_display_unit(m, inner),
                           order);
}
