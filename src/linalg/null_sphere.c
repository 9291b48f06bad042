/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors by conjugate gradients. */
#include "null_sphere.h"
#include <float.h>
#include <math.h>

size_t null_sphere_work(int m) {
    return 5 * ((size_t)m + 1);
}

/* Y = |D u|^2 u - D'D u; du = D u: [m] */
static void null_sphere_gradient(const invo_pattern *d, const double *value,
                                 const double *u, double *du, double *y) {
    const int m = d->rows;
    sparse_multiply(d, value, u, du);
    sparse_multiply_transposed(d, value, du, y);
    double square = dot(m, du, du);
    for (int i = 0; i <= m; i++)
        y[i] = square * u[i] - y[i];
}

/* Of n + 1 iterations each, and of iterations where n is large: matrices that are so
 * badly conditioned are for factors. */
enum { MOST_ROUNDS = 200, MOST_ITERATIONS = 100000 };

/* The minimum of |D(c u + s h)| over the circle. */
static void null_sphere_turn(int m, const double *du, const double *dh, double *c,
                             double *s) {
    double a = 2 * dot(m, du, dh);
    double b = dot(m, du, du) - dot(m, dh, dh);
    double r = hypot(a, b);
    *c = 1;
    *s = 0;
    if (!(r > 0))
        return;
    if (b >= 0) {
        *s = sqrt((1 + b / r) / 2);
        *c = -a / (2 * r * *s);
    } else {
        *c = sqrt((1 - b / r) / 2);
        *s = -a / (2 * r * *c);
    }
}

/* Turns x along great circles; the direction is carried along and restarted. */
int null_sphere(const invo_pattern *d, const double *value, const double *guess,
                double *x, double *work) {
    const int m = d->rows;
    const int n = m + 1;
    double *g = work;
    double *h = g + n;
    double *next = h + n;
    double *du = next + n;
    double *dh = du + n;
    vector_copy(n, guess, x);
    null_sphere_gradient(d, value, x, du, g);
    /* A critical point that is no minimum is left by a nudge along every axis. */
    if (dot(n, g, g) == 0 && dot(m, du, du) > DBL_EPSILON) {
        for (int i = 0; i < n; i++)
            x[i] += 0.1 / (i + 2);
        vector_normalize(n, x);
        null_sphere_gradient(d, value, x, du, g);
    }
    vector_copy(n, g, h);
    const int most =
        n < MOST_ITERATIONS / MOST_ROUNDS ? MOST_ROUNDS * (n + 1) : MOST_ITERATIONS;
    for (int k = 0; k < most; k++) {
        double length = vector_length(n, h);
        double square = dot(n, g, g);
        double c;
        double s;
        if (!(length > 0) || !(vector_length(m, du) > 2 * DBL_EPSILON))
            return k;
        for (int i = 0; i < n; i++)
            h[i] /= length;
        sparse_multiply(d, value, h, dh);
        null_sphere_turn(m, du, dh, &c, &s);
        if (fabs(s) < DBL_EPSILON)
            return k;
        double along = dot(n, h, g);
        double slope = length * along;
        for (int i = 0; i < n; i++) { /* u turns into h; h and g are carried along */
            double u = x[i];
            double moved = g[i] - along * (s * u + (1 - c) * h[i]);
            x[i] = c * u + s * h[i];
            h[i] = length * (c * h[i] - s * u);
            g[i] = moved;
        }
        vector_normalize(n, x);
        null_sphere_gradient(d, value, x, du, next);
        double gamma = (dot(n, next, next) - dot(n, next, g)) / slope;
        int restart = k % (n + 1) == n || !(slope > 0) || !(square > 0);
        for (int i = 0; i < n; i++)
            h[i] = next[i] + (restart ? 0 : gamma * h[i]);
        vector_copy(n, next, g);
        if (dot(n, h, g) < 0)
            vector_copy(n, g, h);
    }
    return -most;
}

/* Conjugate gradients for the least solution of D e = -D x (normal equations of the
 * second kind, e = D'y); the residual is that of x itself. */
int null_polish(const invo_pattern *d, const double *value, double *x, double *work) {
    const int m = d->rows;
    const int n = m + 1;
    double *r = work;
    double *p = r + n;
    double *w = p + n;
    double *q = w + n;
    double *e = q + n;
    int k = 0;
    sparse_multiply(d, value, x, r);
    vector_zero(n, e);
    for (int i = 0; i < m; i++)
        p[i] = r[i] = -r[i];
    double square = dot(m, r, r);
    double first = square;
    for (; k < 2 * n && square > DBL_EPSILON * DBL_EPSILON * first; k++) {
        sparse_multiply_transposed(d, value, p, w);
        double size = dot(n, w, w);
        double alpha = square / size;
        if (!(size > 0))
            break;
        vector_add(n, alpha, w, e);
        sparse_multiply(d, value, w, q);
        vector_add(m, -alpha, q, r);
        double next = dot(m, r, r);
        double beta = next / square;
        vector_move(m, r, beta, p, p);
        square = next;
    }
    vector_add(n, 1, e, x);
    vector_normalize(n, x);
    return k;
}
