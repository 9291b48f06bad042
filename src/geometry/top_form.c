/* SPDX-License-Identifier: BSD-3-Clause */
/* T(u, z) and its derivatives, from the system or from its direction. */
#include "top_form.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "metric.h"

int top_form_by_differences(const top_form *f) {
    return f->along || !f->s->top.equations || f->s->direction;
}

double top_form_nominal(const top_form *f, int i) {
    return coordinate_nominal(f->s, f->along && i > 0 ? i - 1 : i);
}

/* Row i of z - v(u): every coordinate but time, and its own z. */
static void fill_pattern(top_form *f, int *start, int *column) {
    int entries = 0;
    for (int i = 0; i < f->tops; i++) {
        for (int k = 1; k < f->n; k++)
            column[entries++] = k;
        column[entries++] = f->n + i;
        start[i + 1] = entries;
    }
    start[0] = 0;
    f->full = (invo_pattern){f->tops, f->n + f->tops, start, column};
    f->pattern = &f->full;
}

/* The slots of the derivatives, of which `next` has those of the system. */
static void top_form_find_slots(const top_form *f, int *number, int *next) {
    const invo_top *t = &f->s->top;
    for (int k = 0; k < t->count; k++)
        number[t->unknown[k]] = k;
    for (int i = 0; i < f->n && t->count; i++)
        if (next[i] >= f->n) /* derivatives of coordinates are listed */
            next[i] = f->n + number[next[i] - f->n];
}

static void top_form_lay_out(top_form *f, pool *p) {
    const size_t n = f->n;
    const int full = top_form_by_differences(f);
    f->tops = full ? f->n - 1 : f->s->top.count ? f->s->top.count : f->s->tops;
    POOL_DOUBLES(p, n, &f->v, &f->shifted, &f->point, &f->near);
    int *next = pool_integers(p, n);
    int *number = pool_integers(p, full ? 0 : (size_t)f->s->tops);
    int *start = pool_integers(p, full ? n : 0);
    int *column = pool_integers(p, full ? (n - 1) * n : 0);
    f->derivative = next;
    f->pattern = f->s->top.pattern;
    for (int i = 0; i < f->n && next; i++)
        next[i] = full ? f->n + i - 1 : f->s->coordinate[i].derivative;
    if (next && !full)
        top_form_find_slots(f, number, next);
    if (full && column)
        fill_pattern(f, start, column);
}

static invo_status top_form_make(top_form *f, invo_context *c) {
    pool p = {0};
    top_form_lay_out(f, &p);
    f->memory = memory_alloc(c, p.used);
    if (!pool_open(&p, f->memory))
        return INVO_E_MEMORY;
    top_form_lay_out(f, &p);
    return INVO_OK;
}

invo_status top_form_new(top_form *f, const invo_system *s, direction *d,
                         invo_context *c) {
    *f = (top_form){.s = s, .direction = d, .n = s->coordinates, .row = -1};
    return top_form_make(f, c);
}

invo_status top_form_new_along(top_form *f, const invo_system *s, const field *along,
                               invo_context *c) {
    *f = (top_form){.s = s, .along = along, .n = s->coordinates + 1, .row = -1};
    return top_form_make(f, c);
}

void top_form_free(top_form *f) {
    free(f->memory);
    f->memory = NULL;
}

/* v at u where the system has no top equations. */
static invo_status direction_alone(top_form *f, const double *u, double *v) {
    if (f->along) {
        v[0] = 1;
        vector_copy(f->tops, f->near, v + 1);
        return f->along->direction(f->along->self, u + 1, v + 1);
    }
    vector_zero(f->n, v);
    return direction_slope(f->direction, u, v);
}

invo_status top_form_residuals(top_form *f, int count, const double *u, const double *z,
                               double *residual) {
    const int is_direct = !top_form_by_differences(f);
    const int at_once = is_direct && f->s->top.residuals ? count : 0;
    f->evaluations += at_once;
    if (at_once)
        f->s->top.residuals(f->s->self, count, u, z, residual);
    for (int r = at_once; r < count; r++) {
        const double *at = u + r * f->n;
        const double *tops = z + r * f->tops;
        double *rest = residual + r * f->tops;
        f->evaluations++;
        if (is_direct) {
            f->s->top.equations(f->s->self, at, tops, rest, NULL);
            continue;
        }
        TRY(direction_alone(f, at, f->v));
        for (int i = 0; i < f->tops; i++)
            rest[i] = tops[i] - f->v[i + 1];
    }
    const int bad = vector_first_infinite(count * f->tops, residual);
    if (bad < 0)
        return INVO_OK;
    f->row = bad % f->tops;
    return INVO_E_DOMAIN;
}

invo_status top_form_residual(top_form *f, const double *u, const double *z,
                              double *residual) {
    return top_form_residuals(f, 1, u, z, residual);
}

static invo_status top_form_difference(top_form *f, const double *u, double *value) {
    TRY(direction_alone(f, u, f->v));
    vector_copy(f->n, u, f->point);
    for (int k = 1; k < f->n; k++) {
        double size = fmax(fabs(u[k]), 1e-3 * top_form_nominal(f, k));
        f->point[k] = u[k] + copysign(sqrt(DBL_EPSILON) * size, f->v[k]);
        double h = f->point[k] - u[k];
        TRY(direction_alone(f, f->point, f->shifted));
        for (int i = 0; i < f->tops; i++)
            value[i * f->n + k - 1] = -(f->shifted[i + 1] - f->v[i + 1]) / h;
        f->point[k] = u[k];
    }
    for (int i = 0; i < f->tops; i++)
        value[i * f->n + f->n - 1] = 1;
    return INVO_OK;
}

invo_status top_form_jacobian(top_form *f, const double *u, const double *z,
                              double *value) {
    f->jacobians++;
    if (top_form_by_differences(f))
        TRY(top_form_difference(f, u, value));
    else
        f->s->top.equations(f->s->self, u, z, NULL, value);
    f->holes = 0;
    for (int k = 0; k < f->pattern->start[f->tops]; k++) {
        if (isfinite(value[k]))
            continue;
        value[k] = 0;
        f->holes++;
    }
    return INVO_OK;
}

invo_status top_form_solve(top_form *f, const double *u, double *z) {
    const invo_top *t = &f->s->top;
    TRY(direction_alone(f, u, f->v));
    if (top_form_by_differences(f) || !t->count) {
        vector_copy(f->tops, top_form_by_differences(f) ? f->v + 1 : f->direction->z, z);
        return INVO_OK;
    }
    for (int k = 0; k < f->tops; k++)
        z[k] = f->direction->z[t->unknown[k]];
    return INVO_OK;
}
