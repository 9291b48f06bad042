/* SPDX-License-Identifier: BSD-3-Clause */
/* Which row of M q'' + ... = 0 belongs to which coordinate is not said by its place: a
 * row with one second derivative belongs to that, the others to the remaining ones in
 * their order. Rows may be written with either sign. */
#include "mass.h"
#include <math.h>
#include <string.h>
#include "../base/number.h"

static int mass_entries_of(const invo_system *s) {
    int count = 0;
    for (int b = 0; b < s->blocks.count; b++)
        if (s->blocks.at[b].size)
            count += s->blocks.at[b].pattern.start[s->blocks.at[b].size];
    return count;
}

void mass_lay_out(mass *m, const invo_system *s, pool *p) {
    int all = mass_entries_of(s);
    *m = (mass){.most = all};
    POOL_INTEGERS(p, s->tops, &m->velocity, &m->position, &m->column, &m->taken);
    m->entry = pool_take(p, all, sizeof *m->entry);
    POOL_DOUBLES(p, s->tops, &m->z, &m->b);
    m->matrix = pool_doubles(p, 2 * all);
    m->diagonal = pool_doubles(p, s->coordinates);
    m->coupling = pool_take(p, all, sizeof *m->coupling);
}

static int has_acceleration(const mass *m, int unknown) {
    return m->velocity[unknown] >= 0 && m->position[unknown] >= 0;
}

static int is_dynamic(const invo_system *s, const invo_block *k, int i) {
    return !s->row || s->row[k->row[i]].level == 0;
}

/* The only second derivative in row i of a block, or -1: none, -2: several. */
static int only_column(const mass *m, const invo_block *k, int i) {
    int found = -1;
    EACH_ENTRY(e, &k->pattern, i)
        if (has_acceleration(m, k->unknown[k->pattern.column[e]]))
            found = found == -1 ? k->pattern.column[e] : -2;
    return found;
}

/* The first unknown of row i that no other row has taken, as a column, or -1. */
static int first_column(const mass *m, const invo_block *k, int i) {
    int best = -1;
    EACH_ENTRY(e, &k->pattern, i) {
        int j = k->pattern.column[e];
        int unknown = k->unknown[j];
        if (!has_acceleration(m, unknown) || m->taken[unknown])
            continue;
        if (best < 0 || unknown < k->unknown[best])
            best = j;
    }
    return best;
}

/* The first row, in the order of the equations, that has several second derivatives and
 * no column yet, or -1. */
static int next_row(const mass *m, const invo_system *s, const invo_block *k) {
    int best = -1;
    for (int i = 0; i < k->size; i++)
        if (is_dynamic(s, k, i) && only_column(m, k, i) == -2 &&
            !m->column[k->unknown[i]] && (best < 0 || k->row[i] < k->row[best]))
            best = i;
    return best;
}

/* column[unknown of place i] = 1 + the column of row i, 0: none. Returns 1 + a row that
 * finds no column. */
static int mass_match(mass *m, const invo_system *s, const invo_block *k) {
    int i = 0;
    int j;
    for (; i < k->size; i++) {
        if (!is_dynamic(s, k, i) || (j = only_column(m, k, i)) < 0)
            continue;
        if (m->taken[k->unknown[j]]++)
            return k->row[i] + 1;
        m->column[k->unknown[i]] = j + 1;
    }
    while ((i = next_row(m, s, k)) >= 0) {
        if ((j = first_column(m, k, i)) < 0)
            return k->row[i] + 1;
        m->column[k->unknown[i]] = j + 1;
        m->taken[k->unknown[j]] = 1;
    }
    return 0;
}

static void mass_list_entries(mass *m, const invo_block *k, int block) {
    for (int i = 0; i < k->size; i++) {
        int own = m->column[k->unknown[i]] - 1;
        if (own < 0)
            continue;
        EACH_ENTRY(e, &k->pattern, i) {
            int row = k->unknown[own];
            int column = k->unknown[k->pattern.column[e]];
            if (has_acceleration(m, column))
                m->entry[m->count++] = (mass_entry){block,
                                                    e,
                                                    m->velocity[row],
                                                    m->velocity[column],
                                                    m->position[row],
                                                    m->position[column]};
        }
    }
}

static void find_velocities(mass *m, const invo_system *s) {
    for (int j = 0; j < s->tops; j++)
        m->velocity[j] = m->position[j] = -1;
    coordinate_find_tops(s, m->velocity);
    for (int i = 1; i < s->coordinates; i++)
        for (int j = 0; j < s->tops; j++)
            if (m->velocity[j] == s->coordinate[i].derivative)
                m->position[j] = i;
}

int mass_find(mass *m, const invo_system *s) {
    int bad = 0;
    if (!s->coordinate || s->direction)
        return 1;
    find_velocities(m, s);
    for (int b = 0; b < s->blocks.count && !bad; b++)
        if (s->blocks.at[b].size)
            bad = mass_match(m, s, &s->blocks.at[b]);
    for (int b = 0; b < s->blocks.count && !bad; b++)
        mass_list_entries(m, &s->blocks.at[b], b);
    return bad;
}

/* All values, with the sign that makes the diagonal positive. */
static double *mass_evaluate(mass *m, const invo_system *s, const double *u) {
    double *value = m->matrix + m->most;
    vector_zero(s->coordinates, m->diagonal);
    for (int k = 0; k < m->count; k++) {
        const mass_entry *e = &m->entry[k];
        if (k == 0 || e->block != e[-1].block)
            s->blocks.equations(s->self, e->block, u, m->z, m->matrix, m->b);
        value[k] = m->matrix[e->at];
        if (e->row == e->column)
            m->diagonal[e->row] = m->diagonal[e->row_of] = value[k];
    }
    for (int k = 0; k < m->count; k++)
        if (m->diagonal[m->entry[k].row] < 0)
            value[k] = -value[k];
    return value;
}

static double mass_transposed(const mass *m, const double *value, const mass_entry *e) {
    for (int k = 0; k < m->count; k++)
        if (m->entry[k].row == e->column && m->entry[k].column == e->row)
            return value[k];
    return 0;
}

static void mass_couple(metric *w, int row, int column, double x) {
    w->coupling[w->couplings++] = (metric_coupling){row, column, x};
}

/* Takes the mean of M and its transpose: rows are written with round-off of their own. */
double mass_freeze(mass *m, metric *w, const invo_system *s, const double *u) {
    const double *value = mass_evaluate(m, s, u);
    double worst = 0;
    w->couplings = 0;
    w->coupling = m->coupling;
    for (int k = 0; k < m->count; k++) {
        const mass_entry *e = &m->entry[k];
        double row = fabs(m->diagonal[e->row]);
        double column = fabs(m->diagonal[e->column]);
        if (!(row > 0 && column > 0 && isfinite(row)))
            return INFINITY;
        if (e->row == e->column) {
            w->w[e->row] = w->w[e->row_of] = sqrt(row);
            w->inverse[e->row] = w->inverse[e->row_of] = 1 / row;
            continue;
        }
        double other = mass_transposed(m, value, e);
        double mean = (value[k] + other) / 2;
        worst = larger(worst, fabs(value[k] - other) / sqrt(row * column));
        if (e->row < e->column)
            continue; /* its transpose does it */
        mass_couple(w, e->row, e->column, mean);
        mass_couple(w, e->row_of, e->column_of, mean);
    }
    return worst;
}
