/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that wait for long divisions and sums are put behind others that do not: a
 * processor looks ahead over some dozen operations, and stands still where all of them
 * wait. The rule is that of list scheduling ([Gibbons, Muchnick, SIGPLAN Notices 21
 * (1986) 11]): of what could begin first, that which most depends on, but in the order
 * before where the difference is small, so that values are read soon after they are made.
 * Results do not change. */
#include "merge_order.h"
#include <assert.h>
#include <string.h>

/* Operations that begin this far behind the first one that is left are not looked at. */
enum { SCHEDULE_WINDOW = 100 };
/* Cycles by which what depends on an operation must be longer to prefer it. */
enum { SCHEDULE_MARGIN = 40 };
/* Additions and multiplications that begin in a cycle. */
enum { SCHEDULE_WIDTH = 2 };

/* A group, or an operation by itself. */
typedef struct schedule_unit {
    int first;  /* place in the order before */
    int waits;  /* arguments that are not placed yet */
    int begin;  /* cycle before which it has to wait */
    int height; /* cycles from its beginning to the end of all that depends on it */
} schedule_unit;

typedef struct schedule_work {
    const merge_order *from;
    const order_operation *list;
    int units;
    schedule_unit *unit;        /* [units] */
    int *unit_of;               /* [operations] */
    int *start, *reader;        /* units that read an operation: CSR */
    int ready[SCHEDULE_WINDOW]; /* units that may be next, ascending */
    int ready_count;
    int seen;      /* so many units are in the window, or before it */
    char *is_done; /* [units] */
    int cycle, issued;
} schedule_work;

/* Cycles until a result can be used, more or less: the order depends on these alone, on
 * every processor. */
static int schedule_latency(tape_op op) {
    enum { LONG_CALL = 110, SHORT_CALL = 8 };
    switch ((int)op) {
    case TAPE_COPY:
    case TAPE_NOEVENT:
        return 0;
    case TAPE_NEG:
    case TAPE_ABS:
        return 1;
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_MUL:
        return 3;
    case TAPE_MULADD:
        return 6;
    case TAPE_DIVIDE:
        return 13;
    case TAPE_SQRT:
        return 20;
    case TAPE_SIN:
    case TAPE_COS:
        return LONG_CALL;
    default: /* comparisons, choices and functions: rare, and no order is wrong */
        return SHORT_CALL;
    }
}

/* What is added to a product comes in after the multiplication. */
static int schedule_lead(const order_operation *o, int argument) {
    return o->op == TAPE_MULADD && argument == 2 ? schedule_latency(TAPE_MUL) : 0;
}

/* --- units --- */

static void schedule_make_units(schedule_work *w) {
    const merge_order *o = w->from;
    for (int i = 0; i < o->count; i += o->group[i]) {
        w->unit[w->units] = (schedule_unit){.first = i};
        for (int k = 0; k < o->group[i]; k++)
            w->unit_of[o->at[i + k]] = w->units;
        w->units++;
    }
}

static void schedule_find_heights(const schedule_work *w) {
    for (int i = w->from->count - 1; i >= 0; i--) {
        const order_operation *o = &w->list[w->from->at[i]];
        schedule_unit *own = &w->unit[w->unit_of[w->from->at[i]]];
        for (int k = 0; k < 3; k++) {
            if (o->argument[k] == NO_OPERATION)
                continue;
            const order_operation *a = &w->list[o->argument[k]];
            schedule_unit *of = &w->unit[w->unit_of[o->argument[k]]];
            const int height =
                own->height - schedule_lead(o, k) + schedule_latency(a->op);
            if (of->height < height)
                of->height = height;
            own->waits++;
        }
    }
}

/* Readers of each operation, an operation as often as it reads it. */
static void schedule_find_readers(const schedule_work *w) {
    const int count = w->from->count;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            if (w->list[i].argument[k] != NO_OPERATION)
                w->start[w->list[i].argument[k] + 1]++;
    for (int i = 0; i < count; i++)
        w->start[i + 1] += w->start[i];
    for (int i = count - 1; i >= 0; i--)
        for (int k = 0; k < 3; k++)
            if (w->list[i].argument[k] != NO_OPERATION)
                w->reader[w->start[w->list[i].argument[k]]++] = i;
    memmove(w->start + 1, w->start, sizeof *w->start * (size_t)count);
    w->start[0] = 0;
}

/* --- choices --- */

static void schedule_add_ready(schedule_work *w, int unit) {
    int at = w->ready_count++;
    for (; at > 0 && w->ready[at - 1] > unit; at--)
        w->ready[at] = w->ready[at - 1];
    w->ready[at] = unit;
}

/* The window follows the first unit that is left. */
static void schedule_advance(schedule_work *w, int first) {
    for (; w->seen < w->units && w->seen < first + SCHEDULE_WINDOW; w->seen++)
        if (w->unit[w->seen].waits == 0)
            w->ready[w->ready_count++] = w->seen;
}

/* The place of the next unit in the list of what is ready. */
static int schedule_choose(const schedule_work *w) {
    int best = 0;
    int best_begin = 0;
    int best_height = 0;
    for (int k = 0; k < w->ready_count; k++) {
        const schedule_unit *u = &w->unit[w->ready[k]];
        const int begin = u->begin > w->cycle ? u->begin : w->cycle;
        const int is_better =
            begin < best_begin ||
            (begin == best_begin && u->height > best_height + SCHEDULE_MARGIN);
        if (k && !is_better)
            continue;
        best = k;
        best_begin = begin;
        best_height = u->height;
    }
    return best;
}

/* The operation has been placed: those that have waited for it alone are ready. */
static void schedule_release(schedule_work *w, int operation) {
    const int end = w->cycle + schedule_latency(w->list[operation].op);
    for (int r = w->start[operation]; r < w->start[operation + 1]; r++) {
        const int reader = w->reader[r];
        schedule_unit *u = &w->unit[w->unit_of[reader]];
        for (int k = 0; k < 3; k++) {
            const int begin = end - schedule_lead(&w->list[reader], k);
            if (w->list[reader].argument[k] == operation && begin > u->begin)
                u->begin = begin;
        }
        if (--u->waits == 0 && w->unit_of[reader] < w->seen)
            schedule_add_ready(w, w->unit_of[reader]);
    }
}

static void schedule_place(schedule_work *w, int unit, merge_order *to) {
    enum { CALL_ISSUES = 60 };
    const schedule_unit *u = &w->unit[unit];
    const int members = w->from->group[u->first];
    if (u->begin > w->cycle) {
        w->cycle = u->begin;
        w->issued = 0;
    }
    for (int k = 0; k < members; k++) {
        const int operation = w->from->at[u->first + k];
        to->group[to->count] = members;
        to->at[to->count++] = operation;
        w->issued += w->list[operation].op == TAPE_MULADD ? 2 : 1;
        schedule_release(w, operation);
    }
    w->issued += members > 1 ? CALL_ISSUES : 0;
    w->cycle += w->issued / SCHEDULE_WIDTH;
    w->issued %= SCHEDULE_WIDTH;
    w->is_done[unit] = 1;
}

merge_order merge_order_schedule(arena *a, const merge_order *from,
                                 const order_operation *list) {
    const int count = from->count;
    merge_order to = {0, ARENA_ARRAY(a, int, count + 1), ARENA_ARRAY(a, int, count + 1)};
    schedule_work w = {.from = from,
                       .list = list,
                       .unit = arena_alloc(a, sizeof *w.unit * (size_t)(count + 1)),
                       .unit_of = ARENA_ARRAY(a, int, count + 1),
                       .start = ARENA_ARRAY(a, int, count + 2),
                       .reader = ARENA_ARRAY(a, int, 3 * count + 1),
                       .is_done = ARENA_ARRAY(a, char, count + 1)};
    schedule_make_units(&w);
    schedule_find_heights(&w);
    schedule_find_readers(&w);
    for (int first = 0; first < w.units;) {
        schedule_advance(&w, first);
        assert(w.ready_count > 0);
        const int k = schedule_choose(&w);
        const int unit = w.ready[k];
        w.ready_count--;
        memmove(w.ready + k, w.ready + k + 1,
                sizeof *w.ready * (size_t)(w.ready_count - k));
        schedule_place(&w, unit, &to);
        while (first < w.units && w.is_done[first])
            first++;
    }
    assert(to.count == count);
    return to;
}
