/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors two ways, dense. */
#include "null_vector.h"
#include "dense.h"
#include "svd.h"

size_t null_vector_work(int m) {
    size_t n = (size_t)m + 1;
    return n * n + 8 * n;
}

static void orient(int n, const double *guess, double *x) {
    if (dot(n, guess, x) < 0)
        vector_scale(n, -1, x);
}

/* The rows of D: [m + 1, m] */
static void null_vector_transpose(int m, const double *d, double *a) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= m; j++)
            a[j + i * (m + 1)] = d[i + j * m];
}

/* Reflects the rows of D one after the other; the last column of Q is left. */
void null_qr(int m, const double *d, const double *guess, double *x, double *work) {
    const int n = m + 1;
    double *a = work;
    double *beta = a + n * n;
    null_vector_transpose(m, d, a);
    for (int k = 0; k < m; k++) {
        double *v = a + k + k * n;
        double alpha;
        beta[k] = householder(n - k, v, &alpha);
        for (int j = k + 1; j < m; j++)
            householder_reflect(n - k, v, beta[k], a + k + j * n);
    }
    vector_zero(n, x);
    x[m] = 1;
    for (int k = m - 1; k >= 0; k--)
        householder_reflect(n - k, a + k + k * n, beta[k], x + k);
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
            vector_add(n, -factor, y, x);
        }
    return vector_length(n, x);
}

/* Projects the guess, or a unit vector that survives it, beside the singular vectors. */
void null_svd(int m, const double *d, const double *guess, double *x, double *work) {
    static const double ENOUGH = 0.5; /* of a start that survives the projection */
    const int n = m + 1;
    double *a = work;
    double *sigma = a + n * n;
    null_vector_transpose(m, d, a);
    if (m)
        singular_values(n, m, a, sigma);
    vector_copy(n, guess, x);
    double left = project_out(m, a, x);
    double best = left;
    for (int k = 0, chosen = -1; best < ENOUGH && k <= n; k++) {
        int start = k < n ? k : chosen; /* all unit vectors, then the best once more */
        vector_zero(n, x);
        x[start < 0 ? 0 : start] = 1;
        left = project_out(m, a, x);
        if (left > best) {
            best = left;
            chosen = k;
        }
        if (left >= ENOUGH)
            break;
    }
    vector_normalize(n, x);
    orient(n, guess, x);
}
