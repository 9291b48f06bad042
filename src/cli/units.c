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

static const char *declared_display_unit(const panel_source *s, const char *name) {
    invo_side_entry e;
    if (s->model)
        return invo_model_display_unit(s->model, name);
    if (s->summary && invo_side_file_find(s->summary, "display_units", name, &e) &&
        e.text)
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

display display_of_source(const panel_source *s, const char *name) {
    char inner[DISPLAY_NAME];
    const int order = display_inner_name(name, inner);
    const char *own = order ? "" : declared_unit(s, name);
    if (s->kind == SOURCE_STEPS) {
        const int is_time = strcmp(name, "time") == 0 || strcmp(name, "step") == 0;
        return display_of_unit(is_time ? unit_of_steps(s) : "", "", 0);
    }
    if (!*own && strcmp(name, "time") == 0)
        own = unit_of_time(s);
    if (!*own && order)
        own = declared_unit(s, inner);
    return display_of_unit(own, declared_display_unit(s, inner), order);
}
