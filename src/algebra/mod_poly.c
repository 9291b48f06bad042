/* SPDX-License-Identifier: BSD-3-Clause */
/* Schoolbook arithmetic; factors by degrees and then by random splitting (Cantor and
 * Zassenhaus; von zur Gathen, Gerhard: Modern Computer Algebra, 14.2 and 14.3). The
 * random numbers are the same in every run. */
#include "mod_poly.h"
#include <assert.h>
#include <string.h>
#include "../linalg/modular.h"
#include "../linalg/natural.h"

mod_poly mod_poly_trim(int count, uint64_t *c) {
    while (count && !c[count - 1])
        count--;
    return (mod_poly){count, c};
}

mod_poly mod_poly_sub(arena *a, mod_poly f, mod_poly g, uint64_t p) {
    int count = f.count > g.count ? f.count : g.count;
    uint64_t *c = ARENA_ARRAY(a, uint64_t, count + 1);
    for (int i = 0; i < count; i++) {
        uint64_t x = i < f.count ? f.c[i] : 0;
        uint64_t y = i < g.count ? g.c[i] : 0;
        c[i] = x >= y ? x - y : x + (p - y);
    }
    return mod_poly_trim(count, c);
}

mod_poly mod_poly_mul(arena *a, mod_poly f, mod_poly g, uint64_t p) {
    if (!f.count || !g.count)
        return (mod_poly){0, NULL};
    int count = f.count + g.count - 1;
    uint64_t *c = ARENA_ARRAY(a, uint64_t, count);
    for (int i = 0; i < f.count; i++)
        for (int k = 0; k < g.count; k++) {
            two_limbs sum = (two_limbs)f.c[i] * g.c[k] + c[i + k];
            c[i + k] = (uint64_t)(sum % p);
        }
    return mod_poly_trim(count, c);
}

/* Divides; the quotient's coefficients go to q, if that is not NULL. */
static mod_poly divide_mod(arena *a, mod_poly f, mod_poly g, uint64_t p, uint64_t *q) {
    assert(g.count);
    uint64_t *c = ARENA_ARRAY(a, uint64_t, f.count + 1);
    uint64_t lead = g.c[g.count - 1];
    uint64_t inverse = lead == 1 ? 1 : modular_inverse(lead, p);
    if (f.count)
        memcpy(c, f.c, sizeof *c * (size_t)f.count);
    for (int i = f.count - g.count; i >= 0; i--) {
        uint64_t factor = modular_multiply(c[i + g.count - 1], inverse, p);
        if (q)
            q[i] = factor;
        uint64_t minus = factor ? p - factor : 0;
        for (int k = 0; k < g.count && factor; k++)
            c[i + k] = (uint64_t)(((two_limbs)minus * g.c[k] + c[i + k]) % p);
    }
    return mod_poly_trim(f.count < g.count ? f.count : g.count - 1, c);
}

mod_poly mod_poly_rem(arena *a, mod_poly f, mod_poly g, uint64_t p) {
    return divide_mod(a, f, g, p, NULL);
}

mod_poly mod_poly_div(arena *a, mod_poly f, mod_poly g, uint64_t p) {
    int count = f.count >= g.count ? f.count - g.count + 1 : 0;
    uint64_t *q = ARENA_ARRAY(a, uint64_t, count + 1);
    divide_mod(a, f, g, p, q);
    return mod_poly_trim(count, q);
}

mod_poly mod_poly_monic(arena *a, mod_poly f, uint64_t p) {
    assert(f.count > 0);
    if (!f.count || f.c[f.count - 1] == 1)
        return f;
    uint64_t inverse = modular_inverse(f.c[f.count - 1], p);
    uint64_t *c = ARENA_ARRAY(a, uint64_t, f.count);
    for (int i = 0; i < f.count; i++)
        c[i] = modular_multiply(f.c[i], inverse, p);
    return (mod_poly){f.count, c};
}

mod_poly mod_poly_gcd(arena *a, mod_poly f, mod_poly g, uint64_t p) {
    while (g.count) {
        mod_poly rest = mod_poly_rem(a, f, g, p);
        f = g;
        g = rest;
    }
    return mod_poly_monic(a, f, p);
}

mod_poly mod_poly_derive(arena *a, mod_poly f, uint64_t p) {
    if (f.count < 2)
        return (mod_poly){0, NULL};
    uint64_t *c = ARENA_ARRAY(a, uint64_t, f.count);
    for (int i = 1; i < f.count; i++)
        c[i - 1] = modular_multiply(f.c[i], (uint64_t)i, p);
    return mod_poly_trim(f.count - 1, c);
}

/* Euclid's algorithm, keeping u with u f = f' modulo g. */
int mod_poly_inverse(arena *a, mod_poly f, mod_poly g, uint64_t p, mod_poly *inverse) {
    assert(g.count > 0 && p > 1);
    uint64_t *one = ARENA_ARRAY(a, uint64_t, 1);
    one[0] = 1;
    mod_poly x = g;
    mod_poly y = mod_poly_rem(a, f, g, p);
    mod_poly u = {0, NULL};
    mod_poly v = {1, one};
    while (y.count > 1) {
        mod_poly q = mod_poly_div(a, x, y, p);
        mod_poly rest = mod_poly_rem(a, x, y, p);
        mod_poly next = mod_poly_sub(a, u, mod_poly_mul(a, q, v, p), p);
        x = y;
        y = rest;
        u = v;
        v = next;
    }
    if (!y.count)
        return 0;
    uint64_t *scale = ARENA_ARRAY(a, uint64_t, 1);
    scale[0] = modular_inverse(y.c[0], p);
    mod_poly product = mod_poly_mul(a, v, (mod_poly){1, scale}, p);
    *inverse = mod_poly_rem(a, product, g, p);
    return 1;
}

/* --- factors --- */

typedef struct splitter {
    algebra_work *work;
    arena *arena;
    uint64_t p;
    mod_polys found;
} splitter;

static mod_poly power_mod(splitter *s, mod_poly x, uint64_t k, mod_poly f) {
    uint64_t *one = ARENA_ARRAY(s->arena, uint64_t, 1);
    one[0] = 1;
    mod_poly result = {1, one};
    for (; k; k >>= 1) {
        algebra_spend(s->work, (double)f.count * f.count);
        if (k & 1)
            result =
                mod_poly_rem(s->arena, mod_poly_mul(s->arena, result, x, s->p), f, s->p);
        x = mod_poly_rem(s->arena, mod_poly_mul(s->arena, x, x, s->p), f, s->p);
    }
    return result;
}

/* t^((p^d - 1)/2) modulo f, as the product of t^(p^i) to the power (p - 1)/2. */
static mod_poly half_power(splitter *s, mod_poly t, int d, mod_poly f) {
    mod_poly product = t;
    mod_poly turned = t;
    for (int i = 1; i < d; i++) {
        turned = power_mod(s, turned, s->p, f);
        mod_poly both = mod_poly_mul(s->arena, product, turned, s->p);
        product = mod_poly_rem(s->arena, both, f, s->p);
    }
    return power_mod(s, product, (s->p - 1) / 2, f);
}

/* Splits f, all of whose factors have degree d. */
static void split_equal(splitter *s, mod_poly f, int d) {
    assert(d > 0 && (f.count - 1) % d == 0);
    if (f.count - 1 == d) {
        LIST_PUSH(s->arena, s->found, f);
        return;
    }
    uint64_t one[1] = {1};
    for (;;) {
        uint64_t *c = ARENA_ARRAY(s->arena, uint64_t, f.count);
        for (int i = 0; i < f.count - 1; i++)
            c[i] = (uint64_t)(algebra_draw(s->work, 1 << 28) + (1 << 28)) % s->p;
        mod_poly t = mod_poly_trim(f.count - 1, c);
        if (t.count < 2)
            continue;
        mod_poly h = half_power(s, t, d, f);
        h = mod_poly_sub(s->arena, h, (mod_poly){1, one}, s->p);
        mod_poly g = mod_poly_gcd(s->arena, f, h, s->p);
        if (g.count <= 1 || g.count == f.count)
            continue;
        split_equal(s, g, d);
        split_equal(s, mod_poly_div(s->arena, f, g, s->p), d);
        return;
    }
}

mod_polys mod_poly_factor(algebra_work *w, arena *a, mod_poly f, uint64_t p) {
    assert(f.count > 0 && f.c[f.count - 1] == 1);
    splitter s = {.work = w, .arena = a, .p = p};
    uint64_t x[2] = {0, 1};
    mod_poly variable = {2, x};
    mod_poly turned = variable;
    for (int d = 1; 2 * d <= f.count - 1; d++) {
        turned = power_mod(&s, turned, p, f);
        mod_poly difference = mod_poly_sub(a, turned, variable, p);
        mod_poly g = mod_poly_gcd(a, f, difference, p);
        if (g.count <= 1)
            continue;
        split_equal(&s, g, d);
        f = mod_poly_div(a, f, g, p);
        turned = mod_poly_rem(a, turned, f, p);
    }
    if (f.count > 1)
        LIST_PUSH(a, s.found, f);
    return s.found;
}
