/* SPDX-License-Identifier: BSD-3-Clause */
/* Orthogonal retraction by an inexact Newton iteration ([TAN05] Algorithms 4.3 to 4.7):
 * Schur complement S = -B A^-1 B' of A = W + sum mu d2phi, both by SymmLQ, the first step
 * by conjugate gradients, the Newton equations solved to the share eps_k of their
 * residual, eps_(k+1) = 0.8 eps_k. Nothing is factored. With --newton-forcing squared it
 * is a share of the square of the residual of the equations as written: where eps_k |F| >
 * 1 there is nothing to solve, and the iteration is lost.
 *
 * As in the other retractions invariants that cannot be enforced here are left out; how
 * far one is independent of the rows before it is found by conjugate gradients as well.
 */
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/krylov.h"
#include "lagrangian.h"
#include "retract_joint.h"

enum { MOST_ITERATIONS = 60, POLISH = 2 };
static const double POLISH_SHARE = 0.01; /* of eps, where a small move was not enough */
static const double SMALLER = 0.8;       /* eps_(k+1) / eps_k */
static const double A_TOLERANCE = 1e-12; /* 'until convergence' of [TAN05] 6.1 */
static const double STRENGTH_TOLERANCE = 1e-9;
static const double DIVERGED = 100; /* as the other iterations */
static const double STAGNANT = 0.9; /* moves that shrink by less have stagnated */
/* Moves of more than so many ulps that shrink by less raise the suspicion that invariants
 * are dependent (retraction.c), although eps alone may be the reason; from there on the
 * equations are solved well. Once what was left over is made good, moves that still
 * shrink by less than the second number prove it. */
static const double SUSPECT = 0.4;
typedef struct schur {
    lagrangian l;
    int curved;            /* A contains second differentials */
    double size;           /* |F| where the last Newton step began */
    int *kept;             /* [m] */
    double *x, *y, *s;     /* [n], [n], [m]: results */
    double *p, *q, *t;     /* [n], [n], [m]: inside products */
    double *inner, *outer; /* [4 n], [4 m]: of SymmLQ */
    newton *w;             /* the iteration */
    double eps;            /* what it may leave */
    int polished, suspect, slow;
} schur;

static void retract_inexact_lay_out(retraction *r, const invo_system *s, pool *p) {
    schur c = {.curved = 0};
    schur *to = pool_take(p, 1, sizeof c);
    size_t n = s->coordinates;
    size_t m = s->constraints;
    lagrangian_lay_out(&c.l, r, s, p);
    c.kept = pool_integers(p, m);
    POOL_DOUBLES(p, n, &c.x, &c.y, &c.p, &c.q);
    c.inner = pool_doubles(p, 4 * n);
    POOL_DOUBLES(p, m, &c.s, &c.t);
    c.outer = pool_doubles(p, 4 * m);
    r->own = to;
    if (to)
        *to = c;
}

/* Twice the dimension is where exact arithmetic would have ended long ago. */
static int most(int n) {
    return 2 * n + 10;
}

static void multiply_a(void *self, const double *x, double *y) {
    const schur *c = self;
    lagrangian_curve(&c->l, c->curved, x, y);
}

static void solve_a(schur *c, const double *b, double *x) {
    const linear_map a = {c->l.n, c, multiply_a};
    double residual;
    c->l.r->linear_iterations +=
        symmlq(&a, b, x, A_TOLERANCE, most(c->l.n), &residual, c->inner);
}

/* y = B A^-1 B' x: Algorithm 4.5 with the other sign. */
static void multiply_s(void *self, const double *x, double *y) {
    schur *c = self;
    lagrangian_normal(&c->l, x, c->p);
    if (c->curved || c->l.r->metric->couplings) {
        solve_a(c, c->p, c->q);
        lagrangian_rows(&c->l, c->q, y);
    } else
        lagrangian_rows(&c->l, c->p, y);
}

/* Takes the lengths of rows, or rows as they are where the square of the residual counts.
 */
static void retract_inexact_measure_rows(schur *c) {
    lagrangian_measure(&c->l);
    for (int k = 0; c->l.r->settings.squared && k < c->l.m; k++)
        c->l.scale[k] = 1;
}

/* The share of a right hand side of the size `right` that may be left of F. */
static double share_of(const schur *c, double eps, double size, double right) {
    if (!(right > 0))
        return 1;
    return eps * size * (c->l.r->settings.squared ? size : 1) / right;
}

/* The Newton step (x, s) from F to the share eps of |F|: Algorithm 4.4. */
static void retract_inexact_solve_block(schur *c, double eps) {
    lagrangian *l = &c->l;
    const linear_map s = {l->m, c, multiply_s};
    double residual;
    c->size = hypot(vector_length(l->n, l->g), vector_length(l->m, l->f));
    vector_scale(l->n, -1, l->g);
    solve_a(c, l->g, c->y); /* u1 */
    lagrangian_rows(l, c->y, c->t);
    vector_add(l->m, 1, l->f, c->t); /* v1 = B u1 - b2 */
    double right = vector_length(l->m, c->t);
    double share = share_of(c, eps, c->size, right);
    vector_zero(l->m, c->s);
    if (share < 1)
        l->r->linear_iterations +=
            symmlq(&s, c->t, c->s, share, most(l->m), &residual, c->outer);
    lagrangian_normal(l, c->s, c->p);
    solve_a(c, c->p, c->x); /* -u3 */
    vector_move(l->n, c->y, -1, c->x, c->x);
}

/* mu from (B B') mu = f to the share eps, then the move -B' mu: Algorithm 4.6. */
static void solve_normal(schur *c, double eps) {
    lagrangian *l = &c->l;
    const linear_map s = {l->m, c, multiply_s};
    double residual;
    double size = vector_length(l->m, l->f);
    double share = share_of(c, eps, size, size);
    c->curved = 0;
    l->r->linear_iterations +=
        conjugate_gradients(&s, l->f, c->s, share, most(l->m), &residual, c->outer);
    lagrangian_normal(l, c->s, c->p);
    solve_a(c, c->p, c->x);
    vector_scale(l->n, -1, c->x);
}

/* Sine of the angle between row i and the span of the kept ones; *scale: its length. */
static double strength(schur *c, int i, double *scale) {
    lagrangian *l = &c->l;
    const linear_map s = {l->m, c, multiply_s};
    double residual;
    int m = l->m;
    c->kept[m] = i; /* behind the kept ones, for its scale and direction */
    l->m = m + 1;
    lagrangian_measure(l);
    *scale = l->scale[m];
    vector_zero(m, c->t);
    c->t[m] = 1;
    lagrangian_normal(l, c->t, c->y);
    l->m = m;
    if (!(dot(l->n, c->y, c->y) > 0))
        return 0;
    lagrangian_rows(l, c->y, c->t);
    l->r->linear_iterations += conjugate_gradients(&s, c->t, c->s, STRENGTH_TOLERANCE,
                                                   most(m), &residual, c->outer);
    lagrangian_normal(l, c->s, c->x);
    vector_add(l->n, -1, c->x, c->y);
    return vector_length(l->n, c->y);
}

/* Takes invariants, the one least disturbed by round-off first; `drop` of the weakest are
 * left out. */
static void retract_inexact_take_invariants(schur *c, int drop) {
    retraction *r = c->l.r;
    const invo_system *s = r->s;
    int first = s->constraints - s->invariants;
    for (int left = s->invariants - drop; left > 0; left--) {
        int best = -1;
        double least = INFINITY;
        double scale;
        for (int i = first; i < s->constraints; i++) {
            if (!r->active.left_out[i])
                continue;
            double sine = strength(c, i, &scale);
            double away = r->unit[i] / (scale * sine);
            if (sine > ACTIVE_REDUNDANT && away < least) {
                best = i;
                least = away;
            }
        }
        if (best < 0 || !(least <= ACTIVE_WEAK_SHARE * r->metric->tolerance))
            return;
        r->active.left_out[best] = 0;
        c->kept[c->l.m++] = best;
    }
}

/* Has row i no gradient here? Then no move can help it. */
static int is_flat(const schur *c, int i) {
    const invo_pattern *p = &c->l.r->manifold->pattern;
    EACH_ENTRY(e, p, i)
        if (c->l.place[p->column[e]] >= 0 && c->l.b[e] != 0)
            return 0;
    return 1;
}

/* All constraints, and the invariants that can be enforced at u. */
static invo_status choose_rows(schur *c, const double *u, int drop) {
    retraction *r = c->l.r;
    const invo_system *s = r->s;
    int first = s->constraints - s->invariants;
    c->curved = 0;
    c->l.m = 0;
    lagrangian_evaluate(&c->l, u, 0);
    active_set_fill(&r->active, 0);
    for (int i = 0; i < first; i++)
        c->kept[c->l.m++] = i;
    lagrangian_measure(&c->l);
    for (int k = 0; k < c->l.m; k++)
        if (!isfinite(c->l.scale[k]) ||
            (r->residual[c->kept[k]] != 0 && is_flat(c, c->kept[k]))) {
            r->row = c->kept[k];
            r->value = r->residual[c->kept[k]];
            return INVO_E_RETRACTION;
        }
    if (s->invariants)
        retract_inexact_take_invariants(c, drop);
    return INVO_OK;
}

/* Moves u by the current step; returns its size in ulps. */
static double retract_inexact_advance(schur *c, double *u) {
    lagrangian_step(&c->l, c->x, c->s);
    return newton_advance(c->w, u);
}

/* To the beginning of the iteration. */
static invo_status retract_inexact_begin(void *self, double *u, int *factored) {
    schur *c = self;
    newton *w = c->w;
    retraction *r = w->r;
    TRY(retraction_evaluate(w, u));
    TRY(choose_rows(c, u, w->drop));
    if (r->settings.start == START_PREVIOUS)
        return retract_start(w, u, factored);
    if (r->settings.start == START_PLAIN)
        return INVO_OK;
    if (r->settings.start == START_CURVATURE && retract_tangent(r, u)) {
        TRY(retraction_evaluate(w, u));
        lagrangian_evaluate(&c->l, r->previous, 0);
    }
    retract_inexact_measure_rows(c);
    for (int k = 0; k < c->l.m; k++)
        c->l.f[k] = r->residual[c->kept[k]] / c->l.scale[k];
    solve_normal(c, c->eps);
    retract_inexact_advance(c, u);
    c->eps *= SMALLER;
    return INVO_OK;
}

static invo_status retract_inexact_residual(void *self, double *u) {
    return retraction_evaluate(((schur *)self)->w, u);
}

/* A Newton step from u, where the residuals are. */
static invo_status retract_inexact_move(void *self, double *u, double *size) {
    schur *c = self;
    c->curved = 1;
    lagrangian_evaluate(&c->l, u, 1);
    retract_inexact_measure_rows(c);
    lagrangian_gradient(&c->l, u);
    retract_inexact_solve_block(c, c->eps);
    *size = c->w->progress.size = retract_inexact_advance(c, u);
    return INVO_OK;
}

/* Until one of the papers' tests is met. */
static newton_verdict retract_inexact_before_rule(void *self, int k, double *u) {
    (void)k;
    return newton_rule_is_met(((schur *)self)->w, u) ? NEWTON_SOLVED : NEWTON_GOES_ON;
}

/* Divergence shows in |F|, which every step makes smaller; moves need not: solved to a
 * share of |F|, the first may serve one long row alone, the next the others, a hundred
 * times as far. */
static newton_verdict retract_inexact_after_rule(void *self, int k, double size,
                                                 double *u) {
    schur *c = self;
    newton_progress *p = &c->w->progress;
    (void)u;
    if (k == 0)
        p->first = c->size;
    c->eps *= SMALLER;
    return isfinite(size) && c->size <= DIVERGED * p->first ? NEWTON_GOES_ON
                                                            : NEWTON_LOST;
}

/* Watches for dependent invariants, which make moves shrink slowly, as a large eps does:
 * returns whether they are. */
static int suspects(schur *c, double before, double size) {
    if (c->w->drop >= c->w->r->s->invariants || !(before > ACTIVE_SURE))
        return 0;
    if (c->suspect > 1 && size > ACTIVE_SLOW * before)
        return 1;
    if (!c->suspect && size > SUSPECT * before) {
        c->eps *= POLISH_SHARE;
        c->suspect = 1;
    } else
        c->suspect += c->suspect > 0;
    return 0;
}

/* To round-off. */
static newton_verdict retract_inexact_after(void *self, int k, double size, double *u) {
    schur *c = self;
    newton *w = c->w;
    newton_progress *p = &w->progress;
    double before = p->before;
    if (size <= RETRACTION_FEW_ULPS) {
        /* eps is a share of both parts of F together: phi may still want some. */
        if (retraction_is_at_round_off(w, u, size))
            return NEWTON_SOLVED;
        if (c->polished++ == POLISH)
            return NEWTON_LOST;
        c->eps *= POLISH_SHARE;
    }
    if (k == 0)
        p->first = size;
    if (!(size <= DIVERGED * p->first)) {
        /* The first was short by chance, where an invariant is weak. */
        int weak = w->r->s->invariants && isfinite(size);
        return weak && retraction_is_at_round_off(w, u, size) ? NEWTON_SOLVED
                                                              : NEWTON_LOST;
    }
    c->slow = suspects(c, before, size);
    if (c->slow || (size > STAGNANT * before && retraction_is_at_round_off(w, u, size)))
        return NEWTON_SOLVED;
    p->before = size;
    c->eps *= SMALLER;
    return NEWTON_GOES_ON;
}

static const newton_method INEXACT = {.begin = retract_inexact_begin,
                                      .residual = retract_inexact_residual,
                                      .move = retract_inexact_move,
                                      .after = retract_inexact_after};
static const newton_method INEXACT_BY_RULE = {.begin = retract_inexact_begin,
                                              .residual = retract_inexact_residual,
                                              .move = retract_inexact_move,
                                              .before = retract_inexact_before_rule,
                                              .after = retract_inexact_after_rule};

/* One of the papers' tests may be met at once. */
static invo_status retract_inexact_iterate(schur *c, double *u) {
    newton *w = c->w;
    int by_rule = w->r->settings.rule != RULE_ROUND_OFF;
    if (by_rule) {
        TRY(retraction_evaluate(w, u));
        int met = newton_rule_is_met(w, u);
        if (met && w->r->settings.start <= START_PLAIN)
            return INVO_OK;
    }
    invo_status status = newton_solve(by_rule ? &INEXACT_BY_RULE : &INEXACT, c,
                                      MOST_ITERATIONS + by_rule, u);
    if (status != INVO_E_NEWTON)
        return status;
    retraction_is_at_round_off(w, u, w->progress.size); /* for the row and its value */
    return INVO_E_RETRACTION;
}

static invo_status inexact(retraction *r, double *u) {
    const invo_system *s = r->s;
    schur *c = r->own;
    lagrangian_begin(&c->l, 0, c->kept);
    r->space.rows = s->constraints;
    for (int drop = 0;; drop++) {
        newton w = {.r = r, .stage = -1, .drop = drop};
        w.progress = (newton_progress){.before = INFINITY, .first = INFINITY};
        c->w = &w;
        c->eps = r->settings.forcing;
        c->polished = c->suspect = c->slow = 0;
        vector_zero(s->constraints, r->mu);
        invo_status status = retract_inexact_iterate(c, u);
        if (!c->slow && !status)
            return status;
        if (drop >= s->invariants || (!c->slow && !retract_is_dependent(r, drop, u)))
            return status;
        vector_copy(s->coordinates, r->from, u);
    }
}

const retraction_class retraction_inexact = {.name = "orthogonal",
                                             .retract = inexact,
                                             .lay_out = retract_inexact_lay_out,
                                             .is_dense = 1,
                                             .nearest = 1};
