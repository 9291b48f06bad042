/* SPDX-License-Identifier: BSD-3-Clause */
/* The solution at any time, after the run: the interpolant of the step there, brought
 * onto the manifold by the run's own engine, exactly as output rows are. What an event
 * changes (parameters, the system itself) is kept for every stretch between events and
 * put back. */
#include "dense.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run.h"

/* --- memory --- */

enum { CHUNK = 1 << 15 }; /* doubles */

static double *dense_room(invo_context *c, dense *d, size_t count) {
    dense_chunk *k = d->chunks;
    if (!k || k->used + count > k->size) {
        size_t size = count > CHUNK ? count : CHUNK;
        k = memory_alloc(c, sizeof *k + size * sizeof *k->at);
        if (!k)
            return NULL;
        k->size = size;
        k->next = d->chunks;
        d->chunks = k;
    }
    k->used += count;
    return k->at + k->used - count;
}

/* Room for one more item; 0: out of memory. */
static int dense_grow(invo_context *c, void **at, size_t item, int count, int *capacity) {
    if (count < *capacity)
        return 1;
    const int wider = 2 * count + 16;
    void *grown = memory_resize(c, *at, item * (size_t)wider);
    if (!grown)
        return 0;
    *at = grown;
    *capacity = wider;
    return 1;
}

#define DENSE_GROW(c, list, count, capacity)                                             \
    dense_grow((c), (void **)&(list), sizeof *(list), (count), &(capacity))

/* --- during the run --- */

invo_status dense_check(const run *v) {
    const invo_process *p = &v->s->process;
    if (!v->o.given.dense)
        return INVO_OK;
    if (v->engine->by_length)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "the option dense needs steps by time: by arclength, the solution "
                      "may have several values at one time");
    if (p->happen && !p->restore)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "the option dense needs the functions process.keep and "
                      "process.restore of a system with events (involute_system.h)");
    return INVO_OK;
}

void dense_begin(run *v) {
    if (!v->dense)
        return;
    v->dense->is_fresh = 1;
    v->dense->begins++;
}

invo_status dense_start(run *v) {
    const size_t width = (size_t)v->result->columns + 1;
    if (!v->dense)
        return INVO_OK;
    v->dense->first = dense_room(v->context, v->dense, width);
    if (!v->dense->first)
        return INVO_E_MEMORY;
    memcpy(v->dense->first, result_at(v->result, 0), width * sizeof(double));
    return INVO_OK;
}

static int dense_push_plan(run *v) {
    dense *d = v->dense;
    for (int k = d->plans - 1; k >= 0 && k >= d->plans - 2; k--)
        if (memcmp(&d->plan[k], &v->o, sizeof v->o) == 0)
            return k;
    if (!DENSE_GROW(v->context, d->plan, d->plans, d->plan_capacity))
        return -1;
    memcpy(&d->plan[d->plans], &v->o, sizeof v->o);
    return d->plans++;
}

/* Opens a stretch where the system, its values or the engine may have changed. */
static invo_status dense_open(run *v) {
    dense *d = v->dense;
    const invo_process *p = &v->s->process;
    const int order = v->engine->direction.order;
    const int is_same = d->stretches && d->stretch[d->stretches - 1].order == order;
    if (is_same && !d->is_fresh && d->switches == v->switches)
        return INVO_OK;
    dense_stretch one = {
        .s = v->s, .plan = dense_push_plan(v), .engine = d->entries, .order = order};
    if (d->stretches && d->switches == v->switches)
        one.engine = d->stretch[d->stretches - 1].engine;
    if (p->keep) {
        one.state = dense_room(v->context, d, (size_t)p->state_size + 1);
        if (!one.state)
            return INVO_E_MEMORY;
        p->keep(v->s->self, one.state);
    }
    if (one.plan < 0 ||
        !DENSE_GROW(v->context, d->stretch, d->stretches, d->stretch_capacity))
        return INVO_E_MEMORY;
    d->stretch[d->stretches++] = one;
    d->is_fresh = 0;
    d->switches = v->switches;
    return INVO_OK;
}

static double *dense_put(double *to, const double *from, int n) {
    memcpy(to, from, sizeof *to * (size_t)n);
    return to + n;
}

/* Keeps an entry whose ends and directions are p, v, q, w. */
static invo_status dense_push(run *v, const step *s, dense_entry e, size_t own) {
    dense *d = v->dense;
    const int n = v->n;
    const int tops = v->s->tops;
    TRY(dense_open(v));
    if (!d->entries && d->begins > 1)
        d->first = NULL; /* an event has happened at the start */
    e.stretch = d->stretches - 1;
    e.data = dense_room(v->context, d, 1 + 4 * (size_t)n + 2 * (size_t)tops + own);
    if (!e.data || !DENSE_GROW(v->context, d->entry, d->entries, d->entry_capacity))
        return INVO_E_MEMORY;
    double *to = e.data;
    *to++ = s->h;
    to = dense_put(to, s->p, n);
    to = dense_put(to, s->v, n);
    to = dense_put(to, s->q, n);
    to = dense_put(to, s->w, n);
    to = dense_put(to, v->top_before, tops);
    to = dense_put(to, v->top, tops);
    if (own)
        v->engine->stepper.kind->keep(&v->engine->stepper, n, to);
    d->entry[d->entries++] = e;
    return INVO_OK;
}

/* A run that turns back has several solutions at one time: it can be asked up to the
 * fold. */
static int dense_turns(run *v, double from, double to) {
    dense *d = v->dense;
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    if (!isnan(d->folded))
        return 1;
    if ((to - from) * sense <= 0)
        d->folded = from;
    return !isnan(d->folded);
}

invo_status dense_step(run *v, const step *s) {
    if (!v->dense)
        return INVO_OK;
    stepper *m = &v->engine->stepper;
    const int is_arc = v->engine->by_length;
    const double end = v->event.theta < 1 ? v->event.point[0] : s->q[0];
    if (dense_turns(v, s->p[0], end))
        return INVO_OK;
    if (!v->now.dense_ready && !is_arc)
        TRY(chooser_make_dense(v, s));
    v->now.dense_ready |= !is_arc;
    const size_t own = m->kind->keep_size && !is_arc ? m->kind->keep_size(m, v->n) : 0;
    return dense_push(v, s, (dense_entry){.t = s->p[0], .end = end, .is_arc = is_arc},
                      own);
}

invo_status dense_line(run *v) {
    if (!v->dense || dense_turns(v, v->u[0], v->q[0]))
        return INVO_OK;
    const step s = {
        .p = v->u, .v = v->v, .h = v->q[0] - v->u[0], .q = v->q, .w = v->w, .has_w = 1};
    return dense_push(v, &s, (dense_entry){.t = v->u[0], .end = v->q[0], .is_line = 1},
                      0);
}

void dense_take(run *v) {
    assert(v->dense && v->result);
    v->dense->run = v;
    v->dense->now = -1;
    v->result->dense = v->dense;
}

/* --- afterwards --- */

/* Where an engine began, it has chosen the pivots of its factors: it does so again, and
 * compares those of the shortcut with them. */
static void dense_warm(run *v, const dense_entry *e) {
    const double *p = e->data + 1;
    copy(v->u, p, v->n);
    memset(v->v, 0, sizeof *v->v * (size_t)v->n);
    metric_freeze(&v->engine->metric, v->s, v->u);
    run_direction(v, v->u, v->v, 1); /* which was possible then */
}

/* Puts the values of the stretch back, and takes its engine. */
static invo_status dense_enter(dense *d, int number) {
    run *v = d->run;
    const dense_stretch *to = &d->stretch[number];
    const int is_other = d->now < 0 || d->stretch[d->now].engine != to->engine;
    if (d->now == number)
        return INVO_OK;
    d->now = -1;
    if (to->state)
        to->s->process.restore(to->s->self, to->state);
    if (is_other)
        TRY(run_return(v, to->s, &d->plan[to->plan]));
    if (is_other || v->engine->direction.order != to->order) {
        engine_hurry(v->engine, to->order);
        dense_warm(v, &d->entry[to->engine]);
    }
    d->now = number;
    return INVO_OK;
}

/* The entry that t is in, the later one of two; -1: none. */
static int dense_search(const dense *d, double t, double sense) {
    int low = -1;
    int high = d->entries;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if ((t - d->entry[middle].t) * sense >= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const double *dense_get(double *to, const double *from, int n) {
    memcpy(to, from, sizeof *to * (size_t)n);
    return from + n;
}

/* Makes the step of the entry the current one, as it was when its rows were recorded. */
static step dense_recall(run *v, const dense_entry *e) {
    const int n = v->n;
    const int tops = v->s->tops;
    const double *from = e->data;
    const double h = *from++;
    from = dense_get(v->u, from, n);
    from = dense_get(v->v, from, n);
    from = dense_get(v->q, from, n);
    from = dense_get(v->w, from, n);
    from = dense_get(v->top_before, from, tops);
    from = dense_get(v->top, from, tops);
    step s = run_step(v, h);
    s.has_w = 1;
    v->now.dense_ready = 1;
    v->engine->retraction.previous = v->u;
    v->engine->retraction.velocity = v->v;
    active_set_begin(&v->engine->retraction.active);
    copy(v->engine->direction.z, v->top, tops);
    manifold_ledger(&v->engine->manifold, v->q, v->top, v->ledger.residual,
                    v->ledger.unit);
    if (v->engine->stepper.kind->restore && !e->is_line)
        v->engine->stepper.kind->restore(&v->engine->stepper, n, from);
    return s;
}

/* v->point on the interpolant at t, retracted, with its direction and z. */
static invo_status dense_between(run *v, const dense_entry *e, double t) {
    const step s = dense_recall(v, e);
    invo_row_values made;
    /* the ends of a tiny step are rounded */
    const double theta = fmin(fmax((t - s.p[0]) / s.h, 0), 1);
    if (e->is_line)
        for (int i = 0; i < v->n; i++)
            v->point[i] = s.p[i] + theta * (s.q[i] - s.p[i]);
    else
        TRY(run_interpolate(v, &s, theta));
    v->point[0] = t;
    if (record_hurry(v, &made))
        return INVO_OK;
    TRY(retract(&v->engine->retraction, v->point));
    TRY(run_direction_near(v, s.w));
    return ledger_examine(v, v->point, v->slope, POINT_OF_RUN);
}

/* The same by a step of the method that ends at t. */
static invo_status dense_repeat(run *v, const dense_entry *e, double t) {
    dense_recall(v, e);
    v->engine->stepper.kind->reset(&v->engine->stepper);
    step s = run_step(v, t - v->u[0]);
    v->now.target = t;
    invo_status status = run_advance(v, &s);
    v->now.target = NAN;
    TRY(status);
    if (!s.has_w) {
        copy(s.w, s.v, v->n);
        TRY(run_direction(v, s.q, s.w, 0));
    }
    TRY(ledger_examine(v, s.q, s.w, POINT_OF_RUN));
    copy(v->point, s.q, v->n);
    return INVO_OK;
}

/* v->point at t, on the manifold, with z there. Where the interpolant cannot be brought
 * onto it, a run would end the step at an output time: so does this. */
static invo_status dense_find(run *v, const dense_entry *e, double t) {
    if (t == e->t) {
        dense_recall(v, e);
        copy(v->point, v->u, v->n);
        copy(v->engine->direction.z, v->top_before, v->s->tops);
        return INVO_OK;
    }
    invo_status status = dense_between(v, e, t);
    if (status && !e->is_line && !v->context->errors)
        status = dense_repeat(v, e, t);
    return status;
}

static invo_status dense_refuse(run *v, double t, const dense_entry *e) {
    const invo_result *r = v->result;
    const double first = v->dense->entries ? v->dense->entry[0].t : r->final[0];
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    const double folded = v->dense->folded;
    if (!e || isnan(t) || (isnan(folded) && (t - r->final[0]) * sense > 0))
        return report(v->context, INVO_E_ARGUMENT, t,
                      "t = %.10g is outside of the run, which goes from %.10g to %.10g",
                      t, first, r->final[0]);
    if ((t - folded) * sense >= 0)
        return report(v->context, INVO_E_ARGUMENT, t,
                      "t = %.10g: the solution turns back in time near t = %.10g and has "
                      "several values, or none, beyond; the rows of the result have them "
                      "all",
                      t, folded);
    if (e->is_arc)
        return report(v->context, INVO_E_ARGUMENT, t,
                      "t = %.10g: from t = %.10g to %.10g the solution was followed by "
                      "arclength, past a vertical tangent, and can be had from the rows "
                      "of the result only",
                      t, e->t, e->end);
    return report(v->context, INVO_E_ARGUMENT, t,
                  "t = %.10g: no step covers the time from %.10g to the next one: events "
                  "pile up there, and the run continues from their limit",
                  t, e->end);
}

/* Whether the step has this time; a run may be cut behind its last good row. */
static int dense_covers(const invo_result *r, const dense_entry *e, double t,
                        double sense) {
    const double last = isnan(r->dense->folded) ? r->final[0] : r->dense->folded;
    return !e->is_arc && (t - e->end) * sense <= 0 && (t - last) * sense < 0;
}

/* Reports a point that could not be found. */
static invo_status dense_fail(run *v, invo_status status, double t) {
    if (v->context->errors)
        return v->context->status;
    return report(
        v->context, status, t,
        "t = %.10g: the solution between two steps could not be brought onto the "
        "constraints (%s)",
        t, invo_status_text(status));
}

invo_status dense_at(const invo_result *r, double t, double *row) {
    dense *d = r->dense;
    run *v = d->run;
    const size_t width = (size_t)r->columns + 1;
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    const int number = dense_search(d, t, sense);
    const dense_entry *e = number < 0 ? NULL : &d->entry[number];
    if (t == r->final[0] && isnan(d->folded)) {
        memcpy(row, r->final, width * sizeof *row);
        return INVO_OK;
    }
    if (number == 0 && t == e->t && d->first) {
        memcpy(row, d->first, width * sizeof *row);
        return INVO_OK;
    }
    context_reset(v->context);
    if (!e || !dense_covers(r, e, t, sense))
        return dense_refuse(v, t, e);
    const invo_statistics counted = r->statistics;
    invo_status status = dense_enter(d, e->stretch);
    if (!status)
        status = dense_find(v, e, t);
    v->result->statistics = counted;
    if (status)
        return dense_fail(v, status, t);
    record_fill(v, v->point, row);
    return INVO_OK;
}

void dense_last(const invo_result *r, const invo_system **s, const double **u,
                const double **z) {
    const run *v = r->dense->run;
    assert(v && r->dense->now < 0);
    *s = v->s;
    *u = v->u;
    *z = v->engine->direction.z;
}

int dense_steps(const invo_result *r) {
    return r->dense->entries;
}

invo_status dense_visit(const invo_result *r, int entry, const invo_system **s,
                        const double **u, const double **z) {
    dense *d = r->dense;
    const dense_entry *e = &d->entry[entry];
    assert(entry >= 0 && entry < d->entries);
    TRY(dense_enter(d, e->stretch));
    const int n = d->run->n;
    *s = d->run->s;
    *u = e->data + 1;
    *z = e->data + 1 + 4 * (size_t)n;
    return INVO_OK;
}

/* --- ends --- */

/* Frees all but the list itself. */
static void dense_close(dense *d) {
    if (d->run) {
        run_free(d->run);
        free(d->run);
    }
    for (dense_chunk *k = d->chunks, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    free(d->entry);
    free(d->stretch);
    free(d->plan);
    *d = (dense){.owner = d->owner};
}

dense_owner *dense_own(invo_context *c, invo_result *r) {
    if (!r || !r->dense)
        return NULL;
    dense_owner *o = memory_alloc(c, sizeof *o);
    if (!o) { /* nobody would tell that the system has gone */
        dense_close(r->dense);
        return NULL;
    }
    o->of = r->dense;
    r->dense->owner = o;
    return o;
}

void dense_release(dense_owner *o) {
    if (!o)
        return;
    if (o->of) {
        dense_close(o->of);
        o->of->owner = NULL;
    }
    free(o);
}

void dense_free(dense *d) {
    if (!d)
        return;
    if (d->owner)
        d->owner->of = NULL;
    dense_close(d);
    free(d);
}
