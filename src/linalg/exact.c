/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduced echelon form by Chinese remainders. With m = diag(factor) A diag(2^shift), A of
 * integers, and d the minor of A in its first independent rows and the pivot columns, d
 * times the echelon form of A and d times its transform consist of minors of A: integers
 * no larger than Hadamard's bound. They are found modulo as many primes as this needs.
 *
 * A prime may see too small a rank in some leading block of A, never too large a one. So
 * of two primes the one whose rows lead in lexicographically smaller columns is nearer to
 * the truth. When the product of primes that agree exceeds the bound, every minor that
 * all of them saw as zero is zero, and what they agreed on is proved. */
#include "exact.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "modular.h"

typedef struct whole {
    int sign;
    natural size;
} whole;

/* m_ij = factor_i * entry_ij * 2^shift_j */
typedef struct matrix {
    int rows, columns;
    whole *entry;
    const rational **factor;
    int64_t *shift;
} matrix;

/* What primes saw: d times row i of the reduced [A, 1], modulo prime k, is
 * residue[(i * width + j) * wanted + k]; d itself is in determinant[k]. */
typedef struct images {
    int count, wanted, width;
    int *lead;
    uint64_t *prime, *determinant, *residue;
} images;

/* Of Chinese remainders: x = sum of (x * inverse_k mod prime_k) * cofactor_k less a
 * multiple of the product. */
typedef struct remainders {
    int count;
    const uint64_t *prime;
    uint64_t *inverse, *cofactor; /* [count], [count and three of zeros][count] */
    natural product;
} remainders;

static size_t exact_at(int i, int columns, int j) {
    return (size_t)i * columns + (size_t)j;
}

static uint64_t *exact_room(arena *a, int count) {
    return ARENA_ARRAY(a, uint64_t, count);
}

static natural gcd(arena *a, natural x, natural y) {
    return natural_gcd(x, y, exact_room(a, natural_gcd_room(x, y)));
}

static natural exact_multiply(arena *a, natural x, natural y) {
    return natural_multiply(x, y, exact_room(a, x.count + y.count));
}

static natural exact_divide(arena *a, natural x, natural y) {
    natural rest;
    return natural_divide(x, y, exact_room(a, x.count),
                          exact_room(a, x.count + y.count + 1), &rest);
}

static natural common_denominator(arena *a, int n, const rational **x) {
    natural all = natural_one;
    for (int j = 0; j < n; j++) {
        natural d = x[j]->denominator;
        if (natural_is_one(d) || natural_compare(d, all) == 0)
            continue;
        all = exact_multiply(a, all, exact_divide(a, d, gcd(a, all, d)));
    }
    return all;
}

/* The numerators of a row over its common denominator, without their common divisor;
 * returns what they were multiplied by, but for powers of two. */
static const rational *clear_denominators(arena *a, int n, const rational **x,
                                          whole *entry) {
    natural denominator = common_denominator(a, n, x);
    natural divisor = {0, NULL};
    for (int j = 0; j < n; j++) {
        if (!x[j]->sign)
            continue;
        natural size = x[j]->numerator;
        if (natural_compare(x[j]->denominator, denominator) != 0)
            size =
                exact_multiply(a, size, exact_divide(a, denominator, x[j]->denominator));
        entry[j] = (whole){x[j]->sign, size};
        if (!natural_is_one(divisor))
            divisor = gcd(a, divisor, size);
    }
    if (!divisor.count)
        return &rational_one;
    if (!natural_is_one(divisor))
        for (int j = 0; j < n; j++)
            if (entry[j].sign)
                entry[j].size = exact_divide(a, entry[j].size, divisor);
    return rational_make(a, 1, divisor, denominator, 0);
}

/* Takes powers of two out of the rows, then out of the columns. */
static void balance(arena *a, matrix *b, const rational **m) {
    int rows = b->rows;
    int columns = b->columns;
    int64_t *row_shift = ARENA_ARRAY(a, int64_t, rows);
    for (int i = 0; i < rows; i++) {
        row_shift[i] = INT64_MAX;
        for (int j = 0; j < columns; j++) {
            const rational *x = m[exact_at(i, columns, j)];
            if (x->sign && x->exponent < row_shift[i])
                row_shift[i] = x->exponent;
        }
        if (row_shift[i] == INT64_MAX)
            continue;
        b->factor[i] = rational_make(a, 1, b->factor[i]->numerator,
                                     b->factor[i]->denominator, row_shift[i]);
    }
    for (int j = 0; j < columns; j++) {
        int64_t least = INT64_MAX;
        for (int i = 0; i < rows; i++) {
            const rational *x = m[exact_at(i, columns, j)];
            if (x->sign && x->exponent - row_shift[i] < least)
                least = x->exponent - row_shift[i];
        }
        b->shift[j] = least == INT64_MAX ? 0 : least;
        for (int i = 0; i < rows; i++) {
            const rational *x = m[exact_at(i, columns, j)];
            natural *size = &b->entry[exact_at(i, columns, j)].size;
            int64_t bits = x->sign ? x->exponent - row_shift[i] - least : 0;
            if (bits)
                *size = natural_shift(*size, bits,
                                      exact_room(a, natural_shift_room(*size, bits)));
        }
    }
}

static matrix integer_matrix(arena *a, int rows, int columns, const rational **m) {
    matrix b = {rows, columns, ARENA_ARRAY(a, whole, exact_at(rows, columns, 0)),
                ARENA_ARRAY(a, const rational *, rows), ARENA_ARRAY(a, int64_t, columns)};
    for (int i = 0; i < rows; i++)
        b.factor[i] = clear_denominators(a, columns, m + exact_at(i, columns, 0),
                                         b.entry + exact_at(i, columns, 0));
    balance(a, &b, m);
    return b;
}

static double logarithm(natural x) { /* to base 2 */
    int64_t offset = natural_bits(x) - 64;
    return log2((double)natural_window(x, offset)) + (double)offset;
}

/* log2 of the Euclidean norm of n entries; 0 if there is none that is not zero */
static double exact_norm(int n, const whole *x, int stride) {
    double largest = 0;
    double sum = 0;
    for (int j = 0; j < n; j++)
        if (x[exact_at(j, stride, 0)].sign)
            largest = fmax(largest, logarithm(x[exact_at(j, stride, 0)].size));
    for (int j = 0; j < n; j++)
        if (x[exact_at(j, stride, 0)].sign)
            sum += exp2(2 * (logarithm(x[exact_at(j, stride, 0)].size) - largest));
    return sum > 0 ? largest + log2(sum) / 2 : 0;
}

static int descending(const void *x, const void *y) {
    double left = *(const double *)x;
    double right = *(const double *)y;
    return (left < right) - (left > right);
}

static double sum_of_largest(int count, int n, double *x) {
    double sum = 0;
    qsort(x, (size_t)n, sizeof *x, descending);
    for (int i = 0; i < count; i++)
        sum += x[i];
    return sum;
}

/* log2 of Hadamard's bound for the minors of up to `size` rows */
static double minor_bound(arena *a, const matrix *b, int size) {
    double *row = ARENA_ARRAY(a, double, b->rows);
    double *column = ARENA_ARRAY(a, double, b->columns);
    for (int i = 0; i < b->rows; i++)
        row[i] = exact_norm(b->columns, b->entry + exact_at(i, b->columns, 0), 1);
    for (int j = 0; j < b->columns; j++)
        column[j] = exact_norm(b->rows, b->entry + j, b->columns);
    return fmin(sum_of_largest(size, b->rows, row),
                sum_of_largest(size, b->columns, column));
}

/* How many primes prove the rank and determine all minors of this size, with their sign.
 * The bits to spare make rounding in `recover` safe, and cover round-off in the bound. */
static int primes_wanted(arena *a, const matrix *b, int rank) {
    enum { SPARE = 4 };
    int least = b->rows < b->columns ? b->rows : b->columns;
    double bits = minor_bound(a, b, rank < least ? rank + 1 : rank) + SPARE;
    return (int)(bits / (MODULAR_BITS - 0.001)) + 1;
}

static int exact_rank_of(const matrix *b, const int *lead) {
    int rank = 0;
    for (int i = 0; i < b->rows; i++)
        rank += lead[i] < b->columns;
    return rank;
}

/* [A, 1] or A modulo p */
static void reduce(const matrix *b, uint64_t p, int width, uint64_t *m) {
    memset(m, 0, sizeof *m * exact_at(b->rows, width, 0));
    for (int i = 0; i < b->rows; i++) {
        for (int j = 0; j < b->columns; j++) {
            const whole *x = &b->entry[exact_at(i, b->columns, j)];
            uint64_t r = x->sign ? natural_modulo(x->size, p) : 0;
            m[exact_at(i, width, j)] = x->sign < 0 && r ? p - r : r;
        }
        if (width > b->columns)
            m[exact_at(i, width, b->columns + i)] = 1;
    }
}

static void exact_begin(arena *a, const matrix *b, images *s, const int *lead) {
    s->count = 0;
    memcpy(s->lead, lead, sizeof *lead * b->rows);
    int wanted = primes_wanted(a, b, exact_rank_of(b, lead));
    if (wanted <= s->wanted)
        return; /* more than enough primes: stay with them */
    s->wanted = wanted;
    s->prime = exact_room(a, wanted);
    s->determinant = exact_room(a, wanted);
    s->residue =
        ARENA_ARRAY(a, uint64_t, exact_at(b->rows, s->width, 0) * (size_t)wanted);
}

static void exact_keep(const matrix *b, images *s, uint64_t p, uint64_t d,
                       const uint64_t *m) {
    size_t entries = exact_at(b->rows, s->width, 0);
    uint64_t *to = s->residue + s->count;
    for (size_t k = 0; k < entries; k++)
        to[k * (size_t)s->wanted] = m[k] ? modular_multiply(d, m[k], p) : 0;
    s->prime[s->count] = p;
    s->determinant[s->count] = d;
    s->count++;
}

/* The sign of the first difference; a smaller column is nearer to the truth. */
static int compare_leads(int rows, const int *x, const int *y) {
    for (int i = 0; i < rows; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static images exact_collect(arena *a, const matrix *b, int width) {
    images s = {.width = width, .lead = ARENA_ARRAY(a, int, b->rows)};
    uint64_t *m = ARENA_ARRAY(a, uint64_t, exact_at(b->rows, width, 0));
    uint64_t p = (uint64_t)1 << MODULAR_BITS;
    int *lead = ARENA_ARRAY(a, int, b->rows);
    while (!s.wanted || s.count < s.wanted) {
        p = modular_prime(p);
        reduce(b, p, width, m);
        uint64_t d = modular_echelon(p, b->rows, b->columns, width, m, lead);
        int order = compare_leads(b->rows, lead, s.lead);
        if (!s.wanted || order < 0) {
            exact_begin(a, b, &s, lead);
            order = 0;
        }
        if (order == 0)
            exact_keep(b, &s, p, d, m);
    }
    return s;
}

static remainders exact_prepare(arena *a, const images *s) {
    int n = s->count;
    remainders r = {n, s->prime, exact_room(a, n),
                    ARENA_ARRAY(a, uint64_t, exact_at(n + 3, n, 0)), natural_one};
    for (int k = 0; k < n; k++)
        r.product = exact_multiply(a, r.product, (natural){1, &r.prime[k]});
    uint64_t *work = exact_room(a, n + 2);
    for (int k = 0; k < n; k++) {
        natural rest;
        natural p = {1, &r.prime[k]};
        natural cofactor =
            natural_divide(r.product, p, r.cofactor + exact_at(k, n, 0), work, &rest);
        r.inverse[k] = modular_inverse(natural_modulo(cofactor, r.prime[k]), r.prime[k]);
    }
    return r;
}

/* x += y_0 c_0 + ... + y_3 c_3 for x: [n + 1], c: [4][n]. Four products of a number below
 * 2^62 and a limb, another limb and the carry fit into two limbs. */
static void add_multiples(int n, uint64_t *x, const uint64_t *y, const uint64_t *c) {
    const uint64_t *c1 = c + n;
    const uint64_t *c2 = c1 + n;
    const uint64_t *c3 = c2 + n;
    uint64_t carry = 0;
    for (int i = 0; i < n; i++) {
        two_limbs sum = (two_limbs)y[0] * c[i] + (two_limbs)y[1] * c1[i] +
                        (two_limbs)y[2] * c2[i] + (two_limbs)y[3] * c3[i] + x[i] + carry;
        x[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    x[n] += carry;
}

/* The integer with the given residues: sum y_k cofactor_k - q product, where q is the
 * integer nearest to the sum of y_k / prime_k, as the result is small against the
 * product. to: [count + 1]; work: [count + 4] */
static whole recover(const remainders *r, const uint64_t *residue, uint64_t *to,
                     uint64_t *work) {
    int n = r->count;
    int some = 0;
    double quotient = 0;
    memset(to, 0, sizeof *to * (n + 1));
    memset(work, 0, sizeof *work * (n + 4));
    for (int k = 0; k < n; k++) {
        if (!residue[k])
            continue;
        work[k] = modular_multiply(residue[k], r->inverse[k], r->prime[k]);
        quotient += (double)work[k] / (double)r->prime[k];
        some = 1;
    }
    if (!some)
        return (whole){0, {0, to}};
    for (int k = 0; k < n; k += 4)
        add_multiples(n, to, work + k, r->cofactor + exact_at(k, n, 0));
    uint64_t q = (uint64_t)(quotient + 0.5);
    natural sum = natural_trim(n + 1, to);
    natural multiple = natural_multiply(r->product, natural_trim(1, &q), work);
    int sign = natural_compare(sum, multiple);
    if (sign >= 0)
        return (whole){sign, natural_subtract(sum, multiple, to)};
    natural size = natural_subtract(multiple, sum, work);
    memcpy(to, size.limb, sizeof *to * size.count);
    return (whole){sign, {size.count, to}};
}

/* For the rows of the result, one after the other. */
typedef struct writer {
    arena *arena;
    const remainders *remainders;
    const images *images;
    whole determinant, *value; /* value: [longest row] */
    uint64_t *limbs, *quotient, *work;
} writer;

static writer writer_new(arena *a, const images *s, const remainders *r, int longest) {
    int n = r->count + 2;
    writer w = {a, r, s, .value = ARENA_ARRAY(a, whole, longest)};
    w.limbs = ARENA_ARRAY(a, uint64_t, exact_at(longest, n, 0));
    w.quotient = exact_room(a, n);
    w.work = exact_room(a, 5 * n + 1);
    w.determinant = recover(r, s->determinant, exact_room(a, n), w.work);
    return w;
}

/* Numbers value_j / determinant over their least common denominator. */
static void write_quotients(writer *w, int n, const rational **to) {
    natural d = w->determinant.size;
    natural divisor = d;
    natural rest;
    uint64_t *limbs = exact_room(w->arena, d.count);
    for (int j = 0; j < n && !natural_is_one(divisor); j++) {
        if (!w->value[j].sign)
            continue;
        natural g = natural_gcd(divisor, w->value[j].size, w->work);
        memmove(limbs, g.limb, sizeof *limbs * g.count);
        divisor = (natural){g.count, limbs};
    }
    natural denominator = exact_divide(w->arena, d, divisor);
    int64_t twos = natural_twos(denominator);
    denominator =
        natural_shift(denominator, -twos, exact_room(w->arena, denominator.count));
    for (int j = 0; j < n; j++) {
        int sign = w->value[j].sign * w->determinant.sign;
        natural size = w->value[j].size;
        if (!sign)
            to[j] = &rational_zero;
        else if (natural_compare(size, d) == 0)
            to[j] = rational_make(w->arena, sign, natural_one, natural_one, 0);
        else {
            if (!natural_is_one(divisor))
                size = natural_divide(size, divisor, w->quotient, w->work, &rest);
            to[j] = rational_make(w->arena, sign, size, denominator, -twos);
        }
    }
}

/* Columns from..from + n - 1 of row i of the reduced [A, 1]. */
static void write_row(writer *w, int i, int from, int n, const rational **to) {
    const images *s = w->images;
    int size = w->remainders->count + 2;
    for (int j = 0; j < n; j++)
        w->value[j] =
            recover(w->remainders,
                    s->residue + exact_at(i, s->width, from + j) * (size_t)s->wanted,
                    w->limbs + exact_at(j, size, 0), w->work);
    write_quotients(w, n, to);
}

static const rational *exact_scale(arena *a, const rational *x, int64_t exponent) {
    if (!x->sign || !exponent)
        return x;
    rational *y = arena_alloc(a, sizeof *y);
    *y = *x;
    y->exponent += exponent;
    return y;
}

/* Undoes the scaling of A in row i of its transform: rows that vanish get a 1 at i. */
static void scale_transform(arena *a, const matrix *b, int i, int lead,
                            const rational **to) {
    for (int j = 0; j < b->rows; j++) {
        if (!to[j]->sign || (lead == b->columns && j == i))
            continue;
        to[j] = rational_div(a, to[j], b->factor[j]);
        if (lead < b->columns)
            to[j] = exact_scale(a, to[j], -b->shift[lead]);
        else
            to[j] = rational_mul(a, to[j], b->factor[i]);
    }
}

/* Where row i of the reduced [A, 1] goes: by its leading column, those without last. */
static int exact_position(const matrix *b, const int *lead, int i) {
    int before = 0;
    for (int k = 0; k < b->rows; k++)
        before += lead[k] < lead[i] || (lead[k] == lead[i] && k < i);
    return before;
}

/* Reduces modulo primes and recovers the rows by remainders. */
int exact_echelon(arena *a, int rows, int columns, const rational **m, int *pivot,
                  const rational **transform) {
    matrix b = integer_matrix(a, rows, columns, m);
    images s = exact_collect(a, &b, columns + (transform ? rows : 0));
    remainders r = exact_prepare(a, &s);
    writer w = writer_new(a, &s, &r, rows > columns ? rows : columns);
    for (int i = 0; i < rows; i++) {
        int lead = s.lead[i];
        int target = exact_position(&b, s.lead, i);
        const rational **row = m + exact_at(target, columns, 0);
        write_row(&w, i, 0, columns, row);
        if (lead < columns) {
            pivot[target] = lead;
            for (int j = 0; j < columns; j++)
                row[j] = exact_scale(a, row[j], b.shift[j] - b.shift[lead]);
        }
        if (!transform)
            continue;
        write_row(&w, i, columns, rows, transform + exact_at(target, rows, 0));
        scale_transform(a, &b, i, lead, transform + exact_at(target, rows, 0));
    }
    return exact_rank_of(&b, s.lead);
}
