/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger: residuals of every row at every accepted point, in their own units and in
 * units of round-off. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../base/number.h"
#include "../linalg/pair.h"
#include "run.h"

static double units_of(const run *v, int row) {
    assert(row >= 0 && row < manifold_rows(v->s));
    return v->ledger.units[row];
}

static int is_dropped(const run *v, int row) {
    const char *dropped = v->engine->manifold.dropped;
    return dropped && row < v->s->constraints && dropped[row];
}

static int is_enforced(const run *v, int row) {
    return row >= v->s->constraints ||
           !(v->engine->retraction.active.left_out[row] || is_dropped(v, row));
}

/* Largest residual among rows first..last-1, in units. */
static double worst_of(const run *v, int first, int last, int *row) {
    assert(first >= 0 && last <= manifold_rows(v->s));
    const double *units = v->ledger.units;
    double worst = 0;
    *row = first;
    for (int i = first; i < last; i++) {
        if (units[i] <= worst || !is_enforced(v, i))
            continue;
        const double more = larger(worst, units[i]);
        if (more > worst) {
            worst = more;
            *row = i;
        }
    }
    return worst;
}

/* At an impasse point the highest derivatives are infinite: their equations hold in the
 * form that the direction solves, and have no residual here. */
static int tops_are_finite(const run *v) {
    for (int j = 0; v->engine->by_length && j < v->s->tops; j++)
        if (!isfinite(v->engine->direction.z[j]))
            return 0;
    return 1;
}

/* Where Newton's iteration ends by a test of the papers, points are off by about its
 * tolerance, and so are residuals and rates. */
static double slack(const run *v) {
    static const double FEW = 10;
    const retraction_settings *s = &v->engine->retraction.settings;
    return s->rule == RULE_ROUND_OFF ? 0 : FEW * s->tolerance;
}

/* Off the constraints, a rate of change means nothing: a Newton test of the user's own
 * may leave points there. */
static const double NEAR = 1e-9;

static int ledger_is_near(const run *v) {
    int row;
    return v->engine->retraction.settings.rule == RULE_ROUND_OFF ||
           worst_of(v, 0, v->s->constraints, &row) * DBL_EPSILON <= NEAR;
}

/* --- invariants that were found, not declared --- */

void ledger_follow_drops(run *v) {
    engine *e = v->engine;
    int some = 0;
    for (int i = 0; i < v->s->constraints; i++) {
        v->ledger.dropped[i] = !isnan(v->result->ledger[v->ledger.of[i]].until);
        some |= v->ledger.dropped[i];
    }
    e->manifold.dropped = e->retraction.active.dropped = some ? v->ledger.dropped : NULL;
}

/* Goes on without the row of a rate, if nobody has declared it. */
static int ledger_drop(run *v, int rate, double t) {
    const int row = v->s->rates.row[rate];
    if (!v->s->rates.found || !v->s->rates.found[rate])
        return 0;
    ledger_entry *e = &v->result->ledger[v->ledger.of[row]];
    e->until = t;
    ledger_follow_drops(v);
    manifold_keep(&v->engine->manifold, 0);
    v->engine->retraction.has_factor = 0;
    v->ledger.has_dropped = 1;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: the run goes on without a conserved quantity that was found: %s "
             "is constant no longer, its rate of change is %.3g",
             t, result_entry(v->result, v->ledger.of[row]).row.equation,
             v->ledger.rate[rate]);
    return 1;
}

/* Rows that were only declared must be tangent wherever the solution goes. */
static invo_status check_rates(run *v, const double *u) {
    const invo_system *s = v->s;
    if (!s->rates.values || !tops_are_finite(v) || !ledger_is_near(v))
        return INVO_OK;
    s->rates.values(s->self, u, v->engine->direction.z, v->ledger.rate,
                    v->ledger.rate_size);
    for (int k = 0; k < s->rates.count; k++) {
        const double most = LEDGER_TANGENT * v->ledger.rate_size[k] + slack(v);
        if (fabs(v->ledger.rate[k]) <= most || is_dropped(v, s->rates.row[k]) ||
            ledger_drop(v, k, u[0]))
            continue;
        v->ledger.bad_row = s->rates.row[k];
        v->ledger.bad_units = v->ledger.rate[k];
        return INVO_E_INCONSISTENT;
    }
    return INVO_OK;
}

static int is_redundant(const run *v, int row) {
    return v->s->row[row].kind == INVO_ROW_REDUNDANT;
}

static invo_status check_redundant(run *v) {
    for (int k = 0; v->s->row && k < v->ledger.nonzeros; k++) {
        const int i = v->ledger.nonzero[k];
        if (i < v->s->constraints || !is_redundant(v, i))
            continue;
        if (!(units_of(v, i) * DBL_EPSILON <= LEDGER_FOLLOWS) &&
            !(fabs(v->ledger.residual[i]) <= slack(v))) {
            v->ledger.bad_row = i;
            v->ledger.bad_units = v->ledger.residual[i];
            return INVO_E_INCONSISTENT;
        }
    }
    return INVO_OK;
}

/* What the kernel does not give is computed beside it, and must have a value: at an
 * impasse point only derivatives along the solution are infinite. */
static invo_status check_values(run *v) {
    if (!v->engine->by_length || !v->engine->by_kernel)
        return INVO_OK;
    for (int j = 0; j < v->s->tops; j++)
        if (!v->engine->kernel.given[j] && !isfinite(v->engine->direction.z[j])) {
            v->engine->direction.unknown = j;
            return INVO_E_DOMAIN;
        }
    return INVO_OK;
}

/* Most are 0. */
void ledger_read(run *v, const double *residual, const double *unit) {
    books *b = &v->ledger;
    const int rows = manifold_rows(v->s);
    int nonzeros = 0;
    for (int i = 0; i < rows; i++) {
        const double quotient = fabs(residual[i]) / unit[i];
        const int is_zero = residual[i] == 0; /* whose unit may be anything */
        b->residual[i] = residual[i];
        b->units[i] = is_zero ? 0 : quotient;
        b->nonzero[nonzeros] = i;
        nonzeros += !is_zero;
    }
    b->nonzeros = nonzeros;
}

/* Residuals at u and the last z. */
static void measure_rows(run *v, const double *u) {
    books *b = &v->ledger;
    manifold_measure(&v->engine->manifold, u, v->engine->direction.z, b->residual,
                     b->unit);
    ledger_read(v, b->residual, b->unit);
}

/* Measures what results show at u. */
static void ledger_measure(run *v, const double *u) {
    if (v->s->ledger.show)
        v->s->ledger.show(v->s->self, u, v->engine->direction.z);
    measure_rows(v, u);
}

/* Moves the point by round-off, and its direction with it. */
static invo_status ledger_refine(run *v, double *u, double *slope, point_use use) {
    assert(v->s->ledger.refine);
    const invo_system *s = v->s;
    TRY(chronicle_refine(v->o.chronicle, s, u, v->engine->direction.z,
                         v->engine->retraction.active.left_out, use == POINT_OF_START));
    for (int i = 1; i < s->coordinates && !v->engine->by_length; i++)
        slope[i] = invo_slot_value(s->coordinates, u, v->engine->direction.z,
                                   s->coordinate[i].derivative);
    measure_rows(v, u);
    return INVO_OK;
}

/* May the point be moved by round-off? */
static int may_refine_point(const run *v) {
    const invo_system *s = v->s;
    const int is_kept =
        s->constraints == 0 || v->engine->retraction.kind != &retraction_none;
    return s->ledger.refine && is_kept && tops_are_finite(v) &&
           v->engine->retraction.settings.rule == RULE_ROUND_OFF;
}

int ledger_is_followed(const run *v, int row) {
    return v->s->row && is_redundant(v, row) && may_refine_point(v);
}

/* Does a top equation come close to its bound? What follows from others does so by the
 * rounding of coordinates: there another point helps, not another direction. */
static int is_direction_coarse(const run *v, int rows, int may_refine) {
    const books *b = &v->ledger;
    for (int k = 0; k < b->nonzeros; k++) {
        const int i = b->nonzero[k];
        if (i < v->s->constraints || i >= rows ||
            b->units[i] <= v->o.constraint_bound / 2)
            continue;
        if (!(may_refine && v->s->row && is_redundant(v, i)))
            return 1;
    }
    return 0;
}

/* Judges so many rows, which have been measured at u. Where they come close to their
 * bound, the point is refined; rates and tangency are checked at the point that stays. */
static invo_status judge_rows(run *v, double *u, double *slope, point_use use, int rows,
                              int may_refine) {
    const invo_system *s = v->s;
    const double bound = v->o.constraint_bound;
    int row;
    double worst = worst_of(v, 0, rows, &row);
    if (may_refine && !(worst <= LEDGER_NEARLY * bound)) {
        TRY(ledger_refine(v, u, slope, use));
        worst = worst_of(v, 0, rows, &row);
    }
    TRY(check_rates(v, u));
    TRY(tangency_check(v, u, slope));
    TRY(check_redundant(v));
    v->ledger.bad_units = worst;
    v->ledger.bad_row = row;
    if (s->ledger.rows && !(v->ledger.bad_units <= bound))
        return INVO_E_CONSTRAINT;
    return INVO_OK;
}

/* Measures all rows at u. Where rows come close to their bound, first the direction and
 * then the point is refined. */
invo_status ledger_examine(run *v, double *u, double *slope, point_use use) {
    const invo_system *s = v->s;
    const int rows = tops_are_finite(v) ? manifold_rows(s) : s->constraints;
    const int may_refine = may_refine_point(v);
    TRY(check_values(v));
    ledger_measure(v, u);
    if (is_direction_coarse(v, rows, may_refine)) {
        TRY(run_direction(v, u, slope, 1));
        ledger_measure(v, u);
    }
    return judge_rows(v, u, slope, use, rows, may_refine);
}

int ledger_settle(run *v, double *u, double *slope) {
    const int rows = manifold_rows(v->s);
    ledger_read(v, v->ledger.residual, v->ledger.unit);
    if (!may_refine_point(v) || is_direction_coarse(v, rows, 1))
        return 0;
    return judge_rows(v, u, slope, POINT_OF_RUN, rows, 1) == INVO_OK;
}

/* Takes the fixed values of top unknowns; returns whether any was another one. */
static int take_fixed_tops(run *v) {
    assert(v->s->fixed);
    const invo_system *s = v->s;
    const double *fixed = s->fixed + s->coordinates;
    int any = 0;
    for (int j = 0; j < s->tops; j++) {
        v->top[j] = v->engine->direction.z[j];
        if (isnan(fixed[j]) || fixed[j] == v->engine->direction.z[j])
            continue;
        v->engine->direction.z[j] = fixed[j];
        any = 1;
    }
    return any;
}

/* Fixed values that the start misses by more than this share of them, or of a thousandth
 * of the nominal size, do not hold. */
static const double MISSED = 1e-14;

/* Reports a fixed value that does not hold: an error, unless bounds are lifted. */
static invo_status check_fixed(run *v, const invo_column *c) {
    assert(c->slot >= 0 && c->slot < v->s->coordinates + v->s->tops);
    const invo_system *s = v->s;
    const int is_top = c->slot >= s->coordinates;
    const double fixed = s->fixed[c->slot];
    const double value =
        invo_slot_value(s->coordinates, v->u, v->engine->direction.z, c->slot);
    double size = fabs(fixed);
    if (!is_top && s->coordinate)
        size = larger(size, 1e-3 * s->coordinate[c->slot].nominal);
    if (isnan(fixed) || fabs(value - fixed) <= MISSED * size)
        return INVO_OK;
    if (isfinite(v->o.constraint_bound)) {
        v->ledger.missed = (missed_value){c->name, fixed, value};
        return INVO_E_INCONSISTENT;
    }
    diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
             "%s is fixed at %.17g, but starts at %.17g; the run continues because its "
             "constraint bound is infinite",
             c->name, fixed, value);
    return INVO_OK;
}

/* Returns whether all rows hold at the start. */
static int holds_at_start(run *v) {
    int row;
    measure_rows(v, v->u);
    return worst_of(v, 0, manifold_rows(v->s), &row) <= v->o.constraint_bound;
}

invo_status ledger_take_fixed(run *v) {
    const invo_system *s = v->s;
    if (!s->fixed || !s->column)
        return INVO_OK;
    if (take_fixed_tops(v) && !holds_at_start(v)) {
        if (s->ledger.refine)
            TRY(ledger_refine(v, v->u, v->v, POINT_OF_START));
        const int holds = holds_at_start(v);
        for (int j = 0; j < s->tops && !holds; j++)
            v->engine->direction.z[j] = v->top[j];
    }
    for (int k = 0; k < s->columns; k++)
        if (!s->column[k].value)
            TRY(check_fixed(v, &s->column[k]));
    return INVO_OK;
}

void ledger_begin_step(run *v) {
    v->ledger.step_from = v->u[0];
    for (int k = 0; k < INVO_ROW_KINDS; k++)
        v->ledger.since_step[k] = NAN;
}

/* Adds the units of row i to the current step. */
static void note_units(run *v, int i) {
    const invo_row_kind kind = v->s->row ? v->s->row[i].kind : INVO_ROW_EXPLICIT;
    double *worst = &v->ledger.since_step[kind];
    *worst = isnan(*worst) ? units_of(v, i) : larger(*worst, units_of(v, i));
}

void ledger_tell_step(run *v) {
    const stepper *p = &v->engine->stepper;
    if (!v->o.given.step_taken)
        return;
    invo_step_info info = {
        v->u[0], v->u[0] - v->ledger.step_from, p->kind->order(p), {0}};
    memcpy(info.units, v->ledger.since_step, sizeof info.units);
    v->o.given.step_taken(v->o.given.step_data, &info);
    ledger_begin_step(v);
}

/* Both at once, without a branch: which is larger cannot be foretold. */
static inline void note_largest(ledger_entry *r, double size, double units) {
    if (isunordered(size, units)) {
        r->max = larger(r->max, size);
        r->scaled_max = larger(r->scaled_max, units);
        return;
    }
    const pair more = pair_max((pair){size, units}, (pair){r->max, r->scaled_max});
    r->max = more[0];
    r->scaled_max = more[1];
}

void ledger_record(run *v) {
    v->ledger.additions++;
    const active_set *active = &v->engine->retraction.active;
    int rows = tops_are_finite(v) ? manifold_rows(v->s) : v->s->constraints;
    for (int i = 0; i < v->s->constraints; i++)
        if (active->omitted[i] || (active->left_out[i] && !is_dropped(v, i)))
            v->result->ledger[v->ledger.of[i]].left_out = 1;
    const books *b = &v->ledger;
    const int drops = v->engine->manifold.dropped != NULL;
    ledger_entry *entry = v->result->ledger;
    for (int k = 0; k < b->nonzeros && b->nonzero[k] < rows; k++) {
        const int i = b->nonzero[k];
        ledger_entry *r = &entry[b->of[i]];
        if (drops && is_dropped(v, i))
            continue;
        note_largest(r, fabs(b->residual[i]), b->units[i]);
    }
    for (int i = 0; v->o.given.step_taken && i < rows; i++)
        note_units(v, i);
}

/* Are these rows within so many units? */
static int ledger_is_within(int count, const double *residual, const double *unit,
                            int stride, double units) {
    int within = 1;
    for (int i = 0; i < count * stride; i += stride)
        within &= fabs(residual[i]) <= units * unit[i];
    return within;
}

void ledger_add(run *v, const invo_row_values *x) {
    const int rows = manifold_rows(v->s);
    if (v->o.given.step_taken) {
        ledger_read(v, x->residual, x->unit);
        ledger_record(v);
        return;
    }
    v->ledger.additions++;
    for (int i = 0; i < rows; i++) {
        const double size = fabs(x->residual[i]);
        ledger_entry *r = &v->result->ledger[v->ledger.of[i]];
        ledger_enlarge(r, size, x->unit[i]);
    }
}

int ledger_accepts(const run *v, const invo_row_values *x, int lane, int lanes,
                   int is_at_rest) {
    const invo_system *s = v->s;
    const int constraints = s->constraints;
    const int others = manifold_rows(s) - constraints;
    const int behind = constraints * lanes + lane;
    const double bound = v->o.constraint_bound;
    const double converged = is_at_rest ? bound / 2 : fmin(LEDGER_CONVERGED, bound);
    return ledger_is_within(constraints, x->residual + lane, x->unit + lane, lanes,
                            converged) &&
           ledger_is_within(others, x->residual + behind, x->unit + behind, lanes,
                            bound / 2);
}

void ledger_weigh(run *v) {
    const invo_system *s = v->s;
    double *size = v->ledger.residual; /* the residuals are no longer needed */
    if (!s->ledger.terms || !tops_are_finite(v))
        return;
    manifold_ledger(&v->engine->manifold, v->u, v->engine->direction.z,
                    v->ledger.residual, v->ledger.unit);
    if (s->ledger.terms(s->self, v->u, v->engine->direction.z, v->ledger.unit, size))
        return;
    for (int i = 0; i < s->rows; i++) {
        ledger_entry *r = &v->result->ledger[v->ledger.of[i]];
        if (!(size[i] > 0 && isfinite(size[i]) && v->ledger.unit[i] > 0))
            continue;
        float digits = (float)log10(size[i] / v->ledger.unit[i]);
        if (!(r->digits > digits))
            r->digits = digits;
    }
}

long ledger_next_weighing(long steps) {
    long next = 8;
    while (next <= steps)
        next *= 8;
    return next;
}

void ledger_weigh_after(run *v, long steps) {
    if (ledger_next_weighing(steps - 1) == steps)
        ledger_weigh(v);
}

/* With fewer digits, a residual within its unit is a visible share of the terms. */
static const float FEW_DIGITS = 6;
enum { MOST_WARNINGS = 3 };

/* Warns of rows whose terms cancel so much that a residual within its bound proves
 * little. */
void ledger_close(run *v, invo_status status) {
    invo_result *r = v->result;
    int count = 0;
    if (!status)
        ledger_weigh(v);
    for (int i = 0; i < r->ledger_rows; i++) {
        if (!(r->ledger[i].digits < FEW_DIGITS))
            continue;
        if (count++ >= MOST_WARNINGS)
            continue;
        invo_ledger_row row = result_entry(r, i);
        char left[100] =
            "none of their 16 digits; a residual as large as the terms is accepted";
        if (row.digits >= 1)
            snprintf(left, sizeof left,
                     "%.2g of their 16 digits; a residual of 1e-%.0f times the terms is "
                     "accepted",
                     row.digits, floor(row.digits));
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "%s%s (%s) is ill-conditioned: its terms cancel so much that round-off "
                 "leaves %s. Try other units or nominal values in the model",
                 row.row.level ? "a derivative of " : "",
                 row.row.equation ? row.row.equation : "a row", row.row.where, left);
    }
    if (count > MOST_WARNINGS)
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "%d more rows of the ledger are ill-conditioned", count - MOST_WARNINGS);
}

void ledger_lay_out(books *b, const invo_system *s, pool *p) {
    const size_t rows = (size_t)manifold_rows(s);
    b->residual = pool_doubles(p, rows);
    b->unit = pool_doubles(p, rows);
    b->units = pool_doubles(p, rows);
    b->nonzero = pool_integers(p, rows + 1); /* the last one is written, not read */
    b->group = pool_integers(p, rows / LEDGER_GROUP + 2); /* constraints, and others */
    b->rate = pool_doubles(p, (size_t)s->rates.count);
    b->rate_size = pool_doubles(p, (size_t)s->rates.count);
    b->of = pool_integers(p, rows);
    b->dropped = pool_take(p, (size_t)s->constraints, 1);
}
