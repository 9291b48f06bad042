/* SPDX-License-Identifier: BSD-3-Clause */
/* Staged retraction: level by level, lowest derivatives first, each with a part of the
 * system Jacobian as its matrix (docs/design.md, 3). Not the nearest point, but no
 * gradient of a differentiated constraint is needed. */
#include <math.h>
#include "retraction.h"

static invo_status retract_staged_factor(newton *w, const double *u) {
    retraction *r = w->r;
    const invo_system *s = r->s;
    const invo_stage *stage = &s->stages.at[w->stage];
    s->stages.equations(s->self, w->stage, u, NULL, r->space.value);
    r->factorizations++;
    int bad = normal_space_factor(&r->space, &stage->pattern, stage->column, r->metric, 0,
                                  NULL, 0);
    if (!bad)
        return INVO_OK;
    r->row = stage->row[bad - 1];
    r->value = 0;
    return INVO_E_RETRACTION;
}

static invo_status staged(retraction *r, double *u) {
    const invo_system *s = r->s;
    for (int k = 0; k < s->stages.count; k++) {
        newton w = {.r = r,
                    .stage = k,
                    .row = s->stages.at[k].row,
                    .factor = retract_staged_factor,
                    .normal = 1,
                    .move = newton_normal_move};
        int slow = 0;
        retraction_take(r, k);
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
                                            .fits = retract_staged_fits};
