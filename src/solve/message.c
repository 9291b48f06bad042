/* SPDX-License-Identifier: BSD-3-Clause */
/* Why an integration could not continue, in words. */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "run.h"

/* A block whose smallest pivot has fallen to this share of its first value is on its way
 * to zero. */
static const double VANISHING = 1e-3;

/* A smallest singular value of the constraints below this share of its largest one is the
 * reason why a run comes to a halt. */
static const double STOPPING_SHARE = 1e-3;

enum { LONGEST_TEXT = 100 }; /* of an equation in a message */

typedef struct reason {
    invo_status status;
    char text[1000];
    const char *where; /* "file:line" of the equation concerned, or "" */
    const char *advice, *stopped_by;
} reason;

size_t message_append(char *text, size_t size, size_t used, const char *format, ...) {
    assert(size > 0 && used < size);
    va_list arguments;
    va_start(arguments, format);
    int n = used + 1 < size ? vsnprintf(text + used, size - used, format, arguments) : 0;
    va_end(arguments);
    used += n > 0 ? (size_t)n : 0;
    return used < size ? used : size - 1;
}

int message_is_derivative(const char *name, const char *of) {
    while (strncmp(name, "der(", 4) == 0)
        name += 4;
    size_t n = strlen(of);
    return strncmp(name, of, n) == 0 && strspn(name + n, ")") == strlen(name + n);
}

/* The coordinate that is largest by its nominal size. */
static int largest_coordinate(const run *v) {
    int most = 1;
    for (int i = 1; i < v->n; i++)
        if (fabs(v->u[i]) / coordinate_nominal(v->s, i) >
            fabs(v->u[most]) / coordinate_nominal(v->s, most))
            most = i;
    return most;
}

static const char *row_where(const run *v, int row) {
    return v->s->row && row >= 0 ? v->s->row[row].where : "";
}

static const char *row_text(const run *v, int row, char *text, size_t size) {
    const invo_row *r = v->s->row && row >= 0 ? &v->s->row[row] : NULL;
    char equation[LONGEST_TEXT + 1];
    int is_long = r && invo_row_text(r, equation, sizeof equation) > LONGEST_TEXT;
    const char *derived =
        r && r->level && r->kind != INVO_ROW_TOP ? "a derivative of " : "";
    if (!r)
        snprintf(text, size, "constraint %d", row + 1);
    else
        snprintf(text, size, "%s%s%s%s%s%s", derived, equation, is_long ? "..." : "",
                 *r->where ? " (" : "", r->where, *r->where ? ")" : "");
    return text;
}

static const char *top_name(const run *v, int unknown) {
    for (int k = 0; unknown >= 0 && k < v->s->columns; k++)
        if (v->s->column[k].slot == v->s->coordinates + unknown)
            return v->s->column[k].name;
    return "the direction";
}

/* The row of the ledger that determines a top unknown, or -1. */
static int top_row(const run *v, int unknown) {
    for (int b = 0; b < v->s->blocks.count; b++) {
        const invo_block *k = &v->s->blocks.at[b];
        int count = k->size ? k->size : k->pattern.columns;
        for (int i = 0; i < count; i++)
            if (k->unknown[i] == unknown)
                return k->row[i];
    }
    return -1;
}

/* The block whose pivots have shrunk most since the start, and by how much. */
static int message_weakest_block(run *v, double *share) {
    int weakest = -1;
    *share = INFINITY;
    if (v->s->direction || v->engine->by_length ||
        direction_at(&v->engine->direction, v->u, v->slope, 0))
        return weakest;
    for (int b = 0; b < v->s->blocks.count; b++) {
        if (v->s->blocks.at[b].size == 0)
            continue;
        double now = v->engine->direction.smallest[b] / v->first_pivots[b];
        if (now < *share) {
            weakest = b;
            *share = now;
        }
    }
    return weakest;
}

/* Reports an iteration that stalled: the direction may well exist. */
static void explain_stalled(const run *v, reason *r) {
    r->status = INVO_E_DIRECTION;
    r->stopped_by = "singular";
    r->advice = "Try --direction border";
    snprintf(r->text, sizeof r->text,
             "the conjugate gradients of --direction sphere-cg did not find the kernel "
             "of %d equations in %d iterations",
             v->s->kernel->size, v->engine->kernel.stalled);
}

/* Explains why the direction is not determined: names the block of top equations whose
 * pivot vanishes. */
static void explain_singular(run *v, int number, reason *r) {
    assert(number < v->s->blocks.count);
    if (v->engine->by_kernel && v->engine->kernel.stalled) {
        explain_stalled(v, r);
        return;
    }
    char row[400];
    r->status = INVO_E_DIRECTION;
    r->stopped_by = "singular";
    r->advice = v->engine->stepper.kind->needs & NEEDS_TAYLOR
                    ? "The solution ends there, or continues only with a parameter other "
                      "than time. Methods such as dop853 can follow it by arclength"
                    : "The solution ends there, or continues only with a parameter other "
                      "than time. Stop before it";
    if (number < 0) {
        snprintf(r->text, sizeof r->text,
                 "the direction of the solution is not determined");
        return;
    }
    const invo_block *k = &v->s->blocks.at[number];
    r->where = row_where(v, k->row[0]);
    row_text(v, k->row[0], row, sizeof row);
    if (k->size == 1)
        snprintf(r->text, sizeof r->text,
                 "the coefficient of %s in %s goes to 0 (now %.3g)",
                 top_name(v, k->unknown[0]), row, v->engine->direction.smallest[number]);
    else
        snprintf(r->text, sizeof r->text,
                 "%d equations, among them %s, can no longer be solved for %s: their "
                 "matrix becomes singular "
                 "(smallest pivot %.3g)",
                 k->size, row, top_name(v, k->unknown[0]),
                 v->engine->direction.smallest[number]);
}

static void explain_dependent(reason *r) {
    r->status = INVO_E_DIRECTION;
    r->stopped_by = "singular";
    snprintf(r->text, sizeof r->text,
             "the constraints become dependent there: the solution ends or branches, and "
             "the constraint forces are not determined");
    r->advice =
        "Stop before it; if the constraints are polynomials, 'involute decompose' "
        "may separate the branches";
}

/* Adds what a function of the equations reports. */
static void explain_trouble(const run *v, reason *r) {
    char text[300];
    if (!v->s->trouble || !v->s->trouble(v->s->self, text, sizeof text))
        return;
    size_t used = strlen(r->text);
    snprintf(r->text + used, sizeof r->text - used, ": %s", text);
    r->advice = "Check the condition of the loop, or stop earlier";
}

/* Explains a value that is not finite by the equation that determines it: of a top
 * unknown, of a stage, or of a constraint. */
static void explain_domain(const run *v, reason *r) {
    char row[400];
    int unknown = v->engine->direction.unknown;
    int stage = v->s->constraints + v->engine->tops.row;
    int number = v->engine->tops.row >= 0 && stage < v->s->rows
                     ? stage
                     : v->engine->retraction.row;
    if (unknown >= 0)
        number = top_row(v, unknown);
    r->where = row_where(v, number);
    r->advice = "Check the domains of the functions in it, or stop earlier";
    if (v->engine->expansion.part && unknown >= 0 &&
        unknown == v->engine->expansion.unknown) {
        snprintf(
            r->text, sizeof r->text,
            "%s, determined by %s, has no Taylor series there, or one that overflows",
            top_name(v, unknown), row_text(v, number, row, sizeof row));
        r->advice = "Use --method dop853, or start at another point";
    } else if (unknown >= 0 && number >= 0)
        snprintf(r->text, sizeof r->text,
                 "%s, determined by %s, has no finite value there", top_name(v, unknown),
                 row_text(v, number, row, sizeof row));
    else if (unknown == 0 && v->s->direction) {
        snprintf(r->text, sizeof r->text,
                 "the direction has another first component than 1, which is that of the "
                 "time");
        r->advice = "Let the function set it to 1, also where the others have no values";
    } else if (unknown >= 0)
        snprintf(r->text, sizeof r->text,
                 "the direction has a component that is not finite");
    else
        snprintf(r->text, sizeof r->text, "%s has no finite value there",
                 row_text(v, number, row, sizeof row));
    explain_trouble(v, r);
}

/* A row that does not tell in which direction it is met. */
static void explain_flat(const run *v, reason *r) {
    const retraction *t = &v->engine->retraction;
    char row[400];
    row_text(v, t->row, row, sizeof row);
    r->where = row_where(v, t->row);
    r->status = INVO_E_DIRECTION;
    r->stopped_by = "singular";
    if (t->slope == 0) {
        snprintf(r->text, sizeof r->text,
                 "the gradient of %s vanishes there (or underflows): the equation is "
                 "singular, and the solution may branch or end",
                 row);
        r->advice = "Start elsewhere, leave the equation out if it follows from the "
                    "others, or write it without the square or product: x = y for "
                    "(x - y)^2 = 0";
        return;
    }
    const int most = largest_coordinate(v);
    snprintf(r->text, sizeof r->text,
             "the gradient of %s overflows there: %s has grown to %.3g", row,
             v->s->coordinate ? v->s->coordinate[most].name : "u", v->u[most]);
    r->advice = "The solution grows without bound. Stop before it";
}

/* The chart retraction asks for more than convergence ([Baese] Criterion 3.6). */
static void explain_retraction(const run *v, reason *r) {
    const retraction *t = &v->engine->retraction;
    char row[400];
    if (t->slope != 1) {
        explain_flat(v, r);
        return;
    }
    row_text(v, t->row, row, sizeof row);
    r->where = row_where(v, t->row);
    if (t->column >= 0)
        snprintf(r->text, sizeof r->text,
                 "the constraints cannot be solved for %s: its pivot vanishes (Criterion "
                 "3.6 of the chart retraction)",
                 v->s->coordinate ? v->s->coordinate[t->column].name : "a coordinate");
    else if (t->rank >= 0)
        snprintf(r->text, sizeof r->text,
                 "only %d of %d constraints are independent, and %s is off by %.3g "
                 "(Criterion 3.6 of the chart retraction)",
                 t->rank, v->s->constraints, row, t->value);
    else
        snprintf(
            r->text, sizeof r->text,
            "the retraction stalled at a residual of %.3g after %d iterations, in %s",
            t->value, t->tries, row);
    if (t->column >= 0 || t->rank >= 0)
        r->advice = "Try --retraction normal or orthogonal";
}

static void explain_newton(const run *v, int constant, reason *r) {
    const stepper *s = &v->engine->stepper;
    snprintf(r->text, sizeof r->text,
             "the equations of the implicit step were not solved: after %d iterations "
             "the last correction was %.3g %s, %.3g times the one before",
             s->newton.iterations, s->newton.size,
             constant ? "times the size of the coordinates" : "tolerances",
             s->newton.rate);
}

/* Steps that were good enough, but each asked for a much shorter one, end here too. */
static void explain_error(const run *v, reason *r) {
    if (v->attempts.error > 1)
        snprintf(r->text, sizeof r->text,
                 "the error estimate stays above the tolerance (%.3g times the tolerance "
                 "at the last attempt)",
                 v->attempts.error);
    else
        snprintf(r->text, sizeof r->text,
                 "the tolerance requires ever shorter steps (the error of the last one "
                 "was %.3g times the tolerance)",
                 v->attempts.error);
}

/* Takes the reason that the method itself reports. */
static void explain_method(const run *v, reason *r) {
    snprintf(r->text, sizeof r->text, "method %s: %s (%.3g)", v->engine->method->name,
             v->engine->stepper.why, v->engine->stepper.value);
    if (v->trouble == INVO_E_FOLD)
        r->advice = "Use mgps or mrk4, which work with any H";
}

/* Takes the reason from the solution itself. */
static int explain_collapse(run *v, reason *r) {
    const char *advice = collapse_explain(v, r->text, sizeof r->text);
    if (!advice)
        return 0;
    r->status = INVO_E_STEP;
    r->advice = advice;
    return 1;
}

/* What keeps the bound out of reach. */
static const char *advise_on_bound(const run *v) {
    if (v->engine->retraction.kind == &retraction_none)
        return "Try a larger --constraint-bound, or a retraction: with --retraction none "
               "points drift off the constraints";
    if (v->engine->retraction.settings.rule != RULE_ROUND_OFF)
        return "Try a larger --constraint-bound, or --newton-test round-off: the current "
               "test stops Newton's iteration earlier";
    if (v->o.newton_limit)
        return "Try a larger --constraint-bound, or drop --newton-limit, which stops "
               "Newton's iteration before it reaches round-off";
    if (!isnan(v->o.difference_step))
        return "Try a larger --constraint-bound, or drop --difference-step: its "
               "derivatives are not exact";
    return "Try a larger --constraint-bound, or other units (nominal) in the model";
}

/* Rows that nothing is solved for: redundant equations, and derivatives of those that are
 * more than there are unknowns. */
static int follows_from_others(const run *v, int row) {
    if (!v->s->row || row < v->s->constraints)
        return 0;
    invo_row_kind kind = v->s->row[row].kind;
    return kind == INVO_ROW_REDUNDANT || kind == INVO_ROW_HIDDEN;
}

/* A residual beyond its bound, which neither another step nor moving the point by
 * round-off has mended. */
static void explain_residual(const run *v, reason *r) {
    assert(v->ledger.bad_row >= 0 && v->ledger.bad_row < manifold_rows(v->s));
    char row[400];
    int number = v->ledger.bad_row;
    int is_redundant = follows_from_others(v, number);
    r->where = row_where(v, number);
    r->stopped_by = "constraint";
    r->advice = advise_on_bound(v);
    if (is_redundant)
        r->advice = "The equations contradict each other from here on, or their terms "
                    "cancel so much that double precision cannot satisfy them together. "
                    "A larger --constraint-bound accepts this residual";
    snprintf(r->text, sizeof r->text,
             "%s%s%s is %.3g, %.3g units of round-off; the bound is %g",
             is_redundant ? "" : "the residual of ", row_text(v, number, row, sizeof row),
             is_redundant
                 ? " follows from the others near the start, but does not hold here: its "
                   "residual"
                 : "",
             v->ledger.residual[number], v->ledger.bad_units, v->o.constraint_bound);
}

/* Reports a direction that leads away from the constraints. */
static void explain_tangency(const run *v, reason *r) {
    assert(v->tangency.row >= 0 && v->tangency.row < v->s->constraints);
    const tangency *t = &v->tangency;
    char row[400];
    r->where = row_where(v, t->row);
    r->stopped_by = "constraint";
    r->advice =
        "Correct the direction or the constraint; a sign may be wrong. If the constraint "
        "depends on time, the direction must follow it. If the direction is tangent only "
        "for other start values, add the derivative of the constraint to the constraints";
    snprintf(r->text, sizeof r->text,
             "the direction is not tangent to %s: along it, the constraint changes at a "
             "rate (d/dt + J v) of %.6g, and the sizes of its terms add up to %.6g",
             row_text(v, t->row, row, sizeof row), t->rate, t->terms);
}

static void explain_missed(const run *v, reason *r) {
    assert(v->ledger.missed.name);
    const missed_value *m = &v->ledger.missed;
    r->stopped_by = "constraint";
    r->advice = "Fix fewer values, or correct this one";
    snprintf(r->text, sizeof r->text,
             "%s is fixed at %.17g, but the equations and the other fixed values give "
             "%.17g",
             m->name, m->fixed, m->value);
}

/* Finds the reason why steps fail, the most specific one first: what the method
 * reports, the trouble of the last attempt, dependent constraints, a singular block, a
 * pole, Newton's iteration, and last the error estimate. */
static void message_explain(run *v, int constant, reason *r) {
    char row[400];
    double share;
    int weakest;
    *r = (reason){.status = v->trouble ? v->trouble : INVO_E_STEP,
                  .where = "",
                  .stopped_by = "step-size"};
    r->advice = constant ? "Try a smaller --step"
                         : "Try a smaller or larger --rtol, or another --method";
    if (!constant && v->stiff.is_told)
        r->advice = "The solution is stiff: use an implicit method such as radau";
    if (v->trouble && v->engine->stepper.why) {
        explain_method(v, r);
        return;
    }
    switch (v->trouble) {
    case INVO_E_DOMAIN:
        if (constant || !explain_collapse(v, r))
            explain_domain(v, r);
        return;
    case INVO_E_CONSTRAINT:
        explain_residual(v, r);
        return;
    case INVO_E_INCONSISTENT:
        if (v->tangency.row >= 0) {
            explain_tangency(v, r);
            return;
        }
        if (v->ledger.missed.name) {
            explain_missed(v, r);
            return;
        }
        r->where = row_where(v, v->ledger.bad_row);
        r->stopped_by = "constraint";
        if (v->s->row[v->ledger.bad_row].kind == INVO_ROW_REDUNDANT) {
            r->advice = "The equations contradict each other from here on";
            snprintf(r->text, sizeof r->text,
                     "%s follows from the others near the start, but does not hold here: "
                     "its residual or the rate of change of its residual is %.6g",
                     row_text(v, v->ledger.bad_row, row, sizeof row),
                     v->ledger.bad_units);
            return;
        }
        r->advice = "Drop the declaration, or correct it";
        snprintf(r->text, sizeof r->text,
                 "%s %s is not constant: its rate of change is %.6g",
                 v->s->row[v->ledger.bad_row].kind == INVO_ROW_INVARIANT
                     ? "the declared invariant"
                     : "the residual of",
                 row_text(v, v->ledger.bad_row, row, sizeof row), v->ledger.bad_units);
        return;
    default:
        break;
    }
    if (v->watch.block < 0 && v->watch.sigma < STOPPING_SHARE * v->watch.largest) {
        explain_dependent(r);
        return;
    }
    weakest = message_weakest_block(v, &share);
    if (v->trouble == INVO_E_DIRECTION || share < VANISHING) {
        explain_singular(v, weakest, r);
        return;
    }
    if (!constant && explain_collapse(v, r))
        return;
    if (v->trouble == INVO_E_RETRACTION)
        explain_retraction(v, r);
    else if (v->trouble == INVO_E_NEWTON || (!v->trouble && v->attempts.error <= 1 &&
                                             v->attempts.failure == INVO_E_NEWTON))
        explain_newton(v, constant, r);
    else
        explain_error(v, r);
}

/* Reports why the run stops: when, at which step size, the reason and what to try. */
invo_status message_trouble(run *v, double t, double h, int too_small) {
    assert(v->trouble || too_small);
    reason r;
    char when[120] = "at the start,";
    if (v->result->statistics.steps)
        snprintf(when, sizeof when, "after the event,");
    if (v->trouble == INVO_E_MEMORY)
        return v->trouble; /* said already */
    if (v->trouble == INVO_E_INTERRUPT)
        return run_end_interrupted(v);
    message_explain(v, !too_small, &r);
    if (h != 0 && r.status == INVO_E_INCONSISTENT) /* the model was sound at the start */
        r.status = INVO_E_CONSTRAINT;
    watch_end(v);
    v->result->stopped_by = r.stopped_by;
    if (too_small && fabs(h) <= v->o.min_step)
        snprintf(when, sizeof when, "the step size fell to %.3g, --min-step is %g:", h,
                 v->o.min_step);
    else if (too_small)
        snprintf(when, sizeof when, "the step size fell to %.3g:", h);
    else if (h != 0)
        snprintf(when, sizeof when, "with the step %.6g,", h);
    return report_at(v->context, r.status, t, r.where, "t = %.10g: %s %s. %s", t, when,
                     r.text, r.advice);
}

static const char *coordinate_text(const run *v, int i, char *text, size_t size) {
    assert(i >= 0 && i < v->n);
    if (v->s->coordinate && v->s->coordinate[i].name)
        return v->s->coordinate[i].name;
    snprintf(text, size, "u%d", i);
    return text;
}

/* The coordinate that has moved most from the start, in nominal sizes; 0: none has. */
static int farthest_from_start(const run *v) {
    double most = 0;
    int farthest = 0;
    for (int i = 0; i < v->n; i++) {
        double moved = fabs(v->u[i] - v->s->start[i]) / coordinate_nominal(v->s, i);
        if (moved > most) {
            most = moved;
            farthest = i;
        }
    }
    return farthest;
}

void message_start(const run *v, int row, double residual) {
    assert(row >= 0 && row < v->s->constraints);
    char text[400], name[32];
    const int i = farthest_from_start(v);
    row_text(v, row, text, sizeof text);
    if (i > 0)
        diagnose(
            v->context, SEVERITY_NOTE, INVO_OK, nowhere,
            "the start point violates the constraints: the residual of %s is %.3g. The "
            "point was moved onto them; the largest change is %s from %.10g to %.10g",
            text, residual, coordinate_text(v, i, name, sizeof name), v->s->start[i],
            v->u[i]);
    else
        diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "the start point violates the constraints: the residual of %s is %.3g, "
                 "and --retraction %s does not move the point",
                 text, residual, plan_words(&v->o).retraction);
}

/* Coordinates of a located point below this are zero: it is as good as that. */
static const double ROUND_OFF = 1e-9;

/* "time = 0, y = 1, der(y) = 0" */
static void write_point(const run *v, const double *u, char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < v->n && used < size - 60; i++) {
        const char *name = v->s->coordinate ? v->s->coordinate[i].name : "";
        used +=
            (size_t)snprintf(text + used, size - used, "%s%.40s = %.6g", i ? ", " : "",
                             name, fabs(u[i]) < ROUND_OFF ? 0.0 : u[i]);
    }
}

invo_status message_lost(run *v, const double *near, const double *slope, double sigma) {
    static const double REACH = 0.03; /* how far the point may be that is named */
    char text[400];
    const double *u = near;
    if (regularity_locate(&v->engine->regularity, near, slope, REACH))
        u = v->engine->regularity.point;
    write_point(v, u, text, sizeof text);
    v->result->stopped_by = "singular";
    double t = fabs(u[0]) < ROUND_OFF ? 0 : u[0];
    v->arc.lost_row = impasse_known(v, t);
    if (v->arc.lost_row < 0) {
        v->arc.lost_row = v->result->impasses;
        result_impasse(v->result, "singular", t, v->arc.column < 0 ? NAN : v->arc.s,
                       sigma);
    }
    return report(
        v->context, INVO_E_DIRECTION, t,
        "t = %.10g: the solution is no longer one curve: at %s the equations allow more "
        "than one direction (smallest singular value of contact forms, constraints and "
        "top equations %.3g). Stop before it, or start beyond it on the intended branch",
        t, text, sigma);
}

invo_status message_impasse(run *v, int back) {
    const double t = v->u[0];
    invo_result_impasse_row last = {"fold", t, NAN, NAN};
    if (v->result->impasses && v->result->impasses <= RESULT_IMPASSES)
        last = v->result->impasse[v->result->impasses - 1];
    v->result->stopped_by = "impasse";
    if (back)
        return report(v->context, INVO_E_DIRECTION, t,
                      "t = %.10g: the solution turned back at t = %.10g, where dt/ds "
                      "changes its sign, and has come back to the start time without "
                      "reaching the stop time %g. Use --by arclength --length S to "
                      "follow it further, or a stop time before %.6g",
                      t, last.t, v->o.stop, last.t);
    return report(
        v->context, INVO_E_DIRECTION, t,
        "t = %.10g: stopped at an impasse point, %s. --at-impasse continue "
        "follows the solution through it",
        t,
        last.kind[0] == 'f'
            ? "a fold: dt/ds changes its sign and the solution turns back in t"
            : "a vertical tangent: dt/ds touches zero and the solution continues");
}

invo_status message_dead_centre(run *v) {
    assert(v->result->impasses > 0);
    const double t = v->result->impasse[0].t;
    v->result->stopped_by = "impasse";
    return report(v->context, INVO_E_DIRECTION, t,
                  "t = %.10g: the constraints have no solution beyond this time, as for "
                  "a mechanism at a dead centre: the solution turned back at t = %.10g "
                  "and returned to the start. Stop before it, or change the lengths; "
                  "--by arclength --length S follows the curve",
                  t, t);
}

invo_status message_pole(run *v) {
    int most = 1;
    for (int i = 1; i < v->n; i++)
        if (fabs(v->v[i]) / coordinate_nominal(v->s, i) >
            fabs(v->v[most]) / coordinate_nominal(v->s, most))
            most = i;
    v->result->stopped_by = "singular";
    if (v->arc.automatic && v->result->impasses == 0)
        collapse_forget_rows(v);
    return report(v->context, INVO_E_DIRECTION, v->u[0],
                  "t = %.10g: the solution goes to infinity here: time stops advancing "
                  "(dt/ds = %.2g) while %s grows (%.6g). Stop before it",
                  v->u[0], v->v[0], v->s->coordinate ? v->s->coordinate[most].name : "u",
                  v->u[most]);
}

enum { MOST_NOTES = 8 };

/* Writes a note on each impasse point, and a warning on each point where the solution
 * is not unique; but for the one that has ended the run and has its own message. */
void message_impasses(run *v, invo_status status) {
    (void)status;
    const invo_result *r = v->result;
    for (long k = 0; k < r->impasses && k < MOST_NOTES; k++) {
        const invo_result_impasse_row *row = &r->impasse[k];
        if (row->kind[0] == 'f')
            diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: a fold: dt/ds changes its sign, the solution turns back "
                     "in t",
                     row->t);
        else if (row->kind[0] == 'v')
            diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: a vertical tangent: dt/ds touches zero, the solution "
                     "continues",
                     row->t);
        else if (k != v->arc.lost_row)
            diagnose(
                v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                "t = %.10g: the solution passes a point where it is not unique, at a "
                "distance of about %.3g; beyond that point it may follow another branch",
                row->t, row->sigma);
    }
    if (r->impasses > MOST_NOTES)
        diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere, "... and %ld more",
                 r->impasses - MOST_NOTES);
}

/* Checks that --direction block has a saddle point to eliminate, and reports why there
 * is none. */
invo_status message_no_saddle(const run *v) {
    assert(v->engine->direction.schur);
    static const char needs[] =
        "--direction block needs a block of equations with multipliers, as in "
        "M*der(der(q)) + G'*lambda = f with g(q) = 0";
    int block, unknown;
    char row[400];
    if (schur_is_there(&v->engine->schur, &block, &unknown))
        return INVO_OK;
    if (block < 0)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "%s, and the system has none: every equation is solved on its own; "
                      "use square",
                      needs);
    const invo_block *k = &v->s->blocks.at[block];
    const char *name = top_name(v, unknown);
    if (v->engine->schur.is_derivative[unknown])
        return report(
            v->context, INVO_E_ARGUMENT, NAN,
            "%s, and the system has none: in the block of %d equations with %s, all "
            "unknowns are derivatives of coordinates, such as %s; use square",
            needs, k->size, row_text(v, k->row[0], row, sizeof row), name);
    return report(v->context, INVO_E_ARGUMENT, NAN,
                  "%s, and the system has none: %s, found from %d equations with %s, "
                  "belongs to no differentiated constraint; use square",
                  needs, name, k->size, row_text(v, k->row[0], row, sizeof row));
}
