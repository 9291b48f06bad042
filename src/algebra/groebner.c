/* SPDX-License-Identifier: BSD-3-Clause */
/* Buchberger's algorithm with the criteria of Gebauer and Möller and the pairs taken by
 * their sugar (Becker, Weispfenning: Gröbner Bases, 5.5; Giovini and others, ISSAC 1991).
 * Coefficients stay integers: remainders are multiplied up and their content is taken
 * out. */
#include "groebner.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- remainders --- */

/* How often a remainder's content is taken out while its numbers are long. */
enum { STEPS_PER_CONTENT = 4 };

static const poly *reducer_of(const ring *r, const exponent *e, const polys *basis) {
    for (int k = 0; k < basis->count; k++)
        if (basis->at[k].count && monomial_divides(r->n, basis->at[k].e, e))
            return &basis->at[k];
    return NULL;
}

/* Takes term i of f away with a multiple of g; all of f is multiplied by *scale. */
static poly reduce_term(const ring *r, arena *a, poly f, int i, poly g, integer *scale) {
    assert(i >= 0 && i < f.count && g.count > 0);
    exponent *m = ARENA_ARRAY(a, exponent, r->n + 1);
    const exponent *e = f.e + i * r->n;
    for (int j = 0; j < r->n; j++)
        m[j] = (exponent)(e[j] - g.e[j]);
    integer divisor = integer_gcd(a, f.c[i], g.c[0]);
    integer c = integer_over(a, g.c[0], divisor);
    integer d = integer_over(a, f.c[i], divisor);
    *scale = c;
    return poly_combine(r, a, c, f, integer_neg(d), m, g);
}

static poly take_content(const ring *r, arena *a, arena *keep, poly f,
                         reduce_scale *factor) {
    poly g = poly_primitive(r, a, f);
    if (factor && f.count) {
        integer content = integer_over(a, f.c[0], g.c[0]);
        factor->under = integer_copy(keep, integer_mul(a, factor->under, content));
    }
    return g;
}

poly poly_reduce(const ring *r, arena *a, poly f, const polys *basis) {
    return poly_reduce_scaled(r, a, f, basis, NULL);
}

/* The remainder goes to and fro between two arenas, so that what is no longer needed is
 * given back. */
poly poly_reduce_scaled(const ring *r, arena *a, poly f, const polys *basis,
                        reduce_scale *factor) {
    arena *const *scratch = r->work->scratch;
    arena_mark start[2] = {arena_now(scratch[0]), arena_now(scratch[1])};
    int side = 0;
    int steps = 0;
    for (int i = 0; i < f.count;) {
        const poly *g = reducer_of(r, f.e + i * r->n, basis);
        if (!g) {
            i++;
            continue;
        }
        side = !side;
        arena_return(scratch[side], start[side]);
        integer c;
        f = reduce_term(r, scratch[side], f, i, *g, &c);
        if (factor)
            factor->over = integer_mul(a, factor->over, c);
        if (++steps % STEPS_PER_CONTENT == 0 && f.count && integer_limbs(f.c[0]) > 1)
            f = take_content(r, scratch[side], a, f, factor);
        f = poly_copy(r, scratch[side], f);
    }
    f = take_content(r, scratch[side], a, f, factor);
    f = poly_copy(r, a, f);
    if (factor)
        factor->over = integer_copy(a, factor->over);
    arena_return(scratch[0], start[0]);
    arena_return(scratch[1], start[1]);
    return f;
}

/* --- pairs --- */

typedef struct pair {
    int i, k;
    int sugar;
    const exponent *lcm;
} pair;

typedef struct buchberger {
    const ring *ring;
    arena *arena;
    polys basis;
    LIST(int) sugar;     /* of the elements */
    LIST(char) is_spare; /* its leading monomial is a multiple of a later one */
    LIST(pair) pairs;
} buchberger;

static const exponent *lcm_of(const buchberger *b, const exponent *x, const exponent *y) {
    exponent *m = ARENA_ARRAY(b->arena, exponent, b->ring->n + 1);
    for (int j = 0; j < b->ring->n; j++)
        m[j] = x[j] > y[j] ? x[j] : y[j];
    return m;
}

static int is_same_monomial(int n, const exponent *x, const exponent *y) {
    return memcmp(x, y, sizeof *x * (size_t)n) == 0;
}

static int is_coprime(int n, const exponent *x, const exponent *y) {
    for (int j = 0; j < n; j++)
        if (x[j] && y[j])
            return 0;
    return 1;
}

static pair make_pair(const buchberger *b, int i, int k) {
    assert(i >= 0 && i < k && k < b->basis.count);
    int n = b->ring->n;
    const exponent *x = b->basis.at[i].e;
    const exponent *y = b->basis.at[k].e;
    pair p = {i, k, 0, lcm_of(b, x, y)};
    int degree = monomial_degree(n, p.lcm);
    int left = b->sugar.at[i] + degree - monomial_degree(n, x);
    int right = b->sugar.at[k] + degree - monomial_degree(n, y);
    p.sugar = left > right ? left : right;
    return p;
}

/* Drops old pairs whose lcm is a proper multiple of both lcms with the new element. */
static void drop_old(buchberger *b, int k) {
    int n = b->ring->n;
    int kept = 0;
    const exponent *lead = b->basis.at[k].e;
    for (int p = 0; p < b->pairs.count; p++) {
        pair old = b->pairs.at[p];
        int drop = monomial_divides(n, lead, old.lcm) &&
                   !is_same_monomial(n, lcm_of(b, b->basis.at[old.i].e, lead), old.lcm) &&
                   !is_same_monomial(n, lcm_of(b, b->basis.at[old.k].e, lead), old.lcm);
        if (!drop)
            b->pairs.at[kept++] = old;
    }
    b->pairs.count = kept;
}

/* Adds the pairs of element k that the criteria leave: one for each minimal lcm, none
 * where one with that lcm has coprime leading monomials. */
static void add_pairs(buchberger *b, int k) {
    int n = b->ring->n;
    pair *fresh = ARENA_ARRAY(b->arena, pair, k + 1);
    int count = 0;
    for (int i = 0; i < k; i++)
        if (!b->is_spare.at[i])
            fresh[count++] = make_pair(b, i, k);
    for (int p = 0; p < count; p++) {
        const exponent *lead = b->basis.at[fresh[p].i].e;
        int keep = !is_coprime(n, lead, b->basis.at[k].e);
        for (int q = 0; q < count && keep; q++) {
            if (q == p || !monomial_divides(n, fresh[q].lcm, fresh[p].lcm))
                continue;
            int same = is_same_monomial(n, fresh[q].lcm, fresh[p].lcm);
            int coprime = is_coprime(n, b->basis.at[fresh[q].i].e, b->basis.at[k].e);
            keep = same && !coprime && p < q;
        }
        if (keep)
            LIST_PUSH(b->arena, b->pairs, fresh[p]);
    }
    algebra_spend(b->ring->work, 0.1 * count * count);
}

static void add_element(buchberger *b, poly f, int sugar) {
    assert(f.count > 0);
    int k = b->basis.count;
    LIST_PUSH(b->arena, b->basis, f);
    LIST_PUSH(b->arena, b->sugar, sugar);
    LIST_PUSH(b->arena, b->is_spare, 0);
    drop_old(b, k);
    add_pairs(b, k);
    for (int i = 0; i < k; i++)
        if (monomial_divides(b->ring->n, f.e, b->basis.at[i].e))
            b->is_spare.at[i] = 1;
}

static pair take_pair(buchberger *b) {
    assert(b->pairs.count > 0);
    int best = 0;
    for (int p = 1; p < b->pairs.count; p++) {
        const pair *x = &b->pairs.at[p];
        const pair *y = &b->pairs.at[best];
        int order = x->sugar - y->sugar;
        if (!order)
            order = monomial_compare(b->ring, x->lcm, y->lcm);
        if (order < 0)
            best = p;
    }
    pair taken = b->pairs.at[best];
    memmove(b->pairs.at + best, b->pairs.at + best + 1,
            sizeof taken * (size_t)(b->pairs.count - best - 1));
    b->pairs.count--;
    return taken;
}

static poly difference_of(const buchberger *b, arena *a, const pair *p) {
    const ring *r = b->ring;
    poly f = b->basis.at[p->i];
    poly g = b->basis.at[p->k];
    poly zero = {0, NULL, NULL};
    exponent *x = ARENA_ARRAY(a, exponent, r->n + 1);
    exponent *y = ARENA_ARRAY(a, exponent, r->n + 1);
    for (int j = 0; j < r->n; j++) {
        x[j] = (exponent)(p->lcm[j] - f.e[j]);
        y[j] = (exponent)(p->lcm[j] - g.e[j]);
    }
    integer divisor = integer_gcd(a, f.c[0], g.c[0]);
    integer c = integer_over(a, g.c[0], divisor);
    integer d = integer_over(a, f.c[0], divisor);
    poly left = poly_combine(r, a, integer_of(1), zero, c, x, f);
    return poly_combine(r, a, integer_of(1), left, integer_neg(d), y, g);
}

/* --- bases --- */

static int is_unit_ideal(const ring *r, const polys *basis) {
    for (int k = 0; k < basis->count; k++)
        if (basis->at[k].count && monomial_degree(r->n, basis->at[k].e) == 0)
            return 1;
    return 0;
}

/* Sorts by leading monomials; equal ones do not occur in a minimal basis. */
static void sort_basis(const ring *r, polys *basis) {
    for (int k = 1; k < basis->count; k++) {
        poly f = basis->at[k];
        int i = k;
        for (; i > 0 && monomial_compare(r, basis->at[i - 1].e, f.e) > 0; i--)
            basis->at[i] = basis->at[i - 1];
        basis->at[i] = f;
    }
}

/* Keeps elements with minimal leading monomials and reduces each by the others. */
static polys reduced_basis(const ring *r, arena *a, const polys *from,
                           const char *is_spare) {
    polys minimal = {0};
    polys reduced = {0};
    for (int k = 0; k < from->count; k++)
        if (!is_spare[k])
            LIST_PUSH(a, minimal, from->at[k]);
    sort_basis(r, &minimal);
    for (int k = 0; k < minimal.count; k++) {
        poly f = minimal.at[k];
        minimal.at[k].count = 0;
        poly g = poly_reduce(r, a, f, &minimal);
        minimal.at[k] = g;
        LIST_PUSH(a, reduced, g);
    }
    return reduced;
}

static polys unit_basis(const ring *r, arena *a) {
    polys one = {0};
    LIST_PUSH(a, one, poly_constant(r, a, integer_of(1)));
    return one;
}

static int by_lead(const ring *r, poly f, poly g) {
    return monomial_compare(r, f.e, g.e);
}

/* Adds the generators, small ones first, each reduced by those before it. */
static void add_generators(buchberger *b, const polys *generators) {
    const ring *r = b->ring;
    polys sorted = {0};
    for (int k = 0; k < generators->count; k++) {
        poly f = poly_sort(r, b->arena, generators->at[k]);
        if (!f.count)
            continue;
        LIST_PUSH(b->arena, sorted, f);
        for (int i = sorted.count - 1; i > 0; i--) {
            poly before = sorted.at[i - 1];
            if (by_lead(r, before, sorted.at[i]) <= 0)
                break;
            sorted.at[i - 1] = sorted.at[i];
            sorted.at[i] = before;
        }
    }
    for (int k = 0; k < sorted.count; k++) {
        poly f = poly_reduce(r, b->arena, sorted.at[k], &b->basis);
        if (f.count)
            add_element(b, f, poly_degree(r, f));
    }
}

/* Buchberger's algorithm, pairs by sugar; the basis is reduced at the end. */
polys groebner_basis(const ring *r, arena *a, const polys *generators) {
    arena *own = arena_child(a);
    arena *pieces = arena_child(own);
    buchberger b = {.ring = r, .arena = own};
    add_generators(&b, generators);
    while (b.pairs.count && !is_unit_ideal(r, &b.basis)) {
        arena_mark start = arena_now(pieces);
        pair p = take_pair(&b);
        poly f = difference_of(&b, pieces, &p);
        f = poly_reduce(r, own, f, &b.basis);
        if (f.count)
            add_element(&b, f, p.sugar);
        arena_return(pieces, start);
    }
    polys result = {0};
    if (is_unit_ideal(r, &b.basis))
        result = unit_basis(r, a);
    else {
        polys reduced = reduced_basis(r, own, &b.basis, b.is_spare.at);
        for (int k = 0; k < reduced.count; k++)
            LIST_PUSH(a, result, poly_copy(r, a, reduced.at[k]));
    }
    arena_free(own);
    return result;
}
