/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors four ways. */
#include "null_vector.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "dense.h"
#include "svd.h"

size_t null_vector_work(int m) {
    size_t n = (size_t)m + 1;
    return n * n + 8 * n;
}

static double normalize(int n, double *x) {
    double length = sqrt(dot(n, x, x));
    for (int i = 0; i < n; i++) x[i] /= length;
    return length;
}

/* y = D x */
static void apply(int m, const double *d, const double *x, double *y) {
    memset(y, 0, sizeof *y * (size_t)m);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i < m; i++) y[i] += d[i + j * m] * x[j];
}

/* y = D' x */
static void apply_transposed(int m, const double *d, const double *x, double *y) {
    for (int j = 0; j <= m; j++) y[j] = dot(m, d + j * m, x);
}

/* [D; last'] */
static void stack(int m, const double *d, const double *last, double *a) {
    const int n = m + 1;
    for (int j = 0; j < n; j++) {
        memcpy(a + j * n, d + j * m, sizeof *a * (size_t)m);
        a[m + j * n] = last[j];
    }
}

static int sign_of(int n, const double *lu, const int *pivot) {
    int sign = 1;
    for (int i = 0; i < n; i++)
        if ((lu[i + i * n] < 0) != (pivot[i] != i)) sign = -sign;
    return sign;
}

int null_border(int m, const double *d, const double *guess, int refine, double *x,
                double *work, int *pivot, int *sign) {
    const int n = m + 1;
    double *a = work, *scale = a + n * n, *r = scale + n;
    stack(m, d, guess, a);
    int bad = lu_factor(n, a, pivot, scale);
    if (bad) return bad;
    *sign = sign_of(n, a, pivot);
    memset(x, 0, sizeof *x * (size_t)n);
    x[m] = 1;
    lu_solve(n, a, pivot, scale, x);
    for (; refine > 0; refine--) {
        apply(m, d, x, r);
        for (int i = 0; i < m; i++) r[i] = -r[i];
        r[m] = 0;
        lu_solve(n, a, pivot, scale, r);
        for (int i = 0; i < n; i++) x[i] += r[i];
    }
    normalize(n, x);
    return 0;
}

int null_sign(int m, const double *d, const double *x, double *work, int *pivot) {
    stack(m, d, x, work);
    int bad = lu_factor(m + 1, work, pivot, work + (m + 1) * (m + 1));
    return bad ? 0 : sign_of(m + 1, work, pivot);
}

static void orient(int n, const double *guess, double *x) {
    if (dot(n, guess, x) < 0)
        for (int i = 0; i < n; i++) x[i] = -x[i];
}

/* The rows of D: [m + 1, m] */
static void transpose(int m, const double *d, double *a) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= m; j++) a[j + i * (m + 1)] = d[i + j * m];
}

void null_qr(int m, const double *d, const double *guess, double *x, double *work) {
    const int n = m + 1;
    double *a = work, *beta = a + n * n;
    transpose(m, d, a);
    for (int k = 0; k < m; k++) {
        double *v = a + k + k * n, norm = sqrt(dot(n - k, v, v));
        beta[k] = 0;
        if (norm == 0) continue;
        v[0] += v[0] > 0 ? norm : -norm;
        beta[k] = 2 / dot(n - k, v, v);
        for (int j = k + 1; j < m; j++) {
            double *y = a + k + j * n, factor = beta[k] * dot(n - k, v, y);
            for (int i = 0; i < n - k; i++) y[i] -= factor * v[i];
        }
    }
    memset(x, 0, sizeof *x * (size_t)n);
    x[m] = 1;
    for (int k = m - 1; k >= 0; k--) {
        double *v = a + k + k * n, factor = beta[k] * dot(n - k, v, x + k);
        for (int i = 0; i < n - k; i++) x[k + i] -= factor * v[i];
    }
    orient(n, guess, x);
}

/* What is left of x beside the orthogonal columns of a; twice is enough. */
static double project_out(int m, const double *a, double *x) {
    const int n = m + 1;
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < m; k++) {
            const double *y = a + k * n;
            double square = dot(n, y, y), factor = square > 0 ? dot(n, y, x) / square : 0;
            for (int i = 0; i < n; i++) x[i] -= factor * y[i];
        }
    return sqrt(dot(n, x, x));
}

void null_svd(int m, const double *d, const double *guess, double *x, double *work) {
    static const double ENOUGH = 0.5; /* of a start that survives the projection */
    const int n = m + 1;
    double *a = work, *sigma = a + n * n;
    transpose(m, d, a);
    if (m) singular_values(n, m, a, sigma);
    memcpy(x, guess, sizeof *x * (size_t)n);
    double left = project_out(m, a, x), best = left;
    for (int k = 0, chosen = -1; best < ENOUGH && k <= n; k++) {
        int start = k < n ? k : chosen; /* all unit vectors, then the best once more */
        memset(x, 0, sizeof *x * (size_t)n);
        x[start < 0 ? 0 : start] = 1;
        left = project_out(m, a, x);
        if (left > best) best = left, chosen = k;
        if (left >= ENOUGH) break;
    }
    normalize(n, x);
    orient(n, guess, x);
}

/* Y = |D u|^2 u - D'D u; du = D u: [m] */
static void gradient(int m, const double *d, const double *u, double *du, double *y) {
    apply(m, d, u, du);
    apply_transposed(m, d, du, y);
    double square = dot(m, du, du);
    for (int i = 0; i <= m; i++) y[i] = square * u[i] - y[i];
}

enum { MOST_ROUNDS = 200 }; /* of n + 1 iterations */

/* The minimum of |D(c u + s h)| over the circle. */
static void turn(int m, const double *du, const double *dh, double *c, double *s) {
    double a = 2 * dot(m, du, dh), b = dot(m, du, du) - dot(m, dh, dh), r = hypot(a, b);
    *c = 1, *s = 0;
    if (!(r > 0)) return;
    if (b >= 0)
        *s = sqrt((1 + b / r) / 2), *c = -a / (2 * r * *s);
    else
        *c = sqrt((1 - b / r) / 2), *s = -a / (2 * r * *c);
}

int null_sphere(int m, const double *d, const double *guess, double *x, double *work) {
    const int n = m + 1;
    double *g = work, *h = g + n, *next = h + n, *du = next + n, *dh = du + n;
    memcpy(x, guess, sizeof *x * (size_t)n);
    gradient(m, d, x, du, g);
    /* A critical point that is no minimum is left by a nudge along every axis. */
    if (dot(n, g, g) == 0 && dot(m, du, du) > DBL_EPSILON) {
        for (int i = 0; i < n; i++) x[i] += 0.1 / (i + 2);
        normalize(n, x);
        gradient(m, d, x, du, g);
    }
    memcpy(h, g, sizeof *h * (size_t)n);
    for (int k = 0; k < MOST_ROUNDS * (n + 1); k++) {
        double length = sqrt(dot(n, h, h)), square = dot(n, g, g), c, s;
        if (!(length > 0) || !(sqrt(dot(m, du, du)) > 2 * DBL_EPSILON)) return k;
        for (int i = 0; i < n; i++) h[i] /= length;
        apply(m, d, h, dh);
        turn(m, du, dh, &c, &s);
        if (fabs(s) < DBL_EPSILON) return k;
        double along = dot(n, h, g), slope = length * along;
        for (int i = 0; i < n; i++) { /* u turns into h; h and g are carried along */
            double u = x[i], moved = g[i] - along * (s * u + (1 - c) * h[i]);
            x[i] = c * u + s * h[i];
            h[i] = length * (c * h[i] - s * u);
            g[i] = moved;
        }
        normalize(n, x);
        gradient(m, d, x, du, next);
        double gamma = (dot(n, next, next) - dot(n, next, g)) / slope;
        int restart = k % (n + 1) == n || !(slope > 0) || !(square > 0);
        for (int i = 0; i < n; i++) h[i] = next[i] + (restart ? 0 : gamma * h[i]);
        memcpy(g, next, sizeof *g * (size_t)n);
        if (dot(n, h, g) < 0) memcpy(h, g, sizeof *h * (size_t)n);
    }
    return -1;
}

/* Conjugate gradients for the least solution of D e = -D x (normal equations of the
 * second kind, e = D'y); the residual is that of x itself. */
int null_polish(int m, const double *d, double *x, double *work) {
    const int n = m + 1;
    double *r = work, *p = r + n, *w = p + n, *q = w + n, *e = q + n;
    int k = 0;
    apply(m, d, x, r);
    memset(e, 0, sizeof *e * (size_t)n);
    for (int i = 0; i < m; i++) p[i] = r[i] = -r[i];
    double square = dot(m, r, r), first = square;
    for (; k < 2 * n && square > DBL_EPSILON * DBL_EPSILON * first; k++) {
        apply_transposed(m, d, p, w);
        double size = dot(n, w, w), alpha = square / size;
        if (!(size > 0)) break;
        for (int j = 0; j < n; j++) e[j] += alpha * w[j];
        apply(m, d, w, q);
        for (int i = 0; i < m; i++) r[i] -= alpha * q[i];
        double next = dot(m, r, r), beta = next / square;
        for (int i = 0; i < m; i++) p[i] = r[i] + beta * p[i];
        square = next;
    }
    for (int j = 0; j < n; j++) x[j] += e[j];
    normalize(n, x);
    return k;
}
