/* Staged retraction: level by level, lowest derivatives first, each with a part of the system
 * Jacobian as its matrix (DESIGN, section 3). Not the nearest point, but no gradient of a
 * differentiated constraint is needed.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "retraction.h"

static invo_status staged(retraction *r, double *u) {
    const invo_system *s = r->manifold->s;
    for (int k = 0; k < s->stages; k++) {
        const invo_stage *stage = &s->stage[k];
        r->space.rows = stage->rows;
        s->stage_equations(s->self, k, u, NULL, r->space.value);
        r->factorizations++;
        int bad = normal_space_factor(&r->space, &stage->pattern, stage->column, r->metric, 0, NULL, 0);
        if (bad) {
            r->row = stage->row[bad - 1], r->value = 0;
            return INVO_E_RETRACTION;
        }
        TRY(retract_along(r, u, k, stage->row, NULL));
    }
    return INVO_OK;
}

const retraction_class retraction_staged = {"staged", staged};
