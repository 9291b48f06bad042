/* SPDX-License-Identifier: BSD-3-Clause */
/* Before the first step: options resolved against the system, memory laid out. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "solver.h"

static int is(const char *word, const char *other) { return strcmp(word, other) == 0; }

/* The default tolerance. */
static const double RTOL = SOLVE_RTOL, ATOL_SHARE = 1e-3;
/* Of Newton iterations that end by a test of the papers. */
static const double NEWTON_TOLERANCE = 1e-6;
/* Units of round-off that a constraint may be off. */
static const double CONSTRAINT_BOUND = 4;
/* Below this tolerance order 8 takes less work than order 5. */
static const double ORDER_8_BELOW = 1e-5;

/* The staged retraction solves for algebraic coordinates, which may magnify what is left
 * in the others without bound (a stiff spring); implicit methods take steps so long that
 * it shows. */
static int amplifies(const invo_system *s, const invo_options *o) {
    return s->algebraic && method_is_implicit(o->method);
}

/* [TA01] 3 leaves the normal part of its terms to the nearest point. */
static invo_status resolve_geometric(invo_context *c, invo_options *o) {
    if (is(o->retraction, "auto")) o->retraction = "orthogonal";
    if (is(o->metric, "mass"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s needs a metric with constant weights, not mass; use "
                      "nominal",
                      o->method);
    if (is(o->retraction, "orthogonal") || is(o->retraction, "normal")) return INVO_OK;
    return report(
        c, INVO_E_ARGUMENT, NAN,
        "method %s has the order it says with --retraction orthogonal or normal "
        "only, not with %s",
        o->method, o->retraction);
}

static invo_status resolve_retraction(invo_context *c, const invo_system *s,
                                      invo_options *o) {
    const method *m = method_find(o->method);
    if (m->retraction && is(o->retraction, "auto")) o->retraction = m->retraction;
    if (m->retraction && !is(o->retraction, m->retraction))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s is what it is by the %s retraction; for the same steps "
                      "with --retraction %s use rk4 or gps",
                      o->method, m->retraction, o->retraction);
    if (o->newton_limit && is(o->newton, "inexact"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--newton-limit does not count the steps of --newton inexact; use "
                      "simplified or exact");
    if (is(o->retraction, "auto") && is(o->metric, "mass")) o->retraction = "orthogonal";
    if (is(o->metric, "mass") && !is(o->retraction, "orthogonal"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--metric mass belongs to the orthogonal retraction, not to %s",
                      o->retraction);
    int joint = is(o->by, "arclength"); /* t moves too, staged matrices are singular */
    if (is(o->retraction, "auto") || (joint && is(o->retraction, "staged")))
        o->retraction =
            !joint && (s->stages > 0 || s->constraints == 0) && !amplifies(s, o)
                ? "staged"
                : "normal";
    if (is(o->retraction, "staged") && s->stages == 0 && s->constraints > 0)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--retraction staged cannot keep declared invariants or extra "
                      "constraints, of which "
                      "there are %d; use normal or orthogonal",
                      s->invariants ? s->invariants : s->constraints);
    if (is(o->retraction, "radial") && radial_groups(s) != s->constraints)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--retraction radial needs as many blocks of variables as "
                      "constraints, but there are %d and %d; say blocks = {{x, y}, ...} "
                      "in the model's __involute annotation, or use orthogonal",
                      radial_groups(s), s->constraints);
    if (is(o->newton, "inexact") && is(o->retraction, "chart"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--newton inexact belongs to the orthogonal retraction; the chart "
                      "retraction takes simplified or exact");
    return INVO_OK;
}

static invo_status resolve_direction(invo_context *c, const invo_system *s,
                                     invo_options *o) {
    int explicit_form = 1, named = kernel_find(o->direction) >= 0;
    if (named && !s->kernel)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction %s needs the highest derivatives to occur linearly in "
                      "all equations together, and here they do not; use square",
                      o->direction);
    if (is(o->by, "arclength") && s->kernel && is(o->direction, "auto"))
        o->direction = "border";
    if (kernel_find(o->direction) >= 0) return INVO_OK;
    for (int b = 0; b < s->blocks; b++) explicit_form &= s->block[b].size <= 1;
    if (is(o->direction, "auto")) o->direction = explicit_form ? "explicit" : "square";
    if (is(o->direction, "explicit") && !explicit_form)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction explicit: %d of the %d highest derivatives stand in "
                      "blocks of equations "
                      "that must be solved together; use square",
                      s->tops, s->tops);
    return INVO_OK;
}

static invo_status resolve_controller(invo_context *c, invo_options *o, const method *m) {
    stepper probe = {.kind = m->kind, .method = m->data};
    int pair = m->kind->estimates(&probe) > 0, constant = !isnan(o->step);
    if (is(o->controller, "auto")) o->controller = pair || constant ? "pi" : "richardson";
    if (!pair && !constant && !is(o->controller, "richardson"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--controller %s needs an embedded pair, and %s has none; use "
                      "richardson, or a "
                      "constant --step",
                      o->controller, o->method);
    if (method_is_implicit(o->method) && is(o->advance, "low"))
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "--advance low belongs to explicit pairs; the lower-order point of %s "
            "serves its error estimate only",
            o->method);
    if (!pair && is(o->advance, "low") && !is(o->controller, "richardson"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--advance low needs an embedded pair, and %s has none; use "
                      "--controller richardson, whose whole step it then takes",
                      o->method);
    if (constant) o->controller = "none";
    return INVO_OK;
}

/* Options of the half-explicit methods that go with others only. */
static invo_status check_half_explicit(invo_context *c, const invo_options *o) {
    if (is(o->stage_derivative, "secant") && !is(o->project, "stages"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--stage-derivative secant: stages that are not retracted have the "
                      "slope of the first one; use --project stages as well");
    return INVO_OK;
}

/* A test that stops short of round-off lifts the bound on residuals. */
static void resolve_newton(invo_options *o) {
    if (is(o->newton_test, "auto"))
        o->newton_test = isnan(o->newton_tolerance) ? "round-off" : "move";
    if (isnan(o->newton_tolerance)) o->newton_tolerance = NEWTON_TOLERANCE;
    if (isnan(o->constraint_bound))
        o->constraint_bound =
            is(o->newton_test, "round-off") ? CONSTRAINT_BOUND : INFINITY;
}

invo_status solver_options(invo_context *c, const invo_system *s,
                           const invo_options *given, invo_options *o) {
    *o = *given;
    if (isnan(o->rtol)) o->rtol = RTOL;
    /* tol (1 + |z|) in the paper's error norm */
    if (isnan(o->atol))
        o->atol =
            o->rtol * (is(o->like, "000") || is(o->norm, "length") ? 1 : ATOL_SHARE);
    if (isnan(o->start)) o->start = s->start[0];
    if (isnan(o->stop)) o->stop = 1;
    if (is(o->method, "auto"))
        o->method = !isnan(o->step)           ? "rk4"
                    : o->rtol < ORDER_8_BELOW ? "dop853"
                                              : "dopri54";
    const method *m = method_find(o->method);
    if (!m) return report(c, INVO_E_ARGUMENT, NAN, "there is no method '%s'", o->method);
    if (is(o->metric, "auto"))
        o->metric = isnan(o->step) && is(o->project, "step") ? "scaled" : "nominal";
    if (!isfinite(o->start) || !isfinite(o->stop))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "start and stop time must be finite, not %g and %g", o->start,
                      o->stop);
    if (o->start != s->start[0])
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--start %g differs from the time %g of the initial point",
                      o->start, s->start[0]);
    if (isfinite(o->length)) o->by = "arclength";
    resolve_newton(o);
    if (is(o->by, "arclength") && method_is_implicit(o->method))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--by arclength needs an explicit method, and %s is implicit: its "
                      "stages are solved with time given; use dopri54 or dop853",
                      o->method);
    if (m->kind->needs & NEEDS_TAYLOR && is(o->by, "arclength"))
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "method %s expands the solution in time and cannot go by arclength; "
            "use dop853",
            o->method);
    if (m->kind == &taylor_geometric) TRY(resolve_geometric(c, o));
    TRY(check_half_explicit(c, o));
    TRY(resolve_retraction(c, s, o));
    TRY(resolve_direction(c, s, o));
    return resolve_controller(c, o, m);
}

/* The field that steppers see. */

static invo_status field_direction(void *self, const double *p, double *v) {
    solver *sv = self;
    return solver_direction(sv, p, v, 0);
}

/* Retracts a point of the step at hand. */
static invo_status retract_in_step(solver *sv, double *p) {
    sv->retraction.previous = sv->from, sv->retraction.velocity = sv->from_slope;
    return retract(&sv->retraction, p);
}

static invo_status field_stage(void *self, double *p) { return retract_in_step(self, p); }

/* How far the last retraction moved a new point p, in tolerances, round-off aside. */
static double length_of_move(solver *sv, const double *p) {
    const double *from = sv->retraction.from;
    metric_error_scale(&sv->metric, sv->s, sv->u, p, sv->scale);
    for (int i = 0; i < sv->n; i++) {
        double x = fabs(p[i] - from[i]) - 100 * DBL_EPSILON * fabs(p[i]);
        sv->point[i] = x > 0 || isnan(x) ? x : 0;
    }
    return controller_norm(sv->n, sv->point, sv->scale);
}

static invo_status field_retract(void *self, double *p) {
    solver *sv = self;
    if (!isnan(sv->target)) p[0] = sv->target;
    TRY(retract_in_step(sv, p));
    sv->farthest = larger(sv->farthest, length_of_move(sv, p));
    return INVO_OK;
}

static const retraction_class *find_retraction(const invo_options *o) {
    static const retraction_class *const all[] = {
        &retraction_staged, &retraction_normal, &retraction_orthogonal,
        &retraction_chart,  &retraction_radial, &retraction_none};
    if (is(o->retraction, "orthogonal") && is(o->newton, "exact"))
        return is(o->metric, "mass") ? &retraction_exact : &retraction_exact_sparse;
    if (is(o->retraction, "orthogonal") && is(o->newton, "inexact"))
        return &retraction_inexact;
    if (is(o->retraction, "orthogonal") && is(o->metric, "mass"))
        return &retraction_coupled;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (is(all[k]->name, o->retraction)) return all[k];
    return &retraction_none;
}

static retraction_settings settings_of(const invo_options *o) {
    retraction_settings s = {.bound = isfinite(o->constraint_bound) ? o->constraint_bound
                                                                    : CONSTRAINT_BOUND,
                             .tolerance = o->newton_tolerance,
                             .relative = o->newton_relative,
                             .forcing = o->newton_epsilon,
                             .pivot_tolerance = o->pivot_tolerance,
                             .fold_limit = o->fold_limit,
                             .limit = o->newton_limit};
    s.start = is(o->newton_start, "plain")       ? START_PLAIN
              : is(o->newton_start, "previous")  ? START_PREVIOUS
              : is(o->newton_start, "curvature") ? START_CURVATURE
              : is(o->newton_start, "stage")     ? START_STAGE
                                                 : START_INITIALIZED;
    s.jacobian = is(o->jacobian, "every")   ? JACOBIAN_EVERY
                 : is(o->jacobian, "third") ? JACOBIAN_THIRD
                 : is(o->jacobian, "once")  ? JACOBIAN_ONCE
                 : is(o->jacobian, "kept")  ? JACOBIAN_KEPT
                                            : JACOBIAN_AUTO;
    s.rule = is(o->newton_test, "hybrid") ? RULE_HYBRID
             : is(o->newton_test, "move") ? RULE_MOVE
             : is(o->newton_test, "sum")  ? RULE_SUM
                                          : RULE_ROUND_OFF;
    if (is(o->jacobian, "auto") && is(o->newton, "exact")) s.jacobian = JACOBIAN_EVERY;
    return s;
}

static long output_rows(const invo_options *o) {
    double intervals = (double)o->points;
    if (o->steps) return 1000;
    if (!isnan(o->every)) intervals = fabs(o->stop - o->start) / o->every;
    return intervals < 1e8 ? (long)intervals + 2 : 100000000;
}

static const double MASS_ASYMMETRY = 1e-8;

/* The mass matrix, if it is the metric: found, symmetric and with a positive diagonal at
 * the start. */
static invo_status find_mass(solver *v) {
    const invo_system *s = v->s;
    v->metric.mass = NULL;
    if (!is(v->o.metric, "mass")) return INVO_OK;
    int bad = mass_init(&v->mass, s, v->mass.z, v->mass_integers);
    if (bad)
        return report_at(
            v->context, INVO_E_ARGUMENT, NAN, s->row ? s->row[bad - 1].where : "",
            "--metric mass: %s does not belong to one coordinate; write one equation of "
            "motion for each, in the order of the coordinates, or use another metric",
            s->row ? s->row[bad - 1].equation : "the direction");
    v->metric.mass = &v->mass;
    double off = mass_freeze(&v->mass, &v->metric, s, s->start);
    if (off <= MASS_ASYMMETRY) return INVO_OK;
    return report(
        v->context, INVO_E_ARGUMENT, NAN,
        "--metric mass: the mass matrix is not symmetric with a positive diagonal "
        "(off by %.3g of it); write Lagrange's equations of motion, in the order "
        "of the coordinates, or use another metric",
        off);
}

/* Hands out pieces of the block. */
static double *take(double **next, size_t count) {
    double *piece = *next;
    *next += count;
    return piece;
}

enum { POINTS = 13 }; /* arrays of length n that the loop works on */

/* Retractions that take all constraints at once work with their gradients, and so do runs
 * by arclength. */
static int asks_jacobian(const solver *v) {
    const retraction_class *k = v->retraction.kind;
    return (k != &retraction_staged && k != &retraction_none) || v->s->kernel ||
           (v->method->kind->needs & NEEDS_GRADIENT);
}

/* What only some options ask for; the rest of the run does without. */
static size_t optional_work(const solver *v) {
    const invo_system *s = v->s;
    return kernel_work(s) + regularity_work(s) + offer_work(v) +
           (is(v->o.direction, "block") ? schur_work(s) : 0) +
           (v->method->kind->needs & NEEDS_TANGENT ? tangent_work(s) : 0) +
           (is(v->o.metric, "mass") ? mass_work(s) : 0);
}

static size_t optional_integers(const solver *v) {
    const invo_system *s = v->s;
    return kernel_integers(s) + regularity_integers(s) + offer_integers(v) +
           (is(v->o.direction, "block") ? schur_integers(s) : 0) +
           (is(v->o.metric, "mass") ? mass_integers(s) : 0);
}

static void lay_out_optional(solver *v, double **next, int *integers) {
    const invo_system *s = v->s;
    kernel_init(&v->kernel, s, take(next, kernel_work(s)), integers);
    integers += kernel_integers(s);
    regularity_init(&v->regularity, &v->kernel, &v->manifold,
                    take(next, regularity_work(s)), integers);
    integers += regularity_integers(s);
    if (v->method->kind->needs & NEEDS_TANGENT)
        tangent_init(&v->tangent, &v->retraction, take(next, tangent_work(s)));
    offer_lay_out(v, take(next, offer_work(v)), integers);
    integers += offer_integers(v);
    if (is(v->o.direction, "block")) {
        schur_init(&v->schur, s, take(next, schur_work(s)), integers);
        v->direction.schur = &v->schur;
        integers += schur_integers(s);
    }
    if (is(v->o.metric, "mass"))
        v->mass.z = take(next, mass_work(s)), v->mass_integers = integers;
}

static void lay_out(solver *v) {
    const invo_system *s = v->s;
    int rows = manifold_rows(s), *integers = v->integers, jacobian = asks_jacobian(v);
    size_t n = (size_t)v->n, tops = (size_t)s->tops, events = (size_t)s->events,
           constraints = (size_t)s->constraints;
    double *next = v->block;
    double **points[POINTS] = {&v->u,      &v->v,        &v->q,
                               &v->w,      &v->error[0], &v->error[1],
                               &v->scale,  &v->middle,   &v->middle_slope,
                               &v->coarse, &v->point,    &v->slope,
                               &v->weight};
    for (int k = 0; k < POINTS; k++) *points[k] = take(&next, n);
    v->work = take(&next, 2 * n), v->top = take(&next, tops);
    v->first_pivots = take(&next, (size_t)s->blocks);
    v->rate = take(&next, (size_t)s->checked),
    v->rate_size = take(&next, (size_t)s->checked);
    v->event_point = take(&next, n), v->event_slope = take(&next, n);
    v->event_top = take(&next, tops), v->top_before = take(&next, tops);
    v->g = take(&next, events), v->g_low = take(&next, events);
    v->g_high = take(&next, events), v->g_start = take(&next, events);
    v->g_probe = take(&next, EVENT_PROBES * events);
    v->metric.w = take(&next, n), v->metric.inverse = take(&next, n);
    watch *w = &v->watch;
    w->left = take(&next, constraints), w->next_left = take(&next, constraints);
    w->part = take(&next, constraints), w->point = take(&next, n);
    w->right = take(&next, n), w->next_right = take(&next, n);
    v->residual = take(&next, (size_t)rows), v->unit = take(&next, (size_t)rows);
    manifold_init(&v->manifold, s, jacobian, take(&next, manifold_work(s, jacobian)),
                  integers);
    integers += manifold_integers(s, jacobian);
    direction_init(&v->direction, take(&next, direction_work(&v->direction)), integers);
    integers += direction_integers(&v->direction);
    const retraction_settings settings = settings_of(&v->o);
    int *more = integers + retraction_integers(v->retraction.kind, s);
    v->ledger_of = more + optional_integers(v);
    char *left_out = (char *)(v->ledger_of + rows);
    retraction_init(&v->retraction, &settings, &v->manifold, &v->metric,
                    take(&next, retraction_work(&v->retraction, s)), integers, left_out);
    lay_out_optional(v, &next, more);
    section_lay_out(v, take(&next, section_work(v)));
    v->arc.point = take(&next, n), v->arc.slope = take(&next, n);
    v->crossed = left_out + s->constraints;
    v->metric.ignored = v->crossed + s->events, v->metric.error = NULL;
    v->retraction.unit = v->unit;
    v->from = v->from_slope = NULL;
    v->stepper.work = next;
}

/* What a method has for itself, beyond the work that it shares. */
static invo_status prepare_method(solver *v) {
    const stepper_class *k = v->method->kind;
    v->field.n = v->n;
    if (k->needs & NEEDS_JACOBIAN) {
        TRY(top_form_new(&v->tops, v->s, &v->direction, v->context));
        v->field.tops = &v->tops;
    }
    return k->prepare ? k->prepare(&v->stepper, &v->field, v->context) : INVO_OK;
}

static invo_status allocate(solver *v) {
    const invo_system *s = v->s;
    const retraction_class *kind = find_retraction(&v->o);
    size_t n = (size_t)v->n, rows = (size_t)manifold_rows(s);
    TRY(direction_plan(&v->direction, s, v->context));
    TRY(retraction_plan(&v->retraction, kind, s, v->context));
    if (v->method->kind->needs & (NEEDS_TAYLOR | NEEDS_TANGENT) & ~solver_offers(s))
        return message_needs(v->context, s, v->method);
    if (v->method->kind->needs & NEEDS_TAYLOR)
        TRY(expansion_new(&v->expansion, s, v->context));
    kind = v->retraction.kind; /* sparse or dense, as planned */
    size_t doubles = (POINTS + 9) * n + 3 * (size_t)s->constraints +
                     (size_t)(3 * s->tops + s->blocks + 2 * s->checked +
                              (4 + EVENT_PROBES) * s->events) +
                     2 * rows + manifold_work(s, asks_jacobian(v)) +
                     direction_work(&v->direction) + retraction_work(&v->retraction, s) +
                     optional_work(v) + section_work(v) + 2 * n +
                     v->method->kind->work_size(v->method->data, v->n);
    size_t integers = manifold_integers(s, asks_jacobian(v)) +
                      (size_t)direction_integers(&v->direction) +
                      retraction_integers(kind, s) + optional_integers(v) + rows;
    size_t flags = (size_t)(s->constraints + s->events + s->coordinates) + 1;
    v->block = memory_alloc(v->context, sizeof(double) * doubles);
    v->integers = memory_alloc(v->context, sizeof(int) * integers + flags);
    if (!v->block || !v->integers) return INVO_E_MEMORY;
    lay_out(v);
    TRY(prepare_method(v));
    return find_mass(v);
}

/* Implicit methods damp what a step excites and may grow faster, [HW96] IV.8. */
static const double IMPLICIT_GROWTH = 8;

/* What has no derivative in the equations follows from the rest, and so does its error: a
 * coordinate of the unknowns as written, or one that an implicit method solves for. */
static int follows(const solver *v, int i) {
    const invo_system *s = v->s;
    const int implicit = (v->method->kind->needs & NEEDS_JACOBIAN) != 0;
    if (implicit && s->algebraic && s->algebraic[i]) return 1;
    if (!s->required || !s->required[i]) return 0;
    return is(v->o.norm_over, "differential") ||
           (s->coordinate && s->coordinate[i].order > 0);
}

static void mark_ignored(solver *v) {
    v->metric.absolute = is(v->o.norm, "length");
    for (int i = 0; i < v->n; i++)
        v->metric.ignored[i] = (char)(!is(v->o.norm_over, "all") && follows(v, i));
}

static void set_up_control(solver *v) {
    const invo_options *o = &v->o;
    const stepper_class *k = v->method->kind;
    v->metric.kind = is(o->metric, "scaled")    ? METRIC_SCALED
                     : is(o->metric, "mass")    ? METRIC_MASS
                     : is(o->metric, "nominal") ? METRIC_NOMINAL
                                                : METRIC_EUCLIDEAN;
    v->metric.rtol = o->rtol, v->metric.atol = o->atol;
    v->doubling = isnan(o->step) && is(o->controller, "richardson");
    v->stepper.low = is(o->advance, "low") && !v->doubling;
    v->stepper.hermite = v->doubling;
    v->stepper.terms = method_series_order(v->method, o->rtol);
    if (v->stepper.terms > v->s->series_order) v->stepper.terms = v->s->series_order;
    v->metric.eases = k == &taylor;
    int q = v->doubling ? k->order(&v->stepper) : k->estimate_order(&v->stepper);
    controller_kind kind = is(o->controller, "elementary") ? CONTROLLER_ELEMENTARY
                           : is(o->controller, "pid")      ? CONTROLLER_PID
                           : v->doubling                   ? CONTROLLER_RICHARDSON
                                                           : CONTROLLER_PI;
    if (q <= 0) q = k->order(&v->stepper);
    controller_init(&v->controller, kind, q, o->safety, o->max_growth);
    if (!isnan(o->pi_power)) controller_remember(&v->controller, o->pi_power);
    v->o.pi_power = v->controller.beta;
    v->norm = is(o->norm, "max")      ? NORM_MAX
              : is(o->norm, "length") ? NORM_LENGTH
                                      : NORM_RMS;
    if (k->propose && isnan(o->max_growth)) v->controller.max_growth = IMPLICIT_GROWTH;
    v->o.max_growth = v->controller.max_growth;
    v->controller.after_rejection = o->after_rejection;
    v->manifold.increment = isnan(o->difference_step) ? 0 : o->difference_step;
    v->stepper.secant = is(o->stage_derivative, "secant");
    mark_ignored(v);
    v->stepper.arclength = v->metric.moves_time = v->arc.on;
    v->stepper.rtol = o->rtol;
    v->field = (field){.n = v->n,
                       .offers = solver_offers(v->s),
                       .self = v,
                       .direction = field_direction,
                       .retract = field_retract,
                       .retract_stage = is(o->project, "stages") ? field_stage : NULL,
                       .retract_inner = field_stage,
                       .retract_other = is(o->estimate, "retracted") ? field_stage : NULL,
                       .expand = solver_expand,
                       .tangent = solver_tangent,
                       .tops = &v->tops};
}

/* What is kept by column of the result through all systems. */
static invo_status allocate_lasting(solver *v) {
    size_t columns = (size_t)v->result->columns;
    v->lasting = memory_alloc(
        v->context, columns * (3 * sizeof(double) + sizeof(int) + sizeof(char)) + 10);
    if (!v->lasting) return INVO_E_MEMORY;
    v->outside_time = v->lasting, v->outside_value = v->lasting + columns;
    v->section_row = v->outside_value + columns;
    v->column_of = (int *)(v->section_row + columns + 1);
    v->outside = (char *)(v->column_of + columns);
    return INVO_OK;
}

/* Which column and which row of the ledger of the system is which of the result. */
static invo_status map_result(solver *v, int first) {
    const invo_system *s = v->s;
    char buffer[32];
    for (int k = 0; k < v->result->columns; k++) {
        v->column_of[k] = (s->column && !first) || k == v->arc.column ? -1 : k;
        if (k == v->arc.column) continue;
        for (int i = 0; i < s->columns && v->column_of[k] < 0; i++)
            if (strcmp(s->column[i].name, v->result->column[k]) == 0) v->column_of[k] = i;
    }
    for (int i = 0; i < manifold_rows(s); i++) {
        invo_row row = result_row_of(s, i, buffer, sizeof buffer);
        v->ledger_of[i] = first ? i : result_ledger_row(v->context, v->result, &row);
        if (v->ledger_of[i] < 0) return INVO_E_MEMORY;
    }
    return INVO_OK;
}

static void set_up_arclength(solver *v) {
    int kind = kernel_find(v->o.direction);
    v->arc = (arc){.on = is(v->o.by, "arclength"),
                   .kernel = kind >= 0,
                   .column = -1,
                   .lost_row = -1,
                   .gentlest = INFINITY};
    v->arc.sense = v->arc.side = v->o.stop < v->o.start ? -1 : 1;
    v->kernel.kind = kind >= 0 ? (kernel_kind)kind : KERNEL_BORDER;
    v->kernel.euclidean = is(v->o.metric, "euclidean");
}

/* s, if the model has no column of that name. */
static const char *length_name(const invo_result *r) {
    for (int k = 0; k < r->columns; k++)
        if (is(r->column[k], "s")) return "arclength";
    return "s";
}

invo_status solver_new(invo_context *c, const invo_system *s, const invo_options *o,
                       solver *v) {
    *v = (solver){.context = c,
                  .s = s,
                  .n = s->coordinates,
                  .target = NAN,
                  .last_event = NAN,
                  .renewed = NAN};
    v->asked = *o;
    TRY(solver_options(c, s, o, &v->o));
    v->method = method_find(v->o.method);
    v->stepper = (stepper){.kind = v->method->kind, .method = v->method->data};
    set_up_arclength(v);
    TRY(allocate(v));
    if (v->direction.schur) TRY(message_no_saddle(v));
    set_up_control(v);
    TRY(offer_all(v));
    v->result = result_new(c, s, output_rows(&v->o));
    if (!v->result) return INVO_E_MEMORY;
    if (v->arc.on) {
        v->arc.column = v->result->columns;
        TRY(result_add_column(c, v->result, length_name(v->result)));
    }
    TRY(allocate_lasting(v));
    TRY(map_result(v, 1));
    v->result->settings = v->o;
    chooser_begin(v);
    return INVO_OK;
}

/* Adds the counts of the system that is left behind. */
static void keep_counts(solver *v, const direction *d, const manifold *m,
                        const retraction *r, const kernel *k) {
    v->direction.evaluations += d->evaluations;
    v->direction.factorizations += d->factorizations;
    v->manifold.jacobians += m->jacobians;
    v->retraction.factorizations += r->factorizations;
    v->kernel.factorizations += k->factorizations;
    v->kernel.iterations += k->iterations;
    v->retraction.iterations += r->iterations, v->retraction.calls += r->calls;
    v->retraction.linear_iterations += r->linear_iterations;
    v->retraction.selector_changes += r->selector_changes;
    v->retraction.fallbacks += r->fallbacks, v->retraction.folds += r->folds;
    v->retraction.omissions += r->omissions;
    if (r->most_iterations > v->retraction.most_iterations)
        v->retraction.most_iterations = r->most_iterations;
}

static void release_method(solver *v) {
    if (v->stepper.kind && v->stepper.kind->release)
        v->stepper.kind->release(&v->stepper);
    top_form_free(&v->tops);
}

invo_status solver_switch(solver *v, const invo_system *s) {
    direction d = v->direction;
    manifold m = v->manifold;
    retraction r = v->retraction;
    kernel k = v->kernel;
    schur a = v->schur;
    expansion e = v->expansion;
    invo_options o = v->o;
    double *block = v->block;
    int *integers = v->integers;
    o.retraction = "auto", o.by = v->arc.on ? "arclength" : o.by;
    v->s = s, v->n = s->coordinates;
    TRY(resolve_retraction(v->context, s, &o));
    if (is(v->o.retraction, "staged")) v->o.retraction = o.retraction;
    long evaluations = v->tops.evaluations, jacobians = v->tops.jacobians;
    release_method(v);
    v->method = method_find(v->o.method);
    v->stepper = (stepper){.kind = v->method->kind,
                           .method = v->method->data,
                           .factorizations = v->stepper.factorizations};
    v->block = NULL, v->integers = NULL;
    v->direction.large = NULL, v->retraction.sparse = NULL,
    v->retraction.block[0] = v->retraction.block[1] = NULL;
    v->expansion = (expansion){0};
    invo_status status = allocate(v);
    direction_free(&d);
    retraction_free(&r);
    expansion_free(&e);
    free(block);
    free(integers);
    TRY(status);
    set_up_control(v);
    TRY(offer_all(v));
    keep_counts(v, &d, &m, &r, &k);
    v->tops.evaluations += evaluations, v->tops.jacobians += jacobians;
    v->expansion.factorizations += e.factorizations;
    v->schur.iterations += a.iterations, v->schur.factorizations += a.factorizations;
    return map_result(v, 0);
}

/* What a current point consists of. */
static void keep_point(const solver *v, double *to) {
    size_t n = (size_t)v->n, tops = (size_t)v->s->tops, blocks = (size_t)v->s->blocks;
    memcpy(to, v->u, sizeof *to * n), memcpy(to + n, v->v, sizeof *to * n);
    memcpy(to + 2 * n, v->top_before, sizeof *to * tops);
    memcpy(to + 2 * n + tops, v->first_pivots, sizeof *to * blocks);
}

static void put_point(solver *v, const double *from) {
    size_t n = (size_t)v->n, tops = (size_t)v->s->tops, blocks = (size_t)v->s->blocks;
    memcpy(v->u, from, sizeof *from * n), memcpy(v->v, from + n, sizeof *from * n);
    memcpy(v->top_before, from + 2 * n, sizeof *from * tops);
    memcpy(v->direction.z, from + 2 * n, sizeof *from * tops);
    memcpy(v->first_pivots, from + 2 * n + tops, sizeof *from * blocks);
    memcpy(v->direction.smallest, from + 2 * n + tops, sizeof *from * blocks);
}

invo_status solver_remake(solver *v) {
    double *kept = memory_alloc(
        v->context, sizeof *kept * (size_t)(2 * v->n + v->s->tops + v->s->blocks));
    if (!kept) return INVO_E_MEMORY;
    keep_point(v, kept);
    invo_status status = solver_switch(v, v->s);
    if (!status) {
        put_point(v, kept);
        metric_freeze(&v->metric, v->s, v->u);
        section_begin(v);
        watch_change(v);
        v->stepper.kind->reset(&v->stepper);
    }
    free(kept);
    return status;
}

invo_status solver_change_method(solver *v, const char *name) {
    invo_options o = v->asked;
    o.method = name, o.start = v->s->start[0]; /* which an event may have moved */
    if (method_is_implicit(name) && v->s->extend && !v->s->top_equations)
        TRY((invo_status)v->s->extend(v->s->self, INVO_EXTENSION_TOPS));
    invo_options resolved;
    TRY(solver_options(v->context, v->s, &o, &resolved));
    resolved.start = v->o.start;
    v->o = resolved;
    return solver_remake(v);
}

void solver_free(solver *v) {
    release_method(v);
    direction_free(&v->direction);
    retraction_free(&v->retraction);
    expansion_free(&v->expansion);
    free(v->block);
    free(v->integers);
    free(v->lasting);
}
