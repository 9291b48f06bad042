/* SPDX-License-Identifier: BSD-3-Clause */
/* What conditions imply about each other, as far as their form shows: in the branch of
 * 'c', equations under 'not c' do not hold. Equal conditions are equal nodes. */
#include <assert.h>
#include "translate.h"

void guard_assume(translation *t, assumptions *to, expr e, int holds) {
    assert(e != NO_EXPR);
    expr_node n = *expr_get(t->graph, e);
    while (n.op == OP_NOT) {
        e = n.arg[0];
        holds = !holds;
        n = *expr_get(t->graph, e);
    }
    if (to->count == MOST_ASSUMPTIONS)
        return;
    to->at[to->count] = e;
    to->holds[to->count++] = (char)holds;
    int passes_on = (n.op == OP_AND && holds) || (n.op == OP_OR && !holds);
    for (int k = 0; passes_on && k < n.count; k++)
        guard_assume(t, to, n.arg[k], holds);
}

static truth guard_opposite(truth of) {
    static const truth opposite[] = {[TRUTH_FALSE] = TRUTH_TRUE,
                                     [TRUTH_TRUE] = TRUTH_FALSE,
                                     [TRUTH_OPEN] = TRUTH_OPEN};
    return opposite[of];
}

/* 'and' of two, and 'or' as the opposite of 'and' of the opposites. */
static truth guard_both(truth a, truth b) {
    if (a == TRUTH_FALSE || b == TRUTH_FALSE)
        return TRUTH_FALSE;
    return a == TRUTH_TRUE && b == TRUTH_TRUE ? TRUTH_TRUE : TRUTH_OPEN;
}

static truth guard_judge(translation *t, const assumptions *by, expr e, int depth) {
    for (int k = 0; k < by->count; k++)
        if (by->at[k] == e)
            return by->holds[k] ? TRUTH_TRUE : TRUTH_FALSE;
    const expr_node n = *expr_get(t->graph, e);
    int is_logical = n.op == OP_NOT || n.op == OP_AND || n.op == OP_OR;
    if (!is_logical || depth == DEEPEST_GUARD)
        return TRUTH_OPEN;
    truth a = guard_judge(t, by, n.arg[0], depth + 1);
    if (n.op == OP_NOT)
        return guard_opposite(a);
    truth b = guard_judge(t, by, n.arg[1], depth + 1);
    if (n.op == OP_AND)
        return guard_both(a, b);
    return guard_opposite(guard_both(guard_opposite(a), guard_opposite(b)));
}

truth guard_truth(translation *t, const assumptions *by, expr guard) {
    return guard == NO_EXPR ? TRUTH_TRUE : guard_judge(t, by, guard, 0);
}

int guards_exclude(translation *t, expr a, expr b) {
    assumptions first = {0};
    if (a == NO_EXPR || b == NO_EXPR)
        return 0;
    guard_assume(t, &first, a, 1);
    return guard_truth(t, &first, b) == TRUTH_FALSE;
}
