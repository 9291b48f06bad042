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
#include "block_matrix.h"

enum { MOST_ITERATIONS = 40, MOST_LINEAR = 160, MOST_FACTORS = 6, MOST_IN_VAIN = 8 };
static const double FEW_ULPS = RETRACTION_FEW_ULPS;
static const double LEAF_SHARE = 1e-3; /* of nominal: as the ledger's leaves */
/* A move this small with a fresh matrix leaves an error of its square, far below an ulp;
 * the ledger has the last word. */
static const double SURE = 1e5;
static const double STAGNANT = 1e4;    /* ulps */
static const double NEARLY_STILL = 16; /* ulps */
static const double CONTRADICTION =
    1e3;                              /* times the round-off of a point is none of it */
static const double DIVERGED = 100;   /* growth of the moves at which it ends */
static const double WEAK_SHARE = 0.1; /* as normal_space.c: what round-off in an invariant
                                         may move a point by, in tolerances */
static const double BAD = 0.3; /* contraction at which the matrix is factored again, and
                                  then, with invariants, the weakest of them dropped */

static void *retraction_zeroed(void *context, size_t size) {
    return memory_alloc(context, size);
}

/* The rows that may be factored at once: those of a stage, or all constraints (set number
 * `stages`), which a run by arclength needs with every class. */
static int is_used(const retraction_class *kind, const invo_system *s, int set) {
    if (set < s->stages)
        return kind == &retraction_staged;
    return (kind != &retraction_staged && kind != &retraction_none) || s->kernel;
}

static int rows_of(const invo_system *s, int set) {
    return set < s->stages ? s->stage[set].rows : s->constraints;
}

static const invo_pattern *pattern_of(const invo_system *s, int set) {
    return set < s->stages ? &s->stage[set].pattern : s->jacobian_pattern;
}

/* Those that a sparse factor may take: all but the invariants. */
static int sparse_rows(const invo_system *s, int set) {
    return set < s->stages ? s->stage[set].rows : s->constraints - s->invariants;
}

/* Stages with the very same pattern take turns with one factor: none is used after the
 * next stage has begun. */
static int shares_factor(const retraction *r, const invo_system *s, int set) {
    if (set == 0 || set >= s->stages || !r->sparse[set - 1])
        return 0;
    const invo_pattern *p = &s->stage[set].pattern;
    const invo_pattern *before = &s->stage[set - 1].pattern;
    return p->rows == before->rows && p->columns == before->columns &&
           p->start == before->start && p->column == before->column;
}

static invo_status plan_set(retraction *r, const invo_system *s, int set,
                            invo_context *c) {
    int rows = sparse_rows(s, set);
    const invo_pattern *p = pattern_of(s, set);
    if (!is_used(r->kind, s, set) || !p || !factor_may_pay(FACTOR_NORMAL, rows, 0))
        return INVO_OK;
    if (!r->sparse)
        r->sparse = memory_alloc(c, sizeof *r->sparse * (size_t)r->sets);
    if (!r->sparse)
        return INVO_E_MEMORY;
    if (shares_factor(r, s, set)) {
        r->sparse[set] = r->sparse[set - 1];
        return INVO_OK;
    }
    r->sparse[set] = saddle_new(p, rows, retraction_zeroed, c);
    if (!r->sparse[set])
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    if (factor_pays(FACTOR_NORMAL, rows, r->sparse[set]->operations))
        return INVO_OK;
    free(r->sparse[set]);
    r->sparse[set] = NULL;
    return INVO_OK;
}

invo_status retraction_plan(retraction *r, const retraction_class *kind,
                            const invo_system *s, invo_context *c) {
    *r = (retraction){.kind = kind, .sets = s->stages + 1};
    if (kind == &retraction_exact_sparse)
        TRY(block_matrix_new(s, c, r->block));
    if (kind == &retraction_exact_sparse && !r->block[0])
        r->kind = &retraction_exact;
    if (r->kind->is_dense)
        return INVO_OK;
    for (int k = 0; k < r->sets; k++)
        TRY(plan_set(r, s, k, c));
    return INVO_OK;
}

void retraction_free(retraction *r) {
    for (int k = 0; k < r->sets && r->sparse; k++)
        if (k == 0 || r->sparse[k] != r->sparse[k - 1])
            free(r->sparse[k]);
    free(r->sparse);
    r->sparse = NULL;
    for (int k = 0; k < 2; k++) {
        block_matrix_free(r->block[k]);
        r->block[k] = NULL;
    }
}

static size_t retraction_entries_of(const invo_system *s, int set) {
    const invo_pattern *p = pattern_of(s, set);
    return p ? (size_t)p->start[rows_of(s, set)] : manifold_entries(s);
}

static normal_size retraction_measure(const retraction *r, const invo_system *s) {
    normal_size z = {.rows = s->constraints,
                     .coordinates = s->invariants ? s->coordinates : 0};
    for (int k = 0; k < r->sets; k++) {
        int dense = rows_of(s, k);
        if (!is_used(r->kind, s, k))
            continue;
        if (retraction_entries_of(s, k) > z.entries)
            z.entries = retraction_entries_of(s, k);
        if (r->sparse && r->sparse[k]) {
            dense -= sparse_rows(s, k);
            if (dense) {
                z.border = dense;
                z.columns = s->coordinates;
            }
        }
        if (dense > z.dense)
            z.dense = dense;
    }
    return z;
}

void retraction_take(retraction *r, int stage) {
    const invo_system *s = r->manifold->s;
    int set = stage < 0 ? s->stages : stage;
    r->space.rows = rows_of(s, set);
    r->space.sparse = r->sparse ? r->sparse[set] : NULL;
    r->space.first = r->space.sparse ? r->space.sparse->pattern.rows : 0;
}

void retraction_lay_out(retraction *r, const retraction_settings *settings, manifold *m,
                        metric *w, pool *p) {
    const invo_system *s = m->s;
    r->settings = *settings;
    r->manifold = m;
    r->metric = w;
    r->column = -1;
    normal_space_lay_out(&r->space, retraction_measure(r, s), p);
    r->residual = pool_doubles(p, s->constraints);
    r->mu = pool_doubles(p, s->constraints);
    r->mu_before = pool_doubles(p, s->constraints);
    r->move = pool_doubles(p, s->coordinates);
    r->from = pool_doubles(p, s->coordinates);
    r->scratch = pool_doubles(p, s->coordinates);
    r->omitted = pool_integers(p, s->constraints);
    r->left_out = pool_take(p, s->constraints, 1);
    if (r->kind->lay_out)
        r->kind->lay_out(r, s, p);
}

double retraction_ulps(const retraction *r, const double *u) {
    const invo_system *s = r->manifold->s;
    double most = 0;
    for (int i = 0; i < s->coordinates; i++) {
        if (r->move[i] == 0)
            continue;
        double size = fmax(fabs(u[i]), LEAF_SHARE * coordinate_nominal(s, i));
        most = larger(most, fabs(r->move[i]) / (DBL_EPSILON * size));
    }
    return most;
}

invo_status retraction_evaluate(const newton *w, const double *u) {
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
int retraction_is_at_round_off(const newton *w, const double *u, double size) {
    retraction *r = w->r;
    if (!r->manifold->s->ledger && size < STAGNANT)
        return 1;
    double units =
        manifold_units(r->manifold, u, r->space.rows, w->row, r->left_out, &r->row);
    r->value = r->row >= 0 ? r->manifold->row[r->row] : 0;
    return units <= r->settings.bound / 2;
}

void newton_normal_move(newton *w, const double *u) {
    retraction *r = w->r;
    (void)u;
    normal_space_solve(&r->space, r->residual);
    vector_zero(r->manifold->s->coordinates, r->move);
    normal_space_move(&r->space, r->metric, r->move);
}

/* One step from the residuals at u; returns its size in ulps. */
static double retraction_advance(newton *w, double *u) {
    retraction *r = w->r;
    w->move(w, u);
    w->fresh = 0;
    w->moves++;
    double size = retraction_ulps(r, u);
    for (int i = 0; i < r->manifold->s->coordinates && isfinite(size); i++)
        u[i] += r->move[i];
    r->tries++;
    return size;
}

/* Is the matrix to be factored in iteration k? `bad`: it contracts badly. */
static int retraction_is_due(const newton *w, int k, int bad) {
    const retraction *r = w->r;
    int joint = w->stage < 0 && w->drop == 0;
    switch (r->settings.jacobian) {
    case JACOBIAN_EVERY:
        return 1;
    case JACOBIAN_THIRD:
        return bad || k % 3 == 0;
    case JACOBIAN_ONCE:
        return k == 0;
    case JACOBIAN_KEPT:
        return bad || (k == 0 && !(joint && r->has_factor));
    case JACOBIAN_AUTO:
        break;
    }
    return bad || k == 0 || r->kind->every;
}

static invo_status retraction_factor(newton *w, const double *u) {
    w->r->has_factor = 0;
    TRY(w->factor(w, u));
    w->fresh = 1;
    w->r->has_factor = w->stage < 0 && w->drop == 0;
    if (w->volume) {
        int rows;
        double volume = w->volume(w, &rows);
        dependence_look(&w->dependence, volume, rows);
    }
    return INVO_OK;
}

/* Whether a small move with a fresh matrix needs no other to confirm it. */
static int converges_fast(const newton *w, int k) {
    const retraction *r = w->r;
    int at_given = r->settings.start <= START_PLAIN || !r->previous;
    return !r->kind->linear || (k == 0 && at_given);
}

/* May the invariants be the reason why an iteration is slow? If they become dependent on
 * the manifold itself (energy and angular momentum of a circular orbit), Newton halves
 * its moves, reaches residuals at round-off and has moved the point by the root of their
 * error. Not so where moves are small enough to be round-off. */
static int is_suspicious(const newton *w, double before) {
    return w->stage < 0 && w->drop < w->r->manifold->s->invariants && before > SURE &&
           (!w->volume || w->dependence.rows > 0);
}

/* A nearest point is more than one on the manifold: moves along it may go on, slowly,
 * where all residuals are at round-off. */
static int is_still_moving(const retraction *r, double before, double size) {
    return r->kind->linear && size < before && size > NEARLY_STILL;
}

/* The same until one of the papers' tests is met. */
static invo_status retraction_iterate_by_rule(newton *w, double *u) {
    double before = INFINITY;
    double size = 0;
    double first = INFINITY;
    int bad = 0;
    int started = 0;
    if (w->r->kind->start)
        TRY(w->r->kind->start(w, u, &started));
    for (int k = 0; k <= MOST_ITERATIONS; k++) {
        TRY(retraction_evaluate(w, u));
        if (newton_rule_is_met(w, u))
            return INVO_OK;
        if (retraction_is_due(w, k, bad) && !(k == 0 && started))
            TRY(retraction_factor(w, u));
        size = retraction_advance(w, u);
        if (!isfinite(first) && size > 0)
            first = size; /* a first step may be lost */
        if (!(size <= DIVERGED * first))
            break;
        bad = !bad && size > before * BAD;
        before = size;
    }
    retraction_is_at_round_off(w, u, size); /* for the row and its value */
    return INVO_E_RETRACTION;
}

/* The longest move that one row asks for alone; what is left out asks for none. */
static double asked_for(const newton *w) {
    const retraction *r = w->r;
    double most = 0;
    for (int i = 0; i < r->space.rows; i++) {
        if (w->stage < 0 && r->left_out[i])
            continue;
        most = larger(most, fabs(r->residual[i]) / r->space.scale[i]);
    }
    return most;
}

/* A move that meets a row is at least as long as the row alone asks for. Where rows
 * contradict each other it is shorter, or none at all: then residuals decide. */
static int may_contradict(const retraction *r, const double *u, double asked) {
    double moved = 0;
    double size = 0;
    for (int i = 0; i < r->manifold->s->coordinates; i++) {
        double x = r->metric->w[i] * r->move[i];
        moved += x * x;
        size = fmax(size, fabs(r->metric->w[i] * u[i]));
    }
    return !(asked <= 2 * sqrt(moved) + CONTRADICTION * DBL_EPSILON * size);
}

/* Are the rows met at u? Keeps the worst one. */
static int retraction_is_met(const newton *w, const double *u) {
    retraction *r = w->r;
    double units =
        manifold_units(r->manifold, u, r->space.rows, w->row, r->left_out, &r->row);
    r->value = r->row >= 0 ? r->manifold->row[r->row] : 0;
    return units <= r->settings.bound;
}

/* The iteration has come to rest at u: on the manifold? */
static invo_status retraction_settle(const newton *w, const double *u, double asked) {
    if (asked > 0 && may_contradict(w->r, u, asked) && !retraction_is_met(w, u))
        return INVO_E_RETRACTION;
    return INVO_OK;
}

static double retraction_length_of_move(const retraction *r) {
    double sum = 0;
    for (int i = 0; i < r->manifold->s->coordinates; i++) {
        double x = r->metric->w[i] * r->move[i];
        sum += x * x;
    }
    return sqrt(sum);
}

/* How an iteration goes on. */
typedef enum course { GOES_ON, ENDS, IS_DEPENDENT, IS_WEAK, IS_LOST } course;

typedef struct progress {
    double before, first; /* moves */
    int bad;              /* the matrix is to be factored */
    int factored;
    int watched;  /* it is factored in every iteration, for invariants are suspicious */
    double least; /* move so far ... */
    int since;    /* ... and how many ago that was */
} progress;

/* Does it go nowhere? */
static int retraction_is_lost(progress *p, double size) {
    if (size < p->least) {
        p->least = size;
        p->since = 0;
    } else
        p->since++;
    return p->since > MOST_IN_VAIN;
}

/* After a move that is much too long: the first was short by chance, where round-off in a
 * weak invariant makes such moves; else it is taken back, where it was not by a new
 * matrix and invariants may be the reason. */
static course judge_far(newton *w, progress *p, double size, int fresh, double *u) {
    int weak = isfinite(size) && w->volume && w->dependence.rows > 0;
    if (weak && retraction_is_at_round_off(w, u, size))
        return ENDS;
    if (fresh || p->watched || !isfinite(size) || !is_suspicious(w, p->before))
        return IS_LOST;
    vector_add(w->r->manifold->s->coordinates, -1, w->r->move, u);
    p->bad = p->watched = 1;
    return GOES_ON;
}

/* After a move of `size`, by a matrix that was factored for it or not. */
static course retraction_judge(newton *w, progress *p, double size, int fresh,
                               double *u) {
    retraction *r = w->r;
    double before = p->before;
    if (!(size <= DIVERGED * p->first))
        return judge_far(w, p, size, fresh, u);
    p->before = size;
    if (w->cleared)
        p->watched = 1;
    if (fresh && w->volume && dependence_is_shown(&w->dependence, size / before) &&
        !w->cleared)
        return IS_DEPENDENT;
    if (!p->watched && p->bad) {
        p->bad = 0;
        return GOES_ON;
    }
    if (size <= before * BAD) {
        p->bad = p->watched;
        return GOES_ON;
    }
    if (is_suspicious(w, before)) {
        if (!w->volume)
            return IS_DEPENDENT;
        int cleared = w->cleared || (p->watched && !w->dependence.is_smaller);
        p->bad = p->watched = 1;
        if (!cleared || !retraction_is_at_round_off(w, u, size))
            return retraction_is_lost(p, size) ? IS_LOST : GOES_ON;
        if (!w->cleared &&
            retraction_length_of_move(r) > WEAK_SHARE * r->metric->tolerance)
            return IS_WEAK;
    }
    if (retraction_is_at_round_off(w, u, size))
        return is_still_moving(r, before, size) ? GOES_ON : ENDS;
    p->bad = 1;
    return p->factored++ == MOST_FACTORS ? IS_LOST : GOES_ON;
}

invo_status newton_iterate(newton *w, double *u, int *slow) {
    retraction *r = w->r;
    if (r->settings.rule != RULE_ROUND_OFF)
        return retraction_iterate_by_rule(w, u);
    progress p = {.before = INFINITY, .first = INFINITY, .least = INFINITY};
    double size = 0;
    int started = 0;
    int most = w->volume && r->kind->linear ? MOST_LINEAR : MOST_ITERATIONS;
    course c = GOES_ON;
    if (r->kind->start && !w->plain)
        TRY(r->kind->start(w, u, &started));
    for (int k = 0; k < most && c == GOES_ON; k++) {
        TRY(retraction_evaluate(w, u));
        if ((p.watched || retraction_is_due(w, k, p.bad)) && !(k == 0 && started))
            TRY(retraction_factor(w, u));
        int fresh = w->fresh;
        double asked = w->normal && r->space.rows > 1 ? asked_for(w) : 0;
        size = retraction_advance(w, u);
        if ((w->cleared || !w->dependence.has_lost) &&
            (size <= FEW_ULPS || (fresh && size < SURE && converges_fast(w, k))))
            return retraction_settle(w, u, asked);
        if (k + 1 == r->settings.limit && isfinite(size))
            return INVO_OK;
        if (k == 0)
            p.first = size;
        c = retraction_judge(w, &p, size, fresh, u);
        if (!w->volume)
            *slow = p.factored > 1;
        if (c == ENDS)
            return retraction_settle(w, u, asked);
    }
    if (c == IS_WEAK) {
        *slow = RETRACTION_WEAK;
        return INVO_OK;
    }
    if (c == IS_DEPENDENT || (w->volume && dependence_is_likely(&w->dependence)))
        *slow = 1;
    retraction_is_at_round_off(w, u, size); /* for the row and its value */
    return c == IS_DEPENDENT ? INVO_OK : INVO_E_RETRACTION;
}

/* [Baese] gives up after 100 iterations, and takes ten times the tolerance then. */
enum { MOST_SUMS = 100 };
static const double GRACE = 10;

static double retraction_sum_of(const retraction *r) {
    double sum = 0;
    for (int i = 0; i < r->space.rows; i++)
        sum += r->residual[i];
    return fabs(sum);
}

invo_status newton_to_sum(newton *w, double *u) {
    retraction *r = w->r;
    int started = 0;
    if (r->kind->start)
        TRY(r->kind->start(w, u, &started));
    for (int k = 0;; k++) {
        invo_status status = retraction_evaluate(w, u);
        if (status && k == 0)
            return status;
        if (status)
            break; /* it has gone astray */
        double sum = retraction_sum_of(r);
        if (sum < r->settings.tolerance * (k < MOST_SUMS ? 1 : GRACE))
            return INVO_OK;
        if (k == MOST_SUMS)
            break;
        if (retraction_is_due(w, k, 0))
            TRY(retraction_factor(w, u));
        if (!isfinite(retraction_advance(w, u)))
            break;
    }
    r->row = 0;
    for (int i = 1; i < r->space.rows; i++)
        if (fabs(r->residual[i]) > fabs(r->residual[r->row]))
            r->row = i;
    r->value = r->residual[r->row];
    vector_copy(r->manifold->s->coordinates, r->from, u);
    return INVO_E_RETRACTION;
}

static invo_status none(retraction *r, double *u) {
    (void)r;
    (void)u;
    return INVO_OK;
}
const retraction_class retraction_none = {.name = "none", .retract = none};

void retraction_begin(retraction *r) {
    memset(r->omitted, 0, sizeof *r->omitted * (size_t)r->manifold->s->constraints);
}

static void note_omissions(retraction *r) {
    int some = 0;
    for (int i = 0; i < r->manifold->s->constraints; i++)
        if (r->left_out[i])
            some = r->omitted[i] = 1;
    r->omissions += some;
}

invo_status retract(retraction *r, double *u) {
    const int n = r->manifold->s->coordinates;
    vector_copy(n, u, r->from);
    if (!r->has_factor || r->settings.jacobian != JACOBIAN_KEPT)
        memset(r->left_out, 0, (size_t)r->manifold->s->constraints);
    r->tries = 0;
    r->column = r->rank = -1;
    manifold_keep(r->manifold, 1);
    invo_status status = r->manifold->s->constraints ? r->kind->retract(r, u) : INVO_OK;
    manifold_keep(r->manifold, 0);
    r->calls++;
    r->iterations += r->tries;
    if (!status)
        note_omissions(r);
    if (r->tries > r->most_iterations)
        r->most_iterations = r->tries;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double x = r->metric->w[i] * (u[i] - r->from[i]);
        sum += x * x;
    }
    r->moved = sqrt(sum);
    return status;
}
