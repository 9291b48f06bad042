/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear forms: followed through sums and multiples, as far as these are nested. */
#include "linear_form.h"
#include <assert.h>
#include <math.h>

enum { DEEPEST_NESTING = 8 };

static int linear_form_add_unknown(linear_form *f, int v, double c) {
    int k = 0;
    while (k < f->unknowns && f->variable[k] != v)
        k++;
    if (k == MOST_TERMS)
        return 0;
    if (k == f->unknowns) {
        f->variable[k] = v;
        f->coefficient[k] = 0;
        f->unknowns++;
    }
    f->coefficient[k] += c;
    return 1;
}

static int add_rest(linear_form *f, expr e, double c) {
    if (f->rests == MOST_TERMS || !isfinite(c))
        return 0;
    f->rest[f->rests] = e;
    f->factor[f->rests++] = c;
    return 1;
}

static int linear_form_collect(graph *g, expr e, double c, int depth, linear_form *f) {
    const expr_node n = *expr_get(g, e);
    if (n.op == OP_JET && n.order == 0)
        return linear_form_add_unknown(f, n.variable, c);
    if (n.op == OP_NUMBER)
        return n.value == 0 || add_rest(f, expr_number(g, 1), c * n.value);
    if (depth == DEEPEST_NESTING)
        return add_rest(f, e, c);
    if (n.op == OP_PRODUCT && n.count == 1 && n.coefficient[0] == 1)
        return linear_form_collect(g, n.arg[0], c * n.value, depth + 1, f);
    if (n.op != OP_SUM)
        return add_rest(f, e, c);
    if (n.value != 0 && !add_rest(f, expr_number(g, 1), c * n.value))
        return 0;
    for (int k = 0; k < n.count; k++)
        if (!linear_form_collect(g, n.arg[k], c * n.coefficient[k], depth + 1, f))
            return 0;
    return 1;
}

int linear_form_read(graph *g, expr e, linear_form *f) {
    f->unknowns = f->rests = 0;
    if (!linear_form_collect(g, e, 1, 0, f))
        return 0;
    for (int k = 0; k < f->unknowns; k++)
        if (!isfinite(f->coefficient[k]))
            return 0;
    return 1;
}

static expr linear_form_sum_of(graph *g, const linear_form *f, int first, int without,
                               double factor) {
    expr term[2 * MOST_TERMS];
    double c[2 * MOST_TERMS];
    int count = 0;
    for (int k = first; k < f->unknowns; k++) {
        if (k == without || f->coefficient[k] == 0)
            continue;
        term[count] = expr_jet(g, f->variable[k], 0);
        c[count++] = factor * f->coefficient[k];
    }
    for (int k = 0; k < f->rests; k++) {
        term[count] = f->rest[k];
        c[count++] = factor * f->factor[k];
    }
    return count ? expr_sum(g, count, c, term) : EXPR_ZERO;
}

expr linear_form_without(graph *g, const linear_form *f, int k, double factor) {
    assert(k >= 0 && k < f->unknowns);
    return linear_form_sum_of(g, f, 0, k, factor);
}

expr linear_form_rest(graph *g, const linear_form *f, double factor) {
    assert(f->unknowns <= MOST_TERMS && f->rests <= MOST_TERMS);
    return linear_form_sum_of(g, f, f->unknowns, -1, factor);
}

expr linear_form_all(graph *g, const linear_form *f, double factor) {
    assert(f->unknowns <= MOST_TERMS && f->rests <= MOST_TERMS);
    return linear_form_sum_of(g, f, 0, -1, factor);
}
