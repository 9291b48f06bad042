/* SPDX-License-Identifier: BSD-3-Clause */
/* Directions from the kernel of (b, J): bordered LU, QR, singular vectors, conjugate
 * gradients on the sphere ([TAN05] section 5.1). */
#include "kernel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/null_sphere.h"
#include "../linalg/null_vector.h"
#include "metric.h"

static int entries_of_j(const kernel *k) {
    return k->s->kernel ? k->s->kernel->pattern.start[k->s->kernel->size] : 0;
}
static int kernel_size_of(const kernel *k) {
    return k->s->kernel ? k->s->kernel->size : 0;
}

/* The pattern of (b, J), b full. */
static invo_status kernel_make_pattern(kernel *k, invo_context *c) {
    const int m = kernel_size_of(k);
    const int entries = entries_of_j(k) + m;
    const invo_pattern *j = &k->s->kernel->pattern;
    k->owned = memory_alloc(c, sizeof(int) * (m + 1 + entries));
    if (!k->owned)
        return INVO_E_MEMORY;
    int *start = k->owned;
    int *column = start + m + 1;
    int count = 0;
    for (int i = 0; i < m; i++) {
        column[count++] = 0;
        EACH_ENTRY(e, j, i)
            column[count++] = j->column[e] + 1;
        start[i + 1] = count;
    }
    k->pattern = (invo_pattern){m, m + 1, start, column};
    return INVO_OK;
}

invo_status kernel_plan(kernel *k, const invo_system *s, invo_context *c) {
    *k = (kernel){.s = s, .kind = k->kind, .euclidean = k->euclidean};
    const int m = kernel_size_of(k);
    const int is_dense = k->kind == DIRECTION_SVD || k->kind == DIRECTION_QR;
    if (!s->kernel)
        return INVO_OK;
    TRY(kernel_make_pattern(k, c));
    if (is_dense && m > KERNEL_LARGEST_DENSE)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction %s uses a dense matrix of up to %d rows, and this "
                      "system needs %d; use border or sphere-cg",
                      k->kind == DIRECTION_SVD ? "svd" : "qr", KERNEL_LARGEST_DENSE, m);
    k->border = border_new(&k->pattern, FACTOR_BY_ITSELF);
    if (!k->border)
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    k->is_dense = is_dense || (k->kind == DIRECTION_BORDER && border_is_dense(k->border));
    return INVO_OK;
}

void kernel_free(kernel *k) {
    border_free(k->border);
    free(k->owned);
    k->border = NULL;
    k->owned = NULL;
}

/* Takes the arrays, and finds the coordinate of each unknown. */
void kernel_lay_out(kernel *k, pool *p) {
    const invo_system *s = k->s;
    const int m = kernel_size_of(k);
    const int entries = entries_of_j(k);
    k->coordinate = pool_integers(p, m);
    k->given = pool_integers(p, s->tops);
    k->value = pool_doubles(p, entries);
    k->b = pool_doubles(p, m);
    k->entry = pool_doubles(p, entries + m);
    POOL_DOUBLES(p, m + 1, &k->x, &k->guess);
    k->d = k->is_dense ? pool_doubles(p, (size_t)m * (m + 1)) : NULL;
    k->work =
        pool_doubles(p, null_sphere_work(m) + (k->is_dense ? null_vector_work(m) : 0));
    if (!m || !k->given)
        return;
    int *of_top = k->given; /* until it is filled in */
    coordinate_find_tops(s, of_top);
    for (int j = 0; j < m; j++)
        k->coordinate[j] = of_top[s->kernel->unknown[j]];
    memset(k->given, 0, sizeof *k->given * s->tops);
    for (int j = 0; j < m; j++)
        k->given[s->kernel->unknown[j]] = 1;
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
static invo_status kernel_assemble(kernel *k, const double *u) {
    const invo_kernel *f = k->s->kernel;
    k->s->kernel_equations(k->s->self, u, k->value, k->b);
    for (int i = 0; i < f->size; i++) {
        const double *value = k->value + f->pattern.start[i];
        const int count = f->pattern.start[i + 1] - f->pattern.start[i];
        double largest = fabs(k->b[i]);
        double sum;
        double *row = k->entry + k->pattern.start[i];
        for (int e = 0; e < count; e++)
            largest = !(fabs(value[e]) <= largest) ? fabs(value[e]) : largest;
        k->unknown = f->unknown[i];
        if (!isfinite(largest))
            return INVO_E_DOMAIN;
        if (!(largest > 0))
            return INVO_E_DIRECTION;
        sum = (k->b[i] / largest) * (k->b[i] / largest);
        for (int e = 0; e < count; e++)
            sum += (value[e] / largest) * (value[e] / largest);
        double scale = 1 / sqrt(sum);
        row[0] = k->b[i] / largest * scale;
        for (int e = 0; e < count; e++)
            row[e + 1] = value[e] / largest * scale;
    }
    k->unknown = -1;
    return INVO_OK;
}

/* The same, dense. */
static void kernel_expand(kernel *k) {
    const int m = k->pattern.rows;
    vector_zero(m * (m + 1), k->d);
    for (int i = 0; i < m; i++)
        EACH_ENTRY(e, &k->pattern, i)
            k->d[i + k->pattern.column[e] * m] = k->entry[e];
}

/* The direction nearby as a vector (tau, z); without one, forward in time. */
static int read_guess(kernel *k, const double *v) {
    const int m = k->s->kernel->size;
    k->guess[0] = v[0];
    for (int j = 0; j < m; j++)
        k->guess[j + 1] = k->coordinate[j] ? v[k->coordinate[j]] : 0;
    const int given = vector_normalize(m + 1, k->guess) > 0;
    for (int j = 0; j <= m && !given; j++)
        k->guess[j] = 1 / sqrt(m + 1.0);
    return given;
}

/* A vector that no kernel has a reason to be orthogonal to; and others. */
static void draw_guess(kernel *k, int number) {
    const int n = k->pattern.columns;
    for (int j = 0; j < n; j++)
        k->guess[j] = number ? 0.2 * ((7 + 2 * number) * j % 11) - 0.9 : 1;
    vector_normalize(n, k->guess);
}

/* By the bordered matrix; without a direction nearby, any will do for one that then is.
 */
static int kernel_by_border(kernel *k, int given, int refine) {
    enum { GUESSES = 4 };
    int bad = given ? 0 : 1;
    for (int number = 0; number < GUESSES && bad > 0; number++) {
        draw_guess(k, number);
        bad = border_solve(k->border, k->entry, k->guess, 1, k->x, &k->sign);
        k->factorizations++;
        if (!bad)
            vector_copy(k->pattern.columns, k->x, k->guess);
    }
    if (bad)
        return bad;
    k->factorizations++;
    return border_solve(k->border, k->entry, k->guess, refine, k->x, &k->sign);
}

/* Finds the null vector by the way that was chosen; a dense border without a direction
 * nearby begins with QR. */
static invo_status kernel_solve(kernel *k, int given, int refine) {
    const int m = k->pattern.rows;
    choice_direction kind =
        !given && k->kind == DIRECTION_BORDER && k->is_dense ? DIRECTION_QR : k->kind;
    k->knows_sign = kind == DIRECTION_BORDER;
    if (kind == DIRECTION_BORDER) {
        int bad = kernel_by_border(k, given, refine);
        if (bad == SPARSE_NO_MEMORY)
            return INVO_E_MEMORY;
        if (bad) {
            k->unknown = k->s->kernel->unknown[bad > 1 ? bad - 2 : 0];
            return INVO_E_DIRECTION;
        }
        return INVO_OK;
    }
    if (kind == DIRECTION_SPHERE_CG) {
        int count = null_sphere(&k->pattern, k->entry, k->guess, k->x, k->work);
        k->iterations += abs(count);
        if (count < 0) {
            k->stalled = -count;
            return INVO_E_DIRECTION;
        }
    } else {
        k->factorizations++;
        kernel_expand(k);
        (kind == DIRECTION_QR ? null_qr : null_svd)(m, k->d, k->guess, k->x, k->work);
    }
    if (refine)
        k->iterations += null_polish(&k->pattern, k->entry, k->x, k->work);
    return INVO_OK;
}

/* Puts x in the place of v[i]; returns their inner product. */
static double kernel_replace(const kernel *k, double *v, int i, double x) {
    double size = nominal(k, i);
    double product = v[i] / size * (x / size);
    v[i] = x;
    return product;
}

/* V of length 1, in the sense of what v holds. */
static invo_status kernel_build(kernel *k, const double *u, int given, double *v) {
    const invo_system *s = k->s;
    double tau = k->x[0];
    double inner = kernel_replace(k, v, 0, tau);
    for (int i = 1; i < s->coordinates; i++)
        if (s->coordinate[i].derivative < s->coordinates)
            inner += kernel_replace(k, v, i, tau * u[s->coordinate[i].derivative]);
    for (int j = 0; j < s->kernel->size; j++)
        if (k->coordinate[j])
            inner += kernel_replace(k, v, k->coordinate[j], k->x[j + 1]);
    double length = kernel_length(k, v);
    if (!(length > 0)) {
        k->unknown = -1;
        return INVO_E_DIRECTION;
    }
    if (given ? inner < 0 : tau < 0)
        length = -length;
    for (int i = 0; i < s->coordinates; i++)
        v[i] /= length;
    for (int j = 0; j <= s->kernel->size; j++)
        k->x[j] /= length;
    if (length < 0)
        k->sign = -k->sign;
    k->tau = v[0];
    return INVO_OK;
}

invo_status kernel_at(kernel *k, const double *u, double *v, double *z, int refine) {
    const invo_kernel *f = k->s->kernel;
    k->stalled = 0;
    TRY(kernel_assemble(k, u));
    int given = read_guess(k, v);
    TRY(kernel_solve(k, given, refine));
    TRY(kernel_build(k, u, given, v));
    k->unknown = -1;
    if (vector_first_infinite(k->s->coordinates, v) >= 0)
        return INVO_E_DOMAIN;
    for (int j = 0; j < f->size; j++)
        z[f->unknown[j]] = k->x[j + 1] / k->x[0];
    return INVO_OK;
}

int kernel_sign(kernel *k) {
    if (k->knows_sign)
        return k->sign;
    k->knows_sign = 1;
    if (border_solve(k->border, k->entry, k->x, 0, k->work, &k->sign))
        k->sign = 0;
    return k->sign;
}
