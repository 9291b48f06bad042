/* SPDX-License-Identifier: BSD-3-Clause */
/* Directions from the kernel of (b, J): bordered LU, QR, singular vectors, conjugate
 * gradients on the sphere ([TAN05] section 5.1). */
#include "kernel.h"
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/null_vector.h"
#include "metric.h"

static int entries(const invo_system *s) {
    return s->kernel ? s->kernel->pattern.start[s->kernel->size] : 0;
}
static int size_of(const invo_system *s) { return s->kernel ? s->kernel->size : 0; }

int kernel_find(const char *direction) {
    static const char *const name[] = {"border", "svd", "qr", "sphere-cg"};
    for (int k = 0; k < 4; k++)
        if (strcmp(name[k], direction) == 0) return k;
    return -1;
}

size_t kernel_work(const invo_system *s) {
    size_t m = (size_t)size_of(s);
    return (size_t)entries(s) + m + m * (m + 1) + 2 * (m + 1) + null_vector_work((int)m);
}

size_t kernel_integers(const invo_system *s) {
    return 2 * (size_t)size_of(s) + 1 + (size_t)s->tops;
}

void kernel_init(kernel *k, const invo_system *s, double *work, int *integers) {
    int m = size_of(s);
    kernel before = *k;
    *k = (kernel){.s = s, .kind = before.kind, .euclidean = before.euclidean};
    k->coordinate = integers, k->pivot = integers + m, k->given = k->pivot + m + 1;
    for (int j = 0; j < s->tops; j++) k->given[j] = 0;
    k->value = work, k->b = k->value + entries(s), k->d = k->b + m;
    k->x = k->d + m * (m + 1), k->guess = k->x + m + 1, k->work = k->guess + m + 1;
    for (int j = 0; j < m; j++) {
        k->coordinate[j] = 0, k->given[s->kernel->unknown[j]] = 1;
        for (int i = 1; i < s->coordinates; i++)
            if (s->coordinate[i].next == -1 - s->kernel->unknown[j]) k->coordinate[j] = i;
    }
}

static double nominal(const kernel *k, int i) {
    return k->euclidean ? 1 : coordinate_nominal(k->s, i);
}

double kernel_length(const kernel *k, const double *move) {
    double sum = 0;
    for (int i = 0; i < k->s->coordinates; i++) {
        double x = move[i] / nominal(k, i);
        sum += x * x;
    }
    return sqrt(sum);
}

/* D = (b, J), rows of length 1. */
static invo_status assemble(kernel *k, const double *u) {
    const invo_kernel *f = k->s->kernel;
    const int m = f->size;
    k->s->kernel_equations(k->s->self, u, k->value, k->b);
    memset(k->d, 0, sizeof *k->d * (size_t)(m * (m + 1)));
    for (int i = 0; i < m; i++) {
        double largest = fabs(k->b[i]), sum;
        for (int e = f->pattern.start[i]; e < f->pattern.start[i + 1]; e++)
            largest = !(fabs(k->value[e]) <= largest) ? fabs(k->value[e]) : largest;
        k->unknown = f->unknown[i];
        if (!isfinite(largest)) return INVO_E_DOMAIN;
        if (!(largest > 0)) return INVO_E_DIRECTION;
        sum = (k->b[i] / largest) * (k->b[i] / largest);
        for (int e = f->pattern.start[i]; e < f->pattern.start[i + 1]; e++)
            sum += (k->value[e] / largest) * (k->value[e] / largest);
        double scale = 1 / sqrt(sum);
        k->d[i] = k->b[i] / largest * scale;
        for (int e = f->pattern.start[i]; e < f->pattern.start[i + 1]; e++)
            k->d[i + (f->pattern.column[e] + 1) * m] = k->value[e] / largest * scale;
    }
    k->unknown = -1;
    return INVO_OK;
}

/* The direction near by as a vector (tau, z); without one, forward in time. */
static int read_guess(kernel *k, const double *v) {
    const int m = k->s->kernel->size;
    double sum = v[0] * v[0];
    k->guess[0] = v[0];
    for (int j = 0; j < m; j++) {
        double z = k->coordinate[j] ? v[k->coordinate[j]] : 0;
        k->guess[j + 1] = z, sum += z * z;
    }
    int given = sum > 0;
    for (int j = 0; j <= m; j++)
        k->guess[j] = given ? k->guess[j] / sqrt(sum) : 1 / sqrt(m + 1.0);
    return given;
}

static invo_status solve(kernel *k, int given, int refine) {
    const int m = k->s->kernel->size;
    kernel_kind kind = !given && k->kind == KERNEL_BORDER ? KERNEL_QR : k->kind;
    k->knows_sign = kind == KERNEL_BORDER;
    if (kind == KERNEL_BORDER) {
        k->factorizations++;
        int bad =
            null_border(m, k->d, k->guess, refine, k->x, k->work, k->pivot, &k->sign);
        if (bad)
            return k->unknown = k->s->kernel->unknown[bad > 1 ? bad - 2 : 0],
                   INVO_E_DIRECTION;
        return INVO_OK;
    }
    if (kind == KERNEL_SPHERE) {
        int count = null_sphere(m, k->d, k->guess, k->x, k->work);
        k->iterations += count < 0 ? 0 : count;
        if (count < 0) return INVO_E_DIRECTION;
    } else {
        k->factorizations++;
        (kind == KERNEL_QR ? null_qr : null_svd)(m, k->d, k->guess, k->x, k->work);
    }
    if (refine) k->iterations += null_polish(m, k->d, k->x, k->work);
    return INVO_OK;
}

/* Puts x in the place of v[i]; returns their inner product. */
static double replace(const kernel *k, double *v, int i, double x) {
    double size = nominal(k, i), product = v[i] / size * (x / size);
    v[i] = x;
    return product;
}

/* V of length 1, in the sense of what v holds. */
static invo_status build(kernel *k, const double *u, int given, double *v) {
    const invo_system *s = k->s;
    double tau = k->x[0], inner = replace(k, v, 0, tau);
    for (int i = 1; i < s->coordinates; i++)
        if (s->coordinate[i].next >= 0)
            inner += replace(k, v, i, tau * u[s->coordinate[i].next]);
    for (int j = 0; j < s->kernel->size; j++)
        if (k->coordinate[j]) inner += replace(k, v, k->coordinate[j], k->x[j + 1]);
    double length = kernel_length(k, v);
    if (!(length > 0)) return k->unknown = -1, INVO_E_DIRECTION;
    if (given ? inner < 0 : tau < 0) length = -length;
    for (int i = 0; i < s->coordinates; i++) v[i] /= length;
    for (int j = 0; j <= s->kernel->size; j++) k->x[j] /= length;
    if (length < 0) k->sign = -k->sign;
    k->tau = v[0];
    return INVO_OK;
}

invo_status kernel_at(kernel *k, const double *u, double *v, double *z, int refine) {
    const invo_kernel *f = k->s->kernel;
    TRY(assemble(k, u));
    int given = read_guess(k, v);
    TRY(solve(k, given, refine));
    TRY(build(k, u, given, v));
    for (int i = 0; i < k->s->coordinates; i++)
        if (!isfinite(v[i])) return k->unknown = -1, INVO_E_DOMAIN;
    for (int j = 0; j < f->size; j++) z[f->unknown[j]] = k->x[j + 1] / k->x[0];
    return INVO_OK;
}

int kernel_sign(kernel *k) {
    if (!k->knows_sign) {
        k->sign = null_sign(k->s->kernel->size, k->d, k->x, k->work, k->pivot);
        k->knows_sign = 1;
    }
    return k->sign;
}
