/* SPDX-License-Identifier: BSD-3-Clause */
/* Where to cut a long list of expressions before it is lowered: the slots of a piece stay
 * in the cache and are numbered by 16 bits, and the pieces run one after the other in the
 * same slots. Cuts are where a root ends, in the order of the roots, which mostly is that
 * of the equations: what belongs together then is in one piece or in two. */
#include "graph.h"
#include "tape.h"

/* Longer pieces share less; with more nodes than this they may need wide slots. */
enum { MOST_NODES = 8 * PIECE_NODES };
/* Cuts may add one inner node to so many; more where slots are wide without them, for
 * then they still make the tapes shorter by a third. In a chain of particles, the rows of
 * forces and those of rods, far from each other, share a sixth. */
enum { NARROW_SHARE = 20, WIDE_SHARE = 5 };

typedef LIST(int) int_list;

static int count_inner(const graph *g, const node_list *nodes) {
    int inner = 0;
    for (int i = 0; i < nodes->count; i++)
        inner += !op_is_leaf(words_op(node_words(g, nodes->at[i])));
    return inner;
}

/* How many of the roots make a piece of `most` nodes; adds its inner ones to the sum. */
static int cuts_cut(graph *g, arena *parent, int most, int count, const expr *root,
                    int *inner) {
    arena *a = arena_child(parent);
    node_list nodes = graph_order_some(g, a, most, &count, root);
    *inner += count_inner(g, &nodes);
    arena_free(a);
    return count;
}

/* Cuts into pieces of `most` nodes; none where they would have more inner ones than so
 * many together. */
static int_list cut_all(graph *g, arena *a, int most, int most_inner, int count,
                        const expr *root) {
    int_list first = {0};
    for (int next = 0, inner = 0; next < count;) {
        LIST_PUSH(a, first, next);
        next += cuts_cut(g, a, most, count - next, root + next, &inner);
        if (inner > most_inner)
            return (int_list){0};
    }
    return first;
}

tape_pieces tape_cuts(graph *g, arena *a, int nodes, int leaves, int count,
                      const expr *root) {
    assert(count >= 0 && leaves >= 0 && leaves <= nodes);
    arena *scratch = arena_child(a);
    int_list first = {0};
    int inner = nodes - leaves;
    int share = nodes > NARROW_SLOTS ? WIDE_SHARE : NARROW_SHARE;
    int most_inner = inner + inner / share;
    for (int most = PIECE_NODES; first.count == 0 && most <= MOST_NODES; most *= 2)
        first = cut_all(g, scratch, most, most_inner, count, root);
    if (first.count == 0)
        LIST_PUSH(scratch, first, 0);
    int pieces = first.count;
    LIST_PUSH(scratch, first, count);
    tape_pieces found = {pieces, LIST_KEEP(a, first)};
    arena_free(scratch);
    return found;
}
