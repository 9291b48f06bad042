/* SPDX-License-Identifier: BSD-3-Clause */
/* Are the derivatives of loops those of the functions that they approximate? A bisection
 * depends on its inputs through conditions alone: its passes give the derivative zero,
 * whatever the slope of the root. Differences of values over a distance far above the
 * round-off of the passes tell both apart. */
#include "graph.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- which loops count --- */

/* Does the derivative of n hold that of its argument k? */
static int argument_counts(const expr_node *n, int k) {
    if (n->op == OP_IF)
        return k > 0;
    switch (expr_op_shape(n->op)) {
    case SHAPE_SIGN:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        return 0;
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_REMAINDER:
        return 1;
    }
    return 1;
}

routine_nodes routine_find(graph *g, arena *a, int count, const expr *root) {
    LIST(expr) found = {0};
    if (!graph_has_routines(g))
        return (routine_nodes){NULL, 0};
    arena *scratch = arena_child(a);
    node_list order = graph_order(g, scratch, count, root);
    char *counts = ARENA_ARRAY(scratch, char, order.count + 1);
    for (int i = 0; i < count; i++)
        if (root[i] != EXPR_ZERO)
            counts[g->marks.at[root[i]].index] = 1;
    for (int i = order.count - 1; i >= 0; i--) {
        const expr_node *n = expr_get(g, order.at[i]);
        if (!counts[i])
            continue;
        if (n->op == OP_ROUTINE && !n->routine->of->native)
            LIST_PUSH(a, found, order.at[i]);
        for (int k = 0; k < n->count; k++)
            if (argument_counts(n, k))
                counts[g->marks.at[n->arg[k]].index] = 1;
    }
    arena_free(scratch);
    return (routine_nodes){found.at, found.count};
}

/* --- what their derivatives are --- */

/* Distances of the differences, in sizes of the input: above what passes leave of an
 * iteration that ended at 1e-8 by the first, at 1e-5 by the last. */
static const double DISTANCE[] = {1e-4, 1e-3, 1e-2};
enum { DISTANCES = 3, WIDER = 4 };
/* Differences over a distance and one WIDER times as large agree: then the error of the
 * first is less than a tenth of this. */
static const double AGREED = 1e-2;
/* Derivatives that differ by this share are not the same. */
static const double CLEAR = 5e-2;
/* Units of round-off of the value that are no difference. */
static const double BLUR = 1e4;

typedef struct slope_probe {
    const routine_output *of;
    int input;
    const double *from; /* [inputs] */
    double *work;       /* as a call needs it */
} slope_probe;

static double probe_value(const slope_probe *p, double moved) {
    memcpy(p->work, p->from, sizeof *p->work * (size_t)p->of->of->inputs);
    p->work[p->input] += moved;
    return routine_value(p->of, p->work, NULL);
}

static double own_slope(const slope_probe *p, arena *a) {
    const routine *by = routine_by(p->of->of, p->input);
    slope_probe derivative = *p;
    derivative.of = &by->output[p->of->output];
    derivative.work = ARENA_ARRAY(a, double, by->work + 1);
    return by->state[p->of->output] < 0 ? 0 : probe_value(&derivative, 0);
}

static int is_share(double difference, double of, double a, double b) {
    return fabs(difference) <= of * fmax(fabs(a), fabs(b));
}

typedef enum slope_verdict { SLOPE_UNKNOWN, SLOPE_RIGHT, SLOPE_WRONG } slope_verdict;

static int is_same(double a, double b, double blur) {
    return fabs(a - b) <= blur || is_share(a - b, CLEAR, a, b);
}

/* Compares with differences over h, v being the value; beside a kink one of the two sides
 * has the derivative. */
static slope_verdict probe_slope(const slope_probe *p, double v, double h,
                                 routine_slope *s) {
    double before = probe_value(p, -h);
    double after = probe_value(p, h);
    double wide =
        (probe_value(p, WIDER * h) - probe_value(p, -WIDER * h)) / (2 * WIDER * h);
    double blur = BLUR * DBL_EPSILON * fabs(v) / h;
    s->difference = (after - before) / (2 * h);
    if (!isfinite(wide) || !isfinite(s->difference) ||
        !is_share(wide - s->difference, AGREED, wide, s->difference))
        return SLOPE_UNKNOWN;
    int right = is_same(s->own, s->difference, blur) ||
                is_same(s->own, (v - before) / h, blur) ||
                is_same(s->own, (after - v) / h, blur);
    return right ? SLOPE_RIGHT : SLOPE_WRONG;
}

int routine_slope_is_wrong(const routine_output *o, int input, const double *from,
                           routine_slope *slope) {
    const routine *r = o->of;
    double size = from[input] != 0 ? fabs(from[input]) : 1;
    slope_verdict verdict = SLOPE_UNKNOWN;
    arena *a = arena_child(r->graph->home->arena);
    slope_probe p = {o, input, from, ARENA_ARRAY(a, double, r->work + 1)};
    double v = probe_value(&p, 0);
    slope->own = own_slope(&p, a);
    int is_known = isfinite(v) && isfinite(slope->own);
    for (int k = 0; k < DISTANCES && is_known && verdict == SLOPE_UNKNOWN; k++)
        verdict = probe_slope(&p, v, DISTANCE[k] * size, slope);
    arena_free(a);
    return verdict == SLOPE_WRONG;
}
