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
static unit_pair unit_find_column(const dae *s, const char *name) {
    LIST_EACH(const variable, v, s->variables)
        if (strcmp(v->name, name) == 0)
            return (unit_pair){v->unit, v->display_unit};
    LIST_EACH(const parameter, p, s->parameters)
        if (p->unit && strcmp(p->name, name) == 0)
            return (unit_pair){p->unit, p->display_unit};
    return (unit_pair){NULL, NULL};
}

const char *invo_model_unit(const invo_model *m, const char *name) {
    const unit_pair found = unit_find_column(&m->model->system, name);
    return found.unit ? found.unit : "";
}

const char *invo_model_display_unit(const invo_model *m, const char *name) {
    const unit_pair found = unit_find_column(&m->model->system, name);
    return found.display_unit ? found.display_unit : "";
}
