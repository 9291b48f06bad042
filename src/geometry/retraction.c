/* SPDX-License-Identifier: BSD-3-Clause */
/* The simplified Newton iteration shared by the retractions, and the books.
 *
 * Converged means that a move is below a few ulps of the coordinates, or that it has
 * stagnated with residuals within their round-off; never an absolute residual. */
#include "retraction.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"

enum { MOST_ITERATIONS = 40, MOST_FACTORS = 6 };
static const double FEW_ULPS = 4;
static const double LEAF_SHARE = 1e-3; /* of nominal: as the ledger's leaves */
/* A move this small with a fresh matrix leaves an error of its square, far below an ulp;
 * the ledger has the last word. */
static const double SURE = 1e5;
static const double STAGNANT = 1e4; /* ulps */
static const double DIVERGED = 100; /* growth of the moves at which it ends */
static const double BAD = 0.3; /* contraction at which the matrix is factored again, and
                                  then, with invariants, the weakest of them dropped */

/* The most entries of the rows that are factored at once. */
static size_t largest_entries(const retraction *r, const invo_system *s) {
    int most = 0;
    if (r->kind != &retraction_staged)
        return s->jacobian_pattern ? (size_t)s->jacobian_pattern->start[s->constraints]
                                   : (size_t)s->constraints * (size_t)s->coordinates;
    for (int k = 0; k < s->stages; k++) {
        int count = s->stage[k].pattern.start[s->stage[k].rows];
        if (count > most) most = count;
    }
    return (size_t)most;
}

/* Measured by bench/switch_over.c, microseconds dense and sparse: 15 rows, 3.3 and 5.3;
 * 23, 6.5 and 7.0; 35, 19 and 12; 120, 520 and 40. Where the factor fills, dense ones do
 * about twice as many operations in the same time. */
enum { SMALLEST_SPARSE = 24 };
static const double DENSE_SPEED = 2;

static int pays(const saddle *s) {
    double n = s->pattern.rows, dense = n * n * n / 3;
    return DENSE_SPEED * s->operations < dense;
}

static void *zeroed(void *context, size_t size) { return memory_alloc(context, size); }

/* The rows of a set that a sparse factor may take: all but the invariants. */
static int sparse_rows(const retraction *r, const invo_system *s, int set) {
    return r->kind == &retraction_staged ? s->stage[set].rows
                                         : s->constraints - s->invariants;
}

static invo_status plan_set(retraction *r, const invo_system *s, int set,
                            invo_context *c) {
    int rows = sparse_rows(r, s, set);
    const invo_pattern *p =
        r->kind == &retraction_staged ? &s->stage[set].pattern : s->jacobian_pattern;
    if (rows < SMALLEST_SPARSE || !p) return INVO_OK;
    if (!r->sparse) r->sparse = memory_alloc(c, sizeof *r->sparse * (size_t)r->sets);
    if (!r->sparse) return INVO_E_MEMORY;
    r->sparse[set] = saddle_new(p, rows, zeroed, c);
    if (!r->sparse[set]) return report(c, INVO_E_MEMORY, NAN, "out of memory");
    if (pays(r->sparse[set])) return INVO_OK;
    free(r->sparse[set]);
    r->sparse[set] = NULL;
    return INVO_OK;
}

invo_status retraction_plan(retraction *r, const retraction_class *kind,
                            const invo_system *s, invo_context *c) {
    *r = (retraction){.kind = kind};
    r->sets = kind == &retraction_staged ? s->stages : kind != &retraction_none;
    for (int k = 0; k < r->sets; k++) TRY(plan_set(r, s, k, c));
    return INVO_OK;
}

void retraction_free(retraction *r) {
    for (int k = 0; k < r->sets && r->sparse; k++) free(r->sparse[k]);
    free(r->sparse);
    r->sparse = NULL;
}

static normal_size measure(const retraction *r, const invo_system *s) {
    normal_size z = {.rows = s->constraints, .entries = largest_entries(r, s)};
    int staged = r->kind == &retraction_staged;
    for (int k = 0; k < r->sets; k++) {
        int rows = staged ? s->stage[k].rows : s->constraints, dense = rows;
        if (r->sparse && r->sparse[k]) {
            dense = z.border = rows - sparse_rows(r, s, k);
            z.columns = z.border ? s->coordinates : 0;
        }
        if (dense > z.dense) z.dense = dense;
    }
    return z;
}

void retraction_take(retraction *r, int set, int rows) {
    r->space.rows = rows;
    r->space.sparse = r->sparse ? r->sparse[set] : NULL;
    r->space.first = r->space.sparse ? r->space.sparse->pattern.rows : 0;
}

size_t retraction_work(const retraction *r, const invo_system *s) {
    return normal_space_work(measure(r, s)) +
           (size_t)(2 * s->constraints + 2 * s->coordinates);
}

size_t retraction_integers(const invo_system *s) { return (size_t)s->constraints; }

void retraction_init(retraction *r, manifold *m, metric *w, double bound, double *work,
                     int *integers, char *left_out) {
    const invo_system *s = m->s;
    r->manifold = m, r->metric = w, r->bound = bound, r->left_out = left_out;
    r->residual = normal_space_init(&r->space, measure(r, s), work, integers);
    r->mu = r->residual + s->constraints, r->move = r->mu + s->constraints;
    r->from = r->move + s->coordinates;
}

/* Largest move in ulps of its coordinate. */
static double ulps(const retraction *r, const double *u) {
    const invo_system *s = r->manifold->s;
    double most = 0;
    for (int i = 1; i < s->coordinates; i++) {
        if (r->move[i] == 0) continue;
        double size = fmax(fabs(u[i]), LEAF_SHARE * coordinate_nominal(s, i));
        most = larger(most, fabs(r->move[i]) / (DBL_EPSILON * size));
    }
    return most;
}

static invo_status evaluate(const newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->manifold->s;
    if (w->stage < 0)
        manifold_constraint(r->manifold, u, r->residual);
    else
        s->stage_equations(s->self, w->stage, u, r->residual, NULL);
    for (int i = 0; i < r->space.rows; i++)
        if (!isfinite(r->residual[i])) {
            r->row = w->row ? w->row[i] : i, r->value = r->residual[i];
            return INVO_E_DOMAIN;
        }
    return INVO_OK;
}

/* Has it stagnated at round-off? That is only guessed where the system has no ledger. */
static int is_at_round_off(const newton *w, const double *u, double size) {
    retraction *r = w->r;
    if (!r->manifold->s->ledger && size < STAGNANT) return 1;
    double units =
        manifold_units(r->manifold, u, r->space.rows, w->row, r->left_out, &r->row);
    r->value = r->row >= 0 ? r->manifold->row[r->row] : 0;
    return units <= r->bound / 2;
}

void newton_normal_move(newton *w, const double *u) {
    retraction *r = w->r;
    (void)u;
    normal_space_solve(&r->space, r->residual);
    memset(r->move, 0, sizeof *r->move * (size_t)r->manifold->s->coordinates);
    normal_space_move(&r->space, r->metric, r->move);
}

/* One step from the residuals at u; returns its size in ulps. */
static double advance(newton *w, double *u) {
    retraction *r = w->r;
    w->move(w, u);
    double size = ulps(r, u);
    for (int i = 1; i < r->manifold->s->coordinates; i++) u[i] += r->move[i];
    r->tries++;
    return size;
}

invo_status newton_iterate(newton *w, double *u, int *slow) {
    double before = INFINITY, size = 0, first = INFINITY;
    int factored = 0;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        TRY(evaluate(w, u));
        if (before == INFINITY) TRY(w->factor(w, u));
        size = advance(w, u);
        if (size <= FEW_ULPS || (before == INFINITY && size < SURE)) return INVO_OK;
        if (k == 0) first = size;
        if (!(size <= DIVERGED * first)) break;
        if (size <= before * BAD) {
            before = size;
            continue;
        }
        if (is_at_round_off(w, u, size)) return INVO_OK;
        if (factored++ == MOST_FACTORS) break;
        *slow = factored > 1;
        before = INFINITY;
    }
    is_at_round_off(w, u, size); /* for the row and its value */
    return INVO_E_RETRACTION;
}

static invo_status none(retraction *r, double *u) {
    (void)r, (void)u;
    return INVO_OK;
}
const retraction_class retraction_none = {"none", none};

invo_status retract(retraction *r, double *u) {
    const int n = r->manifold->s->coordinates;
    memcpy(r->from, u, sizeof *u * (size_t)n);
    memset(r->left_out, 0, (size_t)r->manifold->s->constraints);
    r->tries = 0;
    invo_status status = r->manifold->s->constraints ? r->kind->retract(r, u) : INVO_OK;
    r->calls++, r->iterations += r->tries;
    if (r->tries > r->most_iterations) r->most_iterations = r->tries;
    double sum = 0;
    for (int i = 1; i < n; i++) {
        double x = r->metric->w[i] * (u[i] - r->from[i]);
        sum += x * x;
    }
    r->moved = sqrt(sum);
    return status;
}
