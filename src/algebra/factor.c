/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials are made monic in one variable x, the others y are set to numbers, the
 * factors of what remains are lifted to power series in y and combined (Wang's method
 * with the leading coefficient out of the way; Geddes, Czapor, Labahn: Algorithms for
 * Computer Algebra, 6.8 and 8.7). If the polynomial in x is irreducible for some numbers,
 * so is the whole; by Hilbert's theorem almost all numbers show that. */
#include "factor.h"
#include <assert.h>
#include <string.h>
#include "../linalg/modular.h"
#include "line_poly.h"

enum { TRIES = 6, MOST_TRIES = 24, FIRST_SIZE = 3 };

typedef struct factoring {
    const ring *ring;
    arena *arena;
    int x;             /* the main variable */
    int *turn;         /* [n] y_j was replaced by y_j + turn[j] x */
    int *at;           /* [n] the numbers for y */
    char *occurs;      /* [n] */
    integer lead;      /* of x before it was made monic */
    poly f;            /* monic in x */
    int degree;        /* of f in x */
    line_factors line; /* of f at these numbers */
    poly_factors found;
} factoring;

/* --- monic in x --- */

static poly turned(const factoring *s, arena *a, poly f, int sign) {
    const ring *r = s->ring;
    for (int j = 0; j < r->n; j++) {
        if (!s->turn[j])
            continue;
        poly x =
            poly_scale(r, a, integer_of(sign * s->turn[j]), poly_variable(r, a, s->x));
        poly y = poly_variable(r, a, j);
        f = poly_substitute(r, a, f, j, poly_add(r, a, y, x));
    }
    return f;
}

static int is_monic_in(const ring *r, arena *a, poly f, int j) {
    assert(j >= 0 && j < r->n);
    int degree = poly_degree_in(r, f, j);
    return degree > 0 && poly_degree(r, poly_coefficient(r, a, f, j, degree)) == 0;
}

/* Chooses x with a constant leading coefficient, of the least degree; where there is none
 * the other variables are turned until one has. */
static poly choose_main(factoring *s, poly f) {
    const ring *r = s->ring;
    arena *a = s->arena;
    s->x = -1;
    for (int j = 0; j < r->n; j++) {
        if (!is_monic_in(r, a, f, j))
            continue;
        if (s->x < 0 || poly_degree_in(r, f, j) < poly_degree_in(r, f, s->x))
            s->x = j;
    }
    if (s->x >= 0)
        return f;
    for (int j = 0; j < r->n; j++)
        if (s->occurs[j] && s->x < 0)
            s->x = j;
    for (int size = 1;; size++) {
        for (int j = 0; j < r->n; j++)
            s->turn[j] =
                s->occurs[j] && j != s->x ? algebra_draw(r->work, (size + 1) / 2) : 0;
        poly g = turned(s, a, f, 1);
        if (is_monic_in(r, a, g, s->x))
            return g;
    }
}

/* lead^(degree - 1) f(x / lead) */
static poly make_monic(factoring *s, poly f) {
    const ring *r = s->ring;
    arena *a = s->arena;
    s->degree = poly_degree_in(r, f, s->x);
    s->lead = poly_coefficient(r, a, f, s->x, s->degree).c[0];
    poly g = poly_copy(r, a, f);
    for (int i = 0; i < g.count; i++) {
        int k = g.e[i * r->n + s->x];
        if (k == s->degree)
            g.c[i] = integer_of(1);
        else
            g.c[i] = integer_mul(a, g.c[i], integer_power(a, s->lead, s->degree - 1 - k));
    }
    return g;
}

/* A factor of the monic polynomial as one of the original. */
static poly original(const factoring *s, poly f) {
    const ring *r = s->ring;
    arena *a = s->arena;
    poly g = poly_copy(r, a, f);
    for (int i = 0; i < g.count; i++) {
        integer scale = integer_power(a, s->lead, g.e[i * r->n + s->x]);
        g.c[i] = integer_mul(a, g.c[i], scale);
    }
    g = poly_primitive(r, a, g);
    return poly_primitive(r, a, turned(s, a, g, -1));
}

/* --- numbers for y --- */

static line_poly at_numbers(const factoring *s, const int *at) {
    const ring *r = s->ring;
    arena *a = s->arena;
    poly f = s->f;
    for (int j = 0; j < r->n; j++)
        if (j != s->x && s->occurs[j])
            f = poly_set(r, a, f, j, integer_of(at[j]));
    integer *c = ARENA_ARRAY(a, integer, s->degree + 1);
    for (int i = 0; i < f.count; i++)
        c[f.e[i * r->n + s->x]] = f.c[i];
    return line_poly_trim(s->degree + 1, c);
}

static int simple_degree(const line_factors *l) {
    int degree = 0;
    for (int i = 0; i < l->count; i++)
        degree += l->at[i].f.count - 1;
    return degree;
}

/* Tries numbers until the polynomial in x is irreducible; else keeps those with the
 * fewest multiple and then the fewest factors. */
static void choose_numbers(factoring *s, int tries) {
    const ring *r = s->ring;
    int *at = ARENA_ARRAY(s->arena, int, r->n + 1);
    s->line.count = 0;
    for (int k = 0; k < tries; k++) {
        for (int j = 0; j < r->n; j++)
            at[j] = algebra_draw(r->work, FIRST_SIZE + 2 * k);
        line_poly f = at_numbers(s, at);
        line_factors l = line_poly_factor(r->work, s->arena, f);
        int more = simple_degree(&l) - simple_degree(&s->line);
        if (s->line.count && (more < 0 || (!more && l.count >= s->line.count)))
            continue;
        s->line = l;
        memcpy(s->at, at, sizeof *at * (size_t)r->n);
        if (l.count == 1 && l.at[0].power == 1)
            return;
    }
}

/* --- lifting --- */

typedef struct series_lift {
    const factoring *of;
    poly f;       /* shifted: y = 0 where the numbers were */
    int y_degree; /* of f in all y together */
    uint64_t p;
    integer modulus;
    int digits;
    int count;
    line_poly *first;  /* [count] coprime factors at y = 0 */
    line_poly *others; /* [count] products of the others */
    mod_poly *inverse; /* [count] of others modulo first and p */
    mod_poly *residue; /* [count] first modulo p */
    poly *g;           /* [count] lifted */
} series_lift;

static int y_degree_of(const factoring *s, const exponent *e) {
    return monomial_degree(s->ring->n, e) - e[s->x];
}

static poly shifted(const factoring *s, poly f, int sign) {
    const ring *r = s->ring;
    arena *a = s->arena;
    for (int j = 0; j < r->n; j++) {
        if (j == s->x || !s->occurs[j] || !s->at[j])
            continue;
        poly number = poly_constant(r, a, integer_of(sign * s->at[j]));
        poly y = poly_add(r, a, poly_variable(r, a, j), number);
        f = poly_substitute(r, a, f, j, y);
    }
    return f;
}

static poly of_line(const factoring *s, line_poly f) {
    const ring *r = s->ring;
    arena *a = s->arena;
    poly sum = {0, NULL, NULL};
    exponent *m = ARENA_ARRAY(a, exponent, r->n + 1);
    poly one = poly_constant(r, a, integer_of(1));
    for (int k = 0; k < f.count; k++) {
        m[s->x] = (exponent)k;
        if (integer_sign(f.c[k]))
            sum = poly_combine(r, a, integer_of(1), sum, f.c[k], m, one);
    }
    return sum;
}

/* Terms of y-degree first ... last, coefficients in the symmetric range. */
static poly cut_series(const series_lift *l, poly f, int first, int last) {
    assert(first <= last);
    const factoring *s = l->of;
    const ring *r = s->ring;
    poly to = poly_copy(r, s->arena, f);
    to.count = 0;
    for (int i = 0; i < f.count; i++) {
        const exponent *e = f.e + i * r->n;
        int degree = y_degree_of(s, e);
        integer c = integer_symmetric(s->arena, f.c[i], l->modulus);
        if (degree < first || degree > last || !integer_sign(c))
            continue;
        memcpy(to.e + to.count * r->n, e, sizeof *e * (size_t)r->n);
        to.c[to.count++] = c;
    }
    return to;
}

/* Is p good: are the factors at y = 0 coprime modulo p? */
static int prepare_prime(series_lift *l) {
    arena *a = l->of->arena;
    for (int i = 0; i < l->count; i++) {
        l->residue[i] = line_poly_modulo(a, l->first[i], l->p);
        mod_poly others = line_poly_modulo(a, l->others[i], l->p);
        if (!mod_poly_inverse(a, others, l->residue[i], l->p, &l->inverse[i]))
            return 0;
    }
    return 1;
}

/* Coefficients of factors are below 2^bits (Gelfond: heights multiply up to e^degrees).
 */
static void prepare_modulus(series_lift *l) {
    const factoring *s = l->of;
    int64_t bits = poly_bits(s->ring, l->f) + 4;
    for (int j = 0; j < s->ring->n; j++)
        if (s->occurs[j])
            bits += 3 * (int64_t)poly_degree_in(s->ring, l->f, j) / 2 + 1;
    l->modulus = integer_of(1);
    for (l->digits = 0; integer_bits(l->modulus) <= bits; l->digits++)
        l->modulus = integer_mul(s->arena, l->modulus, integer_of((int64_t)l->p));
}

/* Sets up the lift from factors on a line, where all variables but one are numbers, to
 * series in the others: products of the other factors, a prime that keeps them coprime, a
 * bound on coefficients. */
static void prepare_series(series_lift *l, const factoring *s) {
    arena *a = s->arena;
    *l = (series_lift){.of = s, .count = s->line.count};
    l->f = shifted(s, s->f, 1);
    for (int i = 0; i < l->f.count; i++) {
        int degree = y_degree_of(s, l->f.e + i * s->ring->n);
        if (degree > l->y_degree)
            l->y_degree = degree;
    }
    l->first = ARENA_ARRAY(a, line_poly, l->count + 1);
    l->others = ARENA_ARRAY(a, line_poly, l->count + 1);
    l->inverse = ARENA_ARRAY(a, mod_poly, l->count + 1);
    l->residue = ARENA_ARRAY(a, mod_poly, l->count + 1);
    l->g = ARENA_ARRAY(a, poly, l->count + 1);
    integer *one = ARENA_ARRAY(a, integer, 1);
    one[0] = integer_of(1);
    for (int i = 0; i < l->count; i++) {
        l->first[i] = l->others[i] = (line_poly){1, one};
        for (int k = 0; k < s->line.at[i].power; k++)
            l->first[i] = line_poly_mul(a, l->first[i], s->line.at[i].f);
        l->g[i] = of_line(s, l->first[i]);
    }
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < l->count; k++)
            if (k != i)
                l->others[i] = line_poly_mul(a, l->others[i], l->first[k]);
    l->p = (uint64_t)1 << (MODULAR_BITS - 1);
    do
        l->p = modular_prime(l->p);
    while (!prepare_prime(l));
    prepare_modulus(l);
}

/* Solves sum_i delta_i others_i = e modulo p^digits, digit by digit, and adds delta_i m
 * to the factors. */
static void correct_monomial(series_lift *l, line_poly e, const exponent *m) {
    const factoring *s = l->of;
    arena *a = s->arena;
    integer scale = integer_of(1);
    integer prime = integer_of((int64_t)l->p);
    for (int k = 0; k < l->digits && e.count; k++) {
        mod_poly residue = line_poly_modulo(a, e, l->p);
        for (int i = 0; i < l->count; i++) {
            mod_poly d = mod_poly_mul(a, residue, l->inverse[i], l->p);
            d = mod_poly_rem(a, d, l->residue[i], l->p);
            integer *c = ARENA_ARRAY(a, integer, d.count + 1);
            for (int j = 0; j < d.count; j++)
                c[j] = integer_of((int64_t)d.c[j]);
            line_poly delta = {d.count, c};
            e = line_poly_add(a, e, line_poly_mul(a, delta, l->others[i]),
                              integer_of(-1));
            l->g[i] = poly_combine(s->ring, a, integer_of(1), l->g[i], scale, m,
                                   of_line(s, delta));
        }
        integer *rest = ARENA_ARRAY(a, integer, e.count + 1);
        for (int j = 0; j < e.count; j++)
            rest[j] = integer_over(a, e.c[j], prime);
        e = line_poly_trim(e.count, rest);
        scale = integer_mul(a, scale, prime);
    }
    algebra_spend(s->ring->work, (double)s->degree * s->degree * l->digits * l->count);
}

/* Corrects all terms of the error, those with the same monomial in y together. */
static void correct_degree(series_lift *l, int degree) {
    assert(degree > 0);
    const factoring *s = l->of;
    const ring *r = s->ring;
    arena *a = s->arena;
    poly product = l->g[0];
    for (int i = 1; i < l->count; i++) {
        product = poly_mul(r, a, product, l->g[i]);
        product = cut_series(l, product, 0, degree);
    }
    poly error = cut_series(l, poly_sub(r, a, l->f, product), degree, degree);
    char *done = arena_alloc(a, (size_t)error.count + 1);
    for (int i = 0; i < error.count; i++) {
        if (done[i])
            continue;
        exponent *m = ARENA_ARRAY(a, exponent, r->n + 1);
        memcpy(m, error.e + i * r->n, sizeof *m * (size_t)r->n);
        m[s->x] = 0;
        integer *c = ARENA_ARRAY(a, integer, s->degree + 1);
        for (int k = i; k < error.count; k++) {
            const exponent *e = error.e + k * r->n;
            int power = e[s->x];
            int same = 1;
            for (int j = 0; j < r->n && same; j++)
                same = j == s->x || e[j] == m[j];
            if (!same)
                continue;
            c[power] = error.c[k];
            done[k] = 1;
        }
        correct_monomial(l, line_poly_trim(s->degree + 1, c), m);
    }
    for (int i = 0; i < l->count; i++)
        l->g[i] = cut_series(l, l->g[i], 0, l->y_degree);
}

/* --- combining --- */

/* h with h^e = f, both monic in x, if there is one: its coefficients from the top. */
static int take_root(const factoring *s, poly f, int e, poly *root) {
    assert(e > 0);
    const ring *r = s->ring;
    arena *a = s->arena;
    int degree = poly_degree_in(r, f, s->x);
    if (degree % e)
        return 0;
    poly x = poly_variable(r, a, s->x);
    poly h = poly_power(r, a, x, degree / e);
    for (int k = 1; k <= degree / e; k++) {
        poly rest = poly_sub(r, a, f, poly_power(r, a, h, e));
        poly c = poly_coefficient(r, a, rest, s->x, degree - k);
        poly part;
        if (!c.count)
            continue;
        if (!poly_divides(r, a, poly_constant(r, a, integer_of(e)), c, &part))
            return 0;
        h = poly_add(r, a, h, poly_mul(r, a, part, poly_power(r, a, x, degree / e - k)));
    }
    *root = h;
    return poly_is_equal(r, poly_power(r, a, h, e), f);
}

/* Is the product of these a power of a factor? Then f is divided by it. */
static int try_product(factoring *s, const series_lift *l, int size, const int *chosen) {
    assert(size > 0 && size <= l->count);
    const ring *r = s->ring;
    arena *a = s->arena;
    poly product = poly_constant(r, a, integer_of(1));
    poly root;
    poly quotient;
    int power = s->line.at[chosen[0]].power;
    for (int k = 0; k < size; k++) {
        if (s->line.at[chosen[k]].power != power)
            return 0;
        product = poly_mul(r, a, product, l->g[chosen[k]]);
        product = cut_series(l, product, 0, l->y_degree);
    }
    product = shifted(s, product, -1);
    if (!poly_divides(r, a, product, s->f, &quotient))
        return 0;
    if (!take_root(s, product, power, &root))
        return 0;
    s->f = quotient;
    poly_factor found = {original(s, root), power};
    LIST_PUSH(a, s->found, found);
    return 1;
}

static int next_choice(int n, int size, int *chosen) {
    assert(size >= 0 && size <= n);
    int i = size - 1;
    while (i >= 0 && chosen[i] == n - size + i)
        i--;
    if (i < 0)
        return 0;
    chosen[i]++;
    for (int k = i + 1; k < size; k++)
        chosen[k] = chosen[k - 1] + 1;
    return 1;
}

static void remove_chosen(factoring *s, series_lift *l, int size, const int *chosen) {
    int left = 0;
    for (int i = 0, k = 0; i < l->count; i++) {
        if (k < size && chosen[k] == i) {
            k++;
            continue;
        }
        l->g[left] = l->g[i];
        s->line.at[left++] = s->line.at[i];
    }
    l->count = s->line.count = left;
}

/* Combines the lifted factors, few at a time first; 0 if something is left over, which
 * happens if distinct factors of f meet at the numbers chosen. */
static int combine_series(factoring *s, series_lift *l) {
    for (int size = 1; size <= l->count;) {
        int *chosen = ARENA_ARRAY(s->arena, int, size);
        int found = 0;
        for (int k = 0; k < size; k++)
            chosen[k] = k;
        do {
            arena_mark before = arena_now(s->arena);
            algebra_spend(s->ring->work, 10);
            found = try_product(s, l, size, chosen);
            if (!found)
                arena_return(s->arena, before);
            if (found)
                remove_chosen(s, l, size, chosen);
        } while (!found && next_choice(l->count, size, chosen));
        if (!found)
            size++;
    }
    return l->count == 0;
}

/* --- all of it --- */

static void add_factor(factoring *s, poly f, int power) {
    assert(power > 0 && f.count > 0);
    poly_factor found = {f, power};
    LIST_PUSH(s->arena, s->found, found);
}

/* Takes out powers of variables; returns the rest. */
static poly take_monomial(factoring *s, poly f) {
    const ring *r = s->ring;
    exponent *least = ARENA_ARRAY(s->arena, exponent, r->n + 1);
    memcpy(least, f.e, sizeof *least * (size_t)r->n);
    for (int i = 1; i < f.count; i++)
        for (int j = 0; j < r->n; j++)
            if (f.e[i * r->n + j] < least[j])
                least[j] = f.e[i * r->n + j];
    poly g = poly_copy(r, s->arena, f);
    for (int j = 0; j < r->n; j++) {
        if (!least[j])
            continue;
        add_factor(s, poly_variable(r, s->arena, j), least[j]);
        for (int i = 0; i < g.count; i++)
            g.e[i * r->n + j] = (exponent)(g.e[i * r->n + j] - least[j]);
    }
    return g;
}

static int lift_and_combine(factoring *s) {
    series_lift l;
    prepare_series(&l, s);
    for (int k = 1; k <= l.y_degree && l.count > 1; k++)
        correct_degree(&l, k);
    if (l.count == 1)
        l.g[0] = l.f;
    return combine_series(s, &l);
}

/* Factors a primitive polynomial without multiple factors. A line on which it stays
 * irreducible proves it so; lines on which a lift fails are drawn again, from larger
 * numbers. */
static void factor_rest(factoring *s, poly f) {
    const ring *r = s->ring;
    for (int j = 0; j < r->n; j++)
        s->occurs[j] = (char)poly_holds(r, f, j);
    poly g = choose_main(s, f);
    s->f = make_monic(s, g);
    if (s->degree == 1) {
        add_factor(s, poly_primitive(r, s->arena, f), 1);
        return;
    }
    int before = s->found.count;
    poly whole = s->f;
    for (int tries = TRIES; tries <= MOST_TRIES; tries *= 2) {
        choose_numbers(s, tries);
        if (s->line.count == 1 && s->line.at[0].power == 1) {
            add_factor(s, poly_primitive(r, s->arena, f), 1);
            return;
        }
        if (lift_and_combine(s))
            return;
        s->found.count = before;
        s->f = whole;
    }
    algebra_give_up(r->work, "a polynomial could not be factored");
}

poly_factors factor_poly(const ring *r, arena *a, poly f) {
    arena *own = arena_child(a);
    factoring s = {.ring = r, .arena = own};
    poly_factors found = {0};
    s.turn = ARENA_ARRAY(own, int, r->n + 1);
    s.at = ARENA_ARRAY(own, int, r->n + 1);
    s.occurs = arena_alloc(own, (size_t)r->n + 1);
    f = poly_primitive(r, own, f);
    if (poly_degree(r, f) > 0)
        f = take_monomial(&s, f);
    if (poly_degree(r, f) == 1)
        add_factor(&s, f, 1);
    else if (poly_degree(r, f) > 1)
        factor_rest(&s, f);
    for (int k = 0; k < s.found.count; k++) {
        poly_factor one = {poly_copy(r, a, s.found.at[k].f), s.found.at[k].power};
        LIST_PUSH(a, found, one);
    }
    arena_free(own);
    return found;
}
