/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables as piecewise straight lines. */
#include "signal.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include "replace.h"

static int signal_new_parameter(dae *s, const char *name, const char *what) {
    parameter p = {.name = arena_print(s->arena, "%s of %s", what, name),
                   .kind = PARAMETER_SWITCH,
                   .binding = NO_EXPR,
                   .is_set = 1};
    LIST_PUSH(s->arena, s->parameters, p);
    return s->parameters.count - 1;
}

static expr line_of(void *data, graph *g, expr leaf) {
    const dae *s = data;
    const expr_node *n = expr_get(g, leaf);
    for (int k = 0; n->op == OP_PARAMETER && k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        if (f->parameter != n->variable)
            continue;
        expr t = expr_time(g);
        expr slope = expr_parameter(g, f->slope);
        expr rise = expr_mul(g, slope, t);
        return expr_add(g, expr_parameter(g, f->offset), rise);
    }
    return leaf;
}

void signals_insert(dae *s) {
    for (int k = 0; k < s->signals.count; k++) {
        signal *f = &s->signals.at[k];
        assert(f->count > 0 && s->parameters.at[f->parameter].kind == PARAMETER_INPUT);
        const char *name = s->parameters.at[f->parameter].name;
        f->offset = signal_new_parameter(s, name, "offset");
        f->slope = signal_new_parameter(s, name, "slope");
    }
    if (s->signals.count == 0)
        return;
    system_replace_leaves(s, line_of, s);
}

/* The last row at or before t; -1 if t is before all. */
static int row_at(const signal *f, double t) {
    int low = -1;
    int high = f->count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (f->t[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void signals_follow(dae *s, double t) {
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        assert(f->offset < s->parameters.count && f->slope < s->parameters.count);
        int row = row_at(f, t);
        int last = f->count - 1;
        double slope = 0;
        double value = f->value[row < 0 ? 0 : row];
        if (row >= 0 && row < last)
            slope = (f->value[row + 1] - value) / (f->t[row + 1] - f->t[row]);
        s->parameters.at[f->slope].value = slope;
        s->parameters.at[f->offset].value =
            slope == 0 ? value : value - slope * f->t[row];
        s->parameters.at[f->parameter].value = value;
    }
}

int signals_changed(const dae *s, const double *kept) {
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        if (kept[f->offset] != s->parameters.at[f->offset].value ||
            kept[f->slope] != s->parameters.at[f->slope].value)
            return 1;
    }
    return 0;
}

int signals_jump(const dae *s, double t, const double *kept) {
    static const double ROUND_OFF = 16 * DBL_EPSILON;
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        assert(f->offset < s->parameters.count && f->slope < s->parameters.count);
        double rise = kept[f->slope] * t;
        double jump = s->parameters.at[f->parameter].value - (kept[f->offset] + rise);
        if (fabs(jump) > ROUND_OFF * (fabs(kept[f->offset]) + fabs(rise)))
            return 1;
    }
    return 0;
}

double signals_next(const dae *s, double t) {
    double next = INFINITY;
    for (int k = 0; k < s->signals.count; k++) {
        const signal *f = &s->signals.at[k];
        int row = row_at(f, t) + 1;
        if (row < f->count && f->t[row] < next)
            next = f->t[row];
    }
    return next;
}
