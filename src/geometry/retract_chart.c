/* SPDX-License-Identifier: BSD-3-Clause */
/* Chart retraction ([Baese] Algorithm 3.3): as many components as there are constraints
 * are solved for, all others stay as the step gave them. Which ones is decided again in
 * every point where a step begins, by Procedure 3.11, components without a derivative in
 * the equations first. The iteration is the divided Newton method (Definition 3.14), with
 * a new matrix in every iteration (exact) or where it contracts badly (simplified).
 *
 * With a metric other than the euclidean one the entries are compared in its units, rows
 * with length 1; with the euclidean one as they are, as the thesis does. */
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/selection.h"
#include "retract_joint.h"

typedef struct chart {
    retraction *r;
    double *value;         /* entries of d phi */
    double *dense;         /* [m, n]; then the matrix [rank, rank] */
    double *scale, *right; /* [m], [m] */
    double *row_scale;     /* [m] */
    double *at;            /* [n]: where the selection was made */
    double *last;          /* [n]: the last point that was retracted */
    int *pivot;            /* [m] */
    int *chosen;           /* [n]: marks of the last selection */
    pivot_selection s;     /* the last one; rank -1: none was made */
} chart;

/* Takes the arrays; the selection is kept from call to call. */
static void retract_chart_lay_out(retraction *r, const invo_system *s, pool *p) {
    chart c = {.r = r};
    chart *to = pool_take(p, 1, sizeof c);
    size_t n = s->coordinates;
    size_t m = s->constraints;
    c.value = pool_doubles(p, manifold_entries(s));
    c.dense = pool_doubles(p, m * (n + m));
    POOL_DOUBLES(p, m, &c.scale, &c.right, &c.row_scale);
    POOL_DOUBLES(p, n, &c.at, &c.last);
    c.pivot = pool_integers(p, m);
    c.chosen = pool_integers(p, n);
    c.s = (pivot_selection){.rank = -1,
                            .missing = -1,
                            .pivot = pool_doubles(p, m),
                            .row = pool_integers(p, m),
                            .column = pool_integers(p, n),
                            .first_rows = s->constraints - s->invariants,
                            .required = s->required,
                            .tolerance = r->settings.pivot_tolerance};
    r->own = to;
    if (to)
        *to = c;
}

/* d phi at u, in units of the metric, rows of length 1 unless it is the euclidean one. */
static void retract_chart_spread(chart *c, const double *u) {
    manifold *f = c->r->manifold;
    const metric *w = c->r->metric;
    int m = f->s->constraints;
    manifold_jacobian(f, u, c->value);
    vector_zero(m * f->s->coordinates, c->dense);
    for (int i = 0; i < m; i++) {
        double sum = 0;
        EACH_ENTRY(e, &f->pattern, i) {
            int j = f->pattern.column[e];
            double x = c->value[e] * sqrt(w->inverse[j]);
            c->dense[i + j * m] = x;
            sum += x * x;
        }
        c->row_scale[i] = w->kind == METRIC_EUCLIDEAN || !(sum > 0) ? 1 : sqrt(sum);
        for (int j = 0; j < f->s->coordinates && c->row_scale[i] != 1; j++)
            c->dense[i + j * m] /= c->row_scale[i];
    }
}

/* Invariants whose round-off weighs too much at the pivot that they would have are the
 * last ones taken: they are left out. */
static void drop_weak(chart *c) {
    const retraction *r = c->r;
    const invo_system *s = r->s;
    for (int k = 0; k < c->s.rank; k++) {
        int i = c->s.row[k];
        if (i < s->constraints - s->invariants)
            continue;
        if (active_set_is_weak(r->unit[i], c->row_scale[i], c->s.pivot[k],
                               r->metric->tolerance)) {
            c->s.rank = k;
            return;
        }
    }
}

static void count_change(chart *c, int made) {
    int n = c->r->s->coordinates;
    int changed = 0;
    int *chosen = c->chosen;
    for (int k = 0; k < c->s.rank; k++) {
        changed |= !chosen[c->s.column[k]];
        chosen[c->s.column[k]] = 2;
    }
    for (int j = 0; j < n; j++) {
        changed |= chosen[j] == 1;
        chosen[j] = chosen[j] == 2;
    }
    c->r->selector_changes += changed && made;
}

/* Selects among all coordinates but the time, unless steps are taken along the curve. */
static void retract_chart_select(chart *c) {
    const invo_system *s = c->r->s;
    int time = !c->r->metric->moves_time;
    if (s->required)
        c->s.required = s->required + time;
    select_pivots(s->constraints, s->coordinates - time, c->dense + time * s->constraints,
                  &c->s);
    for (int k = 0; k < c->s.rank; k++)
        c->s.column[k] += time;
    if (c->s.missing >= 0)
        c->s.missing += time;
}

/* Is a row among those that were selected that is dropped since? */
static int has_dropped(const chart *c) {
    const char *dropped = c->r->active.dropped;
    for (int k = 0; dropped && k < c->s.rank; k++)
        if (dropped[c->s.row[k]])
            return 1;
    return 0;
}

/* Selects the components at u; the same point is not looked at twice. */
static void retract_chart_choose(chart *c, const double *u) {
    const invo_system *s = c->r->s;
    size_t size = sizeof *u * s->coordinates;
    int made = c->s.rank >= 0;
    if (made && memcmp(c->at, u, size) == 0 && !has_dropped(c))
        return;
    memcpy(c->at, u, size);
    retract_chart_spread(c, u);
    retract_chart_select(c);
    drop_weak(c);
    count_change(c, made);
}

static invo_status retract_chart_factor(newton *w, const double *u) {
    retraction *r = w->r;
    chart *c = r->own;
    const invo_pattern *p = &r->manifold->pattern;
    int size = c->s.rank - w->drop;
    manifold_jacobian(r->manifold, u, c->value);
    vector_zero(size * size, c->dense);
    for (int k = 0; k < size; k++)
        EACH_ENTRY(e, p, c->s.row[k])
            for (int l = 0; l < size; l++)
                if (c->s.column[l] == p->column[e])
                    c->dense[k + l * size] = c->value[e];
    r->factorizations++;
    int bad = lu_factor(size, c->dense, c->pivot, c->scale);
    if (!bad)
        return INVO_OK;
    r->row = c->s.row[0];
    r->column = c->s.column[bad - 1];
    r->value = 0;
    return INVO_E_RETRACTION;
}

/* In the chart: of all rows, for they share its columns. */
static double retract_chart_volume(const newton *w, int *rows) {
    chart *c = w->r->own;
    const invo_system *s = w->r->s;
    int size = c->s.rank - w->drop;
    double product = 1;
    *rows = 0;
    for (int k = 0; k < size; k++) {
        *rows += c->s.row[k] >= s->constraints - s->invariants;
        product *= fabs(c->dense[k + k * size]) / c->scale[k];
    }
    return product;
}

static void retract_chart_move(newton *w, const double *u) {
    retraction *r = w->r;
    chart *c = r->own;
    (void)u;
    int size = c->s.rank - w->drop;
    for (int k = 0; k < size; k++)
        c->right[k] = -r->residual[c->s.row[k]];
    lu_solve(size, c->dense, c->pivot, c->scale, c->right);
    vector_zero(r->s->coordinates, r->move);
    for (int k = 0; k < size; k++)
        r->move[c->s.column[k]] = c->right[k];
}

/* The selected components begin as the step gave them, as they were before it, or as in
 * the stage before. */
static invo_status retract_chart_start(newton *w, double *u, int *factored) {
    const retraction *r = w->r;
    chart *c = r->own;
    (void)factored;
    int stage = r->settings.start == START_STAGE;
    const double *from = stage && !r->begins ? c->last : r->previous;
    if ((stage || r->settings.start == START_PREVIOUS) && r->previous)
        for (int k = 0; k < c->s.rank; k++)
            u[c->s.column[k]] = from[c->s.column[k]];
    return INVO_OK;
}

/* Here ends a retraction; the next one may begin with its components. */
static void retract_chart_keep(chart *c, const double *u) {
    vector_copy(c->r->s->coordinates, u, c->last);
    c->r->begins = 0;
}

/* Criterion 3.6: a required component can be solved for; then all constraints hold, also
 * those that the selection found to depend on others. */
static invo_status retract_chart_solve(chart *c, double *u, int drop, int *slow) {
    retraction *r = c->r;
    const invo_system *s = r->s;
    newton w = {.r = r,
                .stage = -1,
                .drop = drop,
                .factor = retract_chart_factor,
                .move = retract_chart_move};
    w.volume = s->invariants ? retract_chart_volume : NULL;
    int row;
    active_set_fill(&r->active, 0);
    for (int k = 0; k < c->s.rank - drop; k++)
        r->active.left_out[c->s.row[k]] = 0;
    if (c->s.rank > drop)
        TRY(r->settings.rule == RULE_SUM ? newton_to_sum(&w, u)
                                         : newton_iterate(&w, u, slow));
    retract_chart_keep(c, u);
    if (c->s.rank - drop == s->constraints)
        return INVO_OK;
    double units =
        manifold_units(r->manifold, u, s->constraints, NULL, r->active.left_out, &row);
    if (units <= r->settings.bound / 2)
        return INVO_OK;
    if (r->settings.rule != RULE_ROUND_OFF &&
        fabs(r->manifold->row[row]) <= r->settings.tolerance)
        return INVO_OK;
    r->row = row;
    r->value = r->manifold->row[row];
    r->rank = c->s.rank;
    return INVO_E_RETRACTION;
}

/* Drops invariants, last pivot first, while they make the iteration slow. */
static invo_status chart_retract(retraction *r, double *u) {
    const invo_system *s = r->s;
    chart *c = r->own;
    r->space.rows = s->constraints;
    retract_chart_choose(c, r->previous ? r->previous : u);
    if (c->s.missing >= 0) {
        r->column = c->s.missing;
        r->row = 0;
        r->value = 0;
        return INVO_E_RETRACTION;
    }
    for (int drop = 0;; drop++) {
        int slow = 0;
        int last = c->s.rank - drop - 1;
        int optional = last >= 0 && c->s.row[last] >= s->constraints - s->invariants;
        invo_status status = retract_chart_solve(c, u, drop, &slow);
        if (!slow || !optional)
            return status;
        /* A fold of the chart is none of the manifold. */
        if (slow != RETRACTION_WEAK && !retract_is_dependent(r, drop, u))
            return INVO_E_RETRACTION;
        vector_copy(s->coordinates, r->from, u);
    }
}

const retraction_class retraction_chart = {.name = "chart",
                                           .retract = chart_retract,
                                           .lay_out = retract_chart_lay_out,
                                           .start = retract_chart_start,
                                           .is_dense = 1,
                                           .computes = 1};
