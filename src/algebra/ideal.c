/* SPDX-License-Identifier: BSD-3-Clause */
/* Cox, Little, O'Shea: Ideals, Varieties, and Algorithms, chapters 3, 4 and 9. */
#include "ideal.h"
#include <assert.h>
#include <string.h>

/* --- new ideals from old --- */

/* The order of r with the variables of `away` before all others. */
static ring *away_first(const ring *r, arena *a, const char *away) {
    char *block = arena_alloc(a, (size_t)r->n + 1);
    for (int i = 0; i < r->n; i++) {
        int j = r->at[i];
        int own = i < r->end[0] ? 1 : 2;
        assert(i < r->end[1]);
        block[j] = (char)(away[j] ? 0 : own);
    }
    return ring_blocks(a, r, block);
}

polys ideal_eliminate(const ring *r, arena *a, const polys *generators,
                      const char *away) {
    assert(away);
    const ring *order = away_first(r, a, away);
    polys basis = groebner_basis(order, a, generators);
    polys kept = {0};
    for (int k = 0; k < basis.count; k++) {
        int is_free = 1;
        for (int j = 0; j < r->n && is_free; j++)
            is_free = !away[j] || !poly_holds(r, basis.at[k], j);
        if (is_free)
            LIST_PUSH(a, kept, poly_sort(r, a, basis.at[k]));
    }
    return kept;
}

polys ideal_saturate(const ring *r, arena *a, const polys *generators, poly f,
                     int spare) {
    assert(spare >= 0 && spare < r->n);
    char *away = arena_alloc(a, (size_t)r->n + 1);
    polys more = {0};
    away[spare] = 1;
    for (int k = 0; k < generators->count; k++)
        LIST_PUSH(a, more, generators->at[k]);
    poly product = poly_mul(r, a, poly_variable(r, a, spare), f);
    poly one = poly_constant(r, a, integer_of(1));
    LIST_PUSH(a, more, poly_sub(r, a, product, one));
    return ideal_eliminate(r, a, &more, away);
}

int ideal_contains(const ring *r, arena *a, const polys *basis, poly f) {
    return poly_reduce(r, a, poly_sort(r, a, f), basis).count == 0;
}

polys ideal_thin(const ring *r, arena *a, const polys *basis) {
    polys left = {0};
    for (int k = 0; k < basis->count; k++)
        LIST_PUSH(a, left, basis->at[k]);
    for (int k = left.count - 1; k >= 0; k--) {
        polys others = {0};
        for (int i = 0; i < left.count; i++)
            if (i != k)
                LIST_PUSH(a, others, left.at[i]);
        polys again = groebner_basis(r, a, &others);
        if (ideal_contains(r, a, &again, left.at[k]))
            left = others;
    }
    return left;
}

/* --- dimension --- */

typedef struct cover {
    const ring *ring;
    const polys *basis;
    const char *among;
    char *taken, *best; /* variables that meet all leading monomials */
    int size, best_size;
} cover;

static int is_covered(const cover *c, const exponent *e) {
    for (int j = 0; j < c->ring->n; j++)
        if (e[j] && c->taken[j])
            return 1;
    return 0;
}

/* Meets the first leading monomial that is not met by each of its variables. */
static void search_cover(cover *c) {
    const ring *r = c->ring;
    const exponent *open = NULL;
    algebra_spend(r->work, c->basis->count);
    if (c->size >= c->best_size)
        return;
    for (int k = 0; k < c->basis->count && !open; k++)
        if (!is_covered(c, c->basis->at[k].e))
            open = c->basis->at[k].e;
    if (!open) {
        memcpy(c->best, c->taken, (size_t)r->n);
        c->best_size = c->size;
        return;
    }
    for (int i = 0; i < r->n; i++) {
        int j = r->at[i];
        if (!open[j] || !c->among[j])
            continue;
        c->taken[j] = 1;
        c->size++;
        search_cover(c);
        c->size--;
        c->taken[j] = 0;
    }
}

int ideal_dimension(const ring *r, arena *a, const polys *basis, const char *among,
                    char *independent) {
    cover c = {.ring = r, .basis = basis, .among = among, .best_size = r->n + 1};
    int dimension = 0;
    c.taken = arena_alloc(a, (size_t)r->n + 1);
    c.best = arena_alloc(a, (size_t)r->n + 1);
    search_cover(&c);
    if (c.best_size > r->n)
        return -1;
    for (int j = 0; j < r->n; j++) {
        independent[j] = (char)(among[j] && !c.best[j]);
        dimension += independent[j];
    }
    return dimension;
}

/* --- monomials below the stairs --- */

typedef struct stairs {
    const ring *ring;
    arena *arena;
    const polys *basis;
    const char *among;
    int most;
    exponent *now;
    LIST(const exponent *) found;
} stairs;

static int ideal_is_standard(const stairs *s) {
    for (int k = 0; k < s->basis->count; k++) {
        const exponent *e = s->basis->at[k].e;
        int divides = 1;
        for (int j = 0; j < s->ring->n && divides; j++)
            divides = !s->among[j] || e[j] <= s->now[j];
        if (divides)
            return 0;
    }
    return 1;
}

/* Adds all multiples of the monomial now in variables j, j + 1, ... */
static void climb(stairs *s, int j) {
    int n = s->ring->n;
    while (j < n && !s->among[j])
        j++;
    if (s->found.count > s->most)
        return;
    algebra_spend(s->ring->work, s->basis->count);
    if (j == n) {
        exponent *kept = ARENA_ARRAY(s->arena, exponent, n + 1);
        memcpy(kept, s->now, sizeof *kept * (size_t)n);
        LIST_PUSH(s->arena, s->found, kept);
        return;
    }
    for (s->now[j] = 0; ideal_is_standard(s) && s->now[j] <= s->most; s->now[j]++)
        climb(s, j + 1);
    s->now[j] = 0;
}

monomials ideal_standard(const ring *r, arena *a, const polys *basis, const char *among,
                         int most) {
    assert(most > 0);
    stairs s = {.ring = r, .arena = a, .basis = basis, .among = among, .most = most};
    s.now = ARENA_ARRAY(a, exponent, r->n + 1);
    climb(&s, 0);
    return (monomials){s.found.count > most ? -1 : s.found.count, s.found.at};
}

enum { MOST_FOR_DEGREE = 14, HIGHEST_DEGREE = 1000 };

/* Counts by coordinate planes: of those in the leading monomials' variety that have the
 * dimension, each contributes the monomials that are standard across it. */
int ideal_degree(const ring *r, arena *a, const polys *basis, const char *among,
                 int dimension) {
    assert(dimension >= 0);
    int variable[MOST_FOR_DEGREE];
    int count = 0;
    int degree = 0;
    int outside = 0;
    for (int j = 0; j < r->n; j++) {
        int occurs = 0;
        for (int k = 0; k < basis->count && !occurs; k++)
            occurs = basis->at[k].e[j] > 0;
        outside += among[j] && !occurs;
        if (!among[j] || !occurs)
            continue;
        if (count == MOST_FOR_DEGREE)
            return 0;
        variable[count++] = j;
    }
    char *across = arena_alloc(a, (size_t)r->n + 1);
    for (unsigned set = 0; set < 1u << count; set++) {
        if (__builtin_popcount(set) != count - (dimension - outside))
            continue;
        for (int i = 0; i < count; i++)
            across[variable[i]] = (char)(set >> i & 1);
        monomials m = ideal_standard(r, a, basis, across, HIGHEST_DEGREE);
        if (m.count > 0)
            degree += m.count;
    }
    return degree;
}

/* --- minimal polynomials --- */

/* Rows are powers of f in terms of the standard monomials, each with the polynomial in f
 * that it stands for. */
typedef struct krylov_row {
    int pivot;
    integer *value; /* [standard] */
    line_poly of;
} krylov_row;

static int place_of(const ring *r, const monomials *m, const exponent *e) {
    for (int i = 0; i < m->count; i++)
        if (memcmp(m->at[i], e, sizeof *e * (size_t)r->n) == 0)
            return i;
    assert(!"a remainder holds standard monomials only");
    return 0;
}

static krylov_row krylov_row_of(const ring *r, arena *a, const monomials *m, poly f,
                                int power, reduce_scale s) {
    krylov_row row = {.value = ARENA_ARRAY(a, integer, m->count + 1)};
    integer *c = ARENA_ARRAY(a, integer, power + 1);
    for (int i = 0; i < f.count; i++) {
        int column = place_of(r, m, f.e + i * r->n);
        row.value[column] = integer_mul(a, f.c[i], s.under);
    }
    c[power] = s.over;
    row.of = (line_poly){power + 1, c};
    return row;
}

/* Takes the content out of values and polynomial together. */
static void shorten_row(arena *a, int count, krylov_row *row) {
    integer g = integer_of(0);
    for (int i = 0; i < count; i++)
        g = integer_gcd(a, g, row->value[i]);
    for (int i = 0; i < row->of.count; i++)
        g = integer_gcd(a, g, row->of.c[i]);
    if (integer_is(g, 1) || !integer_sign(g))
        return;
    for (int i = 0; i < count; i++)
        row->value[i] = integer_over(a, row->value[i], g);
    for (int i = 0; i < row->of.count; i++)
        row->of.c[i] = integer_over(a, row->of.c[i], g);
}

static void eliminate_krylov(arena *a, int count, const krylov_row *by, krylov_row *row) {
    integer x = by->value[by->pivot];
    integer y = row->value[by->pivot];
    if (!integer_sign(y))
        return;
    integer g = integer_gcd(a, x, y);
    integer minus = integer_neg(integer_over(a, y, g));
    x = integer_over(a, x, g);
    for (int i = 0; i < count; i++) {
        integer left = integer_mul(a, x, row->value[i]);
        row->value[i] = integer_add(a, left, integer_mul(a, minus, by->value[i]));
    }
    line_poly zero = {0, NULL};
    line_poly scaled = line_poly_add(a, zero, row->of, x);
    row->of = line_poly_add(a, scaled, by->of, minus);
    shorten_row(a, count, row);
}

line_poly ideal_minimal_polynomial(const ring *r, arena *a, const polys *basis,
                                   const monomials *standard, poly f) {
    assert(standard->count > 0);
    int count = standard->count;
    krylov_row *rows = ARENA_ARRAY(a, krylov_row, count + 1);
    reduce_scale s = {integer_of(1), integer_of(1)};
    poly power = poly_constant(r, a, integer_of(1));
    for (int k = 0;; k++) {
        power = poly_reduce_scaled(r, a, power, basis, &s);
        krylov_row row = krylov_row_of(r, a, standard, power, k, s);
        shorten_row(a, count, &row);
        for (int i = 0; i < k; i++)
            eliminate_krylov(a, count, &rows[i], &row);
        algebra_spend(r->work, (double)count * (k + 1));
        while (row.pivot < count && !integer_sign(row.value[row.pivot]))
            row.pivot++;
        if (row.pivot == count)
            return line_poly_primitive(a, row.of);
        assert(k < count);
        rows[k] = row;
        power = poly_mul(r, a, power, f);
    }
}
