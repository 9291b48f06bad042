/* SPDX-License-Identifier: BSD-3-Clause */
/* Where values are put, and runs: members of one class whose arguments, and whose given
 * slots, advance by constant strides. The strides are the most common differences between
 * members that are near to each other. */
#include "roll_work.h"
#include <stdlib.h>
#include <string.h>

/* Strides that are tried for the members of a class, and how they are found: of so many
 * members, a prime number apart so that they are of all kinds that alternate, the
 * differences from the next ones. */
enum { SPREAD = 7919 };
enum { MOST_TRIES = 6, SAMPLES = 24, WINDOW = 12, MOST_STRIDES = 64 };

int roll_is_simple(tape_op op) {
    switch ((int)op) {
    case TAPE_COPY:
    case TAPE_NEG:
    case TAPE_ABS:
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_MUL:
    case TAPE_DIVIDE:
    case TAPE_MULADD:
    case TAPE_SQRT:
    case TAPE_MIN:
    case TAPE_MAX:
    case TAPE_SELECT:
        return 1;
    default: /* of whatever other kind */
        return 0;
    }
}

/* --- places --- */

int roll_new_list(rolling *r, int length) {
    LIST_PUSH(r->arena, r->length, length);
    return r->lists++;
}

void roll_add_unit(rolling *r, unit u) {
    for (int i = 0; i < u.rounds * u.body; i++)
        r->unit_of[u.member[i]] = r->unit.count;
    LIST_PUSH(r->arena, r->unit, u);
}

void roll_add_single(rolling *r, int i) {
    unit u = {1, 1, ARENA_ROOM(r->arena, int, 1), 0, -1};
    u.member[0] = i;
    r->singles++;
    if (r->spot[i].list == NO_LIST)
        r->spot[i] = (spot){roll_new_list(r, 1), 0};
    roll_add_unit(r, u);
}

static spots spots_of(const rolling *r, int i) {
    const roll_operation *o = &r->all[i];
    spots s;
    for (int k = 0; k < ARGUMENTS; k++)
        s.of[k] = k < tape_arity(o->op) ? roll_spot_of(r, o->argument[k])
                                        : (spot){LIST_OF_NOTHING, 0};
    s.of[ARGUMENTS] =
        o->slot >= 0 ? (spot){LIST_GIVEN, o->slot} : (spot){LIST_OF_NOTHING, 0};
    return s;
}

static uint32_t hash_spots(const spots *s) {
    uint64_t hash = 0;
    for (int k = 0; k < COORDINATES; k++)
        hash = roll_mix(hash, (uint64_t)(uint32_t)s->of[k].list << 32 |
                                  (uint64_t)(uint32_t)s->of[k].at);
    return (uint32_t)(hash >> 32);
}

static int same_spots(const spots *a, const spots *b) {
    for (int k = 0; k < COORDINATES; k++)
        if (a->of[k].list != b->of[k].list || a->of[k].at != b->of[k].at)
            return 0;
    return 1;
}

/* --- runs of a class --- */

typedef struct run_work {
    int count;
    int *member;  /* [count]: those that are left */
    spots *spots; /* [count] */
    int *table;   /* [buckets]: 1 + place among the members */
    uint32_t buckets;
    char *is_taken; /* [count] */
    int *run;       /* [count]: members of a run, one stride after the other */
    int ahead;      /* as a rule, members are so many places apart after a stride */
} run_work;

static void index_spots(run_work *w) {
    memset(w->table, 0, sizeof *w->table * w->buckets);
    for (int i = 0; i < w->count; i++) {
        uint32_t at = hash_spots(&w->spots[i]) & (w->buckets - 1);
        while (w->table[at])
            at = (at + 1) & (w->buckets - 1);
        w->table[at] = i + 1;
    }
}

static int find_spots(const run_work *w, const spots *s) {
    uint32_t at = hash_spots(s) & (w->buckets - 1);
    while (w->table[at] && !same_spots(&w->spots[w->table[at] - 1], s))
        at = (at + 1) & (w->buckets - 1);
    return w->table[at] - 1;
}

/* Member i, so many strides on; -1: there is none. */
static int after(const run_work *w, int i, const stride *s, int times) {
    spots to = w->spots[i];
    for (int k = 0; k < COORDINATES; k++)
        to.of[k].at += times * s->by[k];
    const int guess = i + times * w->ahead;
    if (guess >= 0 && guess < w->count && same_spots(&w->spots[guess], &to))
        return guess;
    return find_spots(w, &to);
}

/* From one member to another, the first change being positive; 0: there is none. */
static int stride_between(const spots *a, const spots *b, stride *s) {
    int sign = 0; /* also what is returned */
    for (int k = 0; k < COORDINATES; k++) {
        if (a->of[k].list != b->of[k].list)
            return 0;
        s->by[k] = b->of[k].at - a->of[k].at;
        if (sign == 0)
            sign = (s->by[k] > 0) - (s->by[k] < 0);
    }
    for (int k = 0; k < COORDINATES; k++)
        s->by[k] *= sign;
    return sign;
}

static long stride_size(const stride *s) {
    long size = 0;
    for (int k = 0; k < COORDINATES; k++)
        size += labs((long)s->by[k]);
    return size;
}

/* The most common stride between members that are near to each other; 0: there is none.
 */
static int choose_stride(run_work *w, stride *best) {
    int ahead[MOST_STRIDES];
    int usual[WINDOW + 1] = {0}; /* that of the last two members so far apart */
    stride list[MOST_STRIDES];
    int votes[MOST_STRIDES];
    int found = 0;
    int most = -1;
    const int samples = w->count > SAMPLES ? SAMPLES : w->count;
    for (int sample = 0; sample < samples; sample++) {
        const int i = (int)((int64_t)sample * SPREAD % w->count);
        for (int j = i + 1; j <= i + WINDOW && j < w->count; j++) {
            stride s;
            const int sign = stride_between(&w->spots[i], &w->spots[j], &s);
            int k = usual[j - i];
            if (sign == 0)
                continue;
            if (k >= found || memcmp(&list[k], &s, sizeof s) != 0)
                for (k = 0; k < found && memcmp(&list[k], &s, sizeof s) != 0;)
                    k++;
            if (k == MOST_STRIDES)
                continue;
            usual[j - i] = k;
            if (k == found) {
                list[found] = s;
                ahead[found] = sign * (j - i);
                votes[found++] = 0;
            }
            votes[k]++;
        }
    }
    for (int k = 0; k < found; k++)
        if (most < 0 || votes[k] > votes[most] ||
            (votes[k] == votes[most] && stride_size(&list[k]) < stride_size(&list[most])))
            most = k;
    if (most < 0)
        return 0;
    *best = list[most];
    w->ahead = ahead[most];
    return 1;
}

/* The first members of w->run. */
static void add_run(rolling *r, const run_work *w, int rounds) {
    const int list = roll_new_list(r, rounds);
    unit u = {1, rounds, ARENA_ROOM(r->arena, int, rounds), 1, -1};
    for (int k = 0; k < rounds; k++) {
        const int i = w->run[k];
        u.member[k] = w->member[i];
        r->spot[w->member[i]] = (spot){list, k};
        w->is_taken[i] = 1;
    }
    if (roll_is_simple(r->all[u.member[0]].op)) {
        roll_add_unit(r, u);
        return;
    }
    for (int k = 0; k < rounds; k++) /* side by side, but one by one */
        roll_add_single(r, u.member[k]);
}

static void cut_runs(rolling *r, const run_work *w, const stride *s) {
    for (int begin = 0; begin < w->count; begin++) {
        if (w->is_taken[begin] || after(w, begin, s, -1) >= 0)
            continue;
        int rounds = 0;
        for (int i = begin; i >= 0; i = after(w, i, s, 1))
            w->run[rounds++] = i;
        if (rounds >= LEAST_ROUNDS)
            add_run(r, w, rounds);
    }
}

/* Leaves out what is in runs; returns how many are. */
static int keep_rest(run_work *w) {
    int kept = 0;
    for (int i = 0; i < w->count; i++) {
        if (w->is_taken[i])
            continue;
        w->member[kept] = w->member[i];
        w->spots[kept++] = w->spots[i];
    }
    const int taken = w->count - kept;
    memset(w->is_taken, 0, (size_t)w->count);
    w->count = kept;
    return taken;
}

void roll_class(rolling *r, int c) {
    const int size = roll_class_size(r, c);
    const int *member = r->member + r->first[c];
    if (size < LEAST_ROUNDS) {
        for (int i = 0; i < size; i++)
            roll_add_single(r, member[i]);
        return;
    }
    arena *scratch = arena_child(r->arena);
    run_work w = {.count = size,
                  .member = arena_keep(scratch, member, sizeof *member, size),
                  .spots = ARENA_ROOM(scratch, spots, size),
                  .buckets = roll_room(size),
                  .is_taken = ARENA_ARRAY(scratch, char, size + 1),
                  .run = ARENA_ROOM(scratch, int, size + 1)};
    w.table = ARENA_ROOM(scratch, int, w.buckets);
    for (int i = 0; i < size; i++)
        w.spots[i] = spots_of(r, member[i]);
    for (int try = 0; try < MOST_TRIES && w.count >= LEAST_ROUNDS; try++) {
        stride s;
        if (!choose_stride(&w, &s))
            break;
        index_spots(&w);
        cut_runs(r, &w, &s);
        if (!keep_rest(&w))
            break;
    }
    for (int i = 0; i < w.count; i++)
        roll_add_single(r, w.member[i]);
    arena_free(scratch);
}
