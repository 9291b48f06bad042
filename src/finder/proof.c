/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations and rates become polynomials with integer coefficients in what they are made
 * of: leaves, functions, reciprocals. sqrt(a), sin(a) with cos(a) and 1/a have a relation
 * each, all other functions are variables without any. Decimals stand for the fractions
 * that they are as written.
 *
 * Top unknowns are eliminated where an equation contains them with a factor that vanishes
 * nowhere: a number, a polynomial in parameters that is not zero, or, where it is the
 * only one left in an equation, anything, for the equations would not determine it
 * otherwise. What is left of the rate is to be in the ideal of what is left of the
 * equations: a Groebner basis decides it, within a limit of operations. */
#include "proof.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../algebra/groebner.h"
#include "generators.h"

enum {
    MOST_ATOMS = 150,
    DEEPEST = 200,
    WRITTEN_DIGITS = 15,
    LARGEST_POWER = 60, /* of ten in a decimal */
    LONGEST_BINARY = 200
};
static const double OPERATIONS = 5e5;
static const double NOT_ZERO = 1e-12; /* of the terms of a factor */

/* A variable of the polynomials. */
typedef struct atom {
    expr of;
    int is_reciprocal; /* 1 over it */
} atom;

typedef struct ratio_poly {
    poly over;
    integer under; /* > 0 */
} ratio_poly;

typedef struct prover {
    surface *surface;
    graph *graph;
    arena *arena;
    expr rate;
    int is_general; /* parameters are variables */
    int is_proved;
    algebra_work *work;
    ring *ring;
    LIST(atom) atoms;
    LIST(char) is_known; /* [nodes]: seen by scan */
    LIST(int) first;     /* [atoms]: the same one before it, or itself; -1: not known */
    LIST(ratio_poly *) value; /* [nodes], or NULL */
    polys tops, others;       /* equations */
    poly left;                /* of the rate */
} prover;

/* --- atoms --- */

static int atom_find(const prover *p, expr of, int is_reciprocal) {
    for (int j = 0; j < p->atoms.count; j++)
        if (p->atoms.at[j].of == of && p->atoms.at[j].is_reciprocal == is_reciprocal)
            return j;
    return -1;
}

static void atom_add(prover *p, expr of, int is_reciprocal) {
    if (atom_find(p, of, is_reciprocal) >= 0)
        return;
    if (p->atoms.count == MOST_ATOMS)
        algebra_give_up(p->work, "there are too many variables");
    LIST_PUSH(p->arena, p->atoms, ((atom){of, is_reciprocal}));
}

static int is_bound_parameter(const prover *p, int number) {
    const surface *s = p->surface;
    for (int k = 0; k < s->binding.tape->outputs; k++)
        if (s->bound[k] == number)
            return 1;
    return 0;
}

static void atoms_scan(prover *p, expr e, int depth);

static void atoms_scan_parameter(prover *p, expr e, int number, int depth) {
    const dae *d = p->surface->lowered->completion->system;
    if (is_bound_parameter(p, number)) {
        atom_add(p, e, 0);
        atoms_scan(p, d->parameters.at[number].binding, depth + 1);
    } else if (p->is_general)
        atom_add(p, e, 0);
}

static void atoms_scan_inner(prover *p, expr e, const expr_node *n, int depth) {
    if (n->op == OP_SUM || n->op == OP_PRODUCT) {
        for (int k = 0; k < n->count; k++) {
            atoms_scan(p, n->arg[k], depth + 1);
            if (n->op == OP_PRODUCT && n->coefficient[k] < 0)
                atom_add(p, n->arg[k], 1);
        }
        return;
    }
    atom_add(p, e, 0);
    if (n->count == 1)
        atoms_scan(p, n->arg[0], depth + 1);
    if (n->op == OP_SIN || n->op == OP_COS) {
        atom_add(p, expr_call(p->graph, OP_SIN, n->arg), 0);
        atom_add(p, expr_call(p->graph, OP_COS, n->arg), 0);
    }
}

static void atoms_scan(prover *p, expr e, int depth) {
    if (e == EXPR_ZERO)
        return;
    while (p->is_known.count <= e)
        LIST_PUSH(p->arena, p->is_known, 0);
    if (p->is_known.at[e])
        return;
    p->is_known.at[e] = 1;
    if (depth > DEEPEST)
        algebra_give_up(p->work, "expressions are too deep");
    const expr_node *n = expr_get(p->graph, e);
    if (n->op == OP_NUMBER)
        return;
    if (n->op == OP_PARAMETER)
        atoms_scan_parameter(p, e, n->variable, depth);
    else if (n->op == OP_TIME || n->op == OP_JET)
        atom_add(p, e, 0);
    else
        atoms_scan_inner(p, e, n, depth);
}

/* --- fractions --- */

/* The fraction that a number is: the shortest decimal, or its bits where that has more
 * than 15 digits. */
static ratio_poly ratio_number(prover *p, double x) {
    arena *a = p->arena;
    char text[64];
    integer over = integer_of(0);
    integer under = integer_of(1);
    int is_decimal = 0;
    if (!isfinite(x))
        algebra_give_up(p->work, "a number is not finite");
    for (int digits = 1; digits <= WRITTEN_DIGITS && !is_decimal; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, fabs(x));
        is_decimal = strtod(text, NULL) == fabs(x);
        if (!is_decimal)
            continue;
        char plain[64];
        int count = 0;
        const char *c = text;
        for (; *c != 'e'; c++)
            if (*c >= '0' && *c <= '9')
                plain[count++] = *c;
        int power = atoi(c + 1) - (digits - 1);
        if (abs(power) > LARGEST_POWER)
            algebra_give_up(p->work, "a number is too long");
        over = integer_of_decimal(a, plain, count);
        integer scale = integer_power(a, integer_of(10), abs(power));
        if (power < 0)
            under = scale;
        else
            over = integer_mul(a, over, scale);
    }
    if (!is_decimal) {
        int power;
        double mantissa = ldexp(frexp(fabs(x), &power), 53);
        power -= 53;
        if (abs(power) > LONGEST_BINARY)
            algebra_give_up(p->work, "a number is too long");
        over = integer_of((int64_t)mantissa);
        integer scale = integer_power(a, integer_of(2), abs(power));
        if (power < 0)
            under = scale;
        else
            over = integer_mul(a, over, scale);
    }
    if (x < 0)
        over = integer_neg(over);
    poly zero = {0, NULL, NULL};
    poly value = integer_is(over, 0) ? zero : poly_constant(p->ring, a, over);
    return (ratio_poly){value, under};
}

static ratio_poly ratio_multiply(prover *p, ratio_poly x, ratio_poly y) {
    return (ratio_poly){poly_mul(p->ring, p->arena, x.over, y.over),
                        integer_mul(p->arena, x.under, y.under)};
}

static ratio_poly ratio_add(prover *p, ratio_poly x, ratio_poly y) {
    arena *a = p->arena;
    integer common = integer_gcd(a, x.under, y.under);
    integer left = integer_over(a, y.under, common);
    integer right = integer_over(a, x.under, common);
    return (ratio_poly){poly_combine(p->ring, a, left, x.over, right, NULL, y.over),
                        integer_mul(a, x.under, left)};
}

static ratio_poly ratio_of(prover *p, expr e);

/* What an atom is a function of: the base of a reciprocal, the only argument; NO_EXPR. */
static expr atom_argument(const prover *p, const atom *x) {
    const expr_node *n = expr_get(p->graph, x->of);
    if (x->is_reciprocal)
        return x->of;
    return n->count == 1 && n->op != OP_SUM && n->op != OP_PRODUCT ? n->arg[0] : NO_EXPR;
}

static int atoms_are_alike(prover *p, const atom *x, const atom *y) {
    expr left = atom_argument(p, x);
    expr right = atom_argument(p, y);
    if (left == NO_EXPR || right == NO_EXPR || x->is_reciprocal != y->is_reciprocal)
        return 0;
    if (!x->is_reciprocal &&
        expr_get(p->graph, x->of)->op != expr_get(p->graph, y->of)->op)
        return 0;
    ratio_poly f = ratio_of(p, left);
    ratio_poly g = ratio_of(p, right);
    integer gap = integer_sub(p->arena, f.under, g.under);
    return integer_is(gap, 0) && poly_is_equal(p->ring, f.over, g.over);
}

/* The first atom that is the same function of the same polynomial: |a - b| and |b - a| by
 * roots. */
static int atom_first(prover *p, int j) {
    if (p->first.at[j] >= 0)
        return p->first.at[j];
    int first = j;
    for (int i = 0; i < j && first == j; i++)
        if (atoms_are_alike(p, &p->atoms.at[i], &p->atoms.at[j]))
            first = i;
    p->first.at[j] = first;
    return first;
}

static ratio_poly ratio_atom(prover *p, expr of, int is_reciprocal) {
    int j = atom_first(p, atom_find(p, of, is_reciprocal));
    return (ratio_poly){poly_variable(p->ring, p->arena, j), integer_of(1)};
}

static ratio_poly ratio_sum(prover *p, const expr_node *n) {
    ratio_poly sum = ratio_number(p, n->value);
    for (int k = 0; k < n->count; k++) {
        ratio_poly c = ratio_number(p, n->coefficient[k]);
        sum = ratio_add(p, sum, ratio_multiply(p, c, ratio_of(p, n->arg[k])));
    }
    return sum;
}

static ratio_poly ratio_product(prover *p, const expr_node *n) {
    ratio_poly product = ratio_number(p, n->value);
    for (int k = 0; k < n->count; k++) {
        double power = n->coefficient[k];
        if (fabs(power) > LARGEST_POWER)
            algebra_give_up(p->work, "a power is too high");
        ratio_poly x = power < 0 ? ratio_atom(p, n->arg[k], 1) : ratio_of(p, n->arg[k]);
        for (int i = 0; i < fabs(power); i++)
            product = ratio_multiply(p, product, x);
    }
    return product;
}

static ratio_poly ratio_leaf(prover *p, expr e, const expr_node *n) {
    const dae *d = p->surface->lowered->completion->system;
    if (n->op == OP_NUMBER)
        return ratio_number(p, n->value);
    if (n->op == OP_PARAMETER && atom_find(p, e, 0) < 0)
        return ratio_number(p, d->parameters.at[n->variable].value);
    return ratio_atom(p, e, 0);
}

static ratio_poly ratio_of(prover *p, expr e) {
    if (e == EXPR_ZERO)
        return ratio_number(p, 0);
    while (p->value.count <= e)
        LIST_PUSH(p->arena, p->value, NULL);
    if (p->value.at[e])
        return *p->value.at[e];
    const expr_node *n = expr_get(p->graph, e);
    ratio_poly x;
    if (n->op == OP_SUM)
        x = ratio_sum(p, n);
    else if (n->op == OP_PRODUCT)
        x = ratio_product(p, n);
    else
        x = ratio_leaf(p, e, n);
    ratio_poly *kept = arena_alloc(p->arena, sizeof *kept);
    *kept = x;
    p->value.at[e] = kept;
    return x;
}

/* --- equations --- */

static void prover_add(prover *p, polys *to, poly f) {
    if (f.count)
        LIST_PUSH(p->arena, *to, poly_primitive(p->ring, p->arena, f));
}

/* base * reciprocal - 1, root^2 - argument, sin^2 + cos^2 - 1, parameter - binding */
static void prover_relate(prover *p, int j) {
    const dae *d = p->surface->lowered->completion->system;
    atom own = p->atoms.at[j];
    ratio_poly x = {poly_variable(p->ring, p->arena, j), integer_of(1)};
    ratio_poly minus = ratio_number(p, -1);
    const expr_node *n = expr_get(p->graph, own.of);
    ratio_poly f = {{0, NULL, NULL}, integer_of(1)};
    if (own.is_reciprocal)
        f = ratio_add(p, ratio_multiply(p, ratio_of(p, own.of), x), minus);
    else if (n->op == OP_SQRT) {
        ratio_poly argument = ratio_multiply(p, minus, ratio_of(p, n->arg[0]));
        f = ratio_add(p, ratio_multiply(p, x, x), argument);
    } else if (n->op == OP_SIN) {
        ratio_poly other = ratio_atom(p, expr_call(p->graph, OP_COS, n->arg), 0);
        f = ratio_add(p, ratio_multiply(p, x, x), ratio_multiply(p, other, other));
        f = ratio_add(p, f, minus);
    } else if (n->op == OP_PARAMETER && is_bound_parameter(p, n->variable)) {
        expr by = d->parameters.at[n->variable].binding;
        f = ratio_add(p, x, ratio_multiply(p, minus, ratio_of(p, by)));
    }
    prover_add(p, &p->others, f.over);
}

static void prover_read(prover *p) {
    const surface *s = p->surface;
    atoms_scan(p, p->rate, 0);
    for (int i = 0; i < s->rows; i++)
        atoms_scan(p, s->row[i], 0);
    for (int i = 0; i < s->unknowns; i++)
        atoms_scan(p, s->top[i], 0);
    p->ring = ring_new(p->arena, p->work, p->atoms.count);
    for (int j = 0; j < p->atoms.count; j++)
        LIST_PUSH(p->arena, p->first, -1);
    for (int j = 0; j < p->atoms.count; j++)
        if (atom_first(p, j) == j)
            prover_relate(p, j);
    for (int i = 0; i < s->rows; i++)
        prover_add(p, &p->others, ratio_of(p, s->row[i]).over);
    for (int i = 0; i < s->unknowns; i++)
        prover_add(p, &p->tops, ratio_of(p, s->top[i]).over);
    p->left = ratio_of(p, p->rate).over;
}

/* --- elimination --- */

static int is_top_atom(const prover *p, int j) {
    const expr_node *n = expr_get(p->graph, p->atoms.at[j].of);
    if (p->atoms.at[j].is_reciprocal || n->op != OP_JET)
        return 0;
    return completion_slot(p->surface->lowered->completion, n) >= p->surface->coordinates;
}

/* Does the polynomial hold a top unknown, be it within a function or a reciprocal, other
 * than this one? */
static int holds_tops(const prover *p, poly f, int other_than) {
    const completion *c = p->surface->lowered->completion;
    for (int j = 0; j < p->atoms.count; j++) {
        if (j == other_than || !poly_holds(p->ring, f, j))
            continue;
        expr_leaves leaves = expr_depends(p->graph, p->atoms.at[j].of);
        int holds = 0;
        for (int k = 0; k < leaves.count; k++)
            holds |= completion_slot(c, expr_get(p->graph, leaves.at[k])) >=
                     p->surface->coordinates;
        expr_forget(p->graph, leaves);
        if (holds)
            return 1;
    }
    return 0;
}

/* Is it a number, or a polynomial in parameters that is not zero? */
static int is_unit_factor(const prover *p, poly f) {
    double sum = 0;
    double size = 0;
    for (int i = 0; i < f.count; i++) {
        double term = strtod(integer_text(p->arena, f.c[i]), NULL);
        for (int j = 0; j < p->atoms.count; j++) {
            int power = f.e[(size_t)i * (size_t)p->ring->n + (size_t)j];
            const expr_node *n = expr_get(p->graph, p->atoms.at[j].of);
            if (power == 0)
                continue;
            if (n->op != OP_PARAMETER)
                return 0;
            double value = (double)p->surface->parameter[n->variable];
            term *= pow(p->atoms.at[j].is_reciprocal ? 1 / value : value, power);
        }
        sum += term;
        size += fabs(term);
    }
    return fabs(sum) > NOT_ZERO * size;
}

/* May equation i be solved for atom j? */
static int is_pivot(const prover *p, int i, int j, int units_only) {
    poly f = p->tops.at[i];
    if (poly_degree_in(p->ring, f, j) != 1)
        return 0;
    poly factor = poly_coefficient(p->ring, p->arena, f, j, 1);
    if (holds_tops(p, factor, -1))
        return 0;
    if (is_unit_factor(p, factor))
        return 1;
    return !units_only && !holds_tops(p, f, j);
}

static void prover_replace(prover *p, polys *list, poly f, int j) {
    for (int k = 0; k < list->count; k++) {
        poly rest = list->at[k];
        if (poly_holds(p->ring, rest, j))
            rest = poly_pseudo_remainder(p->ring, p->arena, rest, f, j);
        list->at[k] = rest;
    }
}

/* Takes equation i away, and atom j from all others and from the rate. */
static void prover_eliminate(prover *p, int i, int j) {
    poly f = p->tops.at[i];
    p->tops.at[i] = p->tops.at[--p->tops.count];
    prover_replace(p, &p->tops, f, j);
    prover_replace(p, &p->others, f, j);
    if (poly_holds(p->ring, p->left, j))
        p->left = poly_pseudo_remainder(p->ring, p->arena, p->left, f, j);
}

static int prover_eliminate_one(prover *p, int units_only) {
    int best = -1;
    int of = -1;
    for (int j = 0; j < p->atoms.count; j++) {
        if (!is_top_atom(p, j))
            continue;
        for (int i = 0; i < p->tops.count; i++)
            if ((best < 0 || p->tops.at[i].count < p->tops.at[best].count) &&
                is_pivot(p, i, j, units_only)) {
                best = i;
                of = j;
            }
    }
    if (best >= 0)
        prover_eliminate(p, best, of);
    return best >= 0;
}

/* --- the decision --- */

static int is_whole_ring(const ring *r, const polys *basis) {
    return basis->count == 1 && monomial_degree(r->n, basis->at[0].e) == 0;
}

/* Adds the atoms of f to the set; returns whether it had all. */
static int atoms_join(const prover *p, poly f, char *set) {
    int had = 1;
    for (int j = 0; j < p->atoms.count; j++)
        if (!set[j] && poly_holds(p->ring, f, j)) {
            set[j] = 1;
            had = 0;
        }
    return had;
}

static int is_within(const prover *p, poly f, const char *set) {
    for (int j = 0; j < p->atoms.count; j++)
        if (!set[j] && poly_holds(p->ring, f, j))
            return 0;
    return 1;
}

/* Is what is left of the rate in the ideal of the equations within a set of atoms? Where
 * equations contradict each other, as decimals may that are only nearly what they stand
 * for, all would be. */
static int prover_test(prover *p, const char *set) {
    polys all = {0};
    for (int k = 0; k < p->others.count; k++)
        if (p->others.at[k].count && is_within(p, p->others.at[k], set))
            LIST_PUSH(p->arena, all, p->others.at[k]);
    for (int k = 0; k < p->tops.count; k++)
        if (p->tops.at[k].count && is_within(p, p->tops.at[k], set))
            LIST_PUSH(p->arena, all, p->tops.at[k]);
    polys basis = groebner_basis(p->ring, p->arena, &all);
    if (is_whole_ring(p->ring, &basis))
        return 0;
    return poly_reduce(p->ring, p->arena, p->left, &basis).count == 0;
}

/* Sums of multiples of the equations, each without the leading monomials of those before
 * it; long ones are tried first. */
static polys prover_combine(const prover *p) {
    polys basis = {0};
    for (int k = 0; k < p->others.count; k++) {
        poly f = poly_reduce(p->ring, p->arena, p->others.at[k], &basis);
        if (!f.count)
            continue;
        LIST_PUSH(p->arena, basis, f);
        int degree = monomial_degree(p->ring->n, f.e);
        int i = basis.count - 1;
        for (; i > 0 && monomial_degree(p->ring->n, basis.at[i - 1].e) < degree; i--)
            basis.at[i] = basis.at[i - 1];
        basis.at[i] = f;
    }
    return basis;
}

/* Are the coefficients of all products of top unknowns such sums, by plain division? */
static int prover_divide(prover *p) {
    polys parts = {0};
    polys basis = prover_combine(p);
    LIST_PUSH(p->arena, parts, p->left);
    for (int j = 0; j < p->atoms.count; j++) {
        polys finer = {0};
        if (!is_top_atom(p, j))
            continue;
        for (int k = 0; k < parts.count; k++)
            for (int e = poly_degree_in(p->ring, parts.at[k], j); e >= 0; e--) {
                poly part = poly_coefficient(p->ring, p->arena, parts.at[k], j, e);
                if (part.count)
                    LIST_PUSH(p->arena, finer, part);
            }
        parts = finer;
    }
    for (int k = 0; k < parts.count; k++)
        if (poly_reduce(p->ring, p->arena, parts.at[k], &basis).count)
            return 0;
    return 1;
}

/* The same with equations that the rate shares all atoms with, then with their
 * neighbours, and theirs. */
static int prover_decide(prover *p) {
    char *set = ARENA_ARRAY(p->arena, char, p->atoms.count + 1);
    if (p->left.count == 0 || prover_divide(p))
        return 1;
    atoms_join(p, p->left, set);
    for (int is_all = 0; !is_all;) {
        if (prover_test(p, set))
            return 1;
        char *old = ARENA_ARRAY(p->arena, char, p->atoms.count + 1);
        memcpy(old, set, (size_t)p->atoms.count);
        is_all = 1;
        for (int k = 0; k < p->others.count + p->tops.count; k++) {
            poly f =
                k < p->others.count ? p->others.at[k] : p->tops.at[k - p->others.count];
            for (int j = 0; j < p->atoms.count; j++)
                if (old[j] && f.count && poly_holds(p->ring, f, j)) {
                    is_all &= atoms_join(p, f, set);
                    break;
                }
        }
    }
    return 0;
}

static void prover_run(invo_context *context, void *argument) {
    prover *p = argument;
    (void)context;
    p->work = algebra_work_new(p->arena, OPERATIONS, INFINITY);
    prover_read(p);
    while (p->left.count && prover_eliminate_one(p, 1))
        continue;
    p->is_proved = prover_decide(p);
    if (p->is_proved)
        return;
    while (p->left.count && prover_eliminate_one(p, 0))
        continue;
    p->is_proved = prover_decide(p);
}

/* Returns whether the rate is proved to vanish; 0 also where the limit is reached. */
static int proof_attempt(surface *s, expr rate, int is_general) {
    invo_context *context = arena_context(s->arena);
    size_t said = context->message_size;
    prover p = {.surface = s,
                .graph = s->lowered->completion->system->graph,
                .arena = arena_child(s->arena),
                .rate = rate,
                .is_general = is_general};
    invo_status status = protect(context, prover_run, &p);
    arena_free(p.arena);
    if (status == INVO_E_MEMORY)
        fail_if_errors(context);
    if (status)
        forget_errors(context, said);
    return !status && p.is_proved;
}

const char *proof_find(surface *s, expr quantity) {
    graph *g = s->lowered->completion->system->graph;
    if (generator_has_jumps(g, quantity))
        return "none";
    expr rate = expr_total(g, quantity);
    if (proof_attempt(s, rate, 1))
        return "general";
    return proof_attempt(s, rate, 0) ? "values" : "none";
}
