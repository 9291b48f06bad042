/* SPDX-License-Identifier: BSD-3-Clause */
/* Expansion: factor once, then one residual and one block substitution per order. */
#include "expansion.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../linalg/vector.h"

/* A run of scalar equations is as many parts of size 1. */
static int count_parts(const invo_system *s) {
    int parts = 0;
    for (int b = 0; b < s->blocks.count; b++)
        parts += s->blocks.at[b].size ? 1 : s->blocks.at[b].pattern.columns;
    return parts;
}

/* Equations of z that are only shown have no entries. */
static int is_shown_only(const invo_system *s, const int *row, int size) {
    const int *start = s->series.pattern->start;
    for (int i = 0; i < size; i++)
        if (start[row[i] - s->constraints] < start[row[i] - s->constraints + 1])
            return 0;
    return 1;
}

static void expansion_list_parts(expansion *e) {
    const invo_system *s = e->s;
    expansion_part *p = e->part;
    for (int b = 0; b < s->blocks.count; b++) {
        const invo_block *k = &s->blocks.at[b];
        int size = k->size ? k->size : 1;
        int count = k->size ? 1 : k->pattern.columns;
        for (int i = 0; i < count; i++)
            if (!is_shown_only(s, k->row + i, size))
                *p++ = (expansion_part){
                    .size = size, .unknown = k->unknown + i, .row = k->row + i};
    }
    e->parts = (int)(p - e->part);
}

static int row_of(const expansion *e, const expansion_part *p, int i) {
    return p->row[i] - e->s->constraints; /* the ledger has the constraints first */
}

/* The pattern of a part and where its entries are; returns how many ints that takes.
 * start is NULL to count only. */
static size_t cut_out(expansion *e, expansion_part *p, int *start) {
    const invo_pattern *all = e->s->series.pattern;
    int entries = 0;
    for (int i = 0; i < p->size; i++) {
        int row = row_of(e, p, i);
        entries += all->start[row + 1] - all->start[row];
    }
    size_t most = entries;
    size_t size = p->size;
    if (!start)
        return 2 * most + size + 1;
    int *column = start + p->size + 1;
    int *entry = column + entries;
    for (int i = 0; i < p->size; i++)
        e->column[p->unknown[i]] = i;
    entries = start[0] = 0;
    for (int i = 0; i < p->size; i++) {
        EACH_ENTRY(k, all, row_of(e, p, i)) {
            int own = e->column[all->column[k]];
            if (own >= 0) {
                column[entries] = own;
                entry[entries++] = k;
            }
        }
        start[i + 1] = entries;
    }
    for (int i = 0; i < p->size; i++)
        e->column[p->unknown[i]] = -1;
    p->pattern = (invo_pattern){p->size, p->size, start, column};
    p->entry = entry;
    return 2 * most + size + 1;
}

static invo_status expansion_plan(expansion *e, invo_context *c) {
    size_t integers = e->s->tops;
    for (int k = 0; k < e->parts; k++)
        integers += cut_out(e, &e->part[k], NULL);
    e->integers = memory_alloc(c, sizeof *e->integers * integers);
    if (!e->integers)
        return INVO_E_MEMORY;
    int *next = e->column = e->integers;
    for (int j = 0; j < e->s->tops; j++)
        *next++ = -1;
    for (int k = 0; k < e->parts; k++) {
        expansion_part *p = &e->part[k];
        next += cut_out(e, p, next);
        p->factor = factor_new(&p->pattern, FACTOR_POINT, FACTOR_BY_ITSELF);
        if (!p->factor)
            return report(c, INVO_E_MEMORY, NAN, "out of memory");
    }
    return INVO_OK;
}

static invo_status expansion_make_room(expansion *e, invo_context *c) {
    size_t tops = e->s->tops;
    size_t entries = e->s->series.pattern->start[e->s->tops];
    e->block = memory_alloc(c, sizeof *e->block * (3 * tops + 2 * entries));
    if (!e->block)
        return INVO_E_MEMORY;
    e->z = e->block;
    e->r = e->z + tops;
    e->b = e->r + tops;
    e->value = e->b + tops;
    return INVO_OK;
}

/* Equations of high index meet the h-th power of their order: 1e-7^46 is none. */
static double least_unit(const invo_system *s) {
    int deepest = 1;
    for (int i = 0; i < s->coordinates; i++)
        if (s->coordinate[i].order >= deepest)
            deepest = s->coordinate[i].order + 1;
    return pow(10, -200. / deepest);
}

invo_status expansion_new(expansion *e, const invo_system *s, invo_context *c) {
    *e = (expansion){.s = s, .parts = count_parts(s), .unknown = -1};
    e->part = memory_alloc(c, sizeof *e->part * (e->parts + 1));
    if (!e->part)
        return INVO_E_MEMORY;
    e->least = least_unit(s);
    expansion_list_parts(e);
    invo_status status = expansion_plan(e, c);
    if (!status)
        status = expansion_make_room(e, c);
    if (status)
        expansion_free(e);
    return status;
}

void expansion_free(expansion *e) {
    for (int k = 0; k < e->parts && e->part; k++)
        factor_free(e->part[k].factor);
    free(e->part);
    free(e->integers);
    free(e->block);
    e->part = NULL;
    e->integers = NULL;
    e->block = NULL;
    e->parts = 0;
}

/* Returns 0, 1 + the number in the part without pivot, or SPARSE_NO_MEMORY. */
static int factor_part(expansion *e, expansion_part *p) {
    int n = p->size;
    int entries = p->pattern.start[n];
    double *own = e->value + e->s->series.pattern->start[e->s->tops];
    for (int k = 0; k < entries; k++)
        own[k] = e->value[p->entry[k]];
    e->factorizations += n > 1;
    return factor_update(p->factor, own);
}

/* What factor_update or factor_solve returned for a part. */
static invo_status expansion_status(expansion *e, const expansion_part *p, int bad) {
    if (bad > 0)
        e->unknown = p->unknown[bad - 1];
    if (bad == SPARSE_NO_MEMORY)
        return INVO_E_MEMORY;
    return bad ? INVO_E_DIRECTION : INVO_OK;
}

static invo_status expansion_factor(expansion *e) {
    int entries = e->s->series.pattern->start[e->s->tops];
    e->unknown = -1;
    if (vector_first_infinite(entries, e->value) >= 0)
        return INVO_E_DOMAIN;
    for (int k = 0; k < e->parts; k++)
        TRY(expansion_status(e, &e->part[k], factor_part(e, &e->part[k])));
    return INVO_OK;
}

/* z = -J^-1 r, part after part; z is zero where it is not known yet. */
static invo_status expansion_solve(expansion *e) {
    const invo_pattern *all = e->s->series.pattern;
    vector_zero(e->s->tops, e->z);
    for (int k = 0; k < e->parts; k++) {
        expansion_part *p = &e->part[k];
        for (int i = 0; i < p->size; i++) {
            int row = row_of(e, p, i);
            e->b[i] = -e->r[row];
            EACH_ENTRY(m, all, row)
                e->b[i] -= e->value[m] * e->z[all->column[m]];
        }
        TRY(expansion_status(e, p, factor_solve(p->factor, e->b, 0)));
        for (int i = 0; i < p->size; i++)
            e->z[p->unknown[i]] = e->b[i];
    }
    e->unknown = vector_first_infinite(e->s->tops, e->z);
    return e->unknown < 0 ? INVO_OK : INVO_E_DOMAIN;
}

/* Coefficient k of all coordinates from the ones before and those of z. */
static void expansion_shift(const invo_system *s, int k, double h, const double *before,
                            const double *z, double *now) {
    now[0] = k == 1 ? h : 0;
    for (int i = 1; i < s->coordinates; i++)
        now[i] = h / k *
                 invo_slot_value(s->coordinates, before, z, s->coordinate[i].derivative);
}

static invo_status expansion_expand(expansion *e, const double *u, const double *z,
                                    double h, int order, double *coefficient) {
    const invo_system *s = e->s;
    size_t n = s->coordinates;
    e->unknown = -1;
    e->is_quick =
        s->shortcut.series && !s->shortcut.series(s->self, u, h, order, coefficient);
    if (e->is_quick)
        return INVO_OK;
    s->series.begin(s->self, u, z, h, e->value);
    memcpy(coefficient, u, sizeof *u * n);
    expansion_shift(s, 1, h, coefficient, z, coefficient + n);
    if (order < 2)
        return INVO_OK;
    TRY(expansion_factor(e));
    for (int k = 1; k < order; k++) {
        double *before = coefficient + (size_t)k * n;
        s->series.residual(s->self, k, e->r);
        TRY(expansion_solve(e));
        s->series.advance(s->self, k, e->z);
        expansion_shift(s, k + 1, h, before, e->z, before + n);
    }
    return INVO_OK;
}

invo_status expansion_at(expansion *e, const double *u, const double *z, double h,
                         int order, double *coefficient) {
    size_t n = e->s->coordinates;
    if (fabs(h) >= e->least)
        return expansion_expand(e, u, z, h, order, coefficient);
    TRY(expansion_expand(e, u, z, e->least, order, coefficient));
    double ratio = h / e->least;
    double power = ratio;
    for (int k = 1; k <= order; k++, power *= ratio)
        vector_scale(e->s->coordinates, power, coefficient + k * n);
    return INVO_OK;
}
