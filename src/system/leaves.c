/* SPDX-License-Identifier: BSD-3-Clause */
/* Walks over leaves that end in a yes or no. */
#include "leaves.h"

typedef struct question {
    leaf_test *test;
    void *data;
    int found;
} question;

static void leaves_ask(void *data, const expr_node *leaf) {
    question *q = data;
    q->found = q->found || q->test(q->data, leaf);
}

int leaves_any(graph *g, expr e, leaf_test *test, void *data) {
    question q = {test, data, 0};
    if (e != NO_EXPR)
        expr_visit_leaves(g, 1, &e, leaves_ask, &q);
    return q.found;
}

int leaves_depend(graph *g, expr e, leaf_test *test, void *data) {
    question q = {test, data, 0};
    if (e == NO_EXPR)
        return 0;
    expr_leaves leaves = expr_depends(g, e);
    for (int k = 0; k < leaves.count; k++)
        leaves_ask(&q, expr_get(g, leaves.at[k]));
    expr_forget(g, leaves);
    return q.found;
}

int leaf_is_jet(void *data, const expr_node *leaf) {
    (void)data;
    return leaf->op == OP_JET;
}
