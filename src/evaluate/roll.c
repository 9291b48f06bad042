/* SPDX-License-Identifier: BSD-3-Clause */
/* How loops are found. Operations are of one class where they and what they are made of
 * are of the same kinds, down to some depth. Classes that do not depend on themselves are
 * cut into runs (roll_run.c); classes that do are recurrences (roll_chain.c). Runs of
 * equal length are joined where a round reads nothing of other rounds (roll_order.c).
 * What is in no run stays as it is. */
#include "roll_work.h"

/* Where less than this share is in loops, slots that are used again are worth more. */
static const double LEAST_SHARE = 0.65;
/* Kinds of arguments of arguments, down to this depth. */
enum { DEPTH = 5 };

/* --- classes --- */

static uint64_t *color_operations(const rolling *r, arena *scratch) {
    uint64_t *now = ARENA_ROOM(scratch, uint64_t, r->count);
    uint64_t *next = ARENA_ROOM(scratch, uint64_t, r->count);
    for (int i = 0; i < r->count; i++)
        now[i] = (uint64_t)r->all[i].op * 2 + (r->all[i].slot >= 0);
    for (int depth = 0; depth < DEPTH; depth++) {
        for (int i = 0; i < r->count; i++) {
            const roll_operation *o = &r->all[i];
            uint64_t hash = (uint64_t)o->op * 2 + (o->slot >= 0);
            for (int k = 0; k < tape_arity(o->op); k++)
                hash = roll_mix(hash, o->argument[k] < 0 ? 1 : now[o->argument[k]]);
            next[i] = hash;
        }
        uint64_t *other = now;
        now = next;
        next = other;
    }
    return now;
}

/* Classes by color. */
typedef struct class_table {
    uint32_t buckets;
    int *bucket;          /* [buckets]: 1 + class; 0: free */
    LIST(uint64_t) color; /* of each class */
} class_table;

static int *find_class(const class_table *t, uint64_t color) {
    uint32_t at = (uint32_t)(color >> 32) & (t->buckets - 1);
    while (t->bucket[at] && t->color.at[t->bucket[at] - 1] != color)
        at = (at + 1) & (t->buckets - 1);
    return &t->bucket[at];
}

static int class_number(arena *a, class_table *t, uint64_t color) {
    int *home = find_class(t, color);
    if (*home)
        return *home - 1;
    LIST_PUSH(a, t->color, color);
    *home = t->color.count;
    if (2 * (uint32_t)t->color.count < t->buckets)
        return t->color.count - 1;
    t->buckets *= 2;
    t->bucket = ARENA_ARRAY(a, int, t->buckets);
    for (int c = 0; c < t->color.count; c++)
        *find_class(t, t->color.at[c]) = c + 1;
    return t->color.count - 1;
}

/* Returns whether there are few enough of them. */
static int classify(rolling *r) {
    arena *scratch = arena_child(r->arena);
    const uint64_t *color = color_operations(r, scratch);
    const int most = r->count / LEAST_ROUNDS;
    class_table t = {.buckets = roll_room(0)};
    t.bucket = ARENA_ARRAY(scratch, int, t.buckets);
    for (int i = 0; i < r->count && t.color.count <= most; i++)
        r->class_of[i] = class_number(scratch, &t, color[i]);
    r->classes = t.color.count;
    arena_free(scratch);
    if (r->classes > most)
        return 0;
    r->first = ARENA_ARRAY(r->arena, int, r->classes + 3);
    r->member = ARENA_ROOM(r->arena, int, r->count + 1);
    for (int i = 0; i < r->count; i++)
        r->first[r->class_of[i] + 2]++;
    for (int c = 0; c < r->classes; c++)
        r->first[c + 2] += r->first[c + 1];
    for (int i = 0; i < r->count; i++)
        r->member[r->first[r->class_of[i] + 1]++] = i;
    return 1;
}

/* --- which classes depend on each other: Tarjan, SIAM J. Computing 1 (1972) 146 --- */

typedef struct visit {
    int class, at; /* the next argument, counted over all members */
} visit;

typedef struct knots {
    int *number, *low; /* [classes]: 0: not seen */
    char *is_open;
    LIST(int) open;
    LIST(visit) path;
    int seen;
} knots;

static void knots_enter(const rolling *r, knots *k, int c) {
    const visit v = {c, 0};
    k->number[c] = k->low[c] = ++k->seen;
    k->is_open[c] = 1;
    LIST_PUSH(r->arena, k->open, c);
    LIST_PUSH(r->arena, k->path, v);
}

/* The class of argument `at` of the members of class c; -1: a leaf; -2: there is none. */
static int class_of_argument(const rolling *r, int c, int at) {
    if (at >= ARGUMENTS * roll_class_size(r, c))
        return -2;
    const roll_operation *o = &r->all[r->member[r->first[c] + at / ARGUMENTS]];
    const int k = at % ARGUMENTS;
    return k < tape_arity(o->op) && o->argument[k] >= 0 ? r->class_of[o->argument[k]]
                                                        : -1;
}

static void close_knot(rolling *r, knots *k, int c) {
    int first = k->open.count - 1;
    while (k->open.at[first] != c)
        first--;
    for (int i = first; i < k->open.count; i++)
        k->is_open[k->open.at[i]] = 0;
    roll_knot(r, k->open.count - first, k->open.at + first);
    k->open.count = first;
}

/* Are so many operations in loops too few? */
static int are_few(const rolling *r, int in_loops) {
    return in_loops < LEAST_SHARE * r->count;
}

/* Takes classes, or knots of them, after those that they depend on; 0: those that are
 * left cannot make the loops worth it. */
static int roll_classes(rolling *r) {
    knots k = {.number = ARENA_ARRAY(r->arena, int, r->classes + 1),
               .low = ARENA_ARRAY(r->arena, int, r->classes + 1),
               .is_open = ARENA_ARRAY(r->arena, char, r->classes + 1)};
    for (int root = 0; root < r->classes; root++) {
        if (k.number[root])
            continue;
        knots_enter(r, &k, root);
        while (k.path.count) {
            visit *v = &k.path.at[k.path.count - 1];
            const int c = v->class;
            const int to = class_of_argument(r, c, v->at++);
            if (to == -2) {
                k.path.count--;
                if (k.path.count) {
                    int *low = &k.low[k.path.at[k.path.count - 1].class];
                    *low = k.low[c] < *low ? k.low[c] : *low;
                }
                if (k.low[c] == k.number[c])
                    close_knot(r, &k, c);
                if (are_few(r, r->count - r->singles))
                    return 0;
            } else if (to >= 0 && !k.number[to]) {
                knots_enter(r, &k, to);
            } else if (to >= 0 && k.is_open[to] && k.number[to] < k.low[c]) {
                k.low[c] = k.number[to];
            }
        }
    }
    return 1;
}

/* --- all --- */

int roll_find(arena *a, int count, const roll_operation *all, int slots, roll *found) {
    if (count < ROLL_LEAST_OPERATIONS)
        return 0;
    arena *scratch = arena_child(a);
    rolling r = {.arena = scratch,
                 .count = count,
                 .all = all,
                 .class_of = ARENA_ROOM(scratch, int, count),
                 .spot = ARENA_ROOM(scratch, spot, count),
                 .unit_of = ARENA_ROOM(scratch, int, count),
                 .up = ARENA_ROOM(scratch, int, count),
                 .round = ARENA_ROOM(scratch, int, count),
                 .seat = ARENA_ROOM(scratch, int, count)};
    for (int i = 0; i < count; i++) {
        r.unit_of[i] = r.up[i] = r.round[i] = -1;
        r.spot[i] = (spot){NO_LIST, 0};
    }
    int is_found = classify(&r);
    if (is_found) {
        r.size = ARENA_ARRAY(scratch, int, r.classes + 1);
        is_found = roll_classes(&r) && roll_order_units(&r);
    }
    if (is_found)
        is_found = !are_few(&r, roll_finish(&r, a, slots, found));
    arena_free(scratch);
    return is_found;
}
