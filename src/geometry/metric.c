/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of the metric and of the error norm. */
#include "metric.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "mass.h"

double coordinate_nominal(const invo_system *s, int i) {
    return s->coordinate ? s->coordinate[i].nominal : 1;
}

double coordinate_size(const invo_system *s, const double *u, int i, double share) {
    return fmax(fabs(u[i]), share * coordinate_nominal(s, i));
}

void coordinate_find_tops(const invo_system *s, int *to) {
    for (int i = 1; i < s->coordinates; i++)
        if (s->coordinate[i].derivative >= s->coordinates)
            to[s->coordinate[i].derivative - s->coordinates] = i;
}

void metric_lay_out(metric *m, const invo_system *s, pool *p) {
    const size_t n = (size_t)s->coordinates;
    POOL_DOUBLES(p, n, &m->w, &m->inverse, &m->tolerances, &m->nominal, &m->least,
                 &m->recent, &m->level);
    POOL_INTEGERS(p, n, &m->level_of, &m->twin, &m->by_level, &m->end_of);
    m->first_of = pool_integers(p, n + 1);
    m->ignored = pool_take(p, n, 1);
    m->is_plain = pool_take(p, n, 1);
    m->tie = pool_take(p, n, 1);
}

/* The larger one of two numbers, y if one of them is none. */
static inline double metric_max(double x, double y) {
    return x > y ? x : y;
}

/* No error estimate is better than round-off, whatever the tolerances ask for: that of
 * the level, where equations move its coordinates together, else that of the coordinate:
 * one of 1e7 takes no digits of one of 1e-3 that is not tied to it. An invariant is no
 * such tie: rates do not come from it, and it is left out where round-off in it would be
 * seen in the estimate. Without an absolute tolerance errors are relative to each
 * coordinate, and a large one of its level says nothing of one that leaves zero: its
 * nominal does. */
static const double ROUND_OFF = 10 * DBL_EPSILON;

/* Tolerances below this do not tell any more what an invariant is worth: all of them
 * would be left out, and the solution would drift away from them. */
static const double LEAST_TOLERANCE = 1e-13;

static int group_of(int *group, int i) {
    while (group[i] != i)
        i = group[i] = group[group[i]];
    return i;
}

/* The first `equations` rows are of equations, the others of invariants; `column`:
 * coordinates of the columns; NULL: they are themselves. */
static void tie_by_rows(metric *m, const invo_pattern *p, int rows, int equations,
                        const int *column, int *group) {
    for (int row = 0; row < rows; row++) {
        const char tie = row < equations ? TIE_EQUATION : TIE_INVARIANT;
        int first = 0; /* time ties nothing */
        EACH_ENTRY(k, p, row) {
            const int i = column ? column[p->column[k]] : p->column[k];
            if (tie > m->tie[i])
                m->tie[i] = tie;
            if (i && first)
                group[group_of(group, i)] = group_of(group, first);
            first = i ? i : first;
        }
    }
}

/* Coordinates that one constraint has are of one group, those in none of that of time. */
static void find_groups(metric *m, const invo_system *s, int *group) {
    const int is_known = s->jacobian_pattern || s->stages.count || !s->constraints;
    for (int i = 0; i < s->coordinates; i++) {
        group[i] = i;
        m->tie[i] = is_known ? TIE_NONE : TIE_EQUATION;
    }
    if (s->jacobian_pattern)
        tie_by_rows(m, s->jacobian_pattern, s->constraints,
                    s->constraints - s->invariants, NULL, group);
    for (int k = 0; k < s->stages.count; k++) {
        const invo_stage *stage = &s->stages.at[k];
        tie_by_rows(m, &stage->pattern, stage->rows, stage->rows, stage->column, group);
    }
    for (int i = 1; i < s->coordinates; i++)
        if (m->tie[i] == TIE_NONE || !is_known)
            group[i] = 0;
}

static int new_level(metric *m, int order) {
    m->level[m->levels] = order;
    m->is_plain[m->levels] = 1;
    return m->levels++;
}

/* The level of a group and an order, a new one where there is none; `last` and `before`
 * list those of each group. Until levels are measured, they hold their orders. */
static int find_level(metric *m, int group, int order, int *last, int *before) {
    for (int l = last[group]; l >= 0; l = before[l])
        if (m->level[l] == order)
            return l;
    before[m->levels] = last[group];
    last[group] = m->levels;
    return new_level(m, order);
}

/* Time has a weight of its own, and so has what follows from the rest, as multipliers do:
 * a force of 1e7 says nothing of the positions that it is tied to. */
static void find_levels(metric *m, const invo_system *s) {
    int *last = m->by_level; /* these three until they are filled in */
    int *before = m->twin;
    int *group = m->first_of;
    const int n = s->coordinates;
    m->levels = 0;
    find_groups(m, s, group);
    for (int i = 0; i < n; i++)
        last[i] = -1;
    for (int i = 0; i < n; i++) {
        const int order = s->coordinate ? s->coordinate[i].order : 0;
        const int follows = m->ignored[i] || (s->top.algebraic && s->top.algebraic[i]);
        const int l = follows ? new_level(m, order)
                              : find_level(m, group_of(group, i), order, last, before);
        m->level_of[i] = l;
        m->is_plain[l] &= i == 0 || m->nominal[i] == 1;
    }
    memset(m->first_of, 0, sizeof *m->first_of * ((size_t)m->levels + 1));
    for (int i = 0; i < n; i++)
        m->first_of[m->level_of[i] + 1]++;
    for (int l = 0; l < m->levels; l++)
        m->first_of[l + 1] += m->first_of[l];
    for (int i = 0; i < n; i++)
        m->by_level[m->first_of[m->level_of[i]]++] = i;
    for (int l = m->levels; l > 0; l--)
        m->first_of[l] = m->first_of[l - 1];
    m->first_of[0] = 0;
}

/* Coordinates of one level with one nominal size share their weights, where they stand
 * side by side in it. */
static void find_twins(metric *m) {
    for (int l = 0; l < m->levels; l++) {
        int j = 0; /* the one before, which is not time */
        for (int k = m->first_of[l]; k < m->first_of[l + 1]; k++) {
            const int i = m->by_level[k];
            const int same = j && m->nominal[j] == m->nominal[i] &&
                             m->ignored[j] == m->ignored[i] && m->tie[j] == m->tie[i];
            m->twin[i] = same ? m->twin[j] : i;
            j = i;
        }
    }
}

/* Twins stand behind each other. */
static void find_ends(metric *m) {
    for (int l = 0; l < m->levels; l++)
        for (int k = m->first_of[l]; k < m->first_of[l + 1];) {
            const int first = k++;
            while (k < m->first_of[l + 1] &&
                   m->twin[m->by_level[k]] == m->by_level[first])
                k++;
            m->end_of[first] = k;
        }
}

void metric_prepare(metric *m, const invo_system *s) {
    m->is_frozen = m->has_ignored = 0;
    m->relative = metric_max(m->rtol, ROUND_OFF);
    m->patience = fmax(m->rtol, LEAST_TOLERANCE) / m->rtol;
    m->tolerance = m->kind == METRIC_SCALED
                       ? m->patience
                       : fmax(fmax(m->rtol, m->atol), LEAST_TOLERANCE);
    for (int i = 0; i < s->coordinates; i++) {
        m->nominal[i] = coordinate_nominal(s, i);
        m->has_ignored |= m->ignored[i];
    }
    find_levels(m, s);
    find_twins(m);
    find_ends(m);
}

/* The coordinates of an unknown stand in the order of its derivatives. */
static double eased(const invo_system *s, int i, double h, const double *scale) {
    int order = s->coordinate[i].order;
    double weight = scale[i - order];
    for (int l = 1; l <= order; l++)
        weight *= h / l;
    return weight;
}

void metric_error_scale(const metric *m, const invo_system *s, const double *p,
                        const double *q, double *restrict scale) {
    const int n = s->coordinates;
    const char *determined = m->eases ? s->series.determined : NULL;
    const double *restrict from = m->end_only ? q : p;
    const double *restrict to = q;
    const double *restrict recent = m->recent;
    const double *restrict nominal = m->nominal;
    const double *restrict least = m->least;
    const double rtol = m->relative;
    const double atol = m->atol;
    for (int i = 0; i < n; i++) {
        const double now = metric_max(fabs(from[i]), fabs(to[i]));
        const double size = metric_max(recent[i], now);
        scale[i] = 1 / metric_max(least[i], rtol * size + atol * nominal[i]);
    }
    for (int i = 0; m->absolute && i < n; i++)
        scale[i] = 1 / rtol;
    for (int i = 0; m->has_ignored && i < n; i++)
        if (m->ignored[i])
            scale[i] = 0;
    for (int i = 0; determined && i < n; i++)
        if (determined[i])
            scale[i] = fmin(scale[i], eased(s, i, fabs(q[0] - p[0]), scale));
}

/* What has no part in the error norm follows from the rest: a correction moves it rather
 * than what it follows from. */
static const double FREEDOM = 0.03;

double metric_most_tolerance(const metric *m) {
    double level = 0;
    if (m->kind != METRIC_SCALED || m->absolute || !(m->atol > 0))
        return INFINITY;
    for (int l = 0; l < m->levels; l++)
        level = metric_max(level, m->level[l]);
    const double most = m->rtol * level + m->atol;
    return m->has_ignored ? metric_max(most, m->atol / FREEDOM) : most;
}

void metric_note(metric *m, int n, const double *u) {
    for (int i = 0; m->remembers && i < n; i++)
        m->recent[i] = metric_max(METRIC_FADED * m->recent[i], fabs(u[i]));
}

void metric_forget(metric *m, int n, const double *u) {
    for (int i = 0; m->remembers && i < n; i++)
        m->recent[i] = fabs(u[i]);
}

/* The largest of the coordinates of a level, 1 at least. */
static double measure_plain(const metric *m, int l, const double *u) {
    const int *i = m->by_level + m->first_of[l];
    const int *end = m->by_level + m->first_of[l + 1];
    double level = 1;
    double other = 1;
    i += i < end && *i == 0; /* time */
    for (; i + 1 < end; i += 2) {
        level = metric_max(fabs(u[i[0]]), level);
        other = metric_max(fabs(u[i[1]]), other);
    }
    if (i < end)
        level = metric_max(fabs(u[*i]), level);
    return metric_max(level, other);
}

/* The size of a level of differentiation: that of its largest coordinate against its
 * nominal, 1 at least. */
static double measure_level(const metric *m, int l, const double *u) {
    double level = 1;
    if (m->is_plain[l])
        return measure_plain(m, l, u);
    for (int k = m->first_of[l]; k < m->first_of[l + 1]; k++) {
        const int i = m->by_level[k];
        if (i && fabs(u[i]) > level * m->nominal[i])
            level = fabs(u[i]) / m->nominal[i];
    }
    return level;
}

/* `scaled` takes one factor per level. Weights of single coordinates would grow where one
 * crosses zero and push the correction along the tangent. */
static double tolerance_weight(const metric *m, int i, double nominal) {
    return 1 / ((m->rtol * m->level[m->level_of[i]] + m->atol) * nominal);
}

static double metric_weight_of(const metric *m, int i) {
    double nominal = m->nominal[i];
    if (m->ignored[i] && m->kind == METRIC_SCALED)
        nominal /= FREEDOM;
    if (m->kind == METRIC_EUCLIDEAN)
        return 1;
    if (m->kind == METRIC_NOMINAL || m->kind == METRIC_MASS || (i == 0 && !m->moves_time))
        return 1 / nominal;
    return tolerance_weight(m, i, nominal);
}

static void metric_weigh(metric *m, int i) {
    const int is_shared = m->atol > 0 && m->tie[i] == TIE_EQUATION;
    const double level = is_shared ? m->level[m->level_of[i]] : 1;
    m->w[i] = metric_weight_of(m, i);
    m->inverse[i] = i || m->moves_time ? 1 / (m->w[i] * m->w[i]) : 0;
    const int is_scaled = m->kind == METRIC_SCALED && i && !m->ignored[i];
    m->tolerances[i] = is_scaled ? m->w[i] : tolerance_weight(m, i, m->nominal[i]);
    m->least[i] = ROUND_OFF * m->nominal[i] * level;
}

/* Weights of all coordinates of a level: the first of twins, then the others. */
static void weigh_level(metric *m, int l) {
    for (int k = m->first_of[l]; k < m->first_of[l + 1];) {
        const int j = m->by_level[k];
        const int end = m->end_of[k];
        metric_weigh(m, j);
        const double w = m->w[j];
        const double inverse = m->inverse[j];
        const double tolerance = m->tolerances[j];
        const double least = m->least[j];
        for (k++; k < end; k++) {
            const int i = m->by_level[k];
            m->w[i] = w;
            m->inverse[i] = inverse;
            m->tolerances[i] = tolerance;
            m->least[i] = least;
        }
    }
}

/* Weights of levels that are as large as where the metric was frozen last stay. */
void metric_freeze(metric *m, const invo_system *s, const double *u) {
    const int is_known = m->is_frozen && !m->mass;
    m->is_frozen = 1;
    for (int l = 0; l < m->levels; l++) {
        const double level = measure_level(m, l, u);
        if (is_known && m->level[l] == level)
            continue;
        m->level[l] = level;
        weigh_level(m, l);
    }
    if (m->mass)
        mass_freeze(m->mass, m, s, u);
}
