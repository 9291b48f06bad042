/* SPDX-License-Identifier: BSD-3-Clause */
/* One function for every function of a system. */
#include "forward.h"
#include <assert.h>
#include <stddef.h>

static const invo_system *given_of(void *self) {
    return ((forwarding *)self)->given;
}

static void forward_constraint(void *self, const double *u, double *phi) {
    const invo_system *s = given_of(self);
    s->constraint(s->self, u, phi);
}

static void forward_jacobian(void *self, const double *u, double *value) {
    const invo_system *s = given_of(self);
    s->jacobian(s->self, u, value);
}

static void forward_hessian(void *self, const double *u, const double *mu,
                            double *value) {
    const invo_system *s = given_of(self);
    s->hessian(s->self, u, mu, value);
}

static int forward_direction(void *self, const double *u, double *v) {
    const invo_system *s = given_of(self);
    return s->direction(s->self, u, v);
}

static void forward_block_equations(void *self, int block, const double *u, double *z,
                                    double *matrix, double *b) {
    const invo_system *s = given_of(self);
    s->blocks.equations(s->self, block, u, z, matrix, b);
}

static void forward_shortcut_begin(void *self) {
    const invo_system *s = given_of(self);
    s->shortcut.begin(s->self);
}

static int forward_shortcut_make(void *self, const invo_scheme *scheme, long planned,
                                 const double *u, const double *z, int again,
                                 int *order) {
    const invo_system *s = given_of(self);
    return s->shortcut.make(s->self, scheme, planned, u, z, again, order);
}

static void forward_shortcut_use(void *self, int order) {
    const invo_system *s = given_of(self);
    s->shortcut.use(s->self, order);
}

static int forward_shortcut_tops(void *self, const double *u, double *z, double *smallest,
                                 int *sign) {
    const invo_system *s = given_of(self);
    return s->shortcut.tops(s->self, u, z, smallest, sign);
}

static int forward_shortcut_direction(void *self, const double *u, double *v) {
    const invo_system *s = given_of(self);
    return s->shortcut.direction(s->self, u, v);
}

static const double *forward_shortcut_step(void *self, const double *p, const double *v,
                                           double h) {
    const invo_system *s = given_of(self);
    return s->shortcut.step(s->self, p, v, h);
}

static const double *forward_shortcut_dense(void *self, const double *p, const double *k,
                                            double h) {
    const invo_system *s = given_of(self);
    return s->shortcut.dense(s->self, p, k, h);
}

static int forward_shortcut_stage(void *self, int stage, const double *u,
                                  const double *weight, double *move, double *weakest) {
    const invo_system *s = given_of(self);
    return s->shortcut.stage(s->self, stage, u, weight, move, weakest);
}

static int forward_shortcut_arrive(void *self, const double *u, const double *weight,
                                   double sure, invo_arrival *to) {
    const invo_system *s = given_of(self);
    return s->shortcut.arrive(s->self, u, weight, sure, to);
}

static int forward_shortcut_series(void *self, const double *u, double h, int order,
                                   double *coefficient) {
    const invo_system *s = given_of(self);
    return s->shortcut.series(s->self, u, h, order, coefficient);
}

static int forward_shortcut_lanes(void *self, const double *u, const double *weight,
                                  invo_row_values *to, char *good) {
    const invo_system *s = given_of(self);
    return s->shortcut.lanes(s->self, u, weight, to, good);
}

static int forward_shortcut_coast(void *self, invo_coast *to) {
    const invo_system *s = given_of(self);
    return s->shortcut.coast(s->self, to);
}

static void forward_shortcut_lengths(void *self, long *step, long *series,
                                     long *arrival) {
    const invo_system *s = given_of(self);
    s->shortcut.lengths(s->self, step, series, arrival);
}

static int forward_shortcut_row(void *self, const double *u, const double *weight,
                                invo_row_values *to) {
    const invo_system *s = given_of(self);
    return s->shortcut.row(s->self, u, weight, to);
}

static void forward_kernel_equations(void *self, const double *u, double *matrix,
                                     double *b) {
    const invo_system *s = given_of(self);
    s->kernel_equations(s->self, u, matrix, b);
}

static void forward_top_equations(void *self, const double *u, const double *z,
                                  double *residual, double *matrix) {
    const invo_system *s = given_of(self);
    s->top.equations(s->self, u, z, residual, matrix);
}

static void forward_top_residuals(void *self, int points, const double *u,
                                  const double *z, double *residual) {
    const invo_system *s = given_of(self);
    s->top.residuals(s->self, points, u, z, residual);
}

static void forward_stage_equations(void *self, int stage, const double *u,
                                    double *residual, double *matrix) {
    const invo_system *s = given_of(self);
    s->stages.equations(s->self, stage, u, residual, matrix);
}

static void forward_rates(void *self, const double *u, const double *z, double *rate,
                          double *size) {
    const invo_system *s = given_of(self);
    s->rates.values(s->self, u, z, rate, size);
}

static void forward_event_functions(void *self, const double *u, const double *z,
                                    double *g) {
    const invo_system *s = given_of(self);
    s->events.functions(s->self, u, z, g);
}

static void forward_event_sides(void *self, const double *u, const double *z, double *g) {
    const invo_system *s = given_of(self);
    s->events.sides(s->self, u, z, g);
}

static void forward_event_bands(void *self, const double *u, const double *z,
                                const double *errors, double *band) {
    const invo_system *s = given_of(self);
    s->events.bands(s->self, u, z, errors, band);
}

static double forward_next_instant(void *self, double t) {
    const invo_system *s = given_of(self);
    return s->events.next_instant(s->self, t);
}

static int forward_happen(void *self, const double *u, const double *z,
                          const char *crossed, invo_transition *to) {
    const invo_system *s = given_of(self);
    return s->process.happen(s->self, u, z, crossed, to);
}

static void forward_event_reached(void *self, const double *u, const double *z,
                                  char *crossed) {
    const invo_system *s = given_of(self);
    s->events.reached(s->self, u, z, crossed);
}

static int forward_finish(void *self, const double *u, const double *z,
                          invo_transition *to) {
    const invo_system *s = given_of(self);
    return s->process.finish(s->self, u, z, to);
}

static int forward_check(void *self, const double *u, const double *z) {
    const invo_system *s = given_of(self);
    return s->process.check(s->self, u, z);
}

static int forward_renew(void *self, const double *u, const double *z,
                         invo_transition *to) {
    const invo_system *s = given_of(self);
    return s->process.renew(s->self, u, z, to);
}

static int forward_leap(void *self, const double *u, const double *z,
                        invo_transition *to) {
    const invo_system *s = given_of(self);
    return s->process.leap(s->self, u, z, to);
}

static void forward_section_functions(void *self, const double *u, const double *z,
                                      double *g) {
    const invo_system *s = given_of(self);
    s->sections.functions(s->self, u, z, g);
}

static void forward_front_arguments(void *self, const double *u, const double *z,
                                    double *a) {
    const invo_system *s = given_of(self);
    s->fronts.arguments(s->self, u, z, a);
}

static void forward_series_begin(void *self, const double *u, const double *z, double h,
                                 double *matrix) {
    const invo_system *s = given_of(self);
    s->series.begin(s->self, u, z, h, matrix);
}

static void forward_series_residual(void *self, int k, double *r) {
    const invo_system *s = given_of(self);
    s->series.residual(s->self, k, r);
}

static void forward_series_continue(void *self, int k, const double *z) {
    const invo_system *s = given_of(self);
    s->series.advance(s->self, k, z);
}

static void forward_show(void *self, const double *u, double *z) {
    const invo_system *s = given_of(self);
    s->ledger.show(s->self, u, z);
}

static int forward_refine(void *self, double *u, double *z, const char *left_out,
                          int keep) {
    const invo_system *s = given_of(self);
    return s->ledger.refine(s->self, u, z, left_out, keep);
}

static int forward_terms(void *self, const double *u, const double *z, const double *unit,
                         double *size) {
    const invo_system *s = given_of(self);
    return s->ledger.terms(s->self, u, z, unit, size);
}

static void forward_ledger(void *self, const double *u, const double *z, double *residual,
                           double *unit) {
    const invo_system *s = given_of(self);
    s->ledger.rows(s->self, u, z, residual, unit);
}

static void forward_measure(void *self, const double *u, const double *z,
                            double *residual, double *unit) {
    const invo_system *s = given_of(self);
    s->ledger.measure(s->self, u, z, residual, unit);
}

static void forward_tune(void *self, double seconds_so_far) {
    const invo_system *s = given_of(self);
    s->evaluation.tune(s->self, seconds_so_far);
}

static const char *forward_evaluator(void *self) {
    const invo_system *s = given_of(self);
    return s->evaluation.evaluator(s->self);
}

/* What is not given stays so. */
#define FORWARD(member, function)                                                        \
    if (given->member)                                                                   \
    through->member = forward_##function

/* Copies the given system and replaces every function that it has by one that passes
 * the self of the given system on. */
void forward_system(const invo_system *given, invo_system *through) {
    assert(given != through);
    *through = *given;
    through->self = NULL;
    through->process.extend = NULL;
    FORWARD(constraint, constraint);
    FORWARD(jacobian, jacobian);
    FORWARD(hessian, hessian);
    FORWARD(direction, direction);
    FORWARD(blocks.equations, block_equations);
    FORWARD(shortcut.begin, shortcut_begin);
    FORWARD(shortcut.make, shortcut_make);
    FORWARD(shortcut.use, shortcut_use);
    FORWARD(shortcut.tops, shortcut_tops);
    FORWARD(shortcut.direction, shortcut_direction);
    FORWARD(shortcut.step, shortcut_step);
    FORWARD(shortcut.dense, shortcut_dense);
    FORWARD(shortcut.stage, shortcut_stage);
    FORWARD(shortcut.arrive, shortcut_arrive);
    FORWARD(shortcut.series, shortcut_series);
    FORWARD(shortcut.row, shortcut_row);
    FORWARD(shortcut.lanes, shortcut_lanes);
    FORWARD(shortcut.coast, shortcut_coast);
    FORWARD(shortcut.lengths, shortcut_lengths);
    FORWARD(kernel_equations, kernel_equations);
    FORWARD(top.equations, top_equations);
    FORWARD(top.residuals, top_residuals);
    FORWARD(stages.equations, stage_equations);
    FORWARD(rates.values, rates);
    FORWARD(events.functions, event_functions);
    FORWARD(events.sides, event_sides);
    FORWARD(events.bands, event_bands);
    FORWARD(events.next_instant, next_instant);
    FORWARD(process.happen, happen);
    FORWARD(events.reached, event_reached);
    FORWARD(process.finish, finish);
    FORWARD(process.check, check);
    FORWARD(process.renew, renew);
    FORWARD(process.leap, leap);
    FORWARD(sections.functions, section_functions);
    FORWARD(fronts.arguments, front_arguments);
    FORWARD(series.begin, series_begin);
    FORWARD(series.residual, series_residual);
    FORWARD(series.advance, series_continue);
    FORWARD(ledger.show, show);
    FORWARD(ledger.refine, refine);
    FORWARD(ledger.terms, terms);
    FORWARD(ledger.rows, ledger);
    FORWARD(ledger.measure, measure);
    FORWARD(evaluation.tune, tune);
    FORWARD(evaluation.evaluator, evaluator);
}
