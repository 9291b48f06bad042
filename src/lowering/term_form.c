/* SPDX-License-Identifier: BSD-3-Clause */
/* The size of the terms that must cancel in each row of the ledger: what its unit of
 * round-off is compared with, to find how many digits of them it leaves. */
#include <math.h>
#include "refine_form.h"

enum { DEEPEST_SUM = 8, LARGEST_LEDGER = 5000 };

typedef struct evaluation {
    const lowered *w;
    const double *u, *z;
} evaluation;

static double term_form_leaf_value(void *data, const expr_node *leaf) {
    const evaluation *e = data;
    const completion *c = e->w->completion;
    if (leaf->op == OP_TIME)
        return e->u[0];
    if (leaf->op == OP_PARAMETER)
        return c->system->parameters.at[leaf->variable].value;
    int slot = completion_shown_slot(c, leaf->variable, leaf->order);
    if (slot < 0)
        return 0;
    return invo_slot_value(c->coordinates, e->u, e->z, slot);
}

/* The sum of the terms of e, each as a size. */
static double size_of_terms(evaluation *at, expr e, int depth) {
    graph *g = at->w->completion->system->graph;
    const expr_node n = *expr_get(g, e);
    if (n.op != OP_SUM || depth == DEEPEST_SUM)
        return fabs(expr_evaluate(g, e, term_form_leaf_value, at));
    double sum = fabs(n.value);
    for (int k = 0; k < n.count; k++)
        sum += fabs(n.coefficient[k]) * size_of_terms(at, n.arg[k], depth + 1);
    return sum;
}

/* Terms of this share of a nominal size are zero for all that is known. */
static const double NOMINAL_SHARE = 1e-3;

static double least_size(const lowered *w, expr f) {
    const completion *c = w->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    double most = 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        int slot = 0;
        if (leaf->op == OP_JET)
            slot = completion_shown_slot(c, leaf->variable, leaf->order);
        if (slot >= 0)
            most = fmax(most, w->nominal[slot]);
    }
    expr_forget(g, leaves);
    return NOMINAL_SHARE * most;
}

/* A unit below this share of the least size that terms can have leaves digits enough. */
static const double SMALL_UNIT = 1e-7;

typedef struct terms_call {
    evaluation at;
    const double *unit;
    double *size;
    double least; /* of all rows */
} terms_call;

static void measure_terms(invo_context *context, void *argument) {
    terms_call *call = argument;
    const lowered *w = call->at.w;
    graph *g = w->completion->system->graph;
    (void)context;
    for (int i = 0; i < w->system.rows; i++) {
        expr f = w->row_form[i];
        call->size[i] = INFINITY;
        if (!(call->unit[i] > SMALL_UNIT * call->least))
            continue;
        if (f == EXPR_ZERO || expr_get(g, f)->op != OP_SUM)
            continue;
        if (!(w->row_least[i] >= 0))
            w->row_least[i] = least_size(w, f);
        call->size[i] = size_of_terms(&call->at, f, 0) + w->row_least[i];
    }
}

static int run_terms(void *self, const double *u, const double *z, const double *unit,
                     double *size) {
    lowered *w = self;
    int slots = w->completion->coordinates + w->completion->unknowns;
    double least = INFINITY;
    double most = 0;
    for (int j = 0; j < slots; j++)
        if (NOMINAL_SHARE * w->nominal[j] < least)
            least = NOMINAL_SHARE * w->nominal[j];
    for (int i = 0; i < w->system.rows; i++) {
        if (unit[i] > most)
            most = unit[i];
        size[i] = INFINITY;
    }
    if (most <= SMALL_UNIT * least)
        return 0;
    terms_call call = {{w, u, z}, unit, size, least};
    return (int)protect(w->completion->system->context, measure_terms, &call);
}

void lowered_add_terms(lowered *w) {
    if (w->system.rows > LARGEST_LEDGER)
        return;
    w->row_least = ARENA_ARRAY(w->completion->arena, double, w->system.rows + 1);
    for (int i = 0; i < w->system.rows; i++)
        w->row_least[i] = NAN; /* found where it is needed */
    w->system.ledger.terms = run_terms;
}
