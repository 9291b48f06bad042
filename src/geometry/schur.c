/* SPDX-License-Identifier: BSD-3-Clause */
/* [TAN05] Algorithm 5.3: from the solution at the last point, r = b - C s, C ds = r by
 * the Schur complement G E^-1 F and conjugate gradients, s += ds, until nothing is left
 * to improve. E is eliminated part by part: what stands alone is divided by, the rest
 * factored. The Schur complement is factored only where conjugate gradients fail: it may
 * be neither symmetric nor definite, as with friction or without mass. */
#include "schur.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "metric.h"

static int schur_largest(const invo_system *s) {
    int most = 0;
    for (int b = 0; b < s->blocks.count; b++)
        if (s->blocks.at[b].size > most)
            most = s->blocks.at[b].size;
    return most;
}

/* Takes the arrays and makes the plan of every block. */
void schur_lay_out(schur *a, const invo_system *s, pool *p) {
    int n = schur_largest(s);
    size_t kept = 0;
    for (int b = 0; b < s->blocks.count; b++)
        if (s->blocks.at[b].size > 1)
            kept += schur_plan_integers(s->blocks.at[b].size);
    *a = (schur){.s = s};
    a->is_derivative = pool_integers(p, s->tops);
    a->where = pool_integers(p, s->blocks.count);
    POOL_INTEGERS(p, n, &a->pivot, &a->low, &a->high);
    a->search = pool_integers(p, schur_plan_work(n));
    a->plan = pool_integers(p, kept);
    a->e = pool_doubles(p, (size_t)n * n); /* and f and sum: q^2 + q l + l^2 are used */
    POOL_DOUBLES(p, n, &a->scale, &a->r, &a->x, &a->p);
    a->w = pool_doubles(p, 3 * n);
    if (!a->where)
        return;
    if (s->blocks.count)
        coordinate_find_tops(s, a->is_derivative);
    for (int b = 0, used = 0; b < s->blocks.count; b++) {
        a->where[b] = used;
        if (s->blocks.at[b].size <= 1)
            continue;
        schur_plan_make(s, &s->blocks.at[b], a->is_derivative, a->plan + used, a->search);
        used += (int)schur_plan_integers(s->blocks.at[b].size);
    }
}

/* The plan of a block of more than one equation. */
static schur_plan plan_of(const schur *a, int block) {
    return schur_plan_open(a->s->blocks.at[block].size, a->plan + a->where[block]);
}

int schur_is_there(const schur *a, int *block, int *unknown) {
    int nearest = 0;
    *block = *unknown = -1;
    for (int b = 0; b < a->s->blocks.count; b++) {
        const invo_block *k = &a->s->blocks.at[b];
        if (k->size <= 1)
            continue;
        if (plan_of(a, b).l > 0)
            return 1;
        for (int j = 0; j < k->size; j++) {
            int near = a->is_derivative[k->unknown[j]] ? 1 : 2;
            if (near > nearest) {
                *block = b;
                *unknown = k->unknown[j];
                nearest = near;
            }
        }
    }
    return 0;
}

/* Reads the parts of E that are more than one equation and factors them. Returns 0 where
 * one is singular. */
static int factor_e(schur *a, const invo_block *k, const double *value) {
    const schur_plan *p = &a->at;
    double *lu = a->e;
    int factored = 0;
    for (int c = 0; c < p->parts; c++) {
        int first = p->part[c];
        int n = p->part[c + 1] - first;
        if (n == 1)
            continue;
        vector_zero(n * n, lu);
        for (int i = 0; i < n; i++) {
            int row = p->row_at[first + i];
            EACH_ENTRY(e, &k->pattern, row) {
                int j = p->place[k->pattern.column[e]] - first;
                if (j >= 0 && j < n)
                    lu[i + j * n] = value[e];
            }
        }
        factored = 1;
        if (lu_factor(n, lu, a->pivot + first, a->scale + first))
            return 0;
        lu += n * n;
    }
    a->factorizations += factored;
    return 1;
}

/* E^-1 y in place, part after part: y has the order of the parts. */
static void solve_e(const schur *a, const invo_block *k, const double *value, double *y) {
    const schur_plan *p = &a->at;
    const double *lu = a->e;
    for (int c = 0; c < p->parts; c++) {
        int first = p->part[c];
        int n = p->part[c + 1] - first;
        for (int i = first; i < first + n; i++) {
            int row = p->row_at[i];
            EACH_ENTRY(e, &k->pattern, row) {
                int j = p->place[k->pattern.column[e]];
                if (j < first)
                    y[i] -= value[e] * y[j];
            }
        }
        if (n == 1) {
            y[first] /= value[p->diagonal[first]];
            continue;
        }
        lu_solve(n, lu, a->pivot + first, a->scale + first, y + first);
        lu += n * n;
    }
}

/* y[0..l-1] += G x */
static void add_g(const schur *a, const invo_block *k, const double *value,
                  const double *x, double *y) {
    const schur_plan *p = &a->at;
    for (int i = 0; i < k->size; i++)
        EACH_ENTRY(e, &k->pattern, i)
            if (p->row[i] >= p->q)
                y[p->row[i] - p->q] += value[e] * x[p->place[k->pattern.column[e]]];
}

/* Where each row of S begins and ends: bodies in a chain have three entries. */
static void measure_band(const schur *a) {
    int l = a->at.l;
    for (int i = 0; i < l; i++) {
        a->low[i] = l;
        a->high[i] = -1;
    }
    for (int j = 0; j < l; j++)
        for (int i = 0; i < l; i++) {
            if (a->sum[i + j * l] == 0)
                continue;
            if (j < a->low[i])
                a->low[i] = j;
            a->high[i] = j;
        }
}

/* y = S x, or S'x */
static void schur_apply(const schur *a, int transposed, const double *x, double *y) {
    int l = a->at.l;
    vector_zero(l, y);
    for (int i = 0; i < l; i++)
        for (int j = a->low[i]; j <= a->high[i]; j++)
            y[transposed ? j : i] += a->sum[i + j * l] * x[transposed ? i : j];
}

/* S x = y by conjugate gradients, on the normal equations where S is not symmetric, or by
 * its factors where they have failed; y is lost. */
static void solve_schur(schur *a, double *y, double *x) {
    int l = a->at.l;
    int symmetric = 1;
    double *p = a->w;
    double *w = p + l;
    double *r = y;
    if (a->is_factored) {
        vector_copy(l, y, x);
        lu_solve(l, a->sum, a->pivot + a->at.q, a->scale + a->at.q, x);
        return;
    }
    for (int i = 0; i < l; i++)
        for (int j = a->low[i]; j <= a->high[i]; j++)
            symmetric &= fabs(a->sum[i + j * l] - a->sum[j + i * l]) <=
                         1e-12 * (fabs(a->sum[i + j * l]) + fabs(a->sum[j + i * l]));
    if (!symmetric) {
        schur_apply(a, 1, y, p);
        vector_copy(l, p, r);
    }
    vector_zero(l, x);
    vector_copy(l, r, p);
    double square = dot(l, r, r);
    double first = square;
    for (int k = 0; k < 3 * l + 10 && square > DBL_EPSILON * DBL_EPSILON * first; k++) {
        schur_apply(a, 0, p, w);
        double size = symmetric ? dot(l, p, w) : dot(l, w, w);
        double alpha = square / size;
        if (size == 0 || !isfinite(alpha))
            return;
        if (!symmetric) {
            schur_apply(a, 1, w, w + l);
            w += l;
        }
        vector_add(l, alpha, p, x);
        vector_add(l, -alpha, w, r);
        w = a->w + l;
        double next = dot(l, r, r);
        double beta = next / square;
        vector_move(l, r, beta, p, p);
        square = next;
        a->iterations++;
    }
}

/* r = -b - C z, sorted. */
static void schur_residual(const schur *a, const invo_block *k, const double *value,
                           const double *b, const double *z) {
    for (int i = 0; i < k->size; i++) {
        double sum = -b[i];
        EACH_ENTRY(e, &k->pattern, i)
            sum -= value[e] * z[k->unknown[k->pattern.column[e]]];
        a->r[a->at.row[i]] = sum;
    }
}

/* The move of (x, lambda) that takes the residual away, into x. */
static void schur_correct(schur *a, const invo_block *k, const double *value) {
    int q = a->at.q;
    int l = a->at.l;
    double *y = a->p;
    solve_e(a, k, value, a->r);
    for (int i = 0; i < l; i++)
        y[i] = -a->r[q + i];
    add_g(a, k, value, a->r, y);
    solve_schur(a, y, a->x + q);
    for (int i = 0; i < q; i++) {
        a->x[i] = a->r[i];
        for (int j = 0; j < l; j++)
            a->x[i] -= a->f[i + j * q] * a->x[q + j];
    }
}

/* E^-1 F and S. Returns 0 where E is singular. */
static int form_schur(schur *a, const invo_block *k, const double *value) {
    const schur_plan *p = &a->at;
    int q = p->q;
    int l = p->l;
    a->f = a->e + q * q;
    a->sum = a->f + q * l;
    vector_zero(q * l + l * l, a->f);
    for (int i = 0; i < q; i++) {
        int row = p->row_at[i];
        EACH_ENTRY(e, &k->pattern, row) {
            int j = p->place[k->pattern.column[e]] - q;
            if (j >= 0)
                a->f[i + j * q] = value[e];
        }
    }
    if (!factor_e(a, k, value))
        return 0;
    for (int j = 0; j < l; j++) {
        solve_e(a, k, value, a->f + j * q);
        add_g(a, k, value, a->f + j * q, a->sum + j * l);
    }
    measure_band(a);
    return 1;
}

/* Algorithm 5.3. Returns 0 where it goes on moving. */
static int schur_improve(schur *a, const invo_block *k, const double *value,
                         const double *b, double *z) {
    enum { MOST = 8 };
    for (int j = 0; j < k->size; j++)
        if (!isfinite(z[k->unknown[j]]))
            z[k->unknown[j]] = 0;
    for (int round = 0; round < MOST; round++) {
        double moved = 0;
        double size = 0;
        schur_residual(a, k, value, b, z);
        schur_correct(a, k, value);
        for (int j = 0; j < k->size; j++) {
            double x = a->x[a->at.place[j]];
            double *to = &z[k->unknown[j]];
            *to += x;
            moved = fmax(moved, fabs(x));
            size = fmax(size, fabs(*to));
            if (!isfinite(*to))
                return 0;
        }
        if (moved <= 4 * DBL_EPSILON * size)
            return 1;
    }
    return 0;
}

int schur_solve(schur *a, int block, const double *value, const double *b, double *z) {
    const invo_block *k = &a->s->blocks.at[block];
    a->at = plan_of(a, block);
    a->is_factored = 0;
    if (a->at.l == 0 || !form_schur(a, k, value))
        return 0;
    if (schur_improve(a, k, value, b, z))
        return 1;
    a->factorizations++;
    a->is_factored = 1;
    if (lu_factor(a->at.l, a->sum, a->pivot + a->at.q, a->scale + a->at.q))
        return 0;
    return schur_improve(a, k, value, b, z);
}
