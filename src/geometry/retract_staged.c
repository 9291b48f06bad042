/* SPDX-License-Identifier: BSD-3-Clause */
/* Staged retraction: level by level, lowest derivatives first, each with a part of the
 * system Jacobian as its matrix (docs/design.md, 3). Not the nearest point, but no
 * gradient of a differentiated constraint is needed. */
#include <float.h>
#include <math.h>
#include "../base/number.h"
#include "../linalg/wide.h"
#include "retraction.h"

static invo_status retract_staged_factor(newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->s;
    const invo_stage *stage = &s->stages.at[w->stage];
    s->stages.equations(s->self, w->stage, u, NULL, r->space.value);
    r->factorizations++;
    int bad = normal_space_factor(&r->space, &stage->pattern, stage->column, stage->row,
                                  r->metric, 0, r->unit, 0);
    if (!bad)
        return INVO_OK;
    r->row = stage->row[bad - 1];
    r->value = 0;
    if (normal_space_is_flat(&r->space, bad - 1))
        r->slope = r->space.scale[bad - 1];
    return INVO_E_RETRACTION;
}

static newton newton_of_stage(retraction *r, int k) {
    retraction_take(r, k);
    return (newton){.r = r,
                    .stage = k,
                    .row = r->s->stages.at[k].row,
                    .factor = retract_staged_factor,
                    .normal = 1,
                    .move = newton_normal_move};
}

/* --- the shortcut --- */

/* The matrix of every move is that of its point, so that moves are squared from one to
 * the next: after one of ACTIVE_SURE ulps no other is needed, after so many none helps.
 */
enum { MOST_HURRIED = 4 };

/* Moves the columns of a stage; returns the longest move in ulps. */
static double staged_move(const retraction *r, const invo_stage *stage, double *u) {
    const double *nominal = r->metric->nominal;
    double longest = 0;
    for (int j = 0; j < stage->columns; j++) {
        const int i = stage->column[j];
        const double least = RETRACTION_LEAF_SHARE * nominal[i];
        const double size = fabs(u[i]) > least ? fabs(u[i]) : least;
        longest = larger(longest, fabs(r->move[i]) / (DBL_EPSILON * size));
        u[i] += r->move[i];
    }
    return longest;
}

/* Needs a point no other move, after one of `size` ulps that followed one of `before`?
 * In long chains round-off alone makes long moves of small coordinates: where moves no
 * longer shrink, residuals decide. */
static int staged_rests(retraction *r, int k, const double *u, double size,
                        double before) {
    if (size <= ACTIVE_SURE)
        return 1;
    if (!(size > ACTIVE_SLOW * before))
        return 0;
    const newton w = newton_of_stage(r, k);
    return retraction_is_at_round_off(&w, u, size);
}

int retraction_is_within(const invo_system *s, const double *from, const double *to,
                         int stride, double ulps) {
    const invo_coordinate *of = s->coordinate;
    int is_within = 1;
    for (int i = 0; i < s->coordinates; i++) {
        const double u = to[(size_t)stride * (size_t)i];
        const double least = of ? of[i].nominal : 1;
        const double size = fabs(u) > least ? fabs(u) : least;
        is_within &= fabs(u - from[i]) <= ulps * DBL_EPSILON * size;
    }
    return is_within;
}

/* The bits of what is beyond the limit, lane by lane. */
WIDE void moves_beyond(const invo_system *s, const double *from, const double *to,
                       double ulps, wide_bits *beyond) {
    const wide_bits without_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    const invo_coordinate *of = s->coordinate;
    const double share = ulps * DBL_EPSILON;
    wide_bits so_far = {0, 0, 0, 0};
    for (int i = 0; i < s->coordinates; i++) {
        const wide_lanes u = wide_from(to)[i];
        const double least = share * (of ? of[i].nominal : 1);
        const wide_lanes size = (wide_lanes)((wide_bits)u & without_sign);
        const wide_lanes move =
            (wide_lanes)((wide_bits)(u - wide_from(from)[i]) & without_sign);
        so_far |= ~((move <= share * size) | (move <= least));
    }
    *beyond = so_far;
}

void retraction_within_lanes(const invo_system *s, const double *from, const double *to,
                             double ulps, char *within) {
    wide_bits beyond;
    moves_beyond(s, from, to, ulps, &beyond);
    for (int lane = 0; lane < INVO_LANES; lane++)
        within[lane] = beyond[lane] == 0;
}

/* Stage k by moves of the shortcut; 0: it is to be done otherwise, from the same u. */
static int staged_hurry(retraction *r, int k, double *u) {
    const invo_system *s = r->s;
    const invo_stage *stage = &s->stages.at[k];
    double before = INFINITY;
    int is_sure = 0;
    int moves = 0;
    for (int j = 0; j < stage->columns; j++) {
        r->scratch[j] = u[stage->column[j]];
        r->move[stage->column[j]] = 0;
    }
    while (moves < MOST_HURRIED && !is_sure) {
        if (s->shortcut.stage(s->self, k, u, r->metric->inverse, r->move, &r->weakest))
            break;
        const double size = staged_move(r, stage, u);
        is_sure = staged_rests(r, k, u, size, before);
        before = size;
        moves++;
    }
    r->tries += moves;
    r->factorizations += moves;
    for (int j = 0; j < stage->columns && !is_sure; j++)
        u[stage->column[j]] = r->scratch[j];
    return is_sure;
}

static invo_status staged_factor_last(retraction *r, const double *u) {
    newton w = newton_of_stage(r, r->s->stages.count - 1);
    return w.factor(&w, u);
}

static invo_status staged(retraction *r, double *u) {
    const int may_hurry = retraction_may_hurry(r);
    if (may_hurry && retraction_arrive(r, u))
        return INVO_OK;
    for (int k = 0; k < r->s->stages.count; k++) {
        if (may_hurry && staged_hurry(r, k, u))
            continue;
        newton w = newton_of_stage(r, k);
        int slow = 0;
        r->weakest = 0;
        TRY(newton_iterate(&w, u, &slow));
    }
    return INVO_OK;
}

static invo_status retract_staged_fits(invo_context *c, const invo_system *s) {
    if (s->stages.count || !s->constraints)
        return INVO_OK;
    return report(c, INVO_E_ARGUMENT, NAN,
                  "--retraction staged cannot enforce declared invariants or extra "
                  "constraints, and this system has %d; use normal or orthogonal",
                  s->invariants ? s->invariants : s->constraints);
}

const retraction_class retraction_staged = {.name = "staged",
                                            .rows = ROWS_BY_STAGE,
                                            .retract = staged,
                                            .factor_last = staged_factor_last,
                                            .fits = retract_staged_fits};
