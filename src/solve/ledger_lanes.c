/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger of several rows of output at once. */
#include <math.h>
#include <stdint.h>
#include "../linalg/wide.h"
#include "run.h"

/* What is found in one pass over residuals and units, as bits of the lanes. */
typedef struct lane_findings {
    wide_bits above[2]; /* some row is above the first, the second limit, or no number */
    wide_bits odd;      /* some unit is not finite */
} lane_findings;

/* Looks at rows first to end - 1; units: the two limits. Lists the groups in which a row
 * has the largest residual so far. */
WIDE void ledger_pass(const invo_row_values *x, int first, int end, const double *units,
                      const int *number, const ledger_entry *ledger, books *b,
                      lane_findings *f) {
    const wide_bits without_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    const double lower = units[0];
    const double upper = units[1];
    const wide_place *residual = wide_from(x->residual);
    const wide_place *unit = wide_from(x->unit);
    lane_findings so_far = *f;
    for (int group = first; group < end; group += LEDGER_GROUP) {
        const int last = end - group < LEDGER_GROUP ? end : group + LEDGER_GROUP;
        wide_bits most = {0, 0, 0, 0};
        for (int i = group; i < last; i++) {
            const ledger_entry *r = &ledger[number[i]];
            const wide_lanes of = unit[i];
            const wide_lanes size = (wide_lanes)((wide_bits)residual[i] & without_sign);
            so_far.above[0] |= ~(size <= lower * of);
            so_far.above[1] |= ~(size <= upper * of);
            so_far.odd |= (wide_bits)(of - of); /* 0 of finite numbers */
            most |= (size > r->max) | (size > LEDGER_NEARLY_MOST * r->scaled_max * of);
        }
        if (most[0] | most[1] | most[2] | most[3])
            b->group[b->groups++] = group;
    }
    *f = so_far;
}

void ledger_judge_lanes(run *v, const invo_row_values *x, char *converged, char *met) {
    const int constraints = v->s->constraints;
    const int rows = manifold_rows(v->s);
    const double bound = v->o.constraint_bound;
    const double limits[] = {fmin(LEDGER_CONVERGED, bound), bound / 2};
    const double half[] = {bound / 2, bound / 2};
    books *b = &v->ledger;
    lane_findings f = {0};
    b->groups = 0;
    ledger_pass(x, 0, constraints, limits, b->of, v->result->ledger, b, &f);
    ledger_pass(x, constraints, rows, half, b->of, v->result->ledger, b, &f);
    for (int lane = 0; lane < INVO_LANES; lane++) {
        converged[lane] = (f.above[0][lane] | f.odd[lane]) == 0;
        met[lane] = (f.above[1][lane] | f.odd[lane]) == 0;
    }
}

void ledger_add_lanes(run *v, const invo_row_values *x, const char *accepted) {
    books *b = &v->ledger;
    const int rows = manifold_rows(v->s);
    b->additions += b->groups > 0;
    for (int k = 0; k < b->groups; k++)
        for (int i = b->group[k]; i < b->group[k] + LEDGER_GROUP && i < rows; i++)
            for (int lane = 0; lane < INVO_LANES; lane++)
                if (accepted[lane])
                    ledger_enlarge(&v->result->ledger[b->of[i]],
                                   fabs(x->residual[INVO_LANES * i + lane]),
                                   x->unit[INVO_LANES * i + lane]);
}
