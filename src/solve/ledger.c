/* The ledger: residuals of every row at every accepted point, in their own units and in units of
 * round-off.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>
#include "solver.h"

static double units_of(const solver *v, int row) {
    return v->residual[row] == 0 ? 0 : fabs(v->residual[row]) / v->unit[row];
}

static int is_enforced(const solver *v, int row) {
    return row >= v->s->constraints || !v->retraction.left_out[row];
}

/* Largest residual among rows first..last-1, in units. */
static double worst_of(const solver *v, int first, int last, int *row) {
    double worst = 0;
    *row = first;
    for (int i = first; i < last; i++) {
        double units = is_enforced(v, i) ? units_of(v, i) : 0;
        if (!(units <= worst)) worst = units, *row = i;
    }
    return worst;
}

invo_status ledger_examine(solver *v, const double *u, double *slope) {
    const invo_system *s = v->s;
    int rows = manifold_rows(s), row;
    manifold_ledger(&v->manifold, u, v->direction.z, v->residual, v->unit);
    if (worst_of(v, s->constraints, rows, &row) > v->o.constraint_bound / 2) {
        TRY(direction_refined(&v->direction, u, slope));
        manifold_ledger(&v->manifold, u, v->direction.z, v->residual, v->unit);
    }
    v->bad_units = worst_of(v, 0, rows, &v->bad_row);
    int enforced = s->ledger && v->retraction.kind != &retraction_none;
    return enforced && !(v->bad_units <= v->o.constraint_bound) ? INVO_E_CONSTRAINT : INVO_OK;
}

void ledger_record(solver *v) {
    for (int i = 0; i < v->result->ledger_rows; i++) {
        invo_ledger_row *r = &v->result->ledger[i];
        double size = fabs(v->residual[i]), units = units_of(v, i);
        if (!is_enforced(v, i)) {
            r->left_out = 1;
            continue;
        }
        if (!(size <= r->max)) r->max = size;
        if (!(units <= r->scaled_max)) r->scaled_max = units;
    }
}
