/* SPDX-License-Identifier: BSD-3-Clause */
/* Which equations give which variable is decided by the signature matrix: an equation may
 * as well define a pressure drop from a flow that others determine. */
#include "signed_square.h"
#include <assert.h>
#include <math.h>
#include "../completion/complete.h"
#include "../lowering/lower.h"
#include "../system/reads.h"

/* Finds q abs(q) within a product, or q^2 sign(q); the other factors go to *factor. */
static int split_product(graph *g, expr product, expr q, expr *factor) {
    const expr_node n = *expr_get(g, product);
    double power = 0;
    int absolute = 0;
    int sign = 0;
    *factor = expr_number(g, n.value);
    if (n.op != OP_PRODUCT)
        return 0;
    for (int k = 0; k < n.count; k++) {
        const expr_node part = *expr_get(g, n.arg[k]);
        const int of_q = part.count == 1 && part.arg[0] == q;
        if (n.arg[k] == q)
            power = n.coefficient[k];
        else if (of_q && part.op == OP_ABS && n.coefficient[k] == 1)
            absolute = 1;
        else if (of_q && part.op == OP_SIGN && n.coefficient[k] == 1)
            sign = 1;
        else
            *factor = expr_mul(g, *factor,
                               expr_pow(g, n.arg[k], expr_number(g, n.coefficient[k])));
    }
    return (power == 1 && absolute && !sign) || (power == 2 && sign && !absolute);
}

/* residual = slope q abs(q) + rest */
typedef struct square_form {
    expr slope, rest;
} square_form;

static void signed_square_add_term(graph *g, double c, expr term, expr q,
                                   square_form *form) {
    expr factor;
    expr number = expr_number(g, c);
    if (split_product(g, term, q, &factor))
        form->slope = expr_add(g, form->slope, expr_mul(g, number, factor));
    else
        form->rest = expr_add(g, form->rest, expr_mul(g, number, term));
}

static int is_slope(dae *s, const void *data) {
    const double slope = parameter_value(s, *(const expr *)data, 0);
    return isfinite(slope) && slope != 0;
}

/* Whether the residual has this form with a slope that cannot vanish. */
static int read_square(dae *s, expr residual, expr q, square_form *form) {
    graph *g = s->graph;
    const expr_node n = *expr_get(g, residual);
    *form = (square_form){EXPR_ZERO, EXPR_ZERO};
    if (n.op == OP_SUM) {
        if (isfinite(n.value))
            form->rest = expr_number(g, n.value);
        for (int k = 0; k < n.count; k++)
            signed_square_add_term(g, n.coefficient[k], n.arg[k], q, form);
    } else {
        signed_square_add_term(g, 1, residual, q, form);
    }
    if (form->slope == EXPR_ZERO || expr_holds(g, form->rest, q))
        return 0;
    if (!expr_is_constant(g, form->slope))
        return 0;
    return reads_ask(s, is_slope, &form->slope, sizeof form->slope);
}

typedef struct square_value {
    expr q, value; /* of q abs(q) */
} square_value;

/* An expr_rule: q abs(q) becomes what it is equal to. */
static expr put_value(void *data, graph *g, expr node) {
    const square_value *known = data;
    expr factor;
    if (!split_product(g, node, known->q, &factor))
        return node;
    return expr_mul(g, factor, known->value);
}

/* q - sign(e) sqrt(abs(e)) */
static expr explicit_residual(graph *g, expr q, expr e) {
    expr size = expr_call(g, OP_ABS, &e);
    expr root = expr_call(g, OP_SQRT, &size);
    return expr_sub(g, q, expr_mul(g, expr_call(g, OP_SIGN, &e), root));
}

/* Solves equation k for variable v where it has the form; the others follow. */
static int signed_square_solve_square(dae *s, int k, int v) {
    graph *g = s->graph;
    expr q = expr_jet(g, v, 0);
    square_form form;
    if (!read_square(s, s->equations.at[k].residual, q, &form))
        return 0;
    if (form.rest == EXPR_ZERO)
        return 0;
    square_value known = {q, expr_neg(g, expr_div(g, form.rest, form.slope))};
    for (int i = 0; i < s->equations.count; i++) {
        equation *e = &s->equations.at[i];
        if (i == k || e->kind != EQUATION_PLAIN)
            continue;
        expr residual = expr_rewrite(g, e->residual, put_value, &known);
        e->residual = residual == EXPR_ZERO ? expr_number(g, 0) : residual;
    }
    s->equations.at[k].residual = explicit_residual(g, q, known.value);
    return 1;
}

/* An expr_rule that changes nothing. */
static expr find_square(void *data, graph *g, expr node) {
    const expr_op op = expr_get(g, node)->op;
    *(int *)data |= op == OP_ABS || op == OP_SIGN;
    return node;
}

static int may_have_square(dae *s) {
    int found = 0;
    for (int k = 0; k < s->equations.count && !found; k++)
        if (s->equations.at[k].kind == EQUATION_PLAIN)
            expr_rewrite(s->graph, s->equations.at[k].residual, find_square, &found);
    return found;
}

dae *signed_squares_solve(dae *s) {
    if (graph_is_smooth(s->graph) || !may_have_square(s))
        return s;
    arena *scratch = arena_child(s->arena);
    int *number = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    int *column_of = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    int rows = completion_assign_written(s, scratch, number, column_of);
    assert(rows <= s->equations.count);
    int changed = 0;
    dae *copy = rows ? system_copy(s) : s;
    for (int row = 0; row < rows; row++)
        if (column_of[row] >= 0)
            changed |= signed_square_solve_square(copy, number[row], column_of[row]);
    arena_free(scratch);
    return changed ? copy : s;
}
