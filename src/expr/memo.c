/* SPDX-License-Identifier: BSD-3-Clause */
/* Slopes and leaves that were asked for once: structure, ranks, initial values and the
 * Jacobians of a run ask for the same ones of the same equations. Nodes never change, so
 * what was found stays true as long as they are there; it goes when the graph rests. Both
 * memories are bounded: beyond that, all is found again each time it is asked for. */
#include "graph.h"
#include <limits.h>
#include <string.h>

enum {
    FIRST_SLOPES = 1 << 10, /* buckets */
    MOST_SLOPES = 1 << 15,
    MOST_LEAVES = 1 << 17 /* of all lists together */
};

/* The bucket of a slope, or the free one where it belongs. */
static unsigned memo_bucket(const slope_memo *m, expr e, expr leaf) {
    unsigned h = (unsigned)e * 0x9e3779b1u ^ (unsigned)leaf * 0x85ebca6bu;
    h ^= h >> 15;
    h &= m->buckets - 1;
    while (m->at[h].of && (m->at[h].of != e + 1 || m->at[h].leaf != leaf))
        h = (h + 1) & (m->buckets - 1);
    return h;
}

int memo_find_slope(const graph *g, expr e, expr leaf, expr *slope) {
    const slope_memo *m = &g->slopes;
    if (!m->buckets)
        return 0;
    const memo_slope *found = &m->at[memo_bucket(m, e, leaf)];
    *slope = found->slope;
    return found->of != 0;
}

/* Takes twice as many buckets; false where there are as many as there may be. */
static int memo_make_room(graph *g) {
    const slope_memo old = g->slopes;
    if (old.buckets && old.count < old.buckets / 4 * 3)
        return 1;
    if (old.buckets == MOST_SLOPES)
        return 0;
    slope_memo *m = &g->slopes;
    m->buckets = old.buckets ? 2 * old.buckets : FIRST_SLOPES;
    m->arena = arena_child(g->tables);
    m->at = ARENA_ARRAY(m->arena, memo_slope, m->buckets);
    for (unsigned k = 0; k < old.buckets; k++)
        if (old.at[k].of)
            m->at[memo_bucket(m, old.at[k].of - 1, old.at[k].leaf)] = old.at[k];
    arena_free(old.arena);
    return 1;
}

void memo_keep_slope(graph *g, expr e, expr leaf, expr slope) {
    assert(e >= 0);
    if (!g->tables)
        graph_wake(g);
    if (!memo_make_room(g))
        return;
    memo_slope *to = &g->slopes.at[memo_bucket(&g->slopes, e, leaf)];
    g->slopes.count += to->of == 0;
    *to = (memo_slope){e + 1, leaf, slope};
}

/* Lists of leaves are found as slopes are, by a leaf that there is none of. */
enum { ALL_LEAVES = INT_MIN };

int memo_find_leaves(const graph *g, expr e, expr_leaves *leaves) {
    expr number;
    if (!g->tables || !memo_find_slope(g, e, ALL_LEAVES, &number))
        return 0;
    *leaves = g->known_leaves.at[number];
    return 1;
}

expr *memo_keep_leaves(graph *g, expr e, int count) {
    assert(g->tables && count >= 0);
    if (g->leaves_kept + count >= MOST_LEAVES || !memo_make_room(g))
        return count ? ARENA_ARRAY(g->leaves, expr, count) : NULL;
    expr *at = count ? ARENA_ARRAY(g->tables, expr, count) : NULL;
    LIST_PUSH(g->tables, g->known_leaves, ((expr_leaves){at, count}));
    memo_keep_slope(g, e, ALL_LEAVES, g->known_leaves.count - 1);
    g->leaves_kept += count + 1;
    return at;
}

void memo_forget(graph *g) {
    g->slopes = (slope_memo){0};
    memset(g->numbers, 0, sizeof g->numbers);
    memset(&g->known_leaves, 0, sizeof g->known_leaves);
    g->leaves_kept = 0;
}
