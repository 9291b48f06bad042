/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences: members of classes that depend on each other, as far as they are
 * connected, divided into rounds that are alike in their operations and in where their
 * arguments lie. */
#include <limits.h>
#include <stdlib.h>
#include "roll_work.h"

/* What repeats itself may be several rounds of a recurrence, but not more. */
enum { MOST_PERIODS = 4 };

static int root_of(int *up, int i) {
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

/* A recurrence: the members of a knot that are connected, ascending. */
typedef struct chain {
    int count;
    const int *member;
    int body;
    int begin, end; /* rounds that have all seats filled by the same classes */
    int *at;        /* [begin .. end, body]: members */
} chain;

/* The class that begins rounds: the smallest one that is no remainder. */
static int leading_class(const rolling *r, const chain *k) {
    int *size = r->size;
    int most = 0;
    int best = -1;
    for (int i = 0; i < k->count; i++) {
        int *own = &size[r->class_of[k->member[i]]];
        ++*own;
        most = *own > most ? *own : most;
    }
    for (int i = 0; i < k->count; i++) {
        const int c = r->class_of[k->member[i]];
        if (2 * size[c] < most)
            continue;
        if (best < 0 || size[c] < size[best])
            best = c;
    }
    for (int i = 0; i < k->count; i++)
        size[r->class_of[k->member[i]]] = 0;
    return best;
}

/* Are two rounds made of the same classes in the same order? */
static int same_round(const rolling *r, const chain *k, const int *start, int a, int b) {
    const int size = start[a + 1] - start[a];
    if (start[b + 1] - start[b] != size)
        return 0;
    for (int j = 0; j < size; j++)
        if (r->class_of[k->member[start[a] + j]] != r->class_of[k->member[start[b] + j]])
            return 0;
    return 1;
}

/* Divides the members into rounds, each with so many of the class that begins them;
 * returns whether there are enough. */
static int find_rounds(rolling *r, chain *k, int period) {
    const int leader = leading_class(r, k);
    number_list start = {0};
    int leaders = 0;
    for (int i = 0; i < k->count; i++)
        if (r->class_of[k->member[i]] == leader && leaders++ % period == 0)
            LIST_PUSH(r->arena, start, i);
    const int rounds = start.count;
    LIST_PUSH(r->arena, start, k->count);
    if (rounds < LEAST_ROUNDS)
        return 0;
    const int middle = rounds / 2;
    k->begin = k->end = middle;
    while (k->begin > 0 && same_round(r, k, start.at, k->begin - 1, middle))
        k->begin--;
    while (k->end < rounds && same_round(r, k, start.at, k->end, middle))
        k->end++;
    k->body = start.at[middle + 1] - start.at[middle];
    if (k->end - k->begin < LEAST_ROUNDS)
        return 0;
    k->at = ARENA_ROOM(r->arena, int, (k->end - k->begin) * k->body);
    for (int round = k->begin; round < k->end; round++)
        for (int j = 0; j < k->body; j++) {
            const int i = k->member[start.at[round] + j];
            k->at[(round - k->begin) * k->body + j] = i;
            r->round[i] = round;
            r->seat[i] = j;
        }
    return 1;
}

static int chain_member(const chain *k, int round, int j) {
    return k->at[(round - k->begin) * k->body + j];
}

/* Does argument v of `round` lie as argument w of the middle round does, which moves by
 * so much from round to round? */
static int fits_round(const rolling *r, int v, int w, int apart, int by) {
    const int is_inner = w >= 0 && r->round[w] >= 0;
    if (is_inner)
        return v >= 0 && r->round[v] >= 0 && r->seat[v] == r->seat[w] &&
               r->round[v] == r->round[w] + apart;
    const spot a = roll_spot_of(r, w);
    const spot b = roll_spot_of(r, v);
    if (v >= 0 && r->round[v] >= 0)
        return 0;
    return a.list == b.list && a.list != NO_LIST && b.at == a.at + apart * by;
}

static int fits_middle(const rolling *r, const chain *k, int round, int middle) {
    for (int j = 0; j < k->body; j++) {
        const roll_operation *o = &r->all[chain_member(k, round, j)];
        const roll_operation *m = &r->all[chain_member(k, middle, j)];
        const roll_operation *n = &r->all[chain_member(k, middle + 1, j)];
        for (int i = 0; i < tape_arity(o->op); i++) {
            const int by =
                roll_spot_of(r, n->argument[i]).at - roll_spot_of(r, m->argument[i]).at;
            if (!fits_round(r, o->argument[i], m->argument[i], round - middle, by))
                return 0;
        }
        const int by = n->slot - m->slot;
        if (o->slot != m->slot + (round - middle) * by)
            return 0;
    }
    return 1;
}

static int chain_is_simple(const rolling *r, const chain *k) {
    for (int j = 0; j < k->body; j++)
        if (!roll_is_simple(r->all[chain_member(k, k->begin, j)].op))
            return 0;
    return 1;
}

/* Makes a unit of those rounds that fit to each other; returns whether there are enough.
 */
static int add_chain(rolling *r, const chain *k) {
    const int middle = (k->begin + k->end) / 2;
    int from = middle;
    int to = middle;
    for (int j = 0; j < k->body; j++) {
        const int list = roll_new_list(r, k->end - k->begin);
        for (int round = k->begin; round < k->end; round++)
            r->spot[chain_member(k, round, j)] = (spot){list, round - k->begin};
    }
    if (!chain_is_simple(r, k))
        return 0;
    while (from > k->begin && fits_middle(r, k, from - 1, middle))
        from--;
    while (to < k->end && fits_middle(r, k, to, middle))
        to++;
    if (to - from < LEAST_ROUNDS)
        return 0;
    unit u = {k->body, to - from, k->at + (from - k->begin) * k->body, 0, -1};
    LIST_PUSH(r->arena, r->chain, u);
    return 1;
}

/* Adds the recurrences of a knot: as many rounds of each, so that they may be joined, and
 * what is left of the longer ones. */
static void add_chains(rolling *r) {
    int most = 0;
    int common = INT_MAX;
    LIST_EACH(unit, u, r->chain)
        most = u->rounds > most ? u->rounds : most;
    LIST_EACH(unit, u, r->chain)
        if (2 * u->rounds >= most && u->rounds < common)
            common = u->rounds;
    LIST_EACH(unit, u, r->chain) {
        const unit all = *u;
        unit head = all;
        unit tail = all;
        head.rounds = all.rounds < common ? all.rounds : common;
        tail.rounds -= head.rounds;
        tail.member += head.rounds * all.body;
        roll_add_unit(r, head);
        if (tail.rounds >= LEAST_ROUNDS)
            roll_add_unit(r, tail);
    }
    r->chain.count = 0;
}

static void roll_chain(rolling *r, chain *k) {
    int is_done = 0;
    for (int period = 1; period <= MOST_PERIODS && !is_done; period++) {
        is_done =
            k->count >= LEAST_ROUNDS && find_rounds(r, k, period) && add_chain(r, k);
        for (int i = 0; i < k->count; i++)
            r->round[k->member[i]] = -1;
    }
}

/* By root, then ascending. */
typedef struct rooted {
    int root, member;
} rooted;

static int by_root(const void *a, const void *b) {
    const rooted *x = a;
    const rooted *y = b;
    if (x->root != y->root)
        return (x->root > y->root) - (x->root < y->root);
    return (x->member > y->member) - (x->member < y->member);
}

/* Members of a knot, each with the first one that it is connected with. */
static rooted *connect(const rolling *r, arena *scratch, int count, const int *class,
                       int *members) {
    int *up = r->up;
    int total = 0;
    for (int k = 0; k < count; k++)
        for (int i = r->first[class[k]]; i < r->first[class[k] + 1]; i++)
            up[r->member[i]] = r->member[i];
    for (int k = 0; k < count; k++)
        total += roll_class_size(r, class[k]);
    rooted *list = ARENA_ROOM(scratch, rooted, total);
    *members = 0;
    for (int k = 0; k < count; k++)
        for (int i = r->first[class[k]]; i < r->first[class[k] + 1]; i++) {
            const roll_operation *o = &r->all[r->member[i]];
            list[(*members)++].member = r->member[i];
            for (int j = 0; j < tape_arity(o->op); j++) {
                const int v = o->argument[j];
                if (v < 0 || up[v] < 0)
                    continue;
                const int a = root_of(up, r->member[i]);
                const int b = root_of(up, v);
                up[a > b ? a : b] = a > b ? b : a;
            }
        }
    for (int i = 0; i < total; i++)
        list[i].root = root_of(up, list[i].member);
    for (int i = 0; i < total; i++)
        up[list[i].member] = -1;
    qsort(list, (size_t)total, sizeof *list, by_root);
    return list;
}

static int depends_on_itself(const rolling *r, int c) {
    for (int i = r->first[c]; i < r->first[c + 1]; i++) {
        const roll_operation *o = &r->all[r->member[i]];
        for (int k = 0; k < tape_arity(o->op); k++)
            if (o->argument[k] >= 0 && r->class_of[o->argument[k]] == c)
                return 1;
    }
    return 0;
}

void roll_knot(rolling *r, int count, const int *class) {
    if (count == 1 && !depends_on_itself(r, class[0])) {
        roll_class(r, class[0]);
        return;
    }
    arena *scratch = arena_child(r->arena);
    int members;
    const rooted *list = connect(r, scratch, count, class, &members);
    int *member = ARENA_ROOM(scratch, int, members);
    chain k = {0};
    for (int i = 0; i < members; i++)
        member[i] = list[i].member;
    for (int begin = 0, end = 0; begin < members; begin = end) {
        while (end < members && list[end].root == list[begin].root)
            end++;
        k.count = end - begin;
        k.member = member + begin;
        roll_chain(r, &k);
    }
    add_chains(r);
    for (int i = 0; i < members; i++)
        if (r->unit_of[member[i]] < 0)
            roll_add_single(r, member[i]);
    arena_free(scratch);
}
