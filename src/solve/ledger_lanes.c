/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger of several rows of output at once, two numbers in each operation: so many
 * every processor has. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "run.h"

enum { PAIR = 2, PAIRS = INVO_LANES / PAIR, PAIR_BYTES = PAIR * 8 };
typedef double pair_values __attribute__((vector_size(PAIR_BYTES)));
typedef int64_t pair_bits __attribute__((vector_size(PAIR_BYTES)));

static const pair_bits WITHOUT_SIGN = {INT64_MAX, INT64_MAX};

static pair_bits pair_read(const double *from) {
    pair_bits x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* Marks the lanes in which a row is above so many units. */
static void ledger_exceed(int count, const double *residual, const double *unit,
                          double units, pair_bits above[PAIRS]) {
    pair_bits so_far[PAIRS];
    memcpy(so_far, above, sizeof so_far);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < PAIRS; k++) {
            const size_t at = (size_t)INVO_LANES * (size_t)i + (size_t)(PAIR * k);
            const pair_bits size = pair_read(residual + at) & WITHOUT_SIGN;
            const pair_values bound = units * (pair_values)pair_read(unit + at);
            so_far[k] |= (pair_values)size > bound;
        }
    memcpy(above, so_far, sizeof so_far);
}

void ledger_accept_lanes(const run *v, const invo_row_values *x, char *accepted) {
    const invo_system *s = v->s;
    const int constraints = s->constraints;
    const int others = manifold_rows(s) - constraints;
    const size_t behind = (size_t)INVO_LANES * (size_t)constraints;
    const double bound = v->o.constraint_bound;
    pair_bits above[PAIRS] = {{0}};
    ledger_exceed(constraints, x->residual, x->unit, fmin(LEDGER_CONVERGED, bound),
                  above);
    ledger_exceed(others, x->residual + behind, x->unit + behind, bound / 2, above);
    for (int lane = 0; lane < INVO_LANES; lane++)
        accepted[lane] = above[lane / PAIR][lane % PAIR] == 0;
}

static void ledger_enlarge(ledger_entry *r, double size, double unit) {
    if (size > r->max)
        r->max = size;
    if (size > r->scaled_max * unit)
        r->scaled_max = size / unit;
}

/* Adds two lanes; what does not count is 0. Most rows have no size above those before. */
static void ledger_enlarge_pair(ledger_entry *r, const double *residual,
                                const double *unit, pair_bits counts) {
    const pair_values size = (pair_values)(pair_read(residual) & counts);
    const pair_values of = (pair_values)pair_read(unit);
    const pair_bits above = (size > r->max) | (size > r->scaled_max * of);
    if (!(above[0] | above[1]))
        return;
    for (int k = 0; k < PAIR; k++)
        ledger_enlarge(r, size[k], of[k]);
}

void ledger_add_lanes(run *v, const invo_row_values *x, const char *accepted) {
    const int rows = manifold_rows(v->s);
    pair_bits counts[PAIRS];
    for (int lane = 0; lane < INVO_LANES; lane++)
        counts[lane / PAIR][lane % PAIR] = accepted[lane] ? INT64_MAX : 0;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < PAIRS; k++) {
            const size_t at = (size_t)INVO_LANES * (size_t)i + (size_t)(PAIR * k);
            ledger_enlarge_pair(&v->result->ledger[v->ledger.of[i]], x->residual + at,
                                x->unit + at, counts[k]);
        }
}
