/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows and columns are scaled to about the same size by powers of two, so that nothing is
 * rounded. The matrix is brought to upper Hessenberg form by Householder reflections, and
 * then to quasi-triangular form by QR steps with two shifts at a time, which stay real
 * (Francis; Golub and Van Loan, Matrix Computations, 7.4 and 7.5). Eigenvectors are not
 * computed: only the active part is transformed. */
#include "eigen.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include "dense.h"

/* Steps for one eigenvalue; every EXCEPTIONAL-th takes other shifts. */
enum { MOST_STEPS = 60, EXCEPTIONAL = 10, MOST_BALANCING = 20 };

typedef struct square {
    int n;
    double *a; /* [n, n] */
} square;

static double *eigen_at(square m, int i, int j) {
    return &m.a[i + (size_t)j * (size_t)m.n];
}

/* The sizes of row and column i without the diagonal. */
static void eigen_sizes(square m, int i, double *row, double *column) {
    *row = *column = 0;
    for (int j = 0; j < m.n; j++) {
        if (j == i)
            continue;
        *row += fabs(*eigen_at(m, i, j));
        *column += fabs(*eigen_at(m, j, i));
    }
}

static void eigen_balance(square m) {
    int changed = 1;
    for (int round = 0; changed && round < MOST_BALANCING; round++) {
        changed = 0;
        for (int i = 0; i < m.n; i++) {
            double row;
            double column;
            eigen_sizes(m, i, &row, &column);
            if (row == 0 || column == 0 || !isfinite(row) || !isfinite(column))
                continue;
            const int power = (int)lround(log2(row / column) / 2);
            const double factor = ldexp(1, power);
            if (column * factor + row / factor >= 0.95 * (column + row))
                continue;
            changed = 1;
            for (int j = 0; j < m.n; j++)
                *eigen_at(m, j, i) *= factor;
            for (int j = 0; j < m.n; j++)
                *eigen_at(m, i, j) /= factor;
        }
    }
}

/* Clears column k below the subdiagonal; the vector of the reflection stands in it. */
static void eigen_clear_column(square m, int k) {
    const int size = m.n - k - 1;
    double *x = eigen_at(m, k + 1, k);
    double alpha;
    const double beta = householder(size, x, &alpha);
    for (int j = k + 1; j < m.n; j++)
        householder_reflect(size, x, beta, eigen_at(m, k + 1, j));
    for (int i = 0; i < m.n; i++) {
        double sum = 0;
        for (int j = 0; j < size; j++)
            sum += *eigen_at(m, i, k + 1 + j) * x[j];
        sum *= beta;
        for (int j = 0; j < size; j++)
            *eigen_at(m, i, k + 1 + j) -= sum * x[j];
    }
    x[0] = alpha;
    for (int i = 1; i < size; i++)
        x[i] = 0;
}

/* The eigenvalues of the 2 by 2 block at i, those of real ones by the larger first. */
static void eigen_pair(square m, int i, double *re, double *im) {
    const double a = *eigen_at(m, i, i);
    const double b = *eigen_at(m, i, i + 1);
    const double c = *eigen_at(m, i + 1, i);
    const double d = *eigen_at(m, i + 1, i + 1);
    const double half = (a - d) / 2;
    const double bc = b * c;
    const double inside = half * half + bc;
    if (inside >= 0) {
        const double far = half + copysign(sqrt(inside), half);
        re[i] = d + far;
        re[i + 1] = far != 0 ? d - bc / far : d;
        im[i] = im[i + 1] = 0;
        return;
    }
    re[i] = re[i + 1] = d + half;
    im[i] = sqrt(-inside);
    im[i + 1] = -im[i];
}

/* The first row of the active part that ends with row `end`: where the subdiagonal is
 * negligible. It is set to zero there. */
static int eigen_begin(square m, int end) {
    for (int k = end; k > 0; k--) {
        double *below = eigen_at(m, k, k - 1);
        double size = fabs(*eigen_at(m, k, k)) + fabs(*eigen_at(m, k - 1, k - 1));
        if (size == 0)
            size = 1;
        if (fabs(*below) > DBL_EPSILON * size)
            continue;
        *below = 0;
        return k;
    }
    return 0;
}

/* Trace and determinant of the shifts: those of the last 2 by 2 block, or others. */
static void eigen_shifts(square m, int end, int step, double *trace, double *product) {
    const double a = *eigen_at(m, end - 1, end - 1);
    const double b = *eigen_at(m, end - 1, end);
    const double c = *eigen_at(m, end, end - 1);
    const double d = *eigen_at(m, end, end);
    *trace = a + d;
    *product = a * d - b * c;
    if (step % EXCEPTIONAL || !step)
        return;
    double size = fabs(c);
    if (end > 1)
        size += fabs(*eigen_at(m, end - 1, end - 2));
    *trace = 2 * d + 1.5 * size;
    *product = (d + 0.75 * size) * (d + 0.75 * size) + 0.4375 * size * size;
}

/* Reflects rows and columns k, k + 1, ... of the active part so that x becomes a multiple
 * of the first unit vector. */
static void eigen_reflect(square m, int begin, int end, int k, int size, double *x) {
    double alpha;
    const double beta = householder(size, x, &alpha);
    const int last = k + 3 < end ? k + 3 : end;
    if (k > begin) {
        *eigen_at(m, k, k - 1) = alpha;
        for (int i = 1; i < size; i++)
            *eigen_at(m, k + i, k - 1) = 0;
    }
    for (int j = k; j <= end; j++)
        householder_reflect(size, x, beta, eigen_at(m, k, j));
    for (int i = begin; i <= last; i++) {
        double sum = 0;
        for (int j = 0; j < size; j++)
            sum += *eigen_at(m, i, k + j) * x[j];
        sum *= beta;
        for (int j = 0; j < size; j++)
            *eigen_at(m, i, k + j) -= sum * x[j];
    }
}

/* A QR step with two shifts on rows begin to end. */
static void eigen_step(square m, int begin, int end, int step) {
    double trace;
    double product;
    eigen_shifts(m, end, step, &trace, &product);
    const double a = *eigen_at(m, begin, begin);
    const double b = *eigen_at(m, begin, begin + 1);
    const double c = *eigen_at(m, begin + 1, begin);
    const double d = *eigen_at(m, begin + 1, begin + 1);
    double x[3] = {a * a + b * c - trace * a + product, c * (a + d - trace), 0};
    if (begin + 2 <= end)
        x[2] = c * *eigen_at(m, begin + 2, begin + 1);
    for (int k = begin; k < end; k++) {
        const int size = end - k >= 2 ? 3 : 2;
        if (k > begin)
            for (int i = 0; i < size; i++)
                x[i] = *eigen_at(m, k + i, k - 1);
        eigen_reflect(m, begin, end, k, size, x);
    }
}

/* Pairs stay together. */
static int eigen_comes_first(double re, double im, double other_re, double other_im) {
    if (re != other_re)
        return re > other_re;
    return fabs(im) != fabs(other_im) ? fabs(im) > fabs(other_im) : im > other_im;
}

static void eigen_sort(int n, double *re, double *im) {
    for (int i = 1; i < n; i++) {
        const double x = re[i];
        const double y = im[i];
        int k = i;
        for (; k > 0 && eigen_comes_first(x, y, re[k - 1], im[k - 1]); k--) {
            re[k] = re[k - 1];
            im[k] = im[k - 1];
        }
        re[k] = x;
        im[k] = y;
    }
}

int eigenvalues(int n, double *a, double *re, double *im) {
    assert(n >= 0);
    const square m = {n, a};
    int step = 0;
    int end = n - 1;
    eigen_balance(m);
    for (int k = 0; k + 2 < n; k++)
        eigen_clear_column(m, k);
    while (end >= 0) {
        const int begin = eigen_begin(m, end);
        if (begin == end) {
            re[end] = *eigen_at(m, end, end);
            im[end--] = 0;
            step = 0;
        } else if (begin == end - 1) {
            eigen_pair(m, begin, re, im);
            end -= 2;
            step = 0;
        } else if (++step > MOST_STEPS) {
            return end + 1;
        } else {
            eigen_step(m, begin, end, step);
        }
    }
    eigen_sort(n, re, im);
    return 0;
}
