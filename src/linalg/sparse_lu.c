/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse LU by KLU (Davis, Palamadai Natarajan: Algorithm 907, 2010): block triangular
 * form, minimum degree, and numbers only as long as the old pivots serve. */
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "border_order.h"
#include "fixed_lu.h"
#include "row_scale.h"
#include "vector.h"

/* Backward errors, relative to the terms of each row: above the first a solution is
 * refined, above the second pivots are chosen anew. Sound pivots give some 1e-15. */
static const double REFINE_ABOVE = 1e-13, PIVOT_ABOVE = 1e-11;
/* A row in which all terms are small is measured by this share of the largest unknown. */
static const double LEAST_SHARE = 1e-6;
/* A pivot may be this much smaller than the largest in its column, for less fill. */
static const double PIVOT_SHARE = 0.1;
/* A full row that is to come last is made this small. Errors in it grow by as much, in
 * the worst case; refinement takes them back. */
static const double DEFERRED = 0x1p-20;
/* Minimum degree on A + A' orders for pivots on the diagonal. Where others were taken and
 * a factorization costs so many times the estimate, an order of columns for any pivots
 * may do better; a cheap one is not worth the trial. */
static const double MOST_OVERRUN = 2, LEAST_TRIED = 1e5;
enum { MOST_REFINEMENTS = 3 };
enum { ORDER_BY_COLUMNS = 1 }; /* COLAMD, in klu_common.ordering */

struct sparse_lu {
    const invo_pattern *pattern;
    int width;          /* doubles of a number: 1, or 2 of complex ones */
    int size, is_fresh; /* its pivots were chosen for this very matrix */
    int parity;         /* of its permutations */
    int is_bordered;    /* its last row and first column are full */
    int is_staged;      /* KLU only chooses its pivots, where the order of A is none */
    int is_resting;     /* its numbers are those of an earlier use, and fresh */
    int is_tried;       /* by columns, too: the better order was kept */
    double operations;  /* of one factorization */
    int *start, *row;   /* A by columns */
    int *from;          /* [entries]: where an entry is found in the pattern */
    double *entry, *scale;
    double *b, *x, *r, *size_of_row; /* [size] */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric; /* NULL: not factored */
    fixed_lu *fixed;      /* of a staged one; NULL: not factored */
};

/* All but the analysis. width: doubles of a number. */
static sparse_lu *sparse_lu_lay_out(const invo_pattern *p, int width) {
    size_t n = p->rows;
    size_t entries = p->start[p->rows];
    size_t numbers = (size_t)width * entries;
    sparse_lu *f = calloc(1, sizeof *f + sizeof(double) * (numbers + 5 * n) +
                                 sizeof(int) * (2 * entries + n + 1));
    if (!f)
        return NULL;
    f->pattern = p;
    f->size = p->rows;
    f->width = width;
    f->entry = (double *)(f + 1);
    f->scale = f->entry + numbers;
    f->b = f->scale + n;
    f->x = f->b + n;
    f->r = f->x + n;
    f->size_of_row = f->r + n;
    f->start = (int *)(f->size_of_row + n);
    f->row = f->start + n + 1;
    f->from = f->row + entries;
    return f;
}

/* What KLU wants to know: A by columns, and its settings. */
static void sparse_lu_set_up(sparse_lu *f) {
    sparse_transpose(f->pattern, f->start, f->row, f->from);
    klu_defaults(&f->common);
    f->common.tol = PIVOT_SHARE;
    f->common.scale = -1; /* the rows come equilibrated, and patterns are sound */
}

static sparse_lu *sparse_lu_analyze(sparse_lu *f) {
    if (!f)
        return NULL;
    sparse_lu_set_up(f);
    f->symbolic = klu_analyze(f->size, f->start, f->row, &f->common);
    if (f->symbolic) {
        f->operations = f->symbolic->est_flops;
        return f;
    }
    sparse_lu_free(f);
    return NULL;
}

sparse_lu *sparse_lu_new(const invo_pattern *p) {
    return sparse_lu_analyze(sparse_lu_lay_out(p, 1));
}

sparse_lu *sparse_lu_new_bordered(const invo_pattern *p) {
    sparse_lu *f = sparse_lu_lay_out(p, 1);
    int *row = calloc(2 * p->rows, sizeof *row);
    if (f)
        sparse_lu_set_up(f);
    if (f && row && border_order(p, row, row + p->rows, &f->operations)) {
        f->is_bordered = 1;
        f->common.btf = 0;
        f->symbolic =
            klu_analyze_given(f->size, f->start, f->row, row, row + p->rows, &f->common);
    }
    free(row);
    if (f && f->symbolic)
        return f;
    sparse_lu_free(f);
    return NULL;
}

static void sparse_lu_free_numeric(sparse_lu *f) {
    if (f->width == 1)
        klu_free_numeric(&f->numeric, &f->common);
    else if (f->numeric)
        klu_z_free_numeric(&f->numeric, &f->common);
}

/* Real numbers whose pivots were chosen for their very matrix stay: should that come
 * first again, they are what would be computed. */
int sparse_lu_rest(sparse_lu *f) {
    if (f->is_staged)
        return !f->symbolic; /* the pattern alone has given the order */
    f->is_resting = f->is_fresh && f->numeric && f->width == 1;
    if (!f->is_resting)
        sparse_lu_free_numeric(f);
    return !f->is_bordered && !f->is_tried; /* in another order */
}

void sparse_lu_free(sparse_lu *f) {
    if (!f)
        return;
    sparse_lu_free_numeric(f);
    klu_free_symbolic(&f->symbolic, &f->common);
    fixed_lu_free(f->fixed);
    free(f);
}

/* Factors as they stand may have this many times the entries of A: a band is best as it
 * is. */
static const double MOST_FILL = 1.25;

/* The order of another matrix, or that of A itself. Returns 0 where there is no memory.
 */
static int sparse_lu_begin_order(sparse_lu *f, const sparse_lu *like) {
    int is_full = 0;
    if (like && like->fixed) {
        f->fixed = fixed_lu_like(like->fixed, f->width);
    } else {
        const long entries = f->pattern->start[f->size];
        const long most = (long)(MOST_FILL * (double)entries);
        f->fixed = fixed_lu_new(f->pattern, f->width, NULL, most, &is_full);
    }
    return f->fixed || is_full;
}

sparse_lu *sparse_lu_new_staged(const invo_pattern *p, int width, const sparse_lu *like) {
    sparse_lu *f = sparse_lu_lay_out(p, width);
    if (!f)
        return NULL;
    f->is_staged = 1;
    if (sparse_lu_begin_order(f, like))
        return f;
    sparse_lu_free(f);
    return NULL;
}

double sparse_lu_operations(const sparse_lu *f) {
    return f->operations;
}

/* Takes over A, no longer resting where an entry is another one to the last bit; returns
 * 0, or i + 1 where row i has no finite size. */
static int sparse_lu_load(sparse_lu *f, const double *value) {
    const int entries = f->pattern->start[f->size];
    for (int i = 0; i < f->size; i++) {
        f->scale[i] = sparse_row_scale(f->pattern, f->width, value, i);
        if (f->scale[i] == 0)
            return i + 1;
    }
    if (f->is_bordered)
        f->scale[f->size - 1] *= DEFERRED;
    for (int k = 0; k < entries && f->width == 1; k++) {
        const double entry = value[f->from[k]] * f->scale[f->row[k]];
        f->is_resting &= memcmp(&entry, &f->entry[k], sizeof entry) == 0;
        f->entry[k] = entry;
    }
    for (int k = 0; k < 2 * entries && f->width == 2; k++)
        f->entry[k] = value[2 * f->from[k / 2] + k % 2] * f->scale[f->row[k / 2]];
    return 0;
}

/* 1 or -1; `seen` is scratch. */
static int parity(int n, const int *permutation, char *seen) {
    int sign = 1;
    memset(seen, 0, n);
    for (int k = 0; k < n; k++)
        for (int j = k; !seen[j]; j = permutation[j]) {
            seen[j] = 1;
            if (permutation[j] != k)
                sign = -sign; /* a cycle of m is m - 1 swaps */
        }
    return sign;
}

/* Has this order of a real matrix turned out to cost much more than it was to? */
static int is_overrun(sparse_lu *f) {
    if (f->width != 1 || f->is_bordered || f->is_tried)
        return 0;
    klu_flops(f->symbolic, f->numeric, &f->common);
    double flops = f->common.flops;
    return flops > LEAST_TRIED && flops > MOST_OVERRUN * f->symbolic->est_flops;
}

/* Orders the columns for any pivots and keeps that where it takes fewer operations. */
static void try_by_columns(sparse_lu *f) {
    klu_common *c = &f->common;
    double before = c->flops;
    int ordering = c->ordering;
    f->is_tried = 1;
    c->ordering = ORDER_BY_COLUMNS;
    klu_symbolic *symbolic = klu_analyze(f->size, f->start, f->row, c);
    c->ordering = ordering;
    klu_numeric *numeric =
        symbolic ? klu_factor(f->start, f->row, f->entry, symbolic, c) : NULL;
    if (numeric && klu_flops(symbolic, numeric, c) && c->flops < before) {
        klu_symbolic *worse = f->symbolic;
        klu_numeric *of_worse = f->numeric;
        f->symbolic = symbolic;
        f->numeric = numeric;
        f->operations = c->flops;
        symbolic = worse;
        numeric = of_worse;
    }
    klu_free_numeric(&numeric, c);
    klu_free_symbolic(&symbolic, c);
}

/* Chooses pivots for the matrix at hand. */
static int choose_pivots(sparse_lu *f) {
    klu_common *c = &f->common;
    sparse_lu_free_numeric(f);
    f->numeric = (f->width == 1 ? klu_factor : klu_z_factor)(f->start, f->row, f->entry,
                                                             f->symbolic, c);
    f->is_fresh = 1;
    if (!f->numeric)
        return c->status == KLU_SINGULAR ? 1 + c->singular_col : SPARSE_NO_MEMORY;
    if (is_overrun(f))
        try_by_columns(f);
    char *seen = (char *)f->r;
    f->parity =
        parity(f->size, f->numeric->Pnum, seen) * parity(f->size, f->symbolic->Q, seen);
    return 0;
}

/* The pivots of KLU, for factors of our own. Returns as sparse_lu_factor. */
static int sparse_lu_take_order(sparse_lu *f, const double *value) {
    const fixed_order o = {f->numeric->Pnum, f->symbolic->Q, f->symbolic->nblocks,
                           f->symbolic->R};
    int is_full;
    fixed_lu_free(f->fixed);
    f->fixed = fixed_lu_new(f->pattern, f->width, &o, 0, &is_full);
    sparse_lu_free_numeric(f);
    if (!f->fixed)
        return SPARSE_NO_MEMORY;
    return fixed_lu_factor(f->fixed, value, 0) ? 0 : f->size;
}

/* Solutions of stages are corrections that are iterated: they need not be checked one by
 * one, and the factors tell whether their order still serves. */
static int sparse_lu_factor_staged(sparse_lu *f, const double *value) {
    if (f->fixed && fixed_lu_factor(f->fixed, value, 1))
        return 0;
    if (!f->symbolic) {
        sparse_lu_set_up(f);
        f->symbolic = klu_analyze(f->size, f->start, f->row, &f->common);
    }
    if (!f->symbolic)
        return SPARSE_NO_MEMORY;
    int bad = sparse_lu_load(f, value);
    if (!bad)
        bad = choose_pivots(f);
    return bad ? bad : sparse_lu_take_order(f, value);
}

int sparse_lu_factor(sparse_lu *f, const double *value) {
    if (f->is_staged)
        return sparse_lu_factor_staged(f, value);
    const int has_rested = f->is_resting;
    int bad = sparse_lu_load(f, value);
    const int is_same = has_rested && f->is_resting && !bad;
    f->is_resting = 0;
    if (has_rested && !is_same)
        sparse_lu_free_numeric(f);
    if (bad || is_same)
        return bad;
    f->is_fresh = 0;
    if (f->numeric &&
        klu_refactor(f->start, f->row, f->entry, f->symbolic, f->numeric, &f->common))
        return 0;
    return choose_pivots(f);
}

/* r = b - A x; returns its largest entry against the terms of its row. */
static double backward_error(sparse_lu *f) {
    double largest = 0;
    double worst = 0;
    for (int i = 0; i < f->size; i++) {
        f->r[i] = f->b[i];
        f->size_of_row[i] = fabs(f->b[i]);
        largest = larger(largest, fabs(f->x[i]));
    }
    for (int j = 0; j < f->size; j++)
        EACH_ENTRY(k, f, j) {
            double term = f->entry[k] * f->x[j];
            f->r[f->row[k]] -= term;
            f->size_of_row[f->row[k]] += fabs(term);
        }
    for (int i = 0; i < f->size; i++) {
        double size = f->size_of_row[i] + LEAST_SHARE * largest;
        if (f->r[i] != 0)
            worst = larger(worst, fabs(f->r[i]) / size);
    }
    return worst;
}

/* Solves with the factors as they are; returns the backward error. */
static double solve_and_refine(sparse_lu *f, int refine) {
    vector_copy(f->size, f->b, f->x);
    klu_solve(f->symbolic, f->numeric, f->size, 1, f->x, &f->common);
    double error = backward_error(f);
    for (int k = 0; k < MOST_REFINEMENTS && (error > REFINE_ABOVE || refine); k++) {
        double before = error;
        klu_solve(f->symbolic, f->numeric, f->size, 1, f->r, &f->common);
        vector_add(f->size, 1, f->r, f->x);
        if (error <= REFINE_ABOVE)
            break;
        error = backward_error(f);
        refine = 0;
        if (!(error < before / 2))
            break;
    }
    return error;
}

int sparse_lu_solve(sparse_lu *f, double *b, int refine) {
    if (f->is_staged) {
        fixed_lu_solve(f->fixed, b);
        return 0;
    }
    for (int i = 0; i < f->size; i++)
        f->b[i] = b[i] * f->scale[i];
    double error = solve_and_refine(f, refine);
    if (!(error <= PIVOT_ABOVE) && !f->is_fresh) {
        int bad = choose_pivots(f);
        if (bad)
            return bad;
        solve_and_refine(f, refine);
    }
    vector_copy(f->size, f->x, b);
    return 0;
}

double sparse_lu_smallest(const sparse_lu *f) {
    const double *pivot = f->numeric->Udiag;
    double smallest = INFINITY;
    for (int k = 0; k < f->size; k++)
        smallest = fmin(smallest, fabs(pivot[k]));
    return smallest;
}

int sparse_lu_rank(const sparse_lu *f, double least) {
    const double *pivot = f->numeric->Udiag;
    int rank = 0;
    for (int k = 0; k < f->size; k++)
        rank += fabs(pivot[k]) > least;
    return rank;
}

int sparse_lu_sign(const sparse_lu *f) {
    const double *pivot = f->numeric->Udiag;
    int sign = f->parity;
    for (int k = 0; k < f->size; k++)
        if (pivot[k] < 0)
            sign = -sign;
    return sign;
}

long sparse_lu_entries(const sparse_lu *f) {
    return (long)f->numeric->lnz + (long)f->numeric->unz;
}
