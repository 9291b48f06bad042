/* SPDX-License-Identifier: BSD-3-Clause */
/* The displayUnit of a variable, or its unit, and those of its derivatives. */
#include "display.h"
#include <stdio.h>
#include <string.h>

enum { DISPLAY_NAME = 1000 };

/* Copies the variable in der(der(x)); returns how often it is differentiated. */
static int display_inner_name(const char *column, char inner[DISPLAY_NAME]) {
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
    snprintf(to, DISPLAY_TEXT, "%s%.30s%s", left, unit, right);
    const size_t used = strlen(to);
    if (*unit && order == 1)
        snprintf(to + used, DISPLAY_TEXT - used, "/s");
    else if (*unit && order > 1)
        snprintf(to + used, DISPLAY_TEXT - used, "/s%d", order);
}

display display_of_column(const invo_model *m, const char *column) {
    char inner[DISPLAY_NAME];
    display d = {.factor = 1};
    const int order = display_inner_name(column, inner);
    const char *own = invo_model_unit(m, inner);
    const char *shown = invo_model_display_unit(m, inner);
    const int converts = *shown && invo_unit_convert(own, shown, &d.factor, &d.offset);
    if (order)
        d.offset = 0; /* differences have none */
    display_print(converts ? shown : own, order, d.unit);
    return d;
}
