/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations stay in their order, but for sines and cosines that come as early as the
 * first one of those that they are taken with, and what their arguments take. */
#include "merge_order.h"
#include <assert.h>
#include <stdlib.h>

/* Of so many sines and cosines the next ones of a group are looked for, and so many
 * operations may be moved before it for one of them. */
enum { FAR_AHEAD = 64, MOST_MOVED = 32 };
enum { GROUP_ARGUMENTS = 8, GROUP_MEMBERS = 2 * GROUP_ARGUMENTS };

typedef struct order_work {
    int count;
    const order_operation *list;
    int *round; /* [count]: sines and cosines that it waits for, one after the other */
    int *peer;  /* [count]: the next one of the same round; NO_OPERATION: none */
    char *is_done, *is_moved;
    merge_order made;
} order_work;

static int is_circular(const order_work *w, int i) {
    return w->list[i].op == TAPE_SIN || w->list[i].op == TAPE_COS;
}

static int is_waiting(const order_work *w, int i) {
    return i != NO_OPERATION && !w->is_done[i] && !w->is_moved[i];
}

static void find_rounds(order_work *w, arena *a) {
    int *last = ARENA_ARRAY(a, int, w->count + 1); /* by round, 1 + operation */
    for (int i = 0; i < w->count; i++) {
        int round = 0;
        for (int k = 0; k < 3; k++) {
            const int from = w->list[i].argument[k];
            if (from == NO_OPERATION)
                continue;
            const int after = w->round[from] + is_circular(w, from);
            round = after > round ? after : round;
        }
        w->round[i] = round;
        w->peer[i] = NO_OPERATION;
        if (!is_circular(w, i))
            continue;
        if (last[round])
            w->peer[last[round] - 1] = i;
        last[round] = i + 1;
    }
}

static void order_push(order_work *w, int i, int group) {
    w->made.group[w->made.count] = group;
    w->made.at[w->made.count++] = i;
    w->is_done[i] = 1;
}

/* --- groups --- */

typedef struct order_group {
    int members, arguments;
    int member[GROUP_MEMBERS];
    int circle[GROUP_ARGUMENTS];
    int moved;
    int move[GROUP_ARGUMENTS * MOST_MOVED]; /* operations that are to come before */
} order_group;

/* Adds what operation i waits for; 0: that is too much, or has sines of its own. */
static int order_move_arguments(order_work *w, order_group *g, int i) {
    const int begin = g->moved;
    int next = begin;
    int at = i;
    while (1) {
        for (int k = 0; k < 3; k++) {
            const int from = w->list[at].argument[k];
            if (!is_waiting(w, from))
                continue;
            if (is_circular(w, from) || g->moved == begin + MOST_MOVED)
                return 0;
            w->is_moved[from] = 1;
            g->move[g->moved++] = from;
        }
        if (next == g->moved)
            return 1;
        at = g->move[next++];
    }
}

static int group_argument(const order_group *g, int circle) {
    for (int k = 0; k < g->arguments; k++)
        if (g->circle[k] == circle)
            return k;
    return -1;
}

/* Takes operation i into the group, if that can be. */
static void order_join(order_work *w, order_group *g, int i) {
    const int begin = g->moved;
    const int circle = w->list[i].circle;
    if (group_argument(g, circle) < 0) {
        if (g->arguments == GROUP_ARGUMENTS)
            return;
        if (!order_move_arguments(w, g, i)) {
            while (g->moved > begin)
                w->is_moved[g->move[--g->moved]] = 0;
            return;
        }
        g->circle[g->arguments++] = circle;
    }
    if (g->members < GROUP_MEMBERS)
        g->member[g->members++] = i;
}

static int compare_operations(const void *a, const void *b) {
    const int x = *(const int *)a;
    const int y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Operation i with others that are ready, or soon are. */
static void order_push_group(order_work *w, int i) {
    order_group g = {0};
    int looks = 0;
    for (int k = i; k != NO_OPERATION && looks < FAR_AHEAD; k = w->peer[k], looks++)
        if (!w->is_done[k])
            order_join(w, &g, k);
    qsort(g.move, (size_t)g.moved, sizeof *g.move, compare_operations);
    for (int k = 0; k < g.moved; k++)
        order_push(w, g.move[k], 1);
    for (int k = 0; k < g.arguments; k++)
        for (int j = 0; j < g.members; j++)
            if (w->list[g.member[j]].circle == g.circle[k])
                order_push(w, g.member[j], g.members);
}

merge_order merge_order_new(arena *a, int count, const order_operation *list) {
    order_work w = {
        .count = count,
        .list = list,
        .round = ARENA_ARRAY(a, int, count + 1),
        .peer = ARENA_ARRAY(a, int, count + 1),
        .is_done = ARENA_ARRAY(a, char, count + 1),
        .is_moved = ARENA_ARRAY(a, char, count + 1),
        .made = {0, ARENA_ARRAY(a, int, count + 1), ARENA_ARRAY(a, int, count + 1)}};
    find_rounds(&w, a);
    for (int i = 0; i < count; i++) {
        if (w.is_done[i])
            continue;
        if (is_circular(&w, i))
            order_push_group(&w, i);
        else
            order_push(&w, i, 1);
    }
    assert(w.made.count == count);
    return w.made;
}
