/* SPDX-License-Identifier: BSD-3-Clause */
/* An unstable equilibrium: a solution that begins there stays there, but nothing real
 * does. Differences of the direction on both sides of each coordinate, on the manifold,
 * give the linear field M on the tangent space; the largest real part of its eigenvalues
 * is the limit of log |exp(M t)| / t, by repeated squaring. */
#include "rest.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include "run.h"

enum { MOST_COORDINATES = 80 };
/* What moves by less than this share of its size in the whole run is at rest. */
static const double REST = 1e-9;
/* Of the size of a coordinate, that it is moved by. */
static const double ASIDE = 1e-6;
/* Tangents shorter than this share of the longest are none. */
static const double FLAT = 1e-4;
/* Differences are known to 1e-10: a chain of three integrators then looks as if it grew
 * at 5e-4 of the fastest rate. */
static const double GROWS = 2e-3;
/* Disturbances must grow by exp of this in the run. */
static const double GROWTH = 3;
enum { SQUARINGS = 20, TERMS = 12 };

typedef struct rest {
    run *v;
    int n, tangents;   /* coordinates without time; of the manifold */
    double *move;      /* [n, n]: differences of points, by columns, in sizes */
    double *rate;      /* [n, n]: of directions */
    double *basis;     /* [n, n]: scratch */
    double *m, *p, *q; /* [n, n] */
    double *size;      /* [n] */
} rest;

static double *rest_column(const rest *r, double *a, int j) {
    return a + (size_t)j * (size_t)r->n;
}

static double rest_dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double rest_length(int count, const double *a) {
    return sqrt(rest_dot(count, a, a));
}

static int rest_is_still(const run *v) {
    double span = fabs(v->o.stop - v->o.start);
    for (int i = 1; i < v->n; i++) {
        double size = fmax(fabs(v->u[i]), coordinate_nominal(v->s, i));
        if (!(fabs(v->v[i]) * span <= REST * size))
            return 0;
    }
    return 1;
}

/* --- the linear field --- */

/* Adds, with a sign, the point beside u in coordinate j and the direction there. */
static int rest_look_aside(rest *r, int j, double sign) {
    run *v = r->v;
    copy(v->point, v->u, v->n);
    copy(v->slope, v->v, v->n);
    v->point[j + 1] += sign * ASIDE * r->size[j];
    if (retract(&v->engine->retraction, v->point) ||
        run_direction(v, v->point, v->slope, 0))
        return 0;
    for (int i = 0; i < r->n; i++) {
        rest_column(r, r->move, j)[i] += sign * v->point[i + 1] / r->size[i];
        rest_column(r, r->rate, j)[i] += sign * v->slope[i + 1] / r->size[i];
    }
    return 1;
}

/* Orthonormal tangents, the longest moves first. Rates follow their moves, so that
 * `rate` becomes the linear field of each. */
static void rest_find_tangents(rest *r) {
    double longest = 0;
    for (int k = 0; k < r->n; k++) {
        int best = k;
        for (int j = k; j < r->n; j++)
            if (rest_length(r->n, rest_column(r, r->move, j)) >
                rest_length(r->n, rest_column(r, r->move, best)))
                best = j;
        double *move = rest_column(r, r->move, best);
        double *rate = rest_column(r, r->rate, best);
        double length = rest_length(r->n, move);
        longest = fmax(longest, length);
        if (!(length > FLAT * longest))
            return;
        for (int i = 0; i < r->n; i++) {
            double moved = move[i];
            double rated = rate[i];
            move[i] = rest_column(r, r->move, k)[i];
            rate[i] = rest_column(r, r->rate, k)[i];
            rest_column(r, r->move, k)[i] = moved / length;
            rest_column(r, r->rate, k)[i] = rated / length;
        }
        const double *own = rest_column(r, r->move, k);
        const double *own_rate = rest_column(r, r->rate, k);
        for (int j = k + 1; j < r->n; j++) {
            double share = rest_dot(r->n, own, rest_column(r, r->move, j));
            for (int i = 0; i < r->n; i++) {
                rest_column(r, r->move, j)[i] -= share * own[i];
                rest_column(r, r->rate, j)[i] -= share * own_rate[i];
            }
        }
        r->tangents = k + 1;
    }
}

/* --- growth --- */

/* c = a b, [t, t] */
static void rest_multiply(int t, const double *a, const double *b, double *c) {
    for (int j = 0; j < t; j++)
        for (int i = 0; i < t; i++) {
            double sum = 0;
            for (int k = 0; k < t; k++)
                sum += a[i + k * t] * b[k + j * t];
            c[i + j * t] = sum;
        }
}

/* p = exp(m h) for a small m h; q: scratch */
static void rest_exponential(rest *r, double h) {
    int t = r->tangents;
    double *term = r->basis;
    for (int k = 0; k < t * t; k++)
        r->p[k] = term[k] = k % (t + 1) == 0;
    for (int n = 1; n <= TERMS; n++) {
        rest_multiply(t, r->m, term, r->q);
        for (int k = 0; k < t * t; k++) {
            term[k] = r->q[k] * h / n;
            r->p[k] += term[k];
        }
    }
}

/* The largest real part of an eigenvalue of m; p is then the projection onto what grows
 * so, up to a factor. */
static double rest_growth(rest *r, double fastest) {
    int t = r->tangents;
    double h = 0.5 / fastest;
    double grown = 0; /* log |exp(m h)| */
    rest_exponential(r, h);
    for (int k = 0; k < SQUARINGS; k++) {
        double length = rest_length(t * t, r->p);
        if (!(length > 0) || !isfinite(length))
            return -INFINITY;
        for (int i = 0; i < t * t; i++)
            r->p[i] /= length;
        rest_multiply(t, r->p, r->p, r->q);
        double *kept = r->p;
        r->p = r->q;
        r->q = kept;
        grown = 2 * (grown + log(length));
        h *= 2;
    }
    return (grown + log(rest_length(t * t, r->p))) / h;
}

/* A variable of the model is rather named than its derivative. */
static int rest_is_derivative(const rest *r, int i) {
    return strncmp(r->v->s->coordinate[i + 1].name, "der(", 4) == 0;
}

/* The coordinate that takes part most in what grows. */
static int rest_leader(const rest *r) {
    int t = r->tangents;
    int column = 0;
    for (int j = 1; j < t; j++)
        if (rest_length(t, r->p + j * t) > rest_length(t, r->p + column * t))
            column = j;
    int best = 0;
    double most = -1;
    for (int i = 0; i < r->n; i++) {
        double part = 0;
        for (int k = 0; k < t; k++)
            part += rest_column(r, r->move, k)[i] * r->p[k + column * t];
        if (rest_is_derivative(r, i))
            part *= ASIDE;
        if (fabs(part) > most * (1 + ASIDE)) {
            most = fabs(part);
            best = i;
        }
    }
    return best + 1;
}

static void rest_examine(rest *r) {
    run *v = r->v;
    int is_known = 1;
    for (int j = 0; j < r->n; j++)
        r->size[j] = fmax(fabs(v->u[j + 1]), coordinate_nominal(v->s, j + 1));
    for (int j = 0; j < r->n && is_known; j++)
        is_known = rest_look_aside(r, j, 1) && rest_look_aside(r, j, -1);
    if (!is_known)
        return;
    rest_find_tangents(r);
    int t = r->tangents;
    for (int j = 0; j < t; j++)
        for (int i = 0; i < t; i++)
            r->m[i + j * t] =
                rest_dot(r->n, rest_column(r, r->move, i), rest_column(r, r->rate, j));
    double fastest = rest_length(t * t, r->m);
    double rate = fastest > 0 ? rest_growth(r, fastest) : 0;
    double span = fabs(v->o.stop - v->o.start);
    if (!(rate > GROWS * fastest && rate * span > GROWTH) || !v->s->coordinate)
        return;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the solution rests on an unstable equilibrium: disturbances, of %s above "
             "all, would grow by a factor of e in %.3g of time. Start beside it if it is "
             "to move",
             v->s->coordinate[rest_leader(r)].name, 1 / rate);
}

void rest_close(run *v, invo_status status) {
    int n = v->n - 1;
    if (status || v->engine->by_length || n < 1 || n > MOST_COORDINATES ||
        !rest_is_still(v))
        return;
    size_t square = (size_t)n * (size_t)n;
    double *room = calloc(6 * square + (size_t)n, sizeof *room);
    if (!room)
        return; /* it is a note only */
    rest r = {.v = v,
              .n = n,
              .move = room,
              .rate = room + square,
              .basis = room + 2 * square,
              .m = room + 3 * square,
              .p = room + 4 * square,
              .q = room + 5 * square,
              .size = room + 6 * square};
    rest_examine(&r);
    free(room);
}
