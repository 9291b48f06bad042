/* SPDX-License-Identifier: BSD-3-Clause */
/* Complex LU: partial pivoting by columns, or KLU (see sparse_lu.c). Products are written
 * out, since C's complex multiplication looks for infinities on the way. */
#include "complex_lu.h"
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "sparse.h"

/* A pivot may be this much smaller than the largest in its column, for less fill. */
static const double PIVOT_SHARE = 0.1;
/* Old pivots serve while none of them has shrunk to this share of the largest. */
static const double LEAST_PIVOT = 1e-12;

struct complex_lu {
    const invo_pattern *pattern;
    int n, dense;
    int *start, *row, *from; /* by columns, with the place of each entry by rows */
    int *pivot;              /* dense */
    double *entry, *scale;   /* dense: [2, n, n] */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
};

static void complex_lu_transpose(complex_lu *f) {
    const invo_pattern *p = f->pattern;
    for (int k = 0; k < p->start[f->n]; k++)
        f->start[p->column[k] + 1]++;
    for (int j = 0; j < f->n; j++)
        f->start[j + 1] += f->start[j];
    for (int i = 0; i < f->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int to = f->start[p->column[k]]++;
            f->row[to] = i;
            f->from[to] = k;
        }
    memmove(f->start + 1, f->start, sizeof *f->start * (size_t)f->n);
    f->start[0] = 0;
}

complex_lu *complex_lu_new(const invo_pattern *p, int dense) {
    size_t n = (size_t)p->rows;
    size_t entries = (size_t)p->start[p->rows];
    size_t numbers = dense ? n * n : entries;
    complex_lu *f = calloc(1, sizeof *f + sizeof(double) * (2 * numbers + n) +
                                  sizeof(int) * (2 * entries + 2 * n + 1));
    if (!f)
        return NULL;
    f->pattern = p;
    f->n = p->rows;
    f->dense = dense;
    f->entry = (double *)(f + 1);
    f->scale = f->entry + 2 * numbers;
    f->start = (int *)(f->scale + n);
    f->pivot = f->start + n + 1;
    f->row = f->pivot + n;
    f->from = f->row + entries;
    if (dense)
        return f;
    complex_lu_transpose(f);
    klu_defaults(&f->common);
    f->common.tol = PIVOT_SHARE;
    f->common.scale = -1; /* the rows come equilibrated, and patterns are sound */
    f->symbolic = klu_analyze(f->n, f->start, f->row, &f->common);
    if (f->symbolic)
        return f;
    complex_lu_free(f);
    return NULL;
}

void complex_lu_free(complex_lu *f) {
    if (!f)
        return;
    if (f->numeric)
        klu_z_free_numeric(&f->numeric, &f->common);
    if (f->symbolic)
        klu_free_symbolic(&f->symbolic, &f->common);
    free(f);
}

/* Scales of the rows; returns 0, or i + 1 where row i has no finite size. */
static int complex_lu_equilibrate(complex_lu *f, const double *value) {
    const invo_pattern *p = f->pattern;
    for (int i = 0; i < f->n; i++) {
        double largest = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            largest = larger(largest, fabs(value[2 * k]) + fabs(value[2 * k + 1]));
        if (!(largest > 0 && isfinite(largest)))
            return i + 1;
        f->scale[i] = power_of_two(largest);
    }
    return 0;
}

static double complex_lu_size_of(const double *x) {
    return fabs(x[0]) + fabs(x[1]);
}

/* x = x / y */
static void complex_lu_divide(double *x, const double *y) {
    double square = y[0] * y[0] + y[1] * y[1];
    double re = (x[0] * y[0] + x[1] * y[1]) / square;
    x[1] = (x[1] * y[0] - x[0] * y[1]) / square;
    x[0] = re;
}

/* y -= factor * x, vectors of length n */
static void complex_lu_subtract(int n, const double *factor, const double *restrict x,
                                double *restrict y) {
    const double a = factor[0];
    const double b = factor[1];
    for (int i = 0; i < n; i++) {
        y[2 * i] -= a * x[2 * i] - b * x[2 * i + 1];
        y[2 * i + 1] -= a * x[2 * i + 1] + b * x[2 * i];
    }
}

static void complex_lu_swap(double *x, double *y) {
    double re = x[0];
    double im = x[1];
    x[0] = y[0];
    x[1] = y[1];
    y[0] = re;
    y[1] = im;
}

static int factor_dense(complex_lu *f) {
    const int n = f->n;
    for (int j = 0; j < n; j++) {
        double *column = f->entry + 2 * (size_t)j * (size_t)n;
        int best = j;
        for (int i = j + 1; i < n; i++)
            if (complex_lu_size_of(column + 2 * i) >
                complex_lu_size_of(column + 2 * best))
                best = i;
        f->pivot[j] = best;
        if (!(complex_lu_size_of(column + 2 * best) > 0))
            return j + 1;
        for (int k = 0; best != j && k < n; k++)
            complex_lu_swap(f->entry + 2 * (j + (size_t)k * (size_t)n),
                            f->entry + 2 * (best + (size_t)k * (size_t)n));
        for (int i = j + 1; i < n; i++)
            complex_lu_divide(column + 2 * i, column + 2 * j);
        for (int k = j + 1; k < n; k++) {
            double *target = f->entry + 2 * (size_t)k * (size_t)n;
            if (complex_lu_size_of(target + 2 * j) != 0)
                complex_lu_subtract(n - j - 1, target + 2 * j, column + 2 * (j + 1),
                                    target + 2 * (j + 1));
        }
    }
    return 0;
}

static void complex_lu_load_dense(complex_lu *f, const double *value) {
    const invo_pattern *p = f->pattern;
    size_t n = (size_t)f->n;
    memset(f->entry, 0, sizeof(double) * 2 * n * n);
    for (int i = 0; i < f->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            double *to = f->entry + 2 * ((size_t)i + (size_t)p->column[k] * n);
            to[0] = value[2 * k] * f->scale[i];
            to[1] = value[2 * k + 1] * f->scale[i];
        }
}

static int complex_lu_factor_sparse(complex_lu *f, const double *value) {
    klu_common *c = &f->common;
    for (int k = 0; k < f->pattern->start[f->n]; k++)
        for (int part = 0; part < 2; part++)
            f->entry[2 * k + part] = value[2 * f->from[k] + part] * f->scale[f->row[k]];
    if (f->numeric &&
        klu_z_refactor(f->start, f->row, f->entry, f->symbolic, f->numeric, c) &&
        klu_z_rcond(f->symbolic, f->numeric, c) && c->rcond > LEAST_PIVOT)
        return 0;
    if (f->numeric)
        klu_z_free_numeric(&f->numeric, c);
    f->numeric = klu_z_factor(f->start, f->row, f->entry, f->symbolic, c);
    if (f->numeric)
        return 0;
    return c->status == KLU_SINGULAR ? 1 + c->singular_col : SPARSE_NO_MEMORY;
}

int complex_lu_factor(complex_lu *f, const double *value) {
    int bad = complex_lu_equilibrate(f, value);
    if (bad)
        return bad;
    if (!f->dense)
        return complex_lu_factor_sparse(f, value);
    complex_lu_load_dense(f, value);
    return factor_dense(f);
}

static void complex_lu_solve_dense(const complex_lu *f, double *b) {
    const int n = f->n;
    for (int j = 0; j < n; j++)
        if (f->pivot[j] != j)
            complex_lu_swap(b + 2 * j, b + 2 * f->pivot[j]);
    for (int j = 0; j < n; j++)
        complex_lu_subtract(n - j - 1, b + 2 * j,
                            f->entry + 2 * (j + 1 + (size_t)j * (size_t)n),
                            b + 2 * (j + 1));
    for (int j = n - 1; j >= 0; j--) {
        const double *column = f->entry + 2 * (size_t)j * (size_t)n;
        complex_lu_divide(b + 2 * j, column + 2 * j);
        complex_lu_subtract(j, b + 2 * j, column, b);
    }
}

void complex_lu_solve(complex_lu *f, double *b) {
    for (int i = 0; i < f->n; i++) {
        b[2 * i] *= f->scale[i];
        b[2 * i + 1] *= f->scale[i];
    }
    if (f->dense)
        complex_lu_solve_dense(f, b);
    else
        klu_z_solve(f->symbolic, f->numeric, f->n, 1, b, &f->common);
}
