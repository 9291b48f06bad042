/* SPDX-License-Identifier: BSD-3-Clause */
/* LU, and least squares of least norm by a complete orthogonal decomposition
 * (Golub, Van Loan: Matrix Computations, 5.4-5.5). LAPACK's call overhead dominates at
 * these sizes. */
#include "dense.h"
#include <assert.h>
#include <math.h>
#include "../base/number.h"

/* Scales every row by a power of two to a largest entry in [1, 2): no rounding. */
static int dense_equilibrate(int n, double *a, double *scale) {
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++)
            largest = larger(largest, fabs(a[i + j * n]));
        scale[i] = power_of_two(largest);
        if (scale[i] == 0)
            return i + 1;
        for (int j = 0; j < n; j++)
            a[i + j * n] *= scale[i];
    }
    return 0;
}

/* Eliminates column by column, which is the order of the memory. */
int lu_eliminate(int n, double *a, int *pivot) {
    for (int j = 0; j < n; j++) {
        double *column = a + j * n;
        int best = j;
        for (int i = j + 1; i < n; i++)
            if (fabs(column[i]) > fabs(column[best]))
                best = i;
        pivot[j] = best;
        if (!(fabs(column[best]) > 0))
            return j + 1;
        if (best != j)
            vector_swap(n, n, a + best, a + j);
        for (int i = j + 1; i < n; i++)
            column[i] /= column[j];
        for (int k = j + 1; k < n; k++) {
            double *target = a + k * n;
            double factor = target[j];
            if (factor != 0)
                for (int i = j + 1; i < n; i++)
                    target[i] -= factor * column[i];
        }
    }
    return 0;
}

int lu_factor(int n, double *a, int *pivot, double *scale) {
    int bad = dense_equilibrate(n, a, scale);
    return bad ? bad : lu_eliminate(n, a, pivot);
}

void lu_solve(int n, const double *a, const int *pivot, const double *scale, double *b) {
    for (int i = 0; i < n; i++)
        b[i] *= scale[i];
    for (int j = 0; j < n; j++) {
        double x = b[pivot[j]];
        b[pivot[j]] = b[j];
        b[j] = x;
    }
    for (int j = 0; j < n; j++)
        if (b[j] != 0)
            for (int i = j + 1; i < n; i++)
                b[i] -= a[i + j * n] * b[j];
    for (int j = n - 1; j >= 0; j--) {
        b[j] /= a[j + j * n];
        for (int i = 0; i < j; i++)
            b[i] -= a[i + j * n] * b[j];
    }
}

void lu_solve_transposed(int n, const double *a, const int *pivot, const double *scale,
                         double *b) {
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < j; i++)
            b[j] -= a[i + j * n] * b[i];
        b[j] /= a[j + j * n];
    }
    for (int j = n - 1; j >= 0; j--)
        for (int i = j + 1; i < n; i++)
            b[j] -= a[i + j * n] * b[i];
    for (int j = n - 1; j >= 0; j--) {
        double x = b[pivot[j]];
        b[pivot[j]] = b[j];
        b[j] = x;
    }
    for (int i = 0; i < n; i++)
        b[i] *= scale[i];
}

double lu_least_singular_value(int n, const double *a, const int *pivot,
                               const double *scale, double *work) {
    enum { MOST_ROUNDS = 40 };
    const double settled = 1e-3;
    double sigma = INFINITY;
    for (int i = 0; i < n; i++)
        work[i] = 1 + 0.5 * (i * 7 % 11); /* no vector that a model would have */
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const double size = vector_length(n, work);
        if (!isfinite(size))
            return 0;
        for (int i = 0; i < n; i++)
            work[i] /= size;
        lu_solve_transposed(n, a, pivot, scale, work);
        const double next = 1 / vector_length(n, work);
        if (round > 2 && next > (1 - settled) * sigma)
            return next;
        sigma = next;
        lu_solve(n, a, pivot, scale, work);
    }
    return sigma;
}

double householder(int n, double *x, double *alpha) {
    double norm = vector_length(n, x);
    *alpha = x[0] > 0 ? -norm : norm;
    if (norm == 0)
        return 0;
    x[0] -= *alpha;
    return 2 / dot(n, x, x);
}

void householder_reflect(int n, const double *v, double beta, double *x) {
    double factor = beta * dot(n, v, x);
    vector_add(n, -factor, v, x);
}

enum { MOST_NONZEROS = 128 };

/* A Householder vector without its zeros: matrices of models have few other entries, and
 * zeros change nothing, to the last bit. */
typedef struct reflector {
    int n;
    const double *v;
    double beta;
    int count; /* of nonzeros; -1: too many to list */
    int at[MOST_NONZEROS];
    double value[MOST_NONZEROS];
} reflector;

static void reflector_set(reflector *h, int n, const double *v, double beta) {
    int most = n / 2 < MOST_NONZEROS ? n / 2 : MOST_NONZEROS;
    h->n = n;
    h->v = v;
    h->beta = beta;
    h->count = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] == 0)
            continue;
        if (h->count == most) {
            h->count = -1;
            return;
        }
        h->at[h->count] = i;
        h->value[h->count++] = v[i];
    }
}

/* householder_reflect; returns whether it changed x. */
static int reflector_apply(const reflector *h, double *x) {
    double sum = 0;
    if (h->count < 0) {
        householder_reflect(h->n, h->v, h->beta, x);
        return 1;
    }
    for (int i = 0; i < h->count; i++)
        sum += h->value[i] * x[h->at[i]];
    if (sum == 0)
        return 0;
    double factor = h->beta * sum;
    for (int i = 0; i < h->count; i++)
        x[h->at[i]] += -factor * h->value[i];
    return 1;
}

/* The column with the largest norm from row k on. size: [columns], the squares of these
 * norms, negative where they are to be computed. */
static int largest_column(int rows, int columns, const double *a, int k, double *size,
                          double *norm) {
    int best = k;
    *norm = 0;
    for (int j = k; j < columns; j++) {
        const double *x = a + k + (size_t)j * rows;
        if (!(size[j] >= 0))
            size[j] = dot(rows - k, x, x);
        if (size[j] > *norm) {
            best = j;
            *norm = size[j];
        }
    }
    *norm = sqrt(*norm);
    return best;
}

/* With so many rows, and mostly zeros, the order of the rows matters. */
enum { LEAST_SWAPPED = 16 };

/* Brings the row with the largest entry of column k to row k: a reflection fills all rows
 * that it mixes, and row k need not be one of them. */
static void swap_rows(int rows, int columns, double *a, int k, double *b) {
    const double *x = a + (size_t)k * rows;
    int best = k;
    if (rows < LEAST_SWAPPED)
        return;
    for (int i = k + 1; i < rows; i++)
        if (fabs(x[i]) > fabs(x[best]))
            best = i;
    if (best == k)
        return;
    vector_swap(columns - k, rows, a + best + (size_t)k * rows, a + k + (size_t)k * rows);
    vector_swap(1, 1, b + best, b + k);
}

size_t least_squares_work(int rows, int columns) {
    int least = rows < columns ? rows : columns;
    return (size_t)columns * 3 + (size_t)least * columns + (size_t)least;
}

/* Reflects the columns after k, and forgets the sizes that change, also for want of the
 * entry in row k. */
static void reflect_columns(const reflector *h, int rows, int columns, double *a, int k,
                            double *size) {
    for (int j = k + 1; j < columns; j++) {
        double *x = a + k + (size_t)j * rows;
        if (reflector_apply(h, x) || x[0] != 0)
            size[j] = -1;
    }
}

/* Factors a P = Q R, R' = Z L': x = P Z L^-1 (Q'b) is the shortest. */
int least_squares(int rows, int columns, double *a, double *b, double *x,
                  double tolerance, double *work) {
    int least = rows < columns ? rows : columns;
    int rank = 0;
    double *order = work;
    double *diagonal = order + columns;
    double *y = diagonal + columns;
    double *size = y;         /* the solution comes after the sizes */
    double *rt = y + columns; /* rt: [columns, rank], the transpose of R */
    double first = 0;
    reflector h;
    for (int j = 0; j < columns; j++) {
        order[j] = j;
        size[j] = -1;
    }
    for (; rank < least; rank++) { /* a P = Q R, R: [rank, columns] */
        double norm, beta;
        int best = largest_column(rows, columns, a, rank, size, &norm);
        if (rank == 0)
            first = norm;
        if (!(norm > tolerance * first) || norm == 0)
            break;
        if (best != rank) {
            vector_swap(rows, 1, a + (size_t)best * rows, a + (size_t)rank * rows);
            vector_swap(1, 1, order + best, order + rank);
            vector_swap(1, 1, size + best, size + rank);
        }
        swap_rows(rows, columns, a, rank, b);
        double *v = a + rank + (size_t)rank * rows;
        beta = householder(rows - rank, v, &diagonal[rank]);
        reflector_set(&h, rows - rank, v, beta);
        reflect_columns(&h, rows, columns, a, rank, size);
        reflector_apply(&h, b + rank);
    }
    for (int k = 0; k < rank; k++) {
        double *row = rt + (size_t)k * columns;
        vector_zero(k, row);
        row[k] = diagonal[k];
        for (int j = k + 1; j < columns; j++)
            row[j] = a[k + (size_t)j * rows];
    }
    /* R' = Z L', L lower triangular: x = P Z L^-1 (Q'b) */
    double *beta = rt + (size_t)least * columns;
    for (int k = 0; k < rank; k++) {
        double *v = rt + k + (size_t)k * columns;
        beta[k] = householder(columns - k, v, &diagonal[k]);
        reflector_set(&h, columns - k, v, beta[k]);
        for (int j = k + 1; j < rank; j++)
            reflector_apply(&h, rt + k + (size_t)j * columns);
    }
    for (int k = 0; k < rank; k++) { /* row k of L: rt[0..k-1, k], diagonal[k] */
        double sum = b[k];
        for (int j = 0; j < k; j++)
            sum -= rt[j + (size_t)k * columns] * y[j];
        y[k] = sum / diagonal[k];
    }
    vector_zero(columns - rank, y + rank);
    for (int k = rank - 1; k >= 0; k--)
        householder_reflect(columns - k, rt + k + (size_t)k * columns, beta[k], y + k);
    for (int j = 0; j < columns; j++)
        x[(int)order[j]] = y[j];
    return rank;
}
