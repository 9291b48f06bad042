/* SPDX-License-Identifier: BSD-3-Clause */
/* Options to a plan: read, decided as far as they go by themselves, turned into what the
 * symbolic half is to prepare, and written back as words. settle.c has the second stage.
 */
#include "plan.h"
#include <assert.h>
#include <math.h>
#include "../geometry/kernel.h"
#include "../geometry/retraction.h"
#include "../method/stepper.h"

static const double RTOL = 1e-6, ATOL_SHARE = 1e-3;
/* Of Newton iterations that end by a test of the papers. */
static const double NEWTON_TOLERANCE = 1e-6;

static plan plan_read(const invo_options *o) {
    plan p = {0};
#define REAL(field, flag, initial, low, high, argument, help) p.field = o->field;
#define COUNT(field, flag, initial, low, high, argument, help) p.field = o->field;
#define WORD(member, text) " " text
#define CHOICE(field, flag, initial, words, help)                                        \
    p.field = (choice_##field)options_number(words, o->field);                           \
    assert((int)p.field >= 0);
#define TEXT(field, flag, initial, argument, help) p.field = o->field;
#define FLAG(field, flag, help) p.field = o->field;
#include "involute_option.def"
    p.is_automatic = p.method == METHOD_AUTO && isnan(p.step);
    p.given = *o;
    return p;
}

void plan_decide_retraction(plan *p) {
    const method *m = method_chosen(p->method);
    if (p->retraction != RETRACTION_AUTO)
        return;
    p->retraction = m->retraction;
    /* [TA01] 3 leaves the normal part of its terms to the nearest point */
    if (m->kind == &taylor_geometric || (!m->retraction && p->metric == METRIC_MASS))
        p->retraction = RETRACTION_ORTHOGONAL;
}

/* Order 8 takes less work than order 5 at loose tolerances, too: from 1e-1 to 1e-3, in 61
 * to 66 models, 0.67 to 0.70 times the time for errors that are 30 to 50 times smaller.
 */
static choice_method plan_usual_method(const plan *p) {
    return isnan(p->step) ? METHOD_DOP853 : METHOD_RK4;
}

/* Decides what needs no system. A later line may use what an earlier one has decided. */
static void plan_decide(plan *p) {
    if (isnan(p->rtol))
        p->rtol = RTOL;
    /* tol (1 + |z|) in the paper's error norm */
    const int in_full = p->like == LIKE_000 || p->norm == NORM_LENGTH;
    if (isnan(p->atol))
        p->atol = p->rtol * (in_full ? 1 : ATOL_SHARE);
    if (p->method == METHOD_AUTO)
        p->method = plan_usual_method(p);
    if (p->metric == METRIC_AUTO)
        p->metric =
            isnan(p->step) && p->project == PROJECT_STEP ? METRIC_SCALED : METRIC_NOMINAL;
    if (isfinite(p->length))
        p->by = BY_ARCLENGTH;
    if (p->newton_test == RULE_AUTO)
        p->newton_test = isnan(p->newton_tolerance) ? RULE_ROUND_OFF : RULE_MOVE;
    if (isnan(p->newton_tolerance))
        p->newton_tolerance = NEWTON_TOLERANCE;
    plan_decide_retraction(p);
}

plan plan_new(const invo_options *o) {
    plan p = plan_read(o);
    plan_decide(&p);
    return p;
}

plan plan_with_method(const plan *p, choice_method m) {
    assert(m != METHOD_AUTO);
    plan q = plan_read(&p->given);
    q.method = m;
    q.identity = p->identity;
    q.chronicle = p->chronicle;
    plan_decide(&q);
    return q;
}

/* Where the retraction is auto, the run asks for gradients if it is to be normal. */
int plan_uses_gradients(const plan *p) {
    return retraction_find(p->retraction)->rows == ROWS_ALL;
}

int plan_is_implicit(const plan *p) {
    assert(p->method != METHOD_AUTO);
    return method_is_implicit(method_chosen(p->method));
}

/* Lists everything that the run may ask of the system. What is missing here costs a
 * second look at the equations (invo_extension), or is an error, but never differences.
 */
/* Off the constraints by this share, a point is on them to round-off after two moves with
 * one matrix: what is left is the cube of it. Steps make less than their tolerance. */
static const double TIGHT = 1e-5;

lowering plan_lowering(const plan *p) {
    assert(p->method != METHOD_AUTO);
    const method *m = method_chosen(p->method);
    const unsigned needs = m->kind->needs;
    const int by_arclength = p->by == BY_ARCLENGTH;
    const int blocks = retraction_find(p->retraction)->uses_blocks ||
                       retraction_find(m->retraction)->uses_blocks ||
                       (needs & NEEDS_BLOCKS);
    const int curved =
        p->retraction == RETRACTION_ORTHOGONAL && p->newton != NEWTON_SIMPLIFIED;
    const int may_expand = p->is_automatic && p->rtol <= PLAN_TAYLOR_BELOW;
    const method *series = may_expand ? method_chosen(METHOD_TAYLOR) : m;
    return (lowering){
        .square = p->metric == METRIC_MASS || p->direction == DIRECTION_SQUARE,
        .use_jacobian =
            plan_uses_gradients(p) || by_arclength || blocks || (needs & NEEDS_GRADIENT),
        .use_groups = blocks,
        .use_hessian = curved || (needs & (NEEDS_GRADIENT | NEEDS_TANGENT)),
        .use_tops = method_is_implicit(m),
        .may_use_tops = p->is_automatic,
        .use_form = (needs & (NEEDS_QUADRATIC | NEEDS_SPLITTING)) != 0,
        .use_kernel = by_arclength || kernel_is_meant(p->direction),
        .full = p->ambient == AMBIENT_FULL,
        .series = method_series_order(series, p->rtol),
        .use_shortcut = p->direction == DIRECTION_AUTO && p->like == LIKE_NONE,
        .is_tight = p->rtol <= TIGHT,
        .use_code = p->evaluator != EVALUATOR_INTERPRETER,
        .evaluator = (int)p->evaluator};
}

invo_options plan_words(const plan *p) {
    invo_options o = p->given;
#define REAL(field, flag, initial, low, high, argument, help) o.field = p->field;
#define COUNT(field, flag, initial, low, high, argument, help) o.field = p->field;
#define WORD(member, text) text,
#define CHOICE(field, flag, initial, words, help)                                        \
    o.field = (const char *const[]){words}[p->field];
#define TEXT(field, flag, initial, argument, help) o.field = p->field;
#define FLAG(field, flag, help) o.field = p->field;
#include "involute_option.def"
    if (!isnan(p->step))
        o.controller = "none";
    return o;
}
