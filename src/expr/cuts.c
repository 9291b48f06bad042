/* SPDX-License-Identifier: BSD-3-Clause */
/* Where to cut a long list of expressions before it is lowered: the slots of a piece stay
 * in the cache and are numbered by 16 bits, and the pieces run one after the other in the
 * same slots. Cuts are where a root ends, in the order of the roots, which mostly is that
 * of the equations: what belongs together then is in one piece or in two. */
#include <limits.h>
#include "graph.h"
#include "tape.h"

/* Longer pieces share less; with more nodes than this they may need wide slots. */
enum { MOST_NODES = 8 * PIECE_NODES };
/* Cuts may add one operation to so many. */
enum { LARGEST_SHARE = 20 };

typedef LIST(int) int_list;

/* Nodes that are no leaves and no numbers. */
static int count_operations(const graph *g, const node_list *nodes) {
    int found = 0;
    for (int i = 0; i < nodes->count; i++) {
        int arguments;
        node_arguments(g, nodes->at[i], &arguments);
        found += arguments > 0;
    }
    return found;
}

/* How many of the roots make a piece of `most` nodes; adds its operations to the sum. */
static int cut(graph *g, arena *parent, int most, int count, const expr *root,
               int *operations) {
    arena *a = arena_child(parent);
    node_list nodes = graph_order_some(g, a, most, &count, root);
    *operations += count_operations(g, &nodes);
    arena_free(a);
    return count;
}

/* Cuts into pieces of `most` nodes; none where they would have more than so many
 * operations together. */
static int_list cut_all(graph *g, arena *a, int most, int most_operations, int count,
                        const expr *root) {
    int_list first = {0};
    for (int next = 0, operations = 0; next < count;) {
        LIST_PUSH(a, first, next);
        next += cut(g, a, most, count - next, root + next, &operations);
        if (operations > most_operations) return (int_list){0};
    }
    return first;
}

tape_pieces tape_cuts(graph *g, arena *a, int count, const expr *root) {
    arena *scratch = arena_child(a);
    int_list first = {0};
    int operations = 0;
    cut(g, scratch, INT_MAX, count, root, &operations);
    operations += operations / LARGEST_SHARE;
    for (int most = PIECE_NODES; first.count == 0 && most <= MOST_NODES; most *= 2)
        first = cut_all(g, scratch, most, operations, count, root);
    if (first.count == 0) LIST_PUSH(scratch, first, 0);
    int pieces = first.count;
    LIST_PUSH(scratch, first, count);
    tape_pieces found = {pieces, LIST_KEEP(a, first)};
    arena_free(scratch);
    return found;
}
