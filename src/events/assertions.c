/* SPDX-License-Identifier: BSD-3-Clause */
/* Assertions. A comparison of what the run computes holds as well as round-off can show:
 * where a ball hits the floor, h >= 0 is not violated by h = -3e-16. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/leaves.h"

/* In units of the largest that the operands have been. */
static const double ROUND_OFF = 64 * DBL_EPSILON;

/* Truth values that are possible. */
enum { MAY_BE_FALSE = 1, MAY_BE_TRUE = 2 };

/* sizes: [comparisons], the largest of their operands so far; NULL: not known */
typedef struct judgement {
    hybrid *h;
    double *sizes;
    int comparisons; /* so far */
} judgement;

static int is_comparison(expr_op op) {
    return expr_op_shape(op) == SHAPE_RELATION;
}

static int literal_truth(hybrid *h, expr e) {
    return hybrid_evaluate(h, e) != 0 ? MAY_BE_TRUE : MAY_BE_FALSE;
}

static int assertions_compare(judgement *j, expr e, const expr_node *n) {
    double left_size, right_size;
    double left = hybrid_evaluate_size(j->h, n->arg[0], &left_size);
    double right = hybrid_evaluate_size(j->h, n->arg[1], &right_size);
    double size = fmax(left_size, right_size);
    if (j->sizes) {
        double *most = &j->sizes[j->comparisons++];
        *most = size = fmax(*most, size);
    }
    int is_near = left != right && fabs(left - right) <= ROUND_OFF * size;
    if (is_near && leaves_depend(j->h->system->graph, e, leaf_is_jet, NULL))
        return MAY_BE_FALSE | MAY_BE_TRUE;
    return literal_truth(j->h, e);
}

static int assertions_judge(judgement *j, expr e) {
    const expr_node n = *expr_get(j->h->system->graph, e);
    if (is_comparison(n.op))
        return assertions_compare(j, e, &n);
    if (n.op == OP_NOT) {
        int of = assertions_judge(j, n.arg[0]);
        return (of & MAY_BE_TRUE ? MAY_BE_FALSE : 0) |
               (of & MAY_BE_FALSE ? MAY_BE_TRUE : 0);
    }
    if (n.op != OP_AND && n.op != OP_OR)
        return literal_truth(j->h, e);
    int a = assertions_judge(j, n.arg[0]);
    int b = assertions_judge(j, n.arg[1]);
    int both = n.op == OP_AND ? MAY_BE_TRUE : MAY_BE_FALSE;
    return (a & b & both) | ((a | b) & ~both);
}

static int count_comparisons(graph *g, expr e) {
    const expr_node n = *expr_get(g, e);
    if (is_comparison(n.op))
        return 1;
    if (n.op == OP_NOT)
        return count_comparisons(g, n.arg[0]);
    if (n.op != OP_AND && n.op != OP_OR)
        return 0;
    int first = count_comparisons(g, n.arg[0]);
    return first + count_comparisons(g, n.arg[1]);
}

double *hybrid_assertion_sizes(hybrid *h, const action *a) {
    assert(a->kind == ACTION_ASSERT);
    int count = count_comparisons(h->system->graph, a->value);
    return ARENA_ARRAY(h->system->arena, double, count + 1);
}

int hybrid_is_violated(hybrid *h, const action *a, double *sizes) {
    assert(a->kind == ACTION_ASSERT);
    judgement j = {h, sizes, 0};
    return hybrid_holds(h, a->guard) && !(assertions_judge(&j, a->value) & MAY_BE_TRUE);
}
