/* SPDX-License-Identifier: BSD-3-Clause */
/* Units at the boundary: conversion by their texts, and what a model declares. */
#include <string.h>
#include "../main_path/main_path.h"
#include "../units/unit.h"

int invo_unit_convert(const char *from, const char *to, double *factor, double *offset) {
    unit a;
    unit b;
    if (!unit_read(from, &a, NULL) || !unit_read(to, &b, NULL) ||
        !unit_same_dimension(&a, &b))
        return 0;
    *factor = unit_ratio(&a, &b);
    *offset = (a.offset - b.offset) / b.factor;
    return 1;
}

/* What a column declares: its unit, and the one that it is shown in. */
typedef struct unit_pair {
    const char *unit, *display_unit; /* or NULL */
} unit_pair;

/* Finds a variable, a discrete one or a parameter by its name. */
static unit_pair unit_find_column(const invo_model *m, const char *name) {
    const dae *s = &m->model->system;
    const int v = name_index_variable(m->named, name, strlen(name));
    if (v >= 0)
        return (unit_pair){s->variables.at[v].unit, s->variables.at[v].display_unit};
    const int p = name_index_parameter(m->named, name);
    if (p >= 0)
        return (unit_pair){s->parameters.at[p].unit, s->parameters.at[p].display_unit};
    return (unit_pair){NULL, NULL};
}

const char *invo_model_unit(const invo_model *m, const char *name) {
    const unit_pair found = unit_find_column(m, name);
    return found.unit ? found.unit : "";
}

const char *invo_model_display_unit(const invo_model *m, const char *name) {
    const unit_pair found = unit_find_column(m, name);
    return found.display_unit ? found.display_unit : "";
}
