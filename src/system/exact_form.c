/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums are taken apart, and so are products of one sum with constants. */
#include "exact_form.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct collection {
    dae *system;
    LIST(form_term) term;
} collection;

static void exact_form_collect(collection *to, expr e, const rational *factor);

static void exact_form_push(collection *to, expr key, const rational *factor) {
    form_term t = {key, factor};
    LIST_PUSH(to->system->arena, to->term, t);
}

/* Is e made of numbers and of parameters that keep their values? */
typedef struct question {
    const dae *system;
    int varies;
} question;

static const parameter *steady_parameter(const dae *s, const expr_node *leaf) {
    if (leaf->op != OP_PARAMETER || leaf->variable >= s->parameters.count)
        return NULL;
    const parameter *p = &s->parameters.at[leaf->variable];
    return p->kind < PARAMETER_INPUT ? p : NULL;
}

static double constant_leaf(void *data, const expr_node *leaf) {
    question *q = data;
    const parameter *p = steady_parameter(q->system, leaf);
    if (!p)
        q->varies = 1;
    return p ? p->value : NAN;
}

enum { DEEPEST_CONSTANT = 64 };

static const rational *exact_value(dae *s, expr e, int depth);

/* x^power, power not 0; NULL: it has no value */
static const rational *exact_power(arena *a, const rational *x, int power) {
    const rational *result = &rational_one;
    if (power < 0 && rational_sign(x) == 0)
        return NULL;
    for (int i = 0; i < abs(power); i++)
        result = rational_mul(a, result, x);
    return power < 0 ? rational_div(a, &rational_one, result) : result;
}

static const rational *exact_sum(dae *s, const expr_node *n, int depth) {
    const rational *sum = rational_of_decimal(s->arena, n->value);
    for (int k = 0; k < n->count && sum; k++) {
        const rational *x = exact_value(s, n->arg[k], depth);
        const rational *factor = rational_of_decimal(s->arena, n->coefficient[k]);
        sum = x ? rational_add(s->arena, sum, rational_mul(s->arena, factor, x)) : NULL;
    }
    return sum;
}

static const rational *exact_product(dae *s, const expr_node *n, int depth) {
    const rational *product = rational_of_decimal(s->arena, n->value);
    for (int k = 0; k < n->count && product; k++) {
        const rational *x = exact_value(s, n->arg[k], depth);
        if (x)
            x = exact_power(s->arena, x, (int)n->coefficient[k]);
        product = x ? rational_mul(s->arena, product, x) : NULL;
    }
    return product;
}

/* The value of a constant expression in rational numbers, as far as its operations are
 * rational; NULL: it is not rational, or nested too deep. Numbers count as the decimals
 * that were written. */
static const rational *exact_value(dae *s, expr e, int depth) {
    const expr_node n = *expr_get(s->graph, e);
    const parameter *p = steady_parameter(s, &n);
    if (depth > DEEPEST_CONSTANT)
        return NULL;
    if (p && p->binding != NO_EXPR && !p->is_set && !p->is_tuned) {
        const rational *value = exact_value(s, p->binding, depth + 1);
        return value ? value : rational_of_decimal(s->arena, p->value);
    }
    if (p)
        return rational_of_decimal(s->arena, p->value);
    if (n.op == OP_NUMBER)
        return rational_of_decimal(s->arena, n.value);
    if (n.op == OP_SUM)
        return exact_sum(s, &n, depth + 1);
    if (n.op == OP_PRODUCT)
        return exact_product(s, &n, depth + 1);
    question q = {s, 0};
    double value = expr_evaluate(s->graph, e, constant_leaf, &q);
    return isfinite(value) ? rational_of_decimal(s->arena, value) : NULL;
}

/* The value that e has, now and always; NULL: it has none. */
static const rational *exact_form_constant_value(dae *s, expr e) {
    question q = {s, 0};
    double value = expr_evaluate(s->graph, e, constant_leaf, &q);
    if (q.varies || !isfinite(value))
        return NULL;
    const rational *exact = exact_value(s, e, 0);
    return exact ? exact : rational_of_decimal(s->arena, value);
}

/* Collects value * (product of constants) * (product of the rest): the rest is the key,
 * or, where it is one factor of power 1, taken apart itself. */
static void collect_product(collection *to, expr e, const rational *factor) {
    dae *s = to->system;
    arena *a = s->arena;
    const expr_node n = *expr_get(s->graph, e);
    expr *rest = ARENA_ARRAY(a, expr, n.count + 1);
    expr key = EXPR_ZERO;
    int count = 0;
    int single = 0;
    factor = rational_mul(a, factor, rational_of_decimal(a, n.value));
    for (int k = 0; k < n.count; k++) {
        int power = (int)n.coefficient[k];
        const rational *x = exact_form_constant_value(s, n.arg[k]);
        if (x)
            x = exact_power(a, x, power);
        if (x) {
            factor = rational_mul(a, factor, x);
            continue;
        }
        key = n.arg[k];
        single = power == 1;
        rest[count++] =
            power == 1 ? key : expr_pow(s->graph, key, expr_number(s->graph, power));
    }
    if (count == 0)
        exact_form_push(to, expr_number(s->graph, 1), factor);
    else if (count == 1 && single)
        exact_form_collect(to, key, factor);
    else
        exact_form_push(to, expr_product(s->graph, count, rest), factor);
}

/* Takes sums and products apart; constants become coefficients, all else is a key. */
static void exact_form_collect(collection *to, expr e, const rational *factor) {
    dae *s = to->system;
    if (e == EXPR_ZERO)
        return;
    const expr_node n = *expr_get(s->graph, e);
    const rational *value = exact_form_constant_value(s, e);
    if (value) {
        exact_form_push(to, expr_number(s->graph, 1),
                        rational_mul(s->arena, factor, value));
        return;
    }
    if (n.op == OP_PRODUCT) {
        collect_product(to, e, factor);
        return;
    }
    if (n.op != OP_SUM || !isfinite(n.value)) {
        exact_form_push(to, e, factor);
        return;
    }
    if (n.value != 0)
        exact_form_push(
            to, expr_number(s->graph, 1),
            rational_mul(s->arena, factor, rational_of_decimal(s->arena, n.value)));
    for (int k = 0; k < n.count; k++)
        exact_form_collect(to, n.arg[k],
                           rational_mul(s->arena, factor,
                                        rational_of_decimal(s->arena, n.coefficient[k])));
}

static int exact_form_by_key(const void *a, const void *b) {
    const form_term *x = a;
    const form_term *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* What is left of terms that cancel to this share is the rounding of numbers that were
 * written rounded: 0.3*(9.81 + x) - (2.943 + 0.3*x). */
static const double ROUNDING = 1e-14;

/* Like terms together, zeros away. */
static exact_form *exact_form_gather(collection *c, double share) {
    arena *a = c->system->arena;
    exact_form *f = arena_alloc(a, sizeof *f);
    f->term = c->term.at;
    if (c->term.count)
        qsort(c->term.at, (size_t)c->term.count, sizeof *c->term.at, exact_form_by_key);
    for (int k = 0, next; k < c->term.count; k = next) {
        form_term sum = c->term.at[k];
        double size = fabs(rational_to_double(sum.coefficient));
        for (next = k + 1; next < c->term.count && c->term.at[next].key == sum.key;
             next++) {
            const rational *more = c->term.at[next].coefficient;
            size += fabs(rational_to_double(more));
            sum.coefficient = rational_add(a, sum.coefficient, more);
        }
        if (fabs(rational_to_double(sum.coefficient)) > share * size)
            f->term[f->count++] = sum;
    }
    return f;
}

exact_form *form_of(dae *s, expr f) {
    collection c = {.system = s};
    exact_form_collect(&c, f, &rational_one);
    return exact_form_gather(&c, ROUNDING);
}

exact_form *form_sum_rounded(dae *s, int count, exact_form *const *form,
                             const rational *const *factor, double share) {
    assert(count >= 0 && share >= 0);
    collection c = {.system = s};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < form[i]->count && rational_sign(factor[i]); k++)
            exact_form_push(
                &c, form[i]->term[k].key,
                rational_mul(s->arena, factor[i], form[i]->term[k].coefficient));
    return exact_form_gather(&c, share);
}

exact_form *form_sum(dae *s, int count, exact_form *const *form,
                     const rational *const *factor) {
    return form_sum_rounded(s, count, form, factor, ROUNDING);
}

exact_form *form_of_numbers(dae *s, int count, const expr *key,
                            const double *coefficient) {
    collection c = {.system = s};
    for (int k = 0; k < count; k++)
        if (coefficient[k] != 0)
            exact_form_push(&c, key[k], rational_of(s->arena, coefficient[k]));
    return exact_form_gather(&c, ROUNDING);
}

exact_form *form_derivative(dae *s, const exact_form *f) {
    collection c = {.system = s};
    for (int k = 0; k < f->count; k++)
        exact_form_collect(&c, expr_total(s->graph, f->term[k].key),
                           f->term[k].coefficient);
    return exact_form_gather(&c, ROUNDING);
}

exact_form *form_substitute(dae *s, const exact_form *f, expr_map map, void *data) {
    collection c = {.system = s};
    for (int k = 0; k < f->count; k++)
        exact_form_collect(&c, expr_substitute(s->graph, f->term[k].key, map, data),
                           f->term[k].coefficient);
    return exact_form_gather(&c, ROUNDING);
}

expr form_expr(dae *s, const exact_form *f) {
    double *c = ARENA_ARRAY(s->arena, double, f->count + 1);
    double most = 0;
    expr *term = ARENA_ARRAY(s->arena, expr, f->count + 1);
    for (int k = 0; k < f->count; k++) {
        c[k] = rational_to_double(f->term[k].coefficient);
        term[k] = f->term[k].key;
        most = fmax(most, fabs(c[k]));
    }
    if (f->count == 0)
        return EXPR_ZERO;
    int power;
    frexp(most, &power);
    for (int k = 0; k < f->count; k++)
        c[k] = ldexp(c[k], 1 - power);
    return expr_sum(s->graph, f->count, c, term);
}
