/* SPDX-License-Identifier: BSD-3-Clause */
/* One-sided Jacobi: columns are rotated in pairs until all are orthogonal; their lengths
 * are the singular values, small ones to high relative accuracy (Golub, Van Loan: Matrix
 * Computations, 8.6.3). */
#include "svd.h"
#include <float.h>
#include <math.h>
#include "../base/number.h"
#include "dense.h"

enum { MOST_SWEEPS = 40 }; /* six to ten do */

/* Makes columns x and y orthogonal; returns whether they were not. */
static int svd_rotate(int n, double *x, double *y) {
    double xx = dot(n, x, x);
    double yy = dot(n, y, y);
    double xy = dot(n, x, y);
    if (!(fabs(xy) > DBL_EPSILON * sqrt(xx) * sqrt(yy)))
        return 0;
    double zeta = (yy - xx) / (2 * xy);
    double t = 1 / (fabs(zeta) + hypot(1, zeta));
    if (zeta < 0)
        t = -t;
    double c = 1 / hypot(1, t);
    double s = c * t;
    for (int i = 0; i < n; i++) {
        double first = x[i];
        x[i] = c * first - s * y[i];
        y[i] = s * first + c * y[i];
    }
    return 1;
}

/* To a largest entry in [1, 2), so that squares neither overflow nor vanish. */
static double svd_normalize(int count, double *a) {
    double largest = 0;
    for (int k = 0; k < count; k++)
        largest = larger(largest, fabs(a[k]));
    if (!(largest > 0 && isfinite(largest)))
        return 1;
    int shift = ilogb(largest);
    for (int k = 0; k < count; k++)
        a[k] = ldexp(a[k], -shift);
    return ldexp(1, shift);
}

void singular_values(int rows, int columns, double *a, double *sigma) {
    double size = svd_normalize(rows * columns, a);
    for (int sweep = 0, turned = 1; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = 0;
        for (int j = 0; j < columns; j++)
            for (int k = j + 1; k < columns; k++)
                turned |= svd_rotate(rows, a + j * rows, a + k * rows);
    }
    for (int j = 0; j < columns; j++) {
        double length = size * vector_length(rows, a + j * rows);
        int k = j;
        for (; k > 0 && sigma[k - 1] < length; k--)
            sigma[k] = sigma[k - 1];
        sigma[k] = length;
    }
}

/* A system in elimination. */
typedef struct tableau {
    int rows, columns;
    double *a, *largest; /* largest: [rows], of what is left of a row; 0 once it has its
                            pivot */
    double *column;      /* [rows]: scratch */
    int *pivot_of;
} tableau;

/* The largest entry in columns without pivot. */
static double largest_left(const tableau *t, int i) {
    double most = 0;
    for (int j = 0; j < t->columns; j++)
        if (t->pivot_of[j] < 0)
            most = larger(most, fabs(t->a[i + j * t->rows]));
    return most;
}

/* The row whose entry in column j is largest beside its others; -1: all are too small. */
static int best_row(const tableau *t, int j, double share, double zero) {
    int best = -1;
    for (int i = 0; i < t->rows; i++) {
        double size = fabs(t->a[i + j * t->rows]);
        if (!(t->largest[i] > zero && size > zero && size >= share * t->largest[i]))
            continue;
        share = size / t->largest[i];
        best = i;
    }
    return best;
}

/* Makes column j the unit vector of row i. */
static void take_pivot(tableau *t, int i, int j) {
    int rows = t->rows;
    double pivot = t->a[i + j * rows];
    for (int k = 0; k < rows; k++)
        t->column[k] = k == i ? 0 : t->a[k + j * rows];
    t->pivot_of[j] = i;
    t->largest[i] = 0;
    for (int k = 0; k < t->columns; k++) {
        double *target = t->a + k * rows;
        double factor = target[i] /= pivot;
        if (factor != 0)
            vector_add(rows, -factor, t->column, target);
    }
    for (int r = 0; r < rows; r++)
        if (t->column[r] != 0 && t->largest[r] > 0)
            t->largest[r] = largest_left(t, r);
}

int eliminate_in_order(int rows, int columns, double *a, const int *order, double zero,
                       int *pivot_of, double *work) {
    static const double share[] = {0.1, 1e-3, 0}; /* of the largest in its row */
    tableau t = {rows, columns, a, work, work + rows, pivot_of};
    int rank = 0;
    for (int j = 0; j < columns; j++)
        pivot_of[j] = -1;
    for (int i = 0; i < rows; i++)
        t.largest[i] = largest_left(&t, i);
    for (int round = 0; round < 3; round++)
        for (int k = 0; k < columns && rank < rows; k++) {
            int j = order[k];
            int i = pivot_of[j] < 0 ? best_row(&t, j, share[round], zero) : -1;
            if (i >= 0) {
                take_pivot(&t, i, j);
                rank++;
            }
        }
    return rank;
}
