/* SPDX-License-Identifier: BSD-3-Clause */
/* [Baese] Procedure 2.4. A row is sum a_j x'_j + b = 0. Rows with a derivative left
 * become rules for it, rows without one are constraints; the derivatives of the
 * constraints of one level are the rows of the next, until there is a rule for every
 * derivative. Pivots are numbers before parameters before functions, so that hidden
 * constraints have the form in which they are written by hand. A function must not vanish
 * at the initial point, and a constraint counts where its gradient there is independent
 * of those before it. */
#include "levels.h"
#include <math.h>
#include <string.h>
#include "../linalg/selection.h"

enum {
    MOST_VARIABLES = 40,
    MOST_TERMS = 400,  /* of a constraint that is multiplied out */
    MOST_SIZE = 10000, /* of a constraint, as text */
    MOST_LEVELS = 30,
    MOST_POWER = 4 /* of a sum that is multiplied out */
};
static const double NOTHING = 1e-12; /* shares of the largest that count as zero */
static const double DEPENDENT = 1e-9;
static const double LEAST_PIVOT = 1e-10; /* as --pivot-tolerance */

typedef struct derivative_row {
    expr *slope; /* [variables]: a_j */
    expr rest;   /* b */
    int pivot;
} derivative_row;

typedef struct level_search {
    lowered *w;
    completion *c;
    const dae *s;
    graph *g;
    arena *arena;
    int n;
    LIST(derivative_row) rules;
    double *gradient; /* [n, constraints]: orthogonal, of length 1 */
    int gradients;
    int failed;
} level_search;

/* --- sums of products --- */

typedef struct level_term {
    double factor;
    expr product; /* NO_EXPR: 1 */
} level_term;

typedef struct level_terms {
    LIST(level_term) terms;
} level_terms;

static void levels_add_term(level_search *l, level_terms *list, double factor,
                            expr product) {
    for (int k = 0; k < list->terms.count; k++)
        if (list->terms.at[k].product == product) {
            list->terms.at[k].factor += factor;
            return;
        }
    level_term t = {factor, product};
    if (list->terms.count < MOST_TERMS)
        LIST_PUSH(l->arena, list->terms, t);
    else
        l->failed = 1;
}

/* Returns the product of the factors of a product but for entry `left_out`, exponents of
 * equal factors added up: what a rule was divided by is not zero. NO_EXPR: none is left.
 */
static expr levels_join_factors(graph *g, expr product, int left_out) {
    const expr_node node = *expr_get(g, product);
    expr all = NO_EXPR;
    for (int k = 0; k < node.count; k++) {
        double power = 0;
        int first = k;
        for (int i = 0; i < node.count; i++)
            if (node.arg[i] == node.arg[k] && i != left_out) {
                power += node.coefficient[i];
                if (i < first)
                    first = i;
            }
        if (first < k || k == left_out || power == 0)
            continue;
        expr exponent = expr_number(g, power);
        expr factor = power == 1 ? node.arg[k] : expr_pow(g, node.arg[k], exponent);
        all = all == NO_EXPR ? factor : expr_mul(g, all, factor);
    }
    return all;
}

static expr levels_times(graph *g, expr a, expr b) {
    if (a == NO_EXPR)
        return b;
    if (b == NO_EXPR)
        return a;
    expr product = expr_mul(g, a, b);
    int is_product = expr_get(g, product)->op == OP_PRODUCT;
    return is_product ? levels_join_factors(g, product, -1) : product;
}

static level_terms levels_multiply(level_search *l, level_terms a, level_terms b) {
    level_terms all = {0};
    for (int i = 0; i < a.terms.count; i++)
        for (int k = 0; k < b.terms.count; k++) {
            const level_term *x = &a.terms.at[i];
            const level_term *y = &b.terms.at[k];
            levels_add_term(l, &all, x->factor * y->factor,
                            levels_times(l->g, x->product, y->product));
        }
    return all;
}

static level_terms levels_single(level_search *l, double factor, expr product) {
    level_terms one = {0};
    levels_add_term(l, &one, factor, product);
    return one;
}

static level_terms levels_multiply_out(level_search *l, expr e);

static level_terms levels_multiply_factor(level_search *l, level_terms all, expr base,
                                          double power) {
    int whole = power == floor(power) && power > 0 && power <= MOST_POWER;
    if (expr_get(l->g, base)->op == OP_SUM && whole) {
        level_terms sum = levels_multiply_out(l, base);
        for (int k = 0; k < (int)power; k++)
            all = levels_multiply(l, all, sum);
        return all;
    }
    expr exponent = expr_number(l->g, power);
    expr factor = power == 1 ? base : expr_pow(l->g, base, exponent);
    return levels_multiply(l, all, levels_single(l, 1, factor));
}

/* Returns the terms of e with sums multiplied out, equal products once. */
static level_terms levels_multiply_out(level_search *l, expr e) {
    const expr_node node = *expr_get(l->g, e);
    level_terms all = {0};
    if (l->failed)
        return all;
    if (node.op == OP_NUMBER)
        return levels_single(l, node.value, NO_EXPR);
    if (node.op == OP_PRODUCT) {
        all = levels_single(l, node.value, NO_EXPR);
        for (int k = 0; k < node.count; k++)
            all = levels_multiply_factor(l, all, node.arg[k], node.coefficient[k]);
        return all;
    }
    if (node.op != OP_SUM)
        return levels_single(l, 1, e);
    if (node.value != 0)
        levels_add_term(l, &all, node.value, NO_EXPR);
    for (int k = 0; k < node.count; k++) {
        level_terms part = levels_multiply_out(l, node.arg[k]);
        for (int i = 0; i < part.terms.count; i++)
            levels_add_term(l, &all, node.coefficient[k] * part.terms.at[i].factor,
                            part.terms.at[i].product);
    }
    return all;
}

/* Returns e multiplied out, without what cancels; EXPR_ZERO where nothing is left. */
static expr levels_tidy(level_search *l, expr e) {
    if (e == EXPR_ZERO)
        return e;
    level_terms list = levels_multiply_out(l, e);
    int count = 0;
    double largest = 0;
    double constant = 0;
    double *factor = ARENA_ARRAY(l->arena, double, list.terms.count + 1);
    expr *product = ARENA_ARRAY(l->arena, expr, list.terms.count + 1);
    for (int k = 0; k < list.terms.count; k++)
        largest = fmax(largest, fabs(list.terms.at[k].factor));
    for (int k = 0; k < list.terms.count; k++) {
        const level_term *t = &list.terms.at[k];
        if (!(fabs(t->factor) > NOTHING * largest))
            continue;
        if (t->product == NO_EXPR) {
            constant = t->factor;
            continue;
        }
        factor[count] = t->factor;
        product[count++] = t->product;
    }
    if (count == 0)
        return constant != 0 ? expr_number(l->g, constant) : EXPR_ZERO;
    expr sum = expr_sum(l->g, count, factor, product);
    if (constant == 0)
        return sum;
    expr number = expr_number(l->g, constant);
    return expr_add(l->g, sum, number);
}

/* Returns what a term c a^2 r is without a^2, the square being factor k of its product;
 * NO_EXPR where that factor is no square, or nothing else is there. */
static expr levels_beside_square(graph *g, expr product, int k) {
    const expr_node node = *expr_get(g, product);
    if (node.op != OP_PRODUCT || k >= node.count || node.coefficient[k] != 2)
        return NO_EXPR;
    return levels_join_factors(g, product, k);
}

/* Puts c a^2 r and c b^2 r together as c (a^2 + b^2) r, as lengths are written by hand.
 * Returns whether it has. */
static int levels_join_squares(level_search *l, int count, double *factor,
                               expr *product) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (factor[i] != factor[j])
                continue;
            for (int k = 0; k < MOST_TERMS && k < expr_get(l->g, product[i])->count; k++)
                for (int m = 0; m < expr_get(l->g, product[j])->count; m++) {
                    expr rest = levels_beside_square(l->g, product[i], k);
                    if (rest == NO_EXPR ||
                        rest != levels_beside_square(l->g, product[j], m))
                        continue;
                    expr two = expr_number(l->g, 2);
                    expr a = expr_pow(l->g, expr_get(l->g, product[i])->arg[k], two);
                    expr b = expr_pow(l->g, expr_get(l->g, product[j])->arg[m], two);
                    expr sum = expr_add(l->g, a, b);
                    product[i] = expr_mul(l->g, sum, rest);
                    factor[j] = 0;
                    return 1;
                }
        }
    return 0;
}

/* Returns a tidy sum with its squares joined, for the text. */
static expr levels_spell(level_search *l, expr f) {
    const expr_node node = *expr_get(l->g, f);
    if (node.op != OP_SUM)
        return f;
    double *factor = ARENA_ARRAY(l->arena, double, node.count + 1);
    expr *product = ARENA_ARRAY(l->arena, expr, node.count + 1);
    memcpy(factor, node.coefficient, sizeof *factor * (size_t)node.count);
    memcpy(product, node.arg, sizeof *product * (size_t)node.count);
    int count = node.count;
    while (levels_join_squares(l, count, factor, product)) {
        int kept = 0;
        for (int k = 0; k < count; k++)
            if (factor[k] != 0) {
                factor[kept] = factor[k];
                product[kept++] = product[k];
            }
        count = kept;
    }
    if (count == node.count)
        return f;
    expr sum = expr_sum(l->g, count, factor, product);
    if (node.value == 0)
        return sum;
    expr constant = expr_number(l->g, node.value);
    return expr_add(l->g, sum, constant);
}

/* --- rows --- */

static double levels_value_of(level_search *l, expr f) {
    double value;
    if (f == EXPR_ZERO)
        return 0;
    program p = program_new_written(l->w, 1, &f);
    program_load(l->w, &p);
    program_run(l->w, &p, l->w->start, l->w->top, &value);
    return value;
}

static expr levels_drop_rates(void *data, graph *g, expr leaf) {
    const expr_node node = *expr_get(g, leaf);
    (void)data;
    return node.op == OP_JET && node.order > 0 ? EXPR_ZERO : leaf;
}

static derivative_row levels_new_row(level_search *l) {
    derivative_row row = {ARENA_ARRAY(l->arena, expr, l->n + 1), EXPR_ZERO, -1};
    for (int j = 0; j < l->n; j++)
        row.slope[j] = EXPR_ZERO;
    return row;
}

/* Returns whether an expression contains a derivative, or one beyond the first. */
static int levels_has_order(level_search *l, expr f, int least) {
    int found = 0;
    if (f == EXPR_ZERO)
        return 0;
    expr_leaves leaves = expr_depends(l->g, f);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(l->g, leaves.at[k]);
        found |= leaf->op == OP_JET && leaf->order >= least;
    }
    expr_forget(l->g, leaves);
    return found;
}

/* Reads an equation that is linear in first derivatives. */
static derivative_row levels_read_row(level_search *l, expr f) {
    derivative_row row = levels_new_row(l);
    if (levels_has_order(l, f, 2))
        l->failed = 1;
    for (int j = 0; j < l->n && !l->failed; j++) {
        expr rate = expr_jet(l->g, j, 1);
        row.slope[j] = levels_tidy(l, expr_partial(l->g, f, rate));
        l->failed |= levels_has_order(l, row.slope[j], 1);
    }
    if (!l->failed)
        row.rest = levels_tidy(l, expr_substitute(l->g, f, levels_drop_rates, NULL));
    return row;
}

/* Returns the total derivative of a constraint as a row. */
static derivative_row levels_differentiate(level_search *l, expr f) {
    derivative_row row = levels_new_row(l);
    expr time = expr_time(l->g);
    for (int j = 0; j < l->n; j++) {
        expr leaf = expr_jet(l->g, j, 0);
        row.slope[j] = levels_tidy(l, expr_partial(l->g, f, leaf));
    }
    row.rest = levels_tidy(l, expr_partial(l->g, f, time));
    return row;
}

static expr levels_subtract(level_search *l, expr a, expr factor, expr b) {
    if (b == EXPR_ZERO)
        return a;
    expr product = expr_mul(l->g, factor, b);
    return levels_tidy(l, expr_sub(l->g, a, product));
}

/* Puts the rules in. No rule contains the derivatives of those before it. */
static void levels_reduce_row(level_search *l, derivative_row *row) {
    for (int k = 0; k < l->rules.count && !l->failed; k++) {
        const derivative_row *rule = &l->rules.at[k];
        expr own = row->slope[rule->pivot];
        if (own == EXPR_ZERO)
            continue;
        expr factor = expr_div(l->g, own, rule->slope[rule->pivot]);
        row->slope[rule->pivot] = EXPR_ZERO;
        for (int j = 0; j < l->n; j++)
            if (j != rule->pivot)
                row->slope[j] = levels_subtract(l, row->slope[j], factor, rule->slope[j]);
        row->rest = levels_subtract(l, row->rest, factor, rule->rest);
    }
}

/* 2: a number, 1: in parameters, 0: a function. */
static int levels_simplicity(level_search *l, expr a) {
    if (expr_get(l->g, a)->op == OP_NUMBER)
        return 2;
    expr_leaves leaves = expr_depends(l->g, a);
    int constant = leaves.count == 0;
    expr_forget(l->g, leaves);
    return constant;
}

/* Finds the derivative that a row is to give; a function that vanishes at the initial
 * point leaves the rank open. */
static int levels_find_pivot(level_search *l, const derivative_row *row) {
    int best = -1;
    int best_kind = -1;
    double largest = 0;
    for (int j = 0; j < l->n && !l->failed; j++) {
        if (row->slope[j] == EXPR_ZERO)
            continue;
        int kind = levels_simplicity(l, row->slope[j]);
        double size = fabs(levels_value_of(l, row->slope[j]));
        if (!(size > NOTHING)) {
            l->failed = 1;
            continue;
        }
        if (kind < best_kind || (kind == best_kind && size <= largest))
            continue;
        best = j;
        best_kind = kind;
        largest = size;
    }
    return best;
}

/* --- constraints --- */

static void levels_read_gradient(level_search *l, expr f, double *gradient) {
    for (int j = 0; j < l->n; j++) {
        expr leaf = expr_jet(l->g, j, 0);
        gradient[j] = levels_value_of(l, expr_partial(l->g, f, leaf));
    }
}

static double levels_length_of(int n, const double *x) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += x[j] * x[j];
    return sqrt(sum);
}

/* Returns whether the constraint is independent of those before it; twice orthogonalized.
 */
static int levels_is_independent(level_search *l, expr f) {
    double *own = l->gradient + (size_t)l->gradients * (size_t)l->n;
    if (l->gradients == l->n)
        return 0;
    levels_read_gradient(l, f, own);
    double before = levels_length_of(l->n, own);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < l->gradients; k++) {
            const double *other = l->gradient + (size_t)k * (size_t)l->n;
            double dot = 0;
            for (int j = 0; j < l->n; j++)
                dot += own[j] * other[j];
            for (int j = 0; j < l->n; j++)
                own[j] -= dot * other[j];
        }
    double after = levels_length_of(l->n, own);
    if (!(after > DEPENDENT * before))
        return 0;
    for (int j = 0; j < l->n; j++)
        own[j] /= after;
    l->gradients++;
    return 1;
}

/* Turns the sign so that the first term of a sum is positive. */
static expr levels_with_sign(level_search *l, expr f) {
    const expr_node node = *expr_get(l->g, f);
    double first = node.op == OP_PRODUCT ? node.value : 1;
    if (node.op == OP_SUM)
        first = node.coefficient[0];
    return first < 0 ? levels_tidy(l, expr_neg(l->g, f)) : f;
}

/* Makes a rule or a constraint of a row. */
static void levels_take_row(level_search *l, derivative_row row, int level,
                            constraint_levels *found) {
    levels_reduce_row(l, &row);
    row.pivot = levels_find_pivot(l, &row);
    if (l->failed)
        return;
    if (row.pivot >= 0) {
        LIST_PUSH(l->arena, l->rules, row);
        return;
    }
    if (row.rest == EXPR_ZERO || levels_simplicity(l, row.rest))
        return;
    if (expr_size(l->g, row.rest, MOST_SIZE) >= MOST_SIZE) {
        l->failed = 1;
        return;
    }
    if (!levels_is_independent(l, row.rest))
        return;
    expr f = levels_with_sign(l, row.rest);
    level_constraint c = {levels_spell(l, f), level};
    LIST_PUSH(l->arena, found->constraints, c);
    found->maximal = level;
}

static int levels_is_of_the_system(const equation *e) {
    int kind = e->kind == EQUATION_PLAIN || e->kind == EQUATION_CONSTRAINT ||
               e->kind == EQUATION_IMPLIED;
    return kind && !e->is_derived;
}

/* Marks the components whose derivatives are in no equation. */
static char *levels_find_required(level_search *l) {
    char *required = ARENA_ARRAY(l->arena, char, l->n + 1);
    memset(required, 1, (size_t)l->n);
    for (int k = 0; k < l->s->equations.count; k++) {
        const equation *e = &l->s->equations.at[k];
        if (!levels_is_of_the_system(e))
            continue;
        for (int j = 0; j < l->n; j++) {
            expr rate = expr_jet(l->g, j, 1);
            if (expr_partial(l->g, e->residual, rate) != EXPR_ZERO)
                required[j] = 0;
        }
    }
    return required;
}

/* Selects components by Procedure 3.11 at the initial point. */
static void levels_select_components(level_search *l, constraint_levels *found) {
    int m = found->constraints.count;
    int n = l->n;
    int *number = ARENA_ARRAY(l->arena, int, m + n + 1);
    double *a = ARENA_ARRAY(l->arena, double, m *n + 1);
    double *gradient = ARENA_ARRAY(l->arena, double, n + 1);
    pivot_selection chosen = {m,           levels_find_required(l),
                              LEAST_PIVOT, number,
                              number + m,  ARENA_ARRAY(l->arena, double, m + 1),
                              0,           -1};
    char *taken = ARENA_ARRAY(l->arena, char, n + 1);
    for (int i = 0; i < m; i++) {
        levels_read_gradient(l, found->constraints.at[i].f, gradient);
        for (int j = 0; j < n; j++)
            a[i + j * m] = gradient[j];
    }
    select_pivots(m, n, a, &chosen);
    found->component = ARENA_ARRAY(l->arena, int, n + 1);
    found->algebraic = chosen.rank;
    for (int k = 0; k < chosen.rank; k++) {
        found->component[k] = chosen.column[k];
        found->required += chosen.required[chosen.column[k]];
        taken[chosen.column[k]] = 1;
    }
    for (int j = 0, k = chosen.rank; j < n; j++)
        if (!taken[j])
            found->component[k++] = j;
}

static int levels_is_shown(const level_search *l) {
    for (int v = 0; v < l->n; v++)
        if (completion_shown_slot(l->c, v, 0) < 0)
            return 0;
    return 1;
}

/* Differentiates the constraints of one level to get the rows of the next, until every
 * derivative has a rule. Returns NULL where they grow
 * too long, or the system has another form. */
constraint_levels *levels_find(lowered *w) {
    completion *c = w->completion;
    level_search l = {
        .w = w, .c = c, .s = c->written, .g = c->system->graph, .arena = w->arena};
    l.n = l.s->variables.count;
    if (l.n > MOST_VARIABLES || l.s->graph != l.g || !levels_is_shown(&l))
        return NULL;
    l.gradient = ARENA_ARRAY(l.arena, double, l.n *l.n + 1);
    constraint_levels *found = ARENA_ARRAY(l.arena, constraint_levels, 1);
    found->maximal = -1;
    for (int k = 0; k < l.s->equations.count && !l.failed; k++) {
        const equation *e = &l.s->equations.at[k];
        if (e->guard != NO_EXPR)
            return NULL;
        if (levels_is_of_the_system(e))
            levels_take_row(&l, levels_read_row(&l, e->residual), 0, found);
    }
    for (int level = 1, first = 0; level < MOST_LEVELS && !l.failed; level++) {
        int last = found->constraints.count;
        if (l.rules.count == l.n || first == last)
            break;
        for (int k = first; k < last && !l.failed; k++)
            levels_take_row(&l, levels_differentiate(&l, found->constraints.at[k].f),
                            level, found);
        first = last;
    }
    if (l.failed)
        return NULL;
    levels_select_components(&l, found);
    return found;
}
