/* SPDX-License-Identifier: BSD-3-Clause */
/* Conjugate gradients [HS52] and SymmLQ [PS75]. Both end early where the matrix shows no
 * more curvature: what is left of b is then outside its range. */
#include "krylov.h"
#include <float.h>
#include <math.h>
#include "vector.h"

/* Iterates until the residual is small, or no curvature is left. */
int conjugate_gradients(const linear_map *a, const double *b, double *x, double tolerance,
                        int most, double *residual, double *work) {
    int n = a->n;
    int k = 0;
    double *r = work;
    double *p = r + n;
    double *q = p + n;
    double first = vector_length(n, b);
    vector_zero(n, x);
    vector_copy(n, b, r);
    vector_copy(n, b, p);
    double square = first * first;
    for (; k < most && sqrt(square) > tolerance * first; k++) {
        a->multiply(a->self, p, q);
        double curvature = dot(n, p, q);
        if (!(curvature > DBL_EPSILON * dot(n, p, p)))
            break;
        double step = square / curvature;
        double before = square;
        vector_add(n, step, p, x);
        vector_add(n, -step, q, r);
        square = dot(n, r, r);
        vector_move(n, r, square / before, p, p);
    }
    *residual = sqrt(square);
    return k;
}

/* The state of SymmLQ: T = L Q, a row of L and a rotation of Q at a time. */
typedef struct tridiagonal {
    double alpha, beta;              /* of the Lanczos process: T(k, k), T(k + 1, k) */
    double diagonal, below;          /* what later rotations still change of L */
    double second;                   /* L(k + 1, k - 1) */
    double cosine, sine;             /* of the last rotation */
    double zeta, zeta_before;        /* L zeta = |b| e_1 */
    double right;                    /* the part of the next equation that is known */
    double *v, *v_before, *next, *w; /* [n] each */
} tridiagonal;

/* One step of the Lanczos process: beta v_next = A v - alpha v - beta v_before. */
static void lanczos(const linear_map *a, tridiagonal *t) {
    int n = a->n;
    a->multiply(a->self, t->v, t->next);
    vector_add(n, -t->beta, t->v_before, t->next);
    t->alpha = dot(n, t->v, t->next);
    vector_add(n, -t->alpha, t->v, t->next);
    t->beta = vector_length(n, t->next);
    if (t->beta > 0)
        for (int i = 0; i < n; i++)
            t->next[i] /= t->beta;
    double *spare = t->v_before;
    t->v_before = t->v;
    t->v = t->next;
    t->next = spare;
}

/* Rotates beta away: x goes on along w, which turns towards the new v. */
static void krylov_rotate(int n, tridiagonal *t, double *x) {
    double gamma = hypot(t->diagonal, t->beta);
    t->cosine = t->diagonal / gamma;
    t->sine = t->beta / gamma;
    t->zeta_before = t->zeta;
    t->zeta = t->right / gamma;
    for (int i = 0; i < n; i++) {
        double w = t->cosine * t->w[i] + t->sine * t->v[i];
        x[i] += t->zeta * w;
        t->w[i] = t->sine * t->w[i] - t->cosine * t->v[i];
    }
}

/* The point of the conjugate gradients is at x + *step * w; returns its residual. */
static double residual_at(const tridiagonal *t, double *step) {
    *step = t->diagonal != 0 ? t->right / t->diagonal : 0;
    if (t->diagonal == 0)
        return INFINITY;
    return t->beta * fabs(t->sine * t->zeta - t->cosine * *step);
}

static const double NOTHING = 10 * DBL_EPSILON; /* of |T|: the Krylov space is complete */

/* Solves by T = L Q of the Lanczos process, and ends at the point of the conjugate
 * gradients where it is defined. */
int symmlq(const linear_map *a, const double *b, double *x, double tolerance, int most,
           double *residual, double *work) {
    int n = a->n;
    int k = 0;
    double first = vector_length(n, b);
    double step = 0;
    double size = 0;
    tridiagonal t = {.cosine = -1,
                     .v = work,
                     .v_before = work + n,
                     .next = work + 2 * n,
                     .w = work + 3 * n,
                     .right = first};
    vector_zero(n, x);
    vector_zero(4 * n, work);
    *residual = first;
    if (first == 0)
        return 0;
    for (int i = 0; i < n; i++)
        t.w[i] = t.v[i] = b[i] / first;
    while (k < most) {
        lanczos(a, &t);
        size = fmax(size, fabs(t.alpha) + t.beta);
        if (k == 0)
            t.diagonal = t.alpha;
        else { /* row k + 1 of L: (second, delta, diagonal) after the last rotation */
            double delta = t.cosine * t.below + t.sine * t.alpha;
            t.diagonal = t.sine * t.below - t.cosine * t.alpha;
            t.right = -delta * t.zeta - t.second * t.zeta_before;
        }
        t.second = t.sine * t.beta;
        t.below = -t.cosine * t.beta;
        k++;
        *residual = residual_at(&t, &step);
        if (*residual <= tolerance * first || t.beta <= NOTHING * size)
            break;
        if (k < most)
            krylov_rotate(n, &t, x);
    }
    if (fabs(t.diagonal) > NOTHING * size)
        vector_add(n, step, t.w, x);
    return k;
}
