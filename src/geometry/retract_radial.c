/* SPDX-License-Identifier: BSD-3-Clause */
/* Radial retraction ([Liu] (100)): the coordinates stand in as many blocks as there are
 * constraints, and only the lengths of the blocks are changed, u_g = s_g a_g, so that the
 * constraints hold.
 *
 * The lengths are a chart only where the blocks are transversal to the manifold. There
 * the matrix of d phi_i / d log s_g, rows divided by the lengths of the gradients,
 * columns by those of the blocks, is regular; where its smallest singular value is below
 * 0.01 (--fold-limit), the point is at a fold, and the orthogonal retraction takes over
 * (without this test the order of RK4 falls to 1.1 near the folds). A fold is E_FOLD, not
 * the E_RETRACTION of an iteration that does not converge; both are counted. */
#include <math.h>
#include "../linalg/dense.h"
#include "../linalg/svd.h"
#include "retraction.h"

typedef struct radial {
    retraction *r;
    int count;             /* constraints */
    int groups;            /* blocks: as many, or it does not fit */
    double *value;         /* entries of d phi */
    double *matrix, *unit; /* [count, count]: as it is, and of unit rows and columns */
    double *scale, *right; /* [count] */
    int *pivot, *group;    /* [count], [n] */
} radial;

enum { HIGHER = 1 << 30 };

/* How many orders below `upto` coordinates have: one pass for each. */
static int levels(const invo_system *s, int upto) {
    int count = 0;
    for (int last = -1;; count++) {
        int next = upto;
        for (int i = 1; i < s->coordinates; i++)
            if (s->coordinate[i].order > last && s->coordinate[i].order < next)
                next = s->coordinate[i].order;
        if (next == upto)
            return count;
        last = next;
    }
}

static int has_levels(const invo_system *s) {
    return s->coordinate && levels(s, HIGHER) == s->constraints;
}

/* The first constraint that coordinate j stands in, or -1. */
static int first_row(const invo_system *s, int j) {
    const invo_pattern *p = s->jacobian_pattern;
    for (int i = 0; p && i < s->constraints; i++)
        EACH_ENTRY(e, p, i)
            if (p->column[e] == j)
                return i;
    return -1;
}

int radial_group(const invo_system *s, int j) {
    if (j == 0)
        return -1;
    if (s->groups)
        return s->group[j];
    if (s->constraints == 1)
        return 0;
    if (has_levels(s))
        return levels(s, s->coordinate[j].order);
    return first_row(s, j);
}

/* Does any coordinate stand in this constraint first? */
static int has_first(const invo_system *s, int row) {
    EACH_ENTRY(e, s->jacobian_pattern, row)
        if (s->jacobian_pattern->column[e] > 0 &&
            first_row(s, s->jacobian_pattern->column[e]) == row)
            return 1;
    return 0;
}

int radial_groups(const invo_system *s) {
    int count = 0;
    if (s->groups)
        return s->groups;
    if (s->constraints == 1)
        return s->coordinates > 1;
    if (has_levels(s))
        return s->constraints;
    for (int i = 0; s->jacobian_pattern && i < s->constraints; i++)
        count += has_first(s, i);
    return count;
}

static void retract_radial_lay_out(retraction *r, const invo_system *s, pool *p) {
    size_t m = s->constraints;
    radial c = {.r = r, .count = s->constraints, .groups = radial_groups(s)};
    radial *to = pool_take(p, 1, sizeof c);
    c.value = pool_doubles(p, manifold_entries(s));
    POOL_DOUBLES(p, m * m, &c.matrix, &c.unit);
    POOL_DOUBLES(p, m, &c.scale, &c.right);
    c.pivot = pool_integers(p, m);
    c.group = pool_integers(p, s->coordinates);
    r->own = to;
    if (!to)
        return;
    *to = c;
    for (int j = 0; j < s->coordinates; j++)
        c.group[j] = radial_group(s, j);
}

/* d phi / d log s at u. */
static void retract_radial_evaluate(radial *c, const double *u) {
    manifold *f = c->r->manifold;
    manifold_jacobian(f, u, c->value);
    vector_zero(c->count * c->count, c->matrix);
    for (int i = 0; i < c->count; i++)
        EACH_ENTRY(e, &f->pattern, i) {
            int j = f->pattern.column[e];
            int g = c->group[j];
            if (g >= 0 && g < c->count)
                c->matrix[i + g * c->count] += c->value[e] * u[j];
        }
}

/* All singular values of larger matrices take longer than the step that they judge: 1.2 s
 * of 200 rows. */
enum { LARGEST_JACOBI = 40 };

/* Smallest singular value of the normalised matrix at u; 0 where a block is zero. */
static double transversality(radial *c, const double *u) {
    manifold *f = c->r->manifold;
    const metric *w = c->r->metric;
    int m = c->count;
    vector_zero(m, c->right);
    for (int j = 1; j < f->s->coordinates; j++)
        if (c->group[j] >= 0 && c->group[j] < m)
            c->right[c->group[j]] += w->w[j] * u[j] * w->w[j] * u[j];
    for (int i = 0; i < m; i++) {
        double square = 0;
        EACH_ENTRY(e, &f->pattern, i)
            square += c->value[e] * c->value[e] * w->inverse[f->pattern.column[e]];
        for (int g = 0; g < m; g++) {
            double x = c->matrix[i + g * m] / sqrt(square * c->right[g]);
            if (!isfinite(x))
                return 0;
            c->unit[i + g * m] = x;
        }
    }
    if (m <= LARGEST_JACOBI) {
        singular_values(m, m, c->unit, c->scale);
        return c->scale[m - 1];
    }
    if (lu_factor(m, c->unit, c->pivot, c->scale))
        return 0;
    return lu_least_singular_value(m, c->unit, c->pivot, c->scale, c->right);
}

static invo_status retract_radial_factor(newton *w, const double *u) {
    radial *c = w->r->own;
    retract_radial_evaluate(c, u);
    w->r->factorizations++;
    return lu_factor(c->count, c->matrix, c->pivot, c->scale) ? INVO_E_RETRACTION
                                                              : INVO_OK;
}

static void retract_radial_move(newton *w, const double *u) {
    retraction *r = w->r;
    radial *c = r->own;
    for (int i = 0; i < c->count; i++)
        c->right[i] = -r->residual[i];
    lu_solve(c->count, c->matrix, c->pivot, c->scale, c->right);
    for (int j = 0; j < r->s->coordinates; j++)
        r->move[j] = c->group[j] >= 0 ? c->right[c->group[j]] * u[j] : 0;
}

static invo_status fall_back(retraction *r, double *u) {
    const retraction_class *kind = r->kind;
    vector_copy(r->s->coordinates, r->from, u);
    r->fallbacks++;
    r->has_factor = 0;
    r->kind = &retraction_orthogonal;
    invo_status status = r->kind->retract(r, u);
    r->kind = kind;
    r->has_factor = 0;
    return status;
}

/* A block that shrinks to less than this share is no answer: 0 meets every constraint
 * that is homogeneous in it. */
static const double COLLAPSED = 1e-3;

static int has_collapsed(const radial *c, const double *u) {
    const double *from = c->r->from;
    vector_zero(c->count, c->right);
    vector_zero(c->count, c->scale);
    for (int j = 1; j < c->r->s->coordinates; j++)
        if (c->group[j] >= 0 && c->group[j] < c->count) {
            c->right[c->group[j]] += from[j] * from[j];
            c->scale[c->group[j]] += u[j] * u[j];
        }
    for (int g = 0; g < c->count; g++)
        if (c->scale[g] < COLLAPSED * COLLAPSED * c->right[g])
            return 1;
    return 0;
}

/* E_FOLD where the lengths are no chart, E_RETRACTION where the iteration for them fails.
 */
static invo_status solve_lengths(retraction *r, double *u) {
    radial *c = r->own;
    newton w = {.r = r,
                .stage = -1,
                .factor = retract_radial_factor,
                .move = retract_radial_move};
    int slow = 0;
    r->space.rows = c->count;
    if (c->groups != c->count)
        return INVO_E_RETRACTION;
    retract_radial_evaluate(c, u);
    double sigma = transversality(c, u);
    if (!(sigma > 0 && sigma >= r->settings.fold_limit))
        return INVO_E_FOLD;
    TRY(newton_iterate(&w, u, &slow));
    if (has_collapsed(c, u))
        return INVO_E_FOLD;
    return slow ? INVO_E_RETRACTION : INVO_OK;
}

static invo_status retract_radially(retraction *r, double *u) {
    invo_status status = solve_lengths(r, u);
    r->folds += status == INVO_E_FOLD;
    return status == INVO_E_FOLD || status == INVO_E_RETRACTION ? fall_back(r, u)
                                                                : status;
}

static invo_status retract_radial_fits(invo_context *c, const invo_system *s) {
    int groups = radial_groups(s);
    if (groups == s->constraints)
        return INVO_OK;
    return report(c, INVO_E_ARGUMENT, NAN,
                  "--retraction radial needs as many blocks of variables as "
                  "constraints, but there are %d and %d; set blocks = {{x, y}, ...} "
                  "in the model's __involute annotation, or use orthogonal",
                  groups, s->constraints);
}

const retraction_class retraction_radial = {.name = "radial",
                                            .retract = retract_radially,
                                            .fits = retract_radial_fits,
                                            .lay_out = retract_radial_lay_out,
                                            .is_dense = 1,
                                            .uses_blocks = 1};
