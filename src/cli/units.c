/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of columns, by the model of a run or by what is written beside a result file. */
#include <stdio.h>
#include <string.h>
#include "units.h"

static const char *declared_unit(const panel_source *s, const char *name) {
    invo_side_entry e;
    if (s->model)
        return invo_model_unit(s->model, name);
    if (s->summary && invo_side_file_find(s->summary, "units", name, &e) && e.text)
        return e.text;
    return "";
}

/* Time is in seconds where units are declared at all. */
static const char *unit_of_time(const panel_source *s) {
    for (int k = 0; k < s->columns; k++)
        if (*declared_unit(s, s->column[k]))
            return "s";
    return "";
}

/* Steps have columns of their own, but the model's time. */
static const char *unit_of_steps(const panel_source *s) {
    invo_initial first;
    invo_side_entry e;
    for (int i = 0; s->model && invo_model_initial(s->model, i, &first); i++)
        if (*invo_model_unit(s->model, first.name))
            return "s";
    return s->summary && invo_side_file_entry(s->summary, "units", 0, &e) ? "s" : "";
}

/* The variable in der(der(x)) into `inner`; returns how often it is differentiated. */
static int inner_name(const char *name, char *inner, size_t size) {
    int order = 0;
    while (strncmp(name + 4 * order, "der(", 4) == 0)
        order++;
    snprintf(inner, size, "%s", name + 4 * order);
    const size_t n = strlen(inner);
    if (n > (size_t)order)
        inner[n - (size_t)order] = 0;
    return order;
}

void unit_of_column(const panel_source *s, const char *name, char *unit) {
    char inner[PICTURE_NAME];
    const int order = inner_name(name, inner, sizeof inner);
    const char *of = order ? "" : declared_unit(s, name);
    if (s->kind == SOURCE_STEPS) {
        const int is_time = strcmp(name, "time") == 0 || strcmp(name, "step") == 0;
        snprintf(unit, PICTURE_SHORT, "%s", is_time ? unit_of_steps(s) : "");
        return;
    }
    if (!*of && strcmp(name, "time") == 0)
        of = unit_of_time(s);
    if (!*of && order)
        of = declared_unit(s, inner);
    const char *left = strpbrk(of, "/.") ? "(" : "";
    const char *right = *left ? ")" : "";
    if (*of && order == 1)
        snprintf(unit, PICTURE_SHORT, "%s%.30s%s/s", left, of, right);
    else if (*of && order > 1)
        snprintf(unit, PICTURE_SHORT, "%s%.30s%s/s%d", left, of, right, order);
    else
        snprintf(unit, PICTURE_SHORT, "%.40s", of);
}
