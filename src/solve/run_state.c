/* SPDX-License-Identifier: BSD-3-Clause */
/* A run between two steps as numbers, for checkpoints. What they are is written once, in
 * functions that run twice: they put them into an archive, or take them from one, and a
 * whole number that is not within its bounds there breaks that. What is not here is the
 * same in every run of the model with these options, begins anew with the method, or is
 * of no use when the step is over. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include "../base/archive.h"
#include "run.h"

typedef struct state_pass {
    archive *a;
    int is_back; /* from the archive */
} state_pass;

static void pass_real(const state_pass *p, double *x) {
    if (p->is_back)
        archive_take(p->a, x, sizeof *x);
    else
        archive_put(p->a, x, sizeof *x);
}

static void pass_count(const state_pass *p, long *x, int64_t low, int64_t high) {
    assert(p->is_back || (*x >= low && *x <= high));
    if (p->is_back)
        *x = (long)archive_take_within(p->a, low, high);
    else
        archive_put_count(p->a, *x);
}

static void pass_whole(const state_pass *p, int *x, int low, int high) {
    long wide = *x;
    pass_count(p, &wide, low, high);
    *x = (int)wide;
}

static void pass_flag(const state_pass *p, int *x) {
    int is_so = *x != 0;
    pass_whole(p, &is_so, 0, 1);
    *x = is_so;
}

static void pass_reals(const state_pass *p, double **x) {
    for (; *x; x++)
        pass_real(p, *x);
}

static void pass_flags(const state_pass *p, int **x) {
    for (; *x; x++)
        pass_flag(p, *x);
}

#define REALS(p, ...) pass_reals((p), (double *[]){__VA_ARGS__, NULL})
#define FLAGS(p, ...) pass_flags((p), (int *[]){__VA_ARGS__, NULL})

/* What only grows, and nothing is numbered by. */
static const int64_t ANY_COUNT = ARCHIVE_MOST;
enum { ANY_NUMBER = INT_MAX / 2 };

static void pass_attempts(const state_pass *p, run *v) {
    attempts *a = &v->attempts;
    int failure = (int)a->failure;
    pass_whole(p, &failure, INVO_OK, INVO_E_CONTINUE);
    a->failure = (invo_status)failure;
    REALS(p, &a->error, &a->last_step, &a->rejected_step, &a->rejected_error, &a->refused,
          &a->refused_before, &a->renewed, &a->asked);
    FLAGS(p, &a->is_held, &a->has_changed);
    pass_whole(p, &a->futile, 0, ANY_NUMBER);
    pass_count(p, &a->granted, 0, ANY_COUNT);
    pass_count(p, &a->count, 0, ANY_COUNT);
    REALS(p, &v->now.farthest, &v->now.estimate, &v->now.target, &v->now.theta);
    FLAGS(p, &v->now.lands_late);
}

static void pass_rows(const state_pass *p, run *v) {
    row_state *r = &v->rows;
    const int is_timed = !v->o.steps && r->planned < ANY_COUNT;
    /* the stop time, and what follows it */
    pass_count(p, &r->next, 0, is_timed ? r->planned + 2 : ANY_COUNT);
    pass_count(p, &r->alone, 0, ANY_COUNT);
    pass_count(p, &r->next_check, 0, ANY_COUNT);
    pass_count(p, &r->kept, 0, ANY_COUNT);
    FLAGS(p, &r->is_due, &r->hides_events);
    for (double *x = r->lasting; (void *)x < (void *)r->column_of; x++)
        pass_real(p, x);
    for (int k = 0; r->outside && k < v->result->columns; k++) {
        int is_outside = r->outside[k];
        pass_flag(p, &is_outside);
        r->outside[k] = (char)is_outside;
    }
}

static void pass_events(const state_pass *p, run *v) {
    event_state *e = &v->event;
    REALS(p, &e->theta, &e->usual_step, &e->left, &e->last, &e->counted_from);
    FLAGS(p, &e->any_bare, &e->too_long, &e->restarted, &e->jumped, &e->at_kink);
    pass_whole(p, &e->cuts, 0, ANY_NUMBER);
    pass_whole(p, &e->burst, 0, ANY_NUMBER);
    pass_count(p, &e->counted, 0, ANY_COUNT);
    pass_count(p, &e->tiny_steps, 0, ANY_COUNT);
}

static void pass_arc(const state_pass *p, run *v) {
    arc *a = &v->arc;
    REALS(p, &a->s, &a->at, &a->sense, &a->side, &a->flattest, &a->gentlest, &a->entered,
          &a->sigma, &a->largest, &a->moving_tau, &a->moving_s, &a->still_s,
          &a->still_most);
    FLAGS(p, &a->refused, &a->lost, &a->flipped, &a->astray, &a->is_dead);
    pass_whole(p, &a->idle, 0, ANY_NUMBER);
    pass_count(p, &a->before, 0, ANY_COUNT);
    pass_count(p, &a->lost_row, -1, ANY_COUNT);
    pass_count(p, &a->kept_rows, -1, ANY_COUNT);
}

/* Whether there is a choice, and the usual method, follow from the options. */
static void pass_chooser(const state_pass *p, run *v) {
    chooser *c = &v->chooser;
    int before = (int)c->before;
    REALS(p, &c->t, &c->cost, &c->rescued, &c->pace, &c->spent, &c->mode, &c->mean,
          &c->rate);
    FLAGS(p, &c->has_expanded, &c->has_looked);
    pass_whole(p, &c->hits, 0, ANY_NUMBER);
    pass_whole(p, &c->calm, 0, ANY_NUMBER);
    pass_whole(p, &c->near_edge, 0, ANY_NUMBER);
    pass_whole(p, &c->far_from_edge, 0, ANY_NUMBER);
    pass_whole(p, &c->on_trial, 0, c->on ? 2 : 0);
    pass_whole(p, &before, METHOD_AUTO, METHOD_FOREST_RUTH);
    pass_count(p, &c->steps, 0, v->result->statistics.steps);
    pass_count(p, &c->wait, 0, ANY_NUMBER);
    pass_count(p, &c->rest, 0, ANY_COUNT);
    pass_count(p, &c->changes, 0, ANY_COUNT);
    c->before = (choice_method)before;
    p->a->is_broken |= c->on_trial && !chooser_may_take(v, c->before);
}

static void pass_observers(const state_pass *p, run *v) {
    drag *g = &v->drag;
    REALS(p, &v->ledger.bad_units, &v->ledger.step_from, &v->watch.next,
          &v->watch.closest, &v->creep.marked, &g->tolerances, &g->before, &g->from);
    for (int k = 0; k < INVO_ROW_KINDS; k++)
        pass_real(p, &v->ledger.since_step[k]);
    FLAGS(p, &v->ledger.has_dropped, &v->watch.is_stale, &v->watch.next_has_right,
          &v->front.is_told, &v->stiff.is_told, &v->told.tops, &v->told.gradients);
    pass_whole(p, &v->watch.block, -1, ANY_NUMBER);
    pass_count(p, &g->steps, 0, ANY_COUNT);
    pass_whole(p, &v->stiff.hits, 0, ANY_NUMBER);
    pass_whole(p, &v->stiff.calm, 0, ANY_NUMBER);
}

static void pass_run(const state_pass *p, run *v) {
    pass_attempts(p, v);
    pass_rows(p, v);
    pass_events(p, v);
    pass_arc(p, v);
    pass_chooser(p, v);
    pass_observers(p, v);
    pass_count(p, &v->checkpoint.due, 0, ANY_COUNT);
    REALS(p, &v->checkpoint.h, &v->checkpoint.spent);
}

void run_save(archive *a, run *v) {
    const state_pass put = {a, 0};
    archive_put_count(a, v->o.method);
    archive_put_count(a, v->o.retraction);
    archive_put_count(a, v->o.direction);
    pass_run(&put, v);
}

/* Do the numbers fit each other and the point? A run has not made more steps than it may,
 * and the next one leads to the stop time; rows behind the first fold are there as long
 * as they may be taken back, and those of times that were passed are made. */
static int is_consistent(const run *v, const double *u) {
    const arc *a = &v->arc;
    const invo_result *r = v->result;
    const double way = v->o.stop - v->o.start;
    const int has_rows = a->kept_rows > r->gone && a->kept_rows <= r->rows;
    if (!chronicle_reaches(v->o.chronicle, u, (size_t)v->n) || !run_attempts_fit(v) ||
        r->statistics.steps > v->o.max_steps || (a->is_dead && !has_rows))
        return 0;
    const double h = v->checkpoint.h;
    if (v->engine->by_length)
        return h > 0 && a->s >= 0 && a->s < v->o.length && isfinite(a->s);
    const double lag = fabs(u[0] - v->o.start) / v->o.step - (double)v->attempts.count;
    const int leads_on =
        isnan(v->o.step) ? h * way > 0 : h == v->o.step && lag <= (double)v->o.max_steps;
    const int is_ahead = (record_time(v, v->rows.next) - u[0]) * way >= 0;
    const int is_struck = way > 0 && event_next_instant(v, u[0]) <= u[0];
    return leads_on && (is_ahead || v->o.steps) && !is_struck;
}

void run_load(archive *a, run *v, const double *u) {
    const state_pass take = {a, 1};
    const choice_method m =
        (choice_method)archive_take_within(a, METHOD_AUTO + 1, METHOD_FOREST_RUTH);
    const choice_retraction r =
        (choice_retraction)archive_take_within(a, 0, RETRACTION_NONE);
    const choice_direction d =
        (choice_direction)archive_take_within(a, 0, DIRECTION_SPHERE_CG);
    const int may_be = !a->is_broken && (m == v->o.method || chooser_may_take(v, m));
    a->is_broken = !may_be || run_take_plan(v, m, r, d) != INVO_OK;
    pass_run(&take, v);
    a->is_broken |= !is_consistent(v, u);
}
