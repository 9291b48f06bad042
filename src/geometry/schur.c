/* SPDX-License-Identifier: BSD-3-Clause */
/* [TAN05] Algorithm 5.3: from the solution at the last point, r = b - C s, C ds = r by
 * the Schur complement G E^-1 F and conjugate gradients, s += ds, until nothing is left
 * to improve. A diagonal E is divided by, any other factored. */
#include "schur.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"

static int largest(const invo_system *s) {
    int most = 0;
    for (int b = 0; b < s->blocks; b++)
        if (s->block[b].size > most) most = s->block[b].size;
    return most;
}

size_t schur_work(const invo_system *s) {
    size_t n = (size_t)largest(s);
    return 2 * n * n + 6 * n;
}

size_t schur_integers(const invo_system *s) { return (size_t)(s->tops + 5 * largest(s)); }

void schur_init(schur *a, const invo_system *s, double *work, int *integers) {
    size_t n = (size_t)largest(s);
    *a = (schur){.s = s, .is_multiplier = integers};
    a->place = integers + s->tops, a->row = a->place + n, a->pivot = a->row + n;
    a->low = a->pivot + n, a->high = a->low + n;
    a->e = work; /* e, f and sum share 2 n^2: q^2 + q l + l^2 of them are used */
    a->scale = a->e + 2 * n * n, a->r = a->scale + n, a->x = a->r + n, a->p = a->x + n;
    a->w = a->p + n;
    for (int j = 0; j < s->tops; j++) a->is_multiplier[j] = 1;
    for (int i = 1; i < s->coordinates && s->blocks; i++)
        if (s->coordinate[i].next < 0) a->is_multiplier[-1 - s->coordinate[i].next] = 0;
}

/* A row of E and F: it has a multiplier, or is no derivative of a constraint. */
static int is_upper(const schur *a, const invo_block *k, int i) {
    for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
        if (a->is_multiplier[k->unknown[k->pattern.column[e]]]) return 1;
    return a->s->row && a->s->row[k->row[i]].level == 0;
}

/* Sorts unknowns and rows: place[j] and row[i] are their numbers in their part, those of
 * lambda and G after the others. Returns whether the parts fit. */
static int split(schur *a, const invo_block *k) {
    int rows = 0, q = 0;
    for (int j = 0; j < k->size; j++) q += !a->is_multiplier[k->unknown[j]];
    for (int i = 0; i < k->size; i++) rows += is_upper(a, k, i);
    a->q = q, a->l = k->size - q;
    if (a->l == 0 || rows != q) return 0;
    for (int j = 0, first = 0, last = q; j < k->size; j++)
        a->place[j] = a->is_multiplier[k->unknown[j]] ? last++ : first++;
    for (int i = 0, first = 0, last = q; i < k->size; i++)
        a->row[i] = is_upper(a, k, i) ? first++ : last++;
    return 1;
}

int schur_is_there(const schur *a) {
    schur copy = *a;
    for (int b = 0; b < a->s->blocks; b++)
        if (a->s->block[b].size > 1 && split(&copy, &a->s->block[b])) return 1;
    return 0;
}

/* E^-1 y in place; the diagonal may stand in any order of the rows. */
static void solve_e(const schur *a, int diagonal, double *y) {
    if (!diagonal) {
        lu_solve(a->q, a->e, a->pivot, a->scale, y);
        return;
    }
    double *x = a->w;
    for (int i = 0; i < a->q; i++) x[a->pivot[i]] = y[i] / a->scale[i];
    memcpy(y, x, sizeof *y * (size_t)a->q);
}

/* Reads E and F; for a diagonal E, column and value of every row go to pivot and scale.
 * *diagonal tells; returns 0 where E is singular. */
static int read_parts(schur *a, const invo_block *k, const double *value, int *diagonal) {
    int q = a->q, l = a->l;
    a->f = a->e + q * q, a->sum = a->f + q * l;
    memset(a->e, 0, sizeof *a->e * (size_t)(q * q + q * l + l * l));
    for (int i = 0; i < k->size; i++)
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++) {
            int j = a->place[k->pattern.column[e]];
            if (a->row[i] < q) a->e[a->row[i] + j * q] = value[e]; /* F follows E */
        }
    *diagonal = 1;
    for (int i = 0; i < q; i++) {
        int count = 0;
        for (int j = 0; j < q; j++)
            if (a->e[i + j * q] != 0)
                count++, a->pivot[i] = j, a->scale[i] = a->e[i + j * q];
        *diagonal &= count == 1;
    }
    for (int i = 0; *diagonal && i < q; i++)
        for (int j = 0; j < i; j++) *diagonal &= a->pivot[i] != a->pivot[j];
    if (*diagonal) return 1;
    a->factorizations++;
    return lu_factor(q, a->e, a->pivot, a->scale) == 0;
}

/* y[0..l-1] += factor * G x */
static void add_g(const schur *a, const invo_block *k, const double *value, double factor,
                  const double *x, double *y) {
    for (int i = 0; i < k->size; i++)
        for (int e = k->pattern.start[i];
             a->row[i] >= a->q && e < k->pattern.start[i + 1]; e++)
            y[a->row[i] - a->q] += factor * value[e] * x[a->place[k->pattern.column[e]]];
}

/* Where each row of S begins and ends: bodies in a chain have three entries. */
static void measure_band(const schur *a) {
    int l = a->l;
    for (int i = 0; i < l; i++) a->low[i] = l, a->high[i] = -1;
    for (int j = 0; j < l; j++)
        for (int i = 0; i < l; i++) {
            if (a->sum[i + j * l] == 0) continue;
            if (j < a->low[i]) a->low[i] = j;
            a->high[i] = j;
        }
}

/* y = S x, or S'x */
static void apply(const schur *a, int transposed, const double *x, double *y) {
    int l = a->l;
    memset(y, 0, sizeof *y * (size_t)l);
    for (int i = 0; i < l; i++)
        for (int j = a->low[i]; j <= a->high[i]; j++)
            y[transposed ? j : i] += a->sum[i + j * l] * x[transposed ? i : j];
}

/* S x = y by conjugate gradients, on the normal equations where S is not symmetric; y is
 * lost. */
static void solve_schur(schur *a, double *y, double *x) {
    int l = a->l, symmetric = 1;
    double *p = a->w, *w = p + l, *r = y;
    for (int i = 0; i < l; i++)
        for (int j = a->low[i]; j <= a->high[i]; j++)
            symmetric &= fabs(a->sum[i + j * l] - a->sum[j + i * l]) <=
                         1e-12 * (fabs(a->sum[i + j * l]) + fabs(a->sum[j + i * l]));
    if (!symmetric) {
        apply(a, 1, y, p);
        memcpy(r, p, sizeof *r * (size_t)l);
    }
    memset(x, 0, sizeof *x * (size_t)l);
    memcpy(p, r, sizeof *p * (size_t)l);
    double square = dot(l, r, r), first = square;
    for (int k = 0; k < 3 * l + 10 && square > DBL_EPSILON * DBL_EPSILON * first; k++) {
        apply(a, 0, p, w);
        double size = symmetric ? dot(l, p, w) : dot(l, w, w), alpha = square / size;
        if (size == 0 || !isfinite(alpha)) return;
        if (!symmetric) apply(a, 1, w, w + l), w += l;
        for (int i = 0; i < l; i++) x[i] += alpha * p[i], r[i] -= alpha * w[i];
        w = a->w + l;
        double next = dot(l, r, r), beta = next / square;
        for (int i = 0; i < l; i++) p[i] = r[i] + beta * p[i];
        square = next, a->iterations++;
    }
}

/* r = -b - C z, sorted. */
static void residual(const schur *a, const invo_block *k, const double *value,
                     const double *b, const double *z) {
    for (int i = 0; i < k->size; i++) {
        double sum = -b[i];
        for (int e = k->pattern.start[i]; e < k->pattern.start[i + 1]; e++)
            sum -= value[e] * z[k->unknown[k->pattern.column[e]]];
        a->r[a->row[i]] = sum;
    }
}

/* The move of (q, lambda) that takes the residual away, into x. */
static void correct(schur *a, const invo_block *k, const double *value, int diagonal) {
    int q = a->q, l = a->l;
    double *y = a->p;
    solve_e(a, diagonal, a->r);
    for (int i = 0; i < l; i++) y[i] = -a->r[q + i];
    add_g(a, k, value, 1, a->r, y);
    solve_schur(a, y, a->x + q);
    for (int i = 0; i < q; i++) {
        a->x[i] = a->r[i];
        for (int j = 0; j < l; j++) a->x[i] -= a->f[i + j * q] * a->x[q + j];
    }
}

int schur_solve(schur *a, const invo_block *k, const double *value, const double *b,
                double *z) {
    enum { MOST = 8 };
    int diagonal, q, l;
    if (!split(a, k) || !read_parts(a, k, value, &diagonal)) return 0;
    q = a->q, l = a->l;
    for (int j = 0; j < l; j++) {
        solve_e(a, diagonal, a->f + j * q);
        add_g(a, k, value, 1, a->f + j * q, a->sum + j * l);
    }
    measure_band(a);
    for (int j = 0; j < k->size; j++)
        if (!isfinite(z[k->unknown[j]])) z[k->unknown[j]] = 0;
    for (int round = 0; round < MOST; round++) {
        double moved = 0, size = 0;
        residual(a, k, value, b, z);
        correct(a, k, value, diagonal);
        for (int j = 0; j < k->size; j++) {
            double x = a->x[a->place[j]], *to = &z[k->unknown[j]];
            *to += x;
            moved = fmax(moved, fabs(x)), size = fmax(size, fabs(*to));
            if (!isfinite(*to)) return 0;
        }
        if (moved <= 4 * DBL_EPSILON * size) return 1;
    }
    return 0;
}
