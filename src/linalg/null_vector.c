/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors three ways, dense. */
#include "null_vector.h"
#include <math.h>
#include <string.h>
#include "dense.h"
#include "svd.h"

size_t null_vector_work(int m) {
    size_t n = (size_t)m + 1;
    return n * n + 8 * n;
}

static double null_vector_normalize(int n, double *x) {
    double length = sqrt(dot(n, x, x));
    for (int i = 0; i < n; i++)
        x[i] /= length;
    return length;
}

/* y = D x */
static void null_vector_apply(int m, const double *d, const double *x, double *y) {
    memset(y, 0, sizeof *y * (size_t)m);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i < m; i++)
            y[i] += d[i + j * m] * x[j];
}

/* [D; last'] */
static void null_vector_stack(int m, const double *d, const double *last, double *a) {
    const int n = m + 1;
    for (int j = 0; j < n; j++) {
        memcpy(a + j * n, d + j * m, sizeof *a * (size_t)m);
        a[m + j * n] = last[j];
    }
}

static int null_vector_sign_of(int n, const double *lu, const int *pivot) {
    int sign = 1;
    for (int i = 0; i < n; i++)
        if ((lu[i + i * n] < 0) != (pivot[i] != i))
            sign = -sign;
    return sign;
}

int null_border(int m, const double *d, const double *guess, int refine, double *x,
                double *work, int *pivot, int *sign) {
    const int n = m + 1;
    double *a = work;
    double *scale = a + n * n;
    double *r = scale + n;
    null_vector_stack(m, d, guess, a);
    int bad = lu_factor(n, a, pivot, scale);
    if (bad)
        return bad;
    *sign = null_vector_sign_of(n, a, pivot);
    memset(x, 0, sizeof *x * (size_t)n);
    x[m] = 1;
    lu_solve(n, a, pivot, scale, x);
    for (; refine > 0; refine--) {
        null_vector_apply(m, d, x, r);
        for (int i = 0; i < m; i++)
            r[i] = -r[i];
        r[m] = 0;
        lu_solve(n, a, pivot, scale, r);
        for (int i = 0; i < n; i++)
            x[i] += r[i];
    }
    null_vector_normalize(n, x);
    return 0;
}

int null_sign(int m, const double *d, const double *x, double *work, int *pivot) {
    null_vector_stack(m, d, x, work);
    int bad = lu_factor(m + 1, work, pivot, work + (m + 1) * (m + 1));
    return bad ? 0 : null_vector_sign_of(m + 1, work, pivot);
}

static void orient(int n, const double *guess, double *x) {
    if (dot(n, guess, x) < 0)
        for (int i = 0; i < n; i++)
            x[i] = -x[i];
}

/* The rows of D: [m + 1, m] */
static void null_vector_transpose(int m, const double *d, double *a) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= m; j++)
            a[j + i * (m + 1)] = d[i + j * m];
}

void null_qr(int m, const double *d, const double *guess, double *x, double *work) {
    const int n = m + 1;
    double *a = work;
    double *beta = a + n * n;
    null_vector_transpose(m, d, a);
    for (int k = 0; k < m; k++) {
        double *v = a + k + k * n;
        double norm = sqrt(dot(n - k, v, v));
        beta[k] = 0;
        if (norm == 0)
            continue;
        v[0] += v[0] > 0 ? norm : -norm;
        beta[k] = 2 / dot(n - k, v, v);
        for (int j = k + 1; j < m; j++) {
            double *y = a + k + j * n;
            double factor = beta[k] * dot(n - k, v, y);
            for (int i = 0; i < n - k; i++)
                y[i] -= factor * v[i];
        }
    }
    memset(x, 0, sizeof *x * (size_t)n);
    x[m] = 1;
    for (int k = m - 1; k >= 0; k--) {
        double *v = a + k + k * n;
        double factor = beta[k] * dot(n - k, v, x + k);
        for (int i = 0; i < n - k; i++)
            x[k + i] -= factor * v[i];
    }
    orient(n, guess, x);
}

/* What is left of x beside the orthogonal columns of a; twice is enough. */
static double project_out(int m, const double *a, double *x) {
    const int n = m + 1;
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < m; k++) {
            const double *y = a + k * n;
            double square = dot(n, y, y);
            double factor = square > 0 ? dot(n, y, x) / square : 0;
            for (int i = 0; i < n; i++)
                x[i] -= factor * y[i];
        }
    return sqrt(dot(n, x, x));
}

void null_svd(int m, const double *d, const double *guess, double *x, double *work) {
    static const double ENOUGH = 0.5; /* of a start that survives the projection */
    const int n = m + 1;
    double *a = work;
    double *sigma = a + n * n;
    null_vector_transpose(m, d, a);
    if (m)
        singular_values(n, m, a, sigma);
    memcpy(x, guess, sizeof *x * (size_t)n);
    double left = project_out(m, a, x);
    double best = left;
    for (int k = 0, chosen = -1; best < ENOUGH && k <= n; k++) {
        int start = k < n ? k : chosen; /* all unit vectors, then the best once more */
        memset(x, 0, sizeof *x * (size_t)n);
        x[start < 0 ? 0 : start] = 1;
        left = project_out(m, a, x);
        if (left > best) {
            best = left;
            chosen = k;
        }
        if (left >= ENOUGH)
            break;
    }
    null_vector_normalize(n, x);
    orient(n, guess, x);
}
