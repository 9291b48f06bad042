/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorted lists of terms. Everything is made of one merge, c x + d m y; products are sums
 * of halves, so that lists of like length are merged. */
#include "poly.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- rings and monomials --- */

ring *ring_new(arena *a, algebra_work *w, int n) {
    assert(n >= 0);
    char *one = arena_alloc(a, (size_t)n + 1);
    ring r = {.n = n, .work = w};
    return ring_blocks(a, &r, one);
}

ring *ring_blocks(arena *a, const ring *r, const char *block) {
    ring *made = arena_alloc(a, sizeof *made);
    int *at = ARENA_ARRAY(a, int, r->n + 1);
    int count = 0;
    *made = (ring){.n = r->n, .at = at, .work = r->work};
    for (int k = 0; k < RING_BLOCKS; k++) {
        for (int j = 0; j < r->n; j++)
            if (block[j] == k)
                at[count++] = j;
        made->end[k] = count;
    }
    assert(count == r->n);
    return made;
}

int monomial_compare(const ring *r, const exponent *x, const exponent *y) {
    for (int k = 0, first = 0; k < RING_BLOCKS; first = r->end[k++]) {
        int difference = 0;
        int last = 0;
        for (int i = first; i < r->end[k]; i++) {
            int step = (int)x[r->at[i]] - (int)y[r->at[i]];
            difference += step;
            if (step)
                last = step;
        }
        if (difference)
            return difference;
        if (last)
            return -last;
    }
    return 0;
}

int monomial_divides(int n, const exponent *x, const exponent *y) {
    for (int j = 0; j < n; j++)
        if (x[j] > y[j])
            return 0;
    return 1;
}

int monomial_degree(int n, const exponent *e) {
    int degree = 0;
    for (int j = 0; j < n; j++)
        degree += e[j];
    return degree;
}

/* --- making --- */

static poly allocate(const ring *r, arena *a, int count) {
    poly f = {0, NULL, NULL};
    f.c = ARENA_ARRAY(a, integer, count);
    f.e = ARENA_ARRAY(a, exponent, count * r->n);
    return f;
}

static exponent *monomial_at(const ring *r, poly f, int i) {
    assert(i >= 0 && i <= f.count);
    return f.e + i * r->n;
}

static void append_term(const ring *r, poly *f, integer c, const exponent *e) {
    memcpy(monomial_at(r, *f, f->count), e, sizeof *e * (size_t)r->n);
    f->c[f->count++] = c;
}

static void multiply_monomial(const ring *r, const exponent *x, const exponent *m,
                              exponent *product) {
    for (int j = 0; j < r->n; j++) {
        unsigned sum = (unsigned)x[j] + (m ? m[j] : 0u);
        if (sum > UINT16_MAX)
            algebra_give_up(r->work, "a degree went beyond 65535");
        product[j] = (exponent)sum;
    }
}

poly poly_constant(const ring *r, arena *a, integer c) {
    poly f = allocate(r, a, 1);
    f.c[0] = c;
    f.count = integer_sign(c) != 0;
    return f;
}

poly poly_variable(const ring *r, arena *a, int j) {
    assert(j >= 0 && j < r->n);
    poly f = poly_constant(r, a, integer_of(1));
    f.e[j] = 1;
    return f;
}

poly poly_copy(const ring *r, arena *a, poly f) {
    poly to = allocate(r, a, f.count);
    to.count = f.count;
    if (f.count)
        memcpy(to.e, f.e, sizeof *f.e * (size_t)(f.count * r->n));
    for (int i = 0; i < f.count; i++)
        to.c[i] = integer_copy(a, f.c[i]);
    return to;
}

/* --- sums and products --- */

static double weight(poly f) {
    return f.count ? f.count * (1.0 + 0.2 * integer_limbs(f.c[0])) : 0;
}

/* Merges two sorted lists of terms. */
poly poly_combine(const ring *r, arena *a, integer c, poly x, integer d,
                  const exponent *m, poly y) {
    poly f = allocate(r, a, x.count + y.count);
    exponent *product = ARENA_ARRAY(a, exponent, r->n + 1);
    int i = 0;
    int k = 0;
    int c_is_one = integer_is(c, 1);
    int d_is_one = integer_is(d, 1);
    algebra_spend(r->work, weight(x) + weight(y));
    while (i < x.count || k < y.count) {
        int order = i < x.count ? 1 : -1;
        if (k < y.count) {
            multiply_monomial(r, monomial_at(r, y, k), m, product);
            if (i < x.count)
                order = monomial_compare(r, monomial_at(r, x, i), product);
        }
        integer left = integer_of(0);
        integer right = left;
        if (order >= 0)
            left = c_is_one ? x.c[i] : integer_mul(a, c, x.c[i]);
        if (order <= 0)
            right = d_is_one ? y.c[k] : integer_mul(a, d, y.c[k]);
        integer sum = integer_add(a, left, right);
        if (integer_sign(sum))
            append_term(r, &f, sum, order > 0 ? monomial_at(r, x, i) : product);
        i += order >= 0;
        k += order <= 0;
    }
    return f;
}

poly poly_add(const ring *r, arena *a, poly x, poly y) {
    return poly_combine(r, a, integer_of(1), x, integer_of(1), NULL, y);
}

poly poly_sub(const ring *r, arena *a, poly x, poly y) {
    return poly_combine(r, a, integer_of(1), x, integer_of(-1), NULL, y);
}

poly poly_scale(const ring *r, arena *a, integer c, poly x) {
    poly zero = {0, NULL, NULL};
    if (!integer_sign(c))
        return zero;
    return poly_combine(r, a, c, x, integer_of(1), NULL, zero);
}

static poly multiply_part(const ring *r, arena *a, poly x, int first, int end, poly y) {
    assert(first <= end && end <= x.count);
    poly zero = {0, NULL, NULL};
    if (end - first == 0)
        return zero;
    if (end - first == 1)
        return poly_combine(r, a, integer_of(1), zero, x.c[first],
                            monomial_at(r, x, first), y);
    int middle = (first + end) / 2;
    poly low = multiply_part(r, a, x, first, middle, y);
    poly high = multiply_part(r, a, x, middle, end, y);
    return poly_add(r, a, low, high);
}

poly poly_mul(const ring *r, arena *a, poly x, poly y) {
    if (x.count > y.count)
        return multiply_part(r, a, y, 0, y.count, x);
    return multiply_part(r, a, x, 0, x.count, y);
}

poly poly_power(const ring *r, arena *a, poly x, int k) {
    assert(k >= 0);
    poly result = poly_constant(r, a, integer_of(1));
    while (k-- > 0)
        result = poly_mul(r, a, result, x);
    return result;
}

/* Sorts terms in any order by merging halves; like terms are added. */
static poly sort_part(const ring *r, arena *a, poly f, int first, int end) {
    assert(first <= end && end <= f.count);
    if (end - first <= 1) {
        int n = end - first;
        return (poly){n, f.c + first, monomial_at(r, f, first)};
    }
    int middle = (first + end) / 2;
    poly low = sort_part(r, a, f, first, middle);
    poly high = sort_part(r, a, f, middle, end);
    return poly_add(r, a, low, high);
}

poly poly_sort(const ring *r, arena *a, poly f) {
    int sorted = 1;
    for (int i = 1; i < f.count && sorted; i++)
        sorted = monomial_compare(r, monomial_at(r, f, i - 1), monomial_at(r, f, i)) > 0;
    return sorted ? f : sort_part(r, a, f, 0, f.count);
}

poly poly_derive(const ring *r, arena *a, poly f, int j) {
    assert(j >= 0 && j < r->n);
    poly to = allocate(r, a, f.count);
    for (int i = 0; i < f.count; i++) {
        int k = monomial_at(r, f, i)[j];
        if (!k)
            continue;
        integer c = integer_mul(a, f.c[i], integer_of(k));
        append_term(r, &to, c, monomial_at(r, f, i));
        monomial_at(r, to, to.count - 1)[j]--;
    }
    return poly_sort(r, a, to);
}

poly poly_set(const ring *r, arena *a, poly f, int j, integer value) {
    assert(j >= 0 && j < r->n);
    poly to = allocate(r, a, f.count);
    for (int i = 0; i < f.count; i++) {
        int k = monomial_at(r, f, i)[j];
        integer c = integer_mul(a, f.c[i], integer_power(a, value, k));
        if (!integer_sign(c))
            continue;
        append_term(r, &to, c, monomial_at(r, f, i));
        monomial_at(r, to, to.count - 1)[j] = 0;
    }
    algebra_spend(r->work, weight(to));
    return poly_sort(r, a, to);
}

poly poly_coefficient(const ring *r, arena *a, poly f, int j, int k) {
    assert(j >= 0 && j < r->n && k >= 0);
    poly to = allocate(r, a, f.count);
    for (int i = 0; i < f.count; i++) {
        if (monomial_at(r, f, i)[j] != k)
            continue;
        append_term(r, &to, f.c[i], monomial_at(r, f, i));
        monomial_at(r, to, to.count - 1)[j] = 0;
    }
    return poly_sort(r, a, to);
}

/* Substitutes by Horner's rule in powers of x_j. */
poly poly_substitute(const ring *r, arena *a, poly f, int j, poly g) {
    assert(j >= 0 && j < r->n);
    int degree = poly_degree_in(r, f, j);
    if (degree <= 0)
        return f;
    poly value = poly_coefficient(r, a, f, j, degree);
    for (int k = degree - 1; k >= 0; k--) {
        poly product = poly_mul(r, a, value, g);
        value = poly_add(r, a, product, poly_coefficient(r, a, f, j, k));
    }
    return value;
}

/* --- division --- */

integer poly_content(const ring *r, arena *a, poly f) {
    integer g = integer_of(0);
    (void)r;
    for (int i = f.count - 1; i >= 0 && !integer_is(g, 1); i--)
        g = integer_gcd(a, g, f.c[i]);
    return g;
}

poly poly_primitive(const ring *r, arena *a, poly f) {
    if (!f.count)
        return f;
    integer g = poly_content(r, a, f);
    if (integer_sign(f.c[0]) < 0)
        g = integer_neg(g);
    if (integer_is(g, 1))
        return f;
    poly to = f;
    to.c = ARENA_ARRAY(a, integer, f.count);
    for (int i = 0; i < f.count; i++)
        to.c[i] = integer_over(a, f.c[i], g);
    algebra_spend(r->work, weight(f));
    return to;
}

int poly_divides(const ring *r, arena *a, poly g, poly f, poly *quotient) {
    poly q = {0, NULL, NULL};
    poly zero = q;
    assert(g.count);
    while (f.count) {
        integer c;
        exponent *m = ARENA_ARRAY(a, exponent, r->n + 1);
        if (!monomial_divides(r->n, g.e, f.e))
            return 0;
        if (!integer_divides(a, g.c[0], f.c[0], &c))
            return 0;
        for (int j = 0; j < r->n; j++)
            m[j] = (exponent)(f.e[j] - g.e[j]);
        poly one = poly_constant(r, a, integer_of(1));
        poly term = poly_combine(r, a, integer_of(1), zero, c, m, one);
        f = poly_combine(r, a, integer_of(1), f, integer_neg(c), m, g);
        q = poly_add(r, a, q, term);
    }
    *quotient = q;
    return 1;
}

poly poly_pseudo_remainder(const ring *r, arena *a, poly f, poly g, int j) {
    assert(j >= 0 && j < r->n && g.count > 0);
    int degree = poly_degree_in(r, g, j);
    poly lead = poly_coefficient(r, a, g, j, degree);
    for (int k = poly_degree_in(r, f, j); k >= degree; k = poly_degree_in(r, f, j)) {
        poly top = poly_coefficient(r, a, f, j, k);
        exponent *m = ARENA_ARRAY(a, exponent, r->n + 1);
        m[j] = (exponent)(k - degree);
        poly left = poly_mul(r, a, lead, f);
        poly right = poly_mul(r, a, top, g);
        f = poly_combine(r, a, integer_of(1), left, integer_of(-1), m, right);
        f = poly_primitive(r, a, f);
    }
    return f;
}

/* --- questions --- */

const exponent *poly_lead(poly f) {
    assert(f.count > 0);
    return f.e;
}

int poly_degree(const ring *r, poly f) {
    int degree = -1;
    for (int i = 0; i < f.count; i++) {
        int d = monomial_degree(r->n, monomial_at(r, f, i));
        if (d > degree)
            degree = d;
    }
    return degree;
}

int poly_degree_in(const ring *r, poly f, int j) {
    assert(j >= 0 && j < r->n);
    int degree = -1;
    for (int i = 0; i < f.count; i++)
        if (monomial_at(r, f, i)[j] > degree)
            degree = monomial_at(r, f, i)[j];
    return degree;
}

int poly_holds(const ring *r, poly f, int j) {
    return poly_degree_in(r, f, j) > 0;
}

int poly_is_equal(const ring *r, poly f, poly g) {
    if (f.count != g.count)
        return 0;
    if (f.count && memcmp(f.e, g.e, sizeof *f.e * (size_t)(f.count * r->n)) != 0)
        return 0;
    for (int i = 0; i < f.count; i++) {
        if (f.c[i].small != g.c[i].small)
            return 0;
        if (natural_compare(f.c[i].big, g.c[i].big))
            return 0;
    }
    return 1;
}

int64_t poly_bits(const ring *r, poly f) {
    int64_t most = 0;
    (void)r;
    for (int i = 0; i < f.count; i++)
        if (integer_bits(f.c[i]) > most)
            most = integer_bits(f.c[i]);
    return most;
}
