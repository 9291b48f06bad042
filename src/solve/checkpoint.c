/* SPDX-License-Identifier: BSD-3-Clause */
#include "checkpoint.h"
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/archive.h"
#include "chronicle.h"
#include "run.h"

static const char CHECKPOINT_FIRST_LINE[] = "involute checkpoint 2\n";

/* --- what there is none of --- */

static invo_status checkpoint_refuse(invo_context *c, const char *why) {
    return report(c, INVO_E_ARGUMENT, NAN, "checkpoints: %s", why);
}

invo_status checkpoint_check(invo_context *c, const invo_system *s, const plan *p) {
    const invo_checkpoint *k = p->given.checkpoint;
    if (!k || (!k->file && !k->resume))
        return INVO_OK;
    if (!p->identity)
        return checkpoint_refuse(c, "only runs of models have them; what C functions "
                                    "remember is not known");
    if (s->delays.count)
        return checkpoint_refuse(c,
                                 "a model with delay() has none: all of its past would "
                                 "be part of them");
    if (p->given.dense)
        return checkpoint_refuse(c, "a result that can be asked for any time (dense) has "
                                    "none; let output rows be denser");
    if (p->verify || p->certify)
        return checkpoint_refuse(c, "leave out --verify and --certify, or run without "
                                    "--checkpoint and --resume");
    if (k->steps < 0 || !(k->every >= 0))
        return checkpoint_refuse(c, "the steps and the seconds between them must not be "
                                    "negative");
    return INVO_OK;
}

/* --- where --- */

/* So many numbers are computed between two places: a few seconds of work, beside which a
 * new engine and new code are little. Implicit steps take some more of them. */
static const double NUMBERS_BETWEEN = 1e7, IMPLICIT_SHARE = 30;
enum { FEWEST_STEPS = 100, MOST_STEPS = 1000000 };

static long steps_between(const run *v) {
    const double numbers = (double)v->n + (double)v->s->tops;
    const double dearer = method_is_implicit(v->engine->method) ? IMPLICIT_SHARE : 1;
    if (v->checkpoint.given->steps > 0)
        return v->checkpoint.given->steps;
    const double steps = NUMBERS_BETWEEN / (numbers * dearer);
    return (long)fmin(fmax(steps, FEWEST_STEPS), MOST_STEPS);
}

/* Not while the run passes an impasse point by arclength: it is on its way back. */
int checkpoint_is_due(const run *v) {
    const checkpointing *k = &v->checkpoint;
    return k->is_on && v->result->statistics.steps >= k->due && !v->arc.automatic &&
           !v->trouble && v->attempts.rejected == 0;
}

/* --- the state as bytes --- */

static void put_archive(archive *a, const archive *part) {
    archive_put_count(a, (int64_t)part->used);
    archive_put(a, part->at, part->used);
}

static archive take_archive(archive *a) {
    const size_t size = (size_t)archive_take_within(a, 0, (int64_t)(a->used - a->read));
    const void *at = archive_skip(a, size);
    return (archive){.at = (unsigned char *)at, .used = at ? size : 0};
}

/* Writes the state between two steps. The caller's files come first: what they hold then
 * is what the rows of the result go on from. */
static invo_status checkpoint_write(run *v, const double *u) {
    const invo_checkpoint *k = v->checkpoint.given;
    const chronicle *j = v->o.chronicle;
    long mark[INVO_CHECKPOINT_MARKS] = {0};
    archive a = {0};
    if (k->mark)
        TRY((invo_status)k->mark(k->data, mark));
    v->checkpoint.spent = seconds() - v->checkpoint.began;
    archive_put_text(&a, v->o.identity);
    for (int i = 0; i < INVO_CHECKPOINT_MARKS; i++)
        archive_put_count(&a, mark[i]);
    put_archive(&a, &j->calls);
    archive_put_count(&a, v->n);
    archive_put(&a, u, sizeof *u * (size_t)v->n);
    result_save(&a, v->result);
    run_save(&a, v);
    archive_put_text(&a, v->context->message);
    a.is_broken |= j->is_broken || j->calls.is_broken;
    invo_status status = archive_write(v->context, &a, k->file, CHECKPOINT_FIRST_LINE);
    archive_free(&a);
    v->checkpoint.written = seconds();
    return status;
}

static int checkpoint_is_time(const run *v) {
    const invo_checkpoint *k = v->checkpoint.given;
    return k->file && seconds() - v->checkpoint.written >= k->every;
}

/* From u on, by an engine that knows of nothing before. */
static invo_status checkpoint_continue(run *v, const double *u) {
    TRY(run_renew(v, u));
    v->trouble = run_begin_here(v, POINT_OF_RUN);
    return v->trouble ? message_trouble(v, v->u[0], 0, 0) : INVO_OK;
}

invo_status checkpoint_pass(run *v, double h) {
    assert(checkpoint_is_due(v));
    double *u = memory_alloc(v->context, sizeof *u * (size_t)v->n);
    if (!u)
        return INVO_E_MEMORY;
    copy(u, v->u, v->n);
    watch_end(v);
    run_leave(v);
    v->checkpoint.due = v->result->statistics.steps + steps_between(v);
    v->checkpoint.h = h;
    invo_status status = checkpoint_is_time(v) ? checkpoint_write(v, u) : INVO_OK;
    if (!status)
        status = checkpoint_continue(v, u);
    free(u);
    return status;
}

/* --- and back --- */

/* The first line that differs, of two texts of lines. */
static int lines_differ(const char *a, const char *b, char one[200], char other[200]) {
    while (*a || *b) {
        const size_t m = strcspn(a, "\n");
        const size_t n = strcspn(b, "\n");
        if (m != n || memcmp(a, b, m) != 0) {
            snprintf(one, 200, "%.*s", (int)m, a);
            snprintf(other, 200, "%.*s", (int)n, b);
            return 1;
        }
        a += m + (a[m] != 0);
        b += n + (b[n] != 0);
    }
    return 0;
}

static invo_status checkpoint_mismatch(const run *v, const char *there) {
    char one[200], other[200];
    if (!there || !lines_differ(there, v->o.identity, one, other))
        return INVO_OK;
    return report(v->context, INVO_E_ARGUMENT, NAN,
                  "the checkpoint '%.300s' is one of another run: there %s, here %s",
                  v->checkpoint.given->resume, *one ? one : "nothing more",
                  *other ? other : "nothing more");
}

static invo_status checkpoint_unfit(const run *v, const char *why) {
    return report(v->context, INVO_E_ARGUMENT, NAN, "the checkpoint '%.300s' %s",
                  v->checkpoint.given->resume, why);
}

/* The times that the run may reach: between its start and its stop; by arclength it may
 * turn back, but a clock must not strike for ever. */
static void set_reach(const run *v, chronicle *j) {
    static const double BEYOND = 1e6; /* lengths of the run */
    const double span = fabs(v->o.stop - v->o.start);
    const double beyond = v->engine->by_length ? BEYOND * span : 0;
    j->first = fmin(v->o.start, v->o.stop) - beyond;
    j->last = fmax(v->o.start, v->o.stop) + beyond;
}

static invo_status take_systems(run *v, archive *a) {
    const archive calls = take_archive(a);
    set_reach(v, v->o.chronicle);
    invo_status status = chronicle_replay(v->o.chronicle, v->context, v->s, &calls);
    if (status == INVO_E_ARGUMENT && !v->context->errors)
        return checkpoint_unfit(v, "has events that the model does not have");
    v->s = v->o.chronicle->at;
    v->n = v->s->coordinates;
    return status;
}

/* Notes that were made until then, those of the completion among them. */
static void take_messages(invo_context *c, archive *a) {
    const char *text = archive_take_text(a);
    forget_errors(c, 0);
    if (text)
        context_repeat(c, text);
}

/* The point of the run, in the archive. */
static const void *take_point(const run *v, archive *a) {
    archive_take_within(a, v->n, v->n);
    return archive_skip(a, sizeof(double) * (size_t)v->n);
}

/* Numbers come from the checkpoint, and whatever has an address from this run. */
static invo_status checkpoint_restore(run *v, archive *a, double **u) {
    const invo_checkpoint *k = v->checkpoint.given;
    long mark[INVO_CHECKPOINT_MARKS];
    TRY(checkpoint_mismatch(v, archive_take_text(a)));
    for (int i = 0; i < INVO_CHECKPOINT_MARKS; i++)
        mark[i] = (long)archive_take_within(a, LONG_MIN, LONG_MAX);
    TRY(take_systems(v, a));
    const void *point = take_point(v, a);
    *u = memory_alloc(v->context, sizeof **u * (size_t)v->n);
    if (!*u)
        return INVO_E_MEMORY;
    if (point)
        memcpy(*u, point, sizeof **u * (size_t)v->n); /* aligned for nothing */
    TRY(result_load(v->context, a, v->result));
    run_load(a, v, *u);
    if (!a->is_broken)
        take_messages(v->context, a);
    if (a->is_broken || a->read != a->used)
        return checkpoint_unfit(v, "ends too soon, or has numbers that no run has");
    v->checkpoint.earlier = v->checkpoint.spent;
    v->checkpoint.began -= v->checkpoint.earlier;
    return k->go_back ? (invo_status)k->go_back(k->data, mark) : INVO_OK;
}

static invo_status checkpoint_resume(run *v) {
    archive a = {0};
    double *u = NULL;
    invo_status status =
        archive_read(v->context, &a, v->checkpoint.given->resume, CHECKPOINT_FIRST_LINE);
    if (!status)
        status = checkpoint_restore(v, &a, &u);
    archive_free(&a);
    if (!status)
        status = checkpoint_continue(v, u);
    free(u);
    v->checkpoint.is_resumed = !status;
    return status;
}

invo_status checkpoint_begin(run *v) {
    const invo_checkpoint *k = v->o.given.checkpoint;
    v->checkpoint = (checkpointing){.given = k, .began = seconds()};
    v->checkpoint.written = v->checkpoint.began;
    v->checkpoint.is_on = k && (k->file || k->resume);
    if (v->checkpoint.is_on)
        v->checkpoint.due = steps_between(v);
    if (k && k->file)
        TRY(archive_try(v->context, k->file, CHECKPOINT_FIRST_LINE));
    return k && k->resume ? checkpoint_resume(v) : INVO_OK;
}
