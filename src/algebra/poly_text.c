/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials from and to text. What is read is a fraction under way, so that divisors
 * may hold the variables that are not solved for. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "poly.h"

enum { DEEPEST = 1000, HIGHEST_POWER = 1000 };

typedef struct quotient {
    poly over, under;
} quotient;

typedef struct poly_reader {
    const ring *ring;
    arena *arena;
    const char *text, *at;
    const char *const *name; /* [n] */
    const char *is_unit;
    int depth;
} poly_reader;

static quotient read_sum(poly_reader *s);

static _Noreturn void poly_refuse(const poly_reader *s, const char *what) {
    fail(s->ring->work->context, INVO_E_ARGUMENT, nowhere,
         "a polynomial cannot be read: %s at '%.40s'", what, s->at);
}

static void skip_spaces(poly_reader *s) {
    while (*s->at == ' ')
        s->at++;
}

static int accept(poly_reader *s, char c) {
    skip_spaces(s);
    if (*s->at != c)
        return 0;
    s->at++;
    return 1;
}

static quotient whole_quotient(const poly_reader *s, poly f) {
    return (quotient){f, poly_constant(s->ring, s->arena, integer_of(1))};
}

static quotient read_variable(poly_reader *s) {
    size_t n = 1;
    while (isalnum((unsigned char)s->at[n]))
        n++;
    for (int j = 0; j < s->ring->n; j++)
        if (strlen(s->name[j]) == n && strncmp(s->name[j], s->at, n) == 0) {
            s->at += n;
            return whole_quotient(s, poly_variable(s->ring, s->arena, j));
        }
    poly_refuse(s, "there is no such name");
}

static quotient read_primary(poly_reader *s) {
    skip_spaces(s);
    if (accept(s, '(')) {
        if (++s->depth > DEEPEST)
            poly_refuse(s, "too many parentheses");
        quotient x = read_sum(s);
        s->depth--;
        if (!accept(s, ')'))
            poly_refuse(s, "expected ')'");
        return x;
    }
    if (isdigit((unsigned char)*s->at)) {
        int n = (int)strspn(s->at, "0123456789");
        integer x = integer_of_decimal(s->arena, s->at, n);
        s->at += n;
        return whole_quotient(s, poly_constant(s->ring, s->arena, x));
    }
    if (isalpha((unsigned char)*s->at))
        return read_variable(s);
    poly_refuse(s, "expected a number or a name");
}

static quotient read_power(poly_reader *s) {
    quotient x = read_primary(s);
    if (!accept(s, '^'))
        return x;
    skip_spaces(s);
    char *end;
    long k = strtol(s->at, &end, 10);
    if (end == s->at || k < 0 || k > HIGHEST_POWER)
        poly_refuse(s, "expected a power");
    s->at = end;
    x.over = poly_power(s->ring, s->arena, x.over, (int)k);
    x.under = poly_power(s->ring, s->arena, x.under, (int)k);
    return x;
}

static int is_unit(const poly_reader *s, poly f) {
    if (!f.count)
        return 0;
    for (int j = 0; j < s->ring->n; j++)
        if (!s->is_unit[j] && poly_holds(s->ring, f, j))
            return 0;
    return 1;
}

/* product: ["-"] power {("*" | "/") power} */
static quotient read_product(poly_reader *s) {
    const ring *r = s->ring;
    arena *a = s->arena;
    if (accept(s, '-')) {
        quotient x = read_product(s);
        x.over = poly_scale(r, a, integer_of(-1), x.over);
        return x;
    }
    quotient x = read_power(s);
    for (;;) {
        if (accept(s, '*')) {
            quotient y = read_power(s);
            x.over = poly_mul(r, a, x.over, y.over);
            x.under = poly_mul(r, a, x.under, y.under);
        } else if (accept(s, '/')) {
            quotient y = read_power(s);
            if (!is_unit(s, y.over))
                poly_refuse(s, "the divisor is not constant");
            x.over = poly_mul(r, a, x.over, y.under);
            x.under = poly_mul(r, a, x.under, y.over);
        } else
            return x;
    }
}

/* sum: ["+"] product {("+" | "-") product}, over a common denominator without common
 * content */
static quotient read_sum(poly_reader *s) {
    const ring *r = s->ring;
    arena *a = s->arena;
    accept(s, '+');
    quotient x = read_product(s);
    for (;;) {
        int sign = 1;
        skip_spaces(s);
        if (*s->at == '-')
            sign = -1;
        else if (*s->at != '+')
            return x;
        s->at++;
        quotient y = read_product(s);
        if (poly_is_equal(r, x.under, y.under)) {
            x.over =
                poly_combine(r, a, integer_of(1), x.over, integer_of(sign), NULL, y.over);
            continue;
        }
        poly left = poly_mul(r, a, x.over, y.under);
        poly right = poly_mul(r, a, y.over, x.under);
        x.over = poly_combine(r, a, integer_of(1), left, integer_of(sign), NULL, right);
        x.under = poly_mul(r, a, x.under, y.under);
        integer g =
            integer_gcd(a, poly_content(r, a, x.over), poly_content(r, a, x.under));
        if (integer_is(g, 1) || !integer_sign(g))
            continue;
        poly divisor = poly_constant(r, a, g);
        poly_divides(r, a, divisor, x.over, &x.over);
        poly_divides(r, a, divisor, x.under, &x.under);
    }
}

poly poly_read(const ring *r, arena *a, const char *text, const char *const *name,
               const char *unit) {
    assert(text && name);
    poly_reader s = {.ring = r, .arena = a, .text = text, .at = text, .name = name};
    s.is_unit = unit;
    quotient x = read_sum(&s);
    skip_spaces(&s);
    if (*s.at)
        poly_refuse(&s, "expected the end");
    return poly_primitive(r, a, x.over);
}

/* Writes "4*y1*y2+3*x1-3" in the order of the terms. */
const char *poly_text(const ring *r, arena *a, poly f, const char *const *name) {
    size_t size = 2;
    for (int i = 0; i < f.count; i++) {
        size += (size_t)integer_bits(f.c[i]) / 3 + 4;
        for (int j = 0; j < r->n; j++)
            if (f.e[i * r->n + j])
                size += strlen(name[j]) + 8;
    }
    char *text = arena_alloc(a, size);
    char *to = text;
    if (!f.count)
        *to++ = '0';
    for (int i = 0; i < f.count; i++) {
        const exponent *e = f.e + i * r->n;
        integer c = f.c[i];
        int factors = 0;
        if (integer_sign(c) < 0)
            *to++ = '-';
        if (integer_sign(c) > 0 && i)
            *to++ = '+';
        if (integer_sign(c) < 0)
            c = integer_neg(c);
        if (!integer_is(c, 1) || monomial_degree(r->n, e) == 0) {
            const char *number = integer_text(a, c);
            to += snprintf(to, size - (size_t)(to - text), "%s", number);
            factors++;
        }
        for (int j = 0; j < r->n; j++) {
            if (!e[j])
                continue;
            if (factors++)
                *to++ = '*';
            to += snprintf(to, size - (size_t)(to - text), "%s", name[j]);
            if (e[j] > 1)
                to += snprintf(to, size - (size_t)(to - text), "^%d", e[j]);
        }
    }
    *to = 0;
    return text;
}
