/* SPDX-License-Identifier: BSD-3-Clause */
/* Splits by factors as long as there are any, peels off equations that bring variables of
 * their own, and proves that what remains is prime, or splits it by the factors of an
 * eliminant (Gianni, Trager, Zacharias: J. Symb. Comp. 6 (1988) 149-167; Becker,
 * Weispfenning: Gröbner Bases, chapter 8).
 *
 * The proof takes numbers for the independent variables u. If the algebra that remains
 * has an element whose minimal polynomial has full degree and is irreducible, it is a
 * field, and then so is the algebra over Q(u), to whose characteristic polynomial that
 * one specialises: the ideal has one component on which u are independent. Other
 * components: where the generators are as many as the codimension and the ring is finite
 * over Q[u], it is free over it (a complete intersection is Cohen-Macaulay), so there are
 * none. Otherwise the ideal is saturated by the leading coefficients in Q[u], and what
 * that took away is split in turn. */
#include "decompose.h"
#include <assert.h>
#include <string.h>
#include "factor.h"
#include "ideal.h"

enum {
    DEEPEST = 200,       /* splittings within splittings */
    MOST_STANDARD = 400, /* of the algebra over the independent variables */
    TRIES = 3,           /* of numbers for a proof */
    TURNS = 8            /* of coordinates for an eliminant */
};

/* An equation that brings its variable: monic in it, which occurs in no later one. */
typedef struct peel {
    poly f;
    int variable;
} peel;

typedef struct component {
    LIST(peel) peeled; /* the first one may hold the variables of the others */
    polys basis;       /* a Gröbner basis of a prime without these variables */
    int is_changed;    /* the ideal is another one than was given */
} component;

typedef LIST(component) components;

typedef struct decomposer {
    const ring *ring; /* unknowns before parameters; its last variable is spare */
    arena *arena;
    const char *is_unknown; /* [n] */
    polys irreducible;      /* found so far */
    int depth;
} decomposer;

static components split_ideal(decomposer *d, polys generators);

/* --- polynomials over the parameters --- */

static int is_unit_poly(const decomposer *d, poly f) {
    for (int j = 0; j < d->ring->n; j++)
        if (d->is_unknown[j] && poly_holds(d->ring, f, j))
            return 0;
    return f.count > 0;
}

static int has_parameters(const decomposer *d, const polys *generators) {
    for (int k = 0; k < generators->count; k++)
        for (int j = 0; j < d->ring->n; j++)
            if (!d->is_unknown[j] && poly_holds(d->ring, generators->at[k], j))
                return 1;
    return 0;
}

static polys copy_list(const decomposer *d, const polys *from) {
    polys to = {0};
    for (int k = 0; k < from->count; k++)
        LIST_PUSH(d->arena, to, from->at[k]);
    return to;
}

static polys with_one_more(const decomposer *d, const polys *from, poly f) {
    assert(f.count > 0);
    polys to = copy_list(d, from);
    LIST_PUSH(d->arena, to, f);
    return to;
}

/* --- components --- */

/* Divides by what was peeled, the first one first, then by the basis. */
static int component_contains(const decomposer *d, const component *c, poly f) {
    for (int k = 0; k < c->peeled.count; k++)
        f = poly_pseudo_remainder(d->ring, d->arena, f, c->peeled.at[k].f,
                                  c->peeled.at[k].variable);
    return ideal_contains(d->ring, d->arena, &c->basis, f);
}

static int component_includes(const decomposer *d, const component *c,
                              const component *smaller) {
    for (int k = 0; k < smaller->peeled.count; k++)
        if (!component_contains(d, c, smaller->peeled.at[k].f))
            return 0;
    for (int k = 0; k < smaller->basis.count; k++)
        if (!component_contains(d, c, smaller->basis.at[k]))
            return 0;
    return 1;
}

/* Keeps the minimal primes, of equal ones the first. */
static components minimal_components(decomposer *d, const components *all) {
    components kept = {0};
    for (int i = 0; i < all->count; i++) {
        int is_minimal = 1;
        for (int k = 0; k < all->count && is_minimal; k++) {
            if (k == i || !component_includes(d, &all->at[i], &all->at[k]))
                continue;
            is_minimal = k > i && component_includes(d, &all->at[k], &all->at[i]);
        }
        if (is_minimal)
            LIST_PUSH(d->arena, kept, all->at[i]);
    }
    return kept;
}

static void append_split(decomposer *d, components *to, polys generators) {
    components more = split_ideal(d, generators);
    for (int k = 0; k < more.count; k++) {
        more.at[k].is_changed = 1;
        LIST_PUSH(d->arena, *to, more.at[k]);
    }
}

static components one_component(const decomposer *d, polys basis) {
    components one = {0};
    component c = {.basis = basis};
    LIST_PUSH(d->arena, one, c);
    return one;
}

/* --- splitting by factors --- */

/* The factors of f that are no units; those that were found irreducible before are not
 * factored again. */
static poly_factors factors_of(decomposer *d, poly f) {
    poly_factors kept = {0};
    f = poly_primitive(d->ring, d->arena, f);
    for (int k = 0; k < d->irreducible.count; k++)
        if (poly_is_equal(d->ring, f, d->irreducible.at[k])) {
            poly_factor same = {f, 1};
            LIST_PUSH(d->arena, kept, same);
            return kept;
        }
    d->ring->work->doing = "factor a polynomial";
    poly_factors all = factor_poly(d->ring, d->arena, f);
    for (int k = 0; k < all.count; k++) {
        if (is_unit_poly(d, all.at[k].f))
            continue;
        LIST_PUSH(d->arena, kept, all.at[k]);
        LIST_PUSH(d->arena, d->irreducible, all.at[k].f);
    }
    return kept;
}

/* Splits into one ideal for each factor, which takes the place of element i. */
static components branch_by_factors(decomposer *d, const polys *generators, int i,
                                    const poly_factors *factors) {
    assert(i >= 0 && i < generators->count);
    components all = {0};
    for (int k = 0; k < factors->count; k++) {
        polys part = copy_list(d, generators);
        part.at[i] = factors->at[k].f;
        append_split(d, &all, part);
    }
    d->ring->work->doing = "compare components";
    return minimal_components(d, &all);
}

/* Splits by the first element that has several factors. Powers and units are taken out
 * of the others, which *is_changed tells. 0: there is no such element. */
static int split_by_factors(decomposer *d, polys *generators, int *is_changed,
                            components *found) {
    *is_changed = 0;
    for (int i = 0; i < generators->count; i++) {
        poly f = poly_primitive(d->ring, d->arena, generators->at[i]);
        poly_factors factors = factors_of(d, f);
        if (factors.count > 1) {
            *found = branch_by_factors(d, generators, i, &factors);
            return 1;
        }
        *is_changed |= !poly_is_equal(d->ring, f, factors.at[0].f);
        generators->at[i] = factors.at[0].f;
    }
    return 0;
}

/* --- peeling --- */

static int is_private(const decomposer *d, const polys *generators, int i, int j) {
    assert(i >= 0 && i < generators->count && j >= 0 && j < d->ring->n);
    for (int k = 0; k < generators->count; k++)
        if (k != i && poly_holds(d->ring, generators->at[k], j))
            return 0;
    return 1;
}

/* c x_j + rest with a unit c? */
static int is_linear_in(const decomposer *d, poly f, int j) {
    return poly_degree_in(d->ring, f, j) == 1 &&
           is_unit_poly(d, poly_coefficient(d->ring, d->arena, f, j, 1));
}

static int unknown_degree(const decomposer *d, poly f) {
    int most = 0;
    for (int i = 0; i < f.count; i++) {
        int degree = 0;
        for (int j = 0; j < d->ring->n; j++)
            if (d->is_unknown[j])
                degree += f.e[i * d->ring->n + j];
        if (degree > most)
            most = degree;
    }
    return most;
}

/* Finds an element that gives a value to a variable: of the first degree, or with a
 * variable of its own. */
static int find_linear(const decomposer *d, const polys *generators, peel *found) {
    for (int i = 0; i < generators->count; i++)
        for (int j = 0; j < d->ring->n; j++) {
            poly f = generators->at[i];
            if (!d->is_unknown[j] || !is_linear_in(d, f, j))
                continue;
            if (unknown_degree(d, f) > 1 && !is_private(d, generators, i, j))
                continue;
            *found = (peel){f, j};
            return i;
        }
    return -1;
}

/* The symmetric matrix of a quadric f in its own variables and 1, times two. */
static poly quadric_entry(const decomposer *d, poly f, const char *own, int x, int y) {
    const ring *r = d->ring;
    arena *a = d->arena;
    for (int j = 0; j < r->n; j++) {
        if (!own[j] || j == x || j == y)
            continue;
        f = poly_set(r, a, f, j, integer_of(0));
    }
    if (x == y && x < 0)
        return poly_scale(r, a, integer_of(2), f);
    if (x == y)
        return poly_scale(r, a, integer_of(2), poly_coefficient(r, a, f, x, 2));
    if (x < 0 || y < 0)
        return poly_coefficient(r, a, f, x < 0 ? y : x, 1);
    return poly_coefficient(r, a, poly_coefficient(r, a, f, x, 1), y, 1);
}

static poly minor_of(const decomposer *d, poly f, const char *own, const int *at) {
    const ring *r = d->ring;
    arena *a = d->arena;
    poly m[3][3];
    poly sum = {0, NULL, NULL};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = quadric_entry(d, f, own, at[i], at[k]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        poly left = poly_mul(r, a, m[1][j], m[2][k]);
        poly right = poly_mul(r, a, m[1][k], m[2][j]);
        poly cofactor = poly_sub(r, a, left, right);
        sum = poly_add(r, a, sum, poly_mul(r, a, m[0][i], cofactor));
    }
    return sum;
}

/* Is some principal minor of three rows a unit? Then the quadric has rank 3 at every
 * point of the other variables and is irreducible over any field. */
static int has_rank_three(const decomposer *d, poly f, const char *own) {
    int *row = ARENA_ARRAY(d->arena, int, d->ring->n + 1);
    int count = 0;
    for (int j = 0; j < d->ring->n; j++)
        if (own[j])
            row[count++] = j;
    row[count++] = -1;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            for (int l = k + 1; l < count; l++) {
                int at[3] = {row[i], row[k], row[l]};
                if (is_unit_poly(d, minor_of(d, f, own, at)))
                    return 1;
            }
    return 0;
}

static int degree_in_set(const ring *r, poly f, const char *set) {
    int most = 0;
    for (int i = 0; i < f.count; i++) {
        int degree = 0;
        for (int j = 0; j < r->n; j++)
            if (set[j])
                degree += f.e[i * r->n + j];
        if (degree > most)
            most = degree;
    }
    return most;
}

/* Finds a quadric of rank 3 in variables of its own, monic in one of them. */
static int find_quadric(const decomposer *d, const polys *generators, peel *found) {
    const ring *r = d->ring;
    char *own = arena_alloc(d->arena, (size_t)r->n + 1);
    for (int i = 0; i < generators->count; i++) {
        poly f = generators->at[i];
        int count = 0;
        int monic = -1;
        for (int j = 0; j < r->n; j++) {
            own[j] = (char)(d->is_unknown[j] && poly_holds(r, f, j) &&
                            is_private(d, generators, i, j));
            count += own[j];
            if (!own[j] || poly_degree_in(r, f, j) != 2 || monic >= 0)
                continue;
            if (is_unit_poly(d, poly_coefficient(r, d->arena, f, j, 2)))
                monic = j;
        }
        if (count < 2 || monic < 0 || degree_in_set(r, f, own) != 2)
            continue;
        if (!has_rank_three(d, f, own))
            continue;
        *found = (peel){f, monic};
        return i;
    }
    return -1;
}

/* Splits the others and puts the equation back before each component: over any of them
 * its ring is free, and prime. */
static components split_peeled(decomposer *d, const polys *generators, int i, peel p) {
    assert(i >= 0 && i < generators->count);
    polys others = {0};
    components found = {0};
    for (int k = 0; k < generators->count; k++) {
        poly f = generators->at[k];
        if (k == i)
            continue;
        f = poly_pseudo_remainder(d->ring, d->arena, f, p.f, p.variable);
        LIST_PUSH(d->arena, others, f);
    }
    components inner = split_ideal(d, others);
    for (int k = 0; k < inner.count; k++) {
        component c = {.basis = inner.at[k].basis};
        c.is_changed = inner.at[k].is_changed;
        LIST_PUSH(d->arena, c.peeled, p);
        for (int q = 0; q < inner.at[k].peeled.count; q++)
            LIST_PUSH(d->arena, c.peeled, inner.at[k].peeled.at[q]);
        LIST_PUSH(d->arena, found, c);
    }
    return found;
}

/* --- is it prime? --- */

typedef struct core {
    decomposer *d;
    polys generators, basis;
    char *variables;   /* [n] unknowns that occur */
    char *independent; /* [n] of these */
    char *dependent;   /* [n] the others of these */
    int count, dimension;
} core;

static poly random_form(const core *c, const char *set, int size) {
    const ring *r = c->d->ring;
    arena *a = c->d->arena;
    poly sum = {0, NULL, NULL};
    for (int j = 0; j < r->n; j++) {
        if (!set[j])
            continue;
        int factor = algebra_draw(r->work, size);
        poly term =
            poly_scale(r, a, integer_of(factor ? factor : 1), poly_variable(r, a, j));
        sum = poly_add(r, a, sum, term);
    }
    return sum;
}

/* Is the algebra of dimension 0 in these variables shown to be a field? */
static int is_field(const core *c, const ring *r, const polys *basis, const char *set,
                    const monomials *standard) {
    arena *a = c->d->arena;
    poly form = poly_sort(r, a, random_form(c, set, 5));
    line_poly m = ideal_minimal_polynomial(r, a, basis, standard, form);
    if (m.count - 1 != standard->count)
        return 0;
    line_factors factors = line_poly_factor(r->work, a, m);
    return factors.count == 1 && factors.at[0].power == 1;
}

static poly top_form(const core *c, poly f) {
    const ring *r = c->d->ring;
    poly top = poly_copy(r, c->d->arena, f);
    int degree = poly_degree(r, f);
    top.count = 0;
    for (int i = 0; i < f.count; i++) {
        if (monomial_degree(r->n, f.e + i * r->n) != degree)
            continue;
        memcpy(top.e + top.count * r->n, f.e + i * r->n, sizeof *f.e * (size_t)r->n);
        top.c[top.count++] = f.c[i];
    }
    return top;
}

/* Is the ring finite over the polynomials in these forms? So it is if they and the forms
 * of highest degree vanish together at 0 alone. */
static int is_finite_over(const core *c, const polys *forms) {
    const decomposer *d = c->d;
    polys tops = {0};
    for (int k = 0; k < c->basis.count; k++)
        LIST_PUSH(d->arena, tops, top_form(c, c->basis.at[k]));
    for (int k = 0; k < forms->count; k++)
        LIST_PUSH(d->arena, tops, forms->at[k]);
    polys basis = groebner_basis(d->ring, d->arena, &tops);
    char *none = arena_alloc(d->arena, (size_t)d->ring->n + 1);
    return ideal_dimension(d->ring, d->arena, &basis, c->variables, none) == 0;
}

/* Proves a complete intersection prime by cutting it with planes; 0: no proof. */
static int is_prime_by_planes(const core *c) {
    const decomposer *d = c->d;
    const ring *r = d->ring;
    polys forms = {0};
    d->ring->work->doing = "prove a component irreducible";
    for (int k = 0; k < c->dimension; k++)
        LIST_PUSH(d->arena, forms, random_form(c, c->variables, 3));
    if (!is_finite_over(c, &forms))
        return 0;
    for (int k = 0; k < TRIES; k++) {
        polys cut = copy_list(d, &c->basis);
        for (int i = 0; i < forms.count; i++) {
            int value = algebra_draw(r->work, 20);
            poly number = poly_constant(r, d->arena, integer_of(value));
            LIST_PUSH(d->arena, cut, poly_sub(r, d->arena, forms.at[i], number));
        }
        polys basis = groebner_basis(r, d->arena, &cut);
        monomials m = ideal_standard(r, d->arena, &basis, c->variables, MOST_STANDARD);
        if (m.count < 0)
            return 0;
        if (is_field(c, r, &basis, c->variables, &m))
            return 1;
    }
    return 0;
}

/* --- over the independent variables --- */

typedef struct generic {
    const ring *ring; /* dependent variables before the independent ones */
    polys basis;      /* in that order, minimal over the field of the independent ones */
    monomials standard; /* in the dependent variables */
} generic;

static poly lead_coefficient(const core *c, const ring *r, poly f) {
    poly lead = poly_copy(r, c->d->arena, f);
    lead.count = 0;
    for (int i = 0; i < f.count; i++) {
        exponent *e = lead.e + lead.count * r->n;
        int same = 1;
        for (int j = 0; j < r->n && same; j++)
            same = !c->dependent[j] || f.e[i * r->n + j] == f.e[j];
        if (!same)
            break;
        memmove(e, f.e + i * r->n, sizeof *e * (size_t)r->n);
        for (int j = 0; j < r->n; j++)
            if (c->dependent[j])
                e[j] = 0;
        lead.c[lead.count++] = f.c[i];
    }
    return lead;
}

static int lead_divides(const core *c, poly f, poly g) {
    for (int j = 0; j < c->d->ring->n; j++)
        if (c->dependent[j] && f.e[j] > g.e[j])
            return 0;
    return 1;
}

/* Computes a basis over the field of the independent variables, where the ideal has
 * finitely many solutions: dependent variables come first, and elements whose lead
 * another one divides there are spare. */
static void find_generic(const core *c, generic *g) {
    const decomposer *d = c->d;
    char *block = arena_alloc(d->arena, (size_t)d->ring->n + 1);
    for (int j = 0; j < d->ring->n; j++) {
        int inner = c->independent[j] || !c->variables[j];
        block[j] = (char)(d->is_unknown[j] ? inner : 2);
    }
    d->ring->work->doing = "compute a basis over the independent variables";
    g->ring = ring_blocks(d->arena, d->ring, block);
    polys all = groebner_basis(g->ring, d->arena, &c->basis);
    g->basis = (polys){0};
    for (int i = 0; i < all.count; i++) {
        int is_minimal = 1;
        for (int k = 0; k < all.count && is_minimal; k++)
            is_minimal = k == i || !lead_divides(c, all.at[k], all.at[i]) ||
                         (k > i && lead_divides(c, all.at[i], all.at[k]));
        if (is_minimal)
            LIST_PUSH(d->arena, g->basis, all.at[i]);
    }
    g->standard =
        ideal_standard(g->ring, d->arena, &g->basis, c->dependent, MOST_STANDARD);
    if (g->standard.count < 0)
        algebra_give_up(d->ring->work, "more than 400 solutions had to be separated");
}

/* f at numbers for all but the dependent variables */
static poly at_point(const core *c, const ring *r, poly f, const int *at) {
    for (int j = 0; j < r->n; j++)
        if (!c->dependent[j])
            f = poly_set(r, c->d->arena, f, j, integer_of(at[j]));
    return f;
}

/* Proves that there is one component on which u are independent; 0: no proof. */
static int is_prime_at_points(const core *c, const generic *g) {
    const decomposer *d = c->d;
    const ring *r = g->ring;
    int *at = ARENA_ARRAY(d->arena, int, r->n + 1);
    d->ring->work->doing = "prove a component irreducible";
    for (int k = 0; k < TRIES; k++) {
        polys basis = {0};
        int is_good = 1;
        for (int j = 0; j < r->n; j++)
            at[j] = algebra_draw(r->work, 10 + 10 * k);
        for (int i = 0; i < g->basis.count && is_good; i++) {
            poly lead = lead_coefficient(c, r, g->basis.at[i]);
            is_good = at_point(c, r, lead, at).count > 0;
            LIST_PUSH(d->arena, basis, at_point(c, r, g->basis.at[i], at));
        }
        if (is_good && is_field(c, r, &basis, c->dependent, &g->standard))
            return 1;
    }
    return 0;
}

/* The component on which u are independent, and those that the ideal has beside it: they
 * lie where an element of the prime does not vanish. */
static components with_others(core *c, const generic *g) {
    decomposer *d = c->d;
    const ring *r = d->ring;
    polys prime = c->basis;
    for (int i = 0; i < g->basis.count; i++) {
        poly lead = poly_sort(r, d->arena, lead_coefficient(c, g->ring, g->basis.at[i]));
        if (poly_degree(r, lead) == 0)
            continue;
        d->ring->work->doing = "separate a component from others";
        poly_factors factors = factor_poly(r, d->arena, lead);
        for (int k = 0; k < factors.count; k++)
            prime = ideal_saturate(r, d->arena, &prime, factors.at[k].f, r->n - 1);
    }
    prime = groebner_basis(r, d->arena, &prime);
    components found = one_component(d, prime);
    polys rest = copy_list(d, &c->basis);
    for (int k = 0; k < prime.count; k++) {
        if (ideal_contains(r, d->arena, &c->basis, prime.at[k]))
            continue;
        d->ring->work->doing = "separate a component from others";
        found.at[0].is_changed = 1;
        append_split(d, &found,
                     ideal_saturate(r, d->arena, &rest, prime.at[k], r->n - 1));
        LIST_PUSH(d->arena, rest, prime.at[k]);
    }
    return found.count > 1 ? minimal_components(d, &found) : found;
}

/* The polynomial in x_j and u of least degree in x_j, if there is one. */
static poly eliminant(const core *c, const polys *basis, int j) {
    const decomposer *d = c->d;
    const ring *r = d->ring;
    char *away = arena_alloc(d->arena, (size_t)r->n + 1);
    poly best = {0, NULL, NULL};
    for (int i = 0; i < r->n; i++)
        away[i] = (char)(c->dependent[i] && i != j);
    d->ring->work->doing = "eliminate variables";
    polys left = ideal_eliminate(r, d->arena, basis, away);
    for (int k = 0; k < left.count; k++) {
        int degree = poly_degree_in(r, left.at[k], j);
        if (degree < 1)
            continue;
        if (!best.count || degree < poly_degree_in(r, best, j))
            best = left.at[k];
    }
    return best;
}

/* Adds each of the factors in turn. 0: there is just one, and no power of it. */
static int split_by_eliminant(core *c, const poly_factors *factors, components *found) {
    if (factors->count == 1 && factors->at[0].power == 1)
        return 0;
    components all = {0};
    for (int k = 0; k < factors->count; k++)
        append_split(c->d, &all, with_one_more(c->d, &c->basis, factors->at[k].f));
    *found = minimal_components(c->d, &all);
    return 1;
}

/* Splits by the eliminants of the variables, then by those of sums of them: one that is
 * irreducible of full degree is a proof, too. */
static components split_by_elimination(core *c, const generic *g) {
    decomposer *d = c->d;
    const ring *r = d->ring;
    components found;
    int first = -1;
    for (int j = 0; j < r->n; j++) {
        if (!c->dependent[j])
            continue;
        poly_factors factors = factors_of(d, eliminant(c, &c->basis, j));
        if (split_by_eliminant(c, &factors, &found))
            return found;
        if (first < 0)
            first = j;
    }
    for (int k = 0; k < TURNS; k++) {
        char *others = arena_alloc(d->arena, (size_t)r->n + 1);
        memcpy(others, c->dependent, (size_t)r->n);
        others[first] = 0;
        poly form = random_form(c, others, 2 + k);
        poly x = poly_variable(r, d->arena, first);
        poly back = poly_sub(r, d->arena, x, form);
        poly sum = poly_add(r, d->arena, x, form);
        polys turned = {0};
        for (int i = 0; i < c->basis.count; i++) {
            poly f = poly_substitute(r, d->arena, c->basis.at[i], first, back);
            LIST_PUSH(d->arena, turned, f);
        }
        poly f = eliminant(c, &turned, first);
        poly_factors factors = factors_of(d, f);
        for (int i = 0; i < factors.count; i++)
            factors.at[i].f = poly_substitute(r, d->arena, factors.at[i].f, first, sum);
        if (split_by_eliminant(c, &factors, &found))
            return found;
        if (poly_degree_in(r, f, first) == g->standard.count)
            return with_others(c, g);
    }
    algebra_give_up(r->work, "no coordinates were found that separate the solutions");
}

static int set_size(int n, const char *set) {
    int size = 0;
    for (int j = 0; j < n; j++)
        size += set[j] != 0;
    return size;
}

/* Splits an ideal that neither factors nor peels: prime where a section by planes or
 * points is (which is cheap), else by the factors of an eliminant. */
static components split_core(decomposer *d, const polys *generators, polys basis) {
    const ring *r = d->ring;
    core c = {.d = d, .generators = *generators, .basis = basis};
    generic g;
    c.variables = arena_alloc(d->arena, (size_t)r->n + 1);
    c.independent = arena_alloc(d->arena, (size_t)r->n + 1);
    c.dependent = arena_alloc(d->arena, (size_t)r->n + 1);
    for (int k = 0; k < basis.count; k++)
        for (int j = 0; j < r->n; j++)
            c.variables[j] |= (char)(d->is_unknown[j] && poly_holds(r, basis.at[k], j));
    c.count = set_size(r->n, c.variables);
    c.dimension = ideal_dimension(r, d->arena, &basis, c.variables, c.independent);
    for (int j = 0; j < r->n; j++)
        c.dependent[j] = (char)(c.variables[j] && !c.independent[j]);
    if (c.dimension > 0 && !has_parameters(d, &basis)) {
        int codimension = c.count - c.dimension;
        int is_complete = generators->count == codimension;
        if (!is_complete)
            is_complete = ideal_thin(r, d->arena, &basis).count == codimension;
        if (is_complete && is_prime_by_planes(&c))
            return one_component(d, basis);
    }
    find_generic(&c, &g);
    if (is_prime_at_points(&c, &g))
        return with_others(&c, &g);
    return split_by_elimination(&c, &g);
}

/* --- all of it --- */

/* Splits what neither factors nor peels, after a look at its Gröbner basis. */
static components split_basis(decomposer *d, const polys *generators) {
    const ring *r = d->ring;
    components found = {0};
    int is_changed;
    peel p;
    if (generators->count <= 1)
        return one_component(d, copy_list(d, generators));
    d->ring->work->doing = "compute a Gröbner basis";
    polys basis = groebner_basis(r, d->arena, generators);
    for (int k = 0; k < basis.count; k++)
        if (is_unit_poly(d, basis.at[k]))
            return found;
    polys simple = copy_list(d, &basis);
    if (split_by_factors(d, &simple, &is_changed, &found))
        return found;
    if (is_changed) {
        append_split(d, &found, simple);
        return found;
    }
    if (basis.count == 1 || find_linear(d, &basis, &p) >= 0)
        return split_ideal(d, basis);
    return split_core(d, generators, basis);
}

/* Splits by what is cheapest first: factors of generators, variables that occur linearly
 * or in a quadric, then a Gröbner basis. */
static components split_ideal(decomposer *d, polys generators) {
    components found = {0};
    polys kept = {0};
    peel p;
    int is_changed, i;
    for (int k = 0; k < generators.count; k++) {
        if (is_unit_poly(d, generators.at[k]))
            return found;
        if (generators.at[k].count)
            LIST_PUSH(d->arena, kept, generators.at[k]);
    }
    if (d->depth++ > DEEPEST)
        algebra_give_up(d->ring->work, "it was split 200 times");
    if (!split_by_factors(d, &kept, &is_changed, &found)) {
        i = find_linear(d, &kept, &p);
        if (i < 0)
            i = find_quadric(d, &kept, &p);
        found = i >= 0 ? split_peeled(d, &kept, i, p) : split_basis(d, &kept);
        for (int k = 0; k < found.count; k++)
            found.at[k].is_changed |= is_changed;
    }
    d->depth--;
    return found;
}

static int component_dimension(const decomposer *d, const component *c) {
    char *independent = arena_alloc(d->arena, (size_t)d->ring->n + 1);
    return ideal_dimension(d->ring, d->arena, &c->basis, d->is_unknown, independent) -
           c->peeled.count;
}

/* Known if all that was peeled is linear, but for the last one where nothing is left. */
static int component_degree(const decomposer *d, const component *c) {
    int linear = c->peeled.count;
    if (c->basis.count == 0 && linear > 0)
        linear--;
    for (int k = 0; k < linear; k++)
        if (unknown_degree(d, c->peeled.at[k].f) > 1)
            return 0;
    if (linear < c->peeled.count)
        return unknown_degree(d, c->peeled.at[linear].f);
    return ideal_degree(d->ring, d->arena, &c->basis, d->is_unknown,
                        component_dimension(d, c) + c->peeled.count);
}

static int is_dropped(const decomposer *d, const component *c,
                      const polys *denominators) {
    for (int k = 0; k < denominators->count; k++)
        if (component_contains(d, c, denominators->at[k]))
            return 1;
    return 0;
}

/* What was peeled comes with small remainders by the basis. */
static polys generators_of(const decomposer *d, const component *c) {
    polys all = {0};
    for (int k = 0; k < c->peeled.count; k++) {
        poly f = poly_reduce(d->ring, d->arena, c->peeled.at[k].f, &c->basis);
        LIST_PUSH(d->arena, all, f);
    }
    polys thin = c->basis.count > 1 ? ideal_thin(d->ring, d->arena, &c->basis) : c->basis;
    for (int k = 0; k < thin.count; k++)
        LIST_PUSH(d->arena, all, thin.at[k]);
    return all;
}

static polys read_polynomials(const decomposer *d, const ideal_text *given,
                              const char *const *text, const char *const *name) {
    polys all = {0};
    char *is_unit = arena_alloc(d->arena, (size_t)d->ring->n + 1);
    for (int j = 0; j < d->ring->n; j++)
        is_unit[j] = (char)!d->is_unknown[j];
    for (int k = 0; k < given->count; k++) {
        poly f = poly_read(d->ring, d->arena, text[k], name, is_unit);
        LIST_PUSH(d->arena, all, f);
    }
    return all;
}

static prime_text component_text(const decomposer *d, const component *c,
                                 const polys *given, arena *a, const char *const *name) {
    polys g = c->is_changed ? generators_of(d, c) : *given;
    prime_text p = {component_dimension(d, c), component_degree(d, c), !c->is_changed, 0,
                    NULL};
    p.generator = ARENA_ARRAY(a, const char *, g.count + 1);
    for (int k = 0; k < g.count; k++)
        if (g.at[k].count)
            p.generator[p.count++] = poly_text(d->ring, a, g.at[k], name);
    return p;
}

/* Reads the ideal, splits it, and drops components on which a denominator vanishes. */
prime_texts decompose_ideal(arena *a, algebra_work *w, const ideal_text *given) {
    assert(given->variables >= 0 && given->count >= 0);
    int n = given->variables + 1;
    arena *own = arena_child(a);
    char *block = arena_alloc(own, (size_t)n);
    char *is_unknown = arena_alloc(own, (size_t)n);
    const char **name = ARENA_ARRAY(own, const char *, n);
    prime_texts primes = {0};
    for (int j = 0; j < given->variables; j++) {
        block[j] = (char)(given->is_parameter[j] != 0);
        is_unknown[j] = !block[j];
        name[j] = given->name[j];
    }
    name[n - 1] = "";
    ring one = {.n = n, .work = w};
    decomposer d = {.ring = ring_blocks(own, &one, block), .arena = own};
    d.is_unknown = is_unknown;
    polys generators = read_polynomials(&d, given, given->generator, name);
    polys denominators = read_polynomials(&d, given, given->denominator, name);
    components found = split_ideal(&d, copy_list(&d, &generators));
    w->doing = "describe the components";
    for (int k = 0; k < found.count; k++)
        if (!is_dropped(&d, &found.at[k], &denominators)) {
            prime_text p = component_text(&d, &found.at[k], &generators, a, name);
            LIST_PUSH(a, primes, p);
        }
    arena_free(own);
    return primes;
}
