/* SPDX-License-Identifier: BSD-3-Clause */
#include "chronicle.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum call_kind {
    CALL_HAPPEN,
    CALL_RENEW,
    CALL_LEAP,
    CALL_EXTEND,
    CALL_REFINE,
    CALL_CHECK
} call_kind;

static void note_marks(chronicle *j, const char *mark, int count) {
    archive_put_count(&j->calls, mark ? count : 0);
    archive_put(&j->calls, mark, mark ? (size_t)count : 0);
}

/* The kind of a call, a number of its own, and the point. */
static void note_call(chronicle *j, call_kind kind, int64_t number, const invo_system *s,
                      const double *u, const double *z) {
    archive_put_count(&j->calls, kind);
    archive_put_count(&j->calls, number);
    if (!u)
        return;
    archive_put(&j->calls, u, sizeof *u * (size_t)s->coordinates);
    archive_put(&j->calls, z, sizeof *z * (size_t)s->tops);
}

/* The system that calls are made of from here on. */
static void follow(chronicle *j, const invo_transition *to) {
    if (j && to->system)
        j->at = to->system;
}

invo_status chronicle_happen(chronicle *j, const invo_system *s, const double *u,
                             const double *z, const char *crossed, invo_transition *to) {
    if (j) {
        note_call(j, CALL_HAPPEN, 0, s, u, z);
        note_marks(j, crossed, s->events.count);
    }
    invo_status status = (invo_status)s->process.happen(s->self, u, z, crossed, to);
    follow(j, to);
    return status;
}

invo_status chronicle_renew(chronicle *j, const invo_system *s, const double *u,
                            const double *z, invo_transition *to) {
    if (j)
        note_call(j, CALL_RENEW, 0, s, u, z);
    invo_status status = (invo_status)s->process.renew(s->self, u, z, to);
    if (!status)
        follow(j, to);
    return status;
}

int chronicle_leap(chronicle *j, const invo_system *s, const double *u, const double *z,
                   invo_transition *to) {
    if (j)
        note_call(j, CALL_LEAP, 0, s, u, z);
    const int leaps = !s->process.leap(s->self, u, z, to) && to->system;
    if (leaps)
        follow(j, to);
    return leaps;
}

invo_status chronicle_extend(chronicle *j, const invo_system *s, unsigned what) {
    if (j)
        note_call(j, CALL_EXTEND, what, s, NULL, NULL);
    return (invo_status)s->process.extend(s->self, what);
}

/* Is this the first point of the system that is refined? */
static int is_first(chronicle *j, const invo_system *s) {
    for (int k = 0; k < j->refined_count; k++)
        if (j->refined[k] == s)
            return 0;
    if (j->refined_count == j->refined_capacity) {
        const int wider = 2 * j->refined_capacity + 8;
        const invo_system **grown =
            realloc((void *)j->refined, sizeof *grown * (size_t)wider);
        if (!grown) {
            j->is_broken = 1;
            return 0;
        }
        j->refined = grown;
        j->refined_capacity = wider;
    }
    j->refined[j->refined_count++] = s;
    return 1;
}

invo_status chronicle_refine(chronicle *j, const invo_system *s, double *u, double *z,
                             const char *left_out, int keep) {
    if (j && is_first(j, s)) {
        note_call(j, CALL_REFINE, keep, s, u, z);
        note_marks(j, left_out, s->constraints);
    }
    return (invo_status)s->ledger.refine(s->self, u, z, left_out, keep);
}

invo_status chronicle_check(chronicle *j, invo_context *c, const invo_system *s,
                            const double *u, const double *z) {
    const size_t said = c->message_size;
    invo_status status = (invo_status)s->process.check(s->self, u, z);
    if (j && c->message_size != said)
        note_call(j, CALL_CHECK, 0, s, u, z);
    return status;
}

/* --- once more --- */

int chronicle_reaches(const chronicle *j, const double *u, size_t coordinates) {
    for (size_t i = 0; i < coordinates; i++)
        if (!isfinite(u[i]))
            return 0;
    return u[0] >= j->first && u[0] <= j->last;
}

/* A point of the system, which the call may change: (u, z), malloc'ed. Coordinates are
 * finite, and clocks would strike up to any time. */
static double *replay_point(const chronicle *j, archive *from) {
    const size_t coordinates = (size_t)j->at->coordinates;
    const size_t n = coordinates + (size_t)j->at->tops;
    double *point = malloc(sizeof *point * (n + 1));
    if (!point)
        return NULL;
    archive_take(from, point, sizeof *point * n);
    from->is_broken |= !chronicle_reaches(j, point, coordinates);
    return point;
}

/* may_lack: there may be none. */
static const char *replay_marks(archive *from, int count, int may_lack) {
    const int64_t there = archive_take_within(from, may_lack ? 0 : count, count);
    from->is_broken |= there != 0 && there != count;
    return there > 0 ? archive_skip(from, (size_t)there) : NULL;
}

/* What a call returns has had its effect on the run already: only its effect on the
 * systems is wanted. */
static void replay_at_point(chronicle *j, invo_context *c, archive *from, call_kind kind,
                            int64_t number, double *u) {
    const invo_system *s = j->at;
    double *z = u + s->coordinates;
    invo_transition to = {0};
    const int errors = c->errors;
    const char *mark = NULL;
    if (kind == CALL_HAPPEN)
        mark = replay_marks(from, s->events.count, 0);
    if (kind == CALL_REFINE)
        mark = replay_marks(from, s->constraints, 1);
    if (from->is_broken)
        return;
    switch (kind) {
    case CALL_HAPPEN: /* a run that went on after this has not failed there */
        from->is_broken |= chronicle_happen(j, s, u, z, mark, &to) && c->errors > errors;
        break;
    case CALL_RENEW:
        chronicle_renew(j, s, u, z, &to);
        break;
    case CALL_LEAP:
        chronicle_leap(j, s, u, z, &to);
        break;
    case CALL_REFINE:
        chronicle_refine(j, s, u, z, mark, number != 0);
        break;
    case CALL_CHECK:
        chronicle_check(j, c, s, u, z);
        break;
    case CALL_EXTEND:
        break;
    }
}

/* Does the system have the function that was called? */
static int replay_fits(const invo_system *s, call_kind kind) {
    switch (kind) {
    case CALL_HAPPEN:
        return s->process.happen != NULL;
    case CALL_RENEW:
        return s->process.renew != NULL;
    case CALL_LEAP:
        return s->process.leap != NULL;
    case CALL_EXTEND:
        return s->process.extend != NULL;
    case CALL_REFINE:
        return s->ledger.refine != NULL;
    case CALL_CHECK:
        return s->process.check != NULL;
    }
    return 0;
}

/* The largest number of its own that a call has. */
static int64_t largest_number(call_kind kind) {
    enum {
        ALL_EXTENSIONS =
            INVO_EXTENSION_KERNEL | INVO_EXTENSION_TOPS | INVO_EXTENSION_GRADIENTS
    };
    return kind == CALL_EXTEND ? ALL_EXTENSIONS : kind == CALL_REFINE;
}

static invo_status replay_one(chronicle *j, invo_context *c, archive *from) {
    const call_kind kind = (call_kind)archive_take_within(from, CALL_HAPPEN, CALL_CHECK);
    const int64_t number = archive_take_within(from, 0, largest_number(kind));
    if (from->is_broken || !replay_fits(j->at, kind))
        return INVO_E_ARGUMENT;
    if (kind == CALL_EXTEND)
        return chronicle_extend(j, j->at, (unsigned)number);
    double *point = replay_point(j, from);
    if (!point)
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    if (!from->is_broken)
        replay_at_point(j, c, from, kind, number, point);
    free(point);
    return from->is_broken ? INVO_E_ARGUMENT : INVO_OK;
}

/* Have the same calls been made? */
static int chronicle_agrees(const chronicle *j, const archive *from) {
    const size_t made = j->calls.used;
    return made <= from->used && (made == 0 || memcmp(j->calls.at, from->at, made) == 0);
}

invo_status chronicle_replay(chronicle *j, invo_context *c, const invo_system *s,
                             const archive *from) {
    archive rest = *from;
    j->at = s;
    if (!chronicle_agrees(j, from))
        return INVO_E_ARGUMENT;
    rest.read = j->calls.used;
    while (rest.read < rest.used)
        TRY(replay_one(j, c, &rest));
    return chronicle_agrees(j, from) && j->calls.used == from->used ? INVO_OK
                                                                    : INVO_E_ARGUMENT;
}

void chronicle_free(chronicle *j) {
    archive_free(&j->calls);
    free((void *)j->refined);
    *j = (chronicle){0};
}
