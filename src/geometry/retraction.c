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
static const double STAGNANT = 1e4;    /* ulps */
static const double NEARLY_STILL = 16; /* ulps */
static const double CONTRADICTION =
    1e3;                            /* times the round-off of a point is none of it */
static const double DIVERGED = 100; /* growth of the moves at which it ends */

static void *retraction_zeroed(void *context, size_t size) {
    return memory_alloc(context, size);
}

/* The rows that may be factored at once: those of a stage, or all constraints (set number
 * `stages`), which a run by arclength needs with every class. */
static int is_used(const retraction_class *kind, const invo_system *s, int set) {
    if (set < s->stages.count)
        return kind->rows == ROWS_BY_STAGE;
    return kind->rows == ROWS_ALL || s->kernel;
}

static int rows_of(const invo_system *s, int set) {
    return set < s->stages.count ? s->stages.at[set].rows : s->constraints;
}

static const invo_pattern *pattern_of(const invo_system *s, int set) {
    return set < s->stages.count ? &s->stages.at[set].pattern : s->jacobian_pattern;
}

/* Those that a sparse factor may take: all but the invariants. */
static int sparse_rows(const invo_system *s, int set) {
    return set < s->stages.count ? s->stages.at[set].rows
                                 : s->constraints - s->invariants;
}

/* Stages with the very same pattern take turns with one factor: none is used after the
 * next stage has begun. */
static int shares_factor(const retraction *r, const invo_system *s, int set) {
    if (set == 0 || set >= s->stages.count || !r->sparse[set - 1])
        return 0;
    const invo_pattern *p = &s->stages.at[set].pattern;
    const invo_pattern *before = &s->stages.at[set - 1].pattern;
    return p->rows == before->rows && p->columns == before->columns &&
           p->start == before->start && p->column == before->column;
}

/* Analyses the rows of a set where sparse factors of them pay. */
static invo_status plan_set(retraction *r, const invo_system *s, int set,
                            invo_context *c) {
    int rows = sparse_rows(s, set);
    const invo_pattern *p = pattern_of(s, set);
    if (!is_used(r->kind, s, set) || !p || !factor_may_pay(FACTOR_NORMAL, rows, 0))
        return INVO_OK;
    if (!r->sparse)
        r->sparse = memory_alloc(c, sizeof *r->sparse * r->sets);
    if (!r->sparse)
        return INVO_E_MEMORY;
    if (shares_factor(r, s, set)) {
        r->sparse[set] = r->sparse[set - 1];
        return INVO_OK;
    }
    r->sparse[set] = saddle_take(s->shelf, p, rows, retraction_zeroed, c);
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
    *r = (retraction){.kind = kind, .s = s, .sets = s->stages.count + 1};
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
            saddle_leave(r->s->shelf, r->sparse[k]);
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
        if (!r->sparse || !r->sparse[k])
            z.width = s->coordinates;
    }
    return z;
}

void retraction_take(retraction *r, int stage) {
    const invo_system *s = r->s;
    int set = stage < 0 ? s->stages.count : stage;
    r->space.rows = rows_of(s, set);
    r->space.sparse = r->sparse ? r->sparse[set] : NULL;
    r->space.first = r->space.sparse ? r->space.sparse->pattern.rows : 0;
}

void retraction_lay_out(retraction *r, const retraction_settings *settings, manifold *m,
                        metric *w, pool *p) {
    const invo_system *s = m->s;
    r->settings = *settings;
    r->s = s;
    r->manifold = m;
    r->metric = w;
    r->column = -1;
    normal_space_lay_out(&r->space, retraction_measure(r, s), p);
    POOL_DOUBLES(p, s->constraints, &r->residual, &r->mu, &r->mu_before);
    POOL_DOUBLES(p, s->coordinates, &r->move, &r->from, &r->scratch);
    active_set_lay_out(&r->active, s, p);
    if (r->kind->lay_out)
        r->kind->lay_out(r, s, p);
}

double retraction_ulps(const retraction *r, const double *u) {
    const invo_system *s = r->s;
    double most = 0;
    for (int i = 0; i < s->coordinates; i++) {
        if (r->move[i] == 0)
            continue;
        double size = coordinate_size(s, u, i, RETRACTION_LEAF_SHARE);
        most = larger(most, fabs(r->move[i]) / (DBL_EPSILON * size));
    }
    return most;
}

invo_status retraction_evaluate(const newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->s;
    if (w->stage < 0)
        manifold_constraint(r->manifold, u, r->residual);
    else
        s->stages.equations(s->self, w->stage, u, r->residual, NULL);
    int i = vector_first_infinite(r->space.rows, r->residual);
    if (i < 0)
        return INVO_OK;
    r->row = w->row ? w->row[i] : i;
    r->value = r->residual[i];
    return INVO_E_DOMAIN;
}

/* The largest residual at u in units of round-off; keeps its row. */
static double worst_units(const newton *w, const double *u) {
    retraction *r = w->r;
    double units = manifold_units(r->manifold, u, r->space.rows, w->row,
                                  r->active.left_out, &r->row);
    r->value = r->row >= 0 ? r->manifold->row[r->row] : 0;
    return units;
}

/* Of the bound; points are refined from there on. */
static const double ROUND_OFF_SHARE = 0.75;

/* Has it stagnated at round-off? That is only guessed where the system has no ledger. */
int retraction_is_at_round_off(const newton *w, const double *u, double size) {
    retraction *r = w->r;
    if (!r->s->ledger.rows && size < STAGNANT)
        return 1;
    return worst_units(w, u) <= ROUND_OFF_SHARE * r->settings.bound;
}

void newton_normal_move(newton *w, const double *u) {
    retraction *r = w->r;
    (void)u;
    normal_space_solve(&r->space, r->residual);
    vector_zero(r->s->coordinates, r->move);
    normal_space_move(&r->space, r->metric, r->move);
}

/* The policy of the start. */
static invo_status retraction_start(void *self, double *u, int *factored) {
    newton *w = self;
    const retraction *r = w->r;
    if (!r->kind->start || (w->plain && r->settings.rule == RULE_ROUND_OFF))
        return INVO_OK;
    return r->kind->start(w, u, factored);
}

static invo_status retraction_residual(void *self, double *u) {
    return retraction_evaluate(self, u);
}

/* The policy of the matrix: is it to be factored in iteration k? */
static int retraction_is_due(void *self, int k) {
    const newton *w = self;
    const retraction *r = w->r;
    int bad = w->progress.bad;
    int joint = w->stage < 0 && w->drop == 0;
    if (w->progress.watched)
        return 1;
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

static invo_status retraction_factor(void *self, double *u) {
    newton *w = self;
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

double newton_advance(newton *w, double *u) {
    retraction *r = w->r;
    w->moves++;
    r->tries++;
    double size = retraction_ulps(r, u);
    if (isfinite(size))
        vector_add(r->s->coordinates, 1, r->move, u);
    return size;
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
    return w->stage < 0 && w->drop < w->r->s->invariants && before > ACTIVE_SURE &&
           (!w->volume || w->dependence.rows > 0);
}

/* A nearest point is more than one on the manifold: moves along it may continue, slowly,
 * where all residuals are at round-off. */
static int is_still_moving(const retraction *r, double before, double size) {
    return r->kind->linear && size < before && size > NEARLY_STILL;
}

/* The longest move that one row asks for alone; what is left out asks for none. */
static double asked_for(const newton *w) {
    const retraction *r = w->r;
    double most = 0;
    for (int i = 0; i < r->space.rows; i++) {
        if (w->stage < 0 && r->active.left_out[i])
            continue;
        most = larger(most, fabs(r->residual[i]) / r->space.scale[i]);
    }
    return most;
}

/* A move that meets a row is at least as long as the row alone asks for. Where rows
 * contradict each other it is shorter, or none at all: then residuals decide. */
static int may_contradict(const retraction *r, const double *u, double asked) {
    int n = r->s->coordinates;
    double moved = metric_length(r->metric, n, r->move);
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(r->metric->w[i] * u[i]));
    return !(asked <= 2 * moved + CONTRADICTION * DBL_EPSILON * size);
}

/* The iteration has come to rest at u: on the manifold? */
static newton_verdict retraction_settle(newton *w, const double *u) {
    double asked = w->progress.asked;
    if (!(asked > 0 && may_contradict(w->r, u, asked)) ||
        worst_units(w, u) <= w->r->settings.bound)
        return NEWTON_SOLVED;
    w->progress.course = IS_UNMET;
    return NEWTON_LOST;
}

/* Does it go nowhere? */
static int retraction_is_lost(newton_progress *p, double size) {
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
static newton_course judge_far(newton *w, double size, double *u) {
    newton_progress *p = &w->progress;
    int weak = isfinite(size) && w->volume && w->dependence.rows > 0;
    if (weak && retraction_is_at_round_off(w, u, size))
        return ENDS;
    if (p->fresh || p->watched || !isfinite(size) || !is_suspicious(w, p->before))
        return IS_LOST;
    vector_add(w->r->s->coordinates, -1, w->r->move, u);
    p->bad = p->watched = 1;
    return GOES_ON;
}

/* After a move of `size`. */
static newton_course retraction_judge(newton *w, double size, double *u) {
    newton_progress *p = &w->progress;
    retraction *r = w->r;
    double before = p->before;
    if (!(size <= DIVERGED * p->first))
        return judge_far(w, size, u);
    p->before = size;
    if (w->cleared)
        p->watched = 1;
    if (p->fresh && w->volume && dependence_is_shown(&w->dependence, size / before) &&
        !w->cleared)
        return IS_DEPENDENT;
    if (!p->watched && p->bad) {
        p->bad = 0;
        return GOES_ON;
    }
    if (size <= before * ACTIVE_SLOW) {
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
        if (!w->cleared && metric_length(r->metric, r->s->coordinates, r->move) >
                               ACTIVE_WEAK_SHARE * r->metric->tolerance)
            return IS_WEAK;
    }
    if (retraction_is_at_round_off(w, u, size))
        return is_still_moving(r, before, size) ? GOES_ON : ENDS;
    p->bad = 1;
    return p->factored++ == MOST_FACTORS ? IS_LOST : GOES_ON;
}

static invo_status retraction_move(void *self, double *u, double *size) {
    newton *w = self;
    newton_progress *p = &w->progress;
    p->fresh = w->fresh;
    p->asked = w->normal && w->r->space.rows > 1 ? asked_for(w) : 0;
    w->move(w, u);
    w->fresh = 0;
    *size = p->size = newton_advance(w, u);
    return INVO_OK;
}

/* To round-off, or as far as invariants that depend on each other allow. */
static newton_verdict after_move(void *self, int k, double size, double *u) {
    newton *w = self;
    newton_progress *p = &w->progress;
    int is_small =
        size <= FEW_ULPS || (p->fresh && size < ACTIVE_SURE && converges_fast(w, k));
    if (is_small && (w->cleared || !w->dependence.has_lost))
        return retraction_settle(w, u);
    if (k + 1 == w->r->settings.limit && isfinite(size))
        return NEWTON_SOLVED;
    if (k == 0)
        p->first = size;
    p->course = retraction_judge(w, size, u);
    if (p->course == ENDS)
        return retraction_settle(w, u);
    return p->course == GOES_ON ? NEWTON_GOES_ON : NEWTON_LOST;
}

/* Until one of the papers' tests is met. */
static newton_verdict before_rule(void *self, int k, double *u) {
    (void)k;
    return newton_rule_is_met(self, u) ? NEWTON_SOLVED : NEWTON_GOES_ON;
}

static newton_verdict after_rule(void *self, int k, double size, double *u) {
    newton_progress *p = &((newton *)self)->progress;
    (void)k;
    (void)u;
    if (!isfinite(p->first) && size > 0)
        p->first = size; /* a first step may be lost */
    if (!(size <= DIVERGED * p->first))
        return NEWTON_LOST;
    p->bad = !p->bad && size > p->before * ACTIVE_SLOW;
    p->before = size;
    return NEWTON_GOES_ON;
}

static const newton_method TO_ROUND_OFF = {.begin = retraction_start,
                                           .residual = retraction_residual,
                                           .is_due = retraction_is_due,
                                           .factor = retraction_factor,
                                           .move = retraction_move,
                                           .after = after_move};
static const newton_method BY_RULE = {.begin = retraction_start,
                                      .residual = retraction_residual,
                                      .is_due = retraction_is_due,
                                      .factor = retraction_factor,
                                      .move = retraction_move,
                                      .before = before_rule,
                                      .after = after_rule};

/* Runs the iteration and tells failures of rows from failures of invariants. */
invo_status newton_iterate(newton *w, double *u, int *slow) {
    const retraction *r = w->r;
    newton_progress *p = &w->progress;
    int by_rule = r->settings.rule != RULE_ROUND_OFF;
    int most = w->volume && r->kind->linear ? MOST_LINEAR : MOST_ITERATIONS;
    *p = (newton_progress){.before = INFINITY, .first = INFINITY, .least = INFINITY};
    invo_status status = by_rule ? newton_solve(&BY_RULE, w, MOST_ITERATIONS + 1, u)
                                 : newton_solve(&TO_ROUND_OFF, w, most, u);
    if (!w->volume && !by_rule)
        *slow = p->factored > 1;
    if (status != INVO_E_NEWTON)
        return status;
    if (p->course == IS_UNMET)
        return INVO_E_RETRACTION;
    if (p->course == IS_WEAK) {
        *slow = RETRACTION_WEAK;
        return INVO_OK;
    }
    if (p->course == IS_DEPENDENT ||
        (!by_rule && w->volume && dependence_is_likely(&w->dependence)))
        *slow = 1;
    retraction_is_at_round_off(w, u, p->size); /* for the row and its value */
    return p->course == IS_DEPENDENT ? INVO_OK : INVO_E_RETRACTION;
}

/* [Baese] gives up after 100 iterations, and takes ten times the tolerance then. */
enum { MOST_SUMS = 100 };
static const double GRACE = 10;

static newton_verdict before_sum(void *self, int k, double *u) {
    const retraction *r = ((newton *)self)->r;
    double sum = 0;
    (void)u;
    for (int i = 0; i < r->space.rows; i++)
        sum += r->residual[i];
    if (fabs(sum) < r->settings.tolerance * (k < MOST_SUMS ? 1 : GRACE))
        return NEWTON_SOLVED;
    return k == MOST_SUMS ? NEWTON_LOST : NEWTON_GOES_ON;
}

static newton_verdict after_sum(void *self, int k, double size, double *u) {
    (void)self;
    (void)k;
    (void)u;
    return isfinite(size) ? NEWTON_GOES_ON : NEWTON_LOST;
}

static const newton_method BY_SUM = {.begin = retraction_start,
                                     .residual = retraction_residual,
                                     .is_due = retraction_is_due,
                                     .factor = retraction_factor,
                                     .move = retraction_move,
                                     .before = before_sum,
                                     .after = after_sum};

invo_status newton_to_sum(newton *w, double *u) {
    retraction *r = w->r;
    invo_status status = newton_solve(&BY_SUM, w, MOST_SUMS + 1, u);
    int astray = status == INVO_E_DOMAIN && w->moves;
    if (status != INVO_E_NEWTON && !astray)
        return status;
    r->row = 0;
    for (int i = 1; i < r->space.rows; i++)
        if (fabs(r->residual[i]) > fabs(r->residual[r->row]))
            r->row = i;
    r->value = r->residual[r->row];
    vector_copy(r->s->coordinates, r->from, u);
    return INVO_E_RETRACTION;
}

int retraction_may_hurry(const retraction *r) {
    const retraction_settings *s = &r->settings;
    return r->hurries && !r->must_factor && !r->active.dropped &&
           s->rule == RULE_ROUND_OFF && s->jacobian == JACOBIAN_AUTO && s->limit == 0 &&
           !r->metric->mass;
}

double retraction_most_disturbance(const retraction *r) {
    return ACTIVE_WEAK_SHARE * fmin(r->metric->patience, r->metric->tolerance);
}

/* A move that meets a row alone is its unit long, divided
 * by length and sine in the metric; in other weights it is longer by their ratio. */
int retraction_is_strong(const retraction *r, const invo_arrival *a) {
    const invo_system *s = r->s;
    const metric *m = r->metric;
    const double most = retraction_most_disturbance(r);
    double ratio = 1;
    for (int i = 0; i < s->coordinates; i++) {
        const double error = m->error ? m->error[i] : 0;
        const double weight = error > m->tolerances[i] ? error : m->tolerances[i];
        ratio = larger(ratio, weight * weight * m->inverse[i]);
    }
    for (int i = s->constraints - s->invariants; i < s->constraints; i++)
        if (!(ratio * r->unit[i] * r->unit[i] <= most * most * a->square[i] * a->weakest))
            return 0;
    return 1;
}

int retraction_arrive(retraction *r, double *u) {
    const invo_system *s = r->s;
    invo_arrival a;
    if (!s->shortcut.arrive ||
        s->shortcut.arrive(s->self, u, r->metric->inverse, ACTIVE_SURE * DBL_EPSILON, &a))
        return 0;
    if (a.square && !retraction_is_strong(r, &a))
        return 0;
    vector_copy(s->coordinates, a.u, u);
    r->tries += a.moves;
    r->factorizations += a.factors;
    r->weakest = a.regular;
    r->has_factor = 0;
    return 1;
}

invo_status retraction_factor_last(retraction *r, const double *u) {
    r->weakest = 0;
    return r->kind->factor_last ? r->kind->factor_last(r, u) : INVO_OK;
}

static invo_status none(retraction *r, double *u) {
    (void)r;
    (void)u;
    return INVO_OK;
}
const retraction_class retraction_none = {
    .name = "none", .rows = ROWS_NONE, .retract = none};

const retraction_class *retraction_find(choice_retraction word) {
    static const retraction_class *const all[RETRACTION_NONE + 1] = {
#define RETRACTION_ROW(member, name) [RETRACTION_##member] = &retraction_##name,
        INVO_RETRACTIONS(RETRACTION_ROW)
#undef RETRACTION_ROW
    };
    return all[word] ? all[word] : &retraction_none;
}

invo_status retract(retraction *r, double *u) {
    const int n = r->s->coordinates;
    vector_copy(n, u, r->from);
    if (!r->has_factor || r->settings.jacobian != JACOBIAN_KEPT)
        active_set_fill(&r->active, 1);
    r->tries = 0;
    r->slope = 1;
    r->column = r->rank = -1;
    manifold_keep(r->manifold, 1);
    invo_status status = r->s->constraints ? r->kind->retract(r, u) : INVO_OK;
    manifold_keep(r->manifold, 0);
    r->calls++;
    r->iterations += r->tries;
    if (!status)
        active_set_note(&r->active);
    if (r->tries > r->most_iterations)
        r->most_iterations = r->tries;
    vector_move(n, u, -1, r->from, r->scratch);
    r->moved = metric_length(r->metric, n, r->scratch);
    return status;
}
