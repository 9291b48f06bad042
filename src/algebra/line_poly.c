/* SPDX-License-Identifier: BSD-3-Clause */
/* Zassenhaus' algorithm: factors modulo a large prime are lifted to a power of it beyond
 * Mignotte's bound and combined (von zur Gathen, Gerhard: Modern Computer Algebra, 15.4;
 * multiple factors by Yun's algorithm, 14.6). */
#include "line_poly.h"
#include <assert.h>
#include <string.h>
#include "../linalg/modular.h"

/* --- arithmetic --- */

line_poly line_poly_trim(int count, integer *c) {
    while (count && !integer_sign(c[count - 1]))
        count--;
    return (line_poly){count, c};
}

line_poly line_poly_add(arena *a, line_poly f, line_poly g, integer scale) {
    int count = f.count > g.count ? f.count : g.count;
    integer *c = ARENA_ARRAY(a, integer, count + 1);
    for (int i = 0; i < count; i++) {
        integer sum = i < f.count ? f.c[i] : integer_of(0);
        if (i < g.count)
            sum = integer_add(a, sum, integer_mul(a, scale, g.c[i]));
        c[i] = sum;
    }
    return line_poly_trim(count, c);
}

line_poly line_poly_mul(arena *a, line_poly f, line_poly g) {
    if (!f.count || !g.count)
        return (line_poly){0, NULL};
    integer *c = ARENA_ARRAY(a, integer, f.count + g.count);
    for (int i = 0; i < f.count; i++)
        for (int k = 0; k < g.count; k++) {
            integer product = integer_mul(a, f.c[i], g.c[k]);
            c[i + k] = integer_add(a, c[i + k], product);
        }
    return line_poly_trim(f.count + g.count - 1, c);
}

line_poly line_poly_primitive(arena *a, line_poly f) {
    if (!f.count)
        return f;
    integer g = integer_of(0);
    for (int i = 0; i < f.count; i++)
        g = integer_gcd(a, g, f.c[i]);
    if (integer_sign(f.c[f.count - 1]) < 0)
        g = integer_neg(g);
    if (integer_is(g, 1))
        return f;
    integer *c = ARENA_ARRAY(a, integer, f.count);
    for (int i = 0; i < f.count; i++)
        c[i] = integer_over(a, f.c[i], g);
    return (line_poly){f.count, c};
}

int line_poly_divides(arena *a, line_poly g, line_poly f, line_poly *quotient) {
    assert(g.count > 0);
    if (f.count < g.count)
        return 0;
    int count = f.count - g.count + 1;
    integer *rest = ARENA_ARRAY(a, integer, f.count);
    integer *q = ARENA_ARRAY(a, integer, count);
    memcpy(rest, f.c, sizeof *rest * (size_t)f.count);
    for (int i = count - 1; i >= 0; i--) {
        if (!integer_divides(a, g.c[g.count - 1], rest[i + g.count - 1], &q[i]))
            return 0;
        for (int k = 0; k < g.count && integer_sign(q[i]); k++) {
            integer product = integer_mul(a, q[i], g.c[k]);
            rest[i + k] = integer_sub(a, rest[i + k], product);
        }
    }
    for (int i = 0; i < f.count; i++)
        if (integer_sign(rest[i]))
            return 0;
    *quotient = line_poly_trim(count, q);
    return 1;
}

/* The primitive remainder of a multiple of f by g. */
static line_poly pseudo_remainder(arena *a, line_poly f, line_poly g) {
    assert(g.count > 0);
    while (f.count >= g.count) {
        integer *c = ARENA_ARRAY(a, integer, f.count);
        integer lead = g.c[g.count - 1];
        integer top = f.c[f.count - 1];
        int shift = f.count - g.count;
        for (int i = 0; i < f.count; i++) {
            c[i] = integer_mul(a, lead, f.c[i]);
            if (i < shift)
                continue;
            integer product = integer_mul(a, top, g.c[i - shift]);
            c[i] = integer_sub(a, c[i], product);
        }
        f = line_poly_primitive(a, line_poly_trim(f.count - 1, c));
    }
    return f;
}

line_poly line_poly_gcd(arena *a, line_poly f, line_poly g) {
    f = line_poly_primitive(a, f);
    g = line_poly_primitive(a, g);
    while (g.count) {
        line_poly rest = pseudo_remainder(a, f, g);
        f = g;
        g = rest;
    }
    return f;
}

static line_poly derive_line(arena *a, line_poly f) {
    integer *c = ARENA_ARRAY(a, integer, f.count + 1);
    for (int i = 1; i < f.count; i++)
        c[i - 1] = integer_mul(a, f.c[i], integer_of(i));
    return line_poly_trim(f.count ? f.count - 1 : 0, c);
}

mod_poly line_poly_modulo(arena *a, line_poly f, uint64_t p) {
    assert(p > 1);
    uint64_t *c = ARENA_ARRAY(a, uint64_t, f.count + 1);
    for (int i = 0; i < f.count; i++)
        c[i] = integer_modulo(f.c[i], p);
    return mod_poly_trim(f.count, c);
}

/* --- lifting --- */

typedef struct lift {
    algebra_work *work;
    arena *arena;
    line_poly f; /* what is left to be factored */
    uint64_t p;
    integer modulus; /* p^k */
    int count;
    line_poly *g;      /* [count] monic factors modulo `modulus` */
    mod_poly *inverse; /* [count] of the others' product modulo g and p */
    mod_poly *first;   /* [count] g modulo p */
} lift;

static integer of_residue(uint64_t x, uint64_t p) {
    return integer_of(x > p / 2 ? (int64_t)x - (int64_t)p : (int64_t)x);
}

static line_poly of_mod_poly(arena *a, mod_poly f, uint64_t p) {
    integer *c = ARENA_ARRAY(a, integer, f.count + 1);
    for (int i = 0; i < f.count; i++)
        c[i] = of_residue(f.c[i], p);
    return (line_poly){f.count, c};
}

static line_poly symmetric_line(arena *a, line_poly f, integer m) {
    integer *c = ARENA_ARRAY(a, integer, f.count + 1);
    for (int i = 0; i < f.count; i++)
        c[i] = integer_symmetric(a, f.c[i], m);
    return line_poly_trim(f.count, c);
}

/* One more factor p in the modulus: g_i += p^k e / (lead of f * others' product). */
static void lift_once(lift *l) {
    arena *a = l->arena;
    line_poly product = {1, &l->f.c[l->f.count - 1]};
    for (int i = 0; i < l->count; i++)
        product = line_poly_mul(a, product, l->g[i]);
    line_poly error = line_poly_add(a, l->f, product, integer_of(-1));
    integer *c = ARENA_ARRAY(a, integer, error.count + 1);
    for (int i = 0; i < error.count; i++)
        c[i] = integer_over(a, error.c[i], l->modulus);
    mod_poly e = line_poly_modulo(a, (line_poly){error.count, c}, l->p);
    uint64_t lead = integer_modulo(l->f.c[l->f.count - 1], l->p);
    uint64_t inverse[1] = {modular_inverse(lead, l->p)};
    e = mod_poly_mul(a, e, (mod_poly){1, inverse}, l->p);
    for (int i = 0; i < l->count; i++) {
        mod_poly delta = mod_poly_mul(a, e, l->inverse[i], l->p);
        delta = mod_poly_rem(a, delta, l->first[i], l->p);
        line_poly step = of_mod_poly(a, delta, l->p);
        l->g[i] = line_poly_add(a, l->g[i], step, l->modulus);
    }
    l->modulus = integer_mul(a, l->modulus, integer_of((int64_t)l->p));
    algebra_spend(l->work, (double)l->f.count * l->f.count * l->count);
}

/* Mignotte: coefficients of a factor, times the leading one of f, are below this. */
static int64_t bound_bits(line_poly f) {
    int64_t bits = 0;
    for (int i = 0; i < f.count; i++)
        if (integer_bits(f.c[i]) > bits)
            bits = integer_bits(f.c[i]);
    return 2 * bits + 2 * f.count + 4;
}

static void prepare_lift(lift *l, const mod_polys *factors) {
    arena *a = l->arena;
    l->count = factors->count;
    l->g = ARENA_ARRAY(a, line_poly, l->count + 1);
    l->inverse = ARENA_ARRAY(a, mod_poly, l->count + 1);
    l->first = factors->at;
    l->modulus = integer_of((int64_t)l->p);
    mod_poly all = line_poly_modulo(a, l->f, l->p);
    all = mod_poly_monic(a, all, l->p);
    for (int i = 0; i < l->count; i++) {
        mod_poly others = mod_poly_div(a, all, factors->at[i], l->p);
        l->g[i] = of_mod_poly(a, factors->at[i], l->p);
        int coprime = mod_poly_inverse(a, others, factors->at[i], l->p, &l->inverse[i]);
        assert(coprime);
        (void)coprime;
    }
}

/* --- combining --- */

/* The next subset of `size` of 0 ... n - 1 in order; 0: there is none. */
static int next_subset(int n, int size, int *chosen) {
    assert(size > 0 && size <= n);
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

/* Tries whether the product of some lifted factors divides f; if so, takes both from the
 * lift. */
static int try_subset(lift *l, int size, const int *chosen, line_poly *found) {
    arena *a = l->arena;
    line_poly product = {1, &l->f.c[l->f.count - 1]};
    line_poly quotient;
    for (int k = 0; k < size; k++) {
        product = line_poly_mul(a, product, l->g[chosen[k]]);
        product = symmetric_line(a, product, l->modulus);
    }
    algebra_spend(l->work, (double)l->f.count * l->f.count);
    *found = line_poly_primitive(a, product);
    if (!line_poly_divides(a, *found, l->f, &quotient))
        return 0;
    l->f = quotient;
    int left = 0;
    for (int i = 0, k = 0; i < l->count; i++) {
        if (k < size && chosen[k] == i)
            k++;
        else
            l->g[left++] = l->g[i];
    }
    l->count = left;
    return 1;
}

static void combine_lifted(lift *l, int power, line_factors *to) {
    for (int size = 1; 2 * size <= l->count;) {
        int *chosen = ARENA_ARRAY(l->arena, int, size);
        int found = 0;
        for (int k = 0; k < size; k++)
            chosen[k] = k;
        do {
            line_factor factor = {.power = power};
            arena_mark before = arena_now(l->arena);
            found = try_subset(l, size, chosen, &factor.f);
            if (!found)
                arena_return(l->arena, before);
            if (found)
                LIST_PUSH(l->arena, *to, factor);
        } while (!found && next_subset(l->count, size, chosen));
        if (!found)
            size++;
    }
    line_factor last = {line_poly_primitive(l->arena, l->f), power};
    if (last.f.count > 1)
        LIST_PUSH(l->arena, *to, last);
}

/* Factors a primitive f without multiple factors: of a few primes the one with the fewest
 * factors is taken. */
static void factor_simple(algebra_work *w, arena *a, line_poly f, int power,
                          line_factors *to) {
    assert(f.count > 1 && power > 0);
    enum { PRIMES = 4 };
    lift l = {.work = w, .arena = a, .f = f};
    mod_polys best = {0};
    uint64_t p = (uint64_t)1 << (MODULAR_BITS - 1);
    for (int tried = 0; tried < PRIMES && f.count > 2;) {
        p = modular_prime(p);
        mod_poly g = line_poly_modulo(a, f, p);
        if (g.count != f.count)
            continue;
        g = mod_poly_monic(a, g, p);
        if (mod_poly_gcd(a, g, mod_poly_derive(a, g, p), p).count != 1)
            continue;
        mod_polys factors = mod_poly_factor(w, a, g, p);
        if (!tried++ || factors.count < best.count) {
            best = factors;
            l.p = p;
        }
        if (best.count == 1)
            break;
    }
    if (f.count <= 2 || best.count == 1) {
        line_factor whole = {f, power};
        LIST_PUSH(a, *to, whole);
        return;
    }
    prepare_lift(&l, &best);
    while (integer_bits(l.modulus) < bound_bits(f))
        lift_once(&l);
    combine_lifted(&l, power, to);
}

/* Takes multiple factors apart: with g = gcd(f, f'), f/g has each factor once. */
line_factors line_poly_factor(algebra_work *w, arena *a, line_poly f) {
    line_factors found = {0};
    f = line_poly_primitive(a, f);
    for (int power = 1; f.count > 1; power++) {
        line_poly g = line_poly_gcd(a, f, derive_line(a, f));
        line_poly once;
        line_poly more;
        line_poly other;
        line_poly_divides(a, g, f, &once);
        other = line_poly_gcd(a, once, g); /* those that occur again */
        line_poly_divides(a, other, once, &more);
        more = line_poly_primitive(a, more);
        if (more.count > 1)
            factor_simple(w, a, more, power, &found);
        f = g;
    }
    return found;
}
