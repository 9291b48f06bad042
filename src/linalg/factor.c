/* SPDX-License-Identifier: BSD-3-Clause */
/* One matrix behind three kinds of factors: the number itself, dense.h or complex_lu.h,
 * and KLU (sparse.h). */
#include "factor.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include "complex_lu.h"
#include "dense.h"
#include "row_scale.h"

/* Measured by bench/switch_over.c and bench/newton_matrix.c, microseconds dense and
 * sparse. FACTOR_POINT: size 11, 2.2 and 2.0; 23, 3.8 and 2.6; 47, 13 and 3.8; 362, 1070
 * and 35. FACTOR_BORDERED: 11, 2.6 and 2.6; 23, 5.8 and 3.4; 47, 22 and 5.8; 362, 3250
 * and 54. FACTOR_NORMAL: 15, 3.3 and 5.3; 23, 6.5 and 7.0; 35, 19 and 12; 120, 520 and
 * 40. Stages are solved for many right sides: sparse factors are as fast from size 6 on,
 * but for matrices that are more than half full. */
static const struct {
    int smallest;   /* rows of a matrix that is factored sparse */
    double fullest; /* share of its entries */
    double speed;   /* where factors fill, dense ones do so many times as many operations
                       in the same time ... */
    double dense;   /* ... of which they take this times the cube of the rows */
} RULE[] = {
    [FACTOR_POINT] = {24, 1, 10, 2. / 3},  [FACTOR_BORDERED] = {24, 1, 10, 2. / 3},
    [FACTOR_NEAREST] = {40, 1, 2, 2. / 3}, [FACTOR_NORMAL] = {24, 1, 2, 1. / 3},
    [FACTOR_STAGES] = {6, 0.5, 0, 2. / 3}, [FACTOR_COMPLEX] = {6, 0.5, 0, 2. / 3}};

int factor_may_pay(factor_use use, int rows, int entries) {
    return rows >= RULE[use].smallest &&
           entries <= RULE[use].fullest * rows * (double)rows;
}

int factor_pays(factor_use use, int rows, double operations) {
    return RULE[use].speed * operations < RULE[use].dense * rows * rows * (double)rows;
}

struct matrix_factor {
    const invo_pattern *pattern;
    const double *value; /* of the last update */
    int is_bordered;
    int n, width;         /* width: doubles of a number */
    sparse_lu *sparse;    /* NULL: dense */
    double *a, *scale;    /* [width, n, n], [n]: dense factors; a scalar is its own */
    double *right, *rest; /* [n]: of refinement */
    int *pivot;           /* [n] */
    double smallest;      /* of the pivots, by size */
    int sign;             /* of the determinant */
};

/* Analyses for sparse factors where they are asked for or pay; else *sparse is NULL.
 * Returns 0 where there is no memory. */
static int factor_choose(const invo_pattern *p, factor_use use, factor_form form,
                         sparse_lu **sparse) {
    *sparse = NULL;
    if (form == FACTOR_DENSE)
        return 1;
    if (form == FACTOR_BY_ITSELF && !factor_may_pay(use, p->rows, p->start[p->rows]))
        return 1;
    if (use == FACTOR_BORDERED)
        *sparse = sparse_lu_new_bordered(p);
    else if (use == FACTOR_STAGES || use == FACTOR_COMPLEX)
        *sparse = sparse_lu_new_staged(p, use == FACTOR_COMPLEX ? 2 : 1, NULL);
    else
        *sparse = sparse_lu_new(p);
    if (!*sparse)
        return 0;
    if (form == FACTOR_SPARSE || factor_pays(use, p->rows, sparse_lu_operations(*sparse)))
        return 1;
    sparse_lu_free(*sparse);
    *sparse = NULL;
    return 1;
}

/* Makes room for dense factors, or none where sparse ones have their own. */
static matrix_factor *factor_make(const invo_pattern *p, factor_use use,
                                  sparse_lu *sparse) {
    const size_t n = p->rows;
    const size_t width = use == FACTOR_COMPLEX ? 2 : 1;
    const size_t entries = sparse ? 0 : width * n * n;
    const size_t vectors = sparse ? 0 : n;
    matrix_factor *f = calloc(1, sizeof *f + sizeof(double) * (entries + 3 * vectors) +
                                     sizeof(int) * vectors);
    if (!f) {
        sparse_lu_free(sparse);
        return NULL;
    }
    *f = (matrix_factor){.pattern = p,
                         .n = p->rows,
                         .width = (int)width,
                         .is_bordered = use == FACTOR_BORDERED,
                         .sparse = sparse};
    f->a = (double *)(f + 1);
    f->scale = f->a + entries;
    f->right = f->scale + vectors;
    f->rest = f->right + vectors;
    f->pivot = (int *)(f->rest + vectors);
    return f;
}

matrix_factor *factor_new(const invo_pattern *p, factor_use use, factor_form form) {
    sparse_lu *sparse;
    assert(p->rows == p->columns);
    return factor_choose(p, use, form, &sparse) ? factor_make(p, use, sparse) : NULL;
}

matrix_factor *factor_new_beside(const matrix_factor *real, int is_complex) {
    sparse_lu *sparse = NULL;
    if (real->sparse) {
        sparse = sparse_lu_new_staged(real->pattern, is_complex ? 2 : 1, real->sparse);
        if (!sparse)
            return NULL;
    }
    return factor_make(real->pattern, is_complex ? FACTOR_COMPLEX : FACTOR_STAGES,
                       sparse);
}

void factor_free(matrix_factor *f) {
    if (f)
        sparse_lu_free(f->sparse);
    free(f);
}

static void factor_end(void *f) {
    factor_free(f);
}

matrix_factor *factor_take(invo_shelf *shelf, const invo_pattern *p) {
    matrix_factor *f = shelf_take(shelf, p, factor_end);
    return f ? f : factor_new(p, FACTOR_POINT, FACTOR_BY_ITSELF);
}

void factor_leave(invo_shelf *shelf, matrix_factor *f) {
    if (f && f->sparse && sparse_lu_rest(f->sparse))
        shelf_put(shelf, f->pattern, factor_end, f);
    else
        factor_free(f);
}

int factor_rests(matrix_factor *f) {
    return !f->sparse || sparse_lu_rest(f->sparse);
}

int factor_is_dense(const matrix_factor *f) {
    return !f->sparse;
}

static int factor_is_scalar(const matrix_factor *f) {
    return f->n == 1 && f->width == 1;
}

static int factor_update_scalar(matrix_factor *f, const double *value) {
    f->a[0] = f->pattern->start[1] ? value[0] : 0;
    f->smallest = fabs(f->a[0]);
    f->sign = f->a[0] < 0 ? -1 : 1;
    return !(f->smallest > 0 && isfinite(f->smallest));
}

/* The dense matrix of these entries, its rows equilibrated; width is that of the factor,
 * given as a constant. */
static inline int factor_load(matrix_factor *f, int width, const double *value) {
    const invo_pattern *p = f->pattern;
    const int n = f->n;
    double *a = f->a;
    vector_zero(width * n * n, a);
    for (int i = 0; i < n; i++) {
        const double scale = sparse_row_scale(p, width, value, i);
        if (scale == 0)
            return i + 1;
        f->scale[i] = scale;
        EACH_ENTRY(k, p, i)
            for (int c = 0; c < width; c++)
                a[width * (i + p->column[k] * n) + c] = value[width * k + c] * scale;
    }
    return 0;
}

/* Smallest pivot and sign of dense real factors. */
static void factor_note_pivots(matrix_factor *f) {
    const int n = f->n;
    const double *a = f->a;
    const int *pivot = f->pivot;
    double smallest = INFINITY;
    int sign = 1;
    for (int i = 0; i < n; i++, a += n + 1) {
        if (fabs(*a) < smallest)
            smallest = fabs(*a);
        if ((*a < 0) != (pivot[i] != i))
            sign = -sign;
    }
    f->smallest = smallest;
    f->sign = sign;
}

int factor_update(matrix_factor *f, const double *value) {
    f->value = value;
    if (f->sparse)
        return sparse_lu_factor(f->sparse, value);
    if (factor_is_scalar(f))
        return factor_update_scalar(f, value);
    if (f->width == 2) {
        int bad = factor_load(f, 2, value);
        return bad ? bad : complex_lu_factor(f->n, f->a, f->pivot);
    }
    int bad = factor_load(f, 1, value);
    if (!bad)
        bad = lu_eliminate(f->n, f->a, f->pivot);
    if (!bad)
        factor_note_pivots(f);
    return bad;
}

/* b = A^-1 b by dense real factors. */
static void factor_solve_dense(matrix_factor *f, double *b, int refine) {
    if (refine)
        vector_copy(f->n, b, f->right);
    lu_solve(f->n, f->a, f->pivot, f->scale, b);
    if (!refine)
        return;
    for (int i = 0; i < f->n; i++) {
        f->rest[i] = f->right[i];
        EACH_ENTRY(k, f->pattern, i)
            f->rest[i] -= f->value[k] * b[f->pattern->column[k]];
    }
    if (f->is_bordered) /* the last row only gives the length */
        f->rest[f->n - 1] = 0;
    lu_solve(f->n, f->a, f->pivot, f->scale, f->rest);
    vector_add(f->n, 1, f->rest, b);
}

int factor_solve(matrix_factor *f, double *b, int refine) {
    if (f->sparse)
        return sparse_lu_solve(f->sparse, b, refine);
    if (factor_is_scalar(f))
        b[0] /= f->a[0];
    else if (f->width == 1)
        factor_solve_dense(f, b, refine);
    else {
        for (int i = 0; i < 2 * f->n; i++)
            b[i] *= f->scale[i / 2];
        complex_lu_solve(f->n, f->a, f->pivot, b);
    }
    return 0;
}

double factor_smallest(const matrix_factor *f) {
    return f->sparse ? sparse_lu_smallest(f->sparse) : f->smallest;
}

int factor_sign(const matrix_factor *f) {
    return f->sparse ? sparse_lu_sign(f->sparse) : f->sign;
}

long factor_entries(const matrix_factor *f) {
    return f->sparse ? sparse_lu_entries(f->sparse) : (long)f->n * f->n;
}
