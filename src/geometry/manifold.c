/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraints, their Jacobian and their round-off. */
#include "manifold.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"

/* Units of round-off come from the Jacobian where the system does not give them. */
static int has_jacobian(const invo_system *s, int asked) {
    return asked || !s->ledger.rows;
}

size_t manifold_entries(const invo_system *s) {
    return s->jacobian_pattern ? (size_t)s->jacobian_pattern->start[s->constraints]
                               : (size_t)s->constraints * s->coordinates;
}

int manifold_rows(const invo_system *s) {
    return s->rows > s->constraints ? s->rows : s->constraints;
}

/* A full pattern must be stored only where the Jacobian is asked for: it grows with the
 * square of the system. */
void manifold_lay_out(manifold *m, const invo_system *s, int with_jacobian, pool *p) {
    const int rows = s->constraints;
    *m = (manifold){.s = s, .row = pool_doubles(p, rows), .unit = pool_doubles(p, rows)};
    size_t count = 0;
    if (has_jacobian(s, with_jacobian)) {
        count = manifold_entries(s);
        m->value = pool_doubles(p, count);
        m->phi = pool_doubles(p, 3 * rows);
        POOL_DOUBLES(p, s->coordinates, &m->shifted, &m->at);
    }
    if (s->jacobian_pattern) {
        m->pattern = *s->jacobian_pattern;
        return;
    }
    int *start = pool_integers(p, rows + 1);
    int *column = pool_integers(p, count);
    m->pattern = (invo_pattern){rows, s->coordinates, start, column};
    for (size_t k = 0; k < count && column; k++) {
        column[k] = (int)(k % s->coordinates);
        start[k / s->coordinates + 1] = (int)k + 1;
    }
}

void manifold_constraint(manifold *m, const double *u, double *phi) {
    m->constraints++;
    if (m->s->constraints)
        m->s->constraint(m->s->self, u, phi);
    for (int i = 0; m->dropped && i < m->s->constraints; i++)
        phi[i] = m->dropped[i] ? 0 : phi[i];
}

void manifold_keep(manifold *m, int keeps) {
    m->keeps = keeps;
    m->known = 0;
}

/* Differences: central ones, whose step balances the error h^2 of the formula against
 * round-off eps/h, only where callbacks give no derivatives; or one-sided, with a width
 * that the user chose ([Baese] 4.1.1: delta). */
static void manifold_difference(manifold *m, const double *u, double *value) {
    const invo_system *s = m->s;
    const int one_sided = m->increment > 0;
    double *above = m->phi + s->constraints;
    double *below = above + s->constraints;
    double h = m->increment;
    vector_copy(s->coordinates, u, m->shifted);
    if (one_sided)
        s->constraint(s->self, u, below);
    for (int j = 0; j < s->coordinates; j++) {
        if (!one_sided) {
            h = CUBE_ROOT_OF_EPSILON * coordinate_size(s, u, j, 1);
            m->shifted[j] = u[j] - h;
            s->constraint(s->self, m->shifted, below);
        }
        m->shifted[j] = u[j] + h;
        s->constraint(s->self, m->shifted, above);
        m->shifted[j] = u[j];
        for (int i = 0; i < s->constraints; i++)
            EACH_ENTRY(k, &m->pattern, i)
                if (m->pattern.column[k] == j)
                    value[k] = (above[i] - below[i]) / (one_sided ? h : 2 * h);
    }
}

void manifold_jacobian(manifold *m, const double *u, double *value) {
    size_t size = sizeof *u * m->s->coordinates;
    if (m->known && memcmp(m->at, u, size) == 0) {
        if (value != m->value)
            vector_copy(m->pattern.start[m->s->constraints], m->value, value);
        return;
    }
    if (m->keeps && value == m->value) {
        memcpy(m->at, u, size);
        m->known = 1;
    }
    m->jacobians++;
    if (m->s->jacobian && !(m->increment > 0))
        m->s->jacobian(m->s->self, u, value);
    else if (m->s->constraints)
        manifold_difference(m, u, value);
    for (int i = 0; m->dropped && i < m->s->constraints; i++)
        if (m->dropped[i])
            EACH_ENTRY(k, &m->pattern, i)
                value[k] = 0;
}

/* Without a ledger function: eps * sum |d phi / d u| |u|, and eps at least. */
static void estimate_units(manifold *m, const double *u, double *residual, double *unit) {
    manifold_constraint(m, u, residual);
    manifold_jacobian(m, u, m->value);
    for (int i = 0; i < m->s->constraints; i++) {
        double sum = 0;
        EACH_ENTRY(k, &m->pattern, i) {
            int j = m->pattern.column[k];
            sum += fabs(m->value[k]) * coordinate_size(m->s, u, j, 1e-3);
        }
        if (!isfinite(sum))
            sum = 0; /* nothing is known, and no residual is excused by that */
        unit[i] = DBL_EPSILON * fmax(2 * sum, DBL_MIN);
    }
}

void manifold_ledger(manifold *m, const double *u, const double *z, double *residual,
                     double *unit) {
    if (m->s->ledger.rows)
        m->s->ledger.rows(m->s->self, u, z, residual, unit);
    else
        estimate_units(m, u, residual, unit);
}

void manifold_measure(manifold *m, const double *u, const double *z, double *residual,
                      double *unit) {
    if (m->s->ledger.measure)
        m->s->ledger.measure(m->s->self, u, z, residual, unit);
    else
        manifold_ledger(m, u, z, residual, unit);
}

double manifold_most_units(int count, const int *row, const char *left_out,
                           const double *residual, const double *unit, int *worst) {
    double most = 0;
    *worst = count ? 0 : -1;
    if (count && row)
        *worst = row[0];
    for (int k = 0; k < count; k++) {
        int i = row ? row[k] : k;
        if (left_out && left_out[i])
            continue;
        double units = larger(most, residual[i] == 0 ? 0 : fabs(residual[i]) / unit[i]);
        if (units > most) {
            most = units;
            *worst = i;
        }
    }
    return most;
}

double manifold_units(manifold *m, const double *u, int count, const int *row,
                      const char *left_out, int *worst) {
    manifold_ledger(m, u, NULL, m->row, m->unit);
    return manifold_most_units(count, row, left_out, m->row, m->unit, worst);
}
