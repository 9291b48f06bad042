/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger: residuals of every row at every accepted point, in their own units and in
 * units of round-off. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"
#include "solver.h"

static double units_of(const solver *v, int row) {
    return v->residual[row] == 0 ? 0 : fabs(v->residual[row]) / v->unit[row];
}

static int is_enforced(const solver *v, int row) {
    return row >= v->s->constraints || !v->retraction.active.left_out[row];
}

/* Largest residual among rows first..last-1, in units. */
static double worst_of(const solver *v, int first, int last, int *row) {
    double worst = 0;
    *row = first;
    for (int i = first; i < last; i++) {
        double units = larger(worst, is_enforced(v, i) ? units_of(v, i) : 0);
        if (units > worst) {
            worst = units;
            *row = i;
        }
    }
    return worst;
}

/* At an impasse point the highest derivatives are infinite: their equations hold in the
 * form that the direction solves, and have no residual here. */
static int tops_are_finite(const solver *v) {
    for (int j = 0; v->arc.on && j < v->s->tops; j++)
        if (!isfinite(v->direction.z[j]))
            return 0;
    return 1;
}

/* A rate of change above this share of its terms is none of round-off. */
static const double TANGENT = 1e-6;

/* Where Newton's iteration ends by a test of the papers, points are off by about its
 * tolerance, and so are residuals and rates. */
static double slack(const solver *v) {
    static const double FEW = 10;
    const retraction_settings *s = &v->retraction.settings;
    return s->rule == RULE_ROUND_OFF ? 0 : FEW * s->tolerance;
}

/* Off the constraints, a rate of change tells nothing: a Newton test of the user's own
 * may leave points there. */
static const double NEAR = 1e-9;

static int ledger_is_near(const solver *v) {
    int row;
    return v->retraction.settings.rule == RULE_ROUND_OFF ||
           worst_of(v, 0, v->s->constraints, &row) * DBL_EPSILON <= NEAR;
}

/* Rows that were only declared must be tangent wherever the solution goes. */
static invo_status check_rates(solver *v, const double *u) {
    const invo_system *s = v->s;
    if (!s->rates || !tops_are_finite(v) || !ledger_is_near(v))
        return INVO_OK;
    s->rates(s->self, u, v->direction.z, v->rate, v->rate_size);
    for (int k = 0; k < s->checked; k++)
        if (!(fabs(v->rate[k]) <= TANGENT * v->rate_size[k] + slack(v))) {
            v->bad_row = s->checked_row[k];
            v->bad_units = v->rate[k];
            return INVO_E_INCONSISTENT;
        }
    return INVO_OK;
}

/* What was found to follow from the others must go on doing so: a residual of this share
 * of its terms is none of round-off. */
static const double FOLLOWS = 1e-6;

static int is_redundant(const solver *v, int row) {
    return v->s->row[row].kind == INVO_ROW_REDUNDANT;
}

static invo_status check_redundant(solver *v) {
    for (int i = v->s->constraints; v->s->row && i < v->s->rows; i++)
        if (is_redundant(v, i) && !(units_of(v, i) * DBL_EPSILON <= FOLLOWS) &&
            !(fabs(v->residual[i]) <= slack(v))) {
            v->bad_row = i;
            v->bad_units = v->residual[i];
            return INVO_E_INCONSISTENT;
        }
    return INVO_OK;
}

/* What the kernel does not give is computed beside it, and must have a value: at an
 * impasse point only derivatives along the solution are infinite. */
static invo_status check_values(solver *v) {
    if (!v->arc.on || !v->arc.kernel)
        return INVO_OK;
    for (int j = 0; j < v->s->tops; j++)
        if (!v->kernel.given[j] && !isfinite(v->direction.z[j])) {
            v->direction.unknown = j;
            return INVO_E_DOMAIN;
        }
    return INVO_OK;
}

/* Measures what results show at u. */
static void ledger_measure(solver *v, const double *u) {
    if (v->s->show)
        v->s->show(v->s->self, u, v->direction.z);
    manifold_ledger(&v->manifold, u, v->direction.z, v->residual, v->unit);
}

/* Moves the point by round-off, and its direction with it. */
static invo_status ledger_refine(solver *v, double *u, double *slope, point_use use) {
    const invo_system *s = v->s;
    TRY((invo_status)s->refine(s->self, u, v->direction.z, v->retraction.active.left_out,
                               use == POINT_OF_START));
    for (int i = 1; i < s->coordinates && !v->arc.on; i++)
        slope[i] = invo_slot_value(s->coordinates, u, v->direction.z,
                                   s->coordinate[i].derivative);
    manifold_ledger(&v->manifold, u, v->direction.z, v->residual, v->unit);
    return INVO_OK;
}

/* Residuals are themselves rounded, by up to a unit: points are refined before they come
 * this near to the bound. */
static const double NEARLY = 0.75;

invo_status ledger_examine(solver *v, double *u, double *slope, point_use use) {
    const invo_system *s = v->s;
    int finite = tops_are_finite(v);
    int rows = finite ? manifold_rows(s) : s->constraints;
    int row;
    double bound = v->o.constraint_bound;
    TRY(check_values(v));
    ledger_measure(v, u);
    if (worst_of(v, s->constraints, rows, &row) > bound / 2) {
        TRY(solver_direction(v, u, slope, 1));
        ledger_measure(v, u);
    }
    int is_kept = s->constraints == 0 || v->retraction.kind != &retraction_none;
    int may_refine =
        s->refine && is_kept && finite && v->retraction.settings.rule == RULE_ROUND_OFF;
    if (may_refine && !(worst_of(v, 0, rows, &row) <= NEARLY * bound))
        TRY(ledger_refine(v, u, slope, use));
    TRY(check_rates(v, u));
    TRY(tangency_check(v, u, slope));
    TRY(check_redundant(v));
    v->bad_units = worst_of(v, 0, rows, &v->bad_row);
    if (s->ledger && !(v->bad_units <= bound))
        return INVO_E_CONSTRAINT;
    return INVO_OK;
}

/* Takes the fixed values of top unknowns; returns whether any was another one. */
static int take_fixed_tops(solver *v) {
    const invo_system *s = v->s;
    const double *fixed = s->fixed + s->coordinates;
    int any = 0;
    for (int j = 0; j < s->tops; j++) {
        v->top[j] = v->direction.z[j];
        if (isnan(fixed[j]) || fixed[j] == v->direction.z[j])
            continue;
        v->direction.z[j] = fixed[j];
        any = 1;
    }
    return any;
}

/* Fixed values that the start misses by more than this share of them, or of a thousandth
 * of the nominal size, do not hold. */
static const double MISSED = 1e-14;

/* Reports a fixed value that does not hold: an error, unless bounds are lifted. */
static invo_status check_fixed(solver *v, const invo_column *c) {
    const invo_system *s = v->s;
    const int is_top = c->slot >= s->coordinates;
    const double fixed = s->fixed[c->slot];
    const double value = invo_slot_value(s->coordinates, v->u, v->direction.z, c->slot);
    double size = fabs(fixed);
    if (!is_top && s->coordinate)
        size = larger(size, 1e-3 * s->coordinate[c->slot].nominal);
    if (isnan(fixed) || fabs(value - fixed) <= MISSED * size)
        return INVO_OK;
    if (isfinite(v->o.constraint_bound)) {
        v->missed = (missed_value){c->name, fixed, value};
        return INVO_E_INCONSISTENT;
    }
    diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
             "%s is fixed at %.17g, but starts at %.17g: bounds are lifted", c->name,
             fixed, value);
    return INVO_OK;
}

/* Returns whether all rows hold at the start. */
static int holds_at_start(solver *v) {
    int row;
    manifold_ledger(&v->manifold, v->u, v->direction.z, v->residual, v->unit);
    return worst_of(v, 0, manifold_rows(v->s), &row) <= v->o.constraint_bound;
}

invo_status ledger_take_fixed(solver *v) {
    const invo_system *s = v->s;
    if (!s->fixed || !s->column)
        return INVO_OK;
    if (take_fixed_tops(v) && !holds_at_start(v)) {
        if (s->refine)
            TRY(ledger_refine(v, v->u, v->v, POINT_OF_START));
        const int holds = holds_at_start(v);
        for (int j = 0; j < s->tops && !holds; j++)
            v->direction.z[j] = v->top[j];
    }
    for (int k = 0; k < s->columns; k++)
        if (!s->column[k].value)
            TRY(check_fixed(v, &s->column[k]));
    return INVO_OK;
}

void ledger_record(solver *v) {
    int rows = tops_are_finite(v) ? manifold_rows(v->s) : v->s->constraints;
    for (int i = 0; i < rows; i++) {
        ledger_entry *r = &v->result->ledger[v->ledger_of[i]];
        if (i < v->s->constraints && v->retraction.active.omitted[i])
            r->left_out = 1;
        if (!is_enforced(v, i))
            r->left_out = 1;
        r->max = larger(r->max, fabs(v->residual[i]));
        r->scaled_max = larger(r->scaled_max, units_of(v, i));
    }
}

void ledger_weigh(solver *v) {
    const invo_system *s = v->s;
    double *size = v->residual; /* nobody needs the residuals any more */
    if (!s->terms || !tops_are_finite(v))
        return;
    manifold_ledger(&v->manifold, v->u, v->direction.z, v->residual, v->unit);
    if (s->terms(s->self, v->u, v->direction.z, v->unit, size))
        return;
    for (int i = 0; i < s->rows; i++) {
        ledger_entry *r = &v->result->ledger[v->ledger_of[i]];
        if (!(size[i] > 0 && isfinite(size[i]) && v->unit[i] > 0))
            continue;
        float digits = (float)log10(size[i] / v->unit[i]);
        if (!(r->digits > digits))
            r->digits = digits;
    }
}

/* With fewer digits, a residual within its unit is a visible share of the terms. */
static const float FEW_DIGITS = 6;
enum { MOST_WARNINGS = 3 };

void ledger_warn(const solver *v) {
    invo_result *r = v->result;
    int count = 0;
    for (int i = 0; i < r->ledger_rows; i++) {
        if (!(r->ledger[i].digits < FEW_DIGITS))
            continue;
        if (count++ >= MOST_WARNINGS)
            continue;
        invo_ledger_row row = result_entry(r, i);
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "%s%s (%s) is ill-conditioned: its terms cancel so much that round-off "
                 "leaves %.2g of their 16 digits; a residual of 1e-%.0f of them passes. "
                 "Try other units or nominal values in the model",
                 row.row.level ? "a derivative of " : "",
                 row.row.equation ? row.row.equation : "a row", row.row.where, row.digits,
                 floor(fmax(row.digits, 0)));
    }
    if (count > MOST_WARNINGS)
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "%d more rows of the ledger are ill-conditioned", count - MOST_WARNINGS);
}
