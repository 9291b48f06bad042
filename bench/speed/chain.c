/* SPDX-License-Identifier: BSD-3-Clause */
/* A chain of n particles of mass 1 in the plane, rods of length 1 between neighbours,
 * springs between every other: u = (x, y, vx, vy) of one particle after the other. By
 * hand: the forces in the rods solve a tridiagonal system, eliminated from both ends at
 * once (two independent recurrences instead of a long one). The projection has the same
 * matrix as the forces at the point where it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dop853.h"

enum { X, Y, VX, VY, STATES };
enum { CHAIN_MOST = 5000 };
static const double rigidity = 10;

/* A symmetric tridiagonal matrix (diagonal, side), factored from both ends. */
typedef struct ends {
    real dx[CHAIN_MOST], dy[CHAIN_MOST]; /* rods */
    real side[CHAIN_MOST], inverse[CHAIN_MOST], right[CHAIN_MOST];
} ends;

static _Thread_local ends chain_store;

static void chain_column(const problem *p, int i, char *name) {
    static const char *const names[] = {"x", "y", "vx", "vy"};
    (void)p;
    sprintf(name, "%s[%d]", names[i % STATES], i / STATES + 1);
}

static inline void chain_rods(int n, const real *u, ends *m) {
    for (int i = 0; i < n - 1; i++) {
        m->dx[i] = u[STATES * (i + 1) + X] - u[STATES * i + X];
        m->dy[i] = u[STATES * (i + 1) + Y] - u[STATES * i + Y];
    }
}

static inline real chain_length(const ends *m, int i) {
    return m->dx[i] * m->dx[i] + m->dy[i] * m->dy[i];
}

/* Factors the matrix of the rods: 2 |d_i|^2 on the diagonal, -d_i d_(i + 1) beside it.
 * The elimination comes from both ends and meets at rod `middle`. */
static inline void chain_factor(int rods, ends *m) {
    const int middle = rods / 2;
    for (int i = 0; i < rods - 1; i++)
        m->side[i] = m->dx[i] * m->dx[i + 1] + m->dy[i] * m->dy[i + 1];
    real up = 0, down = 0;
    for (int i = 0; i < middle; i++) {
        const int j = rods - 1 - i;
        m->inverse[i] = 1 / (2 * chain_length(m, i) - up);
        up = m->side[i] * m->side[i] * m->inverse[i];
        if (j > middle) {
            m->inverse[j] = 1 / (2 * chain_length(m, j) - down);
            down = m->side[j - 1] * m->side[j - 1] * m->inverse[j];
        }
    }
    m->inverse[middle] = 1 / (2 * chain_length(m, middle) - up - down);
}

/* Solves in place: right becomes the solution. */
static inline void chain_solve(int rods, ends *m) {
    const int middle = rods / 2;
    real *r = m->right;
    real up = 0, down = 0;
    for (int i = 0; i < middle; i++) {
        const int j = rods - 1 - i;
        r[i] = (r[i] + up) * m->inverse[i];
        up = m->side[i] * r[i];
        if (j > middle) {
            r[j] = (r[j] + down) * m->inverse[j];
            down = m->side[j - 1] * r[j];
        }
    }
    r[middle] = (r[middle] + up + down) * m->inverse[middle];
    real left = r[middle], right = r[middle];
    for (int i = middle - 1; i >= 0; i--) {
        const int j = rods - 1 - i;
        left = r[i] += m->side[i] * m->inverse[i] * left;
        if (j > middle)
            right = r[j] += m->side[j - 1] * m->inverse[j] * right;
    }
}

static inline void spring(real *f, const real *a, const real *b) {
    const real x = rigidity * (b[X] - a[X]), y = rigidity * (b[Y] - a[Y]);
    f[VX] += x;
    f[VY] += y;
    f[2 * STATES + VX] -= x;
    f[2 * STATES + VY] -= y;
}

/* With the rods and the factors of this point. */
static inline void chain_evaluate(int n, const real *u, real *f, ends *m) {
    for (int i = 0; i < n; i++) {
        f[STATES * i + X] = u[STATES * i + VX];
        f[STATES * i + Y] = u[STATES * i + VY];
        f[STATES * i + VX] = 0;
        f[STATES * i + VY] = 0;
    }
    for (int i = 0; i < n - 2; i++)
        spring(f + STATES * i, u + STATES * i, u + STATES * (i + 2));
    for (int i = 0; i < n - 1; i++) {
        const real *a = u + STATES * i, *b = a + STATES;
        const real *fa = f + STATES * i, *fb = fa + STATES;
        const real wx = b[VX] - a[VX], wy = b[VY] - a[VY];
        m->right[i] = m->dx[i] * (fb[VX] - fa[VX]) + m->dy[i] * (fb[VY] - fa[VY]) +
                      wx * wx + wy * wy;
    }
    chain_solve(n - 1, m);
    for (int i = 0; i < n - 1; i++) {
        real *fa = f + STATES * i, *fb = fa + STATES;
        const real x = m->right[i] * m->dx[i], y = m->right[i] * m->dy[i];
        fa[VX] += x;
        fa[VY] += y;
        fb[VX] -= x;
        fb[VY] -= y;
    }
}

static inline void chain_side(const problem *p, real t, const real *u, real *f) {
    ends *m = &chain_store;
    (void)t;
    chain_rods(p->links, u, m);
    chain_factor(p->links - 1, m);
    chain_evaluate(p->links, u, f, m);
}

/* Adds the rods' directions times `right` to the components at `offset`. */
static inline real chain_push(int n, real *u, const ends *m, int offset) {
    real square = 0;
    for (int i = 0; i < n - 1; i++) {
        real *a = u + STATES * i + offset, *b = a + STATES;
        const real x = m->right[i] * m->dx[i], y = m->right[i] * m->dy[i];
        a[0] += x;
        a[1] += y;
        b[0] -= x;
        b[1] -= y;
        square = FABS(m->right[i]) > square ? FABS(m->right[i]) : square;
    }
    return square;
}

/* Newton's iteration along the normals with the matrix of each point (quadratic: a move
 * below 1e-8 is the last one), then the velocities. Leaves the rods and factors of the
 * end. */
static inline void chain_move(int n, real *u, ends *m) {
    const real last = sizeof(real) > sizeof(double) ? 1e-18 : 1e-8;
    chain_rods(n, u, m);
    chain_factor(n - 1, m);
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < n - 1; i++)
            m->right[i] = (chain_length(m, i) - 1) / 2;
        chain_solve(n - 1, m);
        const real move = chain_push(n, u, m, X);
        chain_rods(n, u, m);
        chain_factor(n - 1, m);
        if (move < last)
            break;
    }
    for (int i = 0; i < n - 1; i++) {
        const real *a = u + STATES * i, *b = a + STATES;
        m->right[i] = m->dx[i] * (b[VX] - a[VX]) + m->dy[i] * (b[VY] - a[VY]);
    }
    chain_solve(n - 1, m);
    chain_push(n, u, m, VX);
}

static void chain_project(const problem *p, real t, real *u) {
    (void)t;
    chain_move(p->links, u, &chain_store);
}

static void chain_start(const problem *p, real *u) {
    for (int i = 1; i <= p->links; i++) {
        real *particle = u + STATES * (i - 1);
        particle[X] = (i - 1) / 2.;
        particle[Y] = i % 2 * SQRT(3) / 2;
        particle[VX] = 0.3 * sin(0.7 * i);
        particle[VY] = 0.3 * cos(0.4 * i);
    }
    chain_project(p, 0, u);
}

/* Large ones: every so many particles, the last one included. */
static int chain_compared(const problem *p, int i) {
    const int stride = p->links <= 50 ? 1 : p->links / 50;
    return (p->links - 1 - i / STATES) % stride == 0;
}

#ifndef QUAD
static inline void chain_land(const problem *p, double t, double *u, double *f) {
    (void)t;
    chain_move(p->links, u, &chain_store);
    chain_evaluate(p->links, u, f, &chain_store);
}

static inline void chain_arrive(const problem *p, double t, double *u, double *f) {
    chain_side(p, t, u, f);
}

static int chain_limit(const problem *p, double tolerance, double *u, double *work,
                       counts *c) {
    return dop853(p, p->n, 1, chain_side, chain_arrive, tolerance, u, work, c);
}

static int chain_limit_projected(const problem *p, double tolerance, double *u,
                                 double *work, counts *c) {
    return dop853(p, p->n, 1, chain_side, chain_land, tolerance, u, work, c);
}

static int chain_rows(const problem *p, double tolerance, int count, double *row,
                      double *u, double *work, counts *c) {
    return dop853_with_rows(p, p->n, 1, chain_side, chain_land, tolerance, count, row, u,
                            work, c);
}

/* Six unknowns of one particle after the other: u, the force in the rod to the next one
 * and the multiplier of its velocities' equation; those of the last particle are zero. */
enum { FORCE = STATES, DRIFT, CHAIN_DAE, CHAIN_BAND = 3 * CHAIN_DAE - 1 };

static int chain_dae_size(const problem *p) {
    return CHAIN_DAE * p->links;
}

static void chain_residual(const problem *p, double t, const double *y, const double *yp,
                           double *r) {
    const int n = p->links;
    (void)t;
    for (int i = 0; i < n; i++) {
        const double *a = y + CHAIN_DAE * i, *ap = yp + CHAIN_DAE * i;
        double *ra = r + CHAIN_DAE * i;
        ra[X] = ap[X] - a[VX];
        ra[Y] = ap[Y] - a[VY];
        ra[VX] = ap[VX];
        ra[VY] = ap[VY];
        ra[FORCE] = a[FORCE];
        ra[DRIFT] = a[DRIFT];
    }
    for (int i = 0; i < n - 2; i++) {
        const double *a = y + CHAIN_DAE * i, *b = a + 2 * CHAIN_DAE;
        double *ra = r + CHAIN_DAE * i, *rb = ra + 2 * CHAIN_DAE;
        for (int k = 0; k < 2; k++) {
            ra[VX + k] -= rigidity * (b[X + k] - a[X + k]);
            rb[VX + k] += rigidity * (b[X + k] - a[X + k]);
        }
    }
    for (int i = 0; i < n - 1; i++) {
        const double *a = y + CHAIN_DAE * i, *b = a + CHAIN_DAE;
        double *ra = r + CHAIN_DAE * i, *rb = ra + CHAIN_DAE;
        const double dx = b[X] - a[X], dy = b[Y] - a[Y];
        ra[X] -= a[DRIFT] * dx;
        ra[Y] -= a[DRIFT] * dy;
        rb[X] += a[DRIFT] * dx;
        rb[Y] += a[DRIFT] * dy;
        ra[VX] -= a[FORCE] * dx;
        ra[VY] -= a[FORCE] * dy;
        rb[VX] += a[FORCE] * dx;
        rb[VY] += a[FORCE] * dy;
        ra[FORCE] = (dx * dx + dy * dy - 1) / 2;
        ra[DRIFT] = dx * (b[VX] - a[VX]) + dy * (b[VY] - a[VY]);
    }
}

static void chain_dae_start(const problem *p, double *y, double *yp) {
    const size_t n = (size_t)p->n;
    double *u = malloc(2 * n * sizeof *u), *f = u + n;
    if (!u)
        abort();
    chain_start(p, u);
    chain_side(p, 0, u, f); /* leaves the forces in the store */
    for (int i = 0; i < p->links; i++) {
        double *a = y + CHAIN_DAE * i, *ap = yp + CHAIN_DAE * i;
        memcpy(a, u + STATES * i, STATES * sizeof *a);
        memcpy(ap, f + STATES * i, STATES * sizeof *ap);
        a[FORCE] = i < p->links - 1 ? chain_store.right[i] : 0;
        a[DRIFT] = ap[FORCE] = ap[DRIFT] = 0;
    }
    free(u);
}

static void chain_differential(const problem *p, double *id) {
    for (int i = 0; i < CHAIN_DAE * p->links; i++)
        id[i] = i % CHAIN_DAE < STATES;
}

static void chain_state(const problem *p, const double *y, double *out) {
    for (int i = 0; i < p->links; i++)
        memcpy(out + STATES * i, y + CHAIN_DAE * i, STATES * sizeof *out);
}

static const dae_form chain_dae = {chain_dae_size,     chain_residual, chain_dae_start,
                                   chain_differential, chain_state,    CHAIN_BAND};
#define CHAIN_PROGRAMS                                                                   \
    .limit = chain_limit, .limit_projected = chain_limit_projected,                      \
    .limit_rows = chain_rows, .dae = &chain_dae,
#else
#define CHAIN_PROGRAMS
#endif

#define CHAIN(particles)                                                                 \
    const problem chain_##particles = {.name = "chain-" #particles,                      \
                                       .title = "chain of " #particles,                  \
                                       .model = "bench/Chain.mo",                        \
                                       .links = particles,                               \
                                       .n = STATES * particles,                          \
                                       .stop = 2,                                        \
                                       .floor = 1,                                       \
                                       .start = chain_start,                             \
                                       .column = chain_column,                           \
                                       .compared = chain_compared,                       \
                                       .side = chain_side,                               \
                                       .project = chain_project,                         \
                                       .lower = -1,                                      \
                                       CHAIN_PROGRAMS};
CHAIN(6)
CHAIN(50)
CHAIN(500)
CHAIN(5000)
