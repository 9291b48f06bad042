/* SPDX-License-Identifier: BSD-3-Clause */
/* The pattern is laid out once; rows are filled in its order. */
#include "unit_rows.h"
#include <math.h>
#include <stdlib.h>

static int contacts(const invo_system *s) {
    int count = 0;
    for (int i = 1; i < s->coordinates; i++)
        count += s->coordinate[i].derivative < s->coordinates;
    return count;
}

static int unit_rows_constraints_of(const invo_system *s) {
    return s->constraints - s->invariants;
}

int unit_rows_count(const invo_system *s) {
    return s->kernel ? contacts(s) + unit_rows_constraints_of(s) + s->kernel->primary : 0;
}

int unit_rows_columns(const invo_system *s) {
    return s->kernel ? 1 + contacts(s) + s->kernel->size : 0;
}

double unit_rows_size(const kernel *k, int column) {
    if (column >= k->s->coordinates || k->euclidean)
        return 1;
    return coordinate_nominal(k->s, column);
}

/* Entries of all rows, without and with a pattern of the constraints. */
static size_t count_entries(const invo_system *s, int columns) {
    size_t rows = (size_t)unit_rows_constraints_of(s);
    size_t primary = s->kernel->primary;
    size_t of_constraints = s->jacobian_pattern ? (size_t)s->jacobian_pattern->start[rows]
                                                : rows * (size_t)s->coordinates;
    return 2 * (size_t)contacts(s) + of_constraints + primary +
           (size_t)s->kernel->pattern.start[primary] + (size_t)columns;
}

/* Unknowns that are no derivative of a coordinate come last. of_top: [tops] */
static void unit_rows_number_unknowns(unit_rows *m, int *of_top) {
    const invo_system *s = m->s;
    int next = s->coordinates;
    coordinate_find_tops(s, of_top);
    for (int j = 0; j < s->kernel->size; j++) {
        int own = of_top[s->kernel->unknown[j]];
        m->unknown[j] = own ? own : next++;
    }
}

/* Lays out contact forms, constraints, top equations and the direction, row by row. */
static void unit_rows_lay_out(unit_rows *m) {
    const invo_system *s = m->s;
    const invo_pattern *p = s->jacobian_pattern;
    const invo_pattern *j = &s->kernel->pattern;
    int row = 0;
    int count = 0;
    for (int i = 1; i < s->coordinates; i++) {
        if (s->coordinate[i].derivative >= s->coordinates)
            continue;
        m->column[count++] = 0;
        m->column[count++] = i;
        m->start[++row] = count;
    }
    for (int i = 0; i < unit_rows_constraints_of(s); i++) {
        int first = p ? p->start[i] : 0;
        int end = p ? p->start[i + 1] : s->coordinates;
        for (int e = first; e < end; e++)
            m->column[count++] = p ? p->column[e] : e;
        m->start[++row] = count;
    }
    for (int i = 0; i < s->kernel->primary; i++) {
        m->column[count++] = 0;
        EACH_ENTRY(e, j, i)
            m->column[count++] = m->unknown[j->column[e]];
        m->start[++row] = count;
    }
    for (int k = 0; k < m->columns; k++)
        m->column[count++] = k;
    m->start[++row] = count;
}

/* Returns [tops] of scratch. */
static int *unit_rows_take(unit_rows *m, pool *p) {
    size_t entries = count_entries(m->s, m->columns);
    m->entry = pool_doubles(p, entries); /* the first: it owns them all */
    m->start = pool_integers(p, m->rows + 2);
    m->column = pool_integers(p, entries);
    m->unknown = pool_integers(p, m->s->kernel->size);
    return pool_integers(p, m->s->tops);
}

invo_status unit_rows_new(unit_rows *m, const invo_system *s, invo_context *c) {
    *m = (unit_rows){.s = s};
    if (!s->kernel)
        return INVO_OK;
    m->rows = unit_rows_count(s);
    m->columns = unit_rows_columns(s);
    pool p = {0};
    unit_rows_take(m, &p);
    m->entry = memory_alloc(c, p.used);
    if (!pool_open(&p, m->entry))
        return INVO_E_MEMORY;
    int *of_top = unit_rows_take(m, &p);
    unit_rows_number_unknowns(m, of_top);
    unit_rows_lay_out(m);
    return INVO_OK;
}

void unit_rows_free(unit_rows *m) {
    free(m->entry);
    m->entry = NULL;
}

/* Row i in nominal sizes and of length 1; 0 where it is not finite. */
static int finish_row(unit_rows *m, const kernel *k, int i) {
    const int first = m->start[i];
    EACH_ENTRY(e, m, i)
        m->entry[e] *= unit_rows_size(k, m->column[e]);
    return isfinite(vector_normalize(m->start[i + 1] - first, m->entry + first));
}

/* Fills the rows in the order in which they are laid out. */
int unit_rows_fill(unit_rows *m, kernel *k, manifold *a, const double *u) {
    const invo_system *s = m->s;
    const invo_pattern *j = &s->kernel->pattern;
    double *to = m->entry;
    int finite = 1;
    for (int i = 1; i < s->coordinates; i++) {
        if (s->coordinate[i].derivative >= s->coordinates)
            continue;
        *to++ = -u[s->coordinate[i].derivative];
        *to++ = 1;
    }
    if (s->constraints)
        manifold_jacobian(a, u, a->value);
    int entries = s->constraints ? a->pattern.start[unit_rows_constraints_of(s)] : 0;
    for (int e = 0; e < entries; e++)
        *to++ = a->value[e];
    s->kernel_equations(s->self, u, k->value, k->b);
    for (int i = 0; i < s->kernel->primary; i++) {
        *to++ = k->b[i];
        EACH_ENTRY(e, j, i)
            *to++ = k->value[e];
    }
    for (int i = 0; i < m->rows; i++)
        finite &= finish_row(m, k, i);
    return finite;
}

void unit_rows_border(unit_rows *m, const kernel *k, const double *u) {
    const invo_system *s = m->s;
    double *v = m->entry + m->start[m->rows];
    v[0] = k->x[0] / unit_rows_size(k, 0);
    for (int i = 1; i < s->coordinates; i++)
        if (s->coordinate[i].derivative < s->coordinates)
            v[i] = k->x[0] * u[s->coordinate[i].derivative] / unit_rows_size(k, i);
    for (int j = 0; j < s->kernel->size; j++)
        v[m->unknown[j]] = k->x[j + 1] / unit_rows_size(k, m->unknown[j]);
    vector_normalize(m->columns, v);
}
